import type {Post} from '@mattermost/types/posts';
import {hashKey, type Query} from '@tanstack/react-query';
import {clearOffline, readOffline, writeOffline} from '../../lib/offline-store.ts';
import {queries} from '../../lib/queries.ts';
import {$sessionEnded} from '../../lib/server.ts';
import {otherUserId} from '../channels/addresses.ts';
import {channelsQuery, knownChannels, membershipsQuery} from '../channels/channels.ts';
import {$openChannel} from '../channels/read-state.ts';
import {loadedPerson} from '../people/people.ts';
import {followWindows, loadedWindow} from '../posts/channel-window.ts';
import {me, signedInId} from '../session/session.ts';
import {clientConfig, configQuery} from '../system/client-config.ts';
import {onLive} from '../system/live.ts';
import {$copiedAt, BUILD, type Copy, isExpired} from './copy.ts';
import {changePostCopy, deleteInaccessibleChannels, deletePostCopies, saveChannel} from './save-channels.ts';
import {COPY} from './stored-copy.ts';

/**
 * In milliseconds. A change is saved after `PAUSE`, and everything except messages at most once per `LONG_PAUSE`. Data
 * that was never saved only waits for `PAUSE`: without the list of channels, for example, the rest is useless.
 */
const PAUSE = 1_000;
const LONG_PAUSE = 10_000;
/** The maximum number of people in direct messages. */
const MAX_PEOPLE = 200;

const isWanted = () => clientConfig().EnableOfflineMessages === 'true';

/** Whether the data on the page is from the server, and from the account that is still signed in. */
const canSave = () =>
  isWanted() && $copiedAt.get() === undefined && !$sessionEnded.get() && signedInId() === me().id;

/** Writes to the database run one after the other. */
let inProgress: Promise<void> = Promise.resolve();
const next = (write: () => Promise<void>) => {
  inProgress = inProgress.then(write);
};

const copied = ({meta, state}: Query) => meta?.isCopied === true && state.status === 'success';

async function saveAll(): Promise<void> {
  if (!canSave()) return;
  const before = await readOffline<Copy>(COPY);
  const ownerId = me().id;
  if (before && before.ownerId !== ownerId) await clearOffline();
  const isUsable = before?.ownerId === ownerId && before.build === BUILD;
  // Also keep what other pages needed, such as another team.
  const kept = Object.entries(isUsable ? before.queries : {}).filter(([, query]) => !isExpired(query));
  const savedAt = Date.now();
  const known = queries.getQueryCache().findAll({predicate: copied});
  const copy: Copy = {
    ownerId,
    build: BUILD,
    savedAt,
    queries: Object.fromEntries([
      ...kept,
      ...known.map((query) => [query.queryHash, {key: query.queryKey, data: query.state.data, savedAt}]),
    ]),
    people: peopleOfSidebar(),
  };
  // The person may have signed out in the meantime.
  if (!canSave()) return;
  await writeOffline([[COPY, copy]]);
  for (const hash of Object.keys(copy.queries)) saved.add(hash);
}

function peopleOfSidebar() {
  return Object.values(knownChannels())
    .filter(({type}) => type === 'D')
    .toSorted((a, b) => b.last_post_at - a.last_post_at)
    .map((channel) => loadedPerson(otherUserId(channel, me().id)))
    .filter((person) => person !== undefined)
    .slice(0, MAX_PEOPLE);
}

/** The hashes of the queries that were saved since the page was opened. */
const saved = new Set<string>();
let saveTimer: ReturnType<typeof setTimeout> | undefined;
let saveAt = 0;
let lastSave = 0;

function saveAllSoon(isNew = false): void {
  const now = Date.now();
  const at = isNew ? now + PAUSE : Math.max(now + PAUSE, lastSave + LONG_PAUSE);
  if (saveTimer !== undefined && saveAt <= at) return;
  clearTimeout(saveTimer);
  saveAt = at;
  saveTimer = setTimeout(saveAllNow, at - now);
}

function saveAllNow(): void {
  clearTimeout(saveTimer);
  saveTimer = undefined;
  lastSave = Date.now();
  next(saveAll);
}

const channelTimers = new Map<string, ReturnType<typeof setTimeout>>();

function saveChannelSoon(channelId: string): void {
  if (channelTimers.has(channelId)) return;
  channelTimers.set(
    channelId,
    setTimeout(() => {
      channelTimers.delete(channelId);
      next(async () => {
        if (canSave()) await saveChannel(channelId);
      });
    }, PAUSE),
  );
}

/** Saves the messages of a channel if it is open. Other channels are loaded again when they are opened. */
function saveIfOpen(channelId: string | undefined): void {
  if (channelId && channelId === $openChannel.get()) saveChannelSoon(channelId);
}

/** Deletes the data of channels that the person can no longer see. */
function followLostAccess(): void {
  const isKnown = [channelsQuery, membershipsQuery].every(({queryKey}) => queries.getQueryData(queryKey));
  if (isKnown && canSave()) next(deleteInaccessibleChannels);
}

/** Deletes everything if the administrators turned offline use off. */
function applyOfflineSetting(): void {
  if (!isWanted()) next(clearOffline);
}

/**
 * Stores what is shown without a connection, and deletes what the person can no longer see. It includes what was loaded
 * before the call. Call it once.
 */
export function saveOfflineCopy(): void {
  const ofRights = [channelsQuery, membershipsQuery].map(({queryKey}) => hashKey(queryKey));
  const settingsHash = hashKey(configQuery.queryKey);
  queries.getQueryCache().subscribe(({type, query}) => {
    if (type !== 'updated' || !copied(query)) return;
    if (query.queryHash === settingsHash) applyOfflineSetting();
    if (ofRights.includes(query.queryHash)) followLostAccess();
    saveAllSoon(!saved.has(query.queryHash));
  });
  // Channels that were opened before this code was loaded. They are saved before the open one, so that it is the most recent.
  const left = Object.keys(knownChannels()).filter((id) => id !== $openChannel.get() && loadedWindow(id));
  followWindows(saveIfOpen);
  $openChannel.listen(saveIfOpen);
  onLive('post_edited', ({data}) => next(() => changePostCopy(JSON.parse(data.post) as Post)));
  onLive('post_deleted', ({data}) => next(() => deletePostCopies(JSON.parse(data.post) as Post)));
  // The session may already have ended, and the server may already have responded.
  $sessionEnded.subscribe((hasEnded) => {
    if (hasEnded) next(clearOffline);
  });
  $copiedAt.subscribe((copiedAt) => {
    applyOfflineSetting();
    followLostAccess();
    saveAllSoon();
    if (copiedAt === undefined) left.splice(0).forEach(saveChannelSoon);
    saveIfOpen($openChannel.get());
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && saveTimer !== undefined) saveAllNow();
  });
}
