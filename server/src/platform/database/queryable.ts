import type {Writable} from 'node:stream';
import type {Query, SqlFragment} from './sql.ts';

/**
 * Runs statements that only read. A store function that takes a `Reader` may get a replica (`Database.replica`); one that
 * takes a {@link Queryable} never does, because a replica can't be passed as one.
 */
export interface Reader {
  /** All rows. Column names are in lower case. */
  rows<Row>(query: Query | SqlFragment): Promise<Row[]>;
  /** The first row, or undefined. */
  row<Row>(query: Query | SqlFragment): Promise<Row | undefined>;
}

/**
 * Runs statements on a pool or in a transaction. Statements are literal text with `$1…`, or fragments composed with `sql`
 * if their structure depends on input.
 *
 * A JavaScript array becomes a PostgreSQL array, so pass JSON arrays as `JSON.stringify(…)`. `bigint` and `numeric`
 * columns are returned as numbers (exact up to 2^53, which is enough for times in milliseconds and counts), `json` and
 * `jsonb` columns as parsed values.
 */
export interface Queryable extends Reader {
  /** The number of affected rows. */
  execute(query: Query | SqlFragment): Promise<number>;
}

/** Runs statements in one transaction. Throws after the transaction has ended. */
export interface Transaction extends Queryable {
  readonly inTransaction: true;
  /**
   * The input of `copy … from stdin`. The stream finishes when the rows are in the table. Destroying it fails the
   * transaction.
   */
  copyIn(statement: SqlFragment): CopyInStream;
}

/** The input of `copy … from stdin`; `rowCount` is set when it has finished. */
type CopyInStream = Writable & {readonly rowCount: number};
