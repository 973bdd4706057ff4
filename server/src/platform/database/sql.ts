/** One statement. With a name it is prepared once per connection. */
export interface Query {
  text: string;
  values?: readonly unknown[];
  name?: string;
}

// A symbol, because parsed JSON can never carry one: no foreign input can pass for a fragment.
const brand: unique symbol = Symbol('sql fragment');

/** A piece of SQL together with its values, made by {@link sql}. */
export interface SqlFragment {
  readonly [brand]: true;
  /** The text around the values: always one piece more than there are values. */
  readonly pieces: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * Composes a statement whose shape depends on input:
 *
 *     const newer = since === undefined ? sql.empty : sql`and createat > ${since}`;
 *     database.rows(sql`select * from posts where channelid = ${channelId} ${newer}`);
 *
 * A fragment among the values is spliced in with its own values; everything else becomes a parameter, never
 * text. This takes the place of a query builder: the few queries that need composition keep the very text
 * that PostgreSQL will see in sight, and all the others are literal text.
 *
 * Throws when a value is `undefined`, which is a forgotten value more often than a meant NULL.
 */
export function sql(texts: TemplateStringsArray, ...values: readonly unknown[]): SqlFragment {
  const parts: unknown[] = [text(texts[0]!)];
  values.forEach((value, index) => {
    parts.push(value, text(texts[index + 1]!));
  });
  return concatenate(parts);
}

/** A fragment without text, for the branch that adds nothing. */
sql.empty = text('');

/** The items, each a value or a fragment, with `separator` between them (a comma unless told otherwise). */
sql.join = (items: readonly unknown[], separator: SqlFragment = text(', ')): SqlFragment =>
  concatenate(items.flatMap((item, index) => (index === 0 ? [item] : [separator, item])));

/**
 * The name of a column or table that was chosen by input, quoted. Only names in lower case letters, digits
 * and underscores pass: the names of this project's own schema. Throws on anything else.
 */
sql.identifier = (name: string): SqlFragment => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) {
    throw new Error(`${JSON.stringify(name)} cannot name a column or table: use a-z, 0-9 and _ only.`);
  }
  return text(`"${name}"`);
};

/** Whether `value` was made by {@link sql}. */
export function isSqlFragment(value: unknown): value is SqlFragment {
  return typeof value === 'object' && value !== null && brand in value;
}

/** The statement that a fragment stands for, its values numbered `$1…` in the order of the text. */
export function compileSql(fragment: SqlFragment): Query {
  return {text: render(fragment, (index) => `$${index + 1}`), values: fragment.values};
}

/** The fragment's text with `placeholder(index)` in the place of each value. */
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
