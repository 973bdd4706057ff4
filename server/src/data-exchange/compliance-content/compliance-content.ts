import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {type ContentDigest, verifiedContent} from '../../platform/file-store/verified-content.ts';

/**
 * Whether a program wrote the post `p`, as an SQL condition: a bot, or an incoming webhook, whose posts belong to the
 * webhook's owner. Only the server can set the two properties.
 *
 * @param isBot whether the author's account is a bot
 */
export function byProgram(isBot: SqlFragment): SqlFragment {
  return sql`(${isBot} or p.Props ->> 'from_bot' = 'true' or p.Props ->> 'from_webhook' = 'true')`;
}

/** A file of a post, as in the table of files. */
export interface AttachedFile {
  id: string;
  postid: string;
  name: string;
  /** The path in the file store. */
  path: string;
  /** The size and hash of the uploaded content. */
  size: number;
  sha256: string;
}

/** Whether the file store has the file and can open it. */
export async function canBeRead(files: FileStore, path: string): Promise<boolean> {
  try {
    if ((await files.size(path)) === undefined) return false;
    (await files.read(path, {start: 0, end: 0})).destroy();
    return true;
  } catch {
    return false;
  }
}

/**
 * The content of a file that {@link canBeRead}, for an archive. The file is opened when the content is read, because an
 * archive may have more files than a process can open. Content that changed since its upload is passed through
 * unchanged, and reported to `onChanged`.
 *
 * @throws AppError 500 with the name of the file if reading fails
 */
export async function* attachedContent(
  files: FileStore,
  file: AttachedFile,
  onChanged: (actual: ContentDigest) => void,
): AsyncGenerator<Buffer> {
  try {
    yield* verifiedContent(await files.read(file.path), file, onChanged);
  } catch (error) {
    throw new AppError({
      id: 'api.file.read_file.reading_local.app_error',
      message:
        `Reading the file ${file.name} (${file.id}) of the post ${file.postid} failed: ` +
        `${(error as Error).message}. No partial archive was kept. Check ${file.path} in the file store, ` +
        'then try again. A file that is missing or cannot be opened is left out with a warning.',
      status: 500,
      cause: error,
    });
  }
}
