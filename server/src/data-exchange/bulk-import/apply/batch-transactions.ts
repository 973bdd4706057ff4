import type {Database} from '../../../platform/database/database.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import {addCounts, type ObjectCounts} from '../object-counts.ts';
import type {Directory, DirectoryEntry} from '../references/directory.ts';
import {
  type Announcements,
  type Batch,
  createCounter,
  noAnnouncements,
  publishAnnouncements,
  recordDeactivations,
} from './batch.ts';
import {createFollowUps, type FollowUp} from './follow-ups/follow-ups.ts';
import {advanceImport, type FilePosition} from './import-state.ts';
import {createTransactionPipeline} from './transaction-pipeline.ts';

interface BatchTransactionsOptions {
  database: Database;
  events: EventBus;
  importId: string;
  directory: Directory;
  /** The results of objects, which the transactions add to. */
  counts: ObjectCounts;
  /** An earlier run already counted the lines up to this one. */
  counted: number;
  /** Where this run started. */
  from: FilePosition;
}

/** The rows that one transaction writes. */
export interface BatchWork {
  /** The position in the file that the commit completes. */
  end: FilePosition;
  /** See {@link Batch.repeated}. */
  repeated: boolean;
  /** Writes rows that other transactions cannot see, before the earlier batches commit. */
  prepare?(tx: Transaction): Promise<void>;
  /** Writes the remaining rows after the earlier batches have committed, and returns the follow-up work. */
  write(batch: Batch): Promise<FollowUp[]>;
}

/** The work that remains after a transaction commits. A rolled-back attempt leaves nothing. */
interface Outcome {
  counts: ObjectCounts;
  stored: DirectoryEntry[];
  announce: Announcements;
  followUps: FollowUp[];
  /** Publishes the recorded events. */
  publish: () => void;
}

export type BatchTransactions = ReturnType<typeof createBatchTransactions>;

/** Follow-ups to run at the same time. Each mostly waits for a disk or a core. */
const FOLLOW_UPS_AT_ONCE = 8;

/** Writes batches, each in a transaction that also records the import's progress, and runs their follow-ups. */
export function createBatchTransactions({
  database,
  events,
  importId,
  directory,
  counts,
  counted,
  from,
}: BatchTransactionsOptions) {
  const pipeline = createTransactionPipeline(database);
  const followUps = createFollowUps({atOnce: FOLLOW_UPS_AT_ONCE, from});
  /** The position up to which this run's batches are committed. */
  let committed = from;
  /** The line recorded in BulkImports. It is ahead of `committed` while a run repeats the lines of an earlier one. */
  let recordedLines = Math.max(from.lines, counted);

  async function write(tx: Transaction, {end, repeated, write}: BatchWork): Promise<Outcome> {
    const outcome: Outcome = {
      counts: {},
      stored: [],
      announce: noAnnouncements(),
      followUps: [],
      publish() {},
    };
    outcome.followUps = await write({
      tx,
      directory,
      now: Date.now(),
      repeated,
      count: createCounter(repeated ? {} : outcome.counts),
      markStored: (entry) => outcome.stored.push(entry),
      announce: outcome.announce,
    });
    outcome.publish = await recordDeactivations(tx, events, outcome.announce);
    await recordProgress(tx, end, outcome);
    return outcome;
  }

  async function recordProgress(tx: Transaction, end: FilePosition, outcome: Outcome): Promise<void> {
    const all = structuredClone(counts);
    addCounts(all, outcome.counts);
    const done = followUps.idle && outcome.followUps.length === 0 ? end : followUps.done;
    await advanceImport(tx, importId, {from: recordedLines, lines: end.lines, done, counts: all});
  }

  function afterCommit(end: FilePosition, outcome: Outcome): void {
    addCounts(counts, outcome.counts);
    for (const entry of outcome.stored) entry.stored = true;
    recordedLines = Math.max(recordedLines, end.lines);
    committed = end;
    followUps.add(end, outcome.followUps);
    publishAnnouncements(events, outcome.announce);
    outcome.publish();
  }

  const begin = (work: BatchWork) =>
    pipeline.begin({
      prepare: work.prepare,
      write: (tx) => write(tx, work),
      committed: (outcome) => afterCommit(work.end, outcome),
    });

  const recordFinalProgress = () => begin({end: committed, repeated: true, write: async () => []});

  return {
    /** Starts a transaction. The promise settles when it commits or fails; callers need not await it. */
    begin,

    /** Waits until at most this many transactions are open. @throws the error of a failed one */
    waitUntilOpen: pipeline.waitUntilOpen,

    /** Whether an earlier run already counted the batch with this end. No batch crosses that line. */
    isRepeated: ({lines}: FilePosition) => lines <= counted,

    /** Waits until more follow-ups can be added. @throws the error of a failed one */
    waitForCapacity: followUps.waitForCapacity,

    /** Waits for all transactions and follow-ups, and records that they are done. @throws the error of a failed one */
    async finish(): Promise<void> {
      await pipeline.waitUntilOpen(0);
      await followUps.finish();
      await recordFinalProgress();
    },

    /** Starts no more transactions and follow-ups, and waits for the running ones. Never throws. */
    async abandon(): Promise<void> {
      await pipeline.settled();
      await followUps.abandon();
      await recordFinalProgress().catch(() => {});
    },

    /** The position up to which this run's batches are committed. */
    get committed(): FilePosition {
      return committed;
    },

    /** The line up to which rows are written, including those of earlier runs. */
    get linesCommitted(): number {
      return Math.max(committed.lines, recordedLines);
    },
  };
}
