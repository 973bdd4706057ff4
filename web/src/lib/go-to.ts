import type {NavigateFunction} from 'react-router';

let navigate: NavigateFunction | undefined;

/** Sets how {@link goTo} opens a page. The router calls this. */
export function setNavigate(next: NavigateFunction): void {
  navigate = next;
}

/** Opens a page from code outside of components, such as after a click on a desktop notification. */
export function goTo(path: string): void {
  void navigate?.(path);
}
