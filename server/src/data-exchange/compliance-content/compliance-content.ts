import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {type ContentDigest, verifiedContent} from '../../platform/file-store/verified-content.ts';

/**
 * Whether a program wrote the post `p`, as an SQL condition: a bot did, or an incoming webhook, whose posts bear the
 * account of whoever made the hook. The two properties are the server's; nobody can set them from outside.
 *
 * @param isBot whether the account that the post bears is a bot's
 */
export function byProgram(isBot: SqlFragment): SqlFragment {
  return sql`(${isBot} or p.Props ->> 'from_bot' = 'true' or p.Props ->> 'from_webhook' = 'true')`;
}

/** A file of a post, as the table of files has it. */
export interface AttachedFile {
  id: string;
  postid: string;
  name: string;
  /** In the file store. */
  path: string;
  /** What its content was when it was uploaded. */
  size: number;
  sha256: string;
}

/** Whether the file store has the file and lets it be opened. */
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
 * The content of a file that {@link canBeRead}, for an archive. It is opened when it is read: an archive may have more
 * files than a process may hold open. Content that has changed since it was uploaded goes in as it is; `onChanged` hears
 * of it.
 *
 * @throws AppError 500 that names the file if its content breaks off
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
        `The file ${file.name} (${file.id}) of the post ${file.postid} broke off while it was read: ` +
        `${(error as Error).message}. Nothing of this archive was kept. Look after ${file.path} in the file store, ` +
        'then order it again; a file that is not there, or cannot be opened, is left out with a word about it.',
      status: 500,
      cause: error,
    });
  }
}
