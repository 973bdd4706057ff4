import {followBookmarks} from '../data/channels/bookmarks.ts';
import {followCategories} from '../data/channels/categories.ts';
import {followChannels} from '../data/channels/live-channels.ts';
import {markReadOnReturn} from '../data/channels/read-state.ts';
import {followDialogs} from '../data/dialogs/opened-dialogs.ts';
import {followDrafts} from '../data/drafts/synced-drafts.ts';
import {followEmoji} from '../data/emoji/emoji-names.ts';
import {followGroups} from '../data/groups/groups.ts';
import {replaceCopies} from '../data/offline/copy.ts';
import {followPeople} from '../data/people/people.ts';
import {followPresence} from '../data/people/presence.ts';
import {followPosts} from '../data/posts/live-posts.ts';
import {continueSending} from '../data/posts/sending-posts.ts';
import {followTyping} from '../data/posts/typing.ts';
import {followPreferences} from '../data/preferences/preferences.ts';
import {followScheduledPosts} from '../data/scheduled-posts/scheduled-posts.ts';
import {refreshRoles} from '../data/session/permissions.ts';
import {refreshClientConfig} from '../data/system/client-config.ts';
import {connect, disconnect, onFirstConnect, onLive, onMissedEvents} from '../data/system/live.ts';
import {followTeams} from '../data/teams/teams.ts';
import {clearOffline} from '../lib/offline-store.ts';
import {queries} from '../lib/queries.ts';
import {$sessionEnded, isUnreachable} from '../lib/server.ts';

/** In milliseconds. Until then, the browser and the server are busy with the first page. */
const FIRST_PAGE = 1_000;

let isFollowing = false;

function loadParts(): void {
  // Failures are ignored: channels are loaded when the person opens them, and the next page can store the copy.
  import('../data/posts/load-in-advance.ts').then(
    ({loadUnreadChannels}) => loadUnreadChannels(),
    () => {},
  );
  import('../data/offline/save-copy.ts').then(
    ({saveOfflineCopy}) => saveOfflineCopy(),
    () => {},
  );
}

/** Connects every feature to live events from the server while someone is signed in. */
export function followEvents(): () => void {
  const stops = [followPresence(), markReadOnReturn()];
  if (!isFollowing) {
    isFollowing = true;
    followTeams();
    followChannels();
    followCategories();
    followBookmarks();
    followPeople();
    followPosts();
    followTyping();
    followDrafts();
    followScheduledPosts();
    followEmoji();
    followGroups();
    followDialogs();
    followPreferences();
    continueSending();
    // What stores the copy may not be loaded yet. If it is, it deletes the copy again after what it is writing.
    $sessionEnded.listen((hasEnded) => {
      if (hasEnded) void clearOffline();
    });
    onLive('config_changed', () => void refreshClientConfig());
    onLive('role_updated', () => void refreshRoles());
    onFirstConnect(() => {
      void replaceCopies();
      setTimeout(loadParts, FIRST_PAGE);
      void queries.refetchQueries({predicate: ({state}) => isUnreachable(state.error)});
    });
    onMissedEvents(() => {
      void refreshClientConfig();
      void refreshRoles();
    });
  }
  connect();
  return () => {
    for (const stop of stops) stop();
    disconnect();
  };
}
