import type {ObjectCounts} from '../object-counts.ts';
import type {Directory} from '../references/directory.ts';
import type {ImportFiles} from '../source/files.ts';
import {type ApplyParts, counterOf} from './batch.ts';
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
  /** What became of objects; it is added to. */
  counts: ObjectCounts;
  /** Up to this line an earlier run has counted already. */
  counted: number;
  /** Where this run began. */
  from: FilePosition;
  /** Hears of a file that the server does not take. */
  refused(name: string, reason: string): void;
}

/** Writes batches of lines in the order of the file. */
export function createBatchWriter(
  parts: ApplyParts,
  {importId, source, directory, counts, counted, from, refused}: BatchWriterOptions,
) {
  const {database, events} = parts;
  const stageParts = {...parts, source, refused, count: counterOf(counts)};
  const transactions = createBatchTransactions({
    database,
    events,
    importId,
    directory,
    counts,
    counted,
    from,
  });
  const writeStage = createStages(stageParts);
  const attachments = createAttachments(stageParts);
  const writePosts = createPostWriter({database, directory, transactions, attachments});

  return {
    /** Writes a batch; when it returns, the rows of posts may still be on their way. @throws if an earlier one failed */
    async write(batch: LineBatch): Promise<void> {
      const {stage, lines, end} = batch;
      await transactions.room();
      if (stage === 'post') return writePosts(batch);
      await transactions.untilOpen(0);
      await transactions.begin({
        end,
        repeated: transactions.isRepeated(end),
        write: (it) => writeStage(it, stage, lines),
      });
    },

    /** Waits until the rows of all batches are in. */
    drain: () => transactions.untilOpen(0),

    /** Waits until everything is in, and notes it. */
    finish: transactions.finish,

    /** Waits for what has begun and begins no more. Never throws. */
    abandon: transactions.abandon,

    /** Up to which line rows are in. */
    get linesIn(): number {
      return transactions.linesIn;
    },
  };
}
