import {AsyncLocalStorage} from 'node:async_hooks';
import {AppError} from '../errors/app-error.ts';

/** A statement that is being run for a caller. */
export interface CallerStatement {
  readonly text: string;
  /** Whether it belongs to a transaction that can still be rolled back. */
  readonly inTransaction: boolean;
  /** Ends the statement; the promise that waits for it is rejected. */
  cancel(): void;
}

/** Someone who waits for the database: the sender of a request. */
export interface Caller {
  /** Who it is: callers with one key share connections. A user's id or a network address. */
  key: string;
  /** Whether nobody waits for the result any more. */
  gone: boolean;
  /** Whether something has been changed, so that the rest has to follow. */
  hasWritten: boolean;
  /** Transactions that are open. */
  transactions: number;
  readonly running: Set<CallerStatement>;
  /** The statements outside transactions that have succeeded. */
  readonly done: string[];
  /** Called when the caller leaves while it waits for a connection. */
  readonly onCancel: Set<() => void>;
}

const LONG_RUNNING = 'long running';
const storage = new AsyncLocalStorage<Caller | typeof LONG_RUNNING | undefined>();

/** A caller that has not asked for anything yet. */
export function createCaller(key: string): Caller {
  return {
    key,
    gone: false,
    hasWritten: false,
    transactions: 0,
    running: new Set(),
    done: [],
    onCancel: new Set(),
  };
}

/** Runs `work`, and all that it leads to, on behalf of the caller: its statements count as the caller's. */
export function asCaller<T>(caller: Caller, work: () => T): T {
  return storage.run(caller, work);
}

/**
 * Runs work that several callers wait for, or none: filling a cache, writing for many at once, following an event. It is
 * not canceled when one caller leaves, and takes nothing from any caller's share.
 */
export function withoutCaller<T>(work: () => T): T {
  return storage.run(undefined, work);
}

/** See `Database.longRunning`. */
export function asLongRunning<T>(work: () => T): T {
  return storage.run(LONG_RUNNING, work);
}

/** On whose behalf the code that asks runs. */
export function currentCaller(): Caller | undefined {
  const store = storage.getStore();
  return store === LONG_RUNNING ? undefined : store;
}

export function isLongRunning(): boolean {
  return storage.getStore() === LONG_RUNNING;
}

/**
 * Says that the work of the current caller has changed something by other means than its own statements. From here on
 * it is finished even if the caller leaves.
 */
export function markAsWritten(): void {
  const caller = currentCaller();
  if (caller) caller.hasWritten = true;
}

/**
 * The caller has gone. What it waits for is given up: reading, and transactions, which are rolled back as a whole. Work
 * that has changed something already goes on to its end, so that nothing is left half done.
 */
export function leave(caller: Caller): void {
  caller.gone = true;
  if (caller.hasWritten || caller.done.some(mayWrite)) return;
  for (const stopWaiting of [...caller.onCancel]) stopWaiting();
  for (const statement of [...caller.running]) {
    if (statement.inTransaction || !mayWrite(statement.text)) statement.cancel();
  }
}

/** What someone is told who is not there any more: it reaches nobody, and is no fault of the server. */
export function clientClosedRequest(cause?: unknown): AppError {
  return new AppError({
    id: 'api.context.client_closed_request.app_error',
    message: 'The client closed the connection before the response was ready.',
    status: 499,
    cause,
  });
}

function mayWrite(text: string): boolean {
  return !/^\s*(?:select|explain|with)\b/i.test(text) || /\b(?:insert|update|delete|merge)\b/i.test(text);
}
