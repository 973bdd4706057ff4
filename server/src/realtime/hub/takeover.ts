import {setTimeout as pause} from 'node:timers/promises';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import {
  append,
  type Connection,
  canResume,
  createConnection,
  firstAvailable,
  framesFrom,
  replaceFrames,
} from './connection.ts';
import type {Frame} from './frame.ts';
import type {Progress} from './progress.ts';
import {RESUME_WINDOW, type Registry} from './registry.ts';

/** The connection that a client wants to resume, and the number of the next event that it expects. */
export interface ResumeRequest {
  connectionId: string;
  sequence: number;
}

/**
 * The position at which the frames of a handed-over connection end. The new node continues with the events after it.
 */
interface End {
  /** The number of the next event. */
  next: number;
  /** The offset of the last event of the stream that the node has announced. */
  offset: number;
  /** The offsets of earlier events that it has not announced yet. */
  unannounced: number[];
}

interface Question extends ResumeRequest {
  userId: string;
  /** The requesting node has all events of this epoch after this offset. */
  epoch: string;
  offset: number;
}

interface Frames {
  frames: string[];
  /** The id with which the remaining frames can be fetched, if any. */
  rest?: string;
}

type ResumeResponse =
  | {kind: 'unknown'}
  /** The connection is being moved to another node. */
  | {kind: 'moving'}
  | ({kind: 'handed over'; wasParked: boolean} & End & Frames);

/** A connection without its frames. */
interface Announced {
  id: string;
  userId: string;
  session: Session;
}

/** Connections, with indexes into the frames of the message, because most frames belong to many connections. */
interface ParkedBatch extends Omit<End, 'next'> {
  frames: string[];
  connections: {id: string; next: number; frames: number[]; lostFor: number}[];
}

const RESUME = 'resume';
const FETCH_REST = 'resume-rest';
const EXPECT = 'park-expect';
const PARK = 'park';

/** How long another node has to respond, in milliseconds. A killed node is not asked, or fails immediately. */
const ANSWER_TIMEOUT = 2_000;
/** How long a node waits until it has announced what another one has announced, in milliseconds. */
const CATCH_UP_TIMEOUT = 1_500;
/** How long to wait before asking again about a connection that is being moved, in milliseconds. */
const MOVING_DELAY = 100;
const MOVING_ATTEMPTS = 20;
/** How long the remaining frames of a connection, or an announced connection, are kept, in milliseconds. */
const KEEP_TIME = 10_000;
/** The maximum size of the frames in one message in bytes, because the bus limits messages to 1 MB. */
const MAX_FRAME_BYTES = 256 * 1024;
const MAX_SINGLE_FRAME_BYTES = 400 * 1024;
/** The number of connections that are parked with one message. */
const PARK_BATCH = 200;
/** The time limit for parking in milliseconds. Clients of connections that were not parked start over. */
const PARK_TIME = 5_000;

/**
 * Moves connections between nodes without losing or repeating events (docs/cluster.md#resuming-on-another-node). The
 * new node first holds new events, and then gets the frames before them.
 */
export function createTakeovers({
  cluster,
  log,
  metrics,
  progress,
  registry,
  join,
}: {
  cluster: Cluster;
  log: Logger;
  metrics: Metrics;
  progress: Progress;
  registry: Registry;
  /** Adds a held connection to its listener. */
  join: (connection: Connection) => Promise<void>;
}) {
  const {bus, node} = cluster;
  /** The ids of connections that this node is taking over. */
  const inProgress = new Map<string, Promise<unknown>>();
  /** The ids of connections that this node is parking on another node. */
  const moving = new Set<string>();
  const rests = new Map<string, Frame[]>();
  const expected = new Map<string, Connection>();

  const drained = metrics.counter(
    'websocket_drained_total',
    'Connections that continued on another node while this one drained',
    ['outcome'],
  );

  const otherNodes = () => cluster.nodes().filter(({id}) => id !== node.id);

  /** Splits off the first frames, as many as fit into one message. */
  function firstFrames(frames: Frame[], restId: string): Frames {
    let bytes = 0;
    let count = 0;
    while (count < frames.length && (count === 0 || bytes + frames[count]!.length <= MAX_FRAME_BYTES)) {
      bytes += frames[count++]!.length;
    }
    const first = frames.slice(0, count).map(String);
    if (count === frames.length) return {frames: first};
    rests.set(restId, frames.slice(count));
    setTimeout(() => rests.delete(restId), KEEP_TIME).unref();
    return {frames: first, rest: restId};
  }

  async function answer({connectionId, sequence, userId, epoch, offset}: Question): Promise<ResumeResponse> {
    if (moving.has(connectionId)) return {kind: 'moving'};
    const connection = registry.get(connectionId);
    if (connection?.userId !== userId) return {kind: 'unknown'};
    const caughtUp = epoch === bus.epoch() && (await progress.reached(offset, CATCH_UP_TIMEOUT));
    if (registry.get(connectionId) !== connection) return {kind: 'unknown'};
    const isTooLate = connection.lostAt > 0 && Date.now() - connection.lostAt >= RESUME_WINDOW;
    const frames =
      caughtUp && epoch === bus.epoch() && !isTooLate && canResume(connection, sequence)
        ? framesFrom(connection, sequence)
        : undefined;
    // The client continues on the other node from now on, even if an error follows.
    registry.remove(connection);
    if (!frames || frames.some(({length}) => length > MAX_SINGLE_FRAME_BYTES)) return {kind: 'unknown'};
    if (node.draining) drained.inc({outcome: 'resumed'});
    return {
      kind: 'handed over',
      wasParked: connection.token === '',
      next: connection.next,
      offset: bus.offset(),
      unannounced: progress.unannounced(),
      ...firstFrames(frames, connectionId),
    };
  }

  bus.answer(RESUME, (question) => answer(question as Question));
  bus.answer(FETCH_REST, async (id) => {
    const frames = rests.get(id as string);
    rests.delete(id as string);
    return frames ? firstFrames(frames, id as string) : {frames: []};
  });

  /** Asks all other nodes for a connection. */
  async function askOthers(question: Question) {
    for (let attempt = 0; attempt < MOVING_ATTEMPTS; attempt++) {
      let isMoving = false;
      const answers = otherNodes().map(async ({id}) => {
        const response = (await bus.request(id, RESUME, question, ANSWER_TIMEOUT)) as ResumeResponse;
        if (response.kind === 'moving') isMoving = true;
        if (response.kind !== 'handed over') throw new Error(`The connection is ${response.kind}.`);
        return {...response, nodeId: id};
      });
      // Only one node can have it, so the other answers don't matter.
      const found = await Promise.any(answers).catch(() => undefined);
      if (found || !isMoving) return found;
      await pause(MOVING_DELAY);
    }
    return undefined;
  }

  async function fetchRest(nodeId: string, rest: string | undefined): Promise<string[]> {
    const frames: string[] = [];
    for (let id = rest; id !== undefined; ) {
      const more = (await bus.request(nodeId, FETCH_REST, id, ANSWER_TIMEOUT)) as Frames;
      frames.push(...more.frames);
      id = more.rest;
    }
    return frames;
  }

  /** Joins the frames from another node with the events that were held. */
  function merge(connection: Connection, frames: readonly Frame[], {next, offset, unannounced}: End): void {
    const held = connection.held ?? [];
    connection.held = undefined;
    replaceFrames(connection, frames, next);
    for (const {frame, offset: at, isLate} of held) {
      if (at > offset || (isLate && unannounced.includes(at))) append(connection, frame);
    }
  }

  async function takeOver(
    connection: Connection,
    request: ResumeRequest,
  ): Promise<'live node' | 'parked' | undefined> {
    const epoch = bus.epoch();
    const {userId} = connection;
    const found = await askOthers({...request, userId, epoch, offset: bus.offset()});
    if (!found) return undefined;
    const frames = [...found.frames, ...(await fetchRest(found.nodeId, found.rest))];
    if (frames.length !== found.next - request.sequence) return undefined;
    // Waits, because until then, events arrive that the other node has already announced.
    if (!(await progress.reached(found.offset, CATCH_UP_TIMEOUT)) || epoch !== bus.epoch()) return undefined;
    merge(
      connection,
      frames.map((text) => Buffer.from(text)),
      found,
    );
    if (!canResume(connection, request.sequence)) return undefined;
    return found.wasParked ? 'parked' : 'live node';
  }

  function release(connection: Connection): void {
    if (expected.delete(connection.id)) registry.remove(connection);
  }

  bus.answer(EXPECT, async (announced) => {
    if (node.draining) throw new Error('This node is draining too.');
    await Promise.all(
      (announced as Announced[]).map(async ({id, session}) => {
        const connection = createConnection(session, '');
        connection.id = id;
        connection.held = [];
        await join(connection);
        expected.set(id, connection);
        setTimeout(() => release(connection), KEEP_TIME).unref();
      }),
    );
    return {epoch: bus.epoch(), offset: bus.offset()};
  });

  bus.answer(PARK, async (parcel) => {
    const {frames: texts, connections, ...end} = parcel as ParkedBatch;
    const caughtUp = await progress.reached(end.offset, CATCH_UP_TIMEOUT);
    const frames = texts.map((text) => Buffer.from(text));
    for (const {id, next, frames: indexes, lostFor} of connections) {
      const connection = expected.get(id);
      if (!connection) continue;
      if (!caughtUp) {
        release(connection);
        continue;
      }
      expected.delete(id);
      merge(
        connection,
        indexes.map((index) => frames[index]!),
        {...end, next},
      );
      connection.lostAt = Date.now() - lostFor;
      registry.add(connection);
    }
    return {};
  });

  /** Packs connections and their latest frames into messages. */
  function* parkedBatches(connections: readonly Connection[]): Iterable<ParkedBatch> {
    const end = {offset: bus.offset(), unannounced: progress.unannounced()};
    const now = Date.now();
    let parcel: ParkedBatch = {...end, frames: [], connections: []};
    let indexes = new Map<Frame, number>();
    let bytes = 0;
    for (const connection of connections) {
      const frames = latestFrames(connection);
      const added = frames.filter((frame) => !indexes.has(frame)).reduce((sum, {length}) => sum + length, 0);
      if (bytes + added > MAX_FRAME_BYTES && parcel.connections.length > 0) {
        yield parcel;
        parcel = {...end, frames: [], connections: []};
        indexes = new Map();
        bytes = 0;
      }
      for (const frame of frames) {
        if (indexes.has(frame)) continue;
        indexes.set(frame, parcel.frames.push(String(frame)) - 1);
        bytes += frame.length;
      }
      parcel.connections.push({
        id: connection.id,
        next: connection.next,
        frames: frames.map((frame) => indexes.get(frame)!),
        lostFor: now - connection.lostAt,
      });
    }
    if (parcel.connections.length > 0) yield parcel;
  }

  async function parkBatch(batch: readonly Connection[], nodeId: string): Promise<void> {
    const announced = batch.map(({id, userId, session}): Announced => ({id, userId, session}));
    const {epoch, offset} = (await bus.request(nodeId, EXPECT, announced, ANSWER_TIMEOUT)) as {
      epoch: string;
      offset: number;
    };
    if (epoch !== bus.epoch() || !(await progress.reached(offset, CATCH_UP_TIMEOUT))) return;
    const present = batch.filter((connection) => registry.get(connection.id) === connection);
    const packed = [...parkedBatches(present)];
    for (const connection of present) registry.remove(connection);
    for (const parcel of packed) {
      await bus.request(nodeId, PARK, parcel, ANSWER_TIMEOUT);
      drained.inc({outcome: 'parked'}, parcel.connections.length);
    }
  }

  return {
    /** Waits until a connection is no longer being taken over by this node. */
    settled: (connectionId: string): Promise<unknown> | undefined => inProgress.get(connectionId),

    /**
     * Gets the frames of a held connection from the node that has it. Returns where they were; undefined if no node has
     * them, or too many events were missed.
     */
    async takeOver(
      connection: Connection,
      request: ResumeRequest,
    ): Promise<'live node' | 'parked' | undefined> {
      const work = takeOver(connection, request).catch((error) => {
        log.warn({err: error}, 'could not take over a connection');
        return undefined;
      });
      inProgress.set(request.connectionId, work);
      try {
        return await work;
      } finally {
        if (inProgress.get(request.connectionId) === work) inProgress.delete(request.connectionId);
      }
    },

    /** Parks the connections of disconnected clients on other nodes, where the clients can resume them. */
    async park(): Promise<void> {
      const targets = otherNodes().filter(({draining}) => !draining);
      const waiting = [...registry.all()].filter(({transport, isBroken}) => !transport && !isBroken);
      const deadline = performance.now() + PARK_TIME;
      for (let start = 0; start < waiting.length && targets.length > 0; start += PARK_BATCH) {
        if (performance.now() > deadline) return;
        const batch = waiting.slice(start, start + PARK_BATCH);
        for (const {id} of batch) moving.add(id);
        try {
          await parkBatch(batch, targets[(start / PARK_BATCH) % targets.length]!.id);
        } catch (error) {
          log.warn(
            {err: error},
            'could not leave connections on another node; their clients will start over',
          );
        } finally {
          for (const {id} of batch) moving.delete(id);
        }
      }
    },
  };
}

/** The latest frames of a connection, as many as fit into one message. */
function latestFrames(connection: Connection): Frame[] {
  const frames = framesFrom(connection, firstAvailable(connection));
  let bytes = 0;
  let start = frames.length;
  while (start > 0 && bytes + frames[start - 1]!.length <= MAX_FRAME_BYTES) bytes += frames[--start]!.length;
  return frames.slice(start);
}
