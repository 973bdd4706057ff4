import {createHash} from 'node:crypto';
import {chmodSync, lstatSync, mkdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {changeOwner} from './cluster.ts';
import {type ClusterUser, firstInaccessibleDirectory} from './cluster-user.ts';

// A socket's path has to fit into 104 bytes on macOS and 108 on Linux, its closing zero and the name that
// PostgreSQL gives it (/.s.PGSQL.65535.lock) included.
const LONGEST_DIRECTORY = 103 - '/.s.PGSQL.65535.lock'.length;

/**
 * Makes the directory of the socket, which only the cluster's user (and root) may enter: beside the cluster, or,
 * where that path is too long or closed to the user, among the temporary files under a name that follows from it.
 * Other processes learn the place from `postmaster.pid`.
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
      Buffer.byteLength(candidate) <= LONGEST_DIRECTORY &&
      (user === undefined || firstInaccessibleDirectory(path.dirname(candidate), user) === undefined),
  );
  if (directory === undefined) {
    throw new DatabaseUnavailableError(
      `There is no place for the socket of the database: each of ${candidates.join(', ')} is longer than ` +
        `${LONGEST_DIRECTORY} bytes or closed to ${user?.name ?? 'this user'}. Set TMPDIR to a short path that is open.`,
    );
  }
  const isNew = mkdirSync(directory, {recursive: true, mode: 0o700}) !== undefined;
  if (isNew) {
    changeOwner(directory, user);
  }
  // Among the temporary files anyone could have made it first, to sit between us and the database.
  const found = lstatSync(directory);
  if (!found.isDirectory() || found.uid !== (user?.uid ?? process.getuid?.())) {
    throw new DatabaseUnavailableError(
      `${directory} is in the way of the database's socket: remove it, then start again.`,
    );
  }
  chmodSync(directory, 0o700);
  return directory;
}
