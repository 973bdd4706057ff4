import type {DraftFile} from '../drafts/voice-messages.ts';
import {me} from '../session/session.ts';

/** A message that is being sent, or that couldn't be sent. */
export interface PendingPost {
  id: string;
  channelId: string;
  rootId: string;
  message: string;
  files: readonly DraftFile[];
  priority: '' | 'important' | 'urgent';
  /** A reply that its channel shows too. */
  toChannel?: boolean;
  createAt: number;
  /** The time of the channel's last known post when the message was written, by the server's clock. */
  writtenAfter: number;
  /** It was sent once, and may have arrived without a response. */
  isTried?: boolean;
  /** The server can't be reached. The message is sent when it can. */
  isWaiting?: boolean;
  /** Why it isn't sent. */
  error?: string;
}

// In `localStorage`, because a page that is being closed can still write to it, and other tabs are notified of each
// change.

const keyOf = (id: string) => `unsent:${me().id}:${id}`;
/** Messages that the browser has no space for. They are lost when the page is closed. */
const unstorable = new Set<string>();

/** Keeps an unsent message, also when the page is closed. */
export function keepUnsent(post: PendingPost): void {
  try {
    localStorage.setItem(keyOf(post.id), JSON.stringify(post));
  } catch {
    unstorable.add(post.id);
  }
}

export function forgetUnsent(id: string): void {
  localStorage.removeItem(keyOf(id));
}

/** Whether another tab has sent or discarded the message. */
export function isGone({id}: PendingPost): boolean {
  return !unstorable.has(id) && localStorage.getItem(keyOf(id)) === null;
}

/** All unsent messages of the account in this browser, in the order in which they were written. */
export function unsentPosts(): PendingPost[] {
  const prefix = keyOf('');
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => parsed(localStorage.getItem(key)))
    .toSorted((a, b) => a.createAt - b.createAt);
}

/** Reports what other tabs do: the message as it is now, or the id of one that was sent or discarded. */
export function followOtherTabs(listener: (post: PendingPost | undefined, id: string) => void): void {
  const prefix = keyOf('');
  window.addEventListener('storage', ({key, newValue}) => {
    if (key?.startsWith(prefix)) listener(parsed(newValue)[0], key.slice(prefix.length));
  });
}

function parsed(text: string | null): PendingPost[] {
  try {
    return text ? [JSON.parse(text) as PendingPost] : [];
  } catch {
    return [];
  }
}
