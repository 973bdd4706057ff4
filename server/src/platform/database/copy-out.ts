import {finished, type Readable} from 'node:stream';
import pg from 'pg';
import {to} from 'pg-copy-streams';
import type {Lease} from './connection-pool.ts';
import {render, type SqlFragment} from './sql.ts';

/** Runs a `copy (…) to stdout` and releases the connection when the stream ends, fails or is destroyed. */
export function copyOut({client, release}: Lease, text: string): Readable {
  const stream = client.query(to(text));
  finished(stream, (error) => {
    // If the stream didn't end, the connection is in the middle of a COPY and can't be reused.
    release(Boolean(error));
    stream.destroy();
  });
  return stream;
}

/** The text of a statement with its values as literals. Throws on a value that can't be a literal. */
export function withLiterals(statement: SqlFragment): string {
  return render(statement, (index) => literal(statement.values[index]));
}

/** The value as an SQL literal. PostgreSQL infers the type of a quoted literal from its context. */
function literal(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return String(value);
  }
  if (typeof value === 'string') {
    return pg.escapeLiteral(value);
  }
  if (Array.isArray(value)) {
    return pg.escapeLiteral(`{${value.map(arrayElement).join(',')}}`);
  }
  throw new Error(
    `A ${typeof value} is not supported in a COPY statement; pass text, numbers, or arrays of them.`,
  );
}

function arrayElement(value: unknown): string {
  if (typeof value === 'string') {
    return `"${value.replace(/["\\]/g, '\\$&')}"`;
  }
  if (typeof value === 'number' && Number.isFinite(value)) {
    return String(value);
  }
  throw new Error(`An array in a COPY statement contains a ${typeof value}; pass text or numbers.`);
}
