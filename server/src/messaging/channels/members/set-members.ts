import {setTimeout} from 'node:timers/promises';
import {AppError} from '../../../platform/errors/app-error.ts';
import {invalidChannel} from '../channel-errors.ts';
import type {ChannelMemberRow} from './store.ts';

/** The ids of the users that a batch changed, and of the users for whom it failed. */
export interface MembersBatch {
  added: string[];
  removed: string[];
  promoted: string[];
  demoted: string[];
  errors: {user_id: string; id: string; error: string}[];
}

export interface TargetMembers {
  userIds: readonly string[];
  /** The channel administrators, who become members too. Undefined to keep the roles of members. */
  adminIds?: readonly string[];
}

/** The current members of a channel, and operations on one member. */
export interface ChannelMembership {
  ids(): Promise<readonly string[]>;
  byIds(userIds: readonly string[]): Promise<ChannelMemberRow[]>;
  add(userId: string): Promise<unknown>;
  remove(userId: string): Promise<unknown>;
  setSchemeRoles(
    userId: string,
    flags: {schemeAdmin: boolean; schemeUser: boolean; schemeGuest: boolean},
  ): Promise<unknown>;
}

/** The number of members whose roles are read at a time. */
const ROWS = 1000;

/**
 * Replaces the members of a public or private channel: removes members, adds members, then changes channel
 * administrators. Yields the result of each batch of `size` changes, and waits `delayMs` before the next one. A change
 * that fails, such as for someone who isn't in the team, is listed in the errors of its batch and does not stop the
 * others.
 */
export async function* setMembers(
  membership: ChannelMembership,
  {userIds, adminIds}: TargetMembers,
  {size, delayMs}: {size: number; delayMs: number},
): AsyncGenerator<MembersBatch> {
  const targetIds = new Set([...userIds, ...(adminIds ?? [])]);
  const current = new Set(await membership.ids());
  let isFirst = true;

  async function* inBatches(
    kind: 'added' | 'removed' | 'promoted' | 'demoted',
    ids: Iterable<string>,
    change: (userId: string) => Promise<unknown>,
  ): AsyncGenerator<MembersBatch> {
    const all = [...ids];
    for (let start = 0; start < all.length; start += size) {
      if (!isFirst && delayMs > 0) await setTimeout(delayMs);
      isFirst = false;
      const batch: MembersBatch = {added: [], removed: [], promoted: [], demoted: [], errors: []};
      for (const userId of all.slice(start, start + size)) {
        try {
          await change(userId);
          batch[kind].push(userId);
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          batch.errors.push({user_id: userId, id: error.id, error: error.message});
        }
      }
      yield batch;
    }
  }

  yield* inBatches('removed', current.difference(targetIds), membership.remove);
  yield* inBatches('added', targetIds.difference(current), membership.add);
  if (!adminIds) return;
  const admins = new Set(adminIds);
  const rows = new Map<string, ChannelMemberRow>();
  const members = [...(await membership.ids())];
  for (let start = 0; start < members.length; start += ROWS) {
    for (const row of await membership.byIds(members.slice(start, start + ROWS))) {
      if (row.schemeadmin !== admins.has(row.userid)) rows.set(row.userid, row);
    }
  }
  const setAdmin = (schemeAdmin: boolean) => (userId: string) => {
    const {schemeuser, schemeguest} = rows.get(userId)!;
    return membership.setSchemeRoles(userId, {schemeAdmin, schemeUser: schemeuser, schemeGuest: schemeguest});
  };
  const changed = [...rows.keys()];
  yield* inBatches(
    'promoted',
    changed.filter((userId) => admins.has(userId)),
    setAdmin(true),
  );
  yield* inBatches(
    'demoted',
    changed.filter((userId) => !admins.has(userId)),
    setAdmin(false),
  );
}

/**
 * @throws AppError 400 for a direct, group or archived channel, and for a private channel that would have no members
 */
export function requireSettableMembers(
  {type, name, deleteat}: {type: string; name: string; deleteat: number},
  {userIds, adminIds = []}: TargetMembers,
): void {
  if (type === 'D' || type === 'G') {
    throw invalidChannel(
      'api.channel.set_members.type.app_error',
      'The members of a direct or group channel cannot change.',
    );
  }
  if (deleteat > 0) {
    throw invalidChannel(
      'api.channel.set_members.deleted.app_error',
      `The channel "${name}" is archived. Unarchive it before you change its members.`,
    );
  }
  if (type === 'P' && userIds.length + adminIds.length === 0) {
    throw invalidChannel(
      'api.channel.set_members.empty.app_error',
      'A private channel needs at least one member. Archive it instead.',
      'members',
    );
  }
}
