import {createHash} from 'node:crypto';
import {chmodSync, lstatSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createDirectory} from '../../file-system/create-directory.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {changeOwner} from './cluster.ts';
import {type ClusterUser, firstInaccessibleDirectory} from './cluster-user.ts';

// The path of a socket is limited to 104 bytes on macOS and 108 on Linux, including the final zero byte and PostgreSQL's
// file name (/.s.PGSQL.65535.lock).
const MAX_DIRECTORY_LENGTH = 103 - '/.s.PGSQL.65535.lock'.length;

/**
 * Creates the socket's directory, which only the cluster's user (and root) can access. It is next to the cluster, or if
 * that path is too long or not accessible, in the temporary directory under a derived name. Other processes find it
 * through `postmaster.pid`.
 */
export function createSocketDirectory(dataDirectory: string, user: ClusterUser | undefined): string {
  const hash = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  const candidates = [
    path.join(dataDirectory, 'postgres-socket'),
    path.join(tmpdir(), `patchbay-${hash}`),
    `/tmp/patchbay-${hash}`,
  ];
  const directory = candidates.find(
    (candidate) =>
      Buffer.byteLength(candidate) <= MAX_DIRECTORY_LENGTH &&
      (user === undefined || firstInaccessibleDirectory(path.dirname(candidate), user) === undefined),
  );
  if (directory === undefined) {
    throw new DatabaseUnavailableError(
      `There is no directory for the database socket: each of ${candidates.join(', ')} is longer than ` +
        `${MAX_DIRECTORY_LENGTH} bytes or not accessible for ${user?.name ?? 'this user'}. Set TMPDIR to a short, ` +
        'accessible path.',
    );
  }
  const isNew = createDirectory(directory, {mode: 0o700});
  if (isNew) {
    changeOwner(directory, user);
  }
  // In the temporary directory, another user could have created it to intercept our connections.
  const found = lstatSync(directory);
  if (!found.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.())) {
    throw new DatabaseUnavailableError(
      `${directory} is needed for the database socket but belongs to another user or is not a directory. Remove it and ` +
        'start again.',
    );
  }
  chmodSync(directory, 0o700);
  return directory;
}
