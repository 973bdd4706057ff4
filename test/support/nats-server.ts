import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {connect, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {freePort} from './command-line.ts';

const PROGRAM = '/usr/sbin/nats-server';

/** Whether nats-server is installed. Without it, tests of clusters are skipped. */
export const hasNatsServer = existsSync(PROGRAM);

/** The message to print if it is missing. */
export const NATS_SERVER_MISSING = `Tests of clusters are skipped: ${PROGRAM} is missing (Debian and Ubuntu: apt-get install nats-server).`;

export interface NatsServer {
  url: string;
  /** Ends the process immediately, like a crash. */
  kill(): Promise<void>;
  /** Suspends the process. */
  suspend(): void;
  continue(): void;
  /** Starts it again on the same port after `kill`. Streams in memory are lost. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a NATS server on a free loopback port. */
export async function startNatsServer({
  jetstream = true,
  user,
}: {
  jetstream?: boolean;
  user?: {name: string; password: string};
} = {}): Promise<NatsServer> {
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-nats-'));
  const port = await freePort();
  let process: ChildProcess;

  async function start(): Promise<void> {
    const options = [
      ...['--addr', '127.0.0.1', '--port', String(port)],
      ...(jetstream ? ['--jetstream', '--store_dir', directory] : []),
      ...(user ? ['--user', user.name, '--pass', user.password] : []),
    ];
    process = spawn(PROGRAM, options, {stdio: ['ignore', 'ignore', 'pipe']});
    let log = '';
    process.stderr!.on('data', (data) => {
      log += data;
    });
    while (!log.includes('Server is ready')) {
      if (process.exitCode !== null) throw new Error(`nats-server ended: ${log}`);
      await wait(20);
    }
  }

  async function kill(): Promise<void> {
    if (process.exitCode !== null || process.signalCode !== null) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    suspend: () => void process.kill('SIGSTOP'),
    continue: () => void process.kill('SIGCONT'),
    restart: start,
    async close() {
      await kill();
      await rm(directory, {recursive: true, force: true});
    },
  };
}

/** A proxy in front of a NATS server that can cut a node off. */
export interface NatsProxy {
  url: string;
  /** Closes all connections and accepts no new ones. */
  cut(): Promise<void>;
  repair(): Promise<void>;
}

export async function startNatsProxy(target: string): Promise<NatsProxy> {
  const {port} = new URL(target);
  const ownPort = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  async function repair(): Promise<void> {
    server.listen(ownPort, '127.0.0.1');
    await once(server, 'listening');
  }
  await repair();
  return {
    url: `nats://127.0.0.1:${ownPort}`,
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    repair,
  };
}
