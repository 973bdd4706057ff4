import {useCurrentTeam} from '../../data/teams/teams.ts';
import {server} from '../../lib/server.ts';
import {tellDone} from '../../lib/toasts.ts';
import {AddPeopleDialog} from '../people/add-people-dialog.tsx';
import {CopyField} from '../ui/copy.tsx';

/** Brings people into the team: those with an account at once, others by a link. */
export default function InviteDialog({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  return (
    <AddPeopleDialog
      title={`Invite people to ${team.display_name}`}
      label="People with an account"
      among={{not_in_team_id: team.id}}
      cancelLabel="Close"
      addLabel="Add to the team"
      onAdd={async (userIds) => {
        await server.addUsersToTeam(team.id, userIds);
        const many = `${userIds.length} people were added.`;
        tellDone(userIds.length === 1 ? 'One person was added to the team.' : many);
      }}
      onClose={onClose}
    >
      {team.invite_id && (
        <CopyField
          label="Whoever opens this link can join"
          value={`${window.location.origin}/signup_user_complete/?id=${team.invite_id}`}
        />
      )}
    </AddPeopleDialog>
  );
}
