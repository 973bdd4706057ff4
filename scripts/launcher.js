// @ts-check
// Makes a process exit if the process that launched it (npm, or our own bootstrap) is killed, because SIGKILL cannot be
// forwarded. Plain JavaScript for Node 20, like scripts/bootstrap.js.

import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {basename} from 'node:path';
import {isatty} from 'node:tty';

const POLL_INTERVAL_MS = 500;

let isFollowing = false;

/**
 * Sends SIGTERM to this process if its launcher is killed: our own bootstrap, at the other end of the IPC channel, or npm
 * and its shell. Other parents, such as a terminal's shell or systemd, are ignored.
 *
 * SIGHUP has the same effect as SIGTERM on a terminal. Without a terminal, it is ignored, and so is the exit of npm
 * afterwards: this makes `nohup` work, because Node resets all signal handlers at startup. Repeated calls do nothing.
 *
 * @param {{channel?: boolean}} [options] `channel`: our bootstrap started this process
 */
export function exitWithLauncher({channel = false} = {}) {
  if (isFollowing) return;
  isFollowing = true;
  const end = () => process.kill(process.pid, 'SIGTERM');
  let detached = false;
  // Check this now, because after a hangup it's no longer a terminal.
  const hasTerminal = [0, 1, 2].some((stream) => isatty(stream));
  process.on('SIGHUP', () => {
    if (hasTerminal) end();
    else detached = true;
  });

  if (channel) {
    process.once('disconnect', end);
    process.channel?.unref();
    if (!process.connected) end();
    return;
  }

  const chain = launchers();
  if (chain.length === 0) return;
  let wasIncomplete = false;
  const timer = setInterval(() => {
    const isComplete = chain.every(
      (pid, index) => pid === findParent(index === 0 ? process.pid : chain[index - 1]),
    );
    // The SIGHUP that stopped npm may be about to reach this process too, so wait for a second check.
    const isGone = !isComplete && wasIncomplete;
    wasIncomplete = !isComplete;
    if (detached || isGone) clearInterval(timer);
    if (isGone && !detached) end();
  }, POLL_INTERVAL_MS).unref();
}

/**
 * The ancestors of this process that belong to npm, starting with the parent: npm itself, and the shell that runs an npm
 * script. Empty if npm did not start this process, or started it in the background.
 *
 * @returns {number[]}
 */
function launchers() {
  /** @type {number[]} */
  const chain = [];
  /** @type {number[]} */
  let shells = [];
  const session = describe(process.pid)?.session;
  for (let pid = process.ppid; pid > 1; ) {
    const found = describe(pid);
    if (!found || found.session !== session) break;
    if (isPackageManager(found.command)) {
      chain.push(...shells, pid);
      shells = [];
    } else if (shells.length === 0 && isWaitingShell(found.command)) {
      shells.push(pid);
    } else {
      break;
    }
    pid = found.parent;
  }
  return chain;
}

/**
 * npm sets its process title to something like `npm start` or `npm exec patchbay`.
 *
 * @param {string[]} command
 */
function isPackageManager(command) {
  const words = command.join(' ');
  return /^(?:npm|npx|pnpm|yarn)\b|^\S*\bnode(?: -\S+)* \S*\b(?:npm|npx|pnpm|yarn)(?:-cli)?(?:\.c?js)?(?: |$)/.test(
    words,
  );
}

/**
 * Whether this is a shell that runs a script without background processes.
 *
 * @param {string[]} command
 */
function isWaitingShell([program = '', option, script = '']) {
  return (
    /^(?:sh|dash|bash|zsh|ksh|ash)$/.test(basename(program)) &&
    option === '-c' &&
    !/(?<![&>])&(?![&>])/.test(script)
  );
}

/** @param {number | undefined} pid */
function findParent(pid) {
  return pid === process.pid ? process.ppid : pid && describe(pid)?.parent;
}

/**
 * @param {number} pid
 * @returns {{parent: number, session: number | undefined, command: string[]} | undefined} undefined if it doesn't exist
 */
function describe(pid) {
  try {
    if (process.platform !== 'linux') return describeWithPs(pid);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Skip the process name, which is in parentheses and can contain any character.
    const [, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean);
    return {parent: Number(parent), session: Number(session), command};
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function describeWithPs(pid) {
  const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {encoding: 'utf8'});
  const [parent, ...command] = line.trim().split(/\s+/);
  return {parent: Number(parent), session: undefined, command};
}
