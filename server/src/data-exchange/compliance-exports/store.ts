import {COMPLIANCE_EXPORTS} from '../../messaging/tables/tables.ts';
import type {Snapshot} from '../../platform/database/database.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import {byProgram} from '../compliance-content/compliance-content.ts';

/** A position of an export: after this post, in order of its last change and id. */
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
  /** The name shown with the message, if it differs from the account's. */
  shownas: string;
  previewspost: string;
  /** A JSON array of file ids; null for none. */
  fileids: string | null;
  /** The id of the account if it was deleted; the same for `email`. */
  username: string;
  email: string;
  /** Whether a program wrote it, including on behalf of a person. */
  byprogram: boolean;
}

/** Posts per page. */
const PAGE = 100;

/**
 * Messages from people and programs. System messages about members are left out, because memberships are exported
 * separately.
 */
const SAID = sql`p.Type not like 'system\\_%'`;

/** A property of a post if it is a string; imported posts may contain anything. */
function textProp(name: string): SqlFragment {
  return sql`case jsonb_typeof(p.Props -> ${name}::text) when 'string' then p.Props ->> ${name}::text end`;
}

/** Posts after one cursor and up to the other, inclusive. */
export interface PostRange {
  after: Cursor;
  upTo: Cursor;
}

/** The end of a batch of posts. */
export interface BatchEnd {
  /** The number of posts. */
  posts: number;
  upTo: Cursor;
  /** Whether there are no more posts. */
  complete: boolean;
}

/**
 * The end of the batch that starts after a cursor: its last post until `until`, its `limit`th post, or the post with
 * which its texts reach `maxCharacters`, whichever comes first. Undefined if there are no posts.
 */
export async function selectBatchEnd(
  db: Queryable,
  {after, until, limit, maxCharacters}: {after: Cursor; until: number; limit: number; maxCharacters: number},
): Promise<BatchEnd | undefined> {
  // Reads one more post than the limit, to find out whether there are more.
  const row = await db.row<{posts: number; updateat: number; id: string; complete: boolean}>(sql`
    with ahead as (
      select p.UpdateAt, p.Id, length(p.Message) as characters from Posts p
      where ${ahead(after, until)}
      order by p.UpdateAt, p.Id limit ${limit + 1}
    ), counted as (
      select UpdateAt, Id, row_number() over so_far as posts, count(*) over () as found,
        sum(characters) over so_far - characters as characters_before
      from ahead window so_far as (order by UpdateAt, Id)
    )
    select posts, UpdateAt, Id, posts = found as complete from counted
    where posts = 1 or (posts <= ${limit} and characters_before < ${maxCharacters})
    order by posts desc limit 1`);
  return row && {posts: row.posts, upTo: {time: row.updateat, id: row.id}, complete: row.complete};
}

/** The posts of a range, one page at a time. */
export function selectPosts(
  db: Snapshot,
  range: PostRange,
  order: 'by channel' | 'by time',
): AsyncGenerator<PostRow[]> {
  const columns = order === 'by channel' ? sql`p.ChannelId collate "C"` : sql`p.CreateAt, p.Id collate "C"`;
  return db.pages<PostRow>(
    sql`
      select p.Id, p.CreateAt, p.UpdateAt, p.EditAt, p.DeleteAt, p.UserId, p.ChannelId, p.RootId, p.OriginalId,
        p.Message,
        coalesce(nullif(${textProp('override_username')}, ''), ${textProp('webhook_display_name')}, '') as shownas,
        coalesce(${textProp('previewed_post')}, '') as previewspost, nullif(p.FileIds, '[]') as fileids,
        coalesce(u.Username, p.UserId) as username, coalesce(u.Email, p.UserId) as email,
        ${byProgram(sql`b.UserId is not null`)} as byprogram
      from Posts p left join Users u on u.Id = p.UserId left join Bots b on b.UserId = p.UserId
      where ${within(range)}
      order by ${columns}`,
    PAGE,
  );
}

export interface AuthorRow {
  channelid: string;
  userid: string;
  username: string;
  email: string;
  isbot: boolean;
}

/** The authors of the posts in a range, once per channel. */
export function selectAuthors(db: Queryable, range: PostRange): Promise<AuthorRow[]> {
  return db.rows<AuthorRow>(sql`
    select said.ChannelId, said.UserId, coalesce(u.Username, said.UserId) as username,
      coalesce(u.Email, said.UserId) as email, b.UserId is not null as isbot
    from (select distinct p.ChannelId, p.UserId from Posts p where ${within(range)}) said
    left join Users u on u.Id = said.UserId left join Bots b on b.UserId = said.UserId`);
}

function within({after, upTo}: PostRange): SqlFragment {
  return sql`
    (p.UpdateAt, p.Id) > (${after.time}, ${after.id}) and (p.UpdateAt, p.Id) <= (${upTo.time}, ${upTo.id})
    and ${SAID}`;
}

function ahead(after: Cursor, until: number): SqlFragment {
  return sql`(p.UpdateAt, p.Id) > (${after.time}, ${after.id}) and p.UpdateAt <= ${until} and ${SAID}`;
}

export async function countPosts(db: Queryable, after: Cursor, until: number): Promise<number> {
  const row = await db.row<{count: number}>(sql`
    select count(*) as count from Posts p
    where ${ahead(after, until)}`);
  return row!.count;
}

/**
 * The age of the oldest transaction that may still write posts or memberships, including one that waits for a lock, and
 * the database's time. Both in milliseconds.
 */
export async function selectOldestWriter(db: Queryable): Promise<{age: number; now: number}> {
  const row = await db.row<{age: number; now: number}>(sql`
    select coalesce(ceil(max(extract(epoch from clock_timestamp() - a.xact_start)) * 1000), 0)::bigint as age,
      floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'relation' and l.mode in ('RowShareLock', 'RowExclusiveLock')
      and l.database = (select oid from pg_database where datname = current_database())
      and l.relation in (
        'Posts'::regclass, 'Channels'::regclass, 'ChannelMembers'::regclass, 'ChannelMemberHistory'::regclass)`);
  return row!;
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

/** Channels with joins or leaves after `from` and until `until`. */
export async function selectChangedChannels(db: Queryable, from: number, until: number): Promise<string[]> {
  const rows = await db.rows<{channelid: string}>(sql`
    select distinct ChannelId from ChannelMemberHistory
    where (JoinTime > ${from} and JoinTime <= ${until}) or (LeaveTime > ${from} and LeaveTime <= ${until})`);
  return rows.map(({channelid}) => channelid);
}

export interface MembershipRow {
  channelid: string;
  userid: string;
  username: string;
  email: string;
  isbot: boolean;
  jointime: number;
  leavetime: number | null;
}

/**
 * The memberships of channels between two times, each period separately. Members without a history count as members
 * from the start; accounts that were deactivated before the start are left out.
 */
export function selectMemberships(
  db: Queryable,
  {channelIds, from, until}: {channelIds: readonly string[]; from: number; until: number},
): Promise<MembershipRow[]> {
  return db.rows<MembershipRow>(sql`
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
  sha256: string;
  mimetype: string;
  deleteat: number;
}

export function selectFiles(db: Queryable, postIds: readonly string[]): Promise<FileRow[]> {
  return db.rows<FileRow>(sql`
    select Id, PostId, Name, Path, Size, Sha256, MimeType, DeleteAt from FileInfo
    where PostId = any(${postIds}) order by PostId, CreateAt, Id`);
}

export interface ExportRow extends RowOf<typeof COMPLIANCE_EXPORTS> {}

/** Records a written batch. It replaces a record with the same path. */
export function insertExport(db: Queryable, row: ExportRow): Promise<void> {
  return insertRow(db, COMPLIANCE_EXPORTS, row);
}

/** The last batch of the scheduled chain. */
export function selectLastScheduled(db: Queryable): Promise<ExportRow | undefined> {
  return db.row<ExportRow>({
    text: `
      select * from ComplianceExports where Scheduled
      order by UntilAt desc, EndAt desc, EndId desc, CreateAt desc limit 1`,
  });
}

/** The batches of one job or of all, in order of creation. */
export function selectExports(db: Queryable, jobId?: string): Promise<ExportRow[]> {
  const ofJob = jobId === undefined ? sql.empty : sql`where JobId = ${jobId}`;
  return db.rows<ExportRow>(sql`
    select * from ComplianceExports ${ofJob} order by CreateAt, JobId, Batch`);
}
