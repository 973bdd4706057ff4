import {fork} from 'node:child_process';
import {constants, setPriority} from 'node:os';
import {fileURLToPath} from 'node:url';
import type {OperatorLog} from '../logging/operator-log.ts';
import {deserializeError, type SerializedError} from './error-serialization.ts';

/** To the process: what it is set up with, an order, that the one of that number is to be given up, or that it is to end. */
export type ToWorkerProcess =
  | {setup: unknown}
  | {call: number; order: unknown}
  | {abort: number}
  | {end: true};
/** From the process: how a call has ended, how far it is, or what an operator should know. */
export type FromWorkerProcess =
  | {call: number; result: unknown}
  | {call: number; progress: unknown}
  | {call: number; error: SerializedError}
  | {level: keyof OperatorLog; details: Record<string, unknown>; err?: SerializedError; text: string};

/** A process beside this one that does what it is called to. */
export interface WorkerProcess<Order, Result, Progress = never> {
  /**
   * Has the order done; `onProgress` gets what the work tells meanwhile. When `signal` aborts, the process is told so; once it has stopped, the signal's reason is thrown.
   *
   * @throws what the work has thrown, or that the process has died
   */
  call(order: Order, options: {signal: AbortSignal; onProgress?(progress: Progress): void}): Promise<Result>;
  /** Has the process close what it holds open, and ends it. */
  end(): Promise<void>;
}

// Collecting and compiling in its one thread too: V8's helpers would take every core at once from whoever answers
// requests, and keep for later what they have freed. The others keep its heap small.
const NODE_OPTIONS = ['--single-threaded', '--max-semi-space-size=2'];
/** glibc's memory in one piece; what is freed in one of many is not used by the others. */
const ENVIRONMENT = {MALLOC_ARENA_MAX: '1'};

/**
 * Starts a process for long work, so that neither its turns nor its collections hold up this one: it has a lower
 * priority, and does one thing at a time. It ends when this one does, however that ends. `entry` is a module that calls
 * `serveCalls`. Orders, results and `setup` are copied, so they must be plain.
 */
export function startWorkerProcess<Order, Result, Progress = never>(
  entry: URL,
  {setup, log}: {setup: unknown; log: OperatorLog},
): WorkerProcess<Order, Result, Progress> {
  const child = fork(fileURLToPath(entry), {
    execArgv: NODE_OPTIONS,
    env: {...process.env, ...ENVIRONMENT},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  interface Call {
    resolve(result: Result): void;
    reject(error: unknown): void;
    onProgress: ((progress: Progress) => void) | undefined;
  }
  const calls = new Map<number, Call>();
  let lastCall = 0;
  let death: Error | undefined;
  const {promise: ended, resolve: noteEnd} = Promise.withResolvers<void>();

  function dieOf(error: Error): void {
    death ??= error;
    for (const {reject} of calls.values()) reject(death);
    calls.clear();
    noteEnd();
  }
  child.on('error', dieOf);
  child.on('exit', (code, signal) => {
    dieOf(new Error(`The process for long work has ended (${signal ?? `exit code ${code}`}).`));
  });
  child.on('message', (message: FromWorkerProcess) => {
    if ('level' in message) {
      const {level, details, err, text} = message;
      log[level](err ? {...details, err: deserializeError(err)} : details, text);
      return;
    }
    const call = calls.get(message.call);
    if ('progress' in message) return call?.onProgress?.(message.progress as Progress);
    calls.delete(message.call);
    if ('error' in message) call?.reject(deserializeError(message.error));
    else call?.resolve(message.result as Result);
  });
  stepBack(child.pid);
  send({setup});

  function send(message: ToWorkerProcess): void {
    // That it has died is told by its exit.
    if (child.connected) child.send(message, () => {});
  }

  return {
    async call(order, {signal, onProgress}) {
      signal.throwIfAborted();
      if (death) throw death;
      const number = ++lastCall;
      const giveUp = () => send({abort: number});
      signal.addEventListener('abort', giveUp, {once: true});
      try {
        return await new Promise<Result>((resolve, reject) => {
          calls.set(number, {resolve, reject, onProgress});
          send({call: number, order});
        });
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },

    async end() {
      send({end: true});
      await ended;
    },
  };
}

/** Lets whatever else wants the processor go first. */
function stepBack(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A courtesy: the work is done all the same.
  }
}
