import {existsSync} from 'node:fs';
import {open, rename, rm} from 'node:fs/promises';
import path from 'node:path';
import type {OperatorLog} from '../logging/operator-log.ts';
import {findPackage, type PostgresPackage} from './embedded/binaries.ts';
import {readVersion} from './embedded/cluster.ts';
import {CLUSTER, startEmbeddedPostgres} from './embedded/embedded-postgres.ts';
import {fetchPackage} from './embedded/packages.ts';
import type {Reader} from './embedded/roles.ts';

/** The cluster that an upgrade fills, until it takes the place of the old one. */
export const UPGRADED_CLUSTER = 'postgres-upgrading';

/** An embedded cluster of an older major version than the programs that are installed. */
export interface OlderCluster {
  major: number;
  /** The major version of the installed programs. */
  installed: number;
  /** Finds or downloads the programs that can serve it. @throws DatabaseUnavailableError */
  fetchPackage(): Promise<PostgresPackage>;
  /**
   * Puts the upgraded cluster in its place, and keeps the old one. Returns the name of the old one's directory. Settings
   * made there with `alter system` stay there: a newer PostgreSQL does not start with one that it no longer knows.
   */
  replace(): Promise<string>;
}

/**
 * The embedded cluster of a data directory if it is older than the installed programs; undefined if it is not, or there
 * is none. Finishes or removes what an interrupted upgrade has left. The caller holds the data directory's lock.
 */
export async function findOlderCluster(
  dataDirectory: string,
  {reader, log}: {reader: Reader; log: OperatorLog},
): Promise<OlderCluster | undefined> {
  const current = path.join(dataDirectory, CLUSTER);
  const upgraded = path.join(dataDirectory, UPGRADED_CLUSTER);
  if (existsSync(upgraded)) {
    if (existsSync(current)) await discard();
    else await rename(upgraded, current);
  }
  const major = Number(readVersion(current));
  if (Number.isNaN(major)) return undefined;
  const installed = Number.parseInt(findPackage().version, 10);
  if (major >= installed) return undefined;

  /** Removes the cluster of an upgrade that was interrupted; the server that filled it may still run. */
  async function discard(): Promise<void> {
    if (readVersion(upgraded) !== undefined) {
      const options = {dataDirectory, cluster: UPGRADED_CLUSTER, listenPort: 0, reader, log};
      await (await startEmbeddedPostgres(options)).stop();
    }
    await rm(upgraded, {recursive: true});
  }

  return {
    major,
    installed,
    fetchPackage: () => fetchPackage(major, dataDirectory),
    async replace() {
      const kept = freeName(dataDirectory, `${CLUSTER}-${major}`);
      await rename(current, path.join(dataDirectory, kept));
      // Between these two the next start finds no cluster but the upgraded one, and goes on from here.
      await rename(upgraded, current);
      const directory = await open(dataDirectory, 'r');
      await directory.sync().finally(() => directory.close());
      return kept;
    },
  };
}

function freeName(directory: string, name: string): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(path.join(directory, candidate))) return candidate;
  }
}
