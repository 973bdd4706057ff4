import type {Cluster, ClusterMessage} from '../cluster/cluster.ts';
import {withoutCaller} from '../database/callers.ts';
import type {Database} from '../database/database.ts';
import {newId} from '../database/ids.ts';
import type {Transaction} from '../database/queryable.ts';
import {tracing} from '../tracing/tracing.ts';
import {createOutbox, type Task} from './outbox.ts';
import type {OutboxEntry} from './outbox-store.ts';

export type {Task} from './outbox.ts';

/**
 * The events of the bus, by name. Features add their events by declaration merging:
 *
 *     declare module '…/platform/event-bus/event-bus.ts' {
 *       interface Events { 'user:changed': {userId: string} }
 *     }
 *
 * Payloads are plain JSON, because events are sent to other processes.
 *
 * @public
 */
export interface Events extends RecordedEvents {
  /** Events from other processes may have been missed, so clear all caches of database content. */
  'caches:stale': Record<string, never>;
}

/**
 * The events whose durable reactions must run, by name. They are recorded in the transaction of the change. Features
 * add them like those of {@link Events}, which contains them too.
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add events.
export interface RecordedEvents {}

type EventName = keyof Events;
type RecordedEventName = keyof RecordedEvents;

/** The return type of a handler that doesn't wait for anything. */
// biome-ignore lint/suspicious/noConfusingVoidType: TypeScript would let functions return promises for a plain `void`.
type Immediate = void | boolean | number;

/** Where an event is in the order that all nodes share. */
interface EventPosition {
  offset: number;
  /** The id of the node that published the event. */
  origin: string;
}

/**
 * The events of the product (docs/cluster.md#events). There are three kinds of handlers, because in a cluster an event
 * reaches every node. Each method returns a function that unsubscribes. If a handler throws, the error is reported and
 * the others still run.
 */
export interface EventBus {
  /**
   * Publishes an event. Call it after the commit, never inside a transaction. This node's views have run when it
   * returns. An event with the `id` of a recent one is ignored by the announcements.
   */
  publish<Name extends Exclude<EventName, RecordedEventName>>(
    name: Name,
    payload: Events[Name],
    id?: string,
  ): void;
  /**
   * Records events in the transaction of the change, so that their durable reactions run even if this process dies
   * after the commit. Call the returned function after the commit; it publishes them.
   */
  record<Name extends RecordedEventName>(
    tx: Transaction,
    name: Name,
    ...payloads: RecordedEvents[Name][]
  ): Promise<() => void>;
  /**
   * Sends an event that may be lost to the views and announcements of all nodes, immediately and in no particular
   * order.
   */
  broadcast<Name extends EventName>(name: Name, payload: Events[Name]): void;
  /**
   * Adds a view: state in memory that follows the database, such as a cache. It runs on every node, and immediately
   * on the node that published the event. It can run more than once for an event.
   */
  onEveryNode<Name extends EventName>(name: Name, handler: (payload: Events[Name]) => Immediate): () => void;
  /** Adds an announcement to clients. It runs on every node, in the same order everywhere. */
  inStreamOrder<Name extends EventName>(
    name: Name,
    handler: (payload: Events[Name], position: EventPosition) => Immediate,
  ): () => void;
  /**
   * Adds a reaction: anything that writes or has an effect outside the process. It runs once, on the node that
   * published the event, but not for events of command-line tools, which ran it themselves. It may return a promise,
   * whose error is reported. It is lost if the node dies.
   */
  onOrigin<Name extends EventName>(
    name: Name,
    handler: (payload: Events[Name]) => Immediate | Promise<void>,
  ): () => void;
  /**
   * Adds a reaction like {@link EventBus.onOrigin}. If the node that published the event dies within a few seconds,
   * another node runs it again, so it must not matter whether it runs twice. `id` is then the same; empty without a
   * cluster.
   */
  onOriginOrSuccessor<Name extends EventName>(
    name: Name,
    handler: (payload: Events[Name], id: string) => Immediate | Promise<void>,
  ): () => void;
  /**
   * Adds a durable reaction to a recorded event: it runs on the node that recorded the event, and again on any node
   * until it has succeeded, or failed seven times in an hour and a half. It must not matter whether it runs twice;
   * see {@link Task.complete}.
   *
   * @param reaction its name, which never changes, because other versions of the server look for it in the database
   */
  untilDone<Name extends RecordedEventName>(
    name: Name,
    reaction: string,
    handler: (payload: RecordedEvents[Name], task: Task) => Promise<void>,
  ): () => void;
  /** Runs the durable reactions that other nodes or earlier processes have left, until `stop`. */
  start(): void;
  /** Stops taking over durable reactions. */
  stop(): Promise<void>;
  /** Waits until the durable reactions of this node have run. */
  idle(): Promise<void>;
  /**
   * Delivers an event of a command-line tool to the views and announcements of all nodes. All nodes receive it from the
   * tool, with the same `id`, and call this.
   */
  relay(name: string, payload: unknown, id: string): void;
  /** Runs this node's views of `caches:stale`, because this node may have missed events. */
  clearCaches(): void;
}

/** The part of the event bus for code that keeps state in memory. */
export type Views = Pick<EventBus, 'onEveryNode'>;
/** The part of the event bus for code that announces events to clients. */
export type Announcements = Pick<EventBus, 'inStreamOrder'>;

const BROADCAST = 'event';

interface Handlers {
  views: Set<(payload: never) => unknown>;
  announcements: Set<(payload: never, position: EventPosition) => unknown>;
  reactions: Set<(payload: never) => unknown>;
  /** Reactions that another node runs if the origin dies. */
  takeover: Set<(payload: never, id: string) => unknown>;
  /** The names of durable reactions. */
  durable: Set<string>;
}

/** A recent event of another node, whose reactions this node runs if that node dies. */
interface RecentEvent {
  message: ClusterMessage;
  /** When it arrived, from `performance.now()`. */
  at: number;
}

/** Milliseconds in which a node runs the reactions to an event, plus the time until it is considered lost. */
const TAKEOVER_MS = 20_000;

/** @param onError called with errors that handlers throw */
export function createEventBus(
  {enabled, node, nodes, bus, onStale, onNodeLost}: Cluster,
  database: Database,
  onError: (error: unknown, event: string) => void,
): EventBus {
  const outbox = createOutbox({database, nodeId: node.id, isClustered: enabled, onError});
  const byName = new Map<string, Handlers>();
  let recentEvents: RecentEvent[] = [];

  function handlersOf(name: string): Handlers {
    let handlers = byName.get(name);
    if (!handlers) {
      handlers = {
        views: new Set(),
        announcements: new Set(),
        reactions: new Set(),
        takeover: new Set(),
        durable: new Set(),
      };
      byName.set(name, handlers);
    }
    return handlers;
  }

  function view(name: string, payload: unknown): void {
    for (const handler of handlersOf(name).views) {
      try {
        handler(payload as never);
      } catch (error) {
        onError(error, name);
      }
    }
  }

  function announce(name: string, payload: unknown, position: EventPosition): void {
    for (const handler of handlersOf(name).announcements) {
      try {
        handler(payload as never, position);
      } catch (error) {
        onError(error, name);
      }
    }
  }

  function run(name: string, handler: () => unknown): void {
    try {
      const result = handler();
      if (result instanceof Promise) result.catch((error) => onError(error, name));
    } catch (error) {
      onError(error, name);
    }
  }

  function react(name: string, payload: unknown): void {
    for (const handler of handlersOf(name).reactions) run(name, () => handler(payload as never));
  }

  function runTakeoverReactions(name: string, payload: unknown, id: string): void {
    for (const handler of handlersOf(name).takeover) run(name, () => handler(payload as never, id));
  }

  function remember(message: ClusterMessage): void {
    if (message.relayed || message.origin === node.id) return;
    if (handlersOf(message.name).takeover.size === 0) return;
    const at = performance.now();
    recentEvents = recentEvents.filter((one) => at - one.at < TAKEOVER_MS);
    recentEvents.push({message, at});
  }

  function receive(message: ClusterMessage): void {
    const traces = tracing();
    if (traces && message.trace !== undefined) {
      const options = {name: `receive ${message.name}`, kind: 'consumer' as const};
      traces.continueTrace(message.trace, options, () => handle(message));
    } else {
      handle(message);
    }
  }

  function handle(message: ClusterMessage): void {
    const {name, payload, origin, offset} = message;
    remember(message);
    // Also on the node that published it, because an earlier change of another node may have arrived in the meantime.
    if (enabled) view(name, payload);
    announce(name, payload, {offset, origin});
  }

  function append(name: string, payload: unknown, id: string | undefined, relayed = false): void {
    const urgent = handlersOf(name).views.size > 0;
    const message = {...(id !== undefined && {id}), name, payload, relayed, urgent};
    const traces = tracing();
    if (!traces) return void bus.append(message);
    void traces.inSpan({name: `append ${name}`, kind: 'producer'}, async () => {
      const trace = traces.traceparent();
      await bus.append({...message, trace});
    });
  }

  bus.follow(receive);
  bus.onBroadcast(BROADCAST, (message, origin) => {
    const {name, payload} = message as {name: string; payload: unknown};
    receive({id: '', name, payload, relayed: true, origin, offset: bus.offset()});
  });
  bus.onEarly(({name, payload}) => view(name, payload));
  onStale(() => view('caches:stale', {}));
  onNodeLost((lost) => {
    outbox.takeOver(lost.id);
    // Only the first node takes over; if it dies too, the next one does.
    if (nodes()[0]?.id !== node.id) return;
    for (const {message} of recentEvents) {
      if (message.origin === lost.id) runTakeoverReactions(message.name, message.payload, message.id);
    }
  });

  function publish(name: string, payload: unknown, id?: string): void {
    view(name, payload);
    const {takeover} = handlersOf(name);
    const eventId = id ?? (enabled && takeover.size > 0 ? newId() : undefined);
    // Before the reactions, so that clients learn of an event before the events that it causes.
    append(name, payload, eventId);
    react(name, payload);
    runTakeoverReactions(name, payload, eventId ?? '');
  }

  return {
    publish(name, payload, id) {
      // Handlers must not be canceled with the request that caused the event.
      withoutCaller(() => publish(name, payload, id));
    },
    async record(tx, name, ...payloads) {
      const {durable} = handlersOf(name);
      const events = payloads.map((payload) => ({
        payload,
        entries: [...durable].map(
          (reaction): OutboxEntry => ({id: newId(), event: name, reaction, payload, attempts: 1}),
        ),
      }));
      const entries = events.flatMap((event) => event.entries);
      if (entries.length > 0) await outbox.record(tx, entries);
      return () =>
        withoutCaller(() => {
          for (const event of events) {
            publish(name, event.payload);
            event.entries.forEach(outbox.run);
          }
        });
    },
    broadcast(name, payload) {
      withoutCaller(() => {
        view(name, payload);
        announce(name, payload, {offset: bus.offset(), origin: node.id});
        bus.broadcast(BROADCAST, {name, payload});
      });
    },
    onEveryNode: (name, handler) => add(handlersOf(name).views, handler),
    inStreamOrder: (name, handler) => add(handlersOf(name).announcements, handler),
    onOrigin: (name, handler) => add(handlersOf(name).reactions, handler),
    onOriginOrSuccessor: (name, handler) => add(handlersOf(name).takeover, handler),
    untilDone(name, reaction, handler) {
      const key = `${name}/${reaction}`;
      outbox.handlers.set(key, handler);
      const remove = add(handlersOf(name).durable, reaction);
      return () => {
        outbox.handlers.delete(key);
        remove();
      };
    },
    start: outbox.start,
    stop: outbox.stop,
    idle: outbox.idle,
    relay(name, payload, id) {
      view(name, payload);
      append(name, payload, id, true);
    },
    clearCaches: () => view('caches:stale', {}),
  };
}

function add<Handler>(handlers: Set<Handler>, handler: Handler): () => void {
  handlers.add(handler);
  return () => handlers.delete(handler);
}
