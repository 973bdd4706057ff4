import {mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {TestProject} from 'vitest/node';
import {startEmbeddedPostgres} from '../../server/src/platform/database/embedded/embedded-postgres.ts';
import {isRunning} from '../../server/src/platform/database/embedded/postmaster.ts';
import {READER} from '../../server/src/platform/database/extraction-views.ts';
import {quiet} from './quiet.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection strings of the run's cluster, for the database `postgres`. */
    testCluster: {superuser: string; owner: string};
  }
}

const PREFIX = 'patchbay-test-cluster-';

/**
 * Starts one cluster per run in a temporary directory, so that several runs can be active at the same time. It is not
 * durable, which makes it fast. The returned function stops it and removes the directory.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const directory = mkdtempSync(path.join(tmpdir(), PREFIX));
  writeFileSync(ownerFile(directory), String(process.pid));
  const postgres = await startIn(directory);
  project.provide('testCluster', {
    superuser: postgres.superuserConnectionString('postgres'),
    owner: postgres.connectionString('postgres'),
  });
  return async () => {
    await postgres.stop();
    rmSync(directory, {recursive: true, force: true});
  };
}

function startIn(directory: string) {
  return startEmbeddedPostgres({
    dataDirectory: path.join(directory, 'data'),
    listenPort: 0,
    reader: READER,
    durable: false,
    log: quiet,
  });
}

/** Stops and removes clusters of killed runs. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const directory = path.join(tmpdir(), name);
    if (!claimDirectory(directory)) continue;
    try {
      // If the cluster is already running, this returns the running one, which can then be stopped.
      const postgres = await startIn(directory);
      await postgres.stop();
    } catch {
      // The cluster was killed while it was being created or removed, or doesn't respond. A server stops if its
      // directory is deleted.
    }
    rmSync(directory, {recursive: true, force: true});
  }
}

/** Takes over the directory of a killed run. Returns false if another new run was faster. */
function claimDirectory(directory: string): boolean {
  try {
    if (isRunning(Number(readFileSync(ownerFile(directory), 'utf8')))) return false;
    renameSync(ownerFile(directory), path.join(directory, 'owner-before'));
  } catch {
    return false;
  }
  writeFileSync(ownerFile(directory), String(process.pid));
  return true;
}

function ownerFile(directory: string): string {
  return path.join(directory, 'owner');
}
