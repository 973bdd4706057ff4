import type {Channels} from '../../../messaging/channels/channels.ts';
import type {Emoji} from '../../../messaging/emoji/emoji.ts';
import type {Files} from '../../../messaging/files/files.ts';
import type {ProfileImages} from '../../../messaging/profile-images/profile-images.ts';
import type {Teams} from '../../../messaging/teams/teams.ts';
import type {Users} from '../../../messaging/users/users.ts';
import type {Config} from '../../../platform/config/config.ts';
import type {Database} from '../../../platform/database/database.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import type {FileStore} from '../../../platform/file-store/file-store.ts';
import type {User} from '../format/objects.ts';
import {addCount, type ObjectCounts, type ObjectKind, type Outcome} from '../object-counts.ts';
import type {Directory, DirectoryEntry, UserEntry} from '../references/directory.ts';

/** The features that an import uses. */
export interface ImportDependencies {
  database: Database;
  events: EventBus;
  config: Config;
  channels: Channels;
  emoji: Emoji;
  files: Files;
  fileStore: FileStore;
  profileImages: ProfileImages;
  teams: Teams;
  users: Users;
}

/** The context of one batch: one transaction, which also records the import's progress. */
export interface Batch {
  tx: Transaction;
  directory: Directory;
  /** The time of the batch, in milliseconds. */
  now: number;
  /** An earlier run wrote and counted these lines, so `count` does nothing. */
  repeated: boolean;
  count(kind: ObjectKind, outcome: Outcome, number?: number): void;
  /** Marks an entry of the directory as stored once the transaction commits. */
  markStored(entry: DirectoryEntry): void;
  /** Events to publish after the commit. */
  announce: Announcements;
}

/** A user of the file and the matching account. */
export interface ImportedUser {
  user: User;
  entry: UserEntry;
  isNew: boolean;
}

/** Changes to announce to servers and clients. */
export interface Announcements {
  /** Whether caches may be stale. */
  stale: boolean;
  /** Accounts that others may see. */
  users: Set<string>;
  /** Accounts that were deactivated or reactivated. */
  activations: Map<string, boolean>;
  roles: Set<string>;
  /** Channels whose posts were created or changed. */
  channels: Set<string>;
}

/** With more accounts, roles or channels than this, servers only get the message to clear their caches. */
const MAX_NAMED = 50;

export function noAnnouncements(): Announcements {
  return {stale: false, users: new Set(), activations: new Map(), roles: new Set(), channels: new Set()};
}

/**
 * Announces the changes of a committed batch to the caches of this and other servers. New objects and memberships are
 * not announced one by one, because an import has thousands of them.
 */
export function publishAnnouncements(events: EventBus, announce: Announcements): void {
  const {stale, users, activations, roles, channels} = announce;
  const manyChannels = channels.size > MAX_NAMED;
  if (stale || users.size > 0 || roles.size > 0 || manyChannels) events.publish('caches:stale', {});
  else if (channels.size > 0) events.publish('channel-posts:changed', {channelIds: [...channels]});
  if (users.size > 0 && users.size <= MAX_NAMED) events.publish('users:changed', {userIds: [...users]});
  if (roles.size <= MAX_NAMED) for (const roleName of roles) events.publish('role:changed', {roleName});
  for (const [userId, active] of activations) {
    if (!active) events.publish('sessions:revoked', {userId});
    events.publish('user:activation-changed', {userId, active});
  }
}

/** Records deactivated accounts in the transaction of their batch. Call the returned function after the commit. */
export function recordDeactivations(
  tx: Transaction,
  events: EventBus,
  {activations}: Announcements,
): Promise<() => void> {
  const deactivated = [...activations].filter(([, active]) => !active);
  return events.record(tx, 'user:deactivated', ...deactivated.map(([userId]) => ({userId})));
}

/** Counts rows by outcome, and marks caches as stale if any row was created or updated. */
export function countOutcomes(
  batch: Batch,
  kind: ObjectKind,
  {total, created, updated}: {total: number; created: number; updated: number},
): void {
  if (created + updated > 0) batch.announce.stale = true;
  batch.count(kind, 'created', created);
  batch.count(kind, 'updated', updated);
  batch.count(kind, 'unchanged', total - created - updated);
}

export function createCounter(counts: ObjectCounts): Batch['count'] {
  return (kind, outcome, number = 1) => addCount(counts, kind, outcome, number);
}
