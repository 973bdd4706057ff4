import type {FileInfo} from '@mattermost/types/files';
import type {Post} from '@mattermost/types/posts';
import {errorMessage, server} from '../../lib/server.ts';
import {me} from '../../lib/session.ts';
import {createKeyedStore, useKeyed} from '../../lib/store.ts';
import {uniqueId} from '../../lib/unique-id.ts';
import {changeDraft, draftOf} from '../composer/drafts.ts';
import {insertPost} from './channel-window.ts';
import {rememberPosts} from './posts.ts';
import {insertReply} from './thread-window.ts';

/** A message that is on its way, or did not get through. */
export interface PendingPost {
  id: string;
  channelId: string;
  rootId: string;
  message: string;
  files: readonly FileInfo[];
  priority: '' | 'important' | 'urgent';
  createAt: number;
  /** Why it did not get through. */
  error?: string;
}

const NONE: readonly PendingPost[] = [];
/** By channel, or by root for replies. */
const pending = createKeyedStore<readonly PendingPost[]>();

const placeOf = (post: {rootId: string; channelId: string}) => post.rootId || post.channelId;

/** What is on its way into a channel, or into a thread. */
export function usePending(placeId: string): readonly PendingPost[] {
  return useKeyed(pending, placeId) ?? NONE;
}

function change(post: PendingPost, to: PendingPost | undefined): void {
  const place = placeOf(post);
  const others = (pending.get(place) ?? NONE).filter(({id}) => id !== post.id);
  pending.set(place, to ? [...others, to] : others);
}

/** Shows a message at once and sends it. */
export function sendPost(post: Omit<PendingPost, 'id' | 'createAt' | 'error'>): void {
  const createAt = Date.now();
  const sent = {...post, createAt, id: `${me().id}:${createAt}:${uniqueId()}`};
  change(sent, sent);
  void deliver(sent);
}

/** Tries again to send what did not get through. */
export function resend(post: PendingPost): void {
  const again = {...post, error: undefined};
  change(post, again);
  void deliver(again);
}

export function discard(post: PendingPost): void {
  change(post, undefined);
}

async function deliver(post: PendingPost): Promise<void> {
  try {
    const {channelId, rootId, message, files, priority, id} = post;
    const made = await server.createPost({
      channel_id: channelId,
      root_id: rootId,
      message,
      file_ids: files.map((file) => file.id),
      pending_post_id: id,
      ...(priority ? {metadata: {priority: {priority}} as unknown as Post['metadata']} : {}),
    });
    settle(made, id);
  } catch (error) {
    change(post, {...post, error: errorMessage(error)});
  }
}

/** What did not get through is not lost with the page: the next time it stands in the field to write in. */
function keepUnsent({persisted}: PageTransitionEvent): void {
  // The browser keeps the page as it is, and may come back to it.
  if (persisted) return;
  for (const placeId of pending.keys()) {
    const unsent = (pending.get(placeId) ?? NONE).filter(({error}) => error !== undefined);
    if (unsent.length === 0) continue;
    const draft = draftOf(placeId);
    changeDraft(placeId, {
      message: [...unsent, draft]
        .map(({message}) => message)
        .filter(Boolean)
        .join('\n\n'),
      files: [...unsent, draft].flatMap(({files}) => files),
    });
  }
}
window.addEventListener('pagehide', keepUnsent);

/** Puts the post in the place of the message that it has become. Its event and the answer come in either order. */
export function settle(post: Post, pendingId: string): void {
  rememberPosts([post]);
  insertPost(post);
  insertReply(post);
  const place = post.root_id || post.channel_id;
  const waiting = pending.get(place);
  if (waiting?.some(({id}) => id === pendingId)) {
    pending.set(
      place,
      waiting.filter(({id}) => id !== pendingId),
    );
  }
}
