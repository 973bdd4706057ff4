import {performance} from 'node:perf_hooks';
import type {Channels} from '../../../messaging/channels/channels.ts';
import type {Emoji} from '../../../messaging/emoji/emoji.ts';
import type {Files} from '../../../messaging/files/files.ts';
import type {ProfileImages} from '../../../messaging/profile-images/profile-images.ts';
import type {Users} from '../../../messaging/users/users.ts';
import type {Config} from '../../../platform/config/config.ts';
import type {Database} from '../../../platform/database/database.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import type {FileStore} from '../../../platform/file-store/file-store.ts';
import type {OnProgress} from '../bulk-import.ts';
import type {Fault, Findings} from '../findings.ts';
import {addCounts, type ObjectCounts} from '../object-counts.ts';
import {type LineChecker, readObjects} from '../read-objects.ts';
import type {Directory} from '../references/directory.ts';
import type {ImportReport} from '../report.ts';
import type {ImportSource} from '../source/source.ts';
import {createBatchWriter} from './batch-writer.ts';
import {cutIntoBatches} from './batches.ts';
import {problemOf} from './failures.ts';
import {beginImport, endImport, unfinishedImports, withImportLock} from './import-state.ts';
import {openWhereItStopped} from './resume.ts';
import {markReadWhatWasSeen} from './unread-counts.ts';

/** What an import needs of the server. */
export interface ApplyParts {
  database: Database;
  events: EventBus;
  config: Config;
  channels: Channels;
  emoji: Emoji;
  files: Files;
  fileStore: FileStore;
  profileImages: ProfileImages;
  users: Users;
}

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
