import {createPoller} from '../concurrency/poller.ts';
import type {Database} from '../database/database.ts';
import type {Queryable} from '../database/queryable.ts';
import {
  claimEntries,
  deleteEntry,
  insertEntries,
  type OutboxEntry,
  postponeEntry,
  renewEntries,
} from './outbox-store.ts';

/** A run of a durable reaction. */
export interface Task {
  /** The same in each run of the reaction to this event. */
  id: string;
  /**
   * Marks the reaction as done within the transaction of its effect, which then happens exactly once. Throws, so that
   * the transaction is rolled back, if another node has done it. Without it, the reaction is done when its promise
   * resolves, and can run again if the node dies before that is stored.
   */
  complete(tx: Queryable): Promise<void>;
}

type Handler = (payload: never, task: Task) => Promise<void>;

/** Another node has done it. */
class AlreadyDone extends Error {}

const POLL_INTERVAL_MS = 5000;
/** After this, other nodes consider a reaction abandoned. A living node renews it at each poll. */
const LEASE_MS = 15_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Milliseconds to wait after each failed attempt. The reaction is given up after the last one. */
const RETRY_DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE] as const;
const MAX_RUNNING = 500;

/**
 * Reactions that are recorded in the transaction of their event, and run until they succeed: immediately on the node
 * of origin, and later on any node if that node died or the reaction failed
 * (docs/cluster.md#effects-that-must-happen).
 *
 * @param isClustered whether other nodes can be running reactions
 */
export function createOutbox({
  database,
  nodeId,
  isClustered,
  onError,
}: {
  database: Database;
  nodeId: string;
  isClustered: boolean;
  onError: (error: unknown, event: string) => void;
}) {
  const handlers = new Map<string, Handler>();
  const running = new Map<string, Promise<void>>();
  const lostNodeIds = new Set<string>();
  let isFirstPoll = true;

  const poller = createPoller({
    interval: POLL_INTERVAL_MS,
    work: runDue,
    onError: (error) => onError(error, 'recorded events'),
  });

  async function runDue(): Promise<boolean> {
    const lease = LEASE_MS;
    if (running.size > 0) await renewEntries(database, [...running.keys()], {nodeId, lease});
    if (handlers.size === 0 || running.size >= MAX_RUNNING) return false;
    const entries = await claimEntries(database, {
      nodeId,
      lease,
      // During an update, newer servers may record others.
      reactions: [...handlers.keys()],
      except: [...running.keys()],
      lostNodeIds: [...lostNodeIds],
      isAlone: isFirstPoll && !isClustered,
      limit: MAX_RUNNING - running.size,
    });
    isFirstPoll = false;
    entries.forEach(run);
    return false;
  }

  function run(entry: OutboxEntry): void {
    running.set(
      entry.id,
      attempt(entry).finally(() => running.delete(entry.id)),
    );
  }

  async function attempt({id, event, reaction, payload, attempts}: OutboxEntry): Promise<void> {
    let isComplete = false;
    const complete = async (db: Queryable) => {
      if (!(await deleteEntry(db, id)))
        throw new AlreadyDone(`Another node has done ${reaction} for ${event}.`);
      isComplete = true;
    };
    try {
      await handlers.get(`${event}/${reaction}`)!(payload as never, {id, complete});
      if (!isComplete) await deleteEntry(database, id);
    } catch (error) {
      if (error instanceof AlreadyDone) return;
      const delay = RETRY_DELAYS[attempts - 1];
      // If that fails, the entry is claimed again after the lease.
      if (delay === undefined) await deleteEntry(database, id).catch(() => {});
      else await postponeEntry(database, id, {nodeId, delay}).catch(() => {});
      const isLast = delay === undefined;
      onError(
        isLast ? new Error(`${reaction} failed ${attempts} times; giving up`, {cause: error}) : error,
        event,
      );
    }
  }

  return {
    handlers,
    /** Records entries in a transaction. Pass them to `run` after the commit. */
    record: (tx: Queryable, entries: readonly OutboxEntry[]) =>
      insertEntries(tx, entries, {nodeId, lease: LEASE_MS}),
    run,
    /** Runs the reactions that a lost node recorded. */
    takeOver(lostNodeId: string): void {
      lostNodeIds.add(lostNodeId);
      poller.wake();
    },
    /** Runs the reactions that other nodes or earlier processes left, now and regularly. */
    start: poller.start,
    /** Waits for the reactions that are running. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },
    stop: poller.stop,
  };
}
