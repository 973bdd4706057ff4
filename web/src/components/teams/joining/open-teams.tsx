import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Team} from '@mattermost/types/teams';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {joinTeam} from '../../../data/channels/join-team.ts';
import {useOpenTeams} from '../../../data/teams/open-teams.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {Button} from '../../ui/button.tsx';
import {ErrorState} from '../../ui/state.tsx';
import {TeamRows} from '../team-rows.tsx';

/** Teams that the person can join without an invitation. */
export function OpenTeams({emptyText}: {emptyText?: string}) {
  const navigate = useNavigate();
  const [joiningId, setJoiningId] = useState<string>();
  const {data: teams, error} = useOpenTeams();

  async function join(team: Team) {
    setJoiningId(team.id);
    try {
      await joinTeam(team.id);
      navigate(`/${team.name}`);
    } catch (failure) {
      showError(errorMessage(failure));
    } finally {
      setJoiningId(undefined);
    }
  }

  if (!teams) return error && <ErrorState error={error} />;
  if (teams.length === 0 && !emptyText) return null;
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
