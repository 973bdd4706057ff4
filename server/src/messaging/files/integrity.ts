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

const AT_ONCE = 500;
const DAY = 24 * 60 * 60 * 1000;

/** Something in the file store that is not as the table of files has it. */
export interface FileProblem {
  /** `orphaned`: no row knows of it. */
  kind: 'missing' | 'changed' | 'orphaned';
  /** In the file store. */
  path: string;
  /** Bytes, where there are any. */
  size: number;
  /** The file that it belongs to; empty for an orphan. */
  fileId: string;
  name: string;
  postId: string;
}

/** What a check has found. */
export interface IntegrityReport {
  files: number;
  /** Bytes that were read. */
  bytes: number;
  /** Files whose hash was not known before. */
  recorded: number;
  missing: number;
  changed: number;
  orphaned: number;
}

/** Compares the file store with what is known of its files. */
export function createIntegrityChecks({database, fileStore}: {database: Database; fileStore: FileStore}) {
  async function* inPages(
    select: (afterId: string, limit: number) => Promise<FileContentRow[]>,
  ): AsyncGenerator<FileContentRow> {
    let afterId = '';
    for (;;) {
      const page = await select(afterId, AT_ONCE);
      yield* page;
      if (page.length < AT_ONCE) return;
      afterId = page.at(-1)!.id;
    }
  }

  /** Reads a file. One without a hash gets it, unless its size says that it is no longer what was uploaded. */
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
     * Takes the hash of files from before hashes were kept, for about `millis`; the next call goes on. What is missing or
     * has another size is passed over, for {@link verify} to report.
     *
     * @returns how many files got their hash
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

    /** Reads every file and compares it with its size and hash; then looks for files that no row knows of. */
    async verify({
      onProblem,
      onProgress = () => {},
    }: {
      onProblem: (problem: FileProblem) => void;
      onProgress?: (done: {files: number; share: number}) => void;
    }): Promise<IntegrityReport> {
      const report: IntegrityReport = {files: 0, bytes: 0, recorded: 0, missing: 0, changed: 0, orphaned: 0};
      const tell = (problem: FileProblem) => {
        report[problem.kind]++;
        onProblem(problem);
      };
      const expected = await countFiles(database);
      for await (const row of inPages((afterId, limit) => selectFileContents(database, afterId, limit))) {
        const {id: fileId, name, postid: postId} = row;
        const {problem, size, recorded} = await check(row);
        if (problem) tell({kind: problem, path: row.path, size, fileId, name, postId});
        for (const path of [row.thumbnailpath, row.previewpath].filter(Boolean)) {
          if (!(await fileStore.exists(path))) tell({kind: 'missing', path, size: 0, fileId, name, postId});
        }
        report.files++;
        report.bytes += size;
        if (recorded) report.recorded++;
        onProgress({files: report.files, share: Math.min(1, report.files / expected)});
      }
      for await (const {path, size} of orphans()) {
        tell({kind: 'orphaned', path, size, fileId: '', name: '', postId: ''});
      }
      return report;
    },
  };

  /** Files of the store that no row knows of. What is younger than a day may still be on its way to its row. */
  async function* orphans(): AsyncGenerator<{path: string; size: number}> {
    let page: {path: string; size: number}[] = [];
    for await (const {path, size, modifiedAt} of fileStore.list('files')) {
      if (Date.now() - modifiedAt < DAY) continue;
      page.push({path, size});
      if (page.length === AT_ONCE) {
        yield* await unknownOf(page);
        page = [];
      }
    }
    yield* await unknownOf(page);
  }

  async function unknownOf<Entry extends {path: string}>(entries: readonly Entry[]): Promise<Entry[]> {
    // A file is in a folder that is named by its id.
    const ids = entries.map(({path}) => path.split('/').at(-2)!);
    const known = new Set(await selectFilePaths(database, ids));
    return entries.filter(({path}) => !known.has(path));
  }
}
