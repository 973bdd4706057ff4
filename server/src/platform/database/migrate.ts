import {createHash} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type {Database} from './database.ts';
import {DatabaseUnavailableError} from './database-unavailable-error.ts';
import type {Queryable, Transaction} from './queryable.ts';

/** A file of the migrations directory. */
export interface Migration {
  /** The number before the underscore: `3` for `0003_name.sql`. */
  version: number;
  /** The file's name, such as `0003_name.sql`. */
  name: string;
  /** SHA-256 of the text in hexadecimal, ignoring line endings. */
  checksum: string;
  text: string;
}

export interface MigrationStatus {
  /** The applied migrations, in order. `appliedat` is in milliseconds since the epoch. */
  applied: AppliedMigration[];
  /** Migrations that have not been applied. */
  pending: Migration[];
}

interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
  appliedat: number;
}

// Any number that no other advisory lock uses.
const SCHEMA_LOCK = 7_122_002_824;

/** Serializes schema changes of processes that start at the same time, until the transaction ends. */
export async function lockSchema(transaction: Transaction): Promise<void> {
  await transaction.execute({text: 'select pg_advisory_xact_lock($1)', values: [SCHEMA_LOCK]});
}

/**
 * Applies each pending migration `0001_name.sql` of `directory` in order, each in its own transaction. Returns the names
 * of the applied migrations.
 *
 * Throws without changing anything if an applied file has changed, if a file is missing or was inserted between others,
 * or if the database is newer than the directory. A failing migration is rolled back; the error names file and line.
 */
export async function migrate(database: Database, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const applied: string[] = [];
  while (pendingOf(migrations, await readApplied(database)).length > 0) {
    const name = await applyNext(database, migrations);
    if (name !== undefined) {
      applied.push(name);
    }
  }
  return applied;
}

/** The applied and pending migrations. Throws in the same cases as {@link migrate}. */
export async function migrationStatus(database: Queryable, directory: string): Promise<MigrationStatus> {
  const migrations = await readMigrations(directory);
  const applied = await readApplied(database);
  return {applied, pending: pendingOf(migrations, applied)};
}

/** Whether a newer version of Patchbay has migrated the database. */
export async function hasNewerMigrations(database: Queryable, directory: string): Promise<boolean> {
  const [migrations, applied] = [await readMigrations(directory), await readApplied(database)];
  return (applied.at(-1)?.version ?? 0) > (migrations.at(-1)?.version ?? 0);
}

/** The migrations of a directory, in order. Throws if a file is not named `0001_name.sql` or a number is used twice. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations: Migration[] = [];
  for (const name of names) {
    const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
    if (!(version > 0)) {
      throw new Error(
        `${path.join(directory, name)}: invalid name for a migration. Use the format 0001_what_it_does.sql.`,
      );
    }
    const previous = migrations.at(-1);
    if (previous?.version === version) {
      throw new Error(`The migrations ${previous.name} and ${name} in ${directory} have the same number.`);
    }
    const text = (await readFile(path.join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
    migrations.push({version, name, text, checksum: createHash('sha256').update(text).digest('hex')});
  }
  return migrations;
}

/** Applies the first pending migration, unless another process has done so in the meantime. */
function applyNext(database: Database, migrations: readonly Migration[]): Promise<string | undefined> {
  return database.transaction(async (transaction) => {
    await lockSchema(transaction);
    await ensureMigrationsTable(transaction);
    const next = pendingOf(migrations, await readApplied(transaction))[0];
    if (next === undefined) {
      return undefined;
    }
    await apply(transaction, next);
    return next.name;
  });
}

/** Creates the schema as it was after these migrations in an empty database, in the caller's transaction. */
export async function createSchemaAt(
  transaction: Transaction,
  migrations: readonly Migration[],
): Promise<void> {
  await lockSchema(transaction);
  await ensureMigrationsTable(transaction);
  for (const migration of migrations) await apply(transaction, migration);
}

async function ensureMigrationsTable(transaction: Transaction): Promise<void> {
  await transaction.execute({
    text: `create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null, appliedat bigint not null)`,
  });
}

async function apply(transaction: Transaction, {version, name, checksum, text}: Migration): Promise<void> {
  try {
    await transaction.execute({text});
  } catch (error) {
    throw new Error(`The migration ${name} failed${lineOf(error, text)}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  await transaction.execute({
    text: 'insert into schema_migrations (version, name, checksum, appliedat) values ($1, $2, $3, $4)',
    values: [version, name, checksum, Date.now()],
  });
}

async function readApplied(database: Queryable): Promise<AppliedMigration[]> {
  const found = await database.row<{exists: boolean}>({
    text: `select to_regclass('schema_migrations') is not null as exists`,
  });
  return found?.exists
    ? database.rows<AppliedMigration>({
        text: 'select version, name, checksum, appliedat from schema_migrations order by version',
      })
    : [];
}

function pendingOf(migrations: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const newest = migrations.at(-1);
  const last = applied.at(-1);
  if (last !== undefined && last.version > (newest?.version ?? 0)) {
    throw new DatabaseUnavailableError(
      `The database is newer than this version of Patchbay: it has the migration ${last.name}, and this version has ` +
        `${newest === undefined ? 'none' : `the migrations up to ${newest.name}`}. Start the version that created it or a ` +
        'newer one, or restore a backup from before the upgrade.',
    );
  }
  const byVersion = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const {version, name, checksum} of applied) {
    const migration = byVersion.get(version);
    if (migration === undefined) {
      throw new DatabaseUnavailableError(
        `The database has the migration ${name}, but its file is missing. Put it back.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new DatabaseUnavailableError(
        `The migration ${migration.name} was changed after it was applied. Restore its text, and put the change into ` +
          'a new migration.',
      );
    }
    byVersion.delete(version);
  }
  const pending = [...byVersion.values()];
  const misplaced = pending.find(({version}) => version < (last?.version ?? 0));
  if (misplaced !== undefined) {
    throw new DatabaseUnavailableError(
      `The migration ${misplaced.name} was added after ${last?.name} was applied. Give it a higher number.`,
    );
  }
  return pending;
}

function lineOf(error: unknown, text: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  // PostgreSQL counts characters, not UTF-16 units.
  return position > 0 ? ` at line ${[...text].slice(0, position).join('').split('\n').length}` : '';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
