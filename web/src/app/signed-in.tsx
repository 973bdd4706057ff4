import {useEffect} from 'react';
import {ErrorState, LoadingState} from '../components/state.tsx';
import {Toasts} from '../components/toast.tsx';
import {readEmojiList} from '../features/emoji/emoji-names.ts';
import {usePreferencesQuery} from '../lib/preferences.ts';
import {followEvents} from './live-updates.ts';
import {Pages} from './pages.tsx';
import {useTheme} from './theme.ts';

/** All of the client behind the sign-in. */
export default function SignedIn() {
  const preferences = usePreferencesQuery();
  useTheme();
  useEffect(followEvents, []);
  // Nearly every channel has emoji: their list comes while the channel is still being read.
  useEffect(() => void readEmojiList(), []);
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
