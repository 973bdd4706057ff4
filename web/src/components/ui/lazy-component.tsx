import {type ComponentType, type ReactNode, useEffect, useState} from 'react';
import {loadMissedStyles} from '../../lib/missed-styles.ts';
import {isUnreachable, MissingFile, server} from '../../lib/server.ts';
import {ErrorState} from './state.tsx';

/** A component in a file of its own. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Reads the file before it is drawn. Rejects if that fails; drawing it tries again. */
  load(): Promise<void>;
}

/**
 * A part of the client that is read from the server when it is first drawn, with `placeholder` in its place until then,
 * and what went wrong if it cannot be: without a connection it can be tried again, and where the server has no such
 * file any more the page is loaded again. React's own `lazy` would hold it back for 300 ms after what stood there
 * placeholder, and for a moment even when it is known.
 */
export function lazyComponent<Props extends object>(
  read: () => Promise<{default: ComponentType<Props>}>,
  placeholder: ReactNode = null,
): LazyComponent<Props> {
  let Known: ComponentType<Props> | undefined;

  async function load(): Promise<void> {
    if (Known) return;
    try {
      await loadMissedStyles();
      Known = (await read()).default;
    } catch (cause) {
      // Where this fails too, that is why.
      await server.call('/system/ping');
      throw new MissingFile(cause);
    }
  }

  function LoadedPart(props: Props) {
    const [Loaded, setLoaded] = useState(() => Known);
    const [error, setError] = useState<unknown>();
    const isWaiting = !Loaded && error === undefined;
    useEffect(() => {
      if (isWaiting) load().then(() => setLoaded(() => Known), setError);
    }, [isWaiting]);
    if (Loaded) return <Loaded {...props} />;
    if (isWaiting) return placeholder;
    const retry = () => (isUnreachable(error) ? setError(undefined) : window.location.reload());
    return <ErrorState error={error} onRetry={retry} />;
  }
  return Object.assign(LoadedPart, {load});
}
