import {useState} from 'react';
import {rememberTrigger} from '../../data/dialogs/triggers.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {goTo} from '../../lib/go-to.ts';
import {ownPath} from '../../lib/safe-url.ts';
import {server} from '../../lib/server.ts';
import {openSheet} from '../keyboard/sheet-state.ts';

/** Runs slash commands, and opens the address that a command may return. */
export function useRunCommand({channelId, rootId}: {channelId: string; rootId: string}) {
  const team = useCurrentTeam();
  const [isRunning, setRunning] = useState(false);

  /** @throws the server's error if it rejects the command. */
  async function run(command: string, onDone: () => void): Promise<void> {
    // The client handles `/shortcuts` itself.
    if (/^\/shortcuts$/i.test(command)) {
      onDone();
      return openSheet();
    }
    setRunning(true);
    try {
      const response = await server.executeCommand(command, {
        channel_id: channelId,
        team_id: team.id,
        root_id: rootId,
      });
      onDone();
      rememberTrigger(response.trigger_id);
      if (response.goto_location) openAddress(response.goto_location);
    } finally {
      setRunning(false);
    }
  }

  return {isRunning, run};
}

function openAddress(address: string): void {
  const path = ownPath(address);
  if (path) goTo(path);
  else window.open(address, '_blank', 'noopener,noreferrer');
}
