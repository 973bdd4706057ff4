import {followCategories} from '../features/channels/categories.ts';
import {followChannels} from '../features/channels/channels.ts';
import {followReturn} from '../features/channels/reading.ts';
import {followSwitcherKey} from '../features/channels/switcher-state.ts';
import {followDrafts} from '../features/composer/kept-drafts.ts';
import {followDialogs} from '../features/dialogs/opened-dialogs.ts';
import {followEmoji} from '../features/emoji/emoji-names.ts';
import {followPeople} from '../features/people/people.ts';
import {followPresence} from '../features/people/presence.ts';
import {followPosts} from '../features/posts/live-posts.ts';
import {followTyping} from '../features/posts/typing.ts';
import {followTeams} from '../features/teams/teams.ts';
import {refreshClientConfig} from '../lib/client-config.ts';
import {connect, disconnect, onLive, onMissedEvents} from '../lib/live.ts';
import {applyPreferences} from '../lib/preferences.ts';
import {queries} from '../lib/queries.ts';

let isFollowing = false;

/** Lets every feature hear what happens on the server, as long as somebody is signed in. */
export function followEvents(): () => void {
  const stops = [followPresence(), followReturn(), followSwitcherKey()];
  if (!isFollowing) {
    isFollowing = true;
    followTeams();
    followChannels();
    followCategories();
    followPeople();
    followPosts();
    followTyping();
    followDrafts();
    followEmoji();
    followDialogs();
    onLive('preferences_changed', ({data}) => applyPreferences(JSON.parse(data.preferences), 'set'));
    onLive('preferences_deleted', ({data}) => applyPreferences(JSON.parse(data.preferences), 'delete'));
    onLive('config_changed', () => void refreshClientConfig());
    onLive('role_updated', () => void queries.invalidateQueries({queryKey: ['roles']}));
    onMissedEvents(() => {
      void refreshClientConfig();
      for (const key of ['preferences', 'roles']) void queries.invalidateQueries({queryKey: [key]});
    });
  }
  connect();
  return () => {
    for (const stop of stops) stop();
    disconnect();
  };
}
