import type {DeletionPart} from '../../messaging/permanent-deletion/permanent-deletion.ts';
import {type INCOMING_WEBHOOK_DELIVERIES, INCOMING_WEBHOOKS} from '../../messaging/tables/tables.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import type {Sealed} from '../../platform/secrets/sealing.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import {belongingTo} from '../ownership/ownership.ts';

/**
 * An incoming webhook. Its `id` does not allow posting. The owner sees the key as the id in the API; other managers of
 * the webhook see this one.
 */
export interface IncomingWebhookRow
  extends RowOf<
    typeof INCOMING_WEBHOOKS,
    {key: Sealed; keyhash: string; signingsecret: Sealed; previoussigningsecret: Sealed}
  > {}

export function insertHook(db: Queryable, hook: IncomingWebhookRow): Promise<void> {
  return insertRow(db, INCOMING_WEBHOOKS, hook);
}

/** Finds a webhook by key or id. Only for managing it: an id must not allow posting. */
export function selectHookByKeyOrId(db: Queryable, keyOrId: string): Promise<IncomingWebhookRow | undefined> {
  return db.row<IncomingWebhookRow>({
    text: 'select * from IncomingWebhooks where (KeyHash = $1 or Id = $2) and DeleteAt = 0',
    values: [hashToken(keyOrId), keyOrId],
  });
}

export function selectHookById(db: Queryable, id: string): Promise<IncomingWebhookRow | undefined> {
  return db.row<IncomingWebhookRow>({
    text: 'select * from IncomingWebhooks where Id = $1 and DeleteAt = 0',
    values: [id],
  });
}

/** A webhook found by one of its keys. */
export interface KeyedHookRow extends IncomingWebhookRow {
  /** When the key expires; null for the current key. */
  keyvaliduntil: number | null;
}

/** Finds a webhook by its current key, or by an old key that is still valid. */
export function selectHookByKey(db: Queryable, key: string, now: number): Promise<KeyedHookRow | undefined> {
  return db.row<KeyedHookRow>({
    name: 'incoming-webhook-by-key',
    text: `
      select h.*, k.ValidUntil as keyvaliduntil
      from (
        select Id, null::bigint as ValidUntil from IncomingWebhooks where KeyHash = $1
        union all
        select HookId, ValidUntil from IncomingWebhookOldKeys where OldKey = $1 and ValidUntil > $2
      ) k
        join IncomingWebhooks h on h.Id = k.Id and h.DeleteAt = 0`,
    values: [hashToken(key), now],
  });
}

export interface HookFilter {
  teamId?: string;
  userId?: string;
  offset: number;
  limit: number;
}

function where({teamId, userId}: Omit<HookFilter, 'offset' | 'limit'>) {
  return sql`where DeleteAt = 0 ${teamId ? sql`and TeamId = ${teamId}` : sql.empty} ${
    userId ? sql`and UserId = ${userId}` : sql.empty
  }`;
}

export function selectHooks(db: Queryable, filter: HookFilter): Promise<IncomingWebhookRow[]> {
  return db.rows<IncomingWebhookRow>(sql`
    select * from IncomingWebhooks ${where(filter)}
    order by CreateAt, Id limit ${filter.limit} offset ${filter.offset}`);
}

export async function countHooks(
  db: Queryable,
  filter: Omit<HookFilter, 'offset' | 'limit'>,
): Promise<number> {
  return (await db.row<{count: number}>(
    sql`select count(*) as count from IncomingWebhooks ${where(filter)}`,
  ))!.count;
}

/**
 * Updates columns of a webhook if it exists and its owner has not changed. Returns the stored row. To change the owner,
 * use `updateOwner`.
 */
export function updateHook(
  db: Queryable,
  {id, userid}: Pick<IncomingWebhookRow, 'id' | 'userid'>,
  changes: Partial<IncomingWebhookRow>,
): Promise<IncomingWebhookRow | undefined> {
  return db.row<IncomingWebhookRow>(sql`
    update IncomingWebhooks set ${sql.assignments(changes)}
    where Id = ${id} and UserId = ${userid} and DeleteAt = 0 returning *`);
}

/** Changes the owner of a webhook if it still belongs to `from`. Returns whether it did. */
export async function updateOwner(
  db: Queryable,
  id: string,
  {from, to, now}: {from: string; to: string; now: number},
): Promise<boolean> {
  const count = await db.execute({
    text: `
      update IncomingWebhooks set UserId = $3, UpdateAt = $4 where Id = $1 and UserId = $2 and DeleteAt = 0`,
    values: [id, from, to, now],
  });
  return count > 0;
}

/**
 * Replaces the key of a webhook if it exists, and neither its owner nor its key has changed. Returns whether it did. The
 * old key stays valid until `validUntil`, in milliseconds.
 */
export async function replaceKey(
  db: Queryable,
  hook: Pick<IncomingWebhookRow, 'id' | 'keyhash' | 'userid'>,
  {key, keyhash, validUntil, now}: {key: Sealed; keyhash: string; validUntil: number; now: number},
): Promise<boolean> {
  const count = await db.execute({
    text: `
      update IncomingWebhooks set Key = $2, KeyHash = $3, UpdateAt = $4
      where Id = $1 and UserId = $5 and KeyHash = $6 and DeleteAt = 0`,
    values: [hook.id, key, keyhash, now, hook.userid, hook.keyhash],
  });
  if (count === 0) return false;
  await db.execute({
    text: 'delete from IncomingWebhookOldKeys where HookId = $1 and ValidUntil <= $2',
    values: [hook.id, now],
  });
  if (validUntil > now) {
    await db.execute({
      text: 'insert into IncomingWebhookOldKeys (OldKey, HookId, ValidUntil) values ($1, $2, $3)',
      values: [hook.keyhash, hook.id, validUntil],
    });
  }
  return true;
}

/** Deletes the webhooks that post to a channel. */
export function markHooksOfChannelDeleted(
  db: Queryable,
  channelId: string,
  now: number,
): Promise<{id: string; teamid: string}[]> {
  return db.rows({
    text: `
      update IncomingWebhooks set DeleteAt = $2, UpdateAt = $2
      where ChannelId = $1 and DeleteAt = 0 returning Id, TeamId`,
    values: [channelId, now],
  });
}

/** Deletes webhooks for good, with their keys and deliveries. */
export const deleteHooksOf: DeletionPart = async (tx, owner) => {
  const {column, id} = belongingTo(owner, 'UserId');
  await tx.execute({
    text: `
      with gone as (delete from IncomingWebhooks where ${column} = $1 returning Id),
        keys as (delete from IncomingWebhookOldKeys k using gone where k.HookId = gone.Id)
      delete from IncomingWebhookDeliveries d using gone where d.HookId = gone.Id`,
    values: [id],
  });
};

export interface DeliveryRow extends RowOf<typeof INCOMING_WEBHOOK_DELIVERIES> {}

/** Adds deliveries, and deletes all but the last `keep` of each webhook. */
export async function insertDeliveries(
  db: Queryable,
  deliveries: readonly DeliveryRow[],
  keep: number,
): Promise<void> {
  await db.execute({
    name: 'incoming-webhook-deliveries-insert',
    text: `
      insert into IncomingWebhookDeliveries (Id, HookId, CreateAt, Status, Size, Duration, PostId, ErrorId, Error)
      select * from unnest($1::text[], $2::text[], $3::bigint[], $4::int[], $5::int[], $6::int[], $7::text[],
        $8::text[], $9::text[])`,
    values: [
      deliveries.map((row) => row.id),
      deliveries.map((row) => row.hookid),
      deliveries.map((row) => row.createat),
      deliveries.map((row) => row.status),
      deliveries.map((row) => row.size),
      deliveries.map((row) => row.duration),
      deliveries.map((row) => row.postid),
      deliveries.map((row) => row.errorid),
      deliveries.map((row) => row.error),
    ],
  });
  await db.execute({
    name: 'incoming-webhook-deliveries-prune',
    text: `
      delete from IncomingWebhookDeliveries d using unnest($1::text[]) as hook (id)
      where d.HookId = hook.id and (d.CreateAt, d.Id) < (
        select CreateAt, Id from IncomingWebhookDeliveries
        where HookId = hook.id order by CreateAt desc, Id desc offset $2 - 1 limit 1)`,
    values: [[...new Set(deliveries.map((row) => row.hookid))], keep],
  });
}

export function selectDeliveries(
  db: Queryable,
  hookId: string,
  {offset, limit}: {offset: number; limit: number},
): Promise<DeliveryRow[]> {
  return db.rows<DeliveryRow>({
    text: `
      select * from IncomingWebhookDeliveries where HookId = $1
      order by CreateAt desc, Id desc offset $2 limit $3`,
    values: [hookId, offset, limit],
  });
}
