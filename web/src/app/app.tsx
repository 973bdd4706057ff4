import {useStore} from '@nanostores/react';
import {useEffect} from 'react';
import {lazyComponent} from '../components/ui/lazy-component.tsx';
import {ErrorState, LoadingState} from '../components/ui/state.tsx';
import {readCopy} from '../data/offline/copy.ts';
import {isEmailLink} from '../data/session/email-links.ts';
import {usePageLanguage} from '../data/session/language.ts';
import {signedInId, useSession} from '../data/session/session.ts';
import {useClientConfigQuery} from '../data/system/client-config.ts';
import {withCatalog} from '../lib/i18n.ts';
import {$sessionEnded} from '../lib/server.ts';

const FrontDoor = lazyComponent(
  () => withCatalog('pages', import('../views/sign-in/front-door.tsx')),
  <LoadingState />,
);
const SignedIn = lazyComponent(
  async () => {
    const [page, first] = await Promise.all([import('./signed-in.tsx'), readCopy()]);
    page.showFirstPage(first);
    return page;
  },
  <LoadingState />,
);

/** Shows the sign-in page first if necessary. The address of the page stays the same. */
export function App() {
  const config = useClientConfigQuery();
  const session = useSession();
  const hasEnded = useStore($sessionEnded);
  useEffect(() => void loadInAdvance(FrontDoor, !signedInId()), []);
  usePageLanguage();
  if (!config.data || session.data === undefined) {
    const error = config.error ?? session.error;
    if (!error) return <LoadingState />;
    return (
      <ErrorState error={error} onRetry={() => void Promise.all([config.refetch(), session.refetch()])} />
    );
  }
  const isSignedIn = session.data && !hasEnded && !isEmailLink(window.location.pathname);
  if (!isSignedIn) document.title = config.data.SiteName || 'Patchbay';
  return isSignedIn ? <SignedIn /> : <FrontDoor />;
}

/**
 * Loads the code of the page and its copy while its texts load and the server checks the session. Resolves when they are
 * there, or no one has signed in.
 */
export function loadSignedIn(): Promise<void> {
  return loadInAdvance(SignedIn, signedInId() !== undefined);
}

async function loadInAdvance(page: typeof SignedIn, isProbable: boolean): Promise<void> {
  // Ignored here: the error is shown when the page renders.
  if (isProbable) await page.load().catch(() => {});
}
