import {randomInt} from 'node:crypto';
import {readFileSync, readlinkSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {isUnknownRole, OWNER, SUPERUSER} from './roles.ts';

/** The content of `postmaster.pid`: the cluster's server and where it listens. */
export interface Postmaster {
  pid: number;
  port: number;
  socketDirectory: string;
  /** Whether it also listens on TCP. */
  listens: boolean;
  /** `starting`, `ready` or `stopping`; empty at first. */
  status: string;
}

/** Reads the `postmaster.pid` of a cluster, which may be stale. */
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

/** Whether a process with this id is running. Zombies don't count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
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
 * Whether the process could be the server of this cluster. After a crash of the machine, the process id may belong to
 * another program. On Linux, the result is certain, because PostgreSQL's working directory is the cluster.
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
 * Connects to the server in `postmaster.pid`. To make sure that the server uses this directory and not the original of a
 * copy, we set a random modification time on a file and check that the server sees it. The caller holds the start lock.
 *
 * Returns undefined if the server doesn't respond, is starting or stopping, or uses another directory.
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
    // Refused, starting or stopping: the caller retries or gives up.
  }
  await client?.end().catch(() => {});
  return undefined;
}

/** In a cluster from an older version, the superuser may still have the owner's name. */
function connectAsSuperuser(postmaster: Pick<Postmaster, 'socketDirectory' | 'port'>): Promise<pg.Client> {
  return connectOverSocket(postmaster, SUPERUSER, 'postgres').catch((error: unknown) => {
    if (!isUnknownRole(error)) throw error;
    return connectOverSocket(postmaster, OWNER, 'postgres');
  });
}

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
 * Removes stale files before the start of a cluster. PostgreSQL cleans up after a dead server only if no process has its
 * process id, so we replace the id in `postmaster.pid` with one that is never used. The rest of the file stays, because
 * PostgreSQL uses it to detect remaining processes of the old server.
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
