import type {Queryable} from './queryable.ts';

/**
 * Tables as data: one declaration gives the types of a table's rows and the statements that write them. Rows in arrays
 * travel a thousand at a time as one array a column, which costs a fraction of a statement each.
 */

interface Column {
  /** `text` for text of any length, otherwise the type's name in PostgreSQL. */
  type: string;
  nullable?: true;
  /** What a row gets that leaves the column out, as PostgreSQL writes it. */
  default?: string | number | boolean;
  /** Of an enumeration. */
  values?: readonly string[];
  /** PostgreSQL itself writes it. */
  generated?: true;
}

/** Names are in lower case, as PostgreSQL folds them and as rows come back. */
export interface Table {
  name: string;
  key: readonly string[];
  columns: Readonly<Record<string, Column>>;
}

type ColumnsOf<T extends Table> = T['columns'];

/** What the driver makes of each type. */
export interface ValueTypes {
  text: string;
  bigint: number;
  integer: number;
  'double precision': number;
  boolean: boolean;
  jsonb: unknown;
  bytea: Buffer;
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
 * A row as it is read. `Narrowed` says more of some columns than the database knows, such as what is in JSON:
 *
 *     interface DraftRow extends RowOf<typeof DRAFTS, {props: Record<string, unknown>}> {}
 */
export type RowOf<T extends Table, Narrowed extends Partial<WholeRow<T>> = object> = Omit<
  WholeRow<T>,
  keyof Narrowed
> &
  Narrowed;

// JSON is written as text: a JavaScript array would become a PostgreSQL array.
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

/** A row to insert. A column that is undefined gets its default. */
export type NewRow<T extends Table> = Omit<Writable<T>, OptionalColumn<T>> &
  Partial<Pick<Writable<T>, OptionalColumn<T> & keyof Writable<T>>>;

/** What a row is to have from now on. A column that is undefined stays as it is. */
export type RowChanges<T extends Table> = Partial<Writable<T>>;

/** The key of a row. */
export type KeyOf<T extends Table> = Pick<WholeRow<T>, T['key'][number] & keyof WholeRow<T>>;

type Values = Readonly<Record<string, unknown>>;

/** Inserts a row; its key must be new. */
export async function insertRow<T extends Table>(db: Queryable, table: T, row: NewRow<T>): Promise<void> {
  const given = row as Values;
  const names = Object.keys(table.columns).filter((name) => given[name] !== undefined);
  const text = `
    insert into ${table.name} (${quoted(names)}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
  await db.execute({name: statementName(text), text, values: names.map((name) => given[name])});
}

/** Inserts rows; their keys must be new. Only {@link insertRow} takes columns of arrays. */
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

/** Inserts the rows whose keys are new, in the order of their keys, and returns the keys of those. */
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

/** How changes meet the rows that are there. */
export interface Merging<T extends Table> {
  /** A column that takes the time of a change. */
  touched?: keyof ColumnsOf<T>;
  /**
   * What a column gets, in terms of the rows `old` and `new`, where `new` is null if nothing is said of the column: the
   * new value if there is one, unless stated otherwise.
   */
  set?: {readonly [Name in keyof ColumnsOf<T>]?: string};
}

/**
 * Brings existing rows up to date. A column that a row says nothing of stays as it is, and so does a row in which
 * nothing would change. Returns the keys of the rows that did change.
 */
export async function updateRows<T extends Table>(
  db: Queryable,
  table: T,
  rows: readonly RowChanges<T>[],
  {merging, now}: {merging: Merging<T>; now: number},
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

/** A name for a statement that comes again and again, so that it is prepared once; there are few different ones. */
function statementName(text: string): string {
  const name = statementNames.get(text) ?? `table-rows-${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/** The columns in which rows differ from the default, each with its values as one array. */
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
 * A column as PostgreSQL writes arrays; undefined if all rows have the default. Written here, in one go over the rows,
 * because the driver takes twice as long over its arrays as the rest of an import takes over a post.
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

/** Names may be words of SQL, such as `desc`. */
function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
