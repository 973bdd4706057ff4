import {rememberTrigger} from '../../data/dialogs/triggers.ts';
import {goTo} from '../../lib/go-to.ts';
import {ownPath} from '../../lib/safe-url.ts';
import {server} from '../../lib/server.ts';
import {openSheet} from '../keyboard/sheet-state.ts';

interface CommandPlace {
  channelId: string;
  rootId: string;
  teamId: string;
}

/**
 * Runs a slash command, and opens the address that it may return.
 *
 * @param onDone called as soon as the server has accepted the command.
 * @throws the server's error if it rejects the command.
 */
export async function runCommand(
  command: string,
  {channelId, rootId, teamId}: CommandPlace,
  onDone: () => void = () => undefined,
): Promise<void> {
  // The client handles `/shortcuts` itself.
  if (/^\/shortcuts$/i.test(command)) {
    onDone();
    return openSheet();
  }
  const response = await server.executeCommand(command, {
    channel_id: channelId,
    team_id: teamId,
    root_id: rootId,
  });
  onDone();
  rememberTrigger(response.trigger_id);
  if (response.goto_location) openAddress(response.goto_location);
}

function openAddress(address: string): void {
  const path = ownPath(address);
  if (path) goTo(path);
  else window.open(address, '_blank', 'noopener,noreferrer');
}
