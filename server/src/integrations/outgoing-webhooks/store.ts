import type {DeletionPart} from '../../messaging/permanent-deletion/permanent-deletion.ts';
import {OUTGOING_WEBHOOKS} from '../../messaging/tables/tables.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import type {Sealed} from '../../platform/secrets/sealing.ts';
import {belongingTo} from '../ownership/ownership.ts';

type StoredRow = RowOf<typeof OUTGOING_WEBHOOKS, {token: Sealed; signingsecret: Sealed}>;

/**
 * `triggerwhen` is 0 if the first word must equal a trigger word, and 1 if it must start with one.
 * `allowprivatechannel` tells whether the channel may be private.
 */
export interface OutgoingWebhookRow extends Omit<StoredRow, 'triggerwords' | 'callbackurls'> {
  triggerwords: string[];
  callbackurls: string[];
}

function fromStored(row: StoredRow): OutgoingWebhookRow {
  return {...row, triggerwords: JSON.parse(row.triggerwords), callbackurls: JSON.parse(row.callbackurls)};
}

export function insertHook(db: Queryable, hook: OutgoingWebhookRow): Promise<void> {
  return insertRow(db, OUTGOING_WEBHOOKS, {
    ...hook,
    triggerwords: JSON.stringify(hook.triggerwords),
    callbackurls: JSON.stringify(hook.callbackurls),
  });
}

/**
 * Updates columns of a webhook if it exists and its owner has not changed. Returns the stored row. To change the owner,
 * use `updateOwner`.
 */
export async function updateHook(
  db: Queryable,
  {id, creatorid}: Pick<OutgoingWebhookRow, 'id' | 'creatorid'>,
  {triggerwords, callbackurls, ...others}: Partial<OutgoingWebhookRow>,
): Promise<OutgoingWebhookRow | undefined> {
  const changes = {
    ...others,
    triggerwords: triggerwords && JSON.stringify(triggerwords),
    callbackurls: callbackurls && JSON.stringify(callbackurls),
  };
  const row = await db.row<StoredRow>(sql`
    update OutgoingWebhooks set ${sql.assignments(changes)}
    where Id = ${id} and CreatorId = ${creatorid} and DeleteAt = 0 returning *`);
  return row && fromStored(row);
}

/** Changes the owner of a webhook if it still belongs to `from`. Returns whether it did. */
export async function updateOwner(
  db: Queryable,
  id: string,
  {from, to, now}: {from: string; to: string; now: number},
): Promise<boolean> {
  const count = await db.execute({
    text: `
      update OutgoingWebhooks set CreatorId = $3, UpdateAt = $4
      where Id = $1 and CreatorId = $2 and DeleteAt = 0`,
    values: [id, from, to, now],
  });
  return count > 0;
}

export async function selectHook(db: Queryable, id: string): Promise<OutgoingWebhookRow | undefined> {
  const row = await db.row<StoredRow>({
    text: 'select * from OutgoingWebhooks where Id = $1 and DeleteAt = 0',
    values: [id],
  });
  return row && fromStored(row);
}

/** The enabled webhooks of a team. */
export async function selectListeningHooks(db: Queryable, teamId: string): Promise<OutgoingWebhookRow[]> {
  const rows = await db.rows<StoredRow>({
    name: 'outgoing-webhooks-listening',
    text: 'select * from OutgoingWebhooks where TeamId = $1 and DeleteAt = 0 and DisabledAt = 0',
    values: [teamId],
  });
  return rows.map(fromStored);
}

/** The number of webhooks in a team. */
export async function countHooksOfTeam(db: Queryable, teamId: string): Promise<number> {
  const row = await db.row<{count: number}>({
    text: 'select count(*) as count from OutgoingWebhooks where TeamId = $1 and DeleteAt = 0',
    values: [teamId],
  });
  return row!.count;
}

export async function selectHooks(
  db: Queryable,
  {
    teamId,
    channelId,
    creatorId,
    offset,
    limit,
  }: {teamId?: string; channelId?: string; creatorId?: string; offset: number; limit: number},
): Promise<OutgoingWebhookRow[]> {
  const rows = await db.rows<StoredRow>(sql`
    select * from OutgoingWebhooks where DeleteAt = 0
      ${teamId ? sql`and TeamId = ${teamId}` : sql.empty}
      ${channelId ? sql`and ChannelId = ${channelId}` : sql.empty}
      ${creatorId ? sql`and CreatorId = ${creatorId}` : sql.empty}
    order by CreateAt, Id limit ${limit} offset ${offset}`);
  return rows.map(fromStored);
}

/** Deletes the webhooks of a channel. */
export function markHooksOfChannelDeleted(
  db: Queryable,
  channelId: string,
  now: number,
): Promise<{id: string; teamid: string}[]> {
  return db.rows({
    text: `
      update OutgoingWebhooks set DeleteAt = $2, UpdateAt = $2
      where ChannelId = $1 and DeleteAt = 0 returning Id, TeamId`,
    values: [channelId, now],
  });
}

/** Deletes webhooks for good, with their deliveries. */
export const deleteHooksOf: DeletionPart = async (tx, owner) => {
  const {column, id} = belongingTo(owner, 'CreatorId');
  await tx.execute({
    text: `
      with gone as (delete from OutgoingWebhooks where ${column} = $1 returning Id)
      delete from OutgoingWebhookDeliveries d using gone where d.HookId = gone.Id`,
    values: [id],
  });
};

export async function recordSuccess(db: Queryable, id: string): Promise<void> {
  await db.execute({
    name: 'outgoing-webhook-success',
    text: 'update OutgoingWebhooks set FailedAttempts = 0, FailingSince = 0 where Id = $1 and FailedAttempts > 0',
    values: [id],
  });
}

/**
 * Counts a failed attempt. Disables the webhook if it has failed often enough, and since before `failingBefore`.
 * Returns whether this disabled it.
 */
export async function recordFailure(
  db: Queryable,
  id: string,
  {now, failingBefore, minAttempts}: {now: number; failingBefore: number; minAttempts: number},
): Promise<boolean> {
  const row = await db.row<{switchedoff: boolean}>({
    name: 'outgoing-webhook-failure',
    text: `
      with before as (select Id, DisabledAt from OutgoingWebhooks where Id = $1 for update)
      update OutgoingWebhooks h set
        FailedAttempts = h.FailedAttempts + 1,
        FailingSince = case when h.FailingSince = 0 then $2 else h.FailingSince end,
        DisabledAt = case
          when h.DisabledAt = 0 and h.FailedAttempts + 1 >= $4 and h.FailingSince > 0 and h.FailingSince < $3
          then $2 else h.DisabledAt end
      from before where h.Id = before.Id
      returning before.DisabledAt = 0 and h.DisabledAt > 0 as switchedoff`,
    values: [id, now, failingBefore, minAttempts],
  });
  return row?.switchedoff ?? false;
}
