import type {Queryable} from '../../platform/database/queryable.ts';
import {UNCOUNTED_TYPES} from '../posts/posts.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Counts for a team, or for the whole server with an empty id. Times are in milliseconds. */
export interface CountsRow {
  publicchannels: number;
  privatechannels: number;
  posts: number;
  people: number;
  inactive: number;
  teams: number;
  activetoday: number;
  activethismonth: number;
}

// Reads the channels' counters, because counting posts would scan the whole table.
export async function selectCounts(
  db: Queryable,
  teamId: string,
  {dayAgo, monthAgo}: {dayAgo: number; monthAgo: number},
): Promise<CountsRow> {
  const row = await db.row<CountsRow>({
    text: `
      select channels.*, people.*, (select count(*) from Teams where DeleteAt = 0) as teams
      from (
        select count(*) filter (where Type = 'O' and DeleteAt = 0) as publicchannels,
          count(*) filter (where Type = 'P' and DeleteAt = 0) as privatechannels,
          coalesce(sum(TotalMsgCount), 0) as posts
        from Channels where $1 = '' or TeamId = $1
      ) channels, (
        select count(*) filter (where u.DeleteAt = 0) as people,
          count(*) filter (where u.DeleteAt > 0) as inactive,
          count(*) filter (where s.LastActivityAt >= $2) as activetoday,
          count(*) filter (where s.LastActivityAt >= $3) as activethismonth
        from Users u left join Status s on s.UserId = u.Id
        where not exists (select from Bots b where b.UserId = u.Id)
          and ($1 = '' or exists (
            select from TeamMembers m where m.TeamId = $1 and m.UserId = u.Id and m.DeleteAt = 0))
      ) people`,
    values: [teamId, dayAgo, monthAgo],
  });
  return row!;
}

/** How many posts the channels of each type have, according to the same counters as `selectCounts`. */
export function selectPostsByChannelType(
  db: Queryable,
  teamId: string,
): Promise<{type: string; posts: number}[]> {
  return db.rows({
    text: `
      select Type, sum(TotalMsgCount) as posts from Channels where $1 = '' or TeamId = $1 group by Type order by Type`,
    values: [teamId],
  });
}

export interface DayRow {
  /** For example 2024-12-31, in UTC. */
  day: string;
  posts: number;
  authors: number;
  /** The number of posts by bots and other integrations. */
  botposts: number;
}

/**
 * Posts per day since a time, newest first. Excludes posts that the channels' counters exclude, so that the numbers
 * agree. Grouping by author first avoids sorting all posts.
 */
export function selectDays(db: Queryable, teamId: string, since: number): Promise<DayRow[]> {
  return db.rows<DayRow>({
    text: `
      select to_char(to_timestamp(written.day * $3 / 1000) at time zone 'UTC', 'YYYY-MM-DD') as day,
        sum(written.posts) as posts, count(*) as authors,
        coalesce(sum(case when b.UserId is null then written.webhookposts else written.posts end), 0) as botposts
      from (
        select p.CreateAt / $3 as day, p.UserId, count(*) as posts,
          count(*) filter (where p.Props ->> 'from_webhook' = 'true') as webhookposts
        from Posts p
        where p.CreateAt >= $2 and p.OriginalId = '' and p.Type <> all ($4)
          and ($1 = '' or p.ChannelId in (select Id from Channels where TeamId = $1))
        group by 1, 2
      ) written left join Bots b on b.UserId = written.UserId
      group by written.day order by written.day desc`,
    values: [teamId, since, DAY, [...UNCOUNTED_TYPES]],
  });
}

/** The number of connections to the database from all programs. */
export async function countDatabaseConnections(db: Queryable): Promise<number> {
  const row = await db.row<{count: number}>({
    text: 'select count(*) as count from pg_stat_activity where datname = current_database()',
  });
  return row!.count;
}

/** Applied database migrations, newest first. */
export function selectMigrations(db: Queryable): Promise<{version: number; name: string}[]> {
  return db.rows({text: 'select version, name from schema_migrations order by version desc'});
}
