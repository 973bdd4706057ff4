import {atom} from 'nanostores';

/** A dialog about the open team or its channels. */
export type TeamDialog =
  | 'browse'
  | 'create'
  | 'direct'
  | 'invite'
  | 'members'
  | 'groups'
  | 'settings'
  | 'leave';

/** The open dialog. */
export const $teamDialog = atom<TeamDialog | undefined>(undefined);

/** Opens a dialog about the open team or its channels. */
export function openTeamDialog(dialog: TeamDialog): void {
  $teamDialog.set(dialog);
}

export function closeTeamDialog(): void {
  $teamDialog.set(undefined);
}
