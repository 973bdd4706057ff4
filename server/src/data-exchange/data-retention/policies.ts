import type {Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Settings} from '../../platform/config/settings.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {invalidTarget, policyMissing} from './errors.ts';
import {
  type AssignedFilter,
  assign,
  countPolicies,
  deletePolicy,
  type PolicyRow,
  selectAssigned,
  selectPolicies,
  selectPoliciesOfUser,
  selectPolicy,
  selectUnknown,
  storePolicy,
  type Target,
  unassign,
} from './policy-store.ts';
import type {NewPolicy, PolicyPatch} from './schema.ts';

export type RetentionPolicies = ReturnType<typeof createRetentionPolicies>;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** The times, in milliseconds, before which the global policy deletes; undefined if it doesn't. */
export function globalCutoffs({DataRetentionSettings: settings}: Settings, now: number) {
  const cutoff = (enabled: boolean, hours: number, days: number) => {
    const age = hours > 0 ? hours * HOUR : days * DAY;
    // An age of 0 would delete everything.
    return enabled && age > 0 ? now - age : undefined;
  };
  return {
    messages: cutoff(
      settings.EnableMessageDeletion,
      settings.MessageRetentionHours,
      settings.MessageRetentionDays,
    ),
    files: cutoff(settings.EnableFileDeletion, settings.FileRetentionHours, settings.FileRetentionDays),
  };
}

/** The retention policies of teams and channels. A team or channel has at most one. */
export function createRetentionPolicies({database, config}: {database: Database; config: Config}) {
  async function get(id: string): Promise<PolicyRow> {
    const row = await selectPolicy(database, id);
    if (!row) throw policyMissing(id);
    return row;
  }

  async function assignAll(
    tx: Transaction,
    target: Target,
    policyId: string,
    ids: readonly string[],
  ): Promise<void> {
    const path = `${target}_ids`;
    const [unknown] = await selectUnknown(tx, target, ids);
    if (unknown !== undefined)
      throw invalidTarget(
        path,
        target === 'team' ? "A team doesn't exist." : "A channel doesn't exist or is not in a team.",
        `${JSON.stringify(unknown)} is not the id of ${target === 'team' ? 'a team' : 'a public or private channel'}.`,
      );
    const [taken] = await assign(tx, target, policyId, ids);
    if (taken !== undefined) {
      throw invalidTarget(
        path,
        `A ${target} already has another policy. Remove it there first.`,
        `The ${target} ${taken} has another policy.`,
      );
    }
  }

  return {
    global() {
      const {DataRetentionSettings: settings} = config.get();
      const {messages = 0, files = 0} = globalCutoffs(config.get(), Date.now());
      return {
        message_deletion_enabled: settings.EnableMessageDeletion,
        file_deletion_enabled: settings.EnableFileDeletion,
        boards_deletion_enabled: false,
        message_retention_cutoff: messages,
        file_retention_cutoff: files,
        boards_retention_cutoff: 0,
      };
    },
    list: (page: {offset: number; limit: number}) => selectPolicies(database, page),
    count: () => countPolicies(database),
    /** @throws AppError 404 */
    get,

    /** @throws AppError 400 for an unknown team or channel, or one with another policy */
    async create(input: Static<typeof NewPolicy>): Promise<PolicyRow> {
      const id = newId();
      await database.transaction(async (tx) => {
        await storePolicy(tx, {
          id,
          displayname: input.display_name.trim(),
          postduration: days(input.post_duration),
        });
        await assignAll(tx, 'team', id, input.team_ids ?? []);
        await assignAll(tx, 'channel', id, input.channel_ids ?? []);
      });
      return get(id);
    },

    /** Changes the given fields. Lists replace the current ones. @throws AppError 404, 400 as in `create` */
    async patch(id: string, input: Static<typeof PolicyPatch>): Promise<PolicyRow> {
      await database.transaction(async (tx) => {
        const row = await selectPolicy(tx, id);
        if (!row) throw policyMissing(id);
        await storePolicy(tx, {
          id,
          displayname: input.display_name?.trim() ?? row.displayname,
          postduration: input.post_duration === undefined ? row.postduration : days(input.post_duration),
        });
        for (const target of ['team', 'channel'] as const) {
          const ids = input[`${target}_ids`];
          if (!ids) continue;
          await unassign(tx, target, id);
          await assignAll(tx, target, id, ids);
        }
      });
      return get(id);
    },

    /** @throws AppError 404 */
    async delete(id: string): Promise<void> {
      if (!(await database.transaction((tx) => deletePolicy(tx, id)))) throw policyMissing(id);
    },

    /** @throws AppError 404, 400 as in `create` */
    async add(id: string, target: Target, ids: readonly string[]): Promise<void> {
      await get(id);
      await database.transaction((tx) => assignAll(tx, target, id, ids));
    },

    /** @throws AppError 404 */
    async remove(id: string, target: Target, ids: readonly string[]): Promise<void> {
      await get(id);
      await database.transaction((tx) => unassign(tx, target, id, ids));
    },

    /** The ids of the teams or channels of a policy. @throws AppError 404 */
    async assigned(
      id: string,
      target: Target,
      page: {offset: number; limit: number},
      filter: AssignedFilter = {},
    ): Promise<string[]> {
      await get(id);
      return selectAssigned(database, target, id, page, filter);
    },

    ofUser: (userId: string, target: Target, page: {offset: number; limit: number}) =>
      selectPoliciesOfUser(database, target, userId, page),
  };
}

function days(duration: number | null | undefined): number | null {
  return duration === undefined || duration === -1 ? null : duration;
}
