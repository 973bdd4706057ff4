import type {Queryable} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';

/** In milliseconds. Scheduled exports leave out newer posts, so no export can have missed one of them. */
const EXPORT_DELAY = 10_000;

const NOW = sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Records posts created with a time in the past until a compliance export contains them (docs/compliance.md). Call this
 * in the transaction that creates them, with their channels locked.
 */
export async function recordBackdated(
  db: Queryable,
  posts: Iterable<{channelId: string; at: number}>,
): Promise<void> {
  const periods = new Map<string, {from: number; to: number}>();
  for (const {channelId, at} of posts) {
    const {from, to} = periods.get(channelId) ?? {from: at, to: at};
    periods.set(channelId, {from: Math.min(from, at), to: Math.max(to, at)});
  }
  if (periods.size === 0) return;
  const sorted = [...periods].sort(([a], [b]) => (a < b ? -1 : 1));
  await db.execute(sql`
    insert into BackdatedPosts as b (ChannelId, ArrivedHour, StartAt, EndAt, ArrivedAt)
    select new.channelid, now.at / 3600000, new.startat, new.endat, now.at
    from unnest(${sorted.map(([channelId]) => channelId)}::text[], ${sorted.map(([, {from}]) => from)}::bigint[],
        ${sorted.map(([, {to}]) => to)}::bigint[]) as new (channelid, startat, endat),
      (select ${NOW} as at) now
    where new.startat < now.at - ${EXPORT_DELAY}::bigint
    on conflict (ChannelId, ArrivedHour) do update set StartAt = least(b.StartAt, excluded.StartAt),
      EndAt = greatest(b.EndAt, excluded.EndAt), ArrivedAt = excluded.ArrivedAt`);
}

/** SQL condition: the post may be missing from every export, because it arrived after the export of its period. */
export function mayBeUnexported(alias: string): SqlFragment {
  const p = sql.identifier(alias);
  return sql`exists (select from BackdatedPosts b
    where b.ChannelId = ${p}.ChannelId and ${p}.UpdateAt between b.StartAt and b.EndAt)`;
}

/** Deletes the records of posts in an exported period that arrived before the export started. */
export async function deleteExportedRecords(
  db: Queryable,
  {from, to, arrivedUntil}: {from: number; to: number; arrivedUntil: number},
): Promise<void> {
  await db.execute(sql`
    delete from BackdatedPosts where ArrivedAt <= ${arrivedUntil} and StartAt >= ${from} and EndAt <= ${to}`);
}

/**
 * The posts that may be missing from every export: the number of channels, and the first and last time in milliseconds.
 */
export interface Unexported {
  channels: number;
  from: number;
  to: number;
}

export async function selectUnexported(db: Queryable): Promise<Unexported> {
  const row = await db.row<Unexported>(sql`
    select count(distinct ChannelId) as channels, coalesce(min(StartAt), 0) as "from", coalesce(max(EndAt), 0) as "to"
    from BackdatedPosts`);
  return row!;
}
