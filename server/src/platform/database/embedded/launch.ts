import {spawn} from 'node:child_process';
import {closeSync, openSync, readFileSync, renameSync, statSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import type {OperatorLog} from '../../logging/operator-log.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {type Cluster, diskFullMessage, runSettings} from './cluster.ts';
import {connectToPostmaster, type Postmaster, readPostmaster} from './postmaster.ts';

const POLL_INTERVAL_MS = 10;
const START_TIMEOUT_MS = 600_000;
const OLD_PROCESSES_TIMEOUT_MS = 30_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

export interface Launch {
  cluster: Cluster;
  dataDirectory: string;
  socketDirectory: string;
  port: number;
  /** Whether it also listens on TCP. */
  listen: boolean;
  log: OperatorLog;
}

/**
 * Starts PostgreSQL on a cluster that no server uses, and waits until it accepts connections. If the previous server
 * was killed, this waits for its last process to exit.
 */
export async function launch(options: Launch): Promise<Postmaster> {
  const deadline = Date.now() + OLD_PROCESSES_TIMEOUT_MS;
  for (;;) {
    try {
      return await launchOnce(options);
    } catch (error) {
      if (!/shared memory block .* still in use/.test(String(error)) || Date.now() > deadline) {
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
    // Detached, so that it survives this process and Ctrl+C.
    {...options, detached: true, stdio: ['ignore', output, output]},
  );
  closeSync(output);
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = `Could not run ${binaries.postgres}: ${error.message}`;
  });
  const onExit = () => {
    failure ??= startFailure(readFileSync(logFile).subarray(logStart).toString(), {port, logFile, directory});
  };
  child.once('exit', onExit);

  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let round = 0; failure === undefined; round++) {
    const postmaster = readPostmaster(directory);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') {
      const client = await connectToPostmaster(postmaster, directory);
      if (client !== undefined) {
        // It has started. When it exits later, its log may have been deleted.
        child.off('exit', onExit);
        child.unref();
        await client.end();
        return postmaster;
      }
    }
    if (round === 100) {
      log.info({pid: child.pid}, 'Waiting for PostgreSQL to become ready; it may be recovering from a crash');
    }
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      failure = `PostgreSQL did not become ready within ten minutes. See ${logFile}.`;
    }
    await wait(POLL_INTERVAL_MS);
  }
  throw new DatabaseUnavailableError(failure);
}

/** Determines from the log why PostgreSQL did not start. */
function startFailure(
  log: string,
  {port, logFile, directory}: {port: number; logFile: string; directory: string},
): string {
  if (/could not bind .* address .*: Address already in use/.test(log)) {
    return (
      `The port ${port} on 127.0.0.1 (SqlSettings.EmbeddedListenPort) is in use by another program. Stop that ` +
      'program, choose another port, or set it to 0 for none.'
    );
  }
  if (/could not bind .* address .*: Permission denied/.test(log)) {
    return `PostgreSQL is not allowed to use the port ${port} (SqlSettings.EmbeddedListenPort). Choose 1024 or higher.`;
  }
  if (/No space left on device|Disk quota exceeded/.test(log)) {
    return diskFullMessage(directory);
  }
  const fatal = [...log.matchAll(/(?:FATAL|PANIC): {2}(.*)/g)].at(-1)?.[1];
  return `PostgreSQL did not start${fatal ? `: ${fatal}` : ''}. See ${logFile}.`;
}

/** Rotates PostgreSQL's log if it is large. Returns the log's current size. */
function rotate(logFile: string): number {
  const size = statSync(logFile, {throwIfNoEntry: false})?.size ?? 0;
  if (size < LOG_LIMIT_BYTES) {
    return size;
  }
  renameSync(logFile, `${logFile}.1`);
  return 0;
}
