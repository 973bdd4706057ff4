import type {JetStreamManager, StreamInfo} from '@nats-io/jetstream';
import type {ConnectionOptions, NatsConnection} from '@nats-io/transport-node';
import {ClusterError} from '../cluster-error.ts';

export interface BusSettings {
  clusterName: string;
  urls: readonly string[];
  replicas: number;
}

/** An open connection with the stream of the cluster. */
export interface BusConnection {
  nats: NatsConnection;
  manager: JetStreamManager;
  stream: string;
  /** The subject of the stream. */
  subject: string;
  /** Creates the stream if it doesn't exist. @throws ClusterError */
  ensureStream(): Promise<StreamInfo>;
}

/** How long messages are kept, and recognized when they are sent again. */
const MAX_AGE_MS = 10 * 60_000;
const DUPLICATE_WINDOW_MS = 2 * 60_000;
/** NATS reserves this memory on each replica. */
const MAX_BYTES = 256 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5000;
/** A NATS cluster that was just started takes a while to elect its leaders. */
const STREAM_TIMEOUT_MS = 10_000;
const RETRY_INTERVAL_MS = 250;
const REQUEST_TIMEOUT_MS = 1000;
/** A dead connection is detected after two missed pings. */
const PING_INTERVAL_MS = 1000;

/**
 * Connects to the bus.
 *
 * @throws ClusterError that says which setting is wrong, what was tried, and the response
 */
export async function connectBus(settings: BusSettings, name: string): Promise<BusConnection> {
  const {connect, errors} = await import('@nats-io/transport-node');
  const {jetstreamManager} = await import('@nats-io/jetstream');
  const places = settings.urls.map(withoutCredentials).join(', ');

  async function retry<T>(timeout: number, attempt: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + timeout;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        const isFinal = error instanceof ClusterError || error instanceof errors.AuthorizationError;
        if (isFinal || isJetStreamMissing(error) || performance.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS));
      }
    }
  }

  const nats = await retry(CONNECT_TIMEOUT_MS, () => connect(connectionOptions(settings.urls, name))).catch(
    (error) => {
      if (error instanceof errors.AuthorizationError) {
        throw new ClusterError(
          `The bus at ${places} (ClusterSettings.BusURLs) rejected the credentials: ${reasonOf(error)}. ` +
            'Put the user and password, or the token, into the URL: nats://user:password@host:4222.',
        );
      }
      throw new ClusterError(
        `Cannot reach the bus at ${places} (ClusterSettings.BusURLs) within ${CONNECT_TIMEOUT_MS / 1000} seconds: ` +
          `${reasonOf(error)}. Check that nats-server is running there, and check the hosts and ports.`,
      );
    },
  );

  const stream = `patchbay_${settings.clusterName}`;
  const subject = `patchbay.${settings.clusterName}.events`;

  async function ensureStream(manager: JetStreamManager): Promise<StreamInfo> {
    const found = await manager.streams.info(stream).catch((error) => {
      if (isApiError(error, STREAM_NOT_FOUND)) return undefined;
      throw error;
    });
    const info = found ?? (await createStream(manager));
    if (info.config.num_replicas !== settings.replicas) {
      throw new ClusterError(
        `The stream ${stream} on the bus at ${places} has ${info.config.num_replicas} replicas, but ` +
          `ClusterSettings.BusReplicas is ${settings.replicas}. Use the same value on all nodes. To change the stream, ` +
          `stop all nodes and delete it: nats stream rm ${stream}`,
      );
    }
    return info;
  }

  async function createStream(manager: JetStreamManager): Promise<StreamInfo> {
    const {DiscardPolicy, RetentionPolicy, StorageType} = await import('@nats-io/jetstream');
    try {
      return await manager.streams.add({
        name: stream,
        subjects: [subject],
        storage: StorageType.Memory,
        retention: RetentionPolicy.Limits,
        discard: DiscardPolicy.Old,
        num_replicas: settings.replicas,
        max_age: MAX_AGE_MS * 1_000_000,
        max_bytes: MAX_BYTES,
        duplicate_window: DUPLICATE_WINDOW_MS * 1_000_000,
      });
    } catch (error) {
      // Another node has created it in the meantime.
      if (isApiError(error, STREAM_EXISTS)) return manager.streams.info(stream);
      if (error instanceof Error && /replicas > 1|no suitable peers|insufficient/i.test(error.message)) {
        throw new ClusterError(
          `The bus at ${places} (ClusterSettings.BusURLs) cannot create a stream with ${settings.replicas} replicas ` +
            `(ClusterSettings.BusReplicas): ${error.message}. The stream needs that many NATS servers in one cluster, ` +
            `and ${MAX_BYTES / 1024 / 1024} MB of JetStream memory on each.`,
        );
      }
      throw error;
    }
  }

  try {
    const manager = await retry(STREAM_TIMEOUT_MS, async () => {
      const opened = await jetstreamManager(nats, {timeout: REQUEST_TIMEOUT_MS});
      await ensureStream(opened);
      return opened;
    });
    return {nats, manager, stream, subject, ensureStream: () => ensureStream(manager)};
  } catch (error) {
    await nats.close();
    if (error instanceof ClusterError) throw error;
    throw new ClusterError(
      isApiError(error, JETSTREAM_NOT_ENABLED) || isJetStreamMissing(error)
        ? `The bus at ${places} (ClusterSettings.BusURLs) has JetStream disabled. Start nats-server with -js, or set ` +
            'jetstream in its configuration and enable it for the account.'
        : `The bus at ${places} (ClusterSettings.BusURLs) does not answer requests about the stream ${stream}: ` +
            `${reasonOf(error)}. Check the log of nats-server; a cluster of NATS servers needs a majority.`,
    );
  }
}

/** Connection options for URLs that may contain credentials. */
function connectionOptions(urls: readonly string[], name: string): ConnectionOptions {
  const parsed = urls.map((url) => new URL(url));
  const {username, password} = parsed.find((url) => url.username !== '') ?? {username: '', password: ''};
  return {
    name,
    servers: parsed.map(({hostname, port}) => `${hostname}:${port || 4222}`),
    ...(password !== '' && {user: decodeURIComponent(username), pass: decodeURIComponent(password)}),
    ...(password === '' && username !== '' && {token: decodeURIComponent(username)}),
    ...(parsed.some(({protocol}) => protocol === 'tls:') && {tls: {}}),
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_INTERVAL_MS,
    reconnectJitter: 100,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: 2,
    timeout: 2000,
    ignoreAuthErrorAbort: true,
  };
}

function withoutCredentials(url: string): string {
  const {protocol, host} = new URL(url);
  return `${protocol}//${host}`;
}

const STREAM_NOT_FOUND = 10_059;
const STREAM_EXISTS = 10_058;
const JETSTREAM_NOT_ENABLED = 10_076;

function isApiError(error: unknown, code: number): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function isJetStreamMissing(error: unknown): boolean {
  return error instanceof Error && /jetstream (is )?not enabled/i.test(error.message);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${cause}`;
}
