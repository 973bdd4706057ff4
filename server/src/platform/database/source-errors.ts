import pg from 'pg';
import {connectionSettings} from './connection-settings.ts';
import {DatabaseUnavailableError} from './database-unavailable-error.ts';

// Describes what is wrong with a connection string in the settings, for administrators. `setting` is its name.

/** The oldest supported version of PostgreSQL, as in `server_version_num`. */
export const OLDEST_VERSION = 150_000;

/** @throws DatabaseUnavailableError if the connection string is malformed. */
export function clientFor(
  dataSource: string,
  setting: string,
  options: Pick<pg.ClientConfig, 'connectionTimeoutMillis'> = {},
): pg.Client {
  const malformed =
    `${setting} is not a connection string. Use the format ` +
    'postgresql://user:password@host:5432/database?sslmode=require, with special characters percent-encoded.';
  if (!/^postgres(ql)?:\/\//.test(dataSource)) {
    throw new DatabaseUnavailableError(malformed);
  }
  try {
    return new pg.Client({...connectionSettings(dataSource), ...options});
  } catch {
    // No cause, because it may contain the connection string with the password.
    throw new DatabaseUnavailableError(malformed);
  }
}

/** The error for a server that could not be reached, or didn't accept the connection. */
export function unavailable(
  error: unknown,
  {user, database, host, port}: pg.Client,
  setting: string,
): DatabaseUnavailableError {
  const where = `the PostgreSQL server at ${host}:${port} (${setting})`;
  const reason = reasonOf(error);
  switch (error instanceof pg.DatabaseError ? error.code : undefined) {
    case '28P01':
    case '28000':
      return new DatabaseUnavailableError(
        `${capitalize(where)} rejected the user ${user}: ${reason}. Check the username and the password.`,
      );
    case '3D000':
      return new DatabaseUnavailableError(
        `${capitalize(where)} has no database ${database}. Create it with: create database "${database}".`,
      );
    default:
      return new DatabaseUnavailableError(
        `Cannot reach ${where}: ${reason}. Check that it is running, and check the host and port in the setting.`,
      );
  }
}

/** If a host has several addresses, Node throws an AggregateError without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) {
    return error.errors.map(reasonOf).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
