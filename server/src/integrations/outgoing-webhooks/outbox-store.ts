import type {OUTGOING_WEBHOOK_DELIVERIES} from '../../messaging/tables/tables.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {Sealed} from '../../platform/secrets/sealing.ts';

/** `duration` is in milliseconds. */
export interface DeliveryRow
  extends RowOf<typeof OUTGOING_WEBHOOK_DELIVERIES, {status: 'waiting' | 'delivered' | 'failed'}> {}

/** Inserts the deliveries of a post. */
export async function insertDeliveries(
  db: Queryable,
  deliveries: readonly Pick<DeliveryRow, 'id' | 'hookid' | 'postid' | 'callbackurl' | 'triggerword'>[],
  now: number,
): Promise<void> {
  await db.execute({
    name: 'outgoing-deliveries-insert',
    text: `
      insert into OutgoingWebhookDeliveries (Id, HookId, PostId, CallbackURL, TriggerWord, CreateAt, UpdateAt, Status,
        NextAttemptAt)
      select *, $6, $6, 'waiting', $6 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])`,
    values: [
      deliveries.map((row) => row.id),
      deliveries.map((row) => row.hookid),
      deliveries.map((row) => row.postid),
      deliveries.map((row) => row.callbackurl),
      deliveries.map((row) => row.triggerword),
      now,
    ],
  });
}

/** A delivery claimed by this process, with everything that its request contains. */
export interface ClaimedDelivery extends DeliveryRow {
  token: Sealed;
  contenttype: string;
  signingsecret: Sealed;
  creatorid: string;
  displayname: string;
  username: string;
  iconurl: string;
  hookteamid: string;
  /** Why the delivery is obsolete; empty if it is not. */
  obsolete: '' | 'hook-gone' | 'hook-off' | 'post-gone';
  teamname: string | null;
  channelid: string | null;
  channelname: string | null;
  senderid: string | null;
  sendername: string | null;
  postedat: number | null;
  message: string | null;
  fileids: string | null;
}

/**
 * Claims deliveries that are due: at most `limit` in total and `perHook` per webhook, and none of the webhooks in
 * `busy`. Other processes skip them until `abandonedAt`.
 */
export async function claimDeliveries(
  db: Queryable,
  {
    now,
    abandonedAt,
    limit,
    perHook,
    busy,
  }: {now: number; abandonedAt: number; limit: number; perHook: number; busy: readonly string[]},
): Promise<ClaimedDelivery[]> {
  return db.rows<ClaimedDelivery>({
    name: 'outgoing-deliveries-claim',
    text: `
      with ranked as (
        select Id, NextAttemptAt, row_number() over (partition by HookId order by NextAttemptAt, Id) as place
        from OutgoingWebhookDeliveries where NextAttemptAt <= $1 and HookId <> all($5::text[])
      ), due as (
        select d.Id from OutgoingWebhookDeliveries d
          join (select Id from ranked where place <= $4 order by NextAttemptAt limit $3) r on r.Id = d.Id
        where d.NextAttemptAt <= $1
        for update of d skip locked
      ), claimed as (
        update OutgoingWebhookDeliveries d set Attempts = d.Attempts + 1, NextAttemptAt = $2
        from due where d.Id = due.Id returning d.*
      )
      select c.*, h.Token, h.ContentType, h.SigningSecret, h.CreatorId, h.DisplayName, h.Username, h.IconURL,
        h.TeamId as hookteamid, t.Name as teamname, ch.Id as channelid, ch.Name as channelname, u.Id as senderid,
        u.Username as sendername, p.CreateAt as postedat, p.Message, p.FileIds,
        case
          when h.Id is null or h.DeleteAt > 0 then 'hook-gone'
          when h.DisabledAt > 0 then 'hook-off'
          when p.Id is null or p.DeleteAt > 0 then 'post-gone'
          else '' end as obsolete
      from claimed c
        left join OutgoingWebhooks h on h.Id = c.HookId
        left join Posts p on p.Id = c.PostId
        left join Channels ch on ch.Id = p.ChannelId
        left join Teams t on t.Id = ch.TeamId
        left join Users u on u.Id = p.UserId`,
    values: [now, abandonedAt, limit, perHook, busy],
  });
}

/** Records the result of an attempt. If `nextattemptat` is null, the delivery is finished. */
export async function recordAttempt(
  db: Queryable,
  id: string,
  outcome: Pick<
    DeliveryRow,
    'status' | 'nextattemptat' | 'httpstatus' | 'duration' | 'replypostid' | 'error' | 'updateat'
  >,
): Promise<void> {
  await db.execute({
    name: 'outgoing-delivery-record',
    text: `
      update OutgoingWebhookDeliveries set Status = $2, NextAttemptAt = $3, HttpStatus = $4, Duration = $5,
        ReplyPostId = $6, Error = $7, UpdateAt = $8
      where Id = $1`,
    values: [
      id,
      outcome.status,
      outcome.nextattemptat,
      outcome.httpstatus,
      outcome.duration,
      outcome.replypostid,
      outcome.error.slice(0, 1024),
      outcome.updateat,
    ],
  });
}

/** Returns a delivery whose attempt was aborted. The attempt does not count. */
export async function releaseDelivery(db: Queryable, id: string, now: number): Promise<void> {
  await db.execute({
    text: 'update OutgoingWebhookDeliveries set NextAttemptAt = $2, Attempts = Attempts - 1 where Id = $1',
    values: [id, now],
  });
}

/** Restarts a delivery with no attempts. Undefined if the webhook has no such delivery. */
export function restartDelivery(
  db: Queryable,
  {id, hookId, now}: {id: string; hookId: string; now: number},
): Promise<DeliveryRow | undefined> {
  return db.row<DeliveryRow>({
    text: `
      update OutgoingWebhookDeliveries set Status = 'waiting', Attempts = 0, NextAttemptAt = $3, UpdateAt = $3,
        HttpStatus = 0, Duration = 0, ReplyPostId = '', Error = ''
      where Id = $1 and HookId = $2 returning *`,
    values: [id, hookId, now],
  });
}

/** The deliveries of a webhook, newest first. */
export function selectDeliveries(
  db: Queryable,
  hookId: string,
  {offset, limit}: {offset: number; limit: number},
): Promise<DeliveryRow[]> {
  return db.rows<DeliveryRow>({
    text: `
      select * from OutgoingWebhookDeliveries where HookId = $1
      order by CreateAt desc, Id offset $2 limit $3`,
    values: [hookId, offset, limit],
  });
}

/** Deletes deliveries that ended before a time. */
export async function deleteDeliveriesBefore(db: Queryable, updateAt: number): Promise<void> {
  await db.execute({
    text: 'delete from OutgoingWebhookDeliveries where UpdateAt < $1 and NextAttemptAt is null',
    values: [updateAt],
  });
}
