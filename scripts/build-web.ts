import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync, renameSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {acquireLock} from './bootstrap.js';
import {sharedWithWeb} from './shared-with-web.ts';
import {sourceFiles} from './source-files.ts';

const stampName = '.sources';

/** One of the sites that are built from `web/`. */
interface Site {
  /** The name in messages. */
  name: string;
  /** The folder of its built files. */
  dist: string;
  /** The arguments of `vite build`. */
  config: readonly string[];
}

const CLIENT: Site = {name: 'the web client', dist: 'web/dist', config: []};
const GALLERY: Site = {
  name: 'the gallery',
  dist: 'node_modules/.cache/gallery',
  config: ['gallery', '--config', 'gallery/vite.config.ts'],
};
/** The gallery is built from the client's sources, but not the other way around. */
const OWN_SOURCES = 'web/gallery/';

/** A hash of all sources of a site. */
function sourcesHash(root: string, site: Site): string {
  const folders = ['web', ...sharedWithWeb.map((folder) => `server/src/${folder}`)];
  const files = folders
    .flatMap((folder) => sourceFiles(root, folder))
    .filter((name) => site === GALLERY || !name.startsWith(OWN_SOURCES));
  const hash = createHash('sha256');
  for (const file of [...files.filter((name) => !/\.test\.tsx?$/.test(name)), 'package-lock.json']) {
    const content = readFileSync(join(root, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** Whether `web/dist` is missing or was built from different sources. */
export function isWebStale(root: string): boolean {
  return isStale(root, CLIENT);
}

function isStale(root: string, site: Site): boolean {
  return readStamp(root, site) !== sourcesHash(root, site);
}

/** The hash of the sources that a site was built from; undefined if it is missing, such as while it is replaced. */
function readStamp(root: string, site: Site): string | undefined {
  try {
    return readFileSync(join(root, site.dist, stampName), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Builds the web client into `web/dist` if it is stale. It is built in a temporary folder and then renamed, so that an
 * interrupted build keeps the old one. Concurrent commands and tests build it only once. Throws if the build fails.
 */
export function buildWebIfStale(root: string): void {
  buildIfStale(root, CLIENT);
}

/** Like `buildWebIfStale`, for the gallery of components (docs/design.md). Returns the folder of its files. */
export function buildGalleryIfStale(root: string): string {
  buildIfStale(root, GALLERY);
  return join(root, GALLERY.dist);
}

function buildIfStale(root: string, site: Site): void {
  if (!isStale(root, site)) return;
  const release = acquireLock(join(root, '.building'), 'the build');
  try {
    if (isStale(root, site)) build(root, site);
  } finally {
    release();
  }
}

function build(root: string, site: Site): void {
  console.error(`Building ${site.name}.`);
  const hash = sourcesHash(root, site);
  const dist = join(root, site.dist);
  const output = `${dist}-${process.pid}`;
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const {status} = spawnSync(
      process.execPath,
      [vite, 'build', ...site.config, '--outDir', output, '--emptyOutDir', '--logLevel', 'warn'],
      // Tests use production builds too, because other builds contain React's development checks.
      {cwd: join(root, 'web'), stdio: ['ignore', 2, 2], env: {...process.env, NODE_ENV: 'production'}},
    );
    if (status !== 0) throw new Error(`Could not build ${site.name}. See the messages above.`);
    writeFileSync(join(output, stampName), hash);
    rmSync(dist, {recursive: true, force: true});
    renameSync(output, dist);
  } finally {
    rmSync(output, {recursive: true, force: true});
  }
}
