import type {Database} from '../../../platform/database/database.ts';
import {isDeadlock} from '../../../platform/database/pg-errors.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';

/**
 * The steps of a transaction, in order. If PostgreSQL cancels it because of a deadlock, it runs again from the start.
 */
interface TransactionSteps<Result> {
  /**
   * Runs immediately, while earlier transactions may still be open. It may only write rows that no other one can see.
   */
  prepare?(tx: Transaction): Promise<void>;
  /** Runs after the commit of every earlier transaction. */
  write(tx: Transaction): Promise<Result>;
  /** Runs after the commit and before the next transaction writes. */
  committed(result: Result): void;
}

const MAX_ATTEMPTS = 10;

/**
 * Runs transactions that commit in the order in which they started. Several can be open: while one writes, the next one
 * prepares. If one fails, all later ones fail too.
 */
export function createTransactionPipeline(database: Database) {
  const open = new Set<Promise<void>>();
  /** The transaction that started last. */
  let last: Promise<void> = Promise.resolve();

  async function attempt<Result>(
    {prepare, write, committed}: TransactionSteps<Result>,
    earlier: Promise<void>,
  ): Promise<void> {
    const result = await database.transaction(async (tx) => {
      // Not waiting for the disk is safe: a crash that undoes rows also undoes the progress recorded in the same
      // transaction. The last transaction of an import waits for all of them.
      await tx.execute({text: 'set local synchronous_commit = off'});
      await prepare?.(tx);
      await earlier;
      return write(tx);
    });
    committed(result);
  }

  async function run<Result>(steps: TransactionSteps<Result>, earlier: Promise<void>): Promise<void> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt(steps, earlier);
      } catch (error) {
        if (!isDeadlock(error) || attempts === MAX_ATTEMPTS) throw error;
      }
    }
  }

  return {
    /** Starts a transaction. The promise settles when it commits or fails; callers need not await it. */
    begin<Result>(steps: TransactionSteps<Result>): Promise<void> {
      const done = run(steps, last).finally(() => open.delete(done));
      open.add(done);
      last = done;
      // `waitUntilOpen` reports the failure.
      done.catch(() => {});
      return done;
    },

    /** Waits until at most this many transactions are open. @throws the error of a failed one */
    async waitUntilOpen(limitConcurrency: number): Promise<void> {
      while (open.size > limitConcurrency) await Promise.race(open);
      if (open.size === 0) await last;
    },

    /** Waits until no transaction is open. Never throws. */
    async settled(): Promise<void> {
      await Promise.allSettled(open);
    },
  };
}
