import {networkInterfaces} from 'node:os';
import {createFeatures, type Platform} from '../features.ts';
import {parseListenAddress} from '../platform/addresses/listen-address.ts';
import type {Config} from '../platform/config/config.ts';
import type {Settings} from '../platform/config/settings.ts';
import {followSettings} from '../platform/config-store/follow-settings.ts';
import {receiveEventsFromTools} from '../platform/event-bus/database-bridge.ts';
import {checkFileStorage} from '../platform/file-store/check-file-storage.ts';
import type {HttpServer} from '../platform/http/http-server.ts';
import type {Logger} from '../platform/logging/logger.ts';
import {limitHeapGrowth} from '../platform/processes/heap-growth.ts';
import {createServer} from '../server.ts';
import {PRODUCT_VERSION} from '../version.ts';
import {CommandError} from './command-error.ts';
import {type ConnectedPlatform, connectPlatform} from './platform.ts';

/** How long pending work has to finish when the server stops, in milliseconds. */
const STOP_TIMEOUT = 25_000;

/**
 * Starts the server. It stops on SIGTERM and SIGINT after pending requests are finished, or if another server takes
 * over its database. A node of a cluster moves its clients to other nodes first; a second signal skips this.
 */
export async function runServer(): Promise<void> {
  const displaced = Promise.withResolvers<string>();
  const {platform, disconnect} = await connectPlatform({as: 'server', onDisplaced: displaced.resolve});
  try {
    await start(platform, disconnect, displaced.promise);
  } catch (error) {
    // The embedded PostgreSQL keeps running if another server uses it.
    await disconnect({unlessUsed: true});
    throw error;
  }
}

async function start(
  platform: Platform,
  disconnect: ConnectedPlatform['disconnect'],
  displaced: Promise<string>,
): Promise<void> {
  const {config, log, database, events} = platform;
  await requireFileStorage(config, log);
  const features = await createFeatures(platform);
  const app = await createServer(platform, features);
  const address = await listen(app, config.get());
  const stopReceiving = await receiveEventsFromTools(events, database);
  const stopFollowing = await followSettings(config, database, (error) =>
    log.warn({err: error}, 'could not read changed settings'),
  );
  limitHeapGrowth();
  // On every node, because each has its own temporary copies, while only one node runs the daily maintenance.
  features.fileStore.removeAbandoned().catch((error) => {
    log.warn({err: error}, 'could not remove incomplete files of an earlier process');
  });

  let stopping = false;
  const skipDraining = new AbortController();
  async function stop(exitCode: number): Promise<void> {
    if (stopping) return skipDraining.abort();
    stopping = true;
    if (exitCode === 0) await app.drain(skipDraining.signal);
    setTimeout(() => {
      log.error(`pending work did not finish within ${STOP_TIMEOUT / 1000} s`);
      process.exit(1);
    }, STOP_TIMEOUT).unref();
    await app.close();
    await stopFollowing();
    await stopReceiving();
    await disconnect({unlessUsed: exitCode !== 0});
    process.exit(exitCode);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info({signal}, 'stopping after pending requests');
      void stop(0);
    });
  }
  displaced.then((message) => {
    log.error(`stopping because another server has taken over the database. ${message}`);
    void stop(1);
  });

  // Last, because signals stop the server cleanly from now on.
  const siteUrl = config.get().ServiceSettings.SiteURL;
  console.log(`Patchbay ${PRODUCT_VERSION} is serving at ${siteUrl || address}`);
  const isNew = await features.users.noAccounts().catch((error) => {
    // A temporary database problem must not stop a running server.
    log.warn({err: error}, 'could not check whether there are accounts');
    return false;
  });
  if (isNew) {
    console.log(
      'There is no account yet. Open this address to create the first one, which becomes the administrator, or run\n' +
        '  npx patchbay user create --username NAME --email ADDRESS --password PASSWORD',
    );
  }
}

/**
 * Checks the bucket for files. An unreachable bucket is only logged, because users can still read and post messages.
 *
 * @throws CommandError if the settings are invalid
 */
async function requireFileStorage(config: Config, log: Logger): Promise<void> {
  const problem = await checkFileStorage(config);
  if (!problem) return;
  if (!problem.isTemporary) {
    throw new CommandError(`The file storage doesn't work with these settings. ${problem.message}`);
  }
  log.error({setting: problem.setting}, `The file storage is not available. ${problem.message}`);
}

/** Starts listening and returns the URL. @throws CommandError if the address is not available */
async function listen(app: HttpServer, {ServiceSettings: {ListenAddress}}: Settings): Promise<string> {
  const {host, port} = parseListenAddress(ListenAddress)!;
  try {
    return await app.listen({host: host || anyAddress(), port});
  } catch (error) {
    const reason = LISTEN_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
    if (!reason) throw error;
    throw new CommandError(
      `Cannot listen on ${ListenAddress}: ${reason}. Set ServiceSettings.ListenAddress ` +
        '(PATCHBAY_SERVICESETTINGS_LISTENADDRESS) to another address, or stop the other program.',
    );
  }
}

/** The address for all interfaces: `::` also accepts IPv4 connections, but is not available without IPv6. */
function anyAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return addresses.some(({family}) => family === 'IPv6') ? '::' : '0.0.0.0';
}

const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'another program uses that port, perhaps another Patchbay',
  EACCES: 'this user is not allowed to use that port',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'the host is unknown',
};
