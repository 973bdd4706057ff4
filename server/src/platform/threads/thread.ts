import {Worker} from 'node:worker_threads';
import {putTogether, type ThreadError} from './thread-errors.ts';

/** From whoever calls: an order, or that the one of that number is to be given up. */
export type ThreadRequest = {call: number; order: unknown} | {abort: number} | {end: true};
/** From the thread: how a call has ended, or what an operator should know. */
export type ThreadMessage =
  | {call: number; result: unknown}
  | {call: number; error: ThreadError}
  | {level: 'info' | 'warn' | 'error'; details: Record<string, unknown>; err?: ThreadError; text: string};

export interface ThreadLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** A thread of this process that does what it is called to. */
export interface Thread<Order, Result> {
  /**
   * Has the order done. When `signal` aborts, the thread is told so; once it has stopped, the signal's reason is thrown.
   *
   * @throws what the work has thrown, or that the thread has died
   */
  call(order: Order, options: {signal: AbortSignal}): Promise<Result>;
  /** Has the thread close what it holds open, and ends it. */
  end(): Promise<void>;
}

/** Megabytes: young objects of long work are many; more room for them is memory that the process keeps. */
const YOUNG_GENERATION = 24;

/**
 * Starts a thread for long work: neither its turns nor its collections hold up this one, and where the system knows
 * priorities of threads it has a lower one. `entry` is a module that calls `serveCalls`. Orders, results and `setup`
 * are copied, so they must be plain.
 */
export function startThread<Order, Result>(
  entry: URL,
  {setup, log}: {setup: unknown; log: ThreadLog},
): Thread<Order, Result> {
  const worker = new Worker(entry, {
    workerData: setup,
    resourceLimits: {maxYoungGenerationSizeMb: YOUNG_GENERATION},
  });
  const calls = new Map<number, {resolve(result: Result): void; reject(error: unknown): void}>();
  let lastCall = 0;
  let death: Error | undefined;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));

  function dieOf(error: Error): void {
    death ??= error;
    for (const {reject} of calls.values()) reject(death);
    calls.clear();
  }
  worker.on('error', (error) => dieOf(error as Error));
  worker.on('exit', (code) => dieOf(new Error(`The thread for long work has ended (exit code ${code}).`)));
  worker.on('message', (message: ThreadMessage) => {
    if ('level' in message) {
      const {level, details, err, text} = message;
      log[level](err ? {...details, err: putTogether(err)} : details, text);
      return;
    }
    const call = calls.get(message.call);
    calls.delete(message.call);
    if ('error' in message) call?.reject(putTogether(message.error));
    else call?.resolve(message.result as Result);
  });

  function send(request: ThreadRequest): void {
    worker.postMessage(request);
  }

  return {
    async call(order, {signal}) {
      signal.throwIfAborted();
      if (death) throw death;
      const number = ++lastCall;
      const giveUp = () => send({abort: number});
      signal.addEventListener('abort', giveUp, {once: true});
      try {
        return await new Promise<Result>((resolve, reject) => {
          calls.set(number, {resolve, reject});
          send({call: number, order});
        });
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },

    async end() {
      if (!death) send({end: true});
      await ended;
    },
  };
}
