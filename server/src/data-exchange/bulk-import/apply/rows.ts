import type {Queryable} from '../../../platform/database/queryable.ts';

/**
 * Rows in arrays: a thousand at a time travel as one array a column, which costs a fraction of a statement each, and
 * no more than one parameter a column.
 */

/** A column of a table. */
export interface Column {
  type: string;
  /** What a row has in it that says nothing. A column that has it in all rows is left out of the statement. */
  default?: unknown;
  /**
   * What an existing row gets, in terms of `old` and `new`, where `new` is null in a row that says nothing: the
   * new value if there is one, unless stated otherwise.
   */
  set?: string;
}

export interface Table {
  name: string;
  /** The names of the key's columns. */
  key: readonly string[];
  columns: Readonly<Record<string, Column>>;
  /** A column that takes the time of a change. */
  touched?: string;
}

/** Values by column. JSON travels as text. */
export type Row = Readonly<Record<string, unknown>>;

/** Inserts rows; their keys must be new. */
export async function insertRows(db: Queryable, table: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const {names, arrays, values} = columnArrays(table, rows);
  const text = `insert into ${table.name} (${names.join(', ')}) select * from unnest(${arrays})`;
  await db.execute({name: statementName(text), text, values});
}

/** Inserts the rows whose keys are new, in the order of their keys, and returns the keys of those. */
export async function insertNewRows<Key = unknown>(
  db: Queryable,
  table: Table,
  rows: readonly Row[],
): Promise<Key[]> {
  if (rows.length === 0) return [];
  const {names, arrays, values} = columnArrays(table, rows);
  const key = table.key.join(', ');
  return db.rows<Key>({
    text: `
      insert into ${table.name} (${names.join(', ')})
      select * from unnest(${arrays}) as new (${names.join(', ')}) order by ${key}
      on conflict (${key}) do nothing
      returning ${key}`,
    values,
  });
}

/**
 * Brings existing rows up to date. A column that a row says nothing of stays as it is, and so does a row in which
 * nothing would change. Returns the keys of the rows that did change.
 */
export async function changeRows<Key = unknown>(
  db: Queryable,
  table: Table,
  rows: readonly Row[],
  now: number,
): Promise<Key[]> {
  const given = Object.keys(table.columns).filter(
    (name) => !table.key.includes(name) && rows.some((row) => row[name] !== undefined),
  );
  if (given.length === 0) return [];
  const names = [...table.key, ...given];
  const next = given.map((name) => table.columns[name]!.set ?? `coalesce(new.${name}, old.${name})`);
  const assignments = given.map((name, i) => `${name} = ${next[i]}`);
  if (table.touched) assignments.push(`${table.touched} = $${names.length + 1}`);
  return db.rows<Key>({
    text: `
      update ${table.name} as old set ${assignments.join(', ')}
      from unnest(${unnested(table, names)}) as new (${names.join(', ')})
      where ${table.key.map((name) => `old.${name} = new.${name}`).join(' and ')}
        and row(${given.map((name) => `old.${name}`).join(', ')}) is distinct from row(${next.join(', ')})
      returning ${table.key.map((name) => `old.${name}`).join(', ')}`,
    values: [...names.map((name) => rows.map((row) => row[name] ?? null)), ...(table.touched ? [now] : [])],
  });
}

const statementNames = new Map<string, string>();

/** A name for a statement that comes again and again, so that it is prepared once; there are few different ones. */
function statementName(text: string): string {
  const name = statementNames.get(text) ?? `import-rows-${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/** The columns in which rows differ from the default, each with its values as one array. */
function columnArrays(table: Table, rows: readonly Row[]) {
  const names: string[] = [];
  const values: string[] = [];
  for (const [name, {default: fallback = null}] of Object.entries(table.columns)) {
    const array = arrayLiteral(rows, name, fallback);
    if (array === undefined && !table.key.includes(name)) continue;
    names.push(name);
    values.push(array ?? `{${rows.map(() => element(fallback)).join()}}`);
  }
  return {names, arrays: unnested(table, names), values};
}

/**
 * A column as PostgreSQL writes arrays; undefined if all rows have the default. Written here, in one go over the rows,
 * because the driver takes twice as long over its arrays as the rest of an import takes over a post.
 */
function arrayLiteral(rows: readonly Row[], name: string, fallback: unknown): string | undefined {
  let text = '';
  let differs = false;
  for (let i = 0; i < rows.length; i++) {
    const value = rows[i]![name] ?? fallback;
    if (value !== fallback) differs = true;
    text += i === 0 ? element(value) : `,${element(value)}`;
  }
  return differs ? `{${text}}` : undefined;
}

function element(value: unknown): string {
  if (typeof value === 'string') {
    return value.includes('\\') || value.includes('"')
      ? `"${value.replace(/["\\]/g, '\\$&')}"`
      : `"${value}"`;
  }
  return value === null || value === undefined ? 'NULL' : String(value);
}

function unnested(table: Table, names: readonly string[]): string {
  return names.map((name, i) => `$${i + 1}::${table.columns[name]!.type}[]`).join(', ');
}
