import type {Queryable} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';

/** Milliseconds. Scheduled exports leave out anything newer, so they can't have passed it. */
const RECENT = 10_000;

const NOW = sql`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Remembers posts with a time in the past until a compliance export contains them (docs/compliance.md). Call it in the
 * transaction that creates them, with their channels locked.
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
    where new.startat < now.at - ${RECENT}::bigint
    on conflict (ChannelId, ArrivedHour) do update set StartAt = least(b.StartAt, excluded.StartAt),
      EndAt = greatest(b.EndAt, excluded.EndAt), ArrivedAt = excluded.ArrivedAt`);
}

/** Whether no export may contain a post, because it arrived after the export of its time. */
export function mayLackExport(alias: string): SqlFragment {
  const p = sql.identifier(alias);
  return sql`exists (select from BackdatedPosts b
    where b.ChannelId = ${p}.ChannelId and ${p}.UpdateAt between b.StartAt and b.EndAt)`;
}

/** Deletes the records of posts that an export of this period contains, if it started after they arrived. */
export async function forgetExported(
  db: Queryable,
  {from, to, arrivedUntil}: {from: number; to: number; arrivedUntil: number},
): Promise<void> {
  await db.execute(sql`
    delete from BackdatedPosts where ArrivedAt <= ${arrivedUntil} and StartAt >= ${from} and EndAt <= ${to}`);
}

/** The posts that no export may contain: in how many channels, and from when until when. */
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
