import type {Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {Images} from '../../platform/images/images.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {blockNewHolds} from '../legal-holds/legal-holds.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {createIntegrityChecks} from './integrity.ts';
import {presentFileInfo} from './present.ts';
import {createPublicLinks} from './public-links.ts';
import {createFileReceiver, type ReceivedFile} from './received-files.ts';
import type {FileInfo} from './schema.ts';
import {
  attachFiles,
  attachToBookmark,
  BOOKMARK_OWNER,
  deleteFiles,
  type FileInfoRow,
  insertFiles,
  lockUnpostedFiles,
  markFileOfBookmarkDeleted,
  markFilesOfPostDeleted,
  markOtherFilesDeleted,
  restoreFilesOfPost,
  selectChannelOfPost,
  selectFile,
  selectFilesEverOfPost,
  selectFilesOfBookmarks,
  selectFilesOfPosts,
  selectUnpostedFiles,
} from './store.ts';

export {cleanFileName} from './file-names.ts';
export type {FileProblem} from './integrity.ts';
export {presentFileInfo} from './present.ts';
export type {ReceivedFile} from './received-files.ts';
export {FILE_COLUMNS, type FileInfoRow} from './store.ts';

export type WireFileInfo = Static<typeof FileInfo>;

/** The maximum number of files per post. */
export const MAX_FILES_PER_POST = 10;

/** How long a file can stay unposted before it is deleted, in milliseconds. */
const UNPOSTED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const SWEEP_BATCH = 100;

export type Files = ReturnType<typeof createFiles>;

/** Files attached to posts. */
export function createFiles({
  database,
  config,
  permissions,
  fileStore,
  images,
  sealing,
  log,
  metrics,
}: {
  database: Database;
  config: Config;
  permissions: Permissions;
  fileStore: FileStore;
  images: Images;
  sealing: Sealing;
  log: Logger;
  metrics: Metrics;
}) {
  const changed = metrics.counter(
    'files_changed_total',
    'Reads of files whose content differs from the upload',
  );
  const {receive, discard} = createFileReceiver({fileStore, images, config});

  /** Adds received files to the user's uploads for a future post in the channel. */
  async function add(
    received: readonly ReceivedFile[],
    {channelId, userId}: {channelId: string; userId: string},
    db: Queryable = database,
  ): Promise<WireFileInfo[]> {
    const rows = received.map((file) => ({
      ...file,
      creatorid: userId,
      postid: '',
      channelid: channelId,
      updateat: file.createat,
      deleteat: 0,
      archived: false,
    }));
    await insertFiles(db, rows);
    return rows.map(presentFileInfo);
  }

  return {
    receive,
    discard,
    publicLinks: createPublicLinks({database, config, sealing}),
    integrity: createIntegrityChecks({database, fileStore}),

    /** Records that a file's content differs from the upload. */
    recordChangedContent(file: FileInfoRow, actual: {size: number; sha256?: string}): void {
      changed.inc();
      const {id: fileId, path, size, sha256} = file;
      log.error({fileId, path, expected: {size, sha256}, actual}, 'file content differs from the upload');
    },

    /** @throws AppError 501 if file attachments are disabled. */
    requireEnabled(): void {
      if (!config.get().FileSettings.EnableFileAttachments) {
        throw notImplemented(
          'api.file.attachments.disabled.app_error',
          'File attachments are disabled on this server (FileSettings.EnableFileAttachments).',
        );
      }
    },

    /**
     * @throws AppError 403 unless the actor may upload to the channel, 404 for a channel that does not exist.
     */
    async requireUpload(actor: Actor, channelId: string): Promise<void> {
      await permissions.require(actor, 'upload_file', {channelId});
      if (!(await permissions.channelStanding(actor.userId, channelId))) {
        throw new AppError({
          id: 'app.channel.get.existing.app_error',
          message: "This channel doesn't exist, or you don't have access.",
          explanation: `There is no channel with the id ${channelId}.`,
          status: 404,
          path: 'channel_id',
        });
      }
    },

    add,

    /** @throws AppError 404 for an unknown id, and for a file whose post is deleted. */
    async byId(id: string): Promise<FileInfoRow> {
      const row = await selectFile(database, id);
      if (!row) throw fileNotFound(id);
      return row;
    },

    /**
     * @throws AppError 403 unless the actor may read the file: as a reader of its channel, or before it is posted or
     * bookmarked, as its uploader.
     */
    async requireReadable(actor: Actor, file: FileInfoRow): Promise<void> {
      if (file.postid !== '' || file.creatorid === BOOKMARK_OWNER)
        await permissions.requireChannelRead(actor, file.channelid);
      else if (file.creatorid !== actor.userId) await permissions.require(actor, 'manage_system');
    },

    /**
     * Attaches files to a new post, in the transaction that creates the post. Each must be the author's, uploaded to
     * the post's channel, and not attached yet. Duplicate ids count once. Returns the files ordered by id.
     *
     * @throws AppError 400 for any other file, or for more than {@link MAX_FILES_PER_POST}.
     */
    async attachToPost(
      tx: Queryable,
      input: {fileIds: readonly string[]; postId: string; channelId: string; userId: string},
    ): Promise<WireFileInfo[]> {
      const fileIds = [...new Set(input.fileIds)];
      if (fileIds.length === 0) return [];
      if (fileIds.length > MAX_FILES_PER_POST) throw tooManyFiles(fileIds.length);
      const rows = await attachFiles(tx, {...input, fileIds, now: Date.now()});
      const byId = new Map(rows.map((row) => [row.id, row]));
      return fileIds.map((id) => {
        const row = byId.get(id);
        if (!row) throw cannotAttach(id);
        return presentFileInfo(row);
      });
    },

    /**
     * Replaces the files of an existing post: attaches received ones and removes its own files that are not kept. The
     * content of removed files stays in the store.
     */
    async replaceOnPost(
      tx: Queryable,
      post: {postId: string; channelId: string; userId: string; createAt: number},
      {kept, received}: {kept: readonly string[]; received: readonly ReceivedFile[]},
    ): Promise<void> {
      await markOtherFilesDeleted(tx, post.postId, kept, Date.now());
      await insertFiles(
        tx,
        received.map((file) => ({
          ...file,
          createat: post.createAt,
          updateat: post.createAt,
          creatorid: post.userId,
          postid: post.postId,
          channelid: post.channelId,
          deleteat: 0,
          archived: false,
        })),
      );
    },

    /** The files among these that are or were attached to the post, including deleted ones, by id. */
    async everAttachedTo(
      postId: string,
      fileIds: readonly string[],
      db: Queryable = database,
    ): Promise<Map<string, WireFileInfo>> {
      const rows = fileIds.length === 0 ? [] : await selectFilesEverOfPost(db, postId, fileIds);
      return new Map(rows.map((row) => [row.id, presentFileInfo(row)]));
    },

    /**
     * Copies files of a post, as uploads of its author for a post in another channel. Returns the ids of the copies.
     *
     * @throws AppError like `receive`; 404 if the content is missing.
     */
    async copyOfPost(
      postId: string,
      fileIds: readonly string[],
      target: {channelId: string; userId: string},
    ): Promise<string[]> {
      if (fileIds.length === 0) return [];
      const rows = new Map(
        (await selectFilesEverOfPost(database, postId, fileIds)).map((row) => [row.id, row]),
      );
      const received: ReceivedFile[] = [];
      try {
        for (const id of fileIds) {
          const row = rows.get(id);
          if (row)
            received.push(await receive(row.name, await fileStore.read(row.path), {keepHugeImages: true}));
        }
        return (await add(received, target)).map((file) => file.id);
      } catch (error) {
        for (const file of received) await discard(file);
        throw error;
      }
    },

    /** Restores deleted files of a post, in the transaction that restores its earlier version. */
    restoreOfPost: (tx: Queryable, postId: string, fileIds: readonly string[]) =>
      restoreFilesOfPost(tx, postId, fileIds, Date.now()),

    /** The files of each of these posts, in upload order. Posts without files have no entry. */
    async forPosts(
      postIds: readonly string[],
      {includeDeleted = false} = {},
    ): Promise<Map<string, WireFileInfo[]>> {
      const rows = postIds.length === 0 ? [] : await selectFilesOfPosts(database, postIds, {includeDeleted});
      return Map.groupBy(rows.map(presentFileInfo), (file) => file.post_id!);
    },

    /** The files among these that the user uploaded but has not posted, by id. */
    async unposted(userId: string, ids: readonly string[]): Promise<Map<string, WireFileInfo>> {
      const rows = ids.length === 0 ? [] : await selectUnpostedFiles(database, userId, ids);
      return new Map(rows.map((row) => [row.id, presentFileInfo(row)]));
    },

    /**
     * The channel of a post.
     *
     * @throws AppError 404 if the post doesn't exist, or is deleted and `includeDeleted` is not set.
     */
    async channelOfPost(postId: string, {includeDeleted = false} = {}): Promise<string> {
      const row = await selectChannelOfPost(database, postId);
      if (!row || (row.isdeleted && !includeDeleted)) {
        throw new AppError({
          id: 'app.post.get.app_error',
          message: "This message doesn't exist, or you don't have access.",
          explanation: `There is no post with the id ${postId}.`,
          status: 404,
        });
      }
      return row.channelid;
    },

    /**
     * Attaches a file to a bookmark of its channel. The user must have uploaded it, and it must not be attached to a
     * post or another bookmark.
     *
     * @throws AppError 400 for any other file.
     */
    async attachToBookmark(
      tx: Queryable,
      file: {id: string; channelId: string; userId: string},
    ): Promise<WireFileInfo> {
      const row = await attachToBookmark(tx, {...file, now: Date.now()});
      if (!row) throw cannotAttach(file.id);
      return presentFileInfo(row);
    },

    /** The files of bookmarks, by id. */
    async ofBookmarks(ids: readonly string[], db: Queryable = database): Promise<Map<string, WireFileInfo>> {
      const rows = ids.length === 0 ? [] : await selectFilesOfBookmarks(db, ids);
      return new Map(rows.map((row) => [row.id, presentFileInfo(row)]));
    },

    /** Marks the file of a bookmark as deleted, in the transaction that deletes the bookmark. */
    deleteOfBookmark: (tx: Queryable, file: {id: string; uploaderId: string}) =>
      markFileOfBookmarkDeleted(tx, {...file, now: Date.now()}),

    /** Marks the files of a post as deleted, in the transaction that deletes it. Their content stays in the store. */
    deleteForPost: (tx: Queryable, postId: string) => markFilesOfPostDeleted(tx, postId, Date.now()),

    /**
     * Deletes files, with their content, that were uploaded at least 30 days ago, belong to no post, bookmark, draft or
     * scheduled message, and are not under a legal hold. Also deletes leftovers of interrupted writes from the store. Returns the number of files. Safe to interrupt and run
     * again.
     */
    async sweepUnposted(now: number = Date.now()): Promise<number> {
      let deleted = 0;
      for (;;) {
        const count = await database.transaction(async (tx) => {
          await blockNewHolds(tx);
          const rows = await lockUnpostedFiles(tx, now - UNPOSTED_LIFE_MS, SWEEP_BATCH);
          for (const row of rows) await discard(row);
          await deleteFiles(
            tx,
            rows.map((row) => row.id),
          );
          return rows.length;
        });
        deleted += count;
        if (count < SWEEP_BATCH) break;
      }
      await fileStore.removeAbandoned();
      return deleted;
    },
  };
}

function fileNotFound(id: string): AppError {
  return new AppError({
    id: 'app.file_info.get.app_error',
    message: "This file doesn't exist. It may have been deleted.",
    explanation: `There is no file with the id ${id}.`,
    status: 404,
  });
}

function tooManyFiles(count: number): AppError {
  return new AppError({
    id: 'model.post.is_valid.file_ids.app_error',
    message: `A post can have at most ${MAX_FILES_PER_POST} files, but this one has ${count}. Send the others with another post.`,
    status: 400,
    path: 'file_ids',
  });
}

// The same error for every reason, so that it reveals nothing about other people's files.
function cannotAttach(id: string): AppError {
  return new AppError({
    id: 'app.file_info.attach_to_post.app_error',
    message:
      'A file cannot be attached, because it was not uploaded to this channel or was already sent. Upload it again.',
    explanation: `The file ${id} cannot be attached to this post: either you did not upload it to this channel, or it is already attached to a post. Upload it again.`,
    status: 400,
    path: 'file_ids',
  });
}
