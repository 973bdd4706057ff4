import {setTimeout as wait} from 'node:timers/promises';
import type {Database} from '../database/database.ts';
import type {Logger} from '../logging/logger.ts';
import type {Metrics} from '../metrics/metrics.ts';
import type {Cluster, ClusterMessage, ClusterNode, NewClusterMessage} from './cluster.ts';
import {ClusterError} from './cluster-error.ts';
import {createAppendQueue, type QueuedMessage} from './nats/append-queue.ts';
import {type BusConnection, type BusSettings, connectBus} from './nats/connect.ts';
import {consumeStream, type StreamConsumer} from './nats/consumer.ts';
import {type LaneCopy, type LaneMessage, openDatabaseLane} from './nats/database-lane.ts';
import {createMembership} from './nats/membership.ts';
import {type BatchPart, createPartJoiner, splitBatch} from './nats/message-parts.ts';
import {createReadPosition} from './nats/read-position.ts';
import {createRecentIds} from './nats/recent-ids.ts';
import {createRequests} from './nats/requests.ts';

/** Tells all nodes that messages were lost, so that each begins a new epoch. */
const LOST_MESSAGES = 'cluster:lost-messages';

/** More than the messages of one batch, so that each has its own offset. */
const OFFSETS_PER_BATCH = 4096;
const CHECK_INTERVAL_MS = 100;
/** An urgent message that isn't stored after this time also goes through the database. */
const EARLY_AFTER_MS = 300;
/** The bus is unavailable after this time without a connection. */
const DISCONNECTED_MS = 2000;
/** The same while connected: electing a new leader of the stream takes up to six seconds. */
const UNRESPONSIVE_MS = 7000;
/** A consumer without heartbeats for this time is replaced. */
const SILENT_MS = 2500;
/** A process that was suspended for this long may hold outdated caches, and must not use them until it catches up. */
const SUSPENDED_MS = 2000;
const APPEND_TIMEOUT_MS = 1000;
const RETRY_INTERVAL_MS = 250;
/** How long a starting node tries to read the stream. */
const START_TIMEOUT_MS = 15_000;
/** How long copies are sent to a node after it asked for them. It asks every second. */
const COPIES_AFTER_BEAT_MS = 3000;
const CLOSE_TIMEOUT_MS = 2000;
/** How long a read waits for this node to receive all stored messages. After that, it doesn't use the cache. */
const CATCH_UP_TIMEOUT_MS = 50;
/** The maximum size of a message of the bus, unless NATS allows less. */
const MAX_MESSAGE_BYTES = 512 * 1024;
/** The maximum size of an event. A post with its props takes up to four megabytes. */
const MAX_EVENT_BYTES = 16 * 1024 * 1024;

type StoredMessage = Pick<ClusterMessage, 'id' | 'name' | 'payload' | 'relayed' | 'trace'>;

interface StoredBatch {
  origin: string;
  messages: StoredMessage[];
}

interface NatsClusterOptions {
  node: ClusterNode;
  settings: BusSettings;
  database: Database;
  log: Logger;
  metrics: Metrics;
}

/**
 * Joins a cluster over NATS JetStream (docs/cluster.md).
 *
 * @throws ClusterError if the bus can't be used; the message says which setting is wrong
 */
export async function createNatsCluster(options: NatsClusterOptions): Promise<Cluster> {
  const connection = await connectBus(options.settings, `patchbay ${options.node.hostname}`);
  try {
    return await joinOver(connection, options);
  } catch (error) {
    // An open connection would keep the process running.
    await connection.nats.close();
    throw error;
  }
}

async function joinOver(
  connection: BusConnection,
  {node, settings, database, log, metrics}: NatsClusterOptions,
): Promise<Cluster> {
  const {nats, subject, stream} = connection;
  const {jetstream} = await import('@nats-io/jetstream');
  const publisher = jetstream(nats);

  const followers = new Set<(message: ClusterMessage) => void>();
  const earlyHandlers = new Set<(message: {name: string; payload: unknown}) => void>();
  const lostHandlers = new Set<(node: ClusterNode, lastSeenAt: number) => void>();
  const staleHandlers = new Set<(reason: string) => void>();
  const epochHandlers = new Set<(reason: string) => void>();
  const recent = createRecentIds();
  /** Copies of other nodes' messages, in case the originals don't arrive. */
  const earlyCopies = new Map<string, {message: LaneCopy; at: number}>();

  const appended = metrics.counter('cluster_bus_appended_total', 'Messages this node sent to the bus');
  const received = metrics.counter('cluster_bus_received_total', 'Messages received from the bus');
  const redelivered = metrics.counter('cluster_bus_redelivered_total', 'Messages received more than once');
  const retries = metrics.counter('cluster_bus_retries_total', 'Batches of messages sent again');
  const copies = metrics.counter('cluster_bus_copies_total', 'Messages sent through the database');
  const epochs = metrics.counter('cluster_epochs_total', 'Times messages may have been missed');
  const nodesLost = metrics.counter('cluster_nodes_lost_total', 'Nodes that stopped responding');
  const upGauge = metrics.gauge('cluster_bus_up', 'Whether the bus is available');
  const lagGauge = metrics.gauge('cluster_bus_lag', 'Stored messages that have not arrived yet');
  const waitingGauge = metrics.gauge('cluster_bus_waiting', 'Messages that are not known to be stored');
  const nodesGauge = metrics.gauge('cluster_nodes', 'Live nodes, including this one');
  const appendSeconds = metrics.histogram('cluster_bus_append_seconds', 'Time to store a batch of messages');

  let state: 'up' | 'down' | 'closed' = 'up';
  let disconnectedAt: number | undefined;
  /** `created` of the stream, which identifies it. */
  let epoch = '';
  /** The last sequence number of the stream that was received. */
  let sequence = 0;
  let offset = 0;
  let messageCount = 0;
  let consumer: StreamConsumer | undefined;
  let following = false;
  let copiesUntil = 0;
  let checkedAt = performance.now();

  const parts = createPartJoiner();
  // Leaves space for the headers.
  const maxBytes = Math.min(MAX_MESSAGE_BYTES, (nats.info?.max_payload ?? 1024 * 1024) - 1024);

  const queue = createAppendQueue({
    nodeId: node.id,
    maxBytes,
    send: store,
    onRetry: () => retries.inc(),
  });

  async function store(data: string, batchId: string): Promise<void> {
    const started = performance.now();
    const options = {timeout: APPEND_TIMEOUT_MS};
    if (data.length * 3 <= maxBytes || Buffer.byteLength(data) <= maxBytes) {
      await publisher.publish(subject, data, {...options, msgID: batchId});
    } else {
      const split = splitBatch(data, {origin: node.id, batch: batchId, maxBytes});
      for (const [part, text] of split.entries()) {
        await publisher.publish(subject, text, {...options, msgID: `${batchId}.${part}`});
      }
    }
    appendSeconds.observe((performance.now() - started) / 1000);
  }

  const isClosed = () => state === 'closed';
  const lag = () => consumer?.pending() ?? 0;

  const readPosition = createReadPosition({
    latest: async () => {
      const info = await connection.manager.streams.info(stream);
      if (info.created !== epoch) throw new Error('The stream was created again');
      return info.state.last_seq;
    },
    timeout: CATCH_UP_TIMEOUT_MS,
  });

  function callAll<Args extends unknown[]>(handlers: Iterable<(...args: Args) => void>, ...args: Args): void {
    for (const handler of handlers) {
      try {
        handler(...args);
      } catch (error) {
        log.error({err: error}, 'a handler of a cluster event failed');
      }
    }
  }

  function becomeStale(reason: string): void {
    callAll(staleHandlers, reason);
  }

  function beginEpoch(reason: string): void {
    log.warn({reason}, 'Messages of the bus may have been missed; starting over');
    epochs.inc();
    becomeStale(reason);
    callAll(epochHandlers, reason);
  }

  function deliver({id, name, payload, relayed, trace}: StoredMessage, origin: string, at: number): void {
    offset = at;
    if (recent.has(id)) {
      redelivered.inc();
      return;
    }
    recent.add(id);
    if (name === LOST_MESSAGES) beginEpoch(`node ${origin} could not send all of its messages`);
    else callAll(followers, {id, name, payload, relayed, trace, origin, offset});
  }

  function batchOf(stored: StoredBatch | BatchPart): StoredBatch | undefined {
    if (!('part' in stored)) return stored;
    const joined = parts.add(stored);
    return joined === undefined ? undefined : (JSON.parse(joined) as StoredBatch);
  }

  function receive(data: Uint8Array, number: number): void {
    const isGap = number !== sequence + 1;
    sequence = number;
    if (isGap) beginEpoch('messages expired before this node received them');
    try {
      const batch = batchOf(JSON.parse(Buffer.from(data).toString()) as StoredBatch | BatchPart);
      if (!batch) return;
      const {origin, messages} = batch;
      received.inc(messages.length);
      let at = number * OFFSETS_PER_BATCH;
      for (const message of messages) deliver(message, origin, at++);
    } catch (error) {
      log.error({err: error, sequence: number}, 'could not read a message in the stream of the bus');
    } finally {
      readPosition.advanceTo(number);
    }
  }

  /** Replaces the consumer, and tries again until it succeeds. */
  function follow(): void {
    if (following || state === 'closed') return;
    following = true;
    consumer?.stop();
    void (async () => {
      for (let failures = 0; !isClosed(); failures++) {
        try {
          await followOnce();
          break;
        } catch (error) {
          if (failures === 0) log.warn({err: error}, 'could not read the stream of the bus; trying again');
          await wait(RETRY_INTERVAL_MS, undefined, {ref: false});
        }
      }
      following = false;
    })();
  }

  /** Reads the stream for the first time. The bus may be slow, or still electing a leader. */
  async function startFollowing(): Promise<void> {
    const deadline = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      try {
        return await followOnce();
      } catch (error) {
        if (error instanceof ClusterError) throw error;
        if (performance.now() > deadline) {
          throw new ClusterError(
            `The bus (ClusterSettings.BusURLs) did not let this node read the stream within ${START_TIMEOUT_MS / 1000} ` +
              `seconds: ${error instanceof Error ? error.message : error}. Check the log of nats-server; a cluster of ` +
              'NATS servers needs a majority.',
          );
        }
        await wait(RETRY_INTERVAL_MS);
      }
    }
  }

  async function followOnce(): Promise<void> {
    const info = await connection.ensureStream();
    const isAnother = info.created !== epoch;
    // The servers of the bus have lost the content of the stream. A new stream has other offsets.
    if (!isAnother && info.state.last_seq < sequence) {
      await connection.manager.streams.delete(stream);
      throw new Error('The stream was reset');
    }
    const isFirst = epoch === '';
    const wasDown = state === 'down';
    // Proves that the stream accepts messages.
    if (wasDown) await store(`{"origin":"${node.id}","messages":[]}`, `${node.id}.probe.${Date.now()}`);
    if (isAnother) {
      sequence = info.state.last_seq;
      offset = sequence * OFFSETS_PER_BATCH;
      epoch = info.created;
      readPosition.advanceTo(sequence);
    }
    const next = await consumeStream(connection, sequence + 1, receive, follow);
    if (isClosed()) {
      next.stop();
      return;
    }
    consumer = next;
    if (wasDown) becomeUp();
    if (isAnother && !isFirst) beginEpoch('the stream was created again');
  }

  function becomeDown(reason: string): void {
    if (state !== 'up') return;
    state = 'down';
    log.error({reason}, 'The bus is unavailable. Events go through the database until it is back');
    queue.pause();
    membership.suspendLossDetection();
    // Before the announcements below, which may depend on caches.
    becomeStale(reason);
    sendBeat();
    for (const {message} of earlyCopies.values()) deliver(message, message.from, offset);
    earlyCopies.clear();
    for (const message of queue.waiting()) {
      copy(message);
      deliver(message, node.id, offset);
    }
    // Once more, because the other nodes have sent no copies before they learned that this one needs them.
    setTimeout(() => state === 'down' && becomeStale(reason), 1500).unref();
    follow();
  }

  function becomeUp(): void {
    state = 'up';
    membership.suspendLossDetection();
    membership.announce();
    log.info({}, 'The bus is available again');
    if (queue.resume()) append({name: LOST_MESSAGES, payload: {}});
  }

  function sendBeat(): void {
    lane.send({kind: 'beat', from: node.id, node, needsCopies: state === 'down'});
  }

  function copy(message: QueuedMessage): void {
    if (message.copied) return;
    message.copied = true;
    const {id, name, payload, relayed, urgent} = message;
    const sent = lane.send({kind: 'copy', from: node.id, id, name, payload, relayed, urgent});
    copies.inc();
    if (!sent && urgent) {
      const stale = {id: `${id} stale`, name: 'caches:stale', payload: {}, relayed: true};
      lane.send({kind: 'copy', from: node.id, ...stale, urgent});
    }
  }

  function receiveFromLane(message: LaneMessage): void {
    if (message.kind === 'beat') {
      membership.recordBeat(message.node);
      if (message.needsCopies) copiesUntil = performance.now() + COPIES_AFTER_BEAT_MS;
      return;
    }
    const {from, id, name, payload, urgent} = message;
    if (recent.has(id)) return;
    if (state === 'down') {
      deliver(message, from, offset);
    } else {
      earlyCopies.set(id, {message, at: performance.now()});
      if (urgent) callAll(earlyHandlers, {name, payload});
    }
  }

  /** Removes copies whose original must have arrived by now, because the bus is available. */
  function deleteOldCopies(): void {
    const oldest = performance.now() - 2 * UNRESPONSIVE_MS;
    for (const [id, {at}] of earlyCopies) if (at < oldest) earlyCopies.delete(id);
  }

  function append({
    id,
    name,
    payload,
    relayed = false,
    urgent = false,
    trace,
  }: NewClusterMessage): Promise<void> | undefined {
    if (state === 'closed') return undefined;
    const messageId = id ?? `${node.id}.${++messageCount}`;
    const text = JSON.stringify({id: messageId, name, payload, relayed, trace} satisfies StoredMessage);
    if (text.length * 3 > MAX_EVENT_BYTES && Buffer.byteLength(text) > MAX_EVENT_BYTES) {
      return append({name: LOST_MESSAGES, payload: {}});
    }
    appended.inc();
    const since = performance.now();
    const message = {id: messageId, name, payload, relayed, urgent, text, since, copied: false};
    if (!queue.add(message)) becomeDown('too many messages are waiting');
    if (state === 'down' || since < copiesUntil) copy(message);
    if (state === 'down') deliver(message, node.id, offset);
    return queue.stored();
  }

  function check(): void {
    const now = performance.now();
    // This process was suspended or busy, so responses may be waiting.
    const delay = now - checkedAt;
    checkedAt = now;
    if (delay > SUSPENDED_MS) becomeStale('this process was suspended');
    if (delay > 10 * CHECK_INTERVAL_MS) return;
    const waiting = queue.waiting();
    for (const message of waiting) {
      if (now - message.since < EARLY_AFTER_MS) break;
      if (message.urgent) copy(message);
    }
    const silence = now - (consumer?.heardAt() ?? now);
    if (state === 'up') {
      if (disconnectedAt !== undefined && now - disconnectedAt > DISCONNECTED_MS) {
        becomeDown('there is no connection');
      } else if (queue.stalledFor() > UNRESPONSIVE_MS) {
        becomeDown('messages are not stored');
      } else if (silence > UNRESPONSIVE_MS) {
        becomeDown('nothing arrives');
      }
    }
    if (silence > SILENT_MS && disconnectedAt === undefined) follow();
  }

  const lane = await openDatabaseLane({
    database,
    nodeId: node.id,
    log,
    onMessage: receiveFromLane,
    onReconnect: () => becomeStale('the connection for notifications of the database was lost'),
  });
  const membership = createMembership({
    nats,
    prefix: `patchbay.${settings.clusterName}`,
    node,
    log,
    onLost(lost, lastSeenAt) {
      nodesLost.inc();
      becomeStale(`node ${lost.id} stopped responding`);
      callAll(lostHandlers, lost, lastSeenAt);
    },
  });
  const requests = createRequests({
    nats,
    prefix: `patchbay.${settings.clusterName}`,
    nodeId: node.id,
    others: () => membership.nodes().filter(({id}) => id !== node.id),
    isUp: () => state === 'up',
    log,
  });
  await startFollowing();

  void (async () => {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect') {
        disconnectedAt ??= performance.now();
        log.warn({server: status.server}, 'The connection to the bus was lost; reconnecting');
      } else if (status.type === 'reconnect') {
        disconnectedAt = undefined;
        log.info({server: status.server}, 'Connected to the bus again');
        follow();
      } else if (status.type === 'error') {
        log.warn({err: status.error}, 'the bus reported an error');
      }
    }
  })();

  const checks = setInterval(check, CHECK_INTERVAL_MS).unref();
  const beats = setInterval(() => {
    // A node that can't use the bus receives the others' heartbeats only in this way.
    if (state === 'down' || performance.now() < copiesUntil) sendBeat();
    deleteOldCopies();
    parts.forgetOld();
    upGauge.set(state === 'up' ? 1 : 0);
    lagGauge.set(lag());
    waitingGauge.set(queue.waiting().length);
    nodesGauge.set(membership.nodes().length);
  }, 1000).unref();
  upGauge.set(1);

  const subscribe =
    <Handler>(handlers: Set<Handler>) =>
    (handler: Handler) => {
      handlers.add(handler);
      return () => handlers.delete(handler);
    };

  return {
    enabled: true,
    node,
    nodes: membership.nodes,
    setDraining(draining) {
      node.draining = draining;
      membership.announce();
    },
    onNodeLost: subscribe(lostHandlers),
    onStale: subscribe(staleHandlers),
    onNewEpoch: subscribe(epochHandlers),
    bus: {
      append,
      follow: subscribe(followers),
      onEarly: subscribe(earlyHandlers),
      delivered: recent.has,
      offset: () => offset,
      lag,
      epoch: () => epoch,
      caughtUp: () => (state === 'up' ? readPosition.caughtUp() : Promise.resolve(false)),
      appended: queue.stored,
      ...requests,
    },
    async close() {
      if (state === 'closed') return;
      await queue.close(CLOSE_TIMEOUT_MS);
      state = 'closed';
      clearInterval(checks);
      clearInterval(beats);
      membership.leave();
      consumer?.stop();
      await lane.close();
      await Promise.race([nats.drain(), wait(CLOSE_TIMEOUT_MS, undefined, {ref: false})]).catch(() => {});
      await nats.close();
    },
  };
}
