import type {Static} from 'typebox';
import type {Config} from '../../../platform/config/config.ts';
import type {Database} from '../../../platform/database/database.ts';
import {isValidId, newId} from '../../../platform/database/ids.ts';
import {AppError, invalidBodyParam} from '../../../platform/errors/app-error.ts';
import type {FileStore} from '../../../platform/file-store/file-store.ts';
import {byteSize} from '../../../platform/formats/byte-size/byte-size.ts';
import type {Actor, Permissions} from '../../permissions/permissions.ts';
import {cleanFileName, fileExtension} from '../file-names.ts';
import type {Files, WireFileInfo} from '../files.ts';
import type {NewUploadSession, UploadSession} from './schema.ts';
import {
  appendPart,
  countUploadSessionsOfUser,
  deleteUploadSession,
  deleteUploadSessionsBefore,
  insertUploadSession,
  isPartOfSession,
  selectUploadSession,
  selectUploadSessionsOfUser,
  type UploadSessionRow,
} from './store.ts';

const DAY = 24 * 60 * 60 * 1000;
/** How long an upload can be resumed. */
const SESSION_LIFE_MS = 7 * DAY;
/** The maximum number of parts. Each is a separate file until the upload is complete. */
const MAX_PARTS = 1000;
/** The maximum number of a user's unfinished uploads (docs/specification.md#posts). */
const MAX_UNFINISHED = 1000;
/** The maximum length of a name in the import directory, in bytes. */
const MAX_IMPORT_NAME = 255;

export type Uploads = ReturnType<typeof createUploads>;

/** Resumable uploads: received parts are kept if the connection breaks, and the client continues from there. */
export function createUploads({
  database,
  config,
  permissions,
  fileStore,
  files,
  importFiles,
}: {
  database: Database;
  config: Config;
  permissions: Permissions;
  fileStore: FileStore;
  files: Files;
  /** The directory for bulk import files. */
  importFiles: FileStore;
}) {
  /** @throws AppError unless the actor may upload files of this type to the channel, and uploads are enabled */
  async function requireAllowed(
    actor: Actor,
    {type, channelid}: Pick<UploadSessionRow, 'type' | 'channelid'>,
  ): Promise<void> {
    if (type === 'import') return permissions.require(actor, 'manage_system');
    files.requireEnabled();
    if (!isValidId(channelid)) throw invalidBodyParam('channel_id', 'An attachment needs a channel.');
    await files.requireUpload(actor, channelid);
  }

  /**
   * Stores received content as a part, even if the connection breaks. Returns the updated session and the error, if
   * any.
   */
  async function storePart(session: UploadSessionRow, content: AsyncIterable<Uint8Array>) {
    const path = `uploads/${session.id}/${newId()}`;
    const result: ReadResult = {};
    const {size} = await fileStore.write(path, untilInterrupted(content, session, result));
    if (size === 0) {
      await fileStore.remove(path);
      return {session, interruption: result.interruption};
    }
    const grown = await appendPart(database, {id: session.id, offset: session.fileoffset, size, path});
    if (!grown) {
      await fileStore.remove(path);
      throw concurrent(session.id);
    }
    return {session: grown, interruption: result.interruption};
  }

  async function* joinParts({parts}: UploadSessionRow): AsyncGenerator<Uint8Array> {
    for (const path of parts) yield* await fileStore.read(path);
  }

  /** Combines the parts into one file. Has no effect if the process dies before the commit. */
  async function finish(session: UploadSessionRow): Promise<WireFileInfo> {
    const received = await files.receive(session.filename, joinParts(session));
    const infos = await database
      .transaction(async (tx) => {
        if (!(await deleteUploadSession(tx, session.id))) throw concurrent(session.id);
        return files.add([received], {channelId: session.channelid, userId: session.userid}, tx);
      })
      .catch(async (error) => {
        await files.discard(received);
        throw error;
      });
    await removeParts(session);
    return infos[0]!;
  }

  /** Combines the parts in the import directory. Can be repeated after an interruption. */
  async function finishImport(session: UploadSessionRow): Promise<WireFileInfo> {
    const {size} = await importFiles.write(importFileName(session), joinParts(session));
    await deleteUploadSession(database, session.id);
    await removeParts(session);
    return {
      id: session.id,
      user_id: session.userid,
      channel_id: '',
      create_at: session.createat,
      update_at: session.createat,
      delete_at: 0,
      name: session.filename,
      extension: fileExtension(session.filename),
      size,
      mime_type: 'application/octet-stream',
      width: 0,
      height: 0,
      has_preview_image: false,
      mini_preview: null,
      remote_id: '',
      archived: false,
    };
  }

  function removeParts({id}: UploadSessionRow): Promise<void> {
    return fileStore.removeFolder(`uploads/${id}`);
  }

  return {
    /**
     * Starts an upload of a file to a channel, or of a bulk import file.
     *
     * @throws AppError 413 if an attachment is larger than FileSettings.MaxFileSize, 400 for an invalid name or size, and
     *   if the actor has the maximum number of unfinished uploads, 403 unless the actor may upload there, 501 for an attachment while file attachments are disabled.
     */
    async begin(actor: Actor, input: Static<typeof NewUploadSession>): Promise<UploadSessionRow> {
      const type = input.type || 'attachment';
      const channelid = type === 'import' ? '' : (input.channel_id ?? '');
      await requireAllowed(actor, {type, channelid});
      const {MaxFileSize} = config.get().FileSettings;
      // The limit is for attachments; import files are usually larger.
      if (type === 'attachment' && input.file_size > MaxFileSize) throw tooLarge(input.filename, MaxFileSize);
      if (input.file_size < 1) throw emptyFile();
      const row: UploadSessionRow = {
        id: newId(),
        type,
        createat: Date.now(),
        userid: actor.userId,
        channelid,
        filename: cleanFileName(input.filename),
        filesize: input.file_size,
        fileoffset: 0,
        parts: [],
      };
      const nameBytes = Buffer.byteLength(importFileName(row));
      if (type === 'import' && nameBytes > MAX_IMPORT_NAME) throw nameTooLong(nameBytes - MAX_IMPORT_NAME);
      if ((await countUploadSessionsOfUser(database, actor.userId)) >= MAX_UNFINISHED) throw tooManyUploads();
      await insertUploadSession(database, row);
      return row;
    },

    /** @throws AppError 404 for an unknown id, 403 for another user's upload. */
    async byId(actor: Actor, id: string): Promise<UploadSessionRow> {
      const session = await selectUploadSession(database, id);
      if (!session) throw sessionNotFound(id);
      if (session.userid !== actor.userId && !(await permissions.can(actor, 'manage_system'))) {
        throw notOwnUpload();
      }
      return session;
    },

    /** A user's unfinished uploads, oldest first. */
    ofUser: (userId: string) => selectUploadSessionsOfUser(database, userId),

    /**
     * Adds the next part of an upload. The last part completes the file, which is returned. If the content is
     * interrupted, the received part is kept and the error is rethrown.
     *
     * @throws AppError 404 and 403 as in {@link byId}, even for administrators; 400 for more bytes than the declared
     *   size, and for concurrent requests; 501 as in {@link begin}.
     */
    async append(
      actor: Actor,
      id: string,
      content: AsyncIterable<Uint8Array>,
    ): Promise<WireFileInfo | undefined> {
      const found = await selectUploadSession(database, id);
      if (!found) throw sessionNotFound(id);
      if (found.userid !== actor.userId) throw notOwnUpload();
      await requireAllowed(actor, found);
      if (found.parts.length === MAX_PARTS) throw tooManyParts();
      const {session, interruption} = await storePart(found, content);
      if (interruption) throw interruption;
      if (session.fileoffset < session.filesize) return undefined;
      return session.type === 'import' ? finishImport(session) : finish(session);
    },

    /** Deletes uploads that are still unfinished after a week, and parts without an upload. */
    async sweep(now: number = Date.now()): Promise<void> {
      for (const session of await deleteUploadSessionsBefore(database, now - SESSION_LIFE_MS)) {
        await removeParts(session);
      }
      for await (const {path, modifiedAt} of fileStore.list('uploads')) {
        if (now - modifiedAt < DAY) continue;
        const sessionId = path.split('/')[1]!;
        if (!(await isPartOfSession(database, sessionId, path))) await fileStore.remove(path);
      }
    },
  };
}

export function presentUploadSession(row: UploadSessionRow): Static<typeof UploadSession> {
  return {
    id: row.id,
    type: row.type,
    create_at: row.createat,
    user_id: row.userid,
    channel_id: row.channelid,
    filename: row.filename,
    file_size: row.filesize,
    file_offset: row.fileoffset,
  };
}

/** The name of an upload's file in the import directory. */
function importFileName({id, filename}: UploadSessionRow): string {
  return `${id}_${filename}`;
}

/** The result of reading content: `interruption` is undefined if it was complete. */
interface ReadResult {
  interruption?: unknown;
}

/** Yields the content up to an interruption. @throws AppError 400 for more bytes than the upload still needs */
async function* untilInterrupted(
  content: AsyncIterable<Uint8Array>,
  session: UploadSessionRow,
  arrival: ReadResult,
): AsyncGenerator<Uint8Array> {
  let missing = session.filesize - session.fileoffset;
  try {
    for await (const chunk of content) {
      missing -= chunk.byteLength;
      if (missing < 0) throw tooManyBytes(session);
      yield chunk;
    }
  } catch (error) {
    if (missing < 0) throw error;
    arrival.interruption = error;
  }
}

function sessionNotFound(id: string): AppError {
  return new AppError({
    id: 'app.upload.get.app_error',
    message: "This upload doesn't exist. It may be finished or older than a week.",
    explanation: `There is no unfinished upload with the id ${id}.`,
    status: 404,
  });
}

function notOwnUpload(): AppError {
  return new AppError({
    id: 'api.upload.get_upload.forbidden.app_error',
    message: 'This upload belongs to another user.',
    status: 403,
  });
}

function tooLarge(name: string, maxBytes: number): AppError {
  return new AppError({
    id: 'api.upload.create.upload_too_large.app_error',
    message: `"${name}" is too large. A file can have at most ${byteSize(maxBytes)} (FileSettings.MaxFileSize).`,
    params: {name, bytes: maxBytes},
    status: 413,
    path: 'file_size',
  });
}

function emptyFile(): AppError {
  return new AppError({
    id: 'model.upload_session.is_valid.file_size.app_error',
    message: 'An upload needs at least one byte. Send an empty file to POST /files.',
    status: 400,
    path: 'file_size',
  });
}

function nameTooLong(bytes: number): AppError {
  return new AppError({
    id: 'model.upload_session.is_valid.filename.app_error',
    message: `The file name is ${bytes} bytes too long. Choose a shorter one.`,
    status: 400,
    path: 'filename',
  });
}

function tooManyBytes({filesize, fileoffset}: UploadSessionRow): AppError {
  return new AppError({
    id: 'api.upload.upload_data.invalid_content_length',
    message: `The request has too many bytes: the file has ${filesize}, of which ${fileoffset} were already received. The request was discarded.`,
    status: 400,
    path: 'body',
  });
}

function tooManyUploads(): AppError {
  return new AppError({
    id: 'api.upload.create.too_many.app_error',
    message: `You already have ${MAX_UNFINISHED} unfinished uploads, which is the maximum. Finish some of them first (GET /users/me/uploads lists them). They are deleted after a week.`,
    status: 400,
  });
}

function tooManyParts(): AppError {
  return new AppError({
    id: 'api.upload.upload_data.too_many_parts.app_error',
    message: `An upload can have at most ${MAX_PARTS} parts. Start again with larger parts.`,
    status: 400,
  });
}

function concurrent(id: string): AppError {
  return new AppError({
    id: 'api.upload.upload_data.concurrent.app_error',
    message: 'This file is already being uploaded. Try again in a moment.',
    explanation: `Another request is sending data for the upload ${id}. Get its progress (GET /uploads/${id}) and continue from there.`,
    status: 400,
  });
}
