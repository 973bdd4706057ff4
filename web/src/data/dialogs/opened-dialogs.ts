import {atom} from 'nanostores';
import {onLive} from '../system/live.ts';
import {isOwnTrigger, onTrigger} from './triggers.ts';
import type {WireDialog} from './wire-dialog.ts';

interface WireOpenedDialog {
  trigger_id: string;
  dialog_id: string;
  url: string;
  dialog: WireDialog;
}

/** A dialog that an integration has opened. */
export interface OpenedDialog {
  triggerId: string;
  dialogId: string;
  /** The URL that receives the submission. The server also uses it to identify the dialog. */
  url: string;
  dialog: WireDialog;
}

/** The dialogs of this tab. The first one is shown; the others wait until it is closed. */
export const $openedDialogs = atom<readonly OpenedDialog[]>([]);

/** Dialogs that arrived before the response to their trigger, or that belong to another tab. */
let unclaimed: readonly OpenedDialog[] = [];
const MAX_UNCLAIMED = 10;

function claim(): void {
  const own = unclaimed.filter(({triggerId}) => isOwnTrigger(triggerId));
  if (own.length === 0) return;
  unclaimed = unclaimed.filter((one) => !own.includes(one));
  $openedDialogs.set([...$openedDialogs.get(), ...own]);
}

/** Removes a dialog that was submitted or canceled. */
export function closeDialog(dialogId: string): void {
  $openedDialogs.set($openedDialogs.get().filter((one) => one.dialogId !== dialogId));
}

/** Opens dialogs that integrations send in response to actions in this tab. */
export function followDialogs(): void {
  onLive('open_dialog', ({data}) => {
    const {trigger_id, dialog_id, url, dialog} = JSON.parse(data.dialog) as WireOpenedDialog;
    const opened = {triggerId: trigger_id, dialogId: dialog_id, url, dialog};
    unclaimed = [...unclaimed, opened].slice(-MAX_UNCLAIMED);
    claim();
  });
  onTrigger(claim);
}
