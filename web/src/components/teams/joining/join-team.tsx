import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {Button} from '../../ui/button.tsx';
import {EmptyState} from '../../ui/state.tsx';

interface JoinTeamProps {
  team: {display_name: string; description: string};
  /** Joins the team. */
  onJoin: () => Promise<void>;
}

/** The content of a page that asks whether the person wants to join a team. */
export function JoinTeam({team, onJoin}: JoinTeamProps) {
  const [busy, setBusy] = useState(false);
  async function join() {
    setBusy(true);
    try {
      await onJoin();
    } catch (failure) {
      showError(errorMessage(failure));
      setBusy(false);
    }
  }
  return (
    <EmptyState icon="people" title={t`Join ${team.display_name}?`}>
      {team.description && <p>{team.description}</p>}
      <Button kind="primary" busy={busy} onPress={() => void join()}>
        <Trans>Join team</Trans>
      </Button>
    </EmptyState>
  );
}
