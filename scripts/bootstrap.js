// @ts-check
// Runs before anything is installed, so it is plain JavaScript for Node 20 and uses nothing but Node itself.
//
//   node scripts/bootstrap.js scripts/start.ts …   installs what is missing, then runs that file under Node 24

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
import {delimiter, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/** A failure that its message explains. */
class BootstrapError extends Error {}

export const projectRoot = resolve(fileURLToPath(new URL('..', import.meta.url)));

/**
 * Why the installed packages are not those of the lock file, as words for the person; undefined if they are.
 * npm writes `node_modules/.package-lock.json` when an installation has succeeded, and only then, so it tells
 * what is really there, whoever ran npm.
 *
 * @param {string} root the project's directory
 * @returns {string | undefined}
 */
export function installNeeded(root) {
  const modules = join(root, 'node_modules');
  if (!existsSync(modules)) return 'node_modules is missing';
  // A linked node_modules belongs to another checkout: npm ci would empty it.
  if (lstatSync(modules).isSymbolicLink()) return undefined;

  const installed = readPackages(join(modules, '.package-lock.json'));
  if (!installed) return 'the last installation did not finish';
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (!wanted) throw new Error(`${join(root, 'package-lock.json')} is missing or is not valid JSON`);
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || !isForThisMachine(entry)) continue;
    if (!isSamePackage(entry, installed[path])) return `${path} is not the one in package-lock.json`;
  }
  return existsSync(node24(root)) ? undefined : 'the node package has no binary';
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
 * npm leaves out optional packages silently when they do not fit the machine, but also when it could not get
 * them. What fits must be there: the database, the image library and the compilers arrive this way.
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

/** @param {string} root */
function node24(root) {
  return join(root, 'node_modules/node/bin/node');
}

/** @param {string} root */
function isNode24(root) {
  return existsSync(node24(root)) && realpathSync(process.execPath) === realpathSync(node24(root));
}

/**
 * Makes `node_modules` match the lock file. Two commands that start at once install once.
 *
 * @param {string} root
 */
function install(root) {
  const reason = installNeeded(root);
  if (!reason) return;
  const release = takeInstallLock(join(root, '.installing'));
  try {
    if (!installNeeded(root)) return;
    console.error(`Installing packages with npm ci: ${reason}.`);
    const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    npm(root, ['ci', ...flags], process.env.PATH ?? '');
    // An early Node 20 is too old for some of the binary packages, so npm skips them. Node 24 has just arrived.
    if (installNeeded(root) && existsSync(node24(root))) {
      const path = join(root, 'node_modules/node/bin') + delimiter + process.env.PATH;
      npm(root, ['install', '--no-save', ...flags], path);
    }
    const missing = installNeeded(root);
    if (missing) {
      throw new BootstrapError(
        `npm ended well, but ${missing}. Does your npm skip install scripts or optional packages ` +
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
  // The PATH that npm gives to scripts begins with node_modules/.bin, whose node would vanish under npm's feet.
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
  if (error) throw new BootstrapError(`npm could not be started: ${error.message}`);
  if (status !== 0) {
    const outcome = signal ?? `exit code ${status}`;
    throw new BootstrapError(`npm ${args[0]} failed (${outcome}); its messages are above.`);
  }
}

/**
 * Waits for another installation in this directory to end, then claims the place.
 *
 * @param {string} file
 * @returns {() => void} gives the place back
 */
function takeInstallLock(file) {
  for (let told = false; ; ) {
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
      if (!told)
        console.error(`Waiting for the installation that process ${holder ?? '?'} is doing (${file}).`);
      told = true;
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

/**
 * Runs a file of the project under the Node of the `node` package: in this process if that is what runs it,
 * else in a child that gets this process's options, signals and terminal, and whose exit code is passed on.
 *
 * @param {string} file path from the project's directory
 * @param {string[]} args
 * @param {string[]} [nodeOptions] of Node itself; a process that was not started with them needs a child for them
 */
export async function runUnderNode24(file, args, nodeOptions = []) {
  const script = join(projectRoot, file);
  // Stripped and compiled code is kept between runs: a start takes half the time.
  const compileCache = join(projectRoot, 'node_modules/.cache/node');
  if (isNode24(projectRoot) && nodeOptions.every((option) => process.execArgv.includes(option))) {
    modules.enableCompileCache(compileCache);
    // For the processes that it starts.
    process.env.NODE_COMPILE_CACHE = compileCache;
    process.argv = [process.execPath, script, ...args];
    await import(pathToFileURL(script).href);
    return;
  }
  const child = spawn(node24(projectRoot), [...process.execArgv, ...nodeOptions, script, ...args], {
    stdio: 'inherit',
    env: {...process.env, NODE_COMPILE_CACHE: compileCache},
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      // A terminal sends Ctrl+C to both: passed on, the child would hear it twice, and take it for impatience.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    console.error(`${node24(projectRoot)} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
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
  // Not awaited: the file may import this module, which would then wait for itself.
  runUnderNode24(file, args);
}
