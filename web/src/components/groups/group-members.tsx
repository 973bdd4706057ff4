import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {addToGroup, archiveGroup, removeFromGroup} from '../../data/groups/group-changes.ts';
import {type Group, useGroupMembers} from '../../data/groups/groups.ts';
import {useHasPermission} from '../../data/session/permissions.ts';
import {isolate} from '../../lib/isolate.ts';
import {errorMessage} from '../../lib/server.ts';
import {MemberName} from '../people/member-name.tsx';
import {PeopleChooser} from '../people/people-chooser.tsx';
import {Button} from '../ui/button.tsx';
import {ConfirmDialog} from '../ui/confirm-dialog.tsx';
import {DialogBody, DialogFooter} from '../ui/dialog.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {InputDialog} from '../ui/input-dialog.tsx';
import {MemberList, MemberRow} from '../ui/member-list.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {NotLoaded} from '../ui/state.tsx';

const MAX_PEOPLE = 50;

/** The members of a group, with the actions for it. */
export default function GroupMembers({
  group,
  onEdit,
  onClose,
}: {
  group: Group;
  onEdit: () => void;
  onClose: () => void;
}) {
  const members = useGroupMembers(group.id);
  const mayManage = useHasPermission('manage_custom_group_members');
  const mayEdit = useHasPermission('edit_custom_group');
  const mayArchive = useHasPermission('delete_custom_group');
  const memberIds = members.data?.map(({id}) => id) ?? [];
  const [picked, setChosen] = useState<UserProfile[]>([]);
  // The list of members is loaded before the request to add them ends.
  const chosen = picked.filter(({id}) => !memberIds.includes(id));
  const [failure, setFailure] = useState<string>();
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
  const add = () =>
    change(async () => {
      await addToGroup(
        group.id,
        chosen.map(({id}) => id),
      );
      setChosen([]);
    });

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
    <InputDialog
      title={`${isolate(displayName)} (${isolate(`@${name}`)})`}
      isChanged={chosen.length > 0}
      onClose={onClose}
    >
      <DialogBody>
        {mayManage && (
          <PeopleChooser
            label={t`Add people`}
            chosen={chosen}
            onChange={setChosen}
            most={MAX_PEOPLE}
            among={{}}
            without={memberIds}
          />
        )}
        {chosen.length > 0 && (
          <Button kind="primary" onPress={() => void add()}>
            <Trans>Add</Trans>
          </Button>
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
        <Button onPress={onClose}>
          <Trans>Back</Trans>
        </Button>
      </DialogFooter>
    </InputDialog>
  );
}
