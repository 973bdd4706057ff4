import {createHash} from 'node:crypto';
import type {OperatorLog} from '../logging/operator-log.ts';
import type {Database} from './database.ts';
import {lockSchema} from './migrate.ts';
import {sqlState} from './pg-errors.ts';
import type {Queryable} from './queryable.ts';
import {sql} from './sql.ts';

/** The schema of the views. */
const EXTRACTION_SCHEMA = 'mattermost';
export const READER_ROLE = 'patchbay_reader';

/** The read-only role. */
export const READER = {
  role: READER_ROLE,
  settings: [`search_path=${EXTRACTION_SCHEMA}`, 'default_transaction_read_only=on'],
};

export interface ExtractionViewsOptions {
  /** Columns that views show as empty. Names are case-insensitive. */
  secrets: readonly {table: string; column: string}[];
  /** Tables without a view. */
  hidden: readonly string[];
  log: OperatorLog;
}

interface Column {
  relation: string;
  name: string;
  /** The SQL type, such as `character varying(64)`. */
  type: string;
  is_text: boolean;
}

/**
 * Updates the schema `mattermost`, which has a view with the same name and columns for each table of `public`, with
 * secret columns empty. Also creates the role `patchbay_reader`, which can read only these views, with or without the
 * schema name.
 *
 * It does nothing if nothing has changed. If columns of a view were removed or changed, the view and its dependent views
 * are dropped, and the view is created again. If the database user can't create roles, as with some managed databases,
 * it logs the statements that an administrator has to run.
 *
 * Throws if a secret or hidden name doesn't exist, because a mistyped name would expose the secret.
 */
export async function createExtractionViews(
  database: Database,
  {secrets, hidden, log}: ExtractionViewsOptions,
): Promise<void> {
  const hasReader = await ensureReader(database, log);
  await database.transaction(async (transaction) => {
    await lockSchema(transaction);
    const views = defineViews(await readColumns(transaction, 'public', ['r', 'p']), {secrets, hidden});
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([...views, hasReader]))
      .digest('hex');
    const label = `Extraction views created by Patchbay: ${fingerprint}`;
    const found = await transaction.row<{label: string | null}>({
      text: `select obj_description(oid, 'pg_namespace') as label from pg_namespace where nspname = $1`,
      values: [EXTRACTION_SCHEMA],
    });
    if (found?.label === label) {
      return;
    }
    const existing = await readColumns(transaction, EXTRACTION_SCHEMA, ['v']);
    const statements = [
      `create schema if not exists ${EXTRACTION_SCHEMA}`,
      ...[...existing.keys()]
        .filter((name) => !isExtendedBy(existing.get(name)!, views.get(name)))
        .map((name) => `drop view ${qualified(name)} cascade`),
      ...[...views.keys()].map((name) => viewStatement(name, views.get(name)!)),
      ...(hasReader
        ? [
            `grant usage on schema ${EXTRACTION_SCHEMA} to ${READER_ROLE}`,
            `grant select on all tables in schema ${EXTRACTION_SCHEMA} to ${READER_ROLE}`,
          ]
        : []),
      `comment on schema ${EXTRACTION_SCHEMA} is '${label}'`,
    ];
    await transaction.execute({text: statements.join(';\n')});
    log.info({views: views.size}, `Created the views of the schema ${EXTRACTION_SCHEMA}`);
  });
}

/** Drops the views and their dependent views. {@link createExtractionViews} creates the views again. */
export async function dropExtractionViews(database: Queryable): Promise<void> {
  await database.execute({text: `drop schema if exists ${EXTRACTION_SCHEMA} cascade`});
}

interface ViewColumn extends Column {
  isSecret: boolean;
}

function defineViews(
  tables: ReadonlyMap<string, readonly Column[]>,
  {secrets, hidden}: Pick<ExtractionViewsOptions, 'secrets' | 'hidden'>,
): Map<string, ViewColumn[]> {
  const hiddenTables = hidden.map((table) => table.toLowerCase());
  const secretColumns = secrets.map(({table, column}) => `${table}.${column}`.toLowerCase());
  const columnNames = [...tables.values()].flat().map(({relation, name}) => `${relation}.${name}`);
  for (const [kind, names, known] of [
    ['hidden table', hiddenTables, [...tables.keys()]],
    ['secret column', secretColumns, columnNames],
  ] as const) {
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw new Error(`The ${kind} ${unknown} does not exist in the database. Correct its name.`);
    }
  }
  return new Map(
    [...tables]
      .filter(([table]) => !hiddenTables.includes(table))
      .map(([table, columns]) => [
        table,
        columns.map((column) => ({
          ...column,
          isSecret: secretColumns.includes(`${column.relation}.${column.name}`),
        })),
      ]),
  );
}

function viewStatement(name: string, columns: readonly ViewColumn[]): string {
  const list = columns.map(({name: column, type, is_text, isSecret}) =>
    isSecret ? `${is_text ? `''` : 'null'}::${type} as "${column}"` : `"${column}"`,
  );
  return `create or replace view ${qualified(name)} as select ${list.join(', ')} from public."${name}"`;
}

/** Whether `create or replace view` works, which can only add columns at the end. */
function isExtendedBy(old: readonly Column[], columns: readonly Column[] | undefined): boolean {
  return (
    columns !== undefined &&
    old.every(({name, type}, index) => columns[index]?.name === name && columns[index].type === type)
  );
}

async function readColumns(
  database: Queryable,
  schema: string,
  kinds: readonly string[],
): Promise<Map<string, Column[]>> {
  const columns = await database.rows<Column>(sql`
    select pg_class.relname as relation, attname as name, format_type(atttypid, atttypmod) as type,
           typcategory = 'S' as is_text
    from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      join pg_type on pg_type.oid = atttypid
    where nspname = ${schema} and relkind = any(${kinds}) and not relispartition
    order by relname, attnum`);
  return Map.groupBy(columns, ({relation}) => relation);
}

function qualified(name: string): string {
  return `${EXTRACTION_SCHEMA}."${name}"`;
}

/** Creates the reader and its settings if they are missing. Returns whether the role exists. */
async function ensureReader(database: Database, log: OperatorLog): Promise<boolean> {
  const settings = READER.settings.map(
    (setting) => `alter role ${READER_ROLE} set ${setting.replace('=', ' = ')}`,
  );
  const role = await findReader(database);
  const statements = [
    ...(role === undefined ? [`create role ${READER_ROLE} login`] : []),
    ...settings.filter((_, index) => !role?.settings.includes(READER.settings[index]!)),
  ];
  for (const text of statements) {
    try {
      await database.execute({text});
    } catch (error) {
      if (isCreatedConcurrently(error)) {
        continue;
      }
      if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) {
        throw error;
      }
      log.warn(
        {statements},
        `The database user is not allowed to create or change the role ${READER_ROLE}, which reads the database without ` +
          `its secrets. Ask an administrator to run: ${statements.join('; ')}. Then restart Patchbay.`,
      );
      break;
    }
  }
  return (await findReader(database)) !== undefined;
}

const INSUFFICIENT_PRIVILEGE = '42501';
const DUPLICATE_OBJECT = '42710';
const UNIQUE_VIOLATION = '23505';
const CONCURRENT_UPDATE = 'XX000';

/** Roles belong to the whole cluster, so a server on another database can create the same role at the same time. */
function isCreatedConcurrently(error: unknown): boolean {
  return [DUPLICATE_OBJECT, UNIQUE_VIOLATION, CONCURRENT_UPDATE].includes(sqlState(error) ?? '');
}

function findReader(database: Queryable): Promise<{settings: string[]} | undefined> {
  return database.row<{settings: string[]}>({
    text: `select coalesce(rolconfig, '{}') as settings from pg_roles where rolname = $1`,
    values: [READER_ROLE],
  });
}
