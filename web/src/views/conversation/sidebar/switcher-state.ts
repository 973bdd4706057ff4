import {atom} from 'nanostores';

/** Whether the dialog that finds channels and people is open. */
export const $switcherOpen = atom(false);

export function openSwitcher(): void {
  $switcherOpen.set(true);
}

/** Opens the dialog on Ctrl+K or Cmd+K, on every page. */
export function followSwitcherKey(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'k') {
      event.preventDefault();
      openSwitcher();
    }
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
