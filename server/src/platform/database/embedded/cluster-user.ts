import {execFileSync} from 'node:child_process';
import {statSync} from 'node:fs';
import path from 'node:path';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';

/** An operating system user. */
export interface ClusterUser {
  uid: number;
  gid: number;
  name: string;
}

/**
 * The user who owns the cluster and runs PostgreSQL; undefined for the current user. PostgreSQL refuses to run as root,
 * so for root it's `postgres` or `nobody`. An existing cluster keeps its owner.
 */
export function clusterUser(clusterDirectory: string): ClusterUser | undefined {
  const owner = statSync(clusterDirectory, {throwIfNoEntry: false});
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner !== undefined && owner.uid !== self) {
      throw new DatabaseUnavailableError(
        `The database in ${clusterDirectory} belongs to the user with the id ${owner.uid}, but this process runs ` +
          `as the user with the id ${self}. Run Patchbay as its owner or as root, or change the owner (chown -R).`,
      );
    }
    return undefined;
  }
  if (owner !== undefined && owner.uid !== 0) {
    return {uid: owner.uid, gid: owner.gid, name: `the user with the id ${owner.uid}`};
  }
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (user === undefined) {
    throw new DatabaseUnavailableError(
      'PostgreSQL refuses to run as root, and there is neither a user postgres nor a user nobody to run it as. ' +
        'Run Patchbay as a non-root user, create a user postgres, or set SqlSettings.DataSource.',
    );
  }
  return user;
}

/**
 * The first directory in the path of `target` (inclusive) that `user` cannot access; undefined if there is none. It only
 * considers permission bits. If an ACL grants more access, the result errs on the safe side.
 */
export function firstInaccessibleDirectory(target: string, user: ClusterUser): string | undefined {
  const {root} = path.parse(target);
  const names = path.relative(root, target).split(path.sep).filter(Boolean);
  const directories = names.map((_, index) => path.join(root, ...names.slice(0, index + 1)));
  return [root, ...directories].find((directory) => !hasPermission(directory, user, 0o1));
}

/** Whether the permission bits of `file` grant `user` all of `wanted`: 4 read, 2 write, 1 execute or enter. */
export function hasPermission(file: string, {uid, gid}: ClusterUser, wanted: number): boolean {
  const {uid: owner, gid: group, mode} = statSync(file);
  const granted = owner === uid ? mode >> 6 : group === gid ? mode >> 3 : mode;
  return (granted & wanted) === wanted;
}

function lookUp(name: string): ClusterUser | undefined {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number(execFileSync('id', [flag, name], {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']})),
    );
    return uid! > 0 ? {uid: uid!, gid: gid!, name: `the user ${name}`} : undefined;
  } catch {
    return undefined;
  }
}
