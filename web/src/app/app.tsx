import {useQuery} from '@tanstack/react-query';
import {ErrorState, LoadingState} from '../components/state.tsx';
import {useClientConfigQuery} from '../lib/client-config.ts';
import {sessionEnded} from '../lib/server.ts';
import {hasSessionCookie, useSession} from '../lib/session.ts';
import {useStore} from '../lib/store.ts';

const pages = {
  signedIn: () => import('./signed-in.tsx'),
  frontDoor: () => import('../features/session/front-door.tsx'),
};

/** Decides whether somebody has to sign in first. The pages keep their address meanwhile. */
export function App() {
  const config = useClientConfigQuery();
  const session = useSession();
  const hasEnded = useStore(sessionEnded);
  const isSignedIn = session.data === undefined ? hasSessionCookie() : session.data !== null && !hasEnded;
  const page = usePage(isSignedIn ? 'signedIn' : 'frontDoor');
  const failed = [config, session, page].filter(({error}) => error);
  if (failed[0]) {
    return (
      <ErrorState
        error={failed[0].error!}
        onRetry={() => void Promise.all(failed.map(({refetch}) => refetch()))}
      />
    );
  }
  if (!config.data || session.data === undefined || !page.data) return <LoadingState />;
  if (!isSignedIn) document.title = config.data.SiteName || 'Patchbay';
  const {default: Page} = page.data;
  return <Page />;
}

/**
 * Loads what stands behind the door, or the door, while the server is still asked who is there. Not by `lazy`: React
 * holds back for 300 ms what comes soon after something that says that it is being loaded.
 */
function usePage(name: keyof typeof pages) {
  return useQuery({
    queryKey: ['page', name],
    queryFn: pages[name],
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
