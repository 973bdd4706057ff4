import {fork} from 'node:child_process';
import {constants, setPriority} from 'node:os';
import {fileURLToPath} from 'node:url';
import type {OperatorLog} from '../logging/operator-log.ts';
import {deserializeError, type SerializedError} from './error-serialization.ts';

/** Messages to the worker process: the setup, a task, the number of a call to abort, or a request to exit. */
export type ToWorkerProcess =
  | {setup: unknown}
  | {call: number; task: unknown}
  | {abort: number}
  | {end: true};
/** Messages from the worker process: the result, progress or error of a call, or a log entry. */
export type FromWorkerProcess =
  | {call: number; result: unknown}
  | {call: number; progress: unknown}
  | {call: number; error: SerializedError}
  | {level: keyof OperatorLog; details: Record<string, unknown>; err?: SerializedError; text: string};

/** A child process that runs tasks. */
export interface WorkerProcess<Task, Result, Progress = never> {
  /**
   * Runs a task. If `signal` aborts, the task is aborted, and the signal's reason is thrown once it has stopped.
   *
   * @throws the error of the task, or an error if the process has exited
   */
  call(task: Task, options: {signal: AbortSignal; onProgress?(progress: Progress): void}): Promise<Result>;
  /** Closes the process's resources and stops it. */
  end(): Promise<void>;
}

// Single-threaded, because V8's helper threads would compete with the server for all cores. Both options keep the heap
// small.
const NODE_OPTIONS = ['--single-threaded', '--max-semi-space-size=2'];
/** A single glibc arena, because memory that is freed in one arena isn't reused by the others. */
const ENVIRONMENT = {MALLOC_ARENA_MAX: '1'};

/**
 * Starts a process for long-running work, so that neither the work nor its garbage collection delays this process. It has
 * a lower priority, and exits when this process exits for any reason. `entry` is a module that calls `serveCalls`. Tasks,
 * results and `setup` are cloned.
 */
export function startWorkerProcess<Task, Result, Progress = never>(
  entry: URL,
  {setup, log}: {setup: unknown; log: OperatorLog},
): WorkerProcess<Task, Result, Progress> {
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
  let failure: Error | undefined;
  const {promise: exited, resolve: onExit} = Promise.withResolvers<void>();

  function fail(error: Error): void {
    failure ??= error;
    for (const {reject} of calls.values()) reject(failure);
    calls.clear();
    onExit();
  }
  child.on('error', fail);
  child.on('exit', (code, signal) => {
    fail(new Error(`The worker process exited (${signal ?? `exit code ${code}`}).`));
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
  lowerPriority(child.pid);
  send({setup});

  function send(message: ToWorkerProcess): void {
    // If it has exited, the exit handler reports it.
    if (child.connected) child.send(message, () => {});
  }

  return {
    async call(task, {signal, onProgress}) {
      signal.throwIfAborted();
      if (failure) throw failure;
      const number = ++lastCall;
      const abort = () => send({abort: number});
      signal.addEventListener('abort', abort, {once: true});
      try {
        return await new Promise<Result>((resolve, reject) => {
          calls.set(number, {resolve, reject, onProgress});
          send({call: number, task});
        });
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },

    async end() {
      send({end: true});
      await exited;
    },
  };
}

/** Gives other processes a higher CPU priority. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not essential.
  }
}
