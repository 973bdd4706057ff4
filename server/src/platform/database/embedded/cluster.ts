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

/** A PostgreSQL cluster, and how to run PostgreSQL's programs on it. */
export interface Cluster {
  directory: string;
  binaries: Binaries;
  /** The owner; undefined for the current user. */
  user: ClusterUser | undefined;
  /** False for test clusters, which don't have to survive a power failure. */
  durable: boolean;
}

/**
 * Creates the cluster if it doesn't exist; otherwise checks that these binaries can run it. A new cluster is created
 * under a temporary name and then renamed, and the remains of an interrupted attempt are removed.
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const {directory, binaries} = cluster;
  const unfinished = `${directory}.new`;
  rmSync(unfinished, {recursive: true, force: true});
  if (!existsSync(directory) || readdirSync(directory).length === 0) {
    try {
      await initialize({...cluster, directory: unfinished});
      renameSync(unfinished, directory);
    } finally {
      rmSync(unfinished, {recursive: true, force: true});
    }
    return;
  }
  const version = readVersion(directory);
  if (version === undefined) {
    throw new DatabaseUnavailableError(
      `${directory} is not empty and is not a PostgreSQL cluster (it has no file PG_VERSION). Move it, or set ` +
        'PATCHBAY_DATA to another directory.',
    );
  }
  if (version !== String(binaries.major)) {
    throw new DatabaseUnavailableError(
      `The database in ${directory} was created by PostgreSQL ${version}, but this version of Patchbay includes ` +
        `PostgreSQL ${binaries.major}. ${
          Number(version) < binaries.major
            ? 'To upgrade the database, start the server (patchbay serve).'
            : 'Start the newer version of Patchbay that created it.'
        }`,
    );
  }
  repairOwnership(cluster);
}

/** Rewrites the configuration files, so that the next start uses those of this version. */
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
 * How to run one of PostgreSQL's programs on the cluster: as its owner, in its directory.
 *
 * `dataDirectory` is the path to pass to the program. If its user can't access a parent directory (such as /root), it's
 * the Linux link to the process's working directory, which stays accessible because it was entered as root.
 */
export function runSettings({directory, user}: Cluster) {
  return {
    dataDirectory: accessiblePath(directory, user),
    options: {
      cwd: directory,
      uid: user?.uid,
      gid: user?.gid,
      env: {PATH: process.env.PATH, LANG: 'C', LC_ALL: 'C'},
    },
  };
}

/** PostgreSQL rejects a cluster that other users can access, or whose files belong to root (such as a copy by root). */
function repairOwnership({directory, user}: Cluster): void {
  if (user !== undefined && statSync(directory).uid !== user.uid) {
    for (const entry of readdirSync(directory, {recursive: true, encoding: 'utf8'})) {
      changeOwner(path.join(directory, entry), user);
    }
    changeOwner(directory, user);
  }
  chmodSync(directory, 0o700);
}

export function changeOwner(file: string, user: ClusterUser | undefined): void {
  if (user === undefined) {
    return;
  }
  try {
    lchownSync(file, user.uid, user.gid);
  } catch (error) {
    throw new DatabaseUnavailableError(
      `PostgreSQL refuses to run as root, and the owner of ${file} cannot be changed to ${user.name} ` +
        `(${(error as Error).message}). Run Patchbay as a non-root user, or set SqlSettings.DataSource.`,
      {cause: error},
    );
  }
}

function accessiblePath(directory: string, user: ClusterUser | undefined): string {
  const inaccessible = user && firstInaccessibleDirectory(path.dirname(directory), user);
  if (user === undefined || inaccessible === undefined) {
    return directory;
  }
  if (process.platform === 'linux') {
    return '/proc/self/cwd';
  }
  throw new DatabaseUnavailableError(
    `PostgreSQL refuses to run as root, and ${user.name} cannot access ${inaccessible}. Grant access ` +
      `(chmod o+x ${inaccessible}), set PATCHBAY_DATA to another directory, or run Patchbay as a non-root user.`,
  );
}

async function initialize(cluster: Cluster): Promise<void> {
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
    throw new DatabaseUnavailableError(`Could not run ${binaries.initdb}: ${error.message}`, {
      cause: error,
    });
  });
  if (status !== 0) {
    throw new DatabaseUnavailableError(
      /No space left on device|Disk quota exceeded/.test(errors)
        ? noSpaceForCluster(directory)
        : `Could not create a database in ${path.dirname(directory)}: ${errors.trim() || `initdb exited with status ${status}`}`,
    );
  }
  writeFileSync(path.join(directory, 'postgresql.conf'), `include = '${CONFIGURATION}'\n`, {mode: 0o600});
}

/** The major version of a cluster; undefined if there is none. */
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

/** The error message when the disk is full while creating or starting a cluster. */
export function diskFullMessage(directory: string): string {
  return readVersion(directory) === undefined
    ? noSpaceForCluster(directory)
    : `The disk is full: PostgreSQL cannot start in ${directory}. Free up space and start again. No data was lost.`;
}

function noSpaceForCluster(directory: string): string {
  return `The disk is full: a new database needs about 60 MB in ${path.dirname(directory)}. Nothing was created.`;
}
