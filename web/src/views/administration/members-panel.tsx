import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Link} from 'react-router';
import {AddPeopleDialog} from '../../components/people/add-people-dialog.tsx';
import {MemberOptions} from '../../components/people/member-options.tsx';
import {PersonAvatar} from '../../components/people/person.tsx';
import {Button} from '../../components/ui/button.tsx';
import type {Column} from '../../components/ui/data-table.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {
  addMembers,
  type Member,
  type MemberGroup,
  PER_PAGE,
  refreshMembers,
  removeMember,
  setMemberRole,
  useMembers,
} from '../../data/administration/members.ts';
import {isGuest} from '../../data/people/people.ts';
import type {PeopleFilter} from '../../data/people/people-search.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {breakable} from './breakable.tsx';
import {RowName} from './list-tools.tsx';
import styles from './members-panel.module.css';
import {RowList} from './row-list.tsx';
import {refreshAdministration, useChange} from './use-change.ts';

interface MembersPanelProps {
  group: MemberGroup;
  name: string;
  /** The number of members, if it is loaded. */
  total: number | undefined;
  /** The people who can be added. */
  candidates: PeopleFilter;
  mayChange: boolean;
  mayRemove: boolean;
}

/** The members of a team or a channel, with their roles. The administrator doesn't have to be one of them. */
export function MembersPanel({group, name, total, candidates, mayChange, mayRemove}: MembersPanelProps) {
  const [text, setText] = useState('');
  const [page, setPage] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const term = useDebounced(text.trim());
  const query = useMembers(group, term, page);
  const {change} = useChange();
  const inTeam = group.of === 'team';

  function act(work: Promise<unknown>): void {
    void change(() => work.then(() => refreshMembers(group)));
  }

  const columns: Column<Member>[] = [
    {
      label: t`User`,
      render: ({person}) => (
        <RowName
          icon={<PersonAvatar userId={person.id} size={28} />}
          name={<Link to={`/_admin/users/${person.id}`}>{breakable(person.username)}</Link>}
          detail={breakable([person.first_name, person.last_name].filter(Boolean).join(' '))}
        />
      ),
    },
    {
      label: t`Role`,
      render: (member) => (
        <>
          {roleName(group, member)} {member.person.is_bot && <Tag>{t`BOT`}</Tag>}{' '}
          {member.person.delete_at > 0 && <Tag kind="bad">{t`Deactivated`}</Tag>}
        </>
      ),
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: ({person, isAdmin}) =>
        (mayChange || mayRemove) && (
          <MemberOptions
            person={person}
            of={group.of}
            isAdmin={isAdmin}
            onChangeRole={
              mayChange && !isGuest(person) ? () => act(setMemberRole(group, person.id, !isAdmin)) : undefined
            }
            onRemove={mayRemove ? () => act(removeMember(group, person.id)) : undefined}
          />
        ),
    },
  ];
  return (
    <Panel
      title={t`Members`}
      actions={
        mayChange && (
          <Button size="small" icon="personAdd" onPress={() => setAdding(true)}>
            <Trans>Add people</Trans>
          </Button>
        )
      }
    >
      <search className={styles.find}>
        <TextField
          label={t`Find members`}
          hideLabel
          type="search"
          placeholder={t`Find members`}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage(0);
          }}
        />
      </search>
      <RowList
        label={t`Members`}
        columns={columns}
        rows={query.data}
        getKey={({person}) => person.id}
        isFaded={({person}) => person.delete_at > 0}
        query={query}
        empty={{icon: 'people', title: t`No members found`}}
        {...(term === '' && {
          pages: {page, perPage: PER_PAGE, onPage: setPage, ...(total !== undefined && {total})},
        })}
      />
      {isAdding && (
        <AddPeopleDialog
          title={t`Add people to ${name}`}
          label={inTeam ? t`People` : t`Team members`}
          among={candidates}
          cancelLabel={t`Cancel`}
          addLabel={t`Add`}
          onAdd={async (userIds) => {
            await addMembers(group, userIds);
            await Promise.all([refreshMembers(group), refreshAdministration()]);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  );
}

function roleName({of}: MemberGroup, {person, isAdmin}: Member): string {
  if (isAdmin) return of === 'team' ? t`Team administrator` : t`Channel administrator`;
  return isGuest(person) ? t`Guest` : t`Member`;
}
