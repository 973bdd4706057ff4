import {mayBeUnexported} from '../../messaging/backdated-posts/backdated-posts.ts';
import {isHeldFile, isHeldPost} from '../../messaging/legal-holds/legal-holds.ts';
import {DATA_RETENTION_RECORDS} from '../../messaging/tables/tables.ts';
import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';

/** The policy of a channel. The most specific one decides: of the channel, of its team, or the global one. */
export interface ChannelRule {
  id: string;
  teamid: string;
  /** Whether the policy is that of the channel itself. */
  isofchannel: boolean;
  /** Empty for the global policy. */
  policyid: string;
  /** Days; null: forever. Not used for the global policy. */
  days: number | null;
}

const RULE = sql`
  select c.Id, c.TeamId, ofchannel.PolicyId is not null as isofchannel,
    coalesce(ofchannel.PolicyId, ofteam.PolicyId, '') as policyid,
    case when ofchannel.PolicyId is not null then pc.PostDuration else pt.PostDuration end as days
  from Channels c
    left join RetentionPoliciesChannels ofchannel on ofchannel.ChannelId = c.Id
    left join RetentionPolicies pc on pc.Id = ofchannel.PolicyId
    left join RetentionPoliciesTeams ofteam on ofteam.TeamId = c.TeamId and c.TeamId <> ''
    left join RetentionPolicies pt on pt.Id = ofteam.PolicyId`;

/** The rules of the next channels, by id. */
export function selectRules(db: Queryable, afterId: string, limit: number): Promise<ChannelRule[]> {
  return db.rows<ChannelRule>(sql`${RULE} where c.Id > ${afterId} order by c.Id limit ${limit}`);
}

export function selectRule(db: Queryable, channelId: string): Promise<ChannelRule | undefined> {
  return db.row<ChannelRule>(sql`${RULE} where c.Id = ${channelId}`);
}

/** The end of what scheduled compliance exports contain, and the time, in milliseconds, with which they began. */
export interface ExportedUntil {
  time: number;
  id: string;
  from: number;
}

/** Messages and files that must be kept, in addition to those that are held. */
export interface KeepRules {
  /** Posts after this position of the compliance export are kept; undefined: none. */
  exportedUntil: ExportedUntil | undefined;
  pinned: boolean;
}

function isExported(alias: string, {exportedUntil}: KeepRules): SqlFragment {
  if (!exportedUntil) return sql`true`;
  const {time, id, from} = exportedUntil;
  const p = sql.identifier(alias);
  return sql`((${p}.UpdateAt, ${p}.Id) <= (${time}, ${id})
    and (${p}.UpdateAt < ${from} or not ${mayBeUnexported(alias)}))`;
}

function isKept(alias: string, keeping: KeepRules): SqlFragment {
  const p = sql.identifier(alias);
  return sql`(${isHeldPost(alias)} or not ${isExported(alias, keeping)}
    ${keeping.pinned ? sql`or ${p}.IsPinned` : sql.empty})`;
}

export interface DeletedPost {
  id: string;
  create_at: number;
  user_id: string;
  root_id: string;
  original_id: string;
  message_sha256: string;
}

/** The posts of a channel from before a time. */
interface ExpiredRange {
  channelId: string;
  cutoff: number;
}

/** Posts that may be deleted, oldest first. They can change until {@link lockPosts}. */
export function selectCandidates(
  db: Queryable,
  {
    channelId,
    cutoff,
    after,
    limit,
  }: ExpiredRange & {
    after: {time: number; id: string};
    limit: number;
  },
  keeping: KeepRules,
): Promise<{id: string; createat: number}[]> {
  return db.rows<{id: string; createat: number}>(sql`
    select p.Id, p.CreateAt from Posts p
    where p.ChannelId = ${channelId} and p.CreateAt < ${cutoff} and (p.CreateAt, p.Id) > (${after.time}, ${after.id})
      and not ${isKept('p', keeping)}
    order by p.CreateAt, p.Id limit ${limit}`);
}

/** Prevents changes to these posts until the transaction ends. */
export async function lockPosts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`select from Posts where Id = any(${ids}) order by Id for update`);
}

/** Prevents changes to these files, and to the posts that they are attached to, until the transaction ends. */
export async function lockFiles(tx: Transaction, files: readonly DeletedFile[]): Promise<void> {
  await lockPosts(
    tx,
    files.map(({post_id}) => post_id),
  );
  await tx.execute(sql`
    select from FileInfo where Id = any(${files.map(({id}) => id)}) order by Id for update`);
}

/** Those of the posts that may still be deleted, oldest first, with their earlier versions. */
export function selectExpiredPosts(
  db: Queryable,
  {channelId, cutoff, ids}: ExpiredRange & {ids: readonly string[]},
  keeping: KeepRules,
): Promise<DeletedPost[]> {
  return db.rows<DeletedPost>(sql`
    with expired as (
      select p.Id from Posts p
      where p.Id = any(${ids}) and p.ChannelId = ${channelId} and p.CreateAt < ${cutoff}
        and not ${isKept('p', keeping)}),
    complete as (
      select Id from expired
      union select v.Id from Posts v join expired e on v.OriginalId = e.Id
      where v.OriginalId <> '' and not ${isKept('v', keeping)})
    select p.Id, p.CreateAt as create_at, p.UserId as user_id, p.RootId as root_id, p.OriginalId as original_id,
      encode(sha256(convert_to(p.Message, 'UTF8')), 'hex') as message_sha256
    from complete join Posts p on p.Id = complete.Id order by p.CreateAt, p.Id`);
}

export interface PostCounts {
  /** The numbers of messages and files that would be deleted. */
  posts: number;
  /** The numbers of messages that are old enough but are kept, by reason. */
  held: number;
  not_exported: number;
  pinned: number;
}

export async function countExpiredPosts(
  db: Queryable,
  {channelId, cutoff}: {channelId: string; cutoff: number},
  keeping: KeepRules,
): Promise<PostCounts> {
  const row = await db.row<PostCounts>(sql`
    select count(*) filter (where not ${isKept('p', keeping)}) as posts,
      count(*) filter (where ${isHeldPost('p')}) as held,
      count(*) filter (where not ${isExported('p', keeping)}) as not_exported,
      count(*) filter (where ${keeping.pinned} and p.IsPinned) as pinned
    from Posts p where p.ChannelId = ${channelId} and p.CreateAt < ${cutoff} and p.OriginalId = ''`);
  return row!;
}

export interface DeletedFile {
  id: string;
  post_id: string;
  create_at: number;
  user_id: string;
  size: number;
  sha256: string;
}

function expiredFiles(cutoff: number, keeping: KeepRules): SqlFragment {
  return sql`
    from FileInfo f left join Posts p on p.Id = f.PostId and f.PostId <> ''
    where f.CreateAt < ${cutoff} and not ${isHeldFile('f')} and (p.Id is null or ${isExported('p', keeping)})
      and not exists (select from ChannelBookmarks b where b.FileInfoId = f.Id)
      ${keeping.pinned ? sql`and not coalesce(p.IsPinned, false)` : sql.empty}`;
}

/** Files from before a time that may be deleted, oldest first: any of them, or only some. */
export function selectExpiredFiles(
  db: Queryable,
  {cutoff, limit, ids}: {cutoff: number; limit: number; ids?: readonly string[]},
  keeping: KeepRules,
): Promise<DeletedFile[]> {
  return db.rows<DeletedFile>(sql`
    select f.Id, f.PostId as post_id, f.CreateAt as create_at, f.CreatorId as user_id, f.Size, f.Sha256
    ${expiredFiles(cutoff, keeping)} ${ids ? sql`and f.Id = any(${ids})` : sql.empty}
    order by f.CreateAt, f.Id limit ${limit}`);
}

export async function countExpiredFiles(db: Queryable, cutoff: number, keeping: KeepRules): Promise<number> {
  const row = await db.row<{count: number}>(sql`select count(*) as count ${expiredFiles(cutoff, keeping)}`);
  return row!.count;
}

/** One transaction of deletions, as it is recorded. */
export interface Batch {
  jobId: string;
  policyId: string;
  channelId: string;
  cutoff: number;
  posts: readonly DeletedPost[];
  files: readonly DeletedFile[];
}

export async function insertBatch(tx: Transaction, batch: Batch, now: number): Promise<void> {
  const {jobId, policyId, channelId, cutoff, posts, files} = batch;
  await tx.execute(sql`
    insert into DataRetentionBatches (JobId, Number, CreateAt, PolicyId, ChannelId, Cutoff, Posts, Files)
    select ${jobId}, coalesce(max(Number), 0) + 1, ${now}, ${policyId}, ${channelId}, ${cutoff},
      ${JSON.stringify(posts)}::jsonb, ${JSON.stringify(files)}::jsonb
    from DataRetentionBatches where JobId = ${jobId}`);
}

export interface BatchRow {
  number: number;
  createat: number;
  policyid: string;
  channelid: string;
  cutoff: number;
  posts: DeletedPost[];
  files: DeletedFile[];
}

export function selectBatches(
  db: Queryable,
  jobId: string,
  after: number,
  limit: number,
): Promise<BatchRow[]> {
  return db.rows<BatchRow>(sql`
    select Number, CreateAt, PolicyId, ChannelId, Cutoff, Posts, Files from DataRetentionBatches
    where JobId = ${jobId} and Number > ${after} order by Number limit ${limit}`);
}

/** Jobs with deletions that are not part of a signed record yet. */
export async function selectUnrecorded(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{jobid: string}>(sql`select distinct JobId from DataRetentionBatches`);
  return rows.map(({jobid}) => jobid);
}

export interface RecordRow extends RowOf<typeof DATA_RETENTION_RECORDS> {}

/** Replaces the batches of a job with its signed record. */
export async function storeRecord(tx: Transaction, row: RecordRow): Promise<void> {
  await insertRow(tx, DATA_RETENTION_RECORDS, row);
  await tx.execute(sql`delete from DataRetentionBatches where JobId = ${row.jobid}`);
}

export function selectRecords(
  db: Queryable,
  {offset, limit}: {offset: number; limit: number},
): Promise<RecordRow[]> {
  return db.rows<RecordRow>(sql`
    select * from DataRetentionRecords order by CreateAt desc, JobId offset ${offset} limit ${limit}`);
}

export function selectRecord(db: Queryable, jobId: string): Promise<RecordRow | undefined> {
  return db.row<RecordRow>(sql`select * from DataRetentionRecords where JobId = ${jobId}`);
}

export function selectFilesOfPosts(db: Queryable, postIds: readonly string[]): Promise<DeletedFile[]> {
  return db.rows<DeletedFile>(sql`
    select Id, PostId as post_id, CreateAt as create_at, CreatorId as user_id, Size, Sha256
    from FileInfo where PostId = any(${postIds}) and PostId <> '' order by Id`);
}
