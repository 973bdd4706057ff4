import {networkInterfaces} from 'node:os';
import {createFeatures, type Platform} from '../features.ts';
import {parseListenAddress} from '../platform/addresses/listen-address.ts';
import type {Settings} from '../platform/config/settings.ts';
import {watchStoredSettings} from '../platform/config/watch-stored-settings.ts';
import {receiveEventsFromTools} from '../platform/event-bus/database-bridge.ts';
import type {HttpServer} from '../platform/http/http-server.ts';
import {limitHeapGrowth} from '../platform/processes/heap-growth.ts';
import {createServer} from '../server.ts';
import {PRODUCT_VERSION} from '../version.ts';
import {CommandError} from './command-error.ts';
import {type ConnectedPlatform, connectPlatform} from './platform.ts';

/** What is under way when a signal comes has this long to end. Milliseconds. */
const DRAIN_TIMEOUT = 25_000;

/**
 * Starts the server; it ends itself upon SIGTERM and SIGINT, once what is under way has been answered, and when another
 * server has taken its database.
 */
export async function runServer(): Promise<void> {
  const displaced = Promise.withResolvers<string>();
  const {platform, disconnect} = await connectPlatform({as: 'server', onDisplaced: displaced.resolve});
  try {
    await start(platform, disconnect, displaced.promise);
  } catch (error) {
    // The database may be another server's, which goes on.
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
  const features = await createFeatures(platform);
  const app = await createServer(platform, features);
  const address = await listen(app, config.get());
  const stopReceiving = await receiveEventsFromTools(events, database);
  const stopWatching = watchStoredSettings(config, (error) =>
    log.warn({err: error}, 'the settings in config.json were not taken over'),
  );
  limitHeapGrowth();

  let stopping = false;
  async function stop(exitCode: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error(`what was under way did not end within ${DRAIN_TIMEOUT / 1000} s`);
      process.exit(1);
    }, DRAIN_TIMEOUT).unref();
    await app.close();
    stopWatching();
    await stopReceiving();
    await disconnect({unlessUsed: exitCode !== 0});
    process.exit(exitCode);
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info({signal}, 'stopping; requests under way are answered first');
      void stop(0);
    });
  }
  displaced.then((message) => {
    log.error(`stopping: this server lost its database to another one. ${message}`);
    void stop(1);
  });

  // Last: a signal that follows this line stops the server in order.
  const siteUrl = config.get().ServiceSettings.SiteURL;
  console.log(`Patchbay ${PRODUCT_VERSION} is serving at ${siteUrl || address}`);
  const isNew = await features.users.noAccounts().catch((error) => {
    // A database that is slow for a moment must not end a server that is already serving.
    log.warn({err: error}, 'could not find out whether there are accounts');
    return false;
  });
  if (isNew) {
    console.log(
      'There is no account yet. Open that address to make the first one, which becomes the administrator, or run\n' +
        '  npx patchbay user create --username NAME --email ADDRESS --password PASSWORD',
    );
  }
}

/** The address that it listens on, as a URL. @throws CommandError if that address is not to be had. */
async function listen(app: HttpServer, {ServiceSettings: {ListenAddress}}: Settings): Promise<string> {
  const {host, port} = parseListenAddress(ListenAddress)!;
  try {
    return await app.listen({host: host || everyInterface(), port});
  } catch (error) {
    const reason = REFUSALS[(error as NodeJS.ErrnoException).code ?? ''];
    if (!reason) throw error;
    throw new CommandError(
      `Cannot listen on ${ListenAddress}: ${reason}. Set ServiceSettings.ListenAddress ` +
        '(PATCHBAY_SERVICESETTINGS_LISTENADDRESS) to another address, or free this one.',
    );
  }
}

/** `::` takes IPv4 connections too; a machine without IPv6 does not know it. */
function everyInterface(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return addresses.some(({family}) => family === 'IPv6') ? '::' : '0.0.0.0';
}

const REFUSALS: Record<string, string> = {
  EADDRINUSE: 'another program uses that port, perhaps another Patchbay',
  EACCES: 'this user may not use that port',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'no such host is known',
};
