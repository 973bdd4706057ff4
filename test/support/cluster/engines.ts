import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

/** The programs of a cluster that npm doesn't install, by the Debian package that contains them. */
export type Engine = 'nats-server' | 'haproxy' | 'postgresql';

const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/** The folder with the programs of the newest PostgreSQL from Debian. */
export const postgresPrograms: string | undefined = newestPostgres();

function newestPostgres(): string | undefined {
  if (!existsSync(POSTGRES_VERSIONS)) return undefined;
  return readdirSync(POSTGRES_VERSIONS)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(POSTGRES_VERSIONS, version, 'bin'))
    .find((directory) => existsSync(join(directory, 'pg_basebackup')));
}

/** Where Debian installs a program. The path can be missing from `PATH`. */
export const programs = {'nats-server': '/usr/sbin/nats-server', haproxy: '/usr/sbin/haproxy'};

/** The engines that are not installed. */
export function missingEngines(...needed: Engine[]): Engine[] {
  return needed.filter((engine) =>
    engine === 'postgresql' ? postgresPrograms === undefined : !existsSync(programs[engine]),
  );
}

/** Whether tests that need these engines must be skipped. Prints one line with the packages to install. */
export function skipWithout(...needed: Engine[]): boolean {
  const missing = missingEngines(...needed);
  if (missing.length > 0) {
    console.log(`Cluster tests are skipped. Install the Debian packages: ${missing.join(' ')}`);
  }
  return missing.length > 0;
}
