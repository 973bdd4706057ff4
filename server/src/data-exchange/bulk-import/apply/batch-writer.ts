import type {ObjectCounts} from '../object-counts.ts';
import type {Directory} from '../references/directory.ts';
import type {ImportFiles} from '../source/files.ts';
import {createCounter, type ImportDependencies} from './batch.ts';
import {createBatchTransactions} from './batch-transactions.ts';
import type {LineBatch} from './batches.ts';
import {createAttachments} from './follow-ups/attachments.ts';
import type {FilePosition} from './import-state.ts';
import {createPostWriter} from './post-writer.ts';
import {createStages} from './stages.ts';

export interface BatchWriterOptions {
  importId: string;
  source: ImportFiles;
  directory: Directory;
  /** The results of objects, which the writer adds to. */
  counts: ObjectCounts;
  /** An earlier run already counted the lines up to this one. */
  counted: number;
  /** Where this run started. */
  from: FilePosition;
  /** Called for each file that the server rejects. */
  onRejected(name: string, reason: string): void;
}

/** Writes batches of lines in the order of the file. */
export function createBatchWriter(
  dependencies: ImportDependencies,
  {importId, source, directory, counts, counted, from, onRejected}: BatchWriterOptions,
) {
  const {database, events} = dependencies;
  const stageDependencies = {...dependencies, source, onRejected, count: createCounter(counts)};
  const transactions = createBatchTransactions({
    database,
    events,
    importId,
    directory,
    counts,
    counted,
    from,
  });
  const writeStage = createStages(stageDependencies);
  const attachments = createAttachments(stageDependencies);
  const writePosts = createPostWriter({database, directory, transactions, attachments});

  return {
    /**
     * Writes a batch. The transactions of posts may still be open when it returns.
     *
     * @throws if an earlier batch failed
     */
    async write(batch: LineBatch): Promise<void> {
      const {stage, lines, end} = batch;
      await transactions.waitForCapacity();
      if (stage === 'post') return writePosts(batch);
      await transactions.waitUntilOpen(0);
      await transactions.begin({
        end,
        repeated: transactions.isRepeated(end),
        write: (it) => writeStage(it, stage, lines),
      });
    },

    /** Waits until the rows of all batches are written. */
    drain: () => transactions.waitUntilOpen(0),

    /** Waits until everything is done, and records that. */
    finish: transactions.finish,

    /** Starts no more work and waits for the running work. Never throws. */
    abandon: transactions.abandon,

    /** The line up to which rows are written. */
    get linesCommitted(): number {
      return transactions.linesCommitted;
    },
  };
}
