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
import type {Directory, Known, KnownUser} from '../references/directory.ts';

/** What an import needs of the server. */
export interface ApplyParts {
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

/** What the writers of a batch work with. All of it is one transaction, together with the import's own progress. */
export interface Batch {
  tx: Transaction;
  directory: Directory;
  /** The time of the batch, in milliseconds. */
  now: number;
  /** An earlier run has written and counted these lines: `count` does nothing. */
  repeated: boolean;
  count(kind: ObjectKind, outcome: Outcome, number?: number): void;
  /** After the commit the database has this. */
  stores(known: Known): void;
  /** What is to be announced after the commit. */
  announce: Announcements;
}

/** A user of the file and the account that it is. */
export interface ImportedUser {
  user: User;
  entry: KnownUser;
  isNew: boolean;
}

/** What servers, and the people on them, are to hear of. */
export interface Announcements {
  /** Something has changed that a server may have in its caches. */
  stale: boolean;
  /** Accounts that others may see. */
  users: Set<string>;
  /** Accounts that were deactivated or made active again. */
  activations: Map<string, boolean>;
  roles: Set<string>;
}

/** Past so many accounts or roles, servers are told only to read everything anew. */
const MAX_NAMED = 50;

export function noAnnouncements(): Announcements {
  return {stale: false, users: new Set(), activations: new Map(), roles: new Set()};
}

/**
 * Tells the caches of this process, and over the bus those of others, what a committed batch has changed. Joins and
 * creations are not announced one by one: people who are in the midst of things do not want to hear of thousands.
 */
export function publishAnnouncements(events: EventBus, announce: Announcements): void {
  const {stale, users, activations, roles} = announce;
  if (stale || users.size > 0 || roles.size > 0) events.publish('caches:stale', {});
  if (users.size > 0 && users.size <= MAX_NAMED) events.publish('users:changed', {userIds: [...users]});
  if (roles.size <= MAX_NAMED) for (const roleName of roles) events.publish('role:changed', {roleName});
  for (const [userId, active] of activations) {
    if (!active) events.publish('sessions:revoked', {userId});
    events.publish('user:activation-changed', {userId, active});
  }
}

/** Counts rows by outcome: how many were new, how many of the others have changed. Caches are stale if any. */
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

export function counterOf(counts: ObjectCounts): Batch['count'] {
  return (kind, outcome, number = 1) => addCount(counts, kind, outcome, number);
}
