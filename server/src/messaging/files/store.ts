import type {Queryable} from '../../platform/database/queryable.ts';

export interface FileInfoRow {
  id: string;
  creatorid: string;
  /** Empty until a post carries the file. */
  postid: string;
  channelid: string;
  createat: number;
  updateat: number;
  deleteat: number;
  /** Paths in the file store; empty where there is no such image. */
  path: string;
  thumbnailpath: string;
  previewpath: string;
  name: string;
  extension: string;
  size: number;
  mimetype: string;
  width: number;
  height: number;
  haspreviewimage: boolean;
  minipreview: Buffer | null;
  archived: boolean;
}

/** The columns of a {@link FileInfoRow}: all but Content and RemoteId, which nobody reads here. */
export const FILE_COLUMNS = `
  Id, CreatorId, PostId, ChannelId, CreateAt, UpdateAt, DeleteAt, Path, ThumbnailPath, PreviewPath, Name, Extension,
  Size, MimeType, Width, Height, HasPreviewImage, MiniPreview, Archived`;

/** Gives the post those of the files that its author has uploaded to its channel and that no post carries yet. */
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

/** The files of these posts, those of deleted posts excepted, in order of upload. */
export function selectFilesOfPosts(db: Queryable, postIds: readonly string[]): Promise<FileInfoRow[]> {
  return db.rows<FileInfoRow>({
    name: 'files-of-posts',
    text: `
      select ${FILE_COLUMNS} from FileInfo
      where PostId = any($1) and PostId <> '' and DeleteAt = 0
      order by PostId, CreateAt, Id`,
    values: [postIds],
  });
}

export async function markFilesOfPostDeleted(db: Queryable, postId: string, now: number): Promise<void> {
  await db.execute({
    name: 'files-of-post-delete',
    text: `update FileInfo set DeleteAt = $2, UpdateAt = $2 where PostId = $1 and PostId <> '' and DeleteAt = 0`,
    values: [postId, now],
  });
}

/** Marks the files of a post as deleted, but for those that it keeps. */
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

export async function insertFiles(db: Queryable, rows: readonly FileInfoRow[]): Promise<void> {
  await db.execute({
    name: 'files-insert',
    text: `
      insert into FileInfo (${FILE_COLUMNS})
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
        $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[], $14::text[], $15::integer[],
        $16::integer[], $17::boolean[], $18::bytea[], $19::boolean[])`,
    values: [
      rows.map((row) => row.id),
      rows.map((row) => row.creatorid),
      rows.map((row) => row.postid),
      rows.map((row) => row.channelid),
      rows.map((row) => row.createat),
      rows.map((row) => row.updateat),
      rows.map((row) => row.deleteat),
      rows.map((row) => row.path),
      rows.map((row) => row.thumbnailpath),
      rows.map((row) => row.previewpath),
      rows.map((row) => row.name),
      rows.map((row) => row.extension),
      rows.map((row) => row.size),
      rows.map((row) => row.mimetype),
      rows.map((row) => row.width),
      rows.map((row) => row.height),
      rows.map((row) => row.haspreviewimage),
      rows.map((row) => row.minipreview),
      rows.map((row) => row.archived),
    ],
  });
}

/** A file that is not deleted. */
export function selectFile(db: Queryable, id: string): Promise<FileInfoRow | undefined> {
  return db.row<FileInfoRow>({
    name: 'file-by-id',
    text: `select ${FILE_COLUMNS} from FileInfo where Id = $1 and DeleteAt = 0`,
    values: [id],
  });
}

/** Those of the files that the user has uploaded and that no post carries. */
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

/** The channel of a post that is not deleted. */
export async function selectChannelOfPost(db: Queryable, postId: string): Promise<string | undefined> {
  const row = await db.row<{channelid: string}>({
    name: 'files-channel-of-post',
    text: 'select ChannelId from Posts where Id = $1 and DeleteAt = 0',
    values: [postId],
  });
  return row?.channelid;
}

/**
 * Locks files that were uploaded before `before` and that neither a post nor a draft carries; those that another
 * transaction is giving to a post are left out.
 */
export function lockUnpostedFiles(db: Queryable, before: number, limit: number): Promise<FileInfoRow[]> {
  return db.rows<FileInfoRow>({
    text: `
      select ${FILE_COLUMNS} from FileInfo f
      where PostId = '' and CreateAt < $1
        and not exists (
          select from Drafts d where d.UserId = f.CreatorId and d.FileIds like '%' || f.Id || '%')
      order by CreateAt
      limit $2
      for update skip locked`,
    values: [before, limit],
  });
}

export async function deleteFiles(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.execute({text: 'delete from FileInfo where Id = any($1)', values: [ids]});
}

/** The key that public links are signed with: the one that is kept, else `fresh`, which is kept from now on. */
export async function keepPublicLinkKey(db: Queryable, fresh: string): Promise<string> {
  const row = await db.row<{value: string}>({
    text: `
      insert into Systems (Name, Value) values ('FilePublicLinkKey', $1)
      on conflict (Name) do update set Value = Systems.Value
      returning Value`,
    values: [fresh],
  });
  return row!.value;
}
