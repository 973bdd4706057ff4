import {useEffect} from 'react';
import {lazyComponent} from '../components/ui/lazy-component.tsx';
import {ErrorState, LoadingState} from '../components/ui/state.tsx';
import {Toasts} from '../components/ui/toast.tsx';
import {Tooltip} from '../components/ui/tooltip.tsx';
import {channelsQuery, membershipsQuery} from '../data/channels/channels.ts';
import {readEmojiList} from '../data/emoji/emoji-names.ts';
import {showChannelCopy} from '../data/offline/channel-copies.ts';
import type {FirstPage} from '../data/offline/copy.ts';
import {rememberPeople} from '../data/people/people.ts';
import {usePreferencesQuery} from '../data/preferences/preferences.ts';
import {useMustAcceptTerms} from '../data/session/terms.ts';
import {teamsQuery} from '../data/teams/teams.ts';
import {afterPaint} from '../lib/after-paint.ts';
import {withCatalog} from '../lib/i18n.ts';
import {queries} from '../lib/queries.ts';
import {holdCalls} from '../lib/server.ts';
import {followEvents} from './live-updates.ts';
import {Pages} from './pages.tsx';
import {useTheme} from './theme.ts';

const AcceptTerms = lazyComponent(
  () => withCatalog('pages', import('../views/sign-in/accept-terms.tsx')),
  <LoadingState />,
);

let releaseCalls = () => {};
/** When there was all that the first page needs, in milliseconds since the page started. */
let shown = 0;

/** Shows the data stored in this browser before the server responds. Calls wait until it is painted. */
export function showFirstPage({people, channel}: FirstPage): void {
  shown = performance.now();
  rememberPeople(people);
  showChannelCopy(channel);
  if (channel) releaseCalls = holdCalls();
}

function continueAfterPaint(): () => void {
  return afterPaint(() => {
    releaseCalls();
    // If this can't be loaded, the page works without it.
    import('./after-first-page.ts').then(
      ({afterFirstPage}) => afterFirstPage(shown),
      () => {},
    );
  });
}

/** Created once, because `SignedIn` renders with each change of the preferences and of the page. */
const pages = <Pages />;

/** The client for signed-in people. */
export default function SignedIn() {
  const preferences = usePreferencesQuery();
  const mustAcceptTerms = useMustAcceptTerms();
  useTheme();
  useEffect(continueAfterPaint, []);
  useEffect(followEvents, []);
  useEffect(prefetch, []);
  if (!preferences.data) {
    if (!preferences.error) return <LoadingState />;
    return <ErrorState error={preferences.error} onRetry={() => void preferences.refetch()} />;
  }
  return (
    <>
      {mustAcceptTerms ? <AcceptTerms /> : pages}
      <Toasts />
      <Tooltip />
    </>
  );
}

/** Requests in parallel what almost every page needs, before the components that need it render. */
function prefetch(): void {
  void queries.prefetchQuery(teamsQuery);
  void queries.prefetchQuery(channelsQuery);
  void queries.prefetchQuery(membershipsQuery);
  void readEmojiList();
}
