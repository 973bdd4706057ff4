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
import {delimiter, dirname, join, resolve, sep} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {endWithLauncher} from './launcher.js';

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
  if (isPackage(root)) return existsSync(node24(root)) ? undefined : 'the node package has no binary';
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
 * Whether this is the package that `npm run package` makes, which npm has installed with all that it needs, and not a
 * clone.
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

/**
 * The binary of the `node` package. An installed package has it inside or, as npm likes it, beside itself; where npm was
 * told to run no install scripts there is none, and a Node that is new enough does as well.
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
function isNode24(root) {
  const binary = node24(root);
  return existsSync(binary) && realpathSync(process.execPath) === realpathSync(binary);
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

// Stripped and compiled code is kept between runs: a start takes half the time.
const compileCache = join(projectRoot, 'node_modules/.cache/node');

/**
 * Runs a file of the project under the Node of the `node` package: in this process if that is what runs it,
 * else in a child that gets this process's options, signals and terminal, and whose exit code is passed on. It ends
 * when what launched it is killed.
 *
 * @param {string} file path from the project's directory
 * @param {string[]} args
 * @param {string[]} [nodeOptions] of Node itself; a process that was not started with them needs a child for them
 */
export async function runUnderNode24(file, args, nodeOptions = []) {
  // Resolving a name holds a thread that files and passwords need too. With Node's four, as many names that no
  // name server answers for would stop the server: it has more, and gives up on such a name after some seconds.
  process.env.UV_THREADPOOL_SIZE ??= '16';
  process.env.RES_OPTIONS ??= 'timeout:2 attempts:2';
  endWithLauncher();
  if (isNode24(projectRoot) && nodeOptions.every((option) => process.execArgv.includes(option))) {
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

/**
 * Runs a file of the project in this process, which is one of Node 24.
 *
 * @param {string} file path from the project's directory
 * @param {string[]} args
 */
export async function runInThisProcess(file, args) {
  const script = join(projectRoot, file);
  modules.enableCompileCache(compileCache);
  // For the processes that it starts.
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
  // Not awaited: the file may import this module, which would then wait for itself.
  runUnderNode24(file, args);
}
