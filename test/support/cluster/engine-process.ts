import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, openSync, readFileSync} from 'node:fs';
import {connect} from 'node:net';
import {setTimeout as pause} from 'node:timers/promises';
import {endingWithTest} from './ending-with-test.ts';

/** A running external program of a cluster, such as a NATS server. */
export interface EngineProcess {
  pid: number;
  running(): boolean;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM, or another signal that ends it. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Sends SIGSTOP: the process keeps its connections, but does nothing. */
  freeze(): void;
  thaw(): void;
}

export interface EngineOptions {
  program: string;
  args: string[];
  /** The file for its output. */
  log: string;
  /** Resolves with true when it is ready. */
  ready: () => Promise<boolean>;
  /** The user to run as if this process is root. */
  user?: string;
  env?: Record<string, string>;
}

const START_TIMEOUT_MS = 30_000;

/** Starts an engine and waits until it is ready. @throws Error with its output if it doesn't start */
export async function startEngine({
  program,
  args,
  log,
  ready,
  user,
  env,
}: EngineOptions): Promise<EngineProcess> {
  const output = openSync(log, 'a');
  const [first, ...rest] = [...endingWithTest(user), program, ...args];
  const child = spawn(first!, rest, {
    stdio: ['ignore', output, output],
    cwd: '/',
    env: {...process.env, ...env},
  });
  closeSync(output);
  const exited = once(child, 'exit');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await ready())) {
    if (!isRunning(child) || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${program} did not start:\n${readFileSync(log, 'utf8').slice(-4000)}`);
    }
    await pause(20);
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!isRunning(child)) return;
    child.kill('SIGCONT');
    child.kill(signal);
    await exited;
  }
  return {
    pid: child.pid!,
    running: () => isRunning(child),
    kill: () => end('SIGKILL'),
    stop: (signal = 'SIGTERM') => end(signal),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Whether something accepts connections on a port of the loopback interface. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
