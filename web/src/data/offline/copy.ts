import type {Post} from '@mattermost/types/posts';
import type {UserProfile} from '@mattermost/types/users';
import {hashKey, type Query, type QueryKey} from '@tanstack/react-query';
import {atom} from 'nanostores';
import {clearOffline, readOffline} from '../../lib/offline-store.ts';
import {queries} from '../../lib/queries.ts';
import {isUnreachable} from '../../lib/server.ts';
import {signedInId} from '../session/session.ts';

/** The stored data of the account that last used this browser, without messages. */
export interface Copy {
  ownerId: string;
  /** The build that wrote it. Another one may expect other data. */
  build: string;
  savedAt: number;
  /** By the hash of their keys. */
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
interface FirstPage {
  people: readonly UserProfile[];
  /** The channel that was open last. */
  channel: ChannelCopy | undefined;
}

interface CopiedQuery {
  key: QueryKey;
  data: unknown;
  savedAt: number;
}

/** The key of the copy in the browser's database. */
export const COPY = 'copy';
/** The key of the ids of the channels whose messages are kept, the one that was open last first. */
export const RECENT = 'recent-channels';
/** The key of the messages of a channel. */
export const keyOfChannel = (channelId: string) => `channel:${channelId}`;
/** The name of a file of the client contains a hash of its content. */
export const BUILD = new URL(import.meta.url).pathname;
/** Milliseconds after which something that was not loaded again is no longer shown. */
const LONGEST = 14 * 24 * 60 * 60 * 1000;
/** Milliseconds until data that couldn't be loaded is requested again. */
const RETRY_MILLIS = 10_000;

/** The hashes of queries whose data is from the copy. */
const unconfirmed = new Set<string>();
/** Whether the server was reached, so that data that no part of the page uses is not needed. */
let isConnected = false;

/** When what the page shows was saved; undefined if it comes from the server. */
export const $copiedAt = atom<number | undefined>();

export const isExpired = ({savedAt}: {savedAt: number}) => savedAt < Date.now() - LONGEST;

const NOTHING: FirstPage = {people: [], channel: undefined};

let reading: Promise<FirstPage> | undefined;

/**
 * Shows what the browser keeps of the account, until the server answers. Deletes the copy if another account or no
 * one is signed in.
 */
export function readCopy(): Promise<FirstPage> {
  reading ??= read();
  return reading;
}

async function read(): Promise<FirstPage> {
  const [copy, channel] = await Promise.all([readOffline<Copy>(COPY), readLastChannel()]);
  if (!copy) return NOTHING;
  if (copy.ownerId !== signedInId() || copy.build !== BUILD || isExpired(copy)) {
    await clearOffline();
    return NOTHING;
  }
  for (const {key, data} of Object.values(copy.queries)) {
    // The server may have been faster.
    if (queries.getQueryData(key) !== undefined) continue;
    queries.setQueryData(key, data);
    unconfirmed.add(hashKey(key));
    void queries.invalidateQueries({queryKey: key, exact: true, refetchType: 'none'});
  }
  if (unconfirmed.size > 0) {
    $copiedAt.set(copy.savedAt);
    followAnswers();
  }
  return {people: copy.people, channel};
}

async function readLastChannel(): Promise<ChannelCopy | undefined> {
  const [last] = (await readOffline<string[]>(RECENT)) ?? [];
  return last === undefined ? undefined : readOffline<ChannelCopy>(keyOfChannel(last));
}

const isCopied = ({queryHash}: Pick<Query, 'queryHash'>) => unconfirmed.has(queryHash);

/** Ends the use of the copy when the server has answered. What it refuses is no longer shown. */
function followAnswers(): void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  const stop = queries.getQueryCache().subscribe((event) => {
    const {query} = event;
    if (!isCopied(query)) return;
    if (event.type === 'observerRemoved' && isConnected) queueMicrotask(forgetUnused);
    if (event.type === 'removed') unconfirmed.delete(query.queryHash);
    const action = event.type === 'updated' ? event.action : undefined;
    // Changes that the page makes don't confirm the rest.
    if (action?.type === 'success' && !action.manual) unconfirmed.delete(query.queryHash);
    if (action?.type === 'error' && isUnreachable(action.error)) {
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

/** Reloads the parts of the copy that the page shows, and drops the rest. */
export async function replaceCopies(): Promise<void> {
  isConnected = true;
  forgetUnused();
  await readAgain();
}
