import {limitConcurrency} from '../../../../platform/concurrency/limit-concurrency.ts';
import type {FilePosition} from '../import-state.ts';

/** Work that follows the rows of a batch, because it takes long and nothing waits for it. */
export interface FollowUp {
  run(): Promise<void>;
}

/** Batches whose rows are in, in order, with what follows them. */
interface Entry {
  end: FilePosition;
  left: number;
}

// Beyond this, batches wait: an import that is interrupted looks again at everything from the first batch that is not
// done, which is to be little.
const MAX_WAITING = 40;

/** Runs what follows batches, and knows up to where in the file everything is in. */
export function createFollowUps({atOnce, from}: {atOnce: number; from: FilePosition}) {
  const inTurn = limitConcurrency(atOnce);
  const entries: Entry[] = [];
  const running = new Set<Promise<void>>();
  let done = from;
  let failure: {error: unknown} | undefined;

  function settle(): void {
    while (entries[0]?.left === 0) done = entries.shift()!.end;
  }

  async function run(entry: Entry, {run: work}: FollowUp): Promise<void> {
    try {
      await inTurn(async () => {
        // What is not begun any more is not done.
        if (failure) return;
        await work();
        entry.left--;
        settle();
      });
    } catch (error) {
      failure ??= {error};
    }
  }

  async function waitUntil(atMostLeft: number): Promise<void> {
    while (running.size > atMostLeft && !failure) await Promise.race(running);
    if (failure) throw failure.error;
  }

  return {
    /** The rows of a batch are in. In the order of the file. */
    add(end: FilePosition, work: readonly FollowUp[]): void {
      const entry = {end, left: work.length};
      entries.push(entry);
      settle();
      for (const one of work) {
        const promise = run(entry, one).finally(() => running.delete(promise));
        running.add(promise);
      }
    },

    /** Up to where everything is in. */
    get done(): FilePosition {
      return done;
    },

    /** Whether everything is in up to where rows are. */
    get idle(): boolean {
      return entries.length === 0;
    },

    /** Waits until there is room for more. @throws what one of them has thrown */
    room: () => waitUntil(MAX_WAITING),

    /** Waits for all of them. @throws what one of them has thrown */
    finish: () => waitUntil(0),

    /** Begins no more of them, and waits for those that have begun. Never throws. */
    async abandon(): Promise<void> {
      failure ??= {error: undefined};
      await Promise.allSettled(running);
    },
  };
}
