import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {addToGroup, archiveGroup, removeFromGroup} from '../../data/groups/group-changes.ts';
import {type Group, useGroupMembers} from '../../data/groups/groups.ts';
import {useHasPermission} from '../../data/session/permissions.ts';
import {isolate} from '../../lib/isolate.ts';
import {errorMessage} from '../../lib/server.ts';
import {AddPeopleDialog} from '../people/add-people-dialog.tsx';
import {MemberName} from '../people/member-name.tsx';
import {Button} from '../ui/button.tsx';
import {ConfirmDialog} from '../ui/confirm-dialog.tsx';
import {Dialog, DialogBody, DialogFooter} from '../ui/dialog.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {MemberList, MemberRow} from '../ui/member-list.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {NotLoaded} from '../ui/state.tsx';

/** The members of a group, with the actions for it. */
export default function GroupMembers({
  group,
  closeLabel,
  onEdit,
  onClose,
}: {
  group: Group;
  /** Of the button that closes the dialog, or leads back to the one before. */
  closeLabel: string;
  onEdit: () => void;
  onClose: () => void;
}) {
  const members = useGroupMembers(group.id);
  const mayManage = useHasPermission('manage_custom_group_members');
  const mayEdit = useHasPermission('edit_custom_group');
  const mayArchive = useHasPermission('delete_custom_group');
  const [failure, setFailure] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  const [isArchiving, setArchiving] = useState(false);
  const {name, display_name: displayName} = group;

  async function change(work: () => Promise<void>) {
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  if (isAdding) {
    return (
      <AddPeopleDialog
        title={t`Add people to ${displayName}`}
        label={t`People`}
        among={{}}
        without={members.data?.map(({id}) => id)}
        cancelLabel={t`Cancel`}
        addLabel={t`Add`}
        onAdd={(userIds) => addToGroup(group.id, userIds)}
        onClose={() => setAdding(false)}
      />
    );
  }
  if (isArchiving) {
    return (
      <ConfirmDialog
        title={t`Archive ${displayName}?`}
        confirmLabel={t({message: 'Archive', context: 'verb'})}
        danger
        onConfirm={async () => {
          await archiveGroup(group.id);
          onClose();
        }}
        onClose={() => setArchiving(false)}
      >
        <Trans>It can no longer be mentioned. Messages that mention it stay.</Trans>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={`${isolate(displayName)} (${isolate(`@${name}`)})`} onClose={onClose}>
      <DialogBody>
        {mayManage && (
          <div>
            <Button size="small" icon="personAdd" onPress={() => setAdding(true)}>
              <Trans>Add people</Trans>
            </Button>
          </div>
        )}
        <ErrorNotice text={failure} />
        {!members.data ? (
          <NotLoaded error={members.error} onRetry={() => void members.refetch()} />
        ) : (
          <MemberList none={t`No members yet.`}>
            {members.data.map((person) => {
              const {username} = person;
              return (
                <MemberRow
                  key={person.id}
                  actions={
                    mayManage && (
                      <IconButton
                        icon="close"
                        size="small"
                        label={t`Remove ${username}`}
                        onPress={() => void change(() => removeFromGroup(group.id, [person.id]))}
                      />
                    )
                  }
                >
                  <MemberName person={person} onLeave={onClose} />
                </MemberRow>
              );
            })}
          </MemberList>
        )}
      </DialogBody>
      <DialogFooter
        apart={
          mayArchive && (
            <Button kind="quiet" icon="archive" onPress={() => setArchiving(true)}>
              <Trans context="verb">Archive</Trans>
            </Button>
          )
        }
      >
        {mayEdit && (
          <Button onPress={onEdit}>
            <Trans>Edit</Trans>
          </Button>
        )}
        <Button onPress={onClose}>{closeLabel}</Button>
      </DialogFooter>
    </Dialog>
  );
}
