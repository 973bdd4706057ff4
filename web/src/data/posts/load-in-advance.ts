import {queries} from '../../lib/queries.ts';
import {
  channelsQuery,
  collapsedThreads,
  knownChannels,
  loadedMembership,
  membershipsQuery,
} from '../channels/channels.ts';
import {$openChannel} from '../channels/read-state.ts';
import {getUnread} from '../channels/unread.ts';
import {$liveState, onLive, onMissedEvents} from '../system/live.ts';
import {discardWindow, loadedWindow, openAtStart, openingsSettled} from './channel-window.ts';
import {requestThread} from './threads.ts';

// Loads channels and threads before the person opens them, so that their messages appear at once. This marks nothing as
// read. Live events keep loaded channels up to date, so none is loaded twice.

/** The maximum number of unread channels that are loaded each time all data is loaded. */
const MAX_UNREAD = 15;
/** In milliseconds. How long the pointer or the focus stays on a channel or thread before it is loaded. */
const REST = 80;

/** The unread channels that were requested, including those that failed to load. */
const requested = new Set<string>();
let isRunning = false;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Whether requests that may turn out to be unnecessary are welcome. */
function isAllowed(): boolean {
  const {connection} = navigator as {connection?: {saveData?: boolean}};
  return (
    $liveState.get() === 'live' && document.visibilityState === 'visible' && connection?.saveData !== true
  );
}

function isLoaded(channelId: string): boolean {
  const window = loadedWindow(channelId);
  return window !== undefined && !window.isCopy;
}

async function load(channelId: string): Promise<void> {
  if (!isAllowed() || isLoaded(channelId) || !loadedMembership(channelId)) return;
  // A channel that failed to load is loaded again when the person opens it, and shows the error then.
  await openAtStart(channelId).catch(() => {});
}

/** The next unread channel to load: first those with mentions, then those with the newest messages. */
function nextUnread(): string | undefined {
  const collapsed = collapsedThreads();
  const unread = Object.values(knownChannels()).flatMap((channel) => {
    const {isUnread, mentions} = getUnread(channel, loadedMembership(channel.id), collapsed);
    const isWanted = isUnread && !requested.has(channel.id) && !isLoaded(channel.id);
    return isWanted ? [{id: channel.id, isMention: mentions > 0, at: channel.last_post_at}] : [];
  });
  unread.sort((a, b) => Number(b.isMention) - Number(a.isMention) || b.at - a.at);
  return unread[0]?.id;
}

/** Resolves when the browser has nothing else to do. Safari doesn't tell. */
function browserIsIdle(): Promise<unknown> {
  return new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });
}

/** Resolves when the channels and memberships are up to date. Only requests them if they are not. */
async function unreadStateIsKnown(): Promise<void> {
  for (const query of [channelsQuery, membershipsQuery]) {
    await queries.fetchQuery<unknown>({...query, staleTime: Number.POSITIVE_INFINITY});
  }
}

/** Loads unread channels one after the other, while the browser is idle and no other channel is being loaded. */
async function loadUnread(): Promise<void> {
  if (isRunning || !isAllowed()) return;
  isRunning = true;
  try {
    await unreadStateIsKnown();
    while (requested.size < MAX_UNREAD) {
      await openingsSettled();
      await browserIsIdle();
      const next = isAllowed() ? nextUnread() : undefined;
      if (next === undefined) return;
      requested.add(next);
      await load(next);
    }
  } catch {
    // Without the unread state, there is nothing to load.
  } finally {
    isRunning = false;
  }
}

/** A loaded part fits as long as it ends with the newest message, or the person has not read further elsewhere. */
function discardPart(channelId: string): void {
  if (channelId !== $openChannel.get() && loadedWindow(channelId)?.hasNewer) discardWindow(channelId);
}

/** Loads unread channels, now and whenever the page has missed events. Call this once. */
export function loadUnreadChannels(): void {
  const start = () => void loadUnread();
  onLive('multiple_channels_viewed', ({data}) => {
    for (const id of Object.keys(data.channel_times)) discardPart(id);
  });
  onLive('post_unread', ({broadcast}) => {
    if (broadcast.channel_id !== $openChannel.get()) discardWindow(broadcast.channel_id);
  });
  onMissedEvents(() => {
    requested.clear();
    start();
  });
  $liveState.listen(start);
  document.addEventListener('visibilitychange', start);
  start();
}

/** Calls `run` unless the pointer or the focus goes on to something else that can be loaded. */
function afterRest(run: () => void): void {
  clearTimeout(resting);
  resting = setTimeout(run, REST);
}

/** Loads a channel that the person will probably open, if the pointer or the focus stays on it. Calls `then` after that. */
export function loadIfStaying(channelId: string, then: () => void): void {
  afterRest(() => void load(channelId).then(then));
}

/** Loads a thread that the person will probably open, if the pointer stays on the element that opens it. */
export function loadThreadIfStaying(opener: Element, teamId: string, rootId: string): void {
  afterRest(() => {
    if (isAllowed() && opener.matches(':hover')) requestThread(teamId, rootId);
  });
}
