import type {Post} from '@mattermost/types/posts';
import type {UserProfile} from '@mattermost/types/users';
import {hashKey, type Query, type QueryKey} from '@tanstack/react-query';
import {atom} from 'nanostores';
import {clearOffline} from '../../lib/offline-store.ts';
import {queries} from '../../lib/queries.ts';
import {isTemporary} from '../../lib/server.ts';
import {signedInId} from '../session/session.ts';

/** The stored data of the account that last used this browser, without messages. */
export interface Copy {
  ownerId: string;
  /** The build that wrote it. Another build may expect different data. */
  build: string;
  savedAt: number;
  /** By the hash of their query keys. */
  queries: Record<string, CopiedQuery>;
  people: UserProfile[];
}

/** The newest messages of a channel. */
export interface ChannelCopy {
  id: string;
  savedAt: number;
  posts: Post[];
  people: UserProfile[];
  hasOlder: boolean;
}

/** Data that the page shows before the server responds, in addition to query data. */
export interface FirstPage {
  people: readonly UserProfile[];
  /** The channel that was open last. */
  channel: ChannelCopy | undefined;
}

interface CopiedQuery {
  key: QueryKey;
  data: unknown;
  savedAt: number;
}

/** The names of the client's files contain a hash of their content. */
export const BUILD = new URL(import.meta.url).pathname;
/** In milliseconds. Data that has not been loaded again for this long is no longer shown. */
const MAX_AGE = 14 * 24 * 60 * 60 * 1000;
/** Milliseconds until data that couldn't be loaded is requested again. */
const RETRY_MILLIS = 10_000;

/** The hashes of queries whose data is from the copy. */
const unconfirmed = new Set<string>();
/**
 * Whether the server has been reached. From then on, data from the copy that no part of the page uses isn't needed.
 */
let isConnected = false;

/** When the data on the page was saved; undefined if it comes from the server. */
export const $copiedAt = atom<number | undefined>();

export const isExpired = ({savedAt}: {savedAt: number}) => savedAt < Date.now() - MAX_AGE;

const NOTHING: FirstPage = {people: [], channel: undefined};

let reading: Promise<FirstPage> | undefined;

/**
 * Shows the data that the browser stored for the account, until the server responds. Deletes the copy if another
 * account or no one is signed in.
 */
export function readCopy(): Promise<FirstPage> {
  reading ??= read();
  return reading;
}

async function read(): Promise<FirstPage> {
  const {copy, channel} = (await globalThis.storedCopy) as {copy?: Copy; channel?: ChannelCopy};
  if (!copy) return NOTHING;
  if (copy.ownerId !== signedInId() || copy.build !== BUILD || isExpired(copy)) {
    await clearOffline();
    return NOTHING;
  }
  for (const {key, data} of Object.values(copy.queries)) {
    // The server may have responded first.
    if (queries.getQueryData(key) !== undefined) continue;
    queries.setQueryData(key, data);
    unconfirmed.add(hashKey(key));
    void queries.invalidateQueries({queryKey: key, exact: true, refetchType: 'none'});
  }
  if (unconfirmed.size > 0) {
    $copiedAt.set(copy.savedAt);
    followResponses();
  }
  return {people: copy.people, channel};
}

const isCopied = ({queryHash}: Pick<Query, 'queryHash'>) => unconfirmed.has(queryHash);

/** Stops using the copy when the server has responded. Data that the server refuses to return is no longer shown. */
function followResponses(): void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  const stop = queries.getQueryCache().subscribe((event) => {
    const {query} = event;
    if (!isCopied(query)) return;
    if (event.type === 'observerRemoved' && isConnected) queueMicrotask(forgetUnused);
    if (event.type === 'removed') unconfirmed.delete(query.queryHash);
    const action = event.type === 'updated' ? event.action : undefined;
    // Changes made by the page itself don't confirm the rest.
    if (action?.type === 'success' && !action.manual) unconfirmed.delete(query.queryHash);
    if (action?.type === 'error' && isTemporary(action.error)) {
      clearTimeout(retry);
      retry = setTimeout(readAgain, RETRY_MILLIS);
    } else if (action?.type === 'error') {
      unconfirmed.delete(query.queryHash);
      query.setState({data: undefined, dataUpdatedAt: 0});
    }
    if (unconfirmed.size > 0) return;
    stop();
    $copiedAt.set(undefined);
  });
}

const readAgain = () => queries.invalidateQueries({predicate: isCopied}, {cancelRefetch: false});

const forgetUnused = () => queries.removeQueries({type: 'inactive', predicate: isCopied});

/** Reloads the parts of the copy that the page shows, and removes the rest. */
export async function replaceCopies(): Promise<void> {
  isConnected = true;
  forgetUnused();
  await readAgain();
}
