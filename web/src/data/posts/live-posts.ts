import type {Post} from '@mattermost/types/posts';
import type {PreferenceType} from '@mattermost/types/preferences';
import type {Reaction} from '@mattermost/types/reactions';
import type {UserThread} from '@mattermost/types/threads';
import {refreshChannelStats} from '../channels/channel-members.ts';
import {loadedMembership, refreshChannels} from '../channels/channels.ts';
import {$openChannel, countPost, isBeingRead, markRead} from '../channels/read-state.ts';
import {me} from '../session/session.ts';
import {$liveState, onLive, onMissedEvents} from '../system/live.ts';
import {catchUp, discardOtherWindows, discardWindow, insertPost} from './channel-window.ts';
import {notifyAbout} from './notifications.ts';
import {replacePending} from './pending-posts.ts';
import {removeDeletedPost, SAVED} from './post-changes.ts';
import {refreshPinnedPosts, refreshSavedPosts} from './post-lists.ts';
import {addReaction, changePost, rememberPosts, removeReaction} from './posts.ts';
import {catchUpThreads} from './thread-window.ts';
import {refreshThreads} from './threads.ts';

/** Updates the lists of posts on live events. */
export function followPosts(): void {
  onLive('posted', ({data, isEarlier}) => {
    const post = JSON.parse(data.post) as Post;
    if (!loadedMembership(post.channel_id)) void refreshChannels();
    const mentions: string[] = data.mentions ? JSON.parse(data.mentions) : [];
    const isMention = mentions.includes(me().id);
    const isRead = isBeingRead(post.channel_id);
    countPost(post, {isMention, isRead});
    replacePending(post, post.pending_post_id);
    if (post.is_pinned) refreshLists(post);
    if (isRead && post.user_id !== me().id) markRead(post.channel_id);
    // The page knew about earlier ones before it was reloaded.
    if (!isEarlier) notifyAbout(post, {isMention, isRead, data});
  });
  onLive('post_edited', ({data}) => {
    const post = JSON.parse(data.post) as Post;
    rememberPosts([post]);
    refreshLists(post);
  });
  onLive('post_deleted', ({data}) => {
    const post = JSON.parse(data.post) as Post;
    removeDeletedPost(post);
    refreshLists(post);
    if (post.root_id === '') void refreshThreads();
  });
  onLive('ephemeral_message', ({data}) => {
    const post = JSON.parse(data.post) as Post;
    rememberPosts([post]);
    insertPost(post);
    replacePending(post, '');
  });
  onLive('reaction_added', ({data}) => addReaction(JSON.parse(data.reaction) as Reaction));
  onLive('reaction_removed', ({data}) => removeReaction(JSON.parse(data.reaction) as Reaction));
  for (const event of ['preferences_changed', 'preferences_deleted']) {
    onLive(event, ({data}) => {
      const changed = JSON.parse(data.preferences) as PreferenceType[];
      if (changed.some(({category}) => category === SAVED)) void refreshSavedPosts();
    });
  }
  onLive('thread_updated', ({data}) => {
    // Replying and mentions follow a thread without an event of their own.
    const {id, is_following} = JSON.parse(data.thread) as UserThread;
    changePost(id, (post) => ({...post, is_following}));
    void refreshThreads();
  });
  onLive('thread_follow_changed', ({data}) => {
    changePost(data.thread_id, (post) => ({...post, is_following: data.state}));
    void refreshThreads();
  });
  onLive('thread_read_changed', () => void refreshThreads());
  let isBehind = false;
  function catchUpOpenChannel(): void {
    const open = $openChannel.get();
    discardOtherWindows(open);
    if (!open) return;
    catchUp(open).catch(() => {
      // Keep the messages while the server can't be reached.
      if ($liveState.get() === 'live') discardWindow(open);
      else isBehind = true;
    });
  }
  $liveState.listen((state) => {
    if (state !== 'live' || !isBehind) return;
    isBehind = false;
    catchUpOpenChannel();
  });
  onMissedEvents(() => {
    catchUpOpenChannel();
    void catchUpThreads();
    void refreshThreads();
    void refreshPinnedPosts();
    void refreshSavedPosts();
  });
}

function refreshLists(post: Post): void {
  void refreshPinnedPosts(post.channel_id);
  void refreshChannelStats(post.channel_id);
}
