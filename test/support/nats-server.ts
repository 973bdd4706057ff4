import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {freePort} from './command-line.ts';

const PROGRAM = '/usr/sbin/nats-server';

/** Whether nats-server is installed. Without it, tests of clusters are skipped. */
export const hasNatsServer = existsSync(PROGRAM);

/** The line to print if it's missing. */
export const NATS_SERVER_MISSING = `Tests of clusters are skipped: ${PROGRAM} is missing (Debian and Ubuntu: apt-get install nats-server).`;

export interface NatsServer {
  url: string;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  /** Stops the process without ending it. */
  suspend(): void;
  continue(): void;
  /** Starts it again on the same port after `kill`. Streams in memory are gone. */
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
