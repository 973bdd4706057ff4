import {atom} from 'nanostores';

const KEY = 'patchbay.unreads-only';

/** Whether the sidebar shows only unread channels, on this device. */
export const $unreadsOnly = atom(localStorage.getItem(KEY) !== null);

export function toggleUnreadsOnly(): void {
  const isOn = !$unreadsOnly.get();
  if (isOn) localStorage.setItem(KEY, '');
  else localStorage.removeItem(KEY);
  $unreadsOnly.set(isOn);
}
