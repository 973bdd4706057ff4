import {spawn} from 'node:child_process';
import {closeSync, openSync, readFileSync, renameSync, statSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import type {OperatorLog} from '../../logging/operator-log.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {type Cluster, diskFull, runSettings} from './cluster.ts';
import {connectToPostmaster, type Postmaster, readPostmaster} from './postmaster.ts';

const LOOK_EVERY_MS = 10;
const START_TIMEOUT_MS = 600_000;
const ORPHANS_TIMEOUT_MS = 30_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

export interface Launch {
  cluster: Cluster;
  dataDirectory: string;
  socketDirectory: string;
  port: number;
  /** Whether it listens on TCP too. */
  listen: boolean;
  log: OperatorLog;
}

/**
 * Starts PostgreSQL on a cluster that nobody serves, and returns when it answers. When its predecessor was
 * killed, that is as soon as the last process of that one has ended.
 */
export async function launch(options: Launch): Promise<Postmaster> {
  const giveUpAt = Date.now() + ORPHANS_TIMEOUT_MS;
  for (;;) {
    try {
      return await launchOnce(options);
    } catch (error) {
      if (!/shared memory block .* still in use/.test(String(error)) || Date.now() > giveUpAt) {
        throw error;
      }
      await wait(100);
    }
  }
}

async function launchOnce({
  cluster,
  dataDirectory,
  socketDirectory,
  port,
  listen,
  log,
}: Launch): Promise<Postmaster> {
  const {directory, binaries, durable} = cluster;
  const logFile = path.join(dataDirectory, 'postgres.log');
  const logStart = rotate(logFile);
  const {dataDirectory: reachable, options} = runSettings(cluster);
  const output = openSync(logFile, 'a', 0o600);
  const child = spawn(
    binaries.postgres,
    [
      ['-D', reachable],
      ['-c', `port=${port}`],
      ['-c', `unix_socket_directories=${socketDirectory}`],
      ['-c', `listen_addresses=${listen ? '127.0.0.1' : ''}`],
      ...(durable
        ? []
        : [
            ['-c', 'fsync=off'],
            ['-c', 'full_page_writes=off'],
          ]),
    ].flat(),
    // Its own session, and nothing that is this process's: it outlives us, and an interrupt from the keyboard.
    {...options, detached: true, stdio: ['ignore', output, output]},
  );
  closeSync(output);
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = `${binaries.postgres} could not be run: ${error.message}`;
  });
  const tellWhy = () => {
    failure ??= startFailure(readFileSync(logFile).subarray(logStart).toString(), {port, logFile, directory});
  };
  child.once('exit', tellWhy);

  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  for (let round = 0; failure === undefined; round++) {
    const postmaster = readPostmaster(directory);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') {
      const client = await connectToPostmaster(postmaster, directory);
      if (client !== undefined) {
        // It has started: how it ends some day is not told from its log, which may be gone by then.
        child.off('exit', tellWhy);
        child.unref();
        await client.end();
        return postmaster;
      }
    }
    if (round === 100) {
      log.info({pid: child.pid}, 'Waiting for PostgreSQL to become ready; it may be recovering from a crash');
    }
    if (Date.now() > giveUpAt) {
      child.kill('SIGQUIT');
      failure = `PostgreSQL did not become ready within ten minutes. Look into ${logFile}.`;
    }
    await wait(LOOK_EVERY_MS);
  }
  throw new DatabaseUnavailableError(failure);
}

/** Why PostgreSQL ended at its start, told from what it wrote into its log. */
function startFailure(
  log: string,
  {port, logFile, directory}: {port: number; logFile: string; directory: string},
): string {
  if (/could not bind .* address .*: Address already in use/.test(log)) {
    return (
      `The port ${port} of 127.0.0.1 (SqlSettings.EmbeddedListenPort) is taken by another program. End that ` +
      'program, choose another port, or set 0 for none.'
    );
  }
  if (/could not bind .* address .*: Permission denied/.test(log)) {
    return `PostgreSQL may not use the port ${port} (SqlSettings.EmbeddedListenPort). Choose one from 1024 on.`;
  }
  if (/No space left on device|Disk quota exceeded/.test(log)) {
    return diskFull(directory);
  }
  const fatal = [...log.matchAll(/(?:FATAL|PANIC): {2}(.*)/g)].at(-1)?.[1];
  return `PostgreSQL did not start${fatal ? `: ${fatal}` : ''}. Look into ${logFile}.`;
}

/** Keeps the log of PostgreSQL, and one before it, from growing for ever. Returns the length that it has. */
function rotate(logFile: string): number {
  const size = statSync(logFile, {throwIfNoEntry: false})?.size ?? 0;
  if (size < LOG_LIMIT_BYTES) {
    return size;
  }
  renameSync(logFile, `${logFile}.1`);
  return 0;
}
