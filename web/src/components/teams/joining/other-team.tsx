import {useQuery} from '@tanstack/react-query';
import {Navigate} from 'react-router';
import {joinTeam} from '../../../data/channels/join-team.ts';
import {useHasPermission} from '../../../data/session/permissions.ts';
import {useTeams} from '../../../data/teams/teams.ts';
import {isNotFound, server} from '../../../lib/server.ts';
import {Missing} from '../../frame/missing-page.tsx';
import {PageHeader} from '../../frame/page-header.tsx';
import {ErrorState, LoadingState} from '../../ui/state.tsx';
import {JoinTeam} from './join-team.tsx';

/**
 * The page at the address of a team that the person isn't in. They can join it if they may. Otherwise, people without
 * a team go to the home page, which shows what they can do.
 */
export default function OtherTeam({name}: {name: string}) {
  const hasTeam = useTeams().length > 0;
  const {data, error, isPending, refetch} = useQuery({
    queryKey: ['team-by-name', name],
    queryFn: () => server.getTeamByName(name),
    retry: false,
    staleTime: 0,
  });
  const mayJoin = useHasPermission(data?.allow_open_invite ? 'join_public_teams' : 'join_private_teams');
  if (isPending || mayJoin === undefined) return <LoadingState />;
  if (data && data.delete_at === 0 && mayJoin) {
    return (
      <>
        <PageHeader title={data.display_name} />
        <JoinTeam team={data} onJoin={() => joinTeam(data.id)} />
      </>
    );
  }
  if (error && !isNotFound(error)) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return hasTeam ? <Missing what="team" /> : <Navigate to="/" replace />;
}
