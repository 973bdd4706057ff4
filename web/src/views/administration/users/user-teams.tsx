import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Team} from '@mattermost/types/teams';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Avatar} from '../../../components/ui/avatar.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {NotLoaded} from '../../../components/ui/state.tsx';
import {server} from '../../../lib/server.ts';
import {RowName} from '../list-tools.tsx';
import {TeamLink} from '../references.tsx';
import {refreshAdministration} from '../use-change.ts';

const AddToTeamDialog = lazyDialog(() => import('./add-to-team.tsx'));

/** The teams of a user. */
export function UserTeams({user}: {user: UserProfile}) {
  const [removing, setRemoving] = useState<Team>();
  const [isAdding, setAdding] = useState(false);
  const {data, error, refetch} = useQuery({
    queryKey: ['administration', 'teams-of', user.id],
    queryFn: () => server.getTeamsForUser(user.id),
    staleTime: 0,
  });
  const columns: Column<Team>[] = [
    {
      label: t`Team`,
      render: (team) => (
        <RowName
          icon={<Avatar name={team.display_name} size={28} square />}
          name={<TeamLink team={team} />}
        />
      ),
    },
    {
      label: t`Actions`,
      kind: 'actions',
      render: (team) => {
        const name = team.display_name;
        return (
          <Button size="small" aria-label={t`Remove from ${name}`} onPress={() => setRemoving(team)}>
            <Trans>Remove</Trans>
          </Button>
        );
      },
    },
  ];
  return (
    <Panel
      title={t`Teams`}
      text={data?.length === 0 && t`Not a member of any team.`}
      actions={
        data &&
        user.delete_at === 0 && (
          <Button size="small" icon="add" onPress={() => setAdding(true)}>
            <Trans>Add to team</Trans>
          </Button>
        )
      }
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        data.length > 0 && <DataTable label={t`Teams`} columns={columns} rows={data} getKey={({id}) => id} />
      )}
      {isAdding && <AddToTeamDialog user={user} without={data ?? []} onClose={() => setAdding(false)} />}
      {removing && (
        <RemoveFromTeamDialog user={user} team={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Panel>
  );
}

interface RemoveFromTeamProps {
  user: UserProfile;
  team: Team;
  onClose: () => void;
}

function RemoveFromTeamDialog({user, team, onClose}: RemoveFromTeamProps) {
  const name = user.username;
  const teamName = team.display_name;
  return (
    <ConfirmDialog
      title={t`Remove ${name} from ${teamName}?`}
      confirmLabel={t`Remove`}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await server.removeFromTeam(team.id, user.id);
        await refreshAdministration();
      }}
    >
      <Trans>This also removes the user from all channels of the team.</Trans>
    </ConfirmDialog>
  );
}
