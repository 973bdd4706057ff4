import {performance} from 'node:perf_hooks';
import type {Fault, Findings} from '../findings.ts';
import {addCounts, type ObjectCounts} from '../object-counts.ts';
import {type LineChecker, readObjects} from '../read-objects.ts';
import type {Directory} from '../references/directory.ts';
import type {ImportReport} from '../report.ts';
import type {ImportSource} from '../source/source.ts';
import type {ApplyParts} from './batch.ts';
import {createBatchWriter} from './batch-writer.ts';
import {cutIntoBatches} from './batches.ts';
import {problemOf} from './failures.ts';
import {beginImport, endImport, unfinishedImports, withImportLock} from './import-state.ts';
import {openWhereItStopped} from './resume.ts';
import {markReadWhatWasSeen} from './unread-counts.ts';

/** How far a run has come. */
export interface ImportProgress {
  /** Lines that are dealt with. */
  lines: number;
  /** From 0 to 1; undefined where the file's size is not known. */
  share: number | undefined;
  /** What lines of this kind it is at, such as `post`. */
  phase: string;
}

export type OnProgress = (progress: ImportProgress) => void;

export interface ApplyRun {
  source: ImportSource;
  findings: Findings;
  directory: Directory;
  checkers: readonly LineChecker[];
  onProgress: OnProgress;
  /** Stops the import behind the batch that it is at. */
  signal: AbortSignal;
}

// A directory of so many names is forgotten when all of them are in the database.
const MAX_NAMES_KEPT = 200_000;

/**
 * Imports a file: batch by batch, each in a transaction together with the note how far the import has come. It ends
 * behind the last line, before the first line with an error, when it is told to stop, or when the database or a disk
 * fails; the same command then goes on where it ended.
 */
export function applyImport(parts: ApplyParts, run: ApplyRun): Promise<ImportReport> {
  return withImportLock(parts.database, (lost) => applyAlone(parts, run, lost));
}

async function applyAlone(
  parts: ApplyParts,
  {source, findings, directory, checkers, onProgress, signal}: ApplyRun,
  lost: AbortSignal,
): Promise<ImportReport> {
  const started = performance.now();
  const {database} = parts;
  const {chunks, digest, from, earlier} = await openWhereItStopped(source, await unfinishedImports(database));
  const importId = earlier?.id ?? (await beginImport(database, source.name));
  const counts: ObjectCounts = {};
  if (earlier) addCounts(counts, earlier.counts);
  const counted = earlier?.lines ?? 0;
  const writer = createBatchWriter(parts, {
    importId,
    source: source.files,
    directory,
    counts,
    counted,
    from,
    refused: (name, reason) => findings.report(FILE_REFUSED, writer.linesIn, '', `${name}: ${reason}`),
  });

  let lines = from.lines;
  let ending: ImportReport['ending'] = 'done';
  let problem: string | undefined;
  let cause: unknown;
  try {
    const blocks = tracked(readObjects(chunks, {findings, checkers, from}), (line) => {
      lines = line;
    });
    for await (const batch of cutIntoBatches(blocks, {findings, digest, boundary: counted})) {
      signal.throwIfAborted();
      lost.throwIfAborted();
      await writer.write(batch);
      onProgress({lines: writer.linesIn, share: source.progress(), phase: batch.lines.at(-1)!.type});
      if (directory.size > MAX_NAMES_KEPT) {
        await writer.drain();
        directory.clear();
      }
    }
    onProgress({lines: writer.linesIn, share: source.progress(), phase: 'passwords and files'});
    await writer.finish();
    if (findings.errors > 0) ending = 'errors';
    else {
      await markReadWhatWasSeen(database);
      await endImport(database, importId, lines, counts);
      parts.events.publish('caches:stale', {});
    }
  } catch (error) {
    await writer.abandon();
    if (signal.aborted && error === signal.reason) ending = 'interrupted';
    else {
      ending = 'failed';
      problem = problemOf(error);
      cause = error;
    }
  }
  return {
    file: source.name,
    mode: 'apply',
    ending,
    problem,
    cause,
    lines,
    linesImported: ending === 'done' ? lines : writer.linesIn,
    resumedAt: earlier && from.lines + 1,
    milliseconds: performance.now() - started,
    counts,
    findings,
  };
}

async function* tracked<Block extends {lastLine: number}>(
  blocks: AsyncIterable<Block>,
  reached: (line: number) => void,
): AsyncIterable<Block> {
  for await (const block of blocks) {
    reached(block.lastLine);
    yield block;
  }
}

const FILE_REFUSED: Fault = {
  rule: 'file-refused',
  level: 'advice',
  object: '',
  field: '',
  demand: 'The server takes a file that is named. What names it was imported without.',
};
