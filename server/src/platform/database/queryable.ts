import type {Writable} from 'node:stream';
import type {Query, SqlFragment} from './sql.ts';

/**
 * What a store needs of the database: a pool or an open transaction. Statements are literal text with `$1…`,
 * or fragments composed with `sql` where their shape depends on input.
 *
 * Values: a JavaScript array becomes a PostgreSQL array, so a JSON array has to be passed as
 * `JSON.stringify(…)`. `bigint` and `numeric` columns arrive as numbers (exact up to 2^53, which holds every
 * time in milliseconds and every count), `json` and `jsonb` parsed.
 */
export interface Queryable {
  /** All rows; column names are lower case as PostgreSQL folds them. */
  rows<Row>(query: Query | SqlFragment): Promise<Row[]>;
  /** The first row or undefined. */
  row<Row>(query: Query | SqlFragment): Promise<Row | undefined>;
  /** Number of rows that the statement touched. */
  execute(query: Query | SqlFragment): Promise<number>;
}

/** A Queryable whose statements all belong to one transaction. It refuses to work once that has ended. */
export interface Transaction extends Queryable {
  readonly inTransaction: true;
  /**
   * Takes the bytes of a `copy … from stdin`. It has finished when the rows are in the table; destroying it fails the
   * statement, and with it the transaction.
   */
  copyIn(statement: SqlFragment): CopyInStream;
}

/** What a `copy … from stdin` takes; `rowCount` is known when it has finished. */
type CopyInStream = Writable & {readonly rowCount: number};
