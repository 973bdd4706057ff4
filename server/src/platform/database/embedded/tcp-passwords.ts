import {randomBytes} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';

const HOST = '127.0.0.1';

/**
 * The password of `role` for TCP. It is generated once and stored in `postgres.pgpass`, a libpq password file, so that
 * `PGPASSFILE=… psql -h 127.0.0.1` works. Only the current user can read the file.
 */
export function tcpPassword(dataDirectory: string, role: string): string {
  const file = path.join(dataDirectory, 'postgres.pgpass');
  const lines = readLines(file);
  const start = `${HOST}:*:*:${role}:`;
  const known = lines.find((line) => line.startsWith(start));
  if (known !== undefined) {
    return known.slice(start.length);
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, [...lines, start + password, ''].join('\n'), {mode: 0o600});
  return password;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}
