import {spawn} from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {text} from 'node:stream/consumers';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import type {Binaries} from './binaries.ts';
import {type ClusterUser, firstInaccessibleDirectory} from './cluster-user.ts';
import {configurationFile, hostBasedAuthentication} from './configuration.ts';
import {SUPERUSER} from './roles.ts';

const CONFIGURATION = 'patchbay.conf';

/** A directory that holds a PostgreSQL cluster, and how PostgreSQL's programs are to be run on it. */
export interface Cluster {
  directory: string;
  binaries: Binaries;
  /** Whom it belongs to; undefined for the user of this process. */
  user: ClusterUser | undefined;
  /** False for clusters of tests, which need not survive the machine's end. */
  durable: boolean;
}

/**
 * Makes the cluster if it is not there yet; otherwise checks that it is one that these binaries can serve. What
 * a broken-off attempt has left is removed: a cluster is made under another name and gets its own when it is whole.
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const {directory, binaries} = cluster;
  const unfinished = `${directory}.new`;
  rmSync(unfinished, {recursive: true, force: true});
  if (!existsSync(directory) || readdirSync(directory).length === 0) {
    try {
      await initialise({...cluster, directory: unfinished});
      renameSync(unfinished, directory);
    } finally {
      rmSync(unfinished, {recursive: true, force: true});
    }
    return;
  }
  const version = readVersion(directory);
  if (version === undefined) {
    throw new DatabaseUnavailableError(
      `${directory} is not empty and holds no PostgreSQL cluster (it has no file PG_VERSION). Move it away, or ` +
        'point PATCHBAY_DATA at another directory.',
    );
  }
  if (version !== String(binaries.major)) {
    throw new DatabaseUnavailableError(
      `The database in ${directory} was created by PostgreSQL ${version}, and this Patchbay has PostgreSQL ` +
        `${binaries.major}. ${
          Number(version) < binaries.major
            ? 'Start the server (patchbay serve): it upgrades the database.'
            : 'Start the newer version of Patchbay that it belongs to.'
        }`,
    );
  }
  repairOwnership(cluster);
}

/** Writes the files of settings anew, so that those of this version hold from the next start on. */
export function writeConfiguration({directory, user}: Cluster): void {
  const files = {[CONFIGURATION]: configurationFile(), 'pg_hba.conf': hostBasedAuthentication};
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(directory, name);
    writeFileSync(`${file}.new`, content, {mode: 0o600});
    changeOwner(`${file}.new`, user);
    renameSync(`${file}.new`, file);
  }
}

/**
 * How to run one of PostgreSQL's programs on the cluster: as its user, in its directory.
 *
 * `dataDirectory` is what the program is told. Where its user may not enter a directory on the way (a project
 * under /root), that is the link by which Linux leads each process to its own working directory: it was entered
 * as root, and that holds on.
 */
export function runSettings({directory, user}: Cluster) {
  return {
    dataDirectory: reachableName(directory, user),
    options: {
      cwd: directory,
      uid: user?.uid,
      gid: user?.gid,
      env: {PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C'},
    },
  };
}

/** PostgreSQL refuses a cluster that others may enter, or whose files are root's, as after a copy made by root. */
function repairOwnership({directory, user}: Cluster): void {
  if (user !== undefined && statSync(directory).uid !== user.uid) {
    for (const entry of readdirSync(directory, {recursive: true, encoding: 'utf8'})) {
      changeOwner(path.join(directory, entry), user);
    }
    changeOwner(directory, user);
  }
  chmodSync(directory, 0o700);
}

/** Makes `file` belong to the cluster's user. */
export function changeOwner(file: string, user: ClusterUser | undefined): void {
  if (user === undefined) {
    return;
  }
  try {
    lchownSync(file, user.uid, user.gid);
  } catch (error) {
    throw new DatabaseUnavailableError(
      `PostgreSQL refuses to run as root, and ${file} cannot be given to ${user.name} (${(error as Error).message}). ` +
        'Run Patchbay as an ordinary user, or name a database in SqlSettings.DataSource.',
      {cause: error},
    );
  }
}

function reachableName(directory: string, user: ClusterUser | undefined): string {
  const closed = user && firstInaccessibleDirectory(path.dirname(directory), user);
  if (user === undefined || closed === undefined) {
    return directory;
  }
  if (process.platform === 'linux') {
    return '/proc/self/cwd';
  }
  throw new DatabaseUnavailableError(
    `PostgreSQL refuses to run as root, and ${user.name}, whom it runs as instead, may not enter ${closed}. Allow ` +
      `it (chmod o+x ${closed}), point PATCHBAY_DATA at a directory elsewhere, or run Patchbay as an ordinary user.`,
  );
}

async function initialise(cluster: Cluster): Promise<void> {
  const {directory, binaries, user, durable} = cluster;
  mkdirSync(directory, {mode: 0o700});
  changeOwner(directory, user);
  const {dataDirectory, options} = runSettings(cluster);
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${dataDirectory}`,
      `--username=${SUPERUSER}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    {...options, stdio: ['ignore', 'ignore', 'pipe']},
  );
  const [errors, status] = await Promise.all([
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }),
  ]).catch((error: Error) => {
    throw new DatabaseUnavailableError(`${binaries.initdb} could not be run: ${error.message}`, {
      cause: error,
    });
  });
  if (status !== 0) {
    throw new DatabaseUnavailableError(
      /No space left on device|Disk quota exceeded/.test(errors)
        ? noRoomForCluster(directory)
        : `A new database could not be made in ${path.dirname(directory)}: ${errors.trim() || `initdb ended with ${status}`}`,
    );
  }
  writeFileSync(path.join(directory, 'postgresql.conf'), `include = '${CONFIGURATION}'\n`, {mode: 0o600});
}

/** The major version that a cluster was created by; undefined if there is none. */
export function readVersion(directory: string): string | undefined {
  try {
    return readFileSync(path.join(directory, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** What to tell when the disk has no room: for a cluster that is not there yet, or for the start of one that is. */
export function diskFull(directory: string): string {
  return readVersion(directory) === undefined
    ? noRoomForCluster(directory)
    : `The disk is full: PostgreSQL cannot start in ${directory}. Make room, then start again. Nothing was lost.`;
}

function noRoomForCluster(directory: string): string {
  return `The disk is full: a new database needs about 60 MB in ${path.dirname(directory)}. Nothing was left behind.`;
}
