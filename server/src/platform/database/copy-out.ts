import {finished, type Readable} from 'node:stream';
import pg from 'pg';
import {to} from 'pg-copy-streams';
import type {Lease} from './connection-pool.ts';
import {render, type SqlFragment} from './sql.ts';

/** Runs a `copy (…) to stdout` and releases the connection when the stream has ended, failed or was destroyed. */
export function copyOut({client, release}: Lease, text: string): Readable {
  const stream = client.query(to(text));
  finished(stream, (error) => {
    // A stream that was left early leaves a connection in the midst of a COPY: of no more use.
    release(Boolean(error));
    stream.destroy();
  });
  return stream;
}

/** The text of a statement that takes no parameters, with its values as literals. Throws on a value that has none. */
export function withLiterals(statement: SqlFragment): string {
  return render(statement, (index) => literal(statement.values[index]));
}

/** The value as an SQL literal. PostgreSQL resolves a quoted one to the type that its place asks for. */
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
    `A ${typeof value} cannot stand in a COPY statement; pass text, numbers, or arrays of them.`,
  );
}

function arrayElement(value: unknown): string {
  if (typeof value === 'string') {
    return `"${value.replace(/["\\]/g, '\\$&')}"`;
  }
  if (typeof value === 'number' && Number.isFinite(value)) {
    return String(value);
  }
  throw new Error(`An array in a COPY statement holds a ${typeof value}; pass text or numbers.`);
}
