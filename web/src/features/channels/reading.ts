import {server} from '../../lib/server.ts';
import {createStore} from '../../lib/store.ts';
import {knownChannel, knownMembership, showAsRead} from './channels.ts';
import {unreadOf} from './unread.ts';

/** The channel on the page. */
export const openChannel = createStore<string | undefined>(undefined);
/** Whether its end is in view. */
let isAtEnd = true;

/** Says which channel is on the page. Returns how to take it back. */
export function setOpenChannel(channelId: string): () => void {
  openChannel.set(channelId);
  isAtEnd = true;
  return () => {
    if (openChannel.get() === channelId) openChannel.set(undefined);
  };
}

/** Says whether the newest posts of the open channel are in view. */
export function setAtEnd(atEnd: boolean): void {
  isAtEnd = atEnd;
  if (atEnd) readOpenChannel();
}

/** Whether the person is looking at the newest posts of the channel. */
export function isBeingRead(channelId: string): boolean {
  const isOpen = channelId === openChannel.get() && isAtEnd;
  return isOpen && document.visibilityState === 'visible' && document.hasFocus();
}

const waiting = new Map<string, ReturnType<typeof setTimeout>>();
/** Milliseconds in which several new posts make one call. */
const GATHER = 300;

/** Shows a channel as read, and tells the server. */
export function markRead(channelId: string): void {
  showAsRead(channelId, Date.now());
  if (waiting.has(channelId)) return;
  waiting.set(
    channelId,
    setTimeout(() => {
      waiting.delete(channelId);
      // If it fails, the channel is unread after the next start: nothing is lost.
      server.viewMyChannel(channelId).catch(() => {});
    }, GATHER),
  );
}

function readOpenChannel(): void {
  const channelId = openChannel.get();
  if (!channelId || !isBeingRead(channelId)) return;
  const {isUnread} = unreadOf(knownChannel(channelId), knownMembership(channelId), false);
  if (isUnread) markRead(channelId);
}

/** Marks what is in view as read when the person comes back to the page. */
export function followReturn(): () => void {
  window.addEventListener('focus', readOpenChannel);
  document.addEventListener('visibilitychange', readOpenChannel);
  return () => {
    window.removeEventListener('focus', readOpenChannel);
    document.removeEventListener('visibilitychange', readOpenChannel);
  };
}
