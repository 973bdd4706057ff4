import {plural, t} from '@lingui/core/macro';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {server} from '../../lib/server.ts';
import {tellDone} from '../../lib/toasts.ts';
import {AddPeopleDialog} from '../people/add-people-dialog.tsx';
import {CopyField} from '../ui/copy.tsx';

/** Adds people with an account to the team, and shows a link to invite others. */
export default function InviteDialog({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  const name = team.display_name;
  return (
    <AddPeopleDialog
      title={t`Invite people to ${name}`}
      label={t`People with an account`}
      among={{not_in_team_id: team.id}}
      cancelLabel={t`Close`}
      addLabel={t`Add to team`}
      onAdd={async (userIds) => {
        await server.addUsersToTeam(team.id, userIds);
        const added = userIds.length;
        tellDone(
          plural(added, {
            one: '# person was added to the team.',
            other: '# people were added to the team.',
          }),
        );
      }}
      onClose={onClose}
    >
      {team.invite_id && (
        <CopyField
          label={t`Anyone with this link can join`}
          value={`${window.location.origin}/signup_user_complete/?id=${team.invite_id}`}
        />
      )}
    </AddPeopleDialog>
  );
}
