import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';

export interface IncomingWebhookRow {
  id: string;
  createat: number;
  updateat: number;
  deleteat: number;
  userid: string;
  channelid: string;
  teamid: string;
  displayname: string;
  description: string;
  username: string;
  iconurl: string;
  channellocked: boolean;
  signingsecret: string;
  previoussigningsecret: string;
}

export async function insertHook(db: Queryable, hook: IncomingWebhookRow): Promise<void> {
  await db.execute({
    text: `
      insert into IncomingWebhooks (Id, CreateAt, UpdateAt, DeleteAt, UserId, ChannelId, TeamId, DisplayName,
        Description, Username, IconURL, ChannelLocked, SigningSecret, PreviousSigningSecret)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      hook.id,
      hook.createat,
      hook.updateat,
      hook.deleteat,
      hook.userid,
      hook.channelid,
      hook.teamid,
      hook.displayname,
      hook.description,
      hook.username,
      hook.iconurl,
      hook.channellocked,
      hook.signingsecret,
      hook.previoussigningsecret,
    ],
  });
}

export function selectHook(db: Queryable, id: string): Promise<IncomingWebhookRow | undefined> {
  return db.row<IncomingWebhookRow>({
    text: 'select * from IncomingWebhooks where Id = $1 and DeleteAt = 0',
    values: [id],
  });
}

/** A hook as one of its keys opens it. */
export interface KeyedHookRow extends IncomingWebhookRow {
  /** Until when the key is valid; null for the hook's own. */
  keyvaliduntil: number | null;
  /** Null when the owner's account is gone. */
  ownerroles: string | null;
}

/** The hook that a key opens now: its id, or one that it had before and that is still valid. */
export function selectHookByKey(db: Queryable, key: string, now: number): Promise<KeyedHookRow | undefined> {
  return db.row<KeyedHookRow>({
    name: 'incoming-webhook-by-key',
    text: `
      select h.*, k.ValidUntil as keyvaliduntil, u.Roles as ownerroles
      from (
        select Id, null::bigint as ValidUntil from IncomingWebhooks where Id = $1
        union all
        select HookId, ValidUntil from IncomingWebhookOldKeys where OldKey = $1 and ValidUntil > $2
      ) k
        join IncomingWebhooks h on h.Id = k.Id and h.DeleteAt = 0
        left join Users u on u.Id = h.UserId`,
    values: [key, now],
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

export async function updateHook(db: Queryable, hook: IncomingWebhookRow): Promise<void> {
  await db.execute({
    text: `
      update IncomingWebhooks set UpdateAt = $2, UserId = $3, ChannelId = $4, DisplayName = $5, Description = $6,
        Username = $7, IconURL = $8, ChannelLocked = $9, SigningSecret = $10, PreviousSigningSecret = $11
      where Id = $1`,
    values: [
      hook.id,
      hook.updateat,
      hook.userid,
      hook.channelid,
      hook.displayname,
      hook.description,
      hook.username,
      hook.iconurl,
      hook.channellocked,
      hook.signingsecret,
      hook.previoussigningsecret,
    ],
  });
}

/** Gives a hook another id, which is its key; the old one stays valid until `validUntil`, a time in milliseconds. */
export async function replaceKey(
  db: Queryable,
  {id, newId, validUntil, now}: {id: string; newId: string; validUntil: number; now: number},
): Promise<void> {
  await db.execute({
    text: 'update IncomingWebhooks set Id = $2, UpdateAt = $3 where Id = $1',
    values: [id, newId, now],
  });
  await db.execute({
    text: 'delete from IncomingWebhookOldKeys where HookId = $1 and ValidUntil <= $2',
    values: [id, now],
  });
  await db.execute({
    text: 'update IncomingWebhookOldKeys set HookId = $2 where HookId = $1',
    values: [id, newId],
  });
  await db.execute({
    text: 'update IncomingWebhookDeliveries set HookId = $2 where HookId = $1',
    values: [id, newId],
  });
  if (validUntil > now) {
    await db.execute({
      text: 'insert into IncomingWebhookOldKeys (OldKey, HookId, ValidUntil) values ($1, $2, $3)',
      values: [id, newId, validUntil],
    });
  }
}

export async function markHookDeleted(db: Queryable, id: string, now: number): Promise<void> {
  await db.execute({
    text: 'update IncomingWebhooks set DeleteAt = $2, UpdateAt = $2 where Id = $1',
    values: [id, now],
  });
}

/** Deletes the hooks that post to a channel; their ids. */
export async function markHooksOfChannelDeleted(
  db: Queryable,
  channelId: string,
  now: number,
): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      update IncomingWebhooks set DeleteAt = $2, UpdateAt = $2
      where ChannelId = $1 and DeleteAt = 0 returning Id`,
    values: [channelId, now],
  });
  return rows.map((row) => row.id);
}

export interface DeliveryRow {
  id: string;
  hookid: string;
  createat: number;
  status: number;
  size: number;
  duration: number;
  postid: string;
  errorid: string;
  error: string;
}

/** Adds deliveries, and drops what is beyond the last `keep` of each of their hooks. */
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
