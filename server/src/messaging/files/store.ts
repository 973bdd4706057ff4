import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {compileSql} from '../../platform/database/sql.ts';
import {insertRows, type RowOf} from '../../platform/database/table.ts';
import {isHeldFile} from '../legal-holds/legal-holds.ts';
import {FILE_INFO} from '../tables/tables.ts';

export interface FileInfoRow extends Omit<RowOf<typeof FILE_INFO>, 'content' | 'contentwords' | 'remoteid'> {}

/** The columns of a {@link FileInfoRow}: all except its extracted text, and RemoteId, which the server doesn't use. */
export const FILE_COLUMNS = `
  Id, CreatorId, PostId, ChannelId, CreateAt, UpdateAt, DeleteAt, Path, ThumbnailPath, PreviewPath, Name, Extension,
  Size, MimeType, Width, Height, HasPreviewImage, MiniPreview, Archived, Sha256`;

/** Attaches to the post the files among these that its author uploaded to its channel and has not attached yet. */
export function attachFiles(
  db: Queryable,
  {
    fileIds,
    postId,
    channelId,
    userId,
    now,
  }: {fileIds: readonly string[]; postId: string; channelId: string; userId: string; now: number},
): Promise<FileInfoRow[]> {
  return db.rows<FileInfoRow>({
    name: 'files-attach',
    text: `
      update FileInfo set PostId = $2, UpdateAt = $5
      where Id = any($1) and PostId = '' and ChannelId = $3 and CreatorId = $4 and DeleteAt = 0
      returning ${FILE_COLUMNS}`,
    values: [fileIds, postId, channelId, userId, now],
  });
}

/** The files of these posts in upload order, without those of deleted posts. */
export function selectFilesOfPosts(
  db: Queryable,
  postIds: readonly string[],
  {includeDeleted = false} = {},
): Promise<FileInfoRow[]> {
  return db.rows<FileInfoRow>({
    name: includeDeleted ? 'files-ever-of-posts' : 'files-of-posts',
    text: `
      select ${FILE_COLUMNS} from FileInfo
      where PostId = any($1) and PostId <> '' ${includeDeleted ? '' : 'and DeleteAt = 0'}
      order by PostId, CreateAt, Id`,
    values: [postIds],
  });
}

/** The files among these that are or were attached to the post, including deleted ones. */
export function selectFilesEverOfPost(
  db: Queryable,
  postId: string,
  ids: readonly string[],
): Promise<FileInfoRow[]> {
  return db.rows<FileInfoRow>({
    text: `select ${FILE_COLUMNS} from FileInfo where PostId = $1 and PostId <> '' and Id = any($2)`,
    values: [postId, ids],
  });
}

/** Restores the deleted files of a post among these. */
export async function restoreFilesOfPost(
  db: Queryable,
  postId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      update FileInfo set DeleteAt = 0, UpdateAt = $3
      where PostId = $1 and PostId <> '' and Id = any($2) and DeleteAt > 0`,
    values: [postId, ids, now],
  });
}

export async function markFilesOfPostDeleted(db: Queryable, postId: string, now: number): Promise<void> {
  await db.execute({
    name: 'files-of-post-delete',
    text: `update FileInfo set DeleteAt = $2, UpdateAt = $2 where PostId = $1 and PostId <> '' and DeleteAt = 0`,
    values: [postId, now],
  });
}

/** Marks the files of a post as deleted, except the ones to keep. */
export async function markOtherFilesDeleted(
  db: Queryable,
  postId: string,
  kept: readonly string[],
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      update FileInfo set DeleteAt = $3, UpdateAt = $3
      where PostId = $1 and PostId <> '' and DeleteAt = 0 and not Id = any($2)`,
    values: [postId, kept, now],
  });
}

export function insertFiles(db: Queryable, rows: readonly FileInfoRow[]): Promise<void> {
  return insertRows(db, FILE_INFO, rows);
}

/** A file that is not deleted. */
export function selectFile(db: Queryable, id: string): Promise<FileInfoRow | undefined> {
  return db.row<FileInfoRow>({
    name: 'file-by-id',
    text: `select ${FILE_COLUMNS} from FileInfo where Id = $1 and DeleteAt = 0`,
    values: [id],
  });
}

/** The files among these that the user uploaded and that are not attached to a post. */
export function selectUnpostedFiles(
  db: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<FileInfoRow[]> {
  return db.rows<FileInfoRow>({
    name: 'files-unposted',
    text: `
      select ${FILE_COLUMNS} from FileInfo where Id = any($1) and CreatorId = $2 and PostId = '' and DeleteAt = 0`,
    values: [ids, userId],
  });
}

/** The creator of files that are attached to a bookmark, as on the reference server. */
export const BOOKMARK_OWNER = 'bookmark';

/**
 * Attaches to a bookmark a file that the user uploaded to the channel and that isn't attached to a post. Undefined for
 * any other file.
 */
export function attachToBookmark(
  db: Queryable,
  {id, channelId, userId, now}: {id: string; channelId: string; userId: string; now: number},
): Promise<FileInfoRow | undefined> {
  return db.row<FileInfoRow>({
    text: `
      update FileInfo set CreatorId = '${BOOKMARK_OWNER}', UpdateAt = $4
      where Id = $1 and ChannelId = $2 and PostId = '' and DeleteAt = 0
        and (CreatorId = $3 or CreatorId = '${BOOKMARK_OWNER}' and not exists (
          select from ChannelBookmarks b where b.FileInfoId = $1 and b.DeleteAt = 0))
      returning ${FILE_COLUMNS}`,
    values: [id, channelId, userId, now],
  });
}

/** The files of bookmarks, by id. */
export function selectFilesOfBookmarks(db: Queryable, ids: readonly string[]): Promise<FileInfoRow[]> {
  return db.rows<FileInfoRow>({
    text: `
      select ${FILE_COLUMNS} from FileInfo where Id = any($1) and CreatorId = '${BOOKMARK_OWNER}' and DeleteAt = 0`,
    values: [ids],
  });
}

/**
 * Marks the file of a bookmark as deleted. Also makes the uploader its creator again, because legal holds find files by
 * their creator.
 */
export async function markFileOfBookmarkDeleted(
  db: Queryable,
  {id, uploaderId, now}: {id: string; uploaderId: string; now: number},
): Promise<void> {
  await db.execute({
    text: `
      update FileInfo set CreatorId = $3, DeleteAt = $2, UpdateAt = $2
      where Id = $1 and CreatorId = '${BOOKMARK_OWNER}'`,
    values: [id, now, uploaderId],
  });
}

/** The channel of a post, and whether the post is deleted. */
export function selectChannelOfPost(
  db: Queryable,
  postId: string,
): Promise<{channelid: string; isdeleted: boolean} | undefined> {
  return db.row<{channelid: string; isdeleted: boolean}>({
    name: 'files-channel-of-post',
    text: 'select ChannelId, DeleteAt > 0 as isdeleted from Posts where Id = $1',
    values: [postId],
  });
}

const IS_HELD = compileSql(isHeldFile('f')).text;

/**
 * Locks files that were uploaded before `before`, belong to no post, bookmark, draft or scheduled message, and are not under
 * a legal hold. Skips files that another transaction is attaching.
 */
export function lockUnpostedFiles(tx: Transaction, before: number, limit: number): Promise<FileInfoRow[]> {
  return tx.rows<FileInfoRow>({
    text: `
      select ${FILE_COLUMNS} from FileInfo f
      where PostId = '' and CreateAt < $1
        and not exists (
          select from Drafts d where d.UserId = f.CreatorId and d.FileIds like '%' || f.Id || '%')
        and not exists (
          select from ChannelBookmarks b where b.FileInfoId = f.Id and b.DeleteAt = 0 and f.DeleteAt = 0)
        and not exists (
          select from ScheduledPosts s where s.UserId = f.CreatorId and s.FileIds like '%' || f.Id || '%')
        and not ${IS_HELD}
      order by CreateAt
      limit $2
      for update skip locked`,
    values: [before, limit],
  });
}

export async function deleteFiles(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.execute({text: 'delete from FileInfo where Id = any($1)', values: [ids]});
}

/** The columns for checking a file's content. */
export type FileContentRow = Pick<
  FileInfoRow,
  'id' | 'postid' | 'name' | 'path' | 'thumbnailpath' | 'previewpath' | 'size' | 'sha256'
>;

/** All files after an id, including deleted ones, ordered by id. */
export function selectFileContents(db: Queryable, afterId: string, limit: number): Promise<FileContentRow[]> {
  return db.rows<FileContentRow>({
    text: `
      select Id, PostId, Name, Path, ThumbnailPath, PreviewPath, Size, Sha256 from FileInfo
      where Id > $1 order by Id limit $2`,
    values: [afterId, limit],
  });
}

/** Like {@link selectFileContents}, but only files without a hash. */
export function selectFilesWithoutHash(
  db: Queryable,
  afterId: string,
  limit: number,
): Promise<FileContentRow[]> {
  return db.rows<FileContentRow>({
    text: `
      select Id, PostId, Name, Path, ThumbnailPath, PreviewPath, Size, Sha256 from FileInfo
      where Sha256 = '' and Id > $1 order by Id limit $2`,
    values: [afterId, limit],
  });
}

export async function countFiles(db: Queryable): Promise<number> {
  return (await db.row<{count: number}>({text: 'select count(*) as count from FileInfo'}))!.count;
}

/** Stores the hash of a file that has none. */
export async function recordHash(db: Queryable, id: string, sha256: string): Promise<void> {
  await db.execute({
    text: `update FileInfo set Sha256 = $2 where Id = $1 and Sha256 = ''`,
    values: [id, sha256],
  });
}

/** All paths of these files in the file store. */
export async function selectFilePaths(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{path: string}>({
    text: `
      select unnest(array[Path, ThumbnailPath, PreviewPath]) as path from FileInfo where Id = any($1)`,
    values: [ids],
  });
  return rows.map(({path}) => path);
}
