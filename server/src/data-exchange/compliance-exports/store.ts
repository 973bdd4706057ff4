import type {Queryable} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {byProgram} from '../authorship/authorship.ts';

/** Where an export has come to: after this post, in order of the time of the last change and the id. */
export interface Cursor {
  time: number;
  id: string;
}

export interface PostRow {
  id: string;
  createat: number;
  updateat: number;
  editat: number;
  deleteat: number;
  userid: string;
  channelid: string;
  rootid: string;
  originalid: string;
  message: string;
  /** The name that it was shown under, where that is another than the account's. */
  shownas: string;
  previewspost: string;
  /** A JSON array of their ids; null for none. */
  fileids: string | null;
  username: string | null;
  email: string | null;
  isbot: boolean;
  /** Whether a program wrote it, be it in the name of a person. */
  byprogram: boolean;
}

/** Messages that people and programs wrote; what the server says of joins is told by the memberships. */
const SAID = sql`p.Type not like 'system\\_%'`;

/** A property of a post, if it is a text: what came by an import may be anything. */
function textProp(name: string): SqlFragment {
  return sql`case jsonb_typeof(p.Props -> ${name}::text) when 'string' then p.Props ->> ${name}::text end`;
}

export function selectPosts(
  db: Queryable,
  {after, until, limit}: {after: Cursor; until: number; limit: number},
): Promise<PostRow[]> {
  return db.rows<PostRow>(sql`
    select p.Id, p.CreateAt, p.UpdateAt, p.EditAt, p.DeleteAt, p.UserId, p.ChannelId, p.RootId, p.OriginalId,
      p.Message,
      coalesce(nullif(${textProp('override_username')}, ''), ${textProp('webhook_display_name')}, '') as shownas,
      coalesce(${textProp('previewed_post')}, '') as previewspost,
      nullif(p.FileIds, '[]') as fileids, u.Username, u.Email, b.UserId is not null as isbot,
      ${byProgram(sql`b.UserId is not null`)} as byprogram
    from Posts p left join Users u on u.Id = p.UserId left join Bots b on b.UserId = p.UserId
    where (p.UpdateAt, p.Id) > (${after.time}, ${after.id}) and p.UpdateAt <= ${until} and ${SAID}
    order by p.UpdateAt, p.Id limit ${limit}`);
}

export async function countPosts(db: Queryable, after: Cursor, until: number): Promise<number> {
  const row = await db.row<{count: number}>(sql`
    select count(*) as count from Posts p
    where (p.UpdateAt, p.Id) > (${after.time}, ${after.id}) and p.UpdateAt <= ${until} and ${SAID}`);
  return row!.count;
}

/**
 * For how many milliseconds the oldest transaction has been under way that may still write posts or memberships,
 * whether it has what it needs or waits for a lock.
 */
export async function selectOldestWriterAge(db: Queryable): Promise<number> {
  const row = await db.row<{age: number}>(sql`
    select coalesce(ceil(max(extract(epoch from clock_timestamp() - a.xact_start)) * 1000), 0)::bigint as age
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'relation' and l.mode in ('RowShareLock', 'RowExclusiveLock')
      and l.database = (select oid from pg_database where datname = current_database())
      and l.relation in (
        'Posts'::regclass, 'Channels'::regclass, 'ChannelMembers'::regclass, 'ChannelMemberHistory'::regclass)`);
  return row!.age;
}

export interface ChannelRow {
  id: string;
  name: string;
  displayname: string;
  type: 'O' | 'P' | 'D' | 'G';
  teamid: string;
  teamname: string;
  teamdisplayname: string;
}

export function selectChannels(db: Queryable, ids: readonly string[]): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>(sql`
    select c.Id, c.Name, c.Type, c.TeamId,
      case c.Type when 'D' then 'Direct Message' when 'G' then 'Group Message' else c.DisplayName end as displayname,
      coalesce(t.Name, '') as teamname, coalesce(t.DisplayName, '') as teamdisplayname
    from Channels c left join Teams t on t.Id = c.TeamId
    where c.Id = any(${ids})`);
}

/** Channels that somebody joined or left after `from` and until `until`. */
export async function selectChangedChannels(db: Queryable, from: number, until: number): Promise<string[]> {
  const rows = await db.rows<{channelid: string}>(sql`
    select distinct ChannelId from ChannelMemberHistory
    where (JoinTime > ${from} and JoinTime <= ${until}) or (LeaveTime > ${from} and LeaveTime <= ${until})`);
  return rows.map(({channelid}) => channelid);
}

export interface StayRow {
  channelid: string;
  userid: string;
  username: string;
  email: string;
  isbot: boolean;
  jointime: number;
  leavetime: number | null;
}

/**
 * Who was in the channels between two times, each stay for itself. Members of whom no history is kept have been there
 * from the beginning; accounts that were deactivated before it count as gone.
 */
export function selectStays(
  db: Queryable,
  {channelIds, from, until}: {channelIds: readonly string[]; from: number; until: number},
): Promise<StayRow[]> {
  return db.rows<StayRow>(sql`
    select stay.channelid, stay.userid, stay.jointime, stay.leavetime, u.Username, u.Email, b.UserId is not null as isbot
    from (
      select ChannelId, UserId, JoinTime, LeaveTime from ChannelMemberHistory where ChannelId = any(${channelIds})
      union all
      select m.ChannelId, m.UserId, ${from}::bigint, null from ChannelMembers m
      where m.ChannelId = any(${channelIds}) and not exists (
        select from ChannelMemberHistory h where h.ChannelId = m.ChannelId and h.UserId = m.UserId)
    ) stay join Users u on u.Id = stay.UserId left join Bots b on b.UserId = stay.UserId
    where stay.jointime <= ${until} and (stay.leavetime is null or stay.leavetime > ${from})
      and (u.DeleteAt = 0 or u.DeleteAt >= ${from})`);
}

export interface FileRow {
  id: string;
  postid: string;
  name: string;
  path: string;
  size: number;
  mimetype: string;
  deleteat: number;
}

export function selectFiles(db: Queryable, postIds: readonly string[]): Promise<FileRow[]> {
  return db.rows<FileRow>(sql`
    select Id, PostId, Name, Path, Size, MimeType, DeleteAt from FileInfo
    where PostId = any(${postIds}) order by PostId, CreateAt, Id`);
}

export interface ExportRow {
  path: string;
  jobid: string;
  batch: number;
  createat: number;
  format: string;
  scheduled: boolean;
  startat: number;
  startid: string;
  endat: number;
  endid: string;
  untilat: number;
  messages: number;
  warnings: number;
  manifestsha256: string;
}

/** Remembers a batch that is written; one of the same path that nobody remembered is this one. */
export async function insertExport(db: Queryable, row: ExportRow): Promise<void> {
  await db.execute(sql`
    insert into ComplianceExports (Path, JobId, Batch, CreateAt, Format, Scheduled, StartAt, StartId, EndAt, EndId,
      UntilAt, Messages, Warnings, ManifestSha256)
    values (${row.path}, ${row.jobid}, ${row.batch}, ${row.createat}, ${row.format}, ${row.scheduled}, ${row.startat},
      ${row.startid}, ${row.endat}, ${row.endid}, ${row.untilat}, ${row.messages}, ${row.warnings},
      ${row.manifestsha256})`);
}

/** The last batch of the schedule's chain. */
export function selectLastScheduled(db: Queryable): Promise<ExportRow | undefined> {
  return db.row<ExportRow>({
    text: `
      select * from ComplianceExports where Scheduled
      order by UntilAt desc, EndAt desc, EndId desc, CreateAt desc limit 1`,
  });
}

/** The batches of one job, or of all, in the order in which they were made. */
export function selectExports(db: Queryable, jobId?: string): Promise<ExportRow[]> {
  const ofJob = jobId === undefined ? sql.empty : sql`where JobId = ${jobId}`;
  return db.rows<ExportRow>(sql`
    select * from ComplianceExports ${ofJob} order by CreateAt, JobId, Batch`);
}
