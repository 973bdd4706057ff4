import {randomInt} from 'node:crypto';
import {readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {isUnknownRole, OWNER, SUPERUSER} from './roles.ts';

/** What PostgreSQL writes into `postmaster.pid`: who serves the cluster, and where it listens. */
export interface Postmaster {
  pid: number;
  port: number;
  socketDirectory: string;
  /** Whether it listens on TCP too. */
  listens: boolean;
  /** `starting`, `ready`, `stopping`; empty in the first moments. */
  status: string;
}

/** The `postmaster.pid` of a cluster: that of a running server, or the leavings of a dead one. */
export function readPostmaster(clusterDirectory: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(postmasterFile(clusterDirectory), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
  const [pid, , , port, socketDirectory, address, , status] = lines;
  return {
    pid: Number(pid),
    port: Number(port),
    socketDirectory: socketDirectory ?? '',
    listens: Boolean(address?.trim()),
    status: status?.trim() ?? '',
  };
}

/** Whether a process with this id runs; one that has ended and was not collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return process.platform !== 'linux';
  }
}

/**
 * Whether the process may be the server of this cluster: after a crash of the machine its number may have gone
 * to any other program. On Linux the answer is certain, because a PostgreSQL works in its cluster's directory.
 */
export function mayBeServing(pid: number, clusterDirectory: string): boolean {
  if (!isRunning(pid)) {
    return false;
  }
  if (process.platform !== 'linux') {
    return true;
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === clusterDirectory;
  } catch {
    return false;
  }
}

/**
 * Connects to the server that `postmaster.pid` tells of. The server counts only if it serves this very
 * directory, not one that this is a copy of: a file in it gets a time at random, and the server has to see it.
 * The caller holds the start lock.
 *
 * Returns undefined when nobody answers, when it is still starting or already stopping, or when it is not ours.
 */
export async function connectToPostmaster(
  postmaster: Pick<Postmaster, 'socketDirectory' | 'port'>,
  clusterDirectory: string,
): Promise<pg.Client | undefined> {
  let client: pg.Client | undefined;
  try {
    client = await connectAsSuperuser(postmaster);
    const time = randomInt(1_000_000_000, 2_000_000_000);
    utimesSync(path.join(clusterDirectory, 'PG_VERSION'), time, time);
    const {rows} = await client.query<{time: string}>(
      `select extract(epoch from (pg_stat_file('PG_VERSION')).modification)::bigint as time`,
    );
    if (Number(rows[0]?.time) === time) {
      return client;
    }
  } catch {
    // Refused, starting, stopping: the caller looks again or gives up.
  }
  await client?.end().catch(() => {});
  return undefined;
}

/** In a cluster that was created by an older version the superuser may still have the owner's name. */
function connectAsSuperuser(postmaster: Pick<Postmaster, 'socketDirectory' | 'port'>): Promise<pg.Client> {
  return connectOverSocket(postmaster, SUPERUSER, 'postgres').catch((error: unknown) => {
    if (!isUnknownRole(error)) throw error;
    return connectOverSocket(postmaster, OWNER, 'postgres');
  });
}

/** Connects to a cluster's database as this role. */
export async function connectOverSocket(
  {socketDirectory, port}: Pick<Postmaster, 'socketDirectory' | 'port'>,
  role: string,
  database: string,
): Promise<pg.Client> {
  const client = new pg.Client({
    host: socketDirectory,
    port,
    user: role,
    database,
    application_name: 'patchbay start',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return client;
}

/**
 * Prepares the start of a cluster that nobody serves. PostgreSQL itself clears a dead server's leavings, but
 * only if no process bears the dead one's number. So that number is replaced by one that is never given; the
 * rest of the file stays, because by it PostgreSQL sees whether a process of the old server still lives.
 */
export function removeStaleFiles(clusterDirectory: string, socketDirectory: string, port: number): void {
  const file = postmasterFile(clusterDirectory);
  const text = readPostmaster(clusterDirectory) && readFileSync(file, 'utf8');
  if (text === '') {
    rmSync(file);
  } else if (text !== undefined) {
    writeFileSync(file, text.replace(/^.*/, '2147483647'));
  }
  for (const suffix of ['', '.lock']) {
    rmSync(path.join(socketDirectory, `.s.PGSQL.${port}${suffix}`), {force: true});
  }
}

function postmasterFile(clusterDirectory: string): string {
  return path.join(clusterDirectory, 'postmaster.pid');
}
