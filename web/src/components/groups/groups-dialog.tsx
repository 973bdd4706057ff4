import {t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {addToGroup, removeFromGroup, unarchiveGroup} from '../../data/groups/group-changes.ts';
import {type Group, useArchivedGroups, useGroups, useUserGroups} from '../../data/groups/groups.ts';
import {useHasPermission} from '../../data/session/permissions.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {Button} from '../ui/button.tsx';
import {Checkbox} from '../ui/checkbox.tsx';
import {Dialog, DialogBody, DialogFooter} from '../ui/dialog.tsx';
import {TextField} from '../ui/field.tsx';
import {MemberList, MemberRow} from '../ui/member-list.tsx';
import {NotLoaded} from '../ui/state.tsx';
import GroupForm from './group-form.tsx';
import GroupMembers from './group-members.tsx';
import styles from './groups.module.css';

/** Lists the server's groups, to join, leave, create and manage them. */
export default function GroupsDialog({onClose}: {onClose: () => void}) {
  const [open, setOpen] = useState<{kind: 'form' | 'members'; id: string | undefined}>();
  const groups = useGroups();
  const group = groups.data?.find(({id}) => id === open?.id);
  const back = () => setOpen(undefined);
  if (open?.kind === 'form') {
    return (
      <GroupForm group={group} onClose={() => (open.id ? setOpen({...open, kind: 'members'}) : back())} />
    );
  }
  if (open?.kind === 'members' && group) {
    return (
      <GroupMembers
        group={group}
        closeLabel={t`Back`}
        onEdit={() => setOpen({...open, kind: 'form'})}
        onClose={back}
      />
    );
  }
  return (
    <GroupList
      groups={groups}
      onCreate={() => setOpen({kind: 'form', id: undefined})}
      onOpen={(id) => setOpen({kind: 'members', id})}
      onClose={onClose}
    />
  );
}

function GroupList({
  groups,
  onCreate,
  onOpen,
  onClose,
}: {
  groups: ReturnType<typeof useGroups>;
  onCreate: () => void;
  onOpen: (id: string) => void;
  onClose: () => void;
}) {
  const me = useMe();
  const mine = new Set(useUserGroups(me.id).data?.map(({id}) => id));
  const mayCreate = useHasPermission('create_custom_group');
  const mayManage = useHasPermission('manage_custom_group_members');
  const mayRestore = useHasPermission('restore_custom_group');
  const [query, setQuery] = useState('');
  const [isArchive, setArchive] = useState(false);
  const archived = useArchivedGroups(isArchive);
  const list = isArchive ? archived : groups;
  const term = query.trim().toLowerCase();
  const shown = (list.data ?? []).filter(({name, display_name}) =>
    `${name} ${display_name}`.toLowerCase().includes(term),
  );

  async function change(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      showError(errorMessage(error));
    }
  }

  return (
    <Dialog title={t`Groups`} onClose={onClose}>
      <DialogBody>
        <p className={styles.about}>
          <Trans>Mention a group to notify all of its members in a channel.</Trans>
        </p>
        <TextField
          label={t`Find a group`}
          hideLabel
          type="search"
          placeholder={t`Find a group`}
          value={query}
          onChange={({target}) => setQuery(target.value)}
        />
        {mayRestore && (
          <Checkbox
            label={t`Show archived groups`}
            checked={isArchive}
            onChange={({target}) => setArchive(target.checked)}
          />
        )}
        {!list.data ? (
          <NotLoaded error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <MemberList
            none={
              term
                ? t`No groups found.`
                : isArchive
                  ? t`There are no archived groups.`
                  : t`There are no groups yet.`
            }
          >
            {shown.map((group) => (
              <MemberRow
                key={group.id}
                actions={
                  isArchive ? (
                    <Button size="small" onPress={() => void change(() => unarchiveGroup(group.id))}>
                      <Trans>Unarchive</Trans>
                    </Button>
                  ) : (
                    mayManage && (
                      <Button
                        size="small"
                        onPress={() =>
                          void change(() =>
                            mine.has(group.id) ? removeFromGroup(group.id) : addToGroup(group.id),
                          )
                        }
                      >
                        {mine.has(group.id) ? t`Leave` : t`Join`}
                      </Button>
                    )
                  )
                }
              >
                {isArchive ? (
                  <GroupName group={group} />
                ) : (
                  <button type="button" className={styles.open} onClick={() => onOpen(group.id)}>
                    <GroupName group={group} />
                  </button>
                )}
              </MemberRow>
            ))}
          </MemberList>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
        {mayCreate && (
          <Button kind="primary" onPress={onCreate}>
            <Trans>Create group</Trans>
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function GroupName({group}: {group: Group}) {
  return (
    <span className={styles.group}>
      <bdi className={styles.name}>{group.display_name}</bdi>
      <span className={styles.quiet}>
        <bdi>@{group.name}</bdi> · <Plural value={group.member_count ?? 0} one="# member" other="# members" />
      </span>
    </span>
  );
}
