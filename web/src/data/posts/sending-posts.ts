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
  hasArrived,
  type PendingPost,
  pendingAt,
  placeOf,
  placesOfPending,
  settle,
} from './pending-posts.ts';

/** Milliseconds after which waiting messages are sent again, because the live connection may not notice an outage. */
const RETRY_MILLIS = 5_000;
/** Milliseconds to wait for a response. Without a limit, later messages could wait forever. */
const ANSWER_MILLIS = 15_000;

/** Ids of messages that were sent once. They may have arrived without a response. */
const tried = new Set<string>();
/** Channels and threads whose messages are being sent, one after the other. */
const busy = new Set<string>();
let retry: ReturnType<typeof setTimeout> | undefined;

type WrittenPost = Pick<PendingPost, 'channelId' | 'rootId' | 'message' | 'files' | 'priority'>;

/** Shows a message at once, and sends it after earlier ones. */
export function sendPost(post: WrittenPost): void {
  const createAt = Date.now();
  const writtenAfter = knownChannel(post.channelId)?.last_post_at ?? 0;
  addPending({...post, createAt, writtenAfter, id: `${me().id}:${createAt}:${uniqueId()}`});
  void sendAll(placeOf(post));
}

/** Sends a rejected message again, after messages written since. */
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

/** Sends one message, or records why the server rejects it. @throws if the server can't be reached. */
async function deliver(post: PendingPost): Promise<void> {
  const placeId = placeOf(post);
  try {
    const arrived = tried.has(post.id) ? await findArrived(post) : undefined;
    // In the meantime, its live event may have arrived, or the person may have discarded it.
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
 * The post of a message that was sent without a response. The server knows the id that a message was sent with for half
 * a minute only, so this compares the place, the text and the files.
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

/** Keeps unsent messages as drafts when the page is closed. */
function keepUnsent({persisted}: PageTransitionEvent): void {
  // The browser keeps the page in memory and may restore it.
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
