import type {Database} from '../../../platform/database/database.ts';
import type {Transaction} from '../../../platform/database/queryable.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import {addCounts, type ObjectCounts} from '../object-counts.ts';
import type {Directory, Known} from '../references/directory.ts';
import {type Announcements, type Batch, counterOf, noAnnouncements, publishAnnouncements} from './batch.ts';
import {createFollowUps, type FollowUp} from './follow-ups/follow-ups.ts';
import {advanceImport, type FilePosition} from './import-state.ts';
import {createTransactionPipeline} from './transaction-pipeline.ts';

interface BatchTransactionsOptions {
  database: Database;
  events: EventBus;
  importId: string;
  directory: Directory;
  /** What became of objects; it is added to. */
  counts: ObjectCounts;
  /** Up to this line an earlier run has counted already. */
  counted: number;
  /** Where this run began. */
  from: FilePosition;
}

/** What one transaction writes. */
export interface BatchWork {
  /** Up to here the rows are in after the commit. */
  end: FilePosition;
  /** See {@link Batch.repeated}. */
  repeated: boolean;
  /** Writes rows that no other transaction can see, before the earlier batches have committed. */
  prepare?(tx: Transaction): Promise<void>;
  /** Writes the other rows, after the earlier batches have committed, and returns the work that follows them. */
  write(batch: Batch): Promise<FollowUp[]>;
}

/** What a transaction leaves to do after its commit. An attempt that is rolled back leaves none of it. */
interface Outcome {
  counts: ObjectCounts;
  stored: Known[];
  announce: Announcements;
  followUps: FollowUp[];
}

export type BatchTransactions = ReturnType<typeof createBatchTransactions>;

/** Follow-ups that run at the same time: each waits for a disk or for a core most of its time. */
const FOLLOW_UPS_AT_ONCE = 8;

/** Writes batches, each in a transaction that also notes how far the import has come, and runs their follow-ups. */
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
  /** Up to where the batches of this run are committed. */
  let committed = from;
  /** The line that BulkImports names. It is ahead of `committed` while a run repeats what an earlier one wrote. */
  let noted = Math.max(from.lines, counted);

  async function write(tx: Transaction, {end, repeated, write}: BatchWork): Promise<Outcome> {
    const outcome: Outcome = {counts: {}, stored: [], announce: noAnnouncements(), followUps: []};
    outcome.followUps = await write({
      tx,
      directory,
      now: Date.now(),
      repeated,
      count: counterOf(repeated ? {} : outcome.counts),
      stores: (known) => outcome.stored.push(known),
      announce: outcome.announce,
    });
    await note(tx, end, outcome);
    return outcome;
  }

  /** Notes how far the import has come with this transaction. */
  async function note(tx: Transaction, end: FilePosition, outcome: Outcome): Promise<void> {
    const all = structuredClone(counts);
    addCounts(all, outcome.counts);
    const done = followUps.idle && outcome.followUps.length === 0 ? end : followUps.done;
    await advanceImport(tx, importId, {from: noted, lines: end.lines, done, counts: all});
  }

  function afterCommit(end: FilePosition, outcome: Outcome): void {
    addCounts(counts, outcome.counts);
    for (const known of outcome.stored) known.stored = true;
    noted = Math.max(noted, end.lines);
    committed = end;
    followUps.add(end, outcome.followUps);
    publishAnnouncements(events, outcome.announce);
  }

  const begin = (work: BatchWork) =>
    pipeline.begin({
      prepare: work.prepare,
      write: (tx) => write(tx, work),
      committed: (outcome) => afterCommit(work.end, outcome),
    });

  const noteProgress = () => begin({end: committed, repeated: true, write: async () => []});

  return {
    /** Begins a transaction. The promise settles when it has committed or failed; callers need not wait for it. */
    begin,

    /** Waits until at most this many transactions are open. @throws the error of one that failed */
    untilOpen: pipeline.untilOpen,

    /** Whether an earlier run has counted the batch that ends there: no batch goes over that boundary. */
    isRepeated: ({lines}: FilePosition) => lines <= counted,

    /** Waits until there is room for more follow-ups. @throws what one of them has thrown */
    room: followUps.room,

    /** Waits for all transactions and follow-ups, and notes that they are done. @throws what one of them has thrown */
    async finish(): Promise<void> {
      await pipeline.untilOpen(0);
      await followUps.finish();
      await noteProgress();
    },

    /** Waits for the transactions and follow-ups that have begun, and begins no more. Never throws. */
    async abandon(): Promise<void> {
      await pipeline.settled();
      await followUps.abandon();
      await noteProgress().catch(() => {});
    },

    /** Up to where the batches of this run are committed. */
    get committed(): FilePosition {
      return committed;
    },

    /** Up to which line rows are in, those of earlier runs included. */
    get linesIn(): number {
      return Math.max(committed.lines, noted);
    },
  };
}
