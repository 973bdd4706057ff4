import Type from 'typebox';
import type {Config} from '../../../platform/config/config.ts';
import type {Database} from '../../../platform/database/database.ts';
import {isProgramLimitExceeded} from '../../../platform/database/pg-errors.ts';
import {storableText} from '../../../platform/database/storable-text.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {FileStore} from '../../../platform/file-store/file-store.ts';
import type {Logger} from '../../../platform/logging/logger.ts';
import {documentKindOf} from '../../../platform/text-extraction/document-kind.ts';
import {createTextExtractor, type TextExtractor} from '../../../platform/text-extraction/text-extraction.ts';
import {integer, type JobPayload, type Jobs, type OutcomeOf, type RunOf, text} from '../../jobs/jobs.ts';
import {
  type DocumentRow,
  selectDocuments,
  selectNewDocuments,
  storeContent,
  storeNoContent,
} from './store.ts';

const JOB_TYPE = 'extract_content';
/** The maximum size of a file to read, in bytes. A PDF is read into memory as a whole. */
const MAX_FILE_SIZE = 50 * 1024 * 1024;
const BATCH_SIZE = 100;

const COUNTS = {processed: integer, errors: integer};
const PAYLOAD = {
  // The range of creation times in seconds, as on the reference server.
  data: {from: Type.Optional(integer), to: Type.Optional(integer)},
  // The position of the last file, and how many files were processed so far.
  progress: {last_create_at: integer, last_id: text, ...COUNTS},
  result: COUNTS,
} satisfies JobPayload;

/** Extracts the text of files, so that searches find it (docs/search.md#the-content-of-files). */
export function createFileContent({
  database,
  config,
  fileStore,
  jobs,
  log,
}: {
  database: Database;
  config: Config;
  fileStore: FileStore;
  jobs: Jobs;
  log: Logger;
}) {
  jobs.register(JOB_TYPE, {payload: PAYLOAD, run: extractPeriod});

  const isEnabled = () => config.get().FileSettings.ExtractContent;

  /** Extracts the text of a file and stores it. Returns false if the text could not be read. */
  async function extract(extractor: TextExtractor, row: DocumentRow, signal: AbortSignal): Promise<boolean> {
    const kind = documentKindOf(row.mimetype);
    if (!kind || row.size > MAX_FILE_SIZE) {
      await storeNoContent(database, [row.id]);
      return true;
    }
    let content: string;
    try {
      content = await fileStore.withLocalFile(row.path, (file) => extractor.extract(file, kind, signal));
    } catch (error) {
      signal.throwIfAborted();
      // An unavailable store says nothing about the file, so the file is tried again later.
      if (error instanceof AppError && error.status !== 404) throw error;
      log.info({err: error, fileId: row.id}, 'could not read the text of a file');
      await storeNoContent(database, [row.id]);
      return false;
    }
    await store(row.id, storableText(content));
    return true;
  }

  /** Stores only the beginning of the text if the database can't index all of it. */
  async function store(id: string, content: string): Promise<void> {
    for (let length = content.length; ; length = Math.floor(length / 2)) {
      try {
        return await storeContent(database, id, content.slice(0, length).toWellFormed());
      } catch (error) {
        if (!isProgramLimitExceeded(error)) throw error;
      }
    }
  }

  async function extractPeriod({
    data,
    signal,
    progress,
  }: RunOf<typeof PAYLOAD>): Promise<OutcomeOf<typeof PAYLOAD>> {
    if (!isEnabled()) {
      throw new AppError({
        id: 'app.file.extract_content.disabled.app_error',
        message: 'The content of files is not searched on this server (FileSettings.ExtractContent).',
        status: 501,
      });
    }
    const from = (data.from ?? 0) * 1000;
    const to = data.to === undefined ? Date.now() : data.to * 1000;
    let after = {createAt: data.last_create_at ?? from - 1, id: data.last_id ?? '~'};
    let {processed = 0, errors = 0} = data;
    const extractor = createTextExtractor(log);
    try {
      for (;;) {
        const rows = await selectDocuments(database, {after, to, limit: BATCH_SIZE});
        for (const row of rows) {
          if (!(await extract(extractor, row, signal))) errors++;
          processed++;
          after = {createAt: row.createat, id: row.id};
        }
        if (rows.length < BATCH_SIZE) break;
        const percent = ((after.createAt - from) / Math.max(1, to - from)) * 100;
        await progress(percent, {last_create_at: after.createAt, last_id: after.id, processed, errors});
      }
    } finally {
      await extractor.end();
    }
    return {status: errors > 0 ? 'warning' : 'success', data: {processed, errors}};
  }

  return {
    /**
     * Reads files that were added since the last call, newest first, for about `millis` milliseconds.
     *
     * @returns the number of files
     */
    async extractNew(millis: number): Promise<number> {
      if (!isEnabled()) return 0;
      const until = AbortSignal.timeout(millis);
      const {signal} = new AbortController();
      const extractor = createTextExtractor(log);
      let count = 0;
      try {
        for (;;) {
          const rows = await selectNewDocuments(database, BATCH_SIZE);
          const others = rows.filter((row) => !documentKindOf(row.mimetype));
          await storeNoContent(
            database,
            others.map((row) => row.id),
          );
          count += others.length;
          for (const row of rows) {
            if (others.includes(row)) continue;
            if (until.aborted) return count;
            await extract(extractor, row, signal);
            count++;
          }
          if (rows.length < BATCH_SIZE || until.aborted) return count;
        }
      } finally {
        await extractor.end();
      }
    },
  };
}
