// @ts-check
// A process that was started for us by another one (npm, or our own bootstrap) ends when that one is killed: SIGKILL
// cannot be passed on. Plain JavaScript for Node 20, as scripts/bootstrap.js is.

import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {basename} from 'node:path';
import {isatty} from 'node:tty';

const LOOK_EVERY_MS = 500;

let isFollowing = false;

/**
 * Sends this process SIGTERM when what launched it has been killed: our own bootstrap, which holds the other end of the
 * IPC channel, or npm and its shell. Others that started it, such as a terminal's shell or systemd, may end as they like.
 *
 * A hangup means the same as SIGTERM on a terminal. Without one it is ignored, and so is the end of npm from then on:
 * `nohup` is lost on Node, which gives every signal its default meaning when it starts. Called again, it does nothing.
 *
 * @param {{channel?: boolean}} [options] `channel`: our bootstrap started this process
 */
export function endWithLauncher({channel = false} = {}) {
  if (isFollowing) return;
  isFollowing = true;
  const end = () => process.kill(process.pid, 'SIGTERM');
  let detached = false;
  // Asked now: a terminal that has hung up is none any more.
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
  let wasBroken = false;
  const timer = setInterval(() => {
    const isWhole = chain.every(
      (pid, index) => pid === parentOf(index === 0 ? process.pid : chain[index - 1]),
    );
    // The hangup that ended npm may have reached this process, too: only the second look counts.
    const isOver = !isWhole && wasBroken;
    wasBroken = !isWhole;
    if (detached || isOver) clearInterval(timer);
    if (isOver && !detached) end();
  }, LOOK_EVERY_MS).unref();
}

/**
 * The processes that wait for this one on behalf of npm, from the parent up: npm itself, and a shell that runs a script
 * of npm's. Empty if npm did not start it, or started it into the background.
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
 * npm gives itself a title such as `npm start` or `npm exec patchbay`.
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
 * Whether it is a shell that runs one script and puts nothing into the background.
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
function parentOf(pid) {
  return pid === process.pid ? process.ppid : pid && describe(pid)?.parent;
}

/**
 * @param {number} pid
 * @returns {{parent: number, session: number | undefined, command: string[]} | undefined} undefined if there is none
 */
function describe(pid) {
  try {
    if (process.platform !== 'linux') return describeWithPs(pid);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it is in parentheses, and may hold any character.
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
