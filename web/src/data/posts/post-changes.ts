import type {Post} from '@mattermost/types/posts';
import {atom} from 'nanostores';
import {errorMessage, server} from '../../lib/server.ts';
import {tellError} from '../../lib/toasts.ts';
import {changeMembership} from '../channels/channels.ts';
import {rememberRecentEmoji} from '../emoji/recent-emoji.ts';
import {deletePreferences, setPreferences, usePreference} from '../preferences/preferences.ts';
import {me} from '../session/session.ts';
import {knownWindow, removePost} from './channel-window.ts';
import {refreshSavedPosts} from './post-lists.ts';
import {addReaction, changePost, knownPost, rememberPosts, removeReaction} from './posts.ts';
import {endThread, knownThreadIds, removeReply} from './thread-window.ts';

// Each change shows at once, and is taken back if the server refuses.

function report(error: unknown): void {
  tellError(errorMessage(error));
}

/** Gives a reaction, or takes it back if it has been given. */
export async function toggleReaction(post: Post, emoji: string): Promise<void> {
  const own = {user_id: me().id, post_id: post.id, emoji_name: emoji, create_at: Date.now()};
  const isGiven = (knownPost(post.id)?.metadata.reactions ?? []).some(
    (one) => one.user_id === own.user_id && one.emoji_name === emoji,
  );
  try {
    if (isGiven) {
      removeReaction(own);
      await server.removeReaction(own.user_id, post.id, emoji);
    } else {
      addReaction(own);
      rememberRecentEmoji(emoji);
      await server.addReaction(own.user_id, post.id, emoji);
    }
  } catch (error) {
    if (isGiven) addReaction(own);
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

/** Changes the text of a message. @throws what the server says against it. */
export async function editMessage(post: Post, message: string): Promise<void> {
  rememberPosts([await server.patchPost({id: post.id, message})]);
}

/** Deletes a message for everybody. @throws what the server says against it. */
export async function deletePost(post: Post): Promise<void> {
  await server.deletePost(post.id);
  takeAway(post);
}

/** Takes a deleted message off the page, and with the first one of a thread the answers to it. */
export function takeAway(post: Post): void {
  // Of what the person has deleted the event tells as well.
  if (knownPost(post.id)?.state === 'DELETED') return;
  // Who has it open in some other list, or its thread, sees what has become of it.
  changePost(post.id, (before) => ({...before, state: 'DELETED', message: '', file_ids: [], props: {}}));
  removeReply(post);
  removePost(post.channel_id, post.id);
  if (post.root_id !== '') {
    changePost(post.root_id, (root) => ({...root, reply_count: Math.max(0, root.reply_count - 1)}));
    return;
  }
  for (const id of knownWindow(post.channel_id)?.ids ?? []) {
    if (knownPost(id)?.root_id === post.id) removePost(post.channel_id, id);
  }
  endThread(post.id);
}

/** Takes a notice that only this person sees off the page. */
export function dismiss(post: Post): void {
  removeReply(post);
  removePost(post.channel_id, post.id);
}

/** Marks a message and all after it as not read. */
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

/** Follows a thread, so that answers in it are told of, or no longer. */
export async function setFollowing(teamId: string, rootId: string, following: boolean): Promise<void> {
  changePost(rootId, (post) => ({...post, is_following: following}));
  try {
    await server.updateThreadFollowForUser(me().id, teamId, rootId, following);
  } catch (error) {
    changePost(rootId, (post) => ({...post, is_following: !following}));
    report(error);
  }
}

const CATEGORY = 'flagged_post';

export function useIsSaved(postId: string): boolean {
  return usePreference(CATEGORY, postId, '') === 'true';
}

/** Keeps a message for later, or lets it go. */
export async function setSaved(postId: string, saved: boolean): Promise<void> {
  if (saved) await setPreferences([{category: CATEGORY, name: postId, value: 'true'}]);
  else await deletePreferences([{category: CATEGORY, name: postId}]);
  await refreshSavedPosts();
}

/** The message that is to be edited, because somebody asked for it from the field to write in. */
export const $postToEdit = atom<string | undefined>(undefined);

/** Opens the last message of one's own in a channel, or in a thread by its first post, for editing. */
export function editLastOwn(placeId: string): void {
  const ids = knownThreadIds(placeId) ?? knownWindow(placeId)?.ids ?? [];
  const last = ids.findLast((id) => {
    const post = knownPost(id);
    return post?.user_id === me().id && post.type === '' && post.props.from_webhook !== 'true';
  });
  $postToEdit.set(last);
}
