import type {Msg, Subscription} from '@nats-io/transport-node';
import type {BusConnection} from './connect.ts';

export interface StreamConsumer {
  /** When the last message or heartbeat arrived, from `performance.now()`. */
  heardAt(): number;
  /** The number of stored messages that haven't arrived yet. */
  pending(): number;
  stop(): void;
}

const HEARTBEAT_MS = 1000;
/** NATS deletes the consumer of a node that has been gone for this long. */
const INACTIVE_MS = 30_000;

/**
 * Reads the stream from the sequence number `from` on. `onMessage` gets consecutive deliveries; `onGap` is called when
 * the deliveries stop being consecutive, so that a new consumer is needed.
 *
 * We don't use the client's ordered consumers, which take a minute to notice that the server of their consumer has
 * died.
 */
export async function consumeStream(
  {nats, manager, stream}: BusConnection,
  from: number,
  onMessage: (data: Uint8Array, sequence: number) => void,
  onGap: () => void,
): Promise<StreamConsumer> {
  const {AckPolicy, DeliverPolicy, ReplayPolicy} = await import('@nats-io/jetstream');
  const {createInbox} = await import('@nats-io/transport-node');
  let heardAt = performance.now();
  let delivered = 0;
  let pending = 0;
  let stopped = false;

  function receive(error: Error | null, message: Msg): void {
    if (error || stopped) return;
    heardAt = performance.now();
    if (message.headers?.code === 100) {
      // A flow control request of the server, which continues after the reply.
      if (message.reply) message.respond();
      const last = Number(message.headers.get('Nats-Last-Consumer') || delivered);
      if (last !== delivered) gap();
      return;
    }
    const place = message.reply === undefined ? undefined : parseReply(message.reply);
    if (!place) return;
    if (place.delivery !== delivered + 1) {
      gap();
      return;
    }
    delivered = place.delivery;
    pending = place.pending;
    onMessage(message.data, place.sequence);
  }

  function gap(): void {
    stop();
    onGap();
  }

  const inbox = createInbox();
  const subscription: Subscription = nats.subscribe(inbox, {callback: receive});
  let name = '';
  function stop(): void {
    if (stopped) return;
    stopped = true;
    if (nats.isClosed()) return;
    subscription.unsubscribe();
    if (name) manager.consumers.delete(stream, name).catch(() => {});
  }
  try {
    const info = await manager.consumers.add(stream, {
      deliver_subject: inbox,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: from,
      ack_policy: AckPolicy.None,
      replay_policy: ReplayPolicy.Instant,
      max_deliver: 1,
      mem_storage: true,
      num_replicas: 1,
      flow_control: true,
      idle_heartbeat: HEARTBEAT_MS * 1_000_000,
      inactive_threshold: INACTIVE_MS * 1_000_000,
    });
    name = info.name;
    if (stopped) manager.consumers.delete(stream, name).catch(() => {});
  } catch (error) {
    stop();
    throw error;
  }
  return {heardAt: () => heardAt, pending: () => pending, stop};
}

/**
 * Parses the reply subject of a delivery: `$JS.ACK.<stream>.<consumer>.<times>.<sequence>.<delivery>.<time>.<pending>`.
 * Newer servers insert a domain and an account before the stream, and append a token.
 */
function parseReply(reply: string): {sequence: number; delivery: number; pending: number} | undefined {
  const tokens = reply.split('.');
  if (tokens.length < 9) return undefined;
  const first = tokens.length === 9 ? 5 : 7;
  const [sequence, delivery, , pending] = tokens.slice(first, first + 4).map(Number);
  return {sequence: sequence!, delivery: delivery!, pending: pending!};
}
