import type {NavigateFunction, NavigateOptions} from 'react-router';

let navigate: NavigateFunction | undefined;

/** Sets how {@link goTo} opens a page. The router calls this. */
export function setNavigate(next: NavigateFunction): void {
  navigate = next;
}

/**
 * Opens a page from code outside of components, such as after a click on a desktop notification, or from a component
 * that stays on the page. With `useNavigate`, that would render with each change of the address.
 */
export function goTo(path: string, options?: NavigateOptions): void {
  void navigate?.(path, options);
}

/** Whether a click on a link opens its page here. The browser opens other clicks in a new tab or window. */
export function isPlainClick(
  click: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
) {
  return click.button === 0 && !click.ctrlKey && !click.metaKey && !click.shiftKey && !click.altKey;
}

/**
 * Changes the parameters of the URL. They are read from the address itself, because the page renders later than the
 * address changes, and another change can come in between.
 */
export function changeParameters(
  change: (parameters: URLSearchParams) => void,
  options?: NavigateOptions,
): void {
  const {pathname, search} = window.location;
  const parameters = new URLSearchParams(search);
  change(parameters);
  void navigate?.({pathname, search: parameters.toString()}, options);
}
