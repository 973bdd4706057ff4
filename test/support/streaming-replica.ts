import {execFileSync} from 'node:child_process';
import {appendFileSync, chmodSync, existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const BIN = '/usr/lib/postgresql/15/bin';

/** Why the tests with a real replica can't run here; undefined if they can. */
export const replicaTestsNeed = existsSync(`${BIN}/pg_basebackup`) ? undefined : "Debian's postgresql-15";

/** One of the two PostgreSQL servers. */
interface PostgresServer {
  /** For a superuser, without a password. */
  connectionString: string;
  /** Kills the server like a power failure. */
  kill(): void;
  /** Stops all of its processes until {@link proceed}, so that it neither responds nor closes connections. */
  freeze(): void;
  proceed(): void;
  start(): Promise<void>;
}

/** A primary server with a streaming replica, from Debian's PostgreSQL. */
export interface ReplicatedPostgres {
  primary: PostgresServer;
  replica: PostgresServer;
  close(): void;
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'patchbay-replica-'));
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres', directory]);
  chmodSync(directory, 0o700);
  run('initdb', ['-D', join(directory, 'primary'), '-A', 'trust', '-U', 'postgres', '--no-sync']);
  const settings = [
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'fsync = off',
    'max_connections = 60',
  ];
  appendFileSync(join(directory, 'primary/postgresql.conf'), `${settings.join('\n')}\n`);
  const primary = await serverIn(join(directory, 'primary'));
  await primary.start();
  run('pg_basebackup', [
    ...['-d', primary.connectionString, '-D', join(directory, 'replica')],
    ...['-R', '-c', 'fast', '-X', 'stream', '--no-sync'],
  ]);
  const replica = await serverIn(join(directory, 'replica'));
  await replica.start();
  return {
    primary,
    replica,
    close() {
      for (const server of [replica, primary]) server.kill();
      rmSync(directory, {recursive: true, force: true, maxRetries: 10, retryDelay: 100});
    },
  };
}

async function serverIn(directory: string): Promise<PostgresServer> {
  const port = await freePort();
  appendFileSync(join(directory, 'postgresql.conf'), `port = ${port}\n`);
  const pidFile = join(directory, 'postmaster.pid');

  /** The server's processes, starting with the main process. */
  function processes(): number[] {
    if (!existsSync(pidFile)) return [];
    const main = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    const children = `/proc/${main}/task/${main}/children`;
    if (!existsSync(children)) return [];
    return [main, ...readFileSync(children, 'utf8').split(' ').filter(Boolean).map(Number)];
  }
  function signal(name: NodeJS.Signals): void {
    for (const pid of processes()) {
      try {
        process.kill(pid, name);
      } catch {
        // The process has just ended.
      }
    }
  }
  return {
    connectionString: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    kill() {
      signal('SIGKILL');
      rmSync(pidFile, {force: true});
    },
    freeze: () => signal('SIGSTOP'),
    proceed: () => signal('SIGCONT'),
    async start() {
      run('pg_ctl', ['-D', directory, '-w', '-l', join(directory, 'log'), 'start']);
    },
  };
}

/** Runs a program of PostgreSQL, which refuses to run as root. */
function run(program: string, args: readonly string[]): void {
  const command = [join(BIN, program), ...args];
  const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
  const [file, ...rest] = process.getuid?.() === 0 ? [...asPostgres, ...command] : command;
  execFileSync(file!, rest, {cwd: '/tmp', env: {...process.env, LC_ALL: 'C'}, stdio: 'ignore'});
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
