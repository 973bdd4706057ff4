import {AsyncLocalStorage} from 'node:async_hooks';
import {AppError} from '../errors/app-error.ts';

/** A statement that runs on behalf of a caller. */
export interface CallerStatement {
  readonly text: string;
  /** Whether it belongs to a transaction that can still be rolled back. */
  readonly inTransaction: boolean;
  /** Cancels the statement, which rejects its promise. */
  cancel(): void;
}

/** The sender of a request, on whose behalf statements run. */
export interface Caller {
  /** A user id or a network address. Callers with the same key share a limited number of connections. */
  key: string;
  /** Whether the client has disconnected. */
  disconnected: boolean;
  /** Whether the request has already changed something, so that it must be completed. */
  hasWritten: boolean;
  /** The number of open transactions. */
  transactions: number;
  readonly running: Set<CallerStatement>;
  /** Successful statements outside transactions. */
  readonly done: string[];
  /** Called when the client disconnects while the request waits for a connection. */
  readonly onCancel: Set<() => void>;
}

const LONG_RUNNING = 'long running';
const storage = new AsyncLocalStorage<Caller | typeof LONG_RUNNING | undefined>();

export function createCaller(key: string): Caller {
  return {
    key,
    disconnected: false,
    hasWritten: false,
    transactions: 0,
    running: new Set(),
    done: [],
    onCancel: new Set(),
  };
}

/** Runs `work`, including everything it calls, on behalf of the caller. */
export function asCaller<T>(caller: Caller, work: () => T): T {
  return storage.run(caller, work);
}

/**
 * Runs work that several callers wait for, or none: filling a cache, writing a batch, handling an event. It isn't canceled
 * when a client disconnects, and doesn't count against a caller's share of the connections.
 */
export function withoutCaller<T>(work: () => T): T {
  return storage.run(undefined, work);
}

/** See `Database.longRunning`. */
export function asLongRunning<T>(work: () => T): T {
  return storage.run(LONG_RUNNING, work);
}

/** The caller on whose behalf the current code runs. */
export function currentCaller(): Caller | undefined {
  const store = storage.getStore();
  return store === LONG_RUNNING ? undefined : store;
}

export function isLongRunning(): boolean {
  return storage.getStore() === LONG_RUNNING;
}

/**
 * Records that the current caller's work has changed something by other means than its own statements. From now on it is
 * completed even if the client disconnects.
 */
export function markAsWritten(): void {
  const caller = currentCaller();
  if (caller) caller.hasWritten = true;
}

/** Whether the caller's work has changed something, or is about to. */
export function hasChanged(caller: Caller): boolean {
  return caller.hasWritten || caller.done.some(mayWrite);
}

/**
 * Cancels the caller's reads and open transactions because its client has disconnected. Work that has already changed
 * something is completed, so that nothing is left half done.
 */
export function disconnectCaller(caller: Caller): void {
  caller.disconnected = true;
  if (hasChanged(caller)) return;
  for (const cancelWait of [...caller.onCancel]) cancelWait();
  for (const statement of [...caller.running]) {
    if (statement.inTransaction || !mayWrite(statement.text)) statement.cancel();
  }
}

/** The error of a canceled request. The client never sees it, and it isn't the server's fault. */
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
