import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {refreshChannels} from '../../data/channels/channels.ts';
import {useMe} from '../../data/session/session.ts';
import {refreshTeams, useTeams} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {Button} from '../ui/button.tsx';
import {ErrorState} from '../ui/state.tsx';
import {TeamRows} from './team-rows.tsx';

/** Teams that the person can join without an invitation. */
export function OpenTeams({emptyText}: {emptyText?: string}) {
  const me = useMe();
  const navigate = useNavigate();
  const own = useTeams();
  const [joiningId, setJoiningId] = useState<string>();
  const {
    data = [],
    error,
    isPending,
  } = useQuery({
    queryKey: ['open-teams'],
    queryFn: async () => (await server.getTeams(0, 200)) as Team[],
  });
  const ownIds = new Set(own.map(({id}) => id));
  const teams = data.filter(({id, delete_at}) => !ownIds.has(id) && delete_at === 0);

  async function join(team: Team) {
    setJoiningId(team.id);
    try {
      await server.addToTeam(team.id, me.id);
      await Promise.all([refreshTeams(), refreshChannels()]);
      navigate(`/${team.name}`);
    } catch (failure) {
      showError(errorMessage(failure));
    } finally {
      setJoiningId(undefined);
    }
  }

  if (error) return <ErrorState error={error} />;
  if (isPending || (teams.length === 0 && !emptyText)) return null;
  return (
    <TeamRows
      title={t`Teams you can join`}
      teams={teams}
      emptyText={emptyText}
      renderAction={(team) => {
        const name = team.display_name;
        return (
          <Button busy={joiningId === team.id} onPress={() => void join(team)} aria-label={t`Join ${name}`}>
            <Trans>Join</Trans>
          </Button>
        );
      }}
    />
  );
}
