import {execFileSync} from 'node:child_process';
import {chmodSync, chownSync, mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import pg from 'pg';
import {type BreakableProxy, startProxy} from '../breakable-proxy.ts';
import {freePort} from '../command-line.ts';
import {endingWithTest} from './ending-with-test.ts';
import {accepts, type EngineProcess, startEngine} from './engine-process.ts';
import {postgresPrograms} from './engines.ts';

/** A PostgreSQL primary with one streaming replica. Clients reach both through proxies. */
export interface PostgresPair {
  /** The database behind the proxy. The proxy can be switched from one server to the other. */
  connectionString: string;
  /** Like `connectionString`, for reads on the replica. */
  replicaConnectionString: string;
  /** The proxy in front of the primary. */
  proxy: BreakableProxy;
  /** A connection string of the current primary that bypasses the proxy. */
  direct(): string;
  /** Starts a separate proxy to the primary, for one node. */
  proxyTo(): Promise<{connectionString: string; proxy: BreakableProxy}>;
  /** Freezes the replica's processes. It still accepts connections, but doesn't respond or receive data. */
  pauseReplica(): void;
  resumeReplica(): void;
  /** Makes commits wait for the replica. */
  synchronize(): Promise<void>;
  /** Kills the primary, promotes the replica and switches the proxy. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

const USER = 'postgres';
const DATABASE = 'patchbay';

/** Creates both servers in a directory. They are fast but not durable: a failure of the machine may lose data. */
export async function startPostgresPair(directory: string): Promise<PostgresPair> {
  const asUser = process.getuid?.() === 0 ? userIds() : undefined;
  const home = join(directory, 'postgres');
  mkdirSync(home, {mode: 0o755});
  if (asUser) {
    chownSync(home, asUser.uid, asUser.gid);
    // PostgreSQL's user must be able to access it.
    chmodSync(directory, 0o755);
  }
  const [primaryPort, replicaPort, proxyPort, replicaProxyPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ] as const;
  const at = (port: number) => `postgresql://${USER}@127.0.0.1:${port}/${DATABASE}`;

  function run(program: string, ...args: string[]): void {
    const [first, ...rest] = [...endingWithTest(USER), join(postgresPrograms!, program), ...args];
    execFileSync(first!, rest, {cwd: home, stdio: 'pipe'});
  }
  function start(name: string, port: number): Promise<EngineProcess> {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: 300,
      shared_buffers: '128MB',
      fsync: 'off',
      hot_standby: 'on',
      wal_level: 'replica',
      wal_keep_size: '256MB',
      // So that the loss of a replica is noticed soon.
      wal_sender_timeout: '60s',
    };
    return startEngine({
      program: join(postgresPrograms!, 'postgres'),
      args: [
        '-D',
        join(home, name),
        ...Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]),
      ],
      log: join(directory, `${name}.log`),
      user: USER,
      ready: async () => (await accepts(port)) && (await answers(at(port).replace(DATABASE, 'postgres'))),
    });
  }

  run('initdb', '-D', join(home, 'primary'), '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '-N');
  let primary = await start('primary', primaryPort);
  await query(at(primaryPort).replace(`/${DATABASE}`, '/postgres'), `create database ${DATABASE}`);
  run(
    'pg_basebackup',
    '-D',
    join(home, 'replica'),
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-N',
    '-d',
    `postgresql://${USER}@127.0.0.1:${primaryPort}/?application_name=replica`,
  );
  let replica: EngineProcess | undefined = await start('replica', replicaPort);
  let livePort: number = primaryPort;
  const proxy = await startProxy(listenAt(proxyPort), connectTo(primaryPort));
  const replicaProxy = await startProxy(listenAt(replicaProxyPort), connectTo(replicaPort));
  const primaryProxies = [proxy];

  /** Sends a signal to the processes of the replica: the postmaster and its children. */
  function signalReplica(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const postmaster = replica!.pid;
    const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], {encoding: 'utf8'})
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === postmaster);
    for (const pid of [postmaster, ...children.map(([child]) => child!)]) process.kill(pid, signal);
  }

  return {
    connectionString: at(proxyPort),
    replicaConnectionString: at(replicaProxyPort),
    proxy,
    direct: () => at(livePort),
    async proxyTo() {
      const port = await freePort();
      const own = await startProxy(listenAt(port), connectTo(livePort));
      primaryProxies.push(own);
      return {connectionString: at(port), proxy: own};
    },
    pauseReplica: () => signalReplica('SIGSTOP'),
    resumeReplica: () => signalReplica('SIGCONT'),
    async synchronize() {
      await query(at(livePort), `alter system set synchronous_standby_names = 'replica'`);
      await query(at(livePort), 'select pg_reload_conf()');
      const state = `select from pg_stat_replication where sync_state = 'sync'`;
      while ((await query(at(livePort), state)).rowCount === 0) await pause(20);
    },
    async failOver() {
      await primary.kill();
      // Otherwise, commits would wait for a standby that no longer exists.
      await query(at(replicaPort), 'select pg_promote()');
      primary = replica!;
      replica = undefined;
      livePort = replicaPort;
      for (const one of primaryProxies) one.switchTo(connectTo(replicaPort));
      await replicaProxy.cut();
    },
    async close() {
      await Promise.all([...primaryProxies, replicaProxy].map((one) => one.cut()));
      if (replica) signalReplica('SIGCONT');
      await Promise.all([primary, replica].map((server) => server?.stop('SIGINT')));
    },
  };
}

const listenAt = (port: number) => ({host: '127.0.0.1', port});
const connectTo = listenAt;

function userIds(): {uid: number; gid: number} {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${USER}:`))!;
  const [, , uid, gid] = line.split(':');
  return {uid: Number(uid), gid: Number(gid)};
}

async function query(connectionString: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({connectionString});
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

async function answers(connectionString: string): Promise<boolean> {
  return query(connectionString, 'select 1').then(
    () => true,
    () => false,
  );
}
