import {performance} from 'node:perf_hooks';
import type {Fault, Findings} from '../findings.ts';
import {addCounts, type ObjectCounts} from '../object-counts.ts';
import {type LineChecker, readObjects} from '../read-objects.ts';
import type {Directory} from '../references/directory.ts';
import type {ImportReport} from '../report.ts';
import type {ImportSource} from '../source/source.ts';
import type {ImportDependencies} from './batch.ts';
import {createBatchWriter} from './batch-writer.ts';
import {splitIntoBatches} from './batches.ts';
import {describeFailure} from './failures.ts';
import {finishImport, startImport, unfinishedImports, withImportLock} from './import-state.ts';
import {openAtResumePoint} from './resume.ts';
import {markSeenChannelsRead} from './unread-counts.ts';

/** The progress of a run. */
export interface ImportProgress {
  /** Lines processed so far. */
  lines: number;
  /** A number from 0 to 1; undefined if the size of the file is unknown. */
  share: number | undefined;
  /** The kind of lines being processed, such as `post`. */
  phase: string;
}

export type OnProgress = (progress: ImportProgress) => void;

export interface ApplyRun {
  source: ImportSource;
  findings: Findings;
  directory: Directory;
  checkers: readonly LineChecker[];
  onProgress: OnProgress;
  /** Stops the import after the current batch. */
  signal: AbortSignal;
}

// Clears the directory when it exceeds this size and all of its names are in the database.
const MAX_NAMES_KEPT = 200_000;

/**
 * Imports a file in batches. Each batch is one transaction that also records the import's progress. The import stops
 * after the last line, before the first line with an error, when it is interrupted, or when the database or a disk
 * fails. The same command then resumes it.
 */
export function applyImport(dependencies: ImportDependencies, run: ApplyRun): Promise<ImportReport> {
  return withImportLock(dependencies.database, (lost) => applyAlone(dependencies, run, lost));
}

async function applyAlone(
  dependencies: ImportDependencies,
  {source, findings, directory, checkers, onProgress, signal}: ApplyRun,
  lost: AbortSignal,
): Promise<ImportReport> {
  const started = performance.now();
  const {database} = dependencies;
  const {chunks, digest, from, earlier} = await openAtResumePoint(source, await unfinishedImports(database));
  const importId = earlier?.id ?? (await startImport(database, source.name));
  const counts: ObjectCounts = {};
  if (earlier) addCounts(counts, earlier.counts);
  const counted = earlier?.lines ?? 0;
  const writer = createBatchWriter(dependencies, {
    importId,
    source: source.files,
    directory,
    counts,
    counted,
    from,
    onRejected: (name, reason) =>
      findings.report(FILE_REFUSED, writer.linesCommitted, '', `${name}: ${reason}`),
  });

  let lines = from.lines;
  let generator: ImportReport['generator'];
  const onGenerator = (found: ImportReport['generator']) => {
    generator = found;
  };
  let ending: ImportReport['ending'] = 'done';
  let problem: string | undefined;
  let cause: unknown;
  try {
    const blocks = tracked(readObjects(chunks, {findings, checkers, from, onGenerator}), (line) => {
      lines = line;
    });
    for await (const batch of splitIntoBatches(blocks, {findings, digest, boundary: counted})) {
      signal.throwIfAborted();
      lost.throwIfAborted();
      await writer.write(batch);
      onProgress({lines: writer.linesCommitted, share: source.progress(), phase: batch.lines.at(-1)!.type});
      if (directory.size > MAX_NAMES_KEPT) {
        await writer.drain();
        directory.clear();
      }
    }
    onProgress({lines: writer.linesCommitted, share: source.progress(), phase: 'passwords and files'});
    await writer.finish();
    if (findings.errors > 0) ending = 'errors';
    else {
      await markSeenChannelsRead(database);
      await finishImport(database, importId, lines, counts);
      dependencies.events.publish('caches:stale', {});
    }
  } catch (error) {
    await writer.abandon();
    if (signal.aborted && error === signal.reason) ending = 'interrupted';
    else {
      ending = 'failed';
      problem = describeFailure(error);
      cause = error;
    }
  }
  return {
    file: source.name,
    mode: 'apply',
    ending,
    problem,
    cause,
    generator,
    lines,
    linesImported: ending === 'done' ? lines : writer.linesCommitted,
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
  demand: 'The server must accept the file. The line was imported without it.',
};
