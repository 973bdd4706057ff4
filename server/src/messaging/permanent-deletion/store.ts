import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import type {FileInfoRow} from '../files/files.ts';
import {isHeldFile, isHeldPost} from '../legal-holds/legal-holds.ts';

/** The owner of the data to delete. */
export type Owner = {userId: string} | {channelId: string} | {teamId: string};

type StoredFile = Pick<FileInfoRow, 'id' | 'path' | 'thumbnailpath' | 'previewpath'>;

/** A batch of ids of the owner's posts, including all replies to them and their earlier versions. */
export async function selectPostsWithReplies(db: Queryable, owner: Owner, limit: number): Promise<string[]> {
  const [column, id] =
    'userId' in owner ? ['UserId', owner.userId] : ['ChannelId', 'channelId' in owner ? owner.channelId : ''];
  const rows = await db.rows<{id: string}>({
    text: `
      with own as (select Id from Posts where ${column} = $1 limit $2),
        thread as (
          select Id from own
          union select p.Id from Posts p join own on p.RootId = own.Id where p.RootId <> '')
      select Id from thread
      union select p.Id from Posts p join thread on p.OriginalId = thread.Id where p.OriginalId <> ''`,
    values: [id, limit],
  });
  return rows.map((row) => row.id);
}

/** Whether a legal hold covers one of these posts, or a file of one of them. */
export function areHeldPosts(db: Queryable, ids: readonly string[]): Promise<boolean> {
  return exists(db, sql`select from Posts p where p.Id = any(${ids}) and ${isHeldPost('p')}`);
}

/** Whether a legal hold covers one of these files, or the post that it is attached to. */
export function areHeldFiles(db: Queryable, ids: readonly string[]): Promise<boolean> {
  return exists(db, sql`select from FileInfo f where f.Id = any(${ids}) and ${isHeldFile('f')}`);
}

/** Whether a legal hold covers something that would be deleted with the owner: posts, replies to them, or files. */
export function ownsHeld(db: Queryable, owner: Owner): Promise<boolean> {
  const [posts, files] =
    'userId' in owner
      ? [
          sql`(p.UserId = ${owner.userId} or p.RootId <> '' and p.RootId in (
            select Id from Posts where UserId = ${owner.userId}))`,
          sql`(f.CreatorId = ${owner.userId} or f.Id in (
            select FileInfoId from ChannelBookmarks where OwnerId = ${owner.userId} and DeleteAt = 0))`,
        ]
      : 'channelId' in owner
        ? [sql`p.ChannelId = ${owner.channelId}`, sql`f.ChannelId = ${owner.channelId}`]
        : [
            sql`p.ChannelId in (select Id from Channels where TeamId = ${owner.teamId})`,
            sql`f.ChannelId in (select Id from Channels where TeamId = ${owner.teamId})`,
          ];
  return exists(
    db,
    sql`
      select from Posts p where ${posts} and ${isHeldPost('p')}
      union all
      select from FileInfo f where ${files} and ${isHeldFile('f')}`,
  );
}

async function exists(db: Queryable, rows: SqlFragment): Promise<boolean> {
  const row = await db.row<{found: boolean}>(sql`select exists (${rows}) as found`);
  return row!.found;
}

export function lockFilesOfPosts(db: Queryable, postIds: readonly string[]): Promise<StoredFile[]> {
  return db.rows<StoredFile>({
    text: `
      select Id, Path, ThumbnailPath, PreviewPath from FileInfo
      where PostId = any($1) and PostId <> '' order by Id for update`,
    values: [postIds],
  });
}

export function lockFiles(db: Queryable, ids: readonly string[]): Promise<StoredFile[]> {
  return db.rows<StoredFile>({
    text: 'select Id, Path, ThumbnailPath, PreviewPath from FileInfo where Id = any($1) order by Id for update',
    values: [ids],
  });
}

export function lockFilesOfUser(db: Queryable, userId: string, limit: number): Promise<StoredFile[]> {
  return db.rows<StoredFile>({
    text: `
      select Id, Path, ThumbnailPath, PreviewPath from FileInfo
      where CreatorId = $1 or Id in (
        select FileInfoId from ChannelBookmarks where OwnerId = $1 and DeleteAt = 0)
      order by Id limit $2 for update`,
    values: [userId, limit],
  });
}

/** Files in the channel that are not attached to a post. */
export function lockUnpostedFilesOfChannel(
  db: Queryable,
  channelId: string,
  limit: number,
): Promise<StoredFile[]> {
  return db.rows<StoredFile>({
    text: `
      select Id, Path, ThumbnailPath, PreviewPath from FileInfo
      where ChannelId = $1 and PostId = '' order by Id limit $2 for update`,
    values: [channelId, limit],
  });
}

export async function deleteFileRows(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.execute({text: 'delete from FileInfo where Id = any($1)', values: [ids]});
}

/** Deletes posts with their dependent rows, and updates the counts of the remaining threads. */
export async function deletePostRows(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const statement of [
    'delete from FileInfo where PostId = any($1)',
    'delete from Reactions where PostId = any($1)',
    'delete from Threads where PostId = any($1)',
    'delete from ThreadMemberships where PostId = any($1)',
    'delete from PostsPriority where PostId = any($1)',
    'delete from PostAcknowledgements where PostId = any($1)',
    'delete from PostReminders where PostId = any($1)',
    'delete from PollVotes where PostId = any($1)',
    'delete from Polls where PostId = any($1)',
    'delete from EmailNotifications where PostId = any($1)',
    `delete from Preferences where Category = 'flagged_post' and Name = any($1)`,
    `with gone as (delete from Posts where Id = any($1) returning RootId),
       short as (select distinct RootId from gone where RootId <> '' and RootId <> all($1))
     update Threads t set
       ReplyCount = left_over.replies, LastReplyAt = left_over.lastreplyat, Participants = left_over.participants
     from (
       select short.RootId, count(p.Id) as replies, coalesce(max(p.CreateAt), 0) as lastreplyat,
         coalesce(jsonb_agg(distinct p.UserId) filter (where p.Id is not null), '[]') as participants
       from short left join Posts p on p.RootId = short.RootId and p.DeleteAt = 0 and p.Id <> all($1)
       group by short.RootId) as left_over
     where t.PostId = left_over.RootId`,
  ]) {
    await tx.execute({text: statement, values: [ids]});
  }
}

const END_HISTORY = (column: string) =>
  `update ChannelMemberHistory set LeaveTime = greatest($2::bigint, JoinTime) where ${column} = $1 and LeaveTime is null`;

/** Deletes a channel that has no posts. */
export async function deleteChannelRows(tx: Transaction, channelId: string, now: number): Promise<void> {
  await tx.execute({text: 'select from Channels where Id = $1 for update', values: [channelId]});
  await tx.execute({text: END_HISTORY('ChannelId'), values: [channelId, now]});
  for (const statement of [
    'delete from ChannelMembers where ChannelId = $1',
    'delete from SidebarChannels where ChannelId = $1',
    'delete from Drafts where ChannelId = $1',
    'delete from ScheduledPosts where ChannelId = $1',
    'delete from ChannelBookmarks where ChannelId = $1',
    'delete from UploadSessions where ChannelId = $1',
    'delete from RetentionPoliciesChannels where ChannelId = $1',
    'delete from BackdatedPosts where ChannelId = $1',
    'delete from Channels where Id = $1',
  ]) {
    await tx.execute({text: statement, values: [channelId]});
  }
}

export async function selectChannelsOfTeam(db: Queryable, teamId: string): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: 'select Id from Channels where TeamId = $1 order by Id',
    values: [teamId],
  });
  return rows.map((row) => row.id);
}

/** Deletes a team that has no channels. */
export async function deleteTeamRows(tx: Transaction, teamId: string): Promise<void> {
  for (const statement of [
    'select from Teams where Id = $1 for update',
    'delete from TeamMembers where TeamId = $1',
    'delete from SidebarCategories where TeamId = $1',
    'delete from RetentionPoliciesTeams where TeamId = $1',
    'delete from Teams where Id = $1',
  ]) {
    await tx.execute({text: statement, values: [teamId]});
  }
}

/** Deletes an account that has no posts and files. */
export async function deleteUserRows(tx: Transaction, userId: string, now: number): Promise<void> {
  await tx.execute({
    // Locks channels in the order of their ids, before memberships, as all code does to avoid deadlocks.
    text: `
      select from Channels where Id in (select ChannelId from ChannelMembers where UserId = $1)
      order by Id for share`,
    values: [userId],
  });
  await tx.execute({text: END_HISTORY('UserId'), values: [userId, now]});
  for (const statement of [
    'delete from TeamMembers where UserId = $1',
    'delete from ChannelMembers where UserId = $1',
    'delete from ThreadMemberships where UserId = $1',
    'delete from Reactions where UserId = $1',
    'delete from PostAcknowledgements where UserId = $1',
    'delete from PostReminders where UserId = $1',
    'delete from PollVotes where UserId = $1',
    'delete from EmailNotifications where UserId = $1',
    'delete from Drafts where UserId = $1',
    'delete from ScheduledPosts where UserId = $1',
    'delete from GroupMembers where UserId = $1',
    'delete from UserTermsOfService where UserId = $1',
    `delete from PropertyValues where TargetID = $1 and TargetType = 'user'`,
    'delete from ChannelBookmarks where OwnerId = $1',
    'delete from SidebarChannels where UserId = $1',
    'delete from SidebarCategories where UserId = $1',
    'delete from Preferences where UserId = $1',
    'delete from UploadSessions where UserId = $1',
    'delete from Status where UserId = $1',
    'delete from UserAccessTokens where UserId = $1',
    'delete from Sessions where UserId = $1',
    'delete from Bots where UserId = $1',
    'delete from Users where Id = $1',
  ]) {
    await tx.execute({text: statement, values: [userId]});
  }
}
