import {t} from '@lingui/core/macro';
import {type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState} from 'react';
import {loadMissedStyles} from '../../lib/missed-styles.ts';
import {errorMessage, MissingFile, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {ErrorState} from './state.tsx';
import {keepTyped} from './typed-ahead.ts';

/** A component that is loaded on demand. */
export interface LazyComponent<Props> {
  (props: Props): ReactNode;
  /** Loads the code before the component renders. If that fails, it rejects, and rendering tries again. */
  load(): Promise<void>;
}

async function reload(): Promise<void> {
  window.location.reload();
}

/** Reports that code for something small couldn't be loaded. */
export function showLoadError(error: unknown): void {
  const isOutdated = error instanceof MissingFile;
  showError(errorMessage(error), isOutdated ? {label: t`Reload`, run: reload} : undefined);
}

/**
 * A component whose code is loaded when it first renders. Until then, it shows `placeholder`. If loading fails, it
 * shows the error with a button to try again. If the server no longer has the file, the button reloads the page, and
 * without a placeholder, it is in a toast instead of the place of the component. React's `lazy` isn't used because it keeps a placeholder for at least 300 ms, and shows it briefly even if the code is
 * already loaded.
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
      // The failure may also be caused by missing styles.
      await server.call('/system/ping');
      throw new MissingFile(cause);
    }
  }

  function LoadedPart(props: Props) {
    const [Loaded, setLoaded] = useState(() => Known);
    const [error, setError] = useState<unknown>();
    function fail(cause: unknown) {
      setError(cause);
      // The place of the component may be as small as a button.
      if (cause instanceof MissingFile && placeholder === null) showLoadError(cause);
    }
    const isWaiting = !Loaded && error === undefined;
    useEffect(() => {
      if (isWaiting) load().then(() => setLoaded(() => Known), fail);
    }, [isWaiting]);
    if (Loaded) return <Loaded {...props} />;
    if (isWaiting) return placeholder;
    if (!(error instanceof MissingFile))
      return <ErrorState error={error} onRetry={() => setError(undefined)} />;
    return placeholder && <ErrorState error={error} retryLabel={t`Reload`} onRetry={() => void reload()} />;
  }
  return Object.assign(LoadedPart, {load});
}

/** A dialog with a field, whose code is loaded when it opens. What the person types until then goes to the field. */
export function lazyDialog<Props extends object>(read: () => Promise<{default: ComponentType<Props>}>) {
  const Loaded = lazyComponent(read);
  return function OpenDialog(props: Props) {
    useLayoutEffect(() => keepTyped(), []);
    return <Loaded {...props} />;
  };
}
