import type {Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {removeAbandonedStagedFiles} from '../../platform/file-store/staged-file.ts';
import type {Images} from '../../platform/images/images.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {createIntegrityChecks} from './integrity.ts';
import {presentFileInfo} from './present.ts';
import {createPublicLinks} from './public-links.ts';
import {createFileReceiver, type ReceivedFile} from './received-files.ts';
import type {FileInfo} from './schema.ts';
import {
  attachFiles,
  deleteFiles,
  type FileInfoRow,
  insertFiles,
  lockUnpostedFiles,
  markFilesOfPostDeleted,
  markOtherFilesDeleted,
  selectChannelOfPost,
  selectFile,
  selectFilesOfPosts,
  selectUnpostedFiles,
} from './store.ts';

export {cleanFileName} from './file-names.ts';
export type {FileProblem} from './integrity.ts';
export {presentFileInfo} from './present.ts';
export type {ReceivedFile} from './received-files.ts';
export {FILE_COLUMNS, type FileInfoRow} from './store.ts';

/** A file on the wire. */
export type WireFileInfo = Static<typeof FileInfo>;

/** Files that one post may carry. */
export const MAX_FILES_PER_POST = 10;

/** How long a file waits for its post before it is swept away. */
const UNPOSTED_LIFE_MS = 30 * 24 * 60 * 60 * 1000;
const SWEPT_AT_ONCE = 100;

export type Files = ReturnType<typeof createFiles>;

/** Files that people attach to posts. */
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
    'Reads of files whose content is not what was uploaded',
  );
  const {receive, discard} = createFileReceiver({fileStore, images, config});

  return {
    receive,
    discard,
    publicLinks: createPublicLinks({database, config, sealing}),
    integrity: createIntegrityChecks({database, fileStore}),

    /** Notes that a file was read whose content is not what was uploaded. */
    noteChanged(file: FileInfoRow, actual: {size: number; sha256?: string}): void {
      changed.inc();
      const {id: fileId, path, size, sha256} = file;
      log.error({fileId, path, expected: {size, sha256}, actual}, 'a file has changed since it was uploaded');
    },

    /** @throws AppError 501 while files are switched off. */
    requireEnabled(): void {
      if (!config.get().FileSettings.EnableFileAttachments) {
        throw notImplemented(
          'api.file.attachments.disabled.app_error',
          'This server takes no files (FileSettings.EnableFileAttachments).',
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
          message: `There is no channel with the id ${channelId}.`,
          status: 404,
          path: 'channel_id',
        });
      }
    },

    /** Makes received files the user's, for a post in the channel that is still to come. */
    async add(
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
    },

    /** @throws AppError 404 for an unknown id, and for a file whose post is deleted. */
    async byId(id: string): Promise<FileInfoRow> {
      const row = await selectFile(database, id);
      if (!row) throw fileNotFound(id);
      return row;
    },

    /** @throws AppError 403 unless the actor may read the file: its channel, or before it is posted, its uploader. */
    async requireReadable(actor: Actor, file: FileInfoRow): Promise<void> {
      if (file.postid !== '') await permissions.requireChannelRead(actor, file.channelid);
      else if (file.creatorid !== actor.userId) await permissions.require(actor, 'manage_system');
    },

    /**
     * Gives a new post its files, in the transaction that makes the post. Each has to be the author's own, uploaded
     * to the post's channel, and on no post yet. The files in the order of their ids; an id given twice counts once.
     *
     * @throws AppError 400 if that is not so, or if there are more than {@link MAX_FILES_PER_POST}.
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
        if (!row) throw notAttachable(id);
        return presentFileInfo(row);
      });
    },

    /**
     * Gives a post that is in the database exactly these files: received ones are added, and those of its own that are
     * not kept are taken away. Their bytes stay in the store.
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

    /** The files of each of these posts, in order of upload; a post without files has no entry. */
    async forPosts(postIds: readonly string[]): Promise<Map<string, WireFileInfo[]>> {
      const rows = postIds.length === 0 ? [] : await selectFilesOfPosts(database, postIds);
      return Map.groupBy(rows.map(presentFileInfo), (file) => file.post_id!);
    },

    /** Those of the files that the user has uploaded and that no post carries, by id. */
    async unposted(userId: string, ids: readonly string[]): Promise<Map<string, WireFileInfo>> {
      const rows = ids.length === 0 ? [] : await selectUnpostedFiles(database, userId, ids);
      return new Map(rows.map((row) => [row.id, presentFileInfo(row)]));
    },

    /** Where a post is that is not deleted. @throws AppError 404 if there is none. */
    async channelOfPost(postId: string): Promise<string> {
      const channelId = await selectChannelOfPost(database, postId);
      if (channelId === undefined) {
        throw new AppError({
          id: 'app.post.get.app_error',
          message: `There is no post with the id ${postId}.`,
          status: 404,
        });
      }
      return channelId;
    },

    /** Takes the files of a post away with it, in the transaction that deletes it. Their bytes stay in the store. */
    deleteForPost: (tx: Queryable, postId: string) => markFilesOfPostDeleted(tx, postId, Date.now()),

    /**
     * Removes files that were uploaded thirty days ago or more and that no post and no draft carries, with their bytes;
     * and what interrupted writes have left in the store. How many files. It may be ended at any point and run again.
     */
    async sweepUnposted(now: number = Date.now()): Promise<number> {
      let swept = 0;
      for (;;) {
        const count = await database.transaction(async (tx) => {
          const rows = await lockUnpostedFiles(tx, now - UNPOSTED_LIFE_MS, SWEPT_AT_ONCE);
          for (const row of rows) await discard(row);
          await deleteFiles(
            tx,
            rows.map((row) => row.id),
          );
          return rows.length;
        });
        swept += count;
        if (count < SWEPT_AT_ONCE) break;
      }
      await fileStore.removeAbandoned();
      await removeAbandonedStagedFiles(fileStore);
      return swept;
    },
  };
}

function fileNotFound(id: string): AppError {
  return new AppError({
    id: 'app.file_info.get.app_error',
    message: `There is no file with the id ${id}.`,
    status: 404,
  });
}

function tooManyFiles(count: number): AppError {
  return new AppError({
    id: 'model.post.is_valid.file_ids.app_error',
    message: `A post carries at most ${MAX_FILES_PER_POST} files, and this one names ${count}. Send the others with another post.`,
    status: 400,
    path: 'file_ids',
  });
}

// Whether the file is unknown, another's, in another channel or on a post already is not for strangers to learn.
function notAttachable(id: string): AppError {
  return new AppError({
    id: 'app.file_info.attach_to_post.app_error',
    message: `The file ${id} cannot go with this post: it is not one that you have uploaded to this channel, or a post carries it already. Upload it again.`,
    status: 400,
    path: 'file_ids',
  });
}
