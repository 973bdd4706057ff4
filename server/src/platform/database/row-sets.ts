import type {Query} from './sql.ts';
import type {Table, ValueTypes} from './table.ts';

/** Column types by name. JSON and enumerations are passed as text. */
type ColumnTypes = Readonly<Record<string, string>>;

/** A row of a set. */
export type SetRow<Types extends ColumnTypes> = {
  -readonly [Name in keyof Types]: Types[Name] extends Exclude<keyof ValueTypes, 'jsonb'>
    ? ValueTypes[Types[Name]]
    : string;
};

/** SQL snippets for a set of rows. */
interface SetInSql<Types extends ColumnTypes> {
  /** The rows, for `from`. */
  rows: string;
  /** The column names. */
  names: string;
  /** The values of one column as an array. */
  array: {readonly [Name in keyof Types]: string};
  /** The values of the first row, for sets that have only one. */
  first: {readonly [Name in keyof Types]: string};
  /** The columns of the rows under this alias. */
  column(alias: string): {readonly [Name in keyof Types]: string};
}

/** SQL snippets for each set of rows of a statement. */
export type SetsInSql<Sets extends Readonly<Record<string, ColumnTypes>>> = {
  [Set in keyof Sets]: SetInSql<Sets[Set]>;
};

/** The types of some columns of a table, for a set of rows. */
export function columnTypes<T extends Table, const Name extends keyof T['columns'] & string>(
  table: T,
  names: readonly Name[],
): {readonly [N in Name]: T['columns'][N]['type']} {
  const types = Object.fromEntries(names.map((name) => [name, table.columns[name]!.type]));
  return types as {[N in Name]: T['columns'][N]['type']};
}

/**
 * A prepared statement with sets of rows as input, each passed as one array per column. The text refers to the sets by
 * name, so there are no parameters to number:
 *
 *     const raise = rowSetStatement('raise', {change: {id: 'text', by: 'bigint'}}, ({change}) => `
 *       update Things t set Count = Count + change.by
 *       from ${change.rows} as change (${change.names}) where t.Id = change.id`);
 *     await db.execute(raise({change: [{id, by: 1}]}));
 */
export function rowSetStatement<const Sets extends Readonly<Record<string, ColumnTypes>>>(
  name: string,
  sets: Sets,
  write: (sets: SetsInSql<Sets>) => string,
): (rows: {readonly [Set in keyof Sets]: readonly SetRow<Sets[Set]>[]}) => Query {
  const places = Object.entries(sets).flatMap(([set, types]) =>
    Object.entries(types).map(([column, type]) => ({set, column, type})),
  );
  const inSql = Object.fromEntries(
    Object.entries(sets).map(([set, types]) => {
      const array = (column: string) =>
        `$${places.findIndex((place) => place.set === set && place.column === column) + 1}`;
      const columns = Object.keys(types);
      const byColumn = (write: (column: string) => string) =>
        Object.fromEntries(columns.map((column) => [column, write(column)]));
      return [
        set,
        {
          rows: `unnest(${columns.map((column) => `${array(column)}::${types[column]}[]`).join(', ')})`,
          names: columns.join(', '),
          array: byColumn(array),
          first: byColumn((column) => `(${array(column)}::${types[column]}[])[1]`),
          column: (alias: string) => byColumn((column) => `${alias}.${column}`),
        },
      ];
    }),
  );
  const text = write(inSql as unknown as SetsInSql<Sets>);
  return (rows) => ({
    name,
    text,
    values: places.map(({set, column}) => rows[set]!.map((row) => (row as Record<string, unknown>)[column])),
  });
}
