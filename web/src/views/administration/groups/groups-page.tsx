import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import type {Column} from '../../../components/ui/data-table.tsx';
import {lazyComponent, lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {SettingLink} from '../../../components/ui/setting-link.tsx';
import {EmptyState, NotLoaded} from '../../../components/ui/state.tsx';
import {archiveGroup, unarchiveGroup} from '../../../data/groups/group-changes.ts';
import {type Group, useArchivedGroups, useGroups} from '../../../data/groups/groups.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useIsOn} from '../../../data/system/client-config.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import {count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {ArchiveState, activeLabel, archivedLabel} from '../archive-tag.tsx';
import {breakable} from '../breakable.tsx';
import {archiveActions} from '../bulk-actions.ts';
import {ListTools, RowName, sortRows, useListParameters} from '../list-tools.tsx';
import {RowList} from '../row-list.tsx';

const GroupForm = lazyDialog(() => withCatalog('pages', import('../../../components/groups/group-form.tsx')));
const GroupMembers = lazyComponent(() =>
  withCatalog('pages', import('../../../components/groups/group-members.tsx')),
);

const PER_PAGE = 25;

/** The open dialog. A new group has no id. */
type Opened = {what: 'form' | 'members'; id: string | undefined} | undefined;

/** The groups that people can mention, including archived ones. */
export default function GroupsPage() {
  const isOn = useIsOn('EnableCustomGroups');
  const [opened, setOpened] = useState<Opened>();
  const active = useGroups();
  const archived = useArchivedGroups(isOn);
  const all = [...(active.data ?? []), ...(archived.data ?? [])];
  const group = all.find(({id}) => id === opened?.id);
  const error = active.error ?? archived.error;
  const close = () => setOpened(undefined);
  return (
    <AdministrationPage
      title={t`Groups`}
      intro={t`Mentioning a group notifies all of its members in a channel. Groups belong to the whole server.`}
      actions={
        isOn && (
          <Button kind="primary" icon="add" onPress={() => setOpened({what: 'form', id: undefined})}>
            <Trans>Create group</Trans>
          </Button>
        )
      }
    >
      {!isOn ? (
        <EmptyState icon="at" title={t`Groups are turned off`}>
          <p>
            <Trans>
              Turn on <SettingLink name="ServiceSettings.EnableCustomGroups" /> in the settings.
            </Trans>
          </p>
        </EmptyState>
      ) : !active.data || !archived.data ? (
        <NotLoaded error={error} onRetry={() => void Promise.all([active.refetch(), archived.refetch()])} />
      ) : (
        <GroupList groups={all} onOpen={(id) => setOpened({what: 'members', id})} />
      )}
      {opened?.what === 'form' && (
        <GroupForm
          group={group}
          onClose={() => (group ? setOpened({what: 'members', id: group.id}) : close())}
        />
      )}
      {opened?.what === 'members' && group && (
        <GroupMembers
          group={group}
          closeLabel={t`Close`}
          onEdit={() => setOpened({what: 'form', id: group.id})}
          onClose={close}
        />
      )}
    </AdministrationPage>
  );
}

function GroupList({groups, onOpen}: {groups: readonly Group[]; onOpen: (id: string) => void}) {
  const parameters = useListParameters('all');
  const {term, filter, page, sorting} = parameters;
  const wanted = term.toLocaleLowerCase();
  const matching = groups.filter(
    ({name, display_name, delete_at}) =>
      (filter === 'all' || (filter === 'archived') === delete_at > 0) &&
      `${name} ${display_name}`.toLocaleLowerCase().includes(wanted),
  );
  const found = sortRows(matching, sorting, {
    name: ({display_name}) => display_name,
    members: ({member_count}) => member_count,
    created: ({create_at}) => create_at,
    status: ({delete_at}) => Number(delete_at > 0),
  });
  const columns = useColumns(onOpen);
  const isFiltered = term !== '' || filter !== 'all';
  return (
    <>
      <ListTools
        parameters={parameters}
        findLabel={t`Find a group`}
        filterLabel={t`Filter groups`}
        filters={[
          {value: 'all', label: t`All groups`},
          {value: 'active', label: activeLabel('group')},
          {value: 'archived', label: archivedLabel('group')},
        ]}
      />
      <RowList
        label={t`Groups`}
        columns={columns}
        rows={found.slice(page * PER_PAGE, (page + 1) * PER_PAGE)}
        getKey={({id}) => id}
        isFaded={({delete_at}) => delete_at > 0}
        sorting={sorting}
        empty={{
          icon: 'at',
          title: isFiltered ? t`No groups found` : t`No groups yet`,
          text: isFiltered
            ? t`Try another search or filter.`
            : t`Create a group for people who are often needed together, such as a team on call.`,
        }}
        bulk={{actions: groupActions(), getName: ({display_name}) => display_name}}
        pages={{page, perPage: PER_PAGE, total: found.length, onPage: parameters.setPage}}
      />
    </>
  );
}

function groupActions() {
  return archiveActions({
    archive: archiveGroup,
    unarchive: unarchiveGroup,
    archived: (number) => plural(number, {one: '# group was archived.', other: '# groups were archived.'}),
    unarchived: (number) =>
      plural(number, {one: '# group was unarchived.', other: '# groups were unarchived.'}),
  });
}

function useColumns(onOpen: (id: string) => void): Column<Group>[] {
  const dates = useDates();
  return [
    {
      label: t`Group`,
      sortBy: 'name',
      render: ({display_name, name}) => (
        <RowName icon={null} name={breakable(display_name)} detail={breakable(`@${name}`)} />
      ),
    },
    {label: t`Members`, sortBy: 'members', kind: 'end', render: ({member_count}) => count(member_count)},
    {
      label: t`Created`,
      sortBy: 'created',
      kind: 'short',
      render: ({create_at}) => dates.date(create_at),
      leaveOut: 1,
    },
    {
      label: t`Status`,
      sortBy: 'status',
      kind: 'short',
      render: ({delete_at}) => <ArchiveState kind="group" isArchived={delete_at > 0} />,
      isUsual: ({delete_at}) => delete_at === 0,
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: ({id, display_name: name, delete_at}) =>
        delete_at === 0 && (
          <Button size="small" aria-label={t`Members of ${name}`} onPress={() => onOpen(id)}>
            <Trans>Members</Trans>
          </Button>
        ),
    },
  ];
}
