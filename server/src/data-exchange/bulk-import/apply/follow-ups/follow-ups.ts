import {limitConcurrency} from '../../../../platform/concurrency/limit-concurrency.ts';
import type {FilePosition} from '../import-state.ts';

/** Slow work that runs after the rows of a batch are written. */
export interface FollowUp {
  run(): Promise<void>;
}

/** A batch whose rows are written, with the number of its unfinished follow-ups. */
interface Entry {
  end: FilePosition;
  left: number;
}

// Beyond this, batches wait. A resumed import repeats everything from the first unfinished batch, so that must be
// little.
const MAX_WAITING = 40;

/** Runs the follow-ups of batches and tracks the position up to which all work is done. */
export function createFollowUps({atOnce, from}: {atOnce: number; from: FilePosition}) {
  const withLimit = limitConcurrency(atOnce);
  const entries: Entry[] = [];
  const running = new Set<Promise<void>>();
  let done = from;
  let failure: {error: unknown} | undefined;

  function settle(): void {
    while (entries[0]?.left === 0) done = entries.shift()!.end;
  }

  async function run(entry: Entry, {run: work}: FollowUp): Promise<void> {
    try {
      await withLimit(async () => {
        // Work that has not started is not done.
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
    /** Adds the follow-ups of a batch whose rows are written. Called in the order of the file. */
    add(end: FilePosition, work: readonly FollowUp[]): void {
      const entry = {end, left: work.length};
      entries.push(entry);
      settle();
      for (const one of work) {
        const promise = run(entry, one).finally(() => running.delete(promise));
        running.add(promise);
      }
    },

    /** The position up to which all work is done. */
    get done(): FilePosition {
      return done;
    },

    /** Whether no follow-up is pending. */
    get idle(): boolean {
      return entries.length === 0;
    },

    /** Waits until more follow-ups can be added. @throws the error of a failed one */
    waitForCapacity: () => waitUntil(MAX_WAITING),

    /** Waits for all follow-ups. @throws the error of a failed one */
    finish: () => waitUntil(0),

    /** Starts no more follow-ups, and waits for the running ones. Never throws. */
    async abandon(): Promise<void> {
      failure ??= {error: undefined};
      await Promise.allSettled(running);
    },
  };
}
