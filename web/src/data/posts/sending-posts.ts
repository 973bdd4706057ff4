import type {Post, PostList} from '@mattermost/types/posts';
import {errorMessage, isUnreachable, server} from '../../lib/server.ts';
import {uniqueId} from '../../lib/unique-id.ts';
import {knownChannel} from '../channels/channels.ts';
import {changeDraft, draftOf} from '../drafts/drafts.ts';
import {me} from '../session/session.ts';
import {$liveState} from '../system/live.ts';
import {
  addPending,
  changePending,
  discard,
  type PendingPost,
  pendingAt,
  placeOf,
  placesOfPending,
  settle,
  wasHeardOf,
} from './pending-posts.ts';

/** Milliseconds after which what waits is tried again: the live connection may not have noticed anything. */
const RETRY_MILLIS = 5_000;
/** Milliseconds after which no answer is expected any more: what was written since would wait for it for ever. */
const ANSWER_MILLIS = 15_000;

/** Ids of messages that were sent once: they may have arrived, though no answer came. */
const tried = new Set<string>();
/** Channels and threads into which is being sent, one message after the other. */
const busy = new Set<string>();
let retry: ReturnType<typeof setTimeout> | undefined;

type WrittenPost = Pick<PendingPost, 'channelId' | 'rootId' | 'message' | 'files' | 'priority'>;

/** Shows a message at once and sends it, after those that were written before it. */
export function sendPost(post: WrittenPost): void {
  const createAt = Date.now();
  const writtenAfter = knownChannel(post.channelId)?.last_post_at ?? 0;
  addPending({...post, createAt, writtenAfter, id: `${me().id}:${createAt}:${uniqueId()}`});
  void sendAll(placeOf(post));
}

/** Tries again to send what the server has refused; what has been written since comes first. */
export function resend({error: _, ...post}: PendingPost): void {
  discard(post);
  addPending(post);
  void sendAll(placeOf(post));
}

async function sendAll(placeId: string): Promise<void> {
  if (busy.has(placeId)) return;
  busy.add(placeId);
  const next = () => pendingAt(placeId).find(({error}) => error === undefined);
  try {
    for (let post = next(); post; post = next()) await deliver(post);
  } catch {
    changePending(placeId, (post) => (post.error === undefined ? {...post, isWaiting: true} : post));
    retry ??= setTimeout(sendWaiting, RETRY_MILLIS);
  } finally {
    busy.delete(placeId);
  }
}

/** Sends one message, or says at it why the server refuses it. Throws if the server cannot be reached. */
async function deliver(post: PendingPost): Promise<void> {
  const placeId = placeOf(post);
  try {
    const arrived = tried.has(post.id) ? await findArrived(post) : undefined;
    // Its event may have come meanwhile, or the person has thought better of it.
    if (!pendingAt(placeId).some(({id}) => id === post.id)) return;
    tried.add(post.id);
    settle(arrived ?? (await create(post)), post.id);
  } catch (error) {
    if (isUnreachable(error)) throw error;
    const refused = {...post, isWaiting: false, error: errorMessage(error)};
    changePending(placeId, (one) => (one.id === post.id ? refused : one));
  }
}

function create({channelId, rootId, message, files, priority, id}: PendingPost): Promise<Post> {
  return server.call('/posts', {
    method: 'POST',
    body: {
      channel_id: channelId,
      root_id: rootId,
      message,
      file_ids: files.map((file) => file.id),
      pending_post_id: id,
      ...(priority ? {metadata: {priority: {priority}}} : {}),
    },
    signal: AbortSignal.timeout(ANSWER_MILLIS),
  });
}

/**
 * The post that a message has become without our hearing of it. The server knows only for half a minute by which id a
 * message was sent, so it is told by its place, its words and its files.
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
        !wasHeardOf(post.id),
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

/** What did not get through is not lost with the page: the next time it stands in the field to write in. */
function keepUnsent({persisted}: PageTransitionEvent): void {
  // The browser keeps the page as it is, and may come back to it.
  if (persisted) return;
  for (const placeId of placesOfPending()) {
    const unsent = pendingAt(placeId).filter(
      ({id, isWaiting, error}) => isWaiting || error !== undefined || !tried.has(id),
    );
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
