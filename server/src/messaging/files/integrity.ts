import type {Database} from '../../platform/database/database.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {digestContent, isSameContent} from '../../platform/file-store/verified-content.ts';
import {yieldToRequests} from '../../platform/http/yield-to-requests.ts';
import {
  countFiles,
  type FileContentRow,
  recordHash,
  selectFileContents,
  selectFilePaths,
  selectFilesWithoutHash,
} from './store.ts';

const BATCH_SIZE = 500;
const DAY = 24 * 60 * 60 * 1000;

/** A mismatch between the file store and the table of files. */
export interface FileProblem {
  /** `orphaned`: the file is in the store, but no row refers to it. */
  kind: 'missing' | 'changed' | 'orphaned';
  /** The path in the file store. */
  path: string;
  /** The size of the stored file in bytes; 0 if it is missing. */
  size: number;
  /** The id of the file; empty for an orphan. */
  fileId: string;
  name: string;
  postId: string;
}

/** The result of a check. */
export interface IntegrityReport {
  files: number;
  /** The number of bytes read. */
  bytes: number;
  /** The number of files whose hash was missing and is now stored. */
  recorded: number;
  missing: number;
  changed: number;
  orphaned: number;
}

/** Compares the file store with the table of files. */
export function createIntegrityChecks({database, fileStore}: {database: Database; fileStore: FileStore}) {
  async function* inPages(
    select: (afterId: string, limit: number) => Promise<FileContentRow[]>,
  ): AsyncGenerator<FileContentRow> {
    let afterId = '';
    for (;;) {
      const page = await select(afterId, BATCH_SIZE);
      yield* page;
      if (page.length < BATCH_SIZE) return;
      afterId = page.at(-1)!.id;
    }
  }

  /** Checks a file. Stores its hash if missing, unless the size shows that the content has changed. */
  async function check(
    row: FileContentRow,
  ): Promise<{problem?: 'missing' | 'changed'; size: number; recorded: boolean}> {
    const size = await fileStore.size(row.path);
    if (size === undefined) return {problem: 'missing', size: 0, recorded: false};
    if (size !== row.size) return {problem: 'changed', size, recorded: false};
    const actual = await digestContent(await fileStore.read(row.path));
    if (!isSameContent(actual, row)) return {problem: 'changed', size: actual.size, recorded: false};
    if (row.sha256 === '') await recordHash(database, row.id, actual.sha256);
    return {size: actual.size, recorded: row.sha256 === ''};
  }

  return {
    /**
     * Stores missing hashes of files that were added before hashes were recorded, for about `millis` milliseconds; the
     * next call continues. Skips missing files and files of another size, which {@link verify} reports.
     *
     * @returns how many hashes were stored
     */
    async addMissingHashes(millis: number): Promise<number> {
      const until = Date.now() + millis;
      let recorded = 0;
      for await (const row of inPages((afterId, limit) => selectFilesWithoutHash(database, afterId, limit))) {
        await yieldToRequests();
        if ((await check(row)).recorded) recorded++;
        if (Date.now() >= until) break;
      }
      return recorded;
    },

    /** Compares the size and hash of every file, then looks for files without a row. */
    async verify({
      onProblem,
      onProgress = () => {},
    }: {
      onProblem: (problem: FileProblem) => void;
      onProgress?: (done: {files: number; share: number}) => void;
    }): Promise<IntegrityReport> {
      const report: IntegrityReport = {files: 0, bytes: 0, recorded: 0, missing: 0, changed: 0, orphaned: 0};
      const addProblem = (problem: FileProblem) => {
        report[problem.kind]++;
        onProblem(problem);
      };
      const expected = await countFiles(database);
      for await (const row of inPages((afterId, limit) => selectFileContents(database, afterId, limit))) {
        const {id: fileId, name, postid: postId} = row;
        const {problem, size, recorded} = await check(row);
        if (problem) addProblem({kind: problem, path: row.path, size, fileId, name, postId});
        for (const path of [row.thumbnailpath, row.previewpath].filter(Boolean)) {
          if (!(await fileStore.exists(path)))
            addProblem({kind: 'missing', path, size: 0, fileId, name, postId});
        }
        report.files++;
        report.bytes += size;
        if (recorded) report.recorded++;
        onProgress({files: report.files, share: Math.min(1, report.files / expected)});
      }
      for await (const {path, size} of orphans()) {
        addProblem({kind: 'orphaned', path, size, fileId: '', name: '', postId: ''});
      }
      return report;
    },
  };

  /** Files in the store without a row. Skips files younger than a day, whose row may not exist yet. */
  async function* orphans(): AsyncGenerator<{path: string; size: number}> {
    let page: {path: string; size: number}[] = [];
    for await (const {path, size, modifiedAt} of fileStore.list('files')) {
      if (Date.now() - modifiedAt < DAY) continue;
      page.push({path, size});
      if (page.length === BATCH_SIZE) {
        yield* await withoutRow(page);
        page = [];
      }
    }
    yield* await withoutRow(page);
  }

  async function withoutRow<Entry extends {path: string}>(entries: readonly Entry[]): Promise<Entry[]> {
    // The folder of a file has the file's id as its name.
    const ids = entries.map(({path}) => path.split('/').at(-2)!);
    const recorded = new Set(await selectFilePaths(database, ids));
    return entries.filter(({path}) => !recorded.has(path));
  }
}
