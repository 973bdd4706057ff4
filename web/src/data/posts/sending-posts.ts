import {t} from '@lingui/core/macro';
import type {Post, PostList} from '@mattermost/types/posts';
import {errorMessage, isUnreachable, server} from '../../lib/server.ts';
import {uniqueId} from '../../lib/unique-id.ts';
import {loadedChannel} from '../channels/channels.ts';
import {changeDraft, getDraft} from '../drafts/drafts.ts';
import {voiceProps} from '../drafts/voice-messages.ts';
import {countEmoji} from '../emoji/count-emoji.ts';
import {me} from '../session/session.ts';
import {$liveState} from '../system/live.ts';
import {followOtherTabs, isSentOrDiscarded, type PendingPost, unsentPosts} from './outbox.ts';
import {
  addPending,
  changePending,
  discard,
  getPlaceId,
  hasArrived,
  hidePending,
  pendingAt,
  placesOfPending,
  replacePending,
  showPending,
} from './pending-posts.ts';

/**
 * In milliseconds. Waiting messages are sent again after this time, because the live connection may not notice an
 * outage.
 */
const RETRY_MILLIS = 5_000;
/** In milliseconds. The maximum time to wait for a response. Without it, later messages could wait forever. */
const ANSWER_MILLIS = 15_000;
/** In milliseconds. How long other tabs wait for the tab where a message was written to send it. */
const PRECEDENCE_MILLIS = 1_000;
/** In milliseconds. An older message isn't sent automatically, because it may no longer make sense. */
const MAX_WAIT = 24 * 60 * 60 * 1000;

/** The channels and threads whose messages are being sent, one message after the other. */
const busy = new Set<string>();
let retry: ReturnType<typeof setTimeout> | undefined;

type WrittenPost = Pick<PendingPost, 'channelId' | 'rootId' | 'message' | 'files' | 'priority' | 'toChannel'>;

/** Shows a message immediately, and sends it after earlier ones. */
export function sendPost(post: WrittenPost): void {
  const createAt = Date.now();
  const writtenAfter = loadedChannel(post.channelId)?.last_post_at ?? 0;
  addPending({...post, createAt, writtenAfter, id: `${me().id}:${createAt}:${uniqueId()}`});
  void sendAll(getPlaceId(post));
}

/** Sends a rejected message again, after the messages written since. */
export function resend({error: _, ...post}: PendingPost): void {
  discard(post);
  addPending({...post, createAt: Date.now()});
  void sendAll(getPlaceId(post));
}

/** Moves an unsent message back into the message box, above the text there. */
export function moveToDraft(post: PendingPost): void {
  discard(post);
  const placeId = getPlaceId(post);
  const draft = getDraft(placeId);
  changeDraft(placeId, {
    message: [post.message, draft.message].filter(Boolean).join('\n\n'),
    files: [...post.files, ...draft.files],
    priority: draft.priority || post.priority,
  });
}

/** Sends the messages of a place one after the other, unless another tab is doing that. */
async function sendAll(placeId: string): Promise<void> {
  if (busy.has(placeId)) return;
  busy.add(placeId);
  try {
    await withTabLock(placeId, async () => {
      // Another tab may have left unsent messages when it was closed.
      for (const post of unsentPosts()) if (getPlaceId(post) === placeId) showPending(post);
      const next = () => pendingAt(placeId).find(({error}) => error === undefined);
      for (let post = next(); post; post = next()) await deliver(post);
    });
  } catch {
    changePending(placeId, (post) =>
      post.error === undefined && !post.isWaiting ? {...post, isWaiting: true} : post,
    );
    retry ??= setTimeout(sendWaiting, RETRY_MILLIS);
  } finally {
    busy.delete(placeId);
  }
}

/**
 * Runs the function unless another tab is running it for the same place. Tabs of pages without HTTPS don't know of
 * each other.
 */
async function withTabLock(placeId: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`send:${me().id}:${placeId}`, run);
  else await run();
}

/** Sends one message, or records why the server rejects it. @throws if the server can't be reached. */
async function deliver(post: PendingPost): Promise<void> {
  const placeId = getPlaceId(post);
  if (isSentOrDiscarded(post)) return hidePending(post.id);
  try {
    const arrived = post.isTried ? await findArrived(post) : undefined;
    // In the meantime, its live event may have arrived, or the person may have discarded it.
    if (!pendingAt(placeId).some(({id}) => id === post.id)) return;
    changePending(placeId, (one) => (one.id === post.id ? {...one, isTried: true} : one));
    const sent = arrived ?? (await create(post));
    replacePending(sent, post.id);
    countEmoji(({countSentEmoji}) => countSentEmoji(sent));
  } catch (error) {
    if (isUnreachable(error)) throw error;
    reject(post, errorMessage(error));
  }
}

function reject(post: PendingPost, error: string): void {
  changePending(getPlaceId(post), (one) => (one.id === post.id ? {...one, isWaiting: false, error} : one));
}

function create({channelId, rootId, message, files, priority, toChannel, id}: PendingPost): Promise<Post> {
  return server.call('/posts', {
    method: 'POST',
    body: {
      channel_id: channelId,
      root_id: rootId,
      message,
      file_ids: files.map((file) => file.id),
      pending_post_id: id,
      props: voiceProps(files),
      ...(toChannel ? {reply_broadcast: true} : {}),
      ...(priority ? {metadata: {priority: {priority}}} : {}),
    },
    signal: AbortSignal.timeout(ANSWER_MILLIS),
  });
}

/**
 * Finds the post of a message that was sent without a response. The server remembers the id with which a message was
 * sent for only half a minute, so this compares the place, the text and the files.
 */
async function findArrived(sent: PendingPost): Promise<Post | undefined> {
  const {posts} = await server.call<PostList>(
    `/channels/${sent.channelId}/posts?since=${sent.writtenAfter}&skipFetchThreads=true`,
    {signal: AbortSignal.timeout(ANSWER_MILLIS)},
  );
  const files = sent.files.map(({id}) => id).join();
  return Object.values(posts)
    .sort((a, b) => a.create_at - b.create_at)
    .find(
      (post) =>
        post.user_id === me().id &&
        post.create_at > sent.writtenAfter &&
        post.delete_at === 0 &&
        post.root_id === sent.rootId &&
        post.message === sent.message &&
        (post.file_ids ?? []).join() === files &&
        !hasArrived(post.id),
    );
}

function sendWaiting(): void {
  clearTimeout(retry);
  retry = undefined;
  for (const placeId of placesOfPending()) {
    if (pendingAt(placeId).some(({isWaiting}) => isWaiting)) void sendAll(placeId);
  }
}
$liveState.listen((state) => {
  if (state === 'live') sendWaiting();
});

/** Sends the messages that earlier pages stored in this browser, and follows changes by other tabs. */
export function continueSending(): void {
  const kept = unsentPosts();
  for (const post of kept) {
    showPending(post);
    if (post.error === undefined && post.createAt < Date.now() - MAX_WAIT) {
      reject(post, t`It was written more than a day ago.`);
    }
  }
  for (const placeId of new Set(kept.map(getPlaceId))) void sendAll(placeId);
  followOtherTabs((post, id) => {
    if (!post) hidePending(id);
    else if (post.isWaiting || post.error !== undefined) showPending(post);
    // Let the other tab send it. If that tab is closed in the meantime, this tab continues.
    else setTimeout(() => void sendAll(getPlaceId(post)), PRECEDENCE_MILLIS);
  });
}
