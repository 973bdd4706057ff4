import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {sharedWithWeb} from './shared-with-web.ts';
import {sourceFiles} from './source-files.ts';

const stampName = '.sources';

/** A hash of all sources of the web build. */
function sourcesHash(root: string): string {
  const folders = ['web', ...sharedWithWeb.map((folder) => `server/src/${folder}`)];
  const files = folders.flatMap((folder) => sourceFiles(root, folder));
  const hash = createHash('sha256');
  for (const file of [...files.filter((name) => !/\.test\.tsx?$/.test(name)), 'package-lock.json']) {
    const content = readFileSync(join(root, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Whether `web/dist` is missing or was built from different sources. */
export function isWebStale(root: string): boolean {
  const stamp = join(root, 'web/dist', stampName);
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourcesHash(root);
}

/**
 * Builds the web client into `web/dist` if it is stale. It is built in a temporary folder and then renamed, so that an
 * interrupted build keeps the old one. Throws if the build fails.
 */
export function buildWebIfStale(root: string): void {
  if (!isWebStale(root)) return;
  console.error('Building the web client.');
  const hash = sourcesHash(root);
  const output = join(root, `web/dist-${process.pid}`);
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const {status} = spawnSync(
      process.execPath,
      [vite, 'build', '--outDir', output, '--emptyOutDir', '--logLevel', 'warn'],
      // Also in tests, because other builds contain React's development checks.
      {cwd: join(root, 'web'), stdio: ['ignore', 2, 2], env: {...process.env, NODE_ENV: 'production'}},
    );
    if (status !== 0) throw new Error('Could not build the web client. See the messages above.');
    writeFileSync(join(output, stampName), hash);
    replaceDist(root, output);
  } finally {
    rmSync(output, {recursive: true, force: true});
  }
}

// Each attempt fails because another process replaced the folder at the same moment.
const ATTEMPTS = 5;

function replaceDist(root: string, output: string): void {
  const dist = join(root, 'web/dist');
  for (let attempt = 1; ; attempt++) {
    try {
      rmSync(dist, {recursive: true, force: true});
      renameSync(output, dist);
      return;
    } catch (error) {
      // The other process may have built it, or both may have removed each other's files.
      if (!isWebStale(root)) return;
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
