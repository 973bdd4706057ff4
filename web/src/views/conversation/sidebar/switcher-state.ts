import {atom} from 'nanostores';

/** Whether the window is open in which one finds a channel by typing. */
export const $switcherOpen = atom(false);

export function openSwitcher(): void {
  $switcherOpen.set(true);
}

/** Opens it by Ctrl or Cmd and K, wherever one is. */
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
