import type {BULK_IMPORTS} from '../../../messaging/tables/tables.ts';
import type {Database} from '../../../platform/database/database.ts';
import {newId} from '../../../platform/database/ids.ts';
import type {Queryable, Transaction} from '../../../platform/database/queryable.ts';
import type {RowOf} from '../../../platform/database/table.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {ObjectCounts} from '../object-counts.ts';

/** A position in the file: after this many lines and bytes. */
export interface FilePosition {
  lines: number;
  bytes: number;
  /** The hash of the file up to this position. */
  sha256: string;
}

/** An import that has not finished. */
export interface UnfinishedImport {
  id: string;
  /** The number of lines whose rows are written. */
  lines: number;
  /** The position up to which everything is done, including passwords and files. */
  done: FilePosition;
  counts: ObjectCounts;
}

type ImportRow = Omit<
  RowOf<typeof BULK_IMPORTS, {counts: ObjectCounts}>,
  'filename' | 'startat' | 'updateat' | 'endat'
>;

/** Unfinished imports, the latest first. */
export async function unfinishedImports(db: Queryable): Promise<UnfinishedImport[]> {
  const rows = await db.rows<ImportRow>({
    text: `
      select Id, Lines, DoneLines, DoneBytes, DoneSha256, Counts from BulkImports
      where EndAt = 0 and DoneBytes > 0 order by UpdateAt desc limit 5`,
  });
  return rows.map((row) => ({
    id: row.id,
    lines: row.lines,
    done: {lines: row.donelines, bytes: row.donebytes, sha256: row.donesha256},
    counts: row.counts,
  }));
}

export async function startImport(db: Queryable, fileName: string): Promise<string> {
  const id = newId();
  await db.execute({
    text: 'insert into BulkImports (Id, FileName, StartAt, UpdateAt) values ($1, $2, $3, $3)',
    values: [id, fileName.replaceAll('\0', ''), Date.now()],
  });
  return id;
}

/**
 * Records the import's progress in the transaction of a batch. `from` is the previously recorded line.
 *
 * @throws AppError if the recorded line differs: another process has taken over the import
 */
export async function advanceImport(
  tx: Transaction,
  id: string,
  {from, lines, done, counts}: {from: number; lines: number; done: FilePosition; counts: ObjectCounts},
): Promise<void> {
  const touched = await tx.execute({
    name: 'import-advance',
    text: `
      update BulkImports
      set Lines = greatest(Lines, $3), DoneLines = $4, DoneBytes = $5, DoneSha256 = $6, Counts = $7, UpdateAt = $8
      where Id = $1 and Lines = $2 and EndAt = 0`,
    values: [id, from, lines, done.lines, done.bytes, done.sha256, JSON.stringify(counts), Date.now()],
  });
  if (touched === 0) throw importTakenOverError();
}

export async function finishImport(
  db: Queryable,
  id: string,
  lines: number,
  counts: ObjectCounts,
): Promise<void> {
  await db.execute({
    text: `
      update BulkImports set Lines = $2, DoneLines = $2, Counts = $3, UpdateAt = $4, EndAt = $4 where Id = $1`,
    values: [id, lines, JSON.stringify(counts), Date.now()],
  });
}

// The key of the advisory lock.
const IMPORT_LOCK = 7_122_006;
const LOCK_CHECK_INTERVAL_MS = 5_000;

/**
 * Runs `work` while no other import runs on this database. The lock belongs to its own connection, so PostgreSQL
 * releases it when the process dies. `lost` aborts when that connection is lost.
 *
 * @throws AppError if another import is running
 */
export async function withImportLock<Result>(
  database: Database,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  let done: {result: Result} | undefined;
  try {
    await database.transaction(async (tx) => {
      // The transaction is idle while the import runs. It holds no snapshot, so it does not block vacuum.
      await tx.execute({text: 'set local idle_in_transaction_session_timeout = 0'});
      const row = await tx.row<{locked: boolean}>({
        text: 'select pg_try_advisory_xact_lock($1) as locked',
        values: [IMPORT_LOCK],
      });
      if (!row!.locked) throw await importRunningError(database);
      const lost = new AbortController();
      const timer = setInterval(() => {
        tx.execute({text: 'select 1'}).catch((error) => lost.abort(error));
      }, LOCK_CHECK_INTERVAL_MS);
      try {
        done = {result: await work(lost.signal)};
      } finally {
        clearInterval(timer);
      }
    });
  } catch (error) {
    // A lock lost with its connection is already released.
    if (!done) throw error;
  }
  return done!.result;
}

/** The id of the error if another import is running. */
export const IMPORT_RUNNING = 'app.import.running.app_error';

async function importRunningError(db: Queryable): Promise<AppError> {
  const row = await db.row<{filename: string; lines: number}>({
    text: 'select FileName, Lines from BulkImports where EndAt = 0 order by UpdateAt desc limit 1',
  });
  const which = row ? ` of ${row.filename}, at line ${row.lines}` : '';
  return new AppError({
    id: IMPORT_RUNNING,
    message: `Another import is running on this database${which}. Try again when it has finished.`,
    status: 409,
  });
}

function importTakenOverError(): AppError {
  return new AppError({
    id: 'app.import.taken_over.app_error',
    message:
      'Another process has taken over this import, so this one has stopped. Nothing that it wrote is lost.',
    status: 409,
  });
}
