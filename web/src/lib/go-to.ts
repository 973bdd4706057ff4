import type {NavigateFunction} from 'react-router';

let navigate: NavigateFunction | undefined;

/** Says how pages are changed; called where the addresses are. */
export function setNavigate(next: NavigateFunction): void {
  navigate = next;
}

/** Opens a page from outside of the pages, such as by a click on a notice of the system. */
export function goTo(path: string): void {
  void navigate?.(path);
}
