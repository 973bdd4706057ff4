import {useEffect} from 'react';
import {ErrorState, LoadingState} from '../components/ui/state.tsx';
import {Toasts} from '../components/ui/toast.tsx';
import {channelsQuery, membershipsQuery} from '../data/channels/channels.ts';
import {readEmojiList} from '../data/emoji/emoji-names.ts';
import {usePreferencesQuery} from '../data/preferences/preferences.ts';
import {teamsQuery} from '../data/teams/teams.ts';
import {queries} from '../lib/queries.ts';
import {followEvents} from './live-updates.ts';
import {Pages} from './pages.tsx';
import {useTheme} from './theme.ts';

/** All of the client behind the sign-in. */
export default function SignedIn() {
  const preferences = usePreferencesQuery();
  useTheme();
  useEffect(followEvents, []);
  useEffect(readAhead, []);
  if (preferences.error) {
    return <ErrorState error={preferences.error} onRetry={() => void preferences.refetch()} />;
  }
  if (!preferences.data) return <LoadingState />;
  return (
    <>
      <Pages />
      <Toasts />
    </>
  );
}

/** Reads at once what nearly every page begins with, and not each thing when that is drawn which shows it. */
function readAhead(): void {
  void queries.prefetchQuery(teamsQuery);
  void queries.prefetchQuery(channelsQuery);
  void queries.prefetchQuery(membershipsQuery);
  void readEmojiList();
}
