/** A statement. With a name, it is prepared once per connection. */
export interface Query {
  text: string;
  values?: readonly unknown[];
  name?: string;
}

// Parsed JSON can't contain a symbol, so external input can never be mistaken for a fragment.
const brand: unique symbol = Symbol('sql fragment');

/** A piece of SQL with its values, created by {@link sql}. */
export interface SqlFragment {
  readonly [brand]: true;
  /** The text around the values: always one more piece than values. */
  readonly pieces: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Composes a statement whose structure depends on input:
 *
 *     const newer = since === undefined ? sql.empty : sql`and createat > ${since}`;
 *     database.rows(sql`select * from posts where channelid = ${channelId} ${newer}`);
 *
 * A fragment among the values is inserted with its own values; everything else becomes a parameter, never text. We use
 * this instead of a query builder so that the SQL stays visible in the code.
 *
 * Throws if a value is `undefined`, which is usually a mistake rather than NULL.
 */
export function sql(texts: TemplateStringsArray, ...values: readonly unknown[]): SqlFragment {
  const parts: unknown[] = [text(texts[0]!)];
  values.forEach((value, index) => {
    parts.push(value, text(texts[index + 1]!));
  });
  return concatenate(parts);
}

/** An empty fragment. */
sql.empty = text('');

/** Joins values and fragments with `separator` (a comma by default). */
sql.join = (items: readonly unknown[], separator: SqlFragment = text(', ')): SqlFragment =>
  concatenate(items.flatMap((item, index) => (index === 0 ? [item] : [separator, item])));

/** The assignments of an update: each column with its value. Columns without a value don't change. */
sql.assignments = (changes: Readonly<Record<string, unknown>>): SqlFragment =>
  sql.join(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
  );

/**
 * A quoted column or table name. Only lowercase letters, digits and underscores are allowed, as in Patchbay's own schema.
 * Throws on anything else.
 */
sql.identifier = (name: string): SqlFragment => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) {
    throw new Error(`${JSON.stringify(name)} cannot name a column or table. Use only a-z, 0-9 and _.`);
  }
  return text(`"${name}"`);
};

/** Whether `value` was created by {@link sql}. */
export function isSqlFragment(value: unknown): value is SqlFragment {
  return typeof value === 'object' && value !== null && brand in value;
}

/** Turns a fragment into a statement, with its values numbered `$1…` in the order of the text. */
export function compileSql(fragment: SqlFragment): Query {
  return {text: render(fragment, (index) => `$${index + 1}`), values: fragment.values};
}

/** The fragment's text with `placeholder(index)` in place of each value. */
export function render(fragment: SqlFragment, placeholder: (index: number) => string): string {
  return fragment.pieces.reduce((whole, piece, index) => whole + placeholder(index - 1) + piece);
}

function text(piece: string): SqlFragment {
  return {[brand]: true, pieces: [piece], values: []};
}

function concatenate(parts: readonly unknown[]): SqlFragment {
  const pieces = [''];
  const values: unknown[] = [];
  for (const part of parts) {
    if (part === undefined) {
      throw new Error(`A value after ${JSON.stringify(pieces.at(-1))} is undefined; write null for NULL.`);
    }
    const {
      pieces: [first, ...rest],
      values: added,
    } = isSqlFragment(part) ? part : {pieces: ['', ''], values: [part]};
    pieces[pieces.length - 1] += first;
    pieces.push(...rest);
    values.push(...added);
  }
  return {[brand]: true, pieces, values};
}
