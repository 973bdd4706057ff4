import type {FileStore, StoredFile} from './file-store.ts';
import {isSameContent, verifiedContent} from './verified-content.ts';

interface CopyProgress {
  /** Files that were checked. */
  files: number;
  bytes: number;
  /** The completed share of all files, from 0 to 1. */
  share: number;
}

/** Numbers of files and bytes. */
export interface CopyReport {
  files: number;
  bytes: number;
  /** Copied, or to be copied in a dry run. */
  copied: number;
  copiedBytes: number;
  /** The target had the same content. */
  present: number;
  /** They changed while they were copied. */
  changed: string[];
}

export interface CopyOptions {
  from: FileStore;
  to: FileStore;
  isSkipped(path: string): boolean;
  /** Files that are copied at the same time. */
  concurrency: number;
  /** Compares only. */
  dryRun: boolean;
  onProgress?(progress: CopyProgress): void;
  signal?: AbortSignal;
}

/** Attempts to copy a file that changes while it is copied. */
const ATTEMPTS = 3;

/** The source changed while it was copied. */
class ContentChanged extends Error {}

/**
 * Copies the files of a store that the other one doesn't have with the same size and SHA-256. It can be interrupted and
 * run again. Each file is hashed before it is copied, and appears in the target only if the copied bytes have that
 * hash. Files that only the target has stay.
 *
 * @throws AppError of the stores, the signal's reason
 */
export async function copyFiles(options: CopyOptions): Promise<CopyReport> {
  const {from, isSkipped, concurrency, onProgress, signal} = options;
  const total = await measure(options);
  const report: CopyReport = {files: 0, bytes: 0, copied: 0, copiedBytes: 0, present: 0, changed: []};
  const files = from.list()[Symbol.asyncIterator]();

  async function work(): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const {value: file, done} = await files.next();
      if (done) return;
      if (isSkipped(file.path)) continue;
      await copyFile(file, options, report);
      report.files++;
      report.bytes += file.size;
      onProgress?.({
        files: report.files,
        bytes: report.bytes,
        share: Math.min(1, report.bytes / Math.max(1, total)),
      });
    }
  }
  const workers = await Promise.allSettled(Array.from({length: concurrency}, work));
  const failed = workers.find((it) => it.status === 'rejected');
  if (failed) throw failed.reason;
  return report;
}

async function measure({from, isSkipped}: CopyOptions): Promise<number> {
  let bytes = 0;
  for await (const {path, size} of from.list()) if (!isSkipped(path)) bytes += size;
  return bytes;
}

async function copyFile(
  {path}: StoredFile,
  {from, to, dryRun, signal}: CopyOptions,
  report: CopyReport,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const digest = await from.digest(path);
    // It was deleted after it was listed.
    if (!digest) return;
    const hasSize = (await to.size(path)) === digest.size;
    const found = hasSize ? await to.digest(path) : undefined;
    if (found && isSameContent(found, digest)) {
      report.present++;
      return;
    }
    try {
      if (!dryRun) {
        const content = interruptible(await from.read(path), signal);
        const verified = verifiedContent(content, digest, () => {
          throw new ContentChanged();
        });
        await to.write(path, verified, {digest});
      }
      report.copied++;
      report.copiedBytes += digest.size;
      return;
    } catch (error) {
      if (!(error instanceof ContentChanged)) throw error;
      if (attempt < ATTEMPTS) continue;
      report.changed.push(path);
      return;
    }
  }
}

async function* interruptible(
  content: AsyncIterable<Buffer>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    signal?.throwIfAborted();
    yield chunk;
  }
}
