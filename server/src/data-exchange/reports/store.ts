import {type UserRow, userColumns} from '../../messaging/users/users.ts';
import type {Reader} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import type {SORT_COLUMNS} from './schema.ts';

type SortColumn = (typeof SORT_COLUMNS)[number];

/** Filters for a report of users, which are combined. */
export interface UserReportFilter {
  role: string;
  teamId: string;
  withoutTeam: boolean;
  activation: 'active' | 'inactive' | undefined;
  guests: 'all' | 'single_channel' | 'multi_channel' | undefined;
  /** In milliseconds. */
  activeSince: number | undefined;
  bots: 'exclude' | 'include' | 'only';
  /** Each word must be the start of one of the names or the email address. */
  words: readonly string[];
}

/** A period in milliseconds; the end is exclusive. */
export interface Period {
  from: number;
  until: number;
}

/** A page of a report. */
export interface UserReportPage {
  column: SortColumn;
  descending: boolean;
  /** The users before the cursor instead of those after it. */
  backward: boolean;
  cursor: {value: string | number; id: string} | undefined;
  /** After the cursor. */
  offset: number;
  limit: number;
}

export interface UserReportRow extends UserRow {
  laststatusat: number | null;
  lastpostdate: number | null;
  daysactive: number;
  totalposts: number;
}

/** What each column sorts by. `u` is the user, `s` their status and `p` the statistics of their posts. */
const SORT_VALUES: Readonly<Record<SortColumn, SqlFragment>> = {
  Username: sql`u.Username`,
  FirstName: sql`u.FirstName`,
  LastName: sql`u.LastName`,
  Nickname: sql`u.Nickname`,
  Email: sql`u.Email`,
  CreateAt: sql`u.CreateAt`,
  LastLogin: sql`u.LastLogin`,
  LastStatusAt: sql`coalesce(s.LastActivityAt, 0)`,
  LastPostDate: sql`coalesce(p.LastPostDate, 0)`,
  DaysActive: sql`coalesce(p.DaysActive, 0)`,
  TotalPosts: sql`coalesce(p.TotalPosts, 0)`,
};
/** Neither an earlier version of a post nor a notice, for example of adding someone, which the person did not write. */
const IS_MESSAGE = sql`OriginalId = '' and Type not like 'system\\_%'`;
/** The columns that need the statistics of all users, not only of those on the page. */
const STATISTICS: readonly SortColumn[] = ['LastPostDate', 'DaysActive', 'TotalPosts'];

/** The users of a page with the statistics of their posts in the period, in the order of the report. */
export async function selectUserReport(
  db: Reader,
  filter: UserReportFilter,
  {column, descending, backward, cursor, offset, limit}: UserReportPage,
  period: Period,
): Promise<UserReportRow[]> {
  const {from, until} = period;
  const sorted = SORT_VALUES[column];
  const isDescending = descending !== backward;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const past = cursor
    ? isDescending
      ? sql`and (${sorted}, u.Id) < (${cursor.value}, ${cursor.id})`
      : sql`and (${sorted}, u.Id) > (${cursor.value}, ${cursor.id})`
    : sql.empty;
  const withStatus = sql`left join Status s on s.UserId = u.Id`;
  const withStatistics = sql`
    cross join lateral (
      select max(CreateAt) as lastpostdate, count(*) as totalposts, count(distinct CreateAt / 86400000) as daysactive
      from Posts
      where UserId = u.Id and CreateAt >= ${from} and CreateAt < ${until} and ${IS_MESSAGE}) p`;
  const rows = await db.rows<UserReportRow>(sql`
    with page as (
      select u.* from Users u ${withStatus} ${STATISTICS.includes(column) ? withAllStatistics(period) : sql.empty}
      where ${conditions(filter)} ${past}
      order by ${sorted} ${direction}, u.Id ${direction} offset ${offset} limit ${limit})
    select ${userColumns}, s.LastActivityAt as laststatusat, p.lastpostdate, p.daysactive, p.totalposts
    from page u left join Bots b on b.UserId = u.Id ${withStatus} ${withStatistics}
    order by ${sorted} ${direction}, u.Id ${direction}`);
  return backward ? rows.reverse() : rows;
}

/** The statistics of everyone. One scan of the posts is faster than a search of the posts of each of many users. */
function withAllStatistics({from, until}: Period): SqlFragment {
  return sql`
    left join (
      select UserId, max(last) as lastpostdate, sum(posts)::bigint as totalposts, count(*) as daysactive
      from (
        select UserId, CreateAt / 86400000 as day, max(CreateAt) as last, count(*) as posts
        from Posts where CreateAt >= ${from} and CreateAt < ${until} and ${IS_MESSAGE}
        group by UserId, day) days
      group by UserId) p on p.UserId = u.Id`;
}

export async function countReportedUsers(db: Reader, filter: UserReportFilter): Promise<number> {
  const row = await db.row<{count: number}>(
    sql`select count(*) as count from Users u where ${conditions(filter)}`,
  );
  return row!.count;
}

function conditions(filter: UserReportFilter): SqlFragment {
  const {role, teamId, withoutTeam, activation, guests, activeSince, bots, words} = filter;
  const memberships = sql`select from TeamMembers m where m.UserId = u.Id and m.DeleteAt = 0`;
  const channels = sql`(
    select count(*) from ChannelMembers m join Channels c on c.Id = m.ChannelId
    where m.UserId = u.Id and c.DeleteAt = 0 and c.Type in ('O', 'P'))`;
  const isBot = sql`exists (select from Bots b where b.UserId = u.Id)`;
  const all = [bots === 'only' ? isBot : bots === 'exclude' ? sql`not ${isBot}` : sql`true`];
  if (role !== '') all.push(sql`${role} = any(string_to_array(u.Roles, ' '))`);
  if (withoutTeam) all.push(sql`not exists (${memberships})`);
  else if (teamId !== '') all.push(sql`exists (${memberships} and m.TeamId = ${teamId})`);
  if (activation === 'active') all.push(sql`u.DeleteAt = 0`);
  if (activation === 'inactive') all.push(sql`u.DeleteAt > 0`);
  if (guests) all.push(sql`'system_guest' = any(string_to_array(u.Roles, ' '))`);
  if (guests === 'single_channel') all.push(sql`${channels} = 1`);
  if (guests === 'multi_channel') all.push(sql`${channels} > 1`);
  if (activeSince !== undefined) {
    all.push(
      sql`exists (select from Status active where active.UserId = u.Id and active.LastActivityAt >= ${activeSince})`,
    );
  }
  for (const word of words) {
    const pattern = `${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    all.push(sql`(u.Username like ${pattern} or u.Email like ${pattern} or lower(u.Nickname) like ${pattern}
      or lower(u.FirstName) like ${pattern} or lower(u.LastName) like ${pattern})`);
  }
  return sql.join(all, sql` and `);
}

/** Where a report of posts continues, and what it contains. */
export interface PostReportQuery {
  channelId: string;
  timeField: 'create_at' | 'update_at';
  descending: boolean;
  includeDeleted: boolean;
  excludeSystemPosts: boolean;
  /** After this post in the order of the report. An empty id includes all posts at that time. */
  time: number;
  id: string;
}

export function selectReportedPosts(
  db: Reader,
  {channelId, timeField, descending, includeDeleted, excludeSystemPosts, time, id}: PostReportQuery,
  limit: number,
): Promise<{id: string; time: number}[]> {
  const column = timeField === 'create_at' ? sql`p.CreateAt` : sql`p.UpdateAt`;
  const direction = descending ? sql`desc` : sql`asc`;
  const after = !descending
    ? sql`(${column}, p.Id) > (${time}, ${id})`
    : id === ''
      ? sql`${column} <= ${time}`
      : sql`(${column}, p.Id) < (${time}, ${id})`;
  return db.rows(sql`
    select p.Id, ${column} as time from Posts p
    where p.ChannelId = ${channelId} and ${after}
      ${includeDeleted ? sql.empty : sql`and p.DeleteAt = 0`}
      ${excludeSystemPosts ? sql`and p.Type not like 'system\\_%'` : sql.empty}
    order by ${column} ${direction}, p.Id ${direction} limit ${limit}`);
}
