import {useStore} from '@nanostores/react';
import {useEffect} from 'react';
import {lazyComponent} from '../components/ui/lazy-component.tsx';
import {ErrorState, LoadingState} from '../components/ui/state.tsx';
import {isEmailLink} from '../data/session/email-links.ts';
import {usePageLanguage} from '../data/session/language.ts';
import {hasSessionCookie, useSession} from '../data/session/session.ts';
import {useClientConfigQuery} from '../data/system/client-config.ts';
import {withCatalog} from '../lib/i18n.ts';
import {$sessionEnded} from '../lib/server.ts';

const FrontDoor = lazyComponent(
  () => withCatalog('pages', import('../views/sign-in/front-door.tsx')),
  <LoadingState />,
);
const SignedIn = lazyComponent(() => import('./signed-in.tsx'), <LoadingState />);

/** Shows the sign-in page first if necessary. The address of the page stays the same. */
export function App() {
  const config = useClientConfigQuery();
  const session = useSession();
  const hasEnded = useStore($sessionEnded);
  useEffect(loadProbablePage, []);
  usePageLanguage();
  const error = config.error ?? session.error;
  if (error) {
    return (
      <ErrorState error={error} onRetry={() => void Promise.all([config.refetch(), session.refetch()])} />
    );
  }
  if (!config.data || session.data === undefined) return <LoadingState />;
  const isSignedIn = session.data && !hasEnded && !isEmailLink(window.location.pathname);
  if (!isSignedIn) document.title = config.data.SiteName || 'Patchbay';
  return isSignedIn ? <SignedIn /> : <FrontDoor />;
}

/** Loads the code of the page while the server checks the session. */
function loadProbablePage(): void {
  const page = hasSessionCookie() ? SignedIn : FrontDoor;
  // An error is shown when the page renders.
  page.load().catch(() => {});
}
