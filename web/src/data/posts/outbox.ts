import {parseStored} from '../../lib/parse-stored.ts';
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
  /** For a reply: whether it is also sent to the channel. */
  toChannel?: boolean;
  createAt: number;
  /** The time of the channel's last known post when the message was written, according to the server's clock. */
  writtenAfter: number;
  /** It was sent before, and may have arrived although there was no response. */
  isTried?: boolean;
  /** The server can't be reached. The message will be sent when it can. */
  isWaiting?: boolean;
  /** Why it can't be sent. */
  error?: string;
}

// Stored in `localStorage`, because a page that is being closed can still write to it, and other tabs are notified of
// changes.

const storageKey = (id: string) => `unsent:${me().id}:${id}`;
/** Messages that don't fit into the browser's storage. They are lost when the page is closed. */
const unstorable = new Set<string>();

/** Stores an unsent message, so that it survives closing the page. */
export function storeUnsent(post: PendingPost): void {
  try {
    localStorage.setItem(storageKey(post.id), JSON.stringify(post));
  } catch {
    unstorable.add(post.id);
  }
}

export function forgetUnsent(id: string): void {
  localStorage.removeItem(storageKey(id));
}

/** Whether another tab has sent or discarded the message. */
export function isSentOrDiscarded({id}: PendingPost): boolean {
  return !unstorable.has(id) && localStorage.getItem(storageKey(id)) === null;
}

/** All unsent messages of the account in this browser, in the order they were written. */
export function unsentPosts(): PendingPost[] {
  const prefix = storageKey('');
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => parsed(localStorage.getItem(key)))
    .toSorted((a, b) => a.createAt - b.createAt);
}

/** Reports changes by other tabs: the new state of a message, or the id of a message that was sent or discarded. */
export function followOtherTabs(listener: (post: PendingPost | undefined, id: string) => void): void {
  const prefix = storageKey('');
  window.addEventListener('storage', ({key, newValue}) => {
    if (key?.startsWith(prefix)) listener(parsed(newValue)[0], key.slice(prefix.length));
  });
}

function parsed(text: string | null): PendingPost[] {
  const post = parseStored<PendingPost>(
    text,
    ({id, channelId, rootId, message, files, createAt}) =>
      [id, channelId, rootId, message].every((value) => typeof value === 'string') &&
      Array.isArray(files) &&
      Number.isFinite(createAt),
  );
  return post ? [post] : [];
}
