// Writes server/src/messaging/tables/tables.ts, the declarations of all tables, from a migrated database. With
// --check, only reports whether the migrations have changed since; a test compares the declarations.

import {createHash} from 'node:crypto';
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openDatabase} from '../server/src/platform/database/database.ts';
import {startEmbeddedPostgres} from '../server/src/platform/database/embedded/embedded-postgres.ts';
import {READER} from '../server/src/platform/database/extraction-views.ts';
import {migrate} from '../server/src/platform/database/migrate.ts';
import type {Queryable} from '../server/src/platform/database/queryable.ts';
import {createLogger} from '../server/src/platform/logging/logger.ts';
import {projectRoot} from './bootstrap.js';

export const TABLES_FILE = join(projectRoot, 'server/src/messaging/tables/tables.ts');
const MIGRATIONS = join(projectRoot, 'server/migrations');

/** The same as in biome.json. */
const LINE_WIDTH = 110;

interface ColumnRow {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  generated: boolean;
  default: string | null;
  values: string[] | null;
  /** The position in the primary key, starting at 1. */
  place: number | null;
}

/** The content of tables.ts for a database. */
export async function tablesSource(database: Queryable): Promise<string> {
  const columns = await database.rows<ColumnRow>({
    text: `
      select c.relname as table, a.attname as name, not a.attnotnull as nullable,
        a.attidentity <> '' or a.attgenerated <> '' as generated,
        case when t.typname in ('varchar', 'bpchar') then 'text' else format_type(a.atttypid, null) end as type,
        pg_get_expr(d.adbin, d.adrelid) as default,
        (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as values,
        array_position(k.conkey, a.attnum) as place
      from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
        left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
      order by c.relname, a.attnum`,
  });
  const tables = Map.groupBy(columns, ({table}) => table);
  const written = [...constantNames()].filter(([name]) => tables.has(name));
  return [
    '// Written by scripts/write-tables.ts from the migrations; do not edit.',
    hashLine(),
    '',
    "import type {Table} from '../../platform/database/table.ts';",
    ...written.map(([name, constant]) => declaration(name, constant, tables.get(name)!)),
    '',
  ].join('\n');
}

function declaration(table: string, constant: string, columns: readonly ColumnRow[]): string {
  const key = columns.filter(({place}) => place !== null).sort((a, b) => a.place! - b.place!);
  return `
export const ${constant} = {
  name: '${table}',
  key: [${key.map(({name}) => `'${name}'`).join(', ')}],
  columns: {
${columns.map(columnLine).join('\n')}
  },
} as const satisfies Table;`;
}

/** A member on one line, or on several lines if the formatter would break it. */
function columnLine(column: ColumnRow): string {
  const properties = columnProperties(column);
  const line = `    ${column.name}: {${properties.join(', ')}},`;
  if (line.length <= LINE_WIDTH) return line;
  return `    ${column.name}: {\n${properties.map((property) => `      ${property},`).join('\n')}\n    },`;
}

function columnProperties({
  table,
  name,
  type,
  nullable,
  generated,
  default: fallback,
  values,
}: ColumnRow): string[] {
  return [
    `type: '${type}'`,
    ...(values ? [`values: [${values.map((value) => `'${value}'`).join(', ')}]`] : []),
    ...(nullable ? ['nullable: true'] : []),
    ...(generated ? ['generated: true'] : []),
    ...(fallback === null ? [] : [`default: ${toLiteral(fallback, `${table}.${name}`)}`]),
  ];
}

/** A default as a TypeScript literal. */
function toLiteral(expression: string, column: string): string {
  const text = /^'([^']*)'::/.exec(expression)?.[1];
  if (text !== undefined) return `'${text}'`;
  if (/^(-?\d+|true|false)$/.test(expression)) return expression;
  throw new Error(`The default of ${column} is not a plain value: ${expression}`);
}

/** The constant names by table, in the order of the migrations: `FILE_INFO` for `fileinfo`. */
function constantNames(): Map<string, string> {
  const created = migrationTexts().flatMap((text) => [
    ...text.matchAll(/^(?:create (?:unlogged )?table|alter table \w+ rename to) (\w+)/gim),
  ]);
  return new Map(
    created.map(([, name]) => [
      name!.toLowerCase(),
      name!.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(),
    ]),
  );
}

function migrationTexts(): string[] {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => readFileSync(join(MIGRATIONS, name), 'utf8').replaceAll('\r\n', '\n'));
}

function hashLine(): string {
  const hash = createHash('sha256').update(migrationTexts().join('\n')).digest('hex');
  return `// SHA-256 of the migrations: ${hash}`;
}

async function write(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'patchbay-tables-'));
  const log = createLogger({level: 'warn', pretty: false});
  const dataDirectory = join(directory, 'data');
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    listenPort: 0,
    reader: READER,
    durable: false,
    log,
  });
  try {
    await postgres.ensureDatabase('tables');
    const connectionString = postgres.connectionString('tables');
    const database = openDatabase({connectionString, maxConnections: 1, log});
    await migrate(database, MIGRATIONS);
    writeFileSync(TABLES_FILE, await tablesSource(database));
    await database.close();
  } finally {
    await postgres.stop();
    rmSync(directory, {recursive: true, force: true});
  }
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) await write();
  else if (!readFileSync(TABLES_FILE, 'utf8').includes(hashLine())) {
    console.error(
      'The migrations have changed. To update the table declarations, run: npx node scripts/write-tables.ts',
    );
    process.exitCode = 1;
  }
}
