import {lazy, Suspense} from 'react';
import {ErrorState, LoadingState} from '../components/state.tsx';
import {useClientConfigQuery} from '../lib/client-config.ts';
import {sessionEnded} from '../lib/server.ts';
import {useSession} from '../lib/session.ts';
import {useStore} from '../lib/store.ts';

const FrontDoor = lazy(() => import('../features/session/front-door.tsx'));
const SignedIn = lazy(() => import('./signed-in.tsx'));

/** Decides whether somebody has to sign in first. The pages keep their address meanwhile. */
export function App() {
  const config = useClientConfigQuery();
  const session = useSession();
  const hasEnded = useStore(sessionEnded);
  const error = config.error ?? session.error;
  if (error) {
    return (
      <ErrorState error={error} onRetry={() => void Promise.all([config.refetch(), session.refetch()])} />
    );
  }
  if (!config.data || session.data === undefined) return <LoadingState />;
  const isSignedIn = session.data && !hasEnded;
  if (!isSignedIn) document.title = config.data.SiteName || 'Patchbay';
  return <Suspense fallback={<LoadingState />}>{isSignedIn ? <SignedIn /> : <FrontDoor />}</Suspense>;
}
