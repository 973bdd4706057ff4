// @ts-check
// Runs before anything is installed, so it is plain JavaScript for Node 20 without dependencies.
//
//   node scripts/bootstrap.js scripts/start.ts …   installs missing packages, then runs that file under Node 24

import {spawn, spawnSync} from 'node:child_process';
import {
  closeSync,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeSync,
} from 'node:fs';
import * as modules from 'node:module';
import {constants} from 'node:os';
import {delimiter, dirname, join, resolve, sep} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {exitWithLauncher} from './launcher.js';

/** An expected failure. Only the message is printed. */
class BootstrapError extends Error {}

export const projectRoot = resolve(fileURLToPath(new URL('..', import.meta.url)));

/**
 * Returns why the installed packages don't match the lock file; undefined if they do. npm writes
 * `node_modules/.package-lock.json` only after a successful installation, so it shows what is actually installed.
 *
 * @param {string} root the project's directory
 * @returns {string | undefined}
 */
export function installNeeded(root) {
  if (isPackage(root)) return existsSync(node24(root)) ? undefined : 'the node package has no binary';
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return 'node_modules is missing';
  // A symlinked node_modules belongs to another checkout, and npm ci would empty it.
  if (lstatSync(modules).isSymbolicLink()) return undefined;

  const installed = readPackages(join(modules, '.package-lock.json'));
  if (!installed) return 'the last installation did not finish';
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (!wanted) throw new Error(`${join(root, 'package-lock.json')} is missing or is not valid JSON`);
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || !isForThisMachine(entry)) continue;
    if (!isSamePackage(entry, installed[path])) return `${path} does not match package-lock.json`;
  }
  return existsSync(node24(root)) ? undefined : 'the node package has no binary';
}

/**
 * Whether this is an installed package from `npm run package`, whose dependencies npm has installed, and not a clone.
 *
 * @param {string} root
 */
export function isPackage(root) {
  return root.split(sep).includes('node_modules');
}

/**
 * @typedef {{version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[],
 *   libc?: string[], bin?: Record<string, string>}} LockedPackage
 */

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * npm silently skips optional packages that don't support this machine, but also those that it couldn't download.
 * Packages that support this machine are required: the database, the image library and the compilers.
 *
 * @param {LockedPackage} entry
 */
function isForThisMachine(entry) {
  if (!entry.optional) return true;
  return (
    entry.os?.includes(process.platform) === true &&
    entry.cpu?.includes(process.arch) === true &&
    (entry.libc === undefined || entry.libc.includes('glibc'))
  );
}

/**
 * @param {LockedPackage} wanted
 * @param {LockedPackage | undefined} installed
 */
function isSamePackage(wanted, installed) {
  return (
    installed !== undefined &&
    installed.version === wanted.version &&
    installed.integrity === wanted.integrity &&
    JSON.stringify(installed.bin) === JSON.stringify(wanted.bin)
  );
}

/**
 * The binary of the `node` package. For an installed package, it is inside its folder or next to it. If npm doesn't run
 * install scripts, it is missing, and the current Node is used if it is new enough.
 *
 * @param {string} root
 */
function node24(root) {
  const folders = [join(root, 'node_modules'), ...(isPackage(root) ? [dirname(root)] : [])];
  const binaries = folders.map((folder) => join(folder, 'node/bin/node'));
  const isNewEnough = isPackage(root) && Number.parseInt(process.versions.node, 10) >= 24;
  return (
    binaries.find((file) => existsSync(file)) ??
    (isNewEnough ? process.execPath : /** @type {string} */ (binaries[0]))
  );
}

/** @param {string} root */
function isRunningNode24(root) {
  const binary = node24(root);
  return existsSync(binary) && realpathSync(process.execPath) === realpathSync(binary);
}

/**
 * Installs the packages of the lock file if they don't match. Concurrent commands install only once.
 *
 * @param {string} root
 */
function install(root) {
  const reason = installNeeded(root);
  if (!reason) return;
  const release = acquireLock(join(root, '.installing'), 'the installation');
  try {
    if (!installNeeded(root)) return;
    console.error(`Installing packages with npm ci: ${reason}.`);
    const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    npm(root, ['ci', ...flags], process.env.PATH ?? '');
    // npm skips some binary packages if it runs on an early Node 20. Node 24 has just been installed, so use it.
    if (installNeeded(root) && existsSync(node24(root))) {
      const path = join(root, 'node_modules/node/bin') + delimiter + process.env.PATH;
      npm(root, ['install', '--no-save', ...flags], path);
    }
    const missing = installNeeded(root);
    if (missing) {
      throw new BootstrapError(
        `npm succeeded, but ${missing}. Does your npm skip install scripts or optional packages ` +
          '(npm config get ignore-scripts, npm config get omit)? Allow them for this project and start again.',
      );
    }
  } finally {
    release();
  }
}

/**
 * @param {string} root
 * @param {string[]} args
 * @param {string} path
 */
function npm(root, args, path) {
  // npm adds node_modules/.bin to the PATH of scripts, but the node in it would disappear during the installation.
  const bin = join(root, 'node_modules/.bin');
  const PATH = path
    .split(delimiter)
    .filter((folder) => resolve(folder) !== bin)
    .join(delimiter);
  const {status, signal, error} = spawnSync('npm', args, {
    cwd: root,
    env: {...process.env, PATH},
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw new BootstrapError(`Could not start npm: ${error.message}`);
  if (status !== 0) {
    const outcome = signal ?? `exit code ${status}`;
    throw new BootstrapError(`npm ${args[0]} failed (${outcome}). See the messages above.`);
  }
}

/**
 * Creates a lock file. Waits while another process that is still running has it.
 *
 * @param {string} file
 * @param {string} work what the other process is doing, for the message
 * @returns {() => void} releases the lock
 */
export function acquireLock(file, work) {
  for (let logged = false; ; ) {
    try {
      const lock = openSync(file, 'wx');
      writeSync(lock, String(process.pid));
      closeSync(lock);
      return () => rmSync(file, {force: true});
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (holder !== undefined && !isAlive(holder)) rmSync(file, {force: true});
    else {
      if (!logged) console.error(`Waiting for ${work} by process ${holder ?? '?'} (${file}).`);
      logged = true;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    }
  }
}

/**
 * @param {string} file
 * @returns {number | undefined}
 */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

// Caching compiled code halves the startup time.
const compileCache = join(projectRoot, 'node_modules/.cache/node');

/**
 * Runs a file of the project under the Node of the `node` package: in this process if it already uses that Node, otherwise
 * in a child process with the same options, signals, terminal and exit code. It exits if its launcher is killed.
 *
 * @param {string} file path from the project's directory
 * @param {string[]} args
 * @param {string[]} [nodeOptions] Node options; if this process was started without them, a child process is needed
 */
export async function runUnderNode24(file, args, nodeOptions = []) {
  // DNS lookups block threads that file access and password hashing also need. With Node's default of four threads, four
  // unresponsive lookups would block the server, so use more threads and a shorter timeout.
  process.env.UV_THREADPOOL_SIZE ??= '16';
  process.env.RES_OPTIONS ??= 'timeout:2 attempts:2';
  exitWithLauncher();
  if (isRunningNode24(projectRoot) && nodeOptions.every((option) => process.execArgv.includes(option))) {
    return runInThisProcess(file, args);
  }
  const child = spawn(
    node24(projectRoot),
    [...process.execArgv, ...nodeOptions, join(projectRoot, 'scripts/node24-child.js'), file, ...args],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {...process.env, NODE_COMPILE_CACHE: compileCache},
    },
  );
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl+C to both processes. If we forwarded it, the child would receive it twice.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(`Could not start ${node24(projectRoot)}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
}

/**
 * Runs a file of the project in this process, which uses Node 24.
 *
 * @param {string} file path from the project's directory
 * @param {string[]} args
 */
export async function runInThisProcess(file, args) {
  const script = join(projectRoot, file);
  modules.enableCompileCache(compileCache);
  // For child processes.
  process.env.NODE_COMPILE_CACHE = compileCache;
  process.argv = [process.execPath, script, ...args];
  await import(pathToFileURL(script).href);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [file, ...args] = process.argv.slice(2);
  if (!file) {
    console.error('usage: node scripts/bootstrap.js FILE [ARGUMENT…]');
    process.exit(2);
  }
  try {
    install(projectRoot);
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  // Not awaited, because the file may import this module, which would then wait for itself.
  runUnderNode24(file, args);
}
