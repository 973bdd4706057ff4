import type {Post} from '@mattermost/types/posts';
import type {Reaction} from '@mattermost/types/reactions';
import {onFirstConnect, onLive, onMissedEvents} from '../../lib/live.ts';
import {queries} from '../../lib/queries.ts';
import {me} from '../../lib/session.ts';
import {countPost, knownMembership, refreshChannels} from '../channels/channels.ts';
import {isBeingRead, markRead, openChannel} from '../channels/reading.ts';
import {catchUp, dropAllWindows, dropWindow, insertPost, knownWindow} from './channel-window.ts';
import {notifyOf} from './notifications.ts';
import {settle} from './pending-posts.ts';
import {takeAway} from './post-changes.ts';
import {addReaction, changePost, rememberPosts, removeReaction} from './posts.ts';
import {catchUpThreads} from './thread-window.ts';

/** Keeps the lists of posts fresh by live events. */
export function followPosts(): void {
  onLive('posted', ({data}) => {
    const post = JSON.parse(data.post) as Post;
    if (!knownMembership(post.channel_id)) void refreshChannels();
    const mentions: string[] = data.mentions ? JSON.parse(data.mentions) : [];
    const isMention = mentions.includes(me().id);
    const isRead = isBeingRead(post.channel_id);
    countPost(post, {isMention, isRead});
    settle(post, post.pending_post_id);
    if (isRead && post.user_id !== me().id) markRead(post.channel_id);
    notifyOf(post, {isMention, isRead, data});
  });
  onLive('post_edited', ({data}) => {
    const post = JSON.parse(data.post) as Post;
    rememberPosts([post]);
    refreshLists(post);
  });
  onLive('post_deleted', ({data}) => {
    const post = JSON.parse(data.post) as Post;
    takeAway(post);
    refreshLists(post);
    if (post.root_id === '') void queries.invalidateQueries({queryKey: ['threads']});
  });
  onLive('ephemeral_message', ({data}) => {
    const post = JSON.parse(data.post) as Post;
    rememberPosts([post]);
    insertPost(post);
    settle(post, '');
  });
  onLive('reaction_added', ({data}) => addReaction(JSON.parse(data.reaction) as Reaction));
  onLive('reaction_removed', ({data}) => removeReaction(JSON.parse(data.reaction) as Reaction));
  onLive('thread_updated', () => void queries.invalidateQueries({queryKey: ['threads']}));
  onLive('thread_follow_changed', ({data}) => {
    changePost(data.thread_id, (post) => ({...post, is_following: data.state}));
    void queries.invalidateQueries({queryKey: ['threads']});
  });
  onLive('thread_read_changed', () => void queries.invalidateQueries({queryKey: ['threads']}));
  // What came between the reading of something and the first connection was announced to nobody here.
  onFirstConnect(() => {
    const open = openChannel.get();
    if (open) catchUp(open).catch(() => {});
    void catchUpThreads();
    void refreshChannels();
  });
  onMissedEvents(() => {
    const open = openChannel.get();
    const openWindow = open && knownWindow(open);
    if (!openWindow) dropAllWindows();
    else {
      for (const id of Object.keys(queries.getQueryData<object>(['my-channels']) ?? {})) {
        if (id !== open) dropWindow(id);
      }
      catchUp(open).catch(() => dropWindow(open));
    }
    void catchUpThreads();
    for (const queryKey of [['threads'], ['pinned-posts'], ['saved-posts']]) {
      void queries.invalidateQueries({queryKey});
    }
  });
}

function refreshLists(post: Post): void {
  void queries.invalidateQueries({queryKey: ['pinned-posts', post.channel_id]});
  void queries.invalidateQueries({queryKey: ['channel-stats', post.channel_id]});
}
