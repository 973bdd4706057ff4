import {execFileSync} from 'node:child_process';
import {statSync} from 'node:fs';
import path from 'node:path';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';

/** A user of the operating system. */
export interface ClusterUser {
  uid: number;
  gid: number;
  name: string;
}

/**
 * The user that the cluster belongs to and PostgreSQL runs as; undefined for the user of this process.
 * PostgreSQL refuses to run as root, so root gives the cluster to `postgres`, else `nobody`; a cluster that is
 * already there keeps the owner that it has.
 */
export function clusterUser(clusterDirectory: string): ClusterUser | undefined {
  const owner = statSync(clusterDirectory, {throwIfNoEntry: false});
  const self = process.getuid?.();
  if (self !== 0) {
    if (owner !== undefined && owner.uid !== self) {
      throw new DatabaseUnavailableError(
        `The database in ${clusterDirectory} belongs to the user with the id ${owner.uid}, and this process runs ` +
          `as the user with the id ${self}. Run Patchbay as that user or as root, or change the owner (chown -R).`,
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
        'Run Patchbay as an ordinary user, make a user postgres, or name a database in SqlSettings.DataSource.',
    );
  }
  return user;
}

/**
 * The first directory on the way to `target` (itself included) that `user` may not enter, or undefined if there
 * is none. It goes by the permission bits alone: where an access list grants more, it errs to the safe side.
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
