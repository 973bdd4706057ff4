import type {Post} from '@mattermost/types/posts';
import {atom} from 'nanostores';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {changeMembership, collapsedThreads} from '../channels/channels.ts';
import {countEmoji} from '../emoji/count-emoji.ts';
import {isKnownEmoji} from '../emoji/emoji-names.ts';
import {deletePreferences, setPreferences, usePreference} from '../preferences/preferences.ts';
import {isOwnPost} from '../session/own-post.ts';
import {me} from '../session/session.ts';
import {loadedWindow, removePost} from './channel-window.ts';
import {refreshSavedPosts} from './post-lists.ts';
import {addReaction, changePost, loadedPost, rememberPosts, removeReaction} from './posts.ts';
import {knownThreadIds, removeReply, removeThread} from './thread-window.ts';

// Changes are shown immediately, and undone if the server rejects them.

function report(error: unknown): void {
  showError(errorMessage(error));
}

function hasReacted(post: Post, emoji: string): boolean {
  return (loadedPost(post.id)?.metadata.reactions ?? []).some(
    (one) => one.user_id === me().id && one.emoji_name === emoji,
  );
}

/** Adds the person's reaction, or removes it. */
export async function toggleReaction(post: Post, emoji: string): Promise<void> {
  const own = {user_id: me().id, post_id: post.id, emoji_name: emoji, create_at: Date.now()};
  const isRemoved = hasReacted(post, emoji);
  try {
    if (isRemoved) {
      removeReaction(own);
      await server.removeReaction(own.user_id, post.id, emoji);
    } else {
      addReaction(own);
      countEmoji(({countEmojiUse}) => countEmojiUse(emoji));
      await server.addReaction(own.user_id, post.id, emoji);
    }
  } catch (error) {
    if (isRemoved) addReaction(own);
    else removeReaction(own);
    report(error);
  }
}

export async function setPinned(post: Post, pinned: boolean): Promise<void> {
  changePost(post.id, (before) => ({...before, is_pinned: pinned}));
  try {
    await (pinned ? server.pinPost(post.id) : server.unpinPost(post.id));
  } catch (error) {
    changePost(post.id, (before) => ({...before, is_pinned: !pinned}));
    report(error);
  }
}

/** Edits a message: its text and, if given, its files. @throws the server's error if it rejects the change */
export async function editMessage(post: Post, message: string, file_ids?: string[]): Promise<void> {
  const edited = await server.patchPost({id: post.id, message, file_ids});
  rememberPosts([edited]);
  countEmoji(({countSentEmoji}) => countSentEmoji(edited, post.message));
}

/** Deletes a message for everyone. @throws the server's error if it rejects the deletion */
export async function deletePost(post: Post): Promise<void> {
  await server.deletePost(post.id);
  removeDeletedPost(post);
}

/** Removes a deleted message from the page. If it is the first of a thread, also removes its replies. */
export function removeDeletedPost(post: Post): void {
  // The live event also arrives for messages that were deleted on this page.
  if (loadedPost(post.id)?.state === 'DELETED') return;
  // Quotes, saved messages and the open thread show that the message was deleted.
  changePost(post.id, (before) => ({...before, state: 'DELETED', message: '', file_ids: [], props: {}}));
  removeReply(post);
  removePost(post.channel_id, post.id);
  if (post.root_id !== '') {
    changePost(post.root_id, (root) => ({...root, reply_count: Math.max(0, root.reply_count - 1)}));
    return;
  }
  for (const id of loadedWindow(post.channel_id)?.ids ?? []) {
    if (loadedPost(id)?.root_id === post.id) removePost(post.channel_id, id);
  }
  removeThread(post.id);
}

/** Removes an ephemeral message from the page. */
export function dismiss(post: Post): void {
  removeReply(post);
  removePost(post.channel_id, post.id);
}

/** Marks a message and all later ones as unread. */
export async function markUnread(post: Post): Promise<void> {
  try {
    const unread = await server.markPostAsUnread(me().id, post.id);
    changeMembership(post.channel_id, (membership) => ({
      ...membership,
      msg_count: unread.msg_count,
      msg_count_root: unread.msg_count_root,
      mention_count: unread.mention_count,
      mention_count_root: unread.mention_count_root,
      last_viewed_at: unread.last_viewed_at,
    }));
  } catch (error) {
    report(error);
  }
}

/** Marks the latest message of a channel as unread. */
export async function markLatestUnread(channelId: string): Promise<void> {
  try {
    const {order, posts} = await server.getPosts(channelId, 0, 1, false, collapsedThreads());
    const latest = posts[order[0] ?? ''];
    if (latest) await markUnread(latest as Post);
  } catch (error) {
    report(error);
  }
}

/** Follows a thread, or unfollows it. */
export async function setFollowing(teamId: string, rootId: string, following: boolean): Promise<void> {
  changePost(rootId, (post) => ({...post, is_following: following}));
  try {
    await server.updateThreadFollowForUser(me().id, teamId, rootId, following);
  } catch (error) {
    changePost(rootId, (post) => ({...post, is_following: !following}));
    report(error);
  }
}

/** The category of the preferences whose names are the ids of root posts of muted threads. */
const MUTED = 'muted_threads';

export function useIsThreadMuted(rootId: string): boolean {
  return usePreference(MUTED, rootId, '') === 'true';
}

/** Mutes a followed thread, or unmutes it. Replies in a muted thread that mention no one cause no notifications. */
export async function setThreadMuted(rootId: string, muted: boolean): Promise<void> {
  if (muted) await setPreferences([{category: MUTED, name: rootId, value: 'true'}]);
  else await deletePreferences([{category: MUTED, name: rootId}]);
}

/** The category of the preferences whose names are the ids of saved posts. */
export const SAVED = 'flagged_post';

export function useIsSaved(postId: string): boolean {
  return usePreference(SAVED, postId, '') === 'true';
}

/** Saves a message for later, or removes it from the saved messages. */
export async function setSaved(postId: string, saved: boolean): Promise<void> {
  if (saved) await setPreferences([{category: SAVED, name: postId, value: 'true'}]);
  else await deletePreferences([{category: SAVED, name: postId}]);
  await refreshSavedPosts();
}

/** The message to edit, when the person starts editing from the composer. */
export const $postToEdit = atom<string | undefined>(undefined);

/**
 * The ids of the loaded messages that are shown in a channel, or in a thread if `placeId` is its first post, from old to
 * new.
 */
function shownIds(placeId: string): readonly string[] {
  const inThread = knownThreadIds(placeId);
  if (inThread) return inThread;
  const ids = loadedWindow(placeId)?.ids ?? [];
  // Replies that arrive are in the window of the channel, too.
  return collapsedThreads() ? ids.filter((id) => loadedPost(id)?.root_id === '') : ids;
}

/** Adds the person's reaction to the last message of a channel or thread. Returns whether it and the emoji exist. */
export function reactToLast(placeId: string, emoji: string): boolean {
  if (!isKnownEmoji(emoji)) return false;
  const id = shownIds(placeId).findLast((id) => loadedPost(id)?.type === '');
  const post = id === undefined ? undefined : loadedPost(id);
  if (!post) return false;
  if (!hasReacted(post, emoji)) void toggleReaction(post, emoji);
  return true;
}

/** Edits the person's last message in a channel, or in a thread if `placeId` is its first post. */
export function editLastOwn(placeId: string): void {
  const last = shownIds(placeId).findLast((id) => {
    const post = loadedPost(id);
    return post?.type === '' && isOwnPost(post);
  });
  $postToEdit.set(last);
}
