import type {Queryable} from './queryable.ts';

/**
 * Table declarations, from which we derive the types of rows and the statements that write them. Many rows are sent as
 * one array per column, which is much cheaper than one statement per row.
 */

interface Column {
  /** `text` for text of any length, otherwise the PostgreSQL type. */
  type: string;
  nullable?: true;
  /** The default value, in PostgreSQL syntax. */
  default?: string | number | boolean;
  /** The values of an enumeration. */
  values?: readonly string[];
  /** PostgreSQL generates the value. */
  generated?: true;
}

/** Names are in lower case, as in query results. */
export interface Table {
  name: string;
  key: readonly string[];
  columns: Readonly<Record<string, Column>>;
}

type ColumnsOf<T extends Table> = T['columns'];

/** The JavaScript type of each PostgreSQL type. */
export interface ValueTypes {
  text: string;
  bigint: number;
  integer: number;
  'double precision': number;
  boolean: boolean;
  jsonb: unknown;
  bytea: Buffer;
  /** As text. */
  tsvector: string;
  'text[]': string[];
}

type ValueOf<C extends Column> = C extends {values: readonly (infer Value)[]}
  ? Value
  : C['type'] extends keyof ValueTypes
    ? ValueTypes[C['type']]
    : never;

type WholeRow<T extends Table> = {
  -readonly [Name in keyof ColumnsOf<T>]:
    | ValueOf<ColumnsOf<T>[Name]>
    | (ColumnsOf<T>[Name] extends {nullable: true} ? null : never);
};

/**
 * A row as it is read. `Narrowed` refines the types of some columns, such as JSON:
 *
 *     interface DraftRow extends RowOf<typeof DRAFTS, {props: Record<string, unknown>}> {}
 */
export type RowOf<T extends Table, Narrowed extends Partial<WholeRow<T>> = object> = Omit<
  WholeRow<T>,
  keyof Narrowed
> &
  Narrowed;

// JSON is written as text, because a JavaScript array would become a PostgreSQL array.
type WrittenValue<C extends Column> =
  | (C['type'] extends 'jsonb' ? string : ValueOf<C>)
  | (C extends {nullable: true} ? null : never);

type Writable<T extends Table> = {
  -readonly [Name in keyof ColumnsOf<T> as ColumnsOf<T>[Name] extends {generated: true}
    ? never
    : Name]: WrittenValue<ColumnsOf<T>[Name]>;
};

type OptionalColumn<T extends Table> = {
  [Name in keyof ColumnsOf<T>]: ColumnsOf<T>[Name] extends {default: unknown} | {nullable: true}
    ? Name
    : never;
}[keyof ColumnsOf<T>];

/** A row to insert. Undefined columns get their defaults. */
export type NewRow<T extends Table> = Omit<Writable<T>, OptionalColumn<T>> &
  Partial<Pick<Writable<T>, OptionalColumn<T> & keyof Writable<T>>>;

/** The new values of a row. Undefined columns don't change. */
export type RowChanges<T extends Table> = Partial<Writable<T>>;

/** The key of a row. */
export type KeyOf<T extends Table> = Pick<WholeRow<T>, T['key'][number] & keyof WholeRow<T>>;

type Values = Readonly<Record<string, unknown>>;

/** Inserts a row, whose key must be new. */
export async function insertRow<T extends Table>(db: Queryable, table: T, row: NewRow<T>): Promise<void> {
  const given = row as Values;
  const names = Object.keys(table.columns).filter((name) => given[name] !== undefined);
  const text = `
    insert into ${table.name} (${quoted(names)}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
  await db.execute({name: statementName(text), text, values: names.map((name) => given[name])});
}

/** Inserts rows, whose keys must be new. Only {@link insertRow} supports array columns. */
export async function insertRows<T extends Table>(
  db: Queryable,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> {
  if (rows.length === 0) return;
  const {names, arrays, values} = columnArrays(table, rows as readonly Values[]);
  const text = `insert into ${table.name} (${quoted(names)}) select * from unnest(${arrays})`;
  await db.execute({name: statementName(text), text, values});
}

/** Inserts the rows whose keys are new, in the order of their keys, and returns those keys. */
export async function insertNewRows<T extends Table>(
  db: Queryable,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<KeyOf<T>[]> {
  if (rows.length === 0) return [];
  const {names, arrays, values} = columnArrays(table, rows as readonly Values[]);
  const key = quoted(table.key);
  return db.rows<KeyOf<T>>({
    text: `
      insert into ${table.name} (${quoted(names)})
      select * from unnest(${arrays}) as new (${quoted(names)}) order by ${key}
      on conflict (${key}) do nothing
      returning ${key}`,
    values,
  });
}

/** How to update existing rows. */
export interface MergeOptions<T extends Table> {
  /** A column that is set to the time of the update. */
  touched?: keyof ColumnsOf<T>;
  /**
   * SQL expressions for columns, in terms of the rows `old` and `new`, where `new` is null if no value was given. By
   * default, a column gets the new value if there is one.
   */
  set?: {readonly [Name in keyof ColumnsOf<T>]?: string};
}

/**
 * Updates existing rows. Columns without a value and rows without a difference don't change. Returns the keys of the
 * changed rows.
 */
export async function updateRows<T extends Table>(
  db: Queryable,
  table: T,
  rows: readonly RowChanges<T>[],
  {merging, now}: {merging: MergeOptions<T>; now: number},
): Promise<KeyOf<T>[]> {
  const changes = rows as readonly Values[];
  const {touched, set = {}} = merging as {touched?: string; set?: Readonly<Record<string, string>>};
  const given = Object.keys(table.columns).filter(
    (name) => !table.key.includes(name) && changes.some((row) => row[name] !== undefined),
  );
  if (given.length === 0) return [];
  const names = [...table.key, ...given];
  const next = given.map((name) => set[name] ?? `coalesce(new."${name}", old."${name}")`);
  const assignments = given.map((name, i) => `"${name}" = ${next[i]}`);
  if (touched) assignments.push(`"${touched}" = $${names.length + 1}`);
  return db.rows<KeyOf<T>>({
    text: `
      update ${table.name} as old set ${assignments.join(', ')}
      from unnest(${unnested(table, names)}) as new (${quoted(names)})
      where ${table.key.map((name) => `old."${name}" = new."${name}"`).join(' and ')}
        and row(${given.map((name) => `old."${name}"`).join(', ')}) is distinct from row(${next.join(', ')})
      returning ${table.key.map((name) => `old."${name}"`).join(', ')}`,
    values: [...names.map((name) => changes.map((row) => row[name] ?? null)), ...(touched ? [now] : [])],
  });
}

const statementNames = new Map<string, string>();

/** A name for a statement, so that it is prepared once. There are only a few different statements. */
function statementName(text: string): string {
  const name = statementNames.get(text) ?? `table-rows-${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/** The columns in which a row differs from the default, each with its values as an array. */
function columnArrays(table: Table, rows: readonly Values[]) {
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
 * A column as a PostgreSQL array literal; undefined if all rows have the default. The driver's array conversion takes
 * twice as long as the rest of importing a post, so we don't use it.
 */
function arrayLiteral(rows: readonly Values[], name: string, fallback: unknown): string | undefined {
  if (rows.every((row) => (row[name] ?? fallback) === fallback)) return undefined;
  let text = '';
  for (let i = 0; i < rows.length; i++) {
    const value = rows[i]![name] ?? fallback;
    text += i === 0 ? element(value) : `,${element(value)}`;
  }
  return `{${text}}`;
}

function element(value: unknown): string {
  if (typeof value === 'string') {
    return value.includes('\\') || value.includes('"')
      ? `"${value.replace(/["\\]/g, '\\$&')}"`
      : `"${value}"`;
  }
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  return value === null || value === undefined ? 'NULL' : String(value);
}

function unnested(table: Table, names: readonly string[]): string {
  return names.map((name, i) => `$${i + 1}::${table.columns[name]!.type}[]`).join(', ');
}

/** Names may be SQL keywords, such as `desc`. */
function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
