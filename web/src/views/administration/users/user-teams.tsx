import type {Team} from '@mattermost/types/teams';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link} from 'react-router';
import {Avatar} from '../../../components/ui/avatar.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {server} from '../../../lib/server.ts';
import {PlaceName} from '../list-tools.tsx';
import {refreshAdministration} from '../use-change.ts';

/** The teams that somebody is in. */
export function UserTeams({user}: {user: UserProfile}) {
  const [leaving, setLeaving] = useState<Team>();
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['administration', 'teams-of', user.id],
    queryFn: () => server.getTeamsForUser(user.id),
    staleTime: 0,
  });
  const columns: Column<Team>[] = [
    {
      label: 'Team',
      render: (team) => (
        <PlaceName
          mark={<Avatar name={team.display_name} size={28} square />}
          name={<Link to={`/_admin/teams?find=${team.name}`}>{team.display_name}</Link>}
        />
      ),
    },
    {
      label: 'Remove from the team',
      kind: 'actions',
      render: (team) => (
        <Button size="small" aria-label={`Remove from ${team.display_name}`} onPress={() => setLeaving(team)}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <Panel title="Teams" text={data?.length === 0 && 'In no team.'}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        data.length > 0 && <DataTable label="Teams" columns={columns} rows={data} keyOf={({id}) => id} />
      )}
      {leaving && (
        <ConfirmDialog
          title={`Remove ${user.username} from ${leaving.display_name}?`}
          confirmLabel="Remove"
          danger
          onClose={() => setLeaving(undefined)}
          onConfirm={async () => {
            await server.removeFromTeam(leaving.id, user.id);
            await refreshAdministration();
          }}
        >
          {user.username} leaves all of its channels with it.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
