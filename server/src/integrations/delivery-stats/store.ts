import type {Queryable} from '../../platform/database/queryable.ts';

/** Webhook traffic in one hour. */
export interface HourRow {
  /** The start of the hour, in milliseconds. */
  at: number;
  received: number;
  refused: number;
  sent: number;
  failed: number;
}

/** The hours with traffic since a time, oldest first. */
export function selectHours(db: Queryable, since: number): Promise<HourRow[]> {
  return db.rows<HourRow>({
    text: `
      select CreateAt / 3600000 * 3600000 as at,
        count(*) filter (where kind = 'in' and well) as received,
        count(*) filter (where kind = 'in' and not well) as refused,
        count(*) filter (where kind = 'out' and well) as sent,
        count(*) filter (where kind = 'out' and not well) as failed
      from (
        select CreateAt, 'in' as kind, Status < 400 as well from IncomingWebhookDeliveries where CreateAt >= $1
        union all
        select CreateAt, 'out', Status = 'delivered' from OutgoingWebhookDeliveries
        where CreateAt >= $1 and Status <> 'waiting'
      ) deliveries
      group by 1 order by 1`,
    values: [since],
  });
}

/** The number of pending deliveries of outgoing webhooks. */
export async function countWaiting(db: Queryable): Promise<number> {
  const row = await db.row<{count: number}>({
    text: "select count(*) as count from OutgoingWebhookDeliveries where Status = 'waiting'",
  });
  return row!.count;
}
