import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, openSync, readFileSync, rmSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

/** The environment of a case: a directory and processes, which are removed afterwards. */
export interface Room {
  directory: string;
  /**
   * Starts a program of the project with this Node, and waits until `GET <url><readyPath>` responds. Replaces
   * `{port}` in arguments and environment variables with a free port. If the program exits, throws an error with its
   * output.
   */
  startServer(args: string[], options: {readyPath: string; env?: Record<string, string>}): Promise<Server>;
  /** Adds cleanup that runs before the servers stop. */
  onClose(end: () => Promise<void>): void;
  close(): Promise<void>;
}

export interface Server {
  pid: number;
  /** `http://127.0.0.1:<port>` */
  url: string;
}

const startLimitMs = 60_000;

export function openRoom(): Room {
  const directory = mkdtempSync(join(tmpdir(), 'patchbay-bench-'));
  const children: ChildProcess[] = [];
  const ends: (() => Promise<void>)[] = [];

  const startServer: Room['startServer'] = async (args, {readyPath, env = {}}) => {
    const port = String(await freePort());
    const withPort = (text: string) => text.replaceAll('{port}', port);
    const logFile = join(directory, `server-${children.length}.log`);
    const log = openSync(logFile, 'w');
    const child = spawn(process.execPath, args.map(withPort), {
      cwd: join(import.meta.dirname, '..'),
      env: {
        ...process.env,
        NODE_ENV: 'production',
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, withPort(value)])),
      },
      stdio: ['ignore', log, log],
    });
    children.push(child);
    const url = `http://127.0.0.1:${port}`;
    const deadline = Date.now() + startLimitMs;
    while (!(await answers(url + readyPath))) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
        throw new Error(`${args.join(' ')} did not start:\n${readFileSync(logFile, 'utf8')}`);
      }
      await pause(20);
    }
    return {pid: child.pid!, url};
  };

  const close = async () => {
    await Promise.all(ends.map((end) => end()));
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }),
    );
    rmSync(directory, {recursive: true, force: true});
  };

  return {directory, startServer, onClose: (end) => void ends.push(end), close};
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as {port: number};
  server.close();
  await once(server, 'close');
  return port;
}
