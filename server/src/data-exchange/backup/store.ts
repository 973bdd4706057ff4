import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import type {BackupManifest} from './manifest.ts';

export interface TableRow {
  name: string;
  /** In table order, without generated columns, which cannot be written. */
  columns: string[];
  isunlogged: boolean;
  isreadable: boolean;
  /** Bytes on disk, without indexes. */
  bytes: number;
}

/** Every table of the application's schema, by name. */
export function selectTables(db: Queryable): Promise<TableRow[]> {
  return db.rows<TableRow>({
    text: `
      select relname as name, relpersistence = 'u' as isunlogged,
        has_table_privilege(pg_class.oid, 'select') as isreadable, pg_table_size(pg_class.oid) as bytes,
        array(
          select attname::text from pg_attribute
          where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
          order by attnum) as columns
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'public' and relkind = 'r'
      order by relname`,
  });
}

/** The sequences of the application's schema. The value of an unused sequence is null. */
export function selectSequences(db: Queryable): Promise<BackupManifest['sequences']> {
  return db.rows({
    text: `
      select sequencename::text as name, last_value as value from pg_sequences
      where schemaname = 'public' order by sequencename`,
  });
}

/** The bytes of the database on disk. */
export async function selectDatabaseSize(db: Queryable): Promise<number> {
  const row = await db.row<{bytes: number}>({
    text: 'select pg_database_size(current_database()) as bytes',
  });
  return row!.bytes;
}

/** Whether the database has any account. Without one, there is nothing to back up. */
export async function hasAccounts(db: Queryable): Promise<boolean> {
  return (await db.row({text: 'select from Users limit 1'})) !== undefined;
}

export interface DatabaseInfo {
  /** Milliseconds by the database's clock. */
  now: number;
  version: string;
}

export async function selectDatabaseInfo(db: Queryable): Promise<DatabaseInfo> {
  const row = await db.row<DatabaseInfo>({
    text: `
      select (extract(epoch from statement_timestamp()) * 1000)::bigint as now,
        current_setting('server_version') as version`,
  });
  return row!;
}

/** The first few relations in the application's schemas. A restore requires that there are none. */
export async function selectExistingRelations(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{name: string}>({
    text: `
      select nspname || '.' || relname as name
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'mattermost') and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      order by 1 limit 3`,
  });
  return rows.map(({name}) => name);
}

export interface DeferredSchema {
  /** Statements that drop and create objects that slow down loading or restrict its order. */
  drop: string[];
  create: string[];
}

/** Indexes that are not unique, foreign keys, and triggers: dropped or disabled while rows are loaded. */
export async function selectDeferredSchema(db: Queryable): Promise<DeferredSchema> {
  const rows = await db.rows<{drop: string; create: string}>({
    text: `
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      union all
      select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = 'public'::regnamespace and not indisunique and not indisreplident
      union all
      select format('alter table %s disable trigger user', tgrelid::regclass),
        format('alter table %s enable trigger user', tgrelid::regclass)
      from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = 'public'::regnamespace and not tgisinternal
      group by tgrelid`,
  });
  return {drop: rows.map((row) => row.drop), create: rows.map((row) => row.create)};
}

/**
 * Jobs that were running when the backup was created: another attempt resumes them, as after a server crash. Backup
 * jobs are not resumed.
 */
export async function releaseJobs(db: Queryable, now: number): Promise<void> {
  await db.execute({
    text: `
      update Jobs set LastActivityAt = $1,
        Status = case when Status = 'cancel_requested' or Type like 'backup%' then 'canceled' else 'pending' end
      where Status in ('in_progress', 'cancel_requested') or (Status = 'pending' and Type like 'backup%')`,
    values: [now],
  });
}

/** File store paths of the files in the database. */
export const FILE_PATHS = sql`
  select paths.path from FileInfo
    cross join lateral (values (Path), (ThumbnailPath), (PreviewPath)) as paths (path)
  where DeleteAt = 0 and paths.path <> ''`;
