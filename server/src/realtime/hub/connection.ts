import type {Duplex} from 'node:stream';
import type {WebSocket} from 'ws';
import type {Session} from '../../messaging/sessions/sessions.ts';
import {newId} from '../../platform/database/ids.ts';
import {type Frame, withSequence} from './frame.ts';

/** How many events of a connection are kept for a client that reconnects (docs/specification.md#websocket). */
const KEPT_EVENTS = 128;

/** A socket and the network stream that it lies on. */
export interface Wire {
  socket: WebSocket;
  stream: Duplex;
}

/** What one client hears: its events in order, each with the next number, over one socket after the other. */
export interface Connection {
  readonly id: string;
  readonly userId: string;
  /** Who listens; replaced when the account or the session changes. */
  session: Session;
  /** What the session was opened with; to ask again whether it still holds. */
  token: string;
  /** Undefined while the client is away. */
  wire: Wire | undefined;
  /** The number of the next event. */
  next: number;
  /** The number of the next event to be given to the socket. */
  unsent: number;
  /** The last events; event n is at n modulo {@link KEPT_EVENTS}. */
  readonly kept: Frame[];
  /** Whether the person is doing something there, as the client says. */
  active: boolean;
  /** Milliseconds since the epoch; when the client was last heard of, and last asked for a sign of life. */
  heardAt: number;
  pingedAt: number;
  /** When the socket was lost; 0 while there is one. */
  lostAt: number;
  /** Whether it is already known that there is something to {@link flush}. */
  awaitsFlush: boolean;
}

export function createConnection(session: Session, token: string): Connection {
  return {
    id: newId(),
    userId: session.userId,
    session,
    token,
    wire: undefined,
    next: 0,
    unsent: 0,
    kept: [],
    active: true,
    heardAt: 0,
    pingedAt: 0,
    lostAt: 0,
    awaitsFlush: false,
  };
}

/**
 * Gives the connection one more event, for the next {@link flush}. False when its client is so slow that an event which
 * it has not had would have to be forgotten: then it is to be cut off.
 */
export function append(connection: Connection, frame: Frame): boolean {
  if (connection.next - connection.unsent >= KEPT_EVENTS) flush(connection);
  const fits = connection.wire === undefined || connection.next - connection.unsent < KEPT_EVENTS;
  connection.kept[connection.next % KEPT_EVENTS] = frame;
  connection.next++;
  return fits;
}

/** Whether the client that expects event `sequence` next can have all that it has missed. */
export function canResume(connection: Connection, sequence: number): boolean {
  return sequence <= connection.next && sequence >= connection.next - KEPT_EVENTS;
}

/** Puts the connection on a socket, on which event `sequence` goes out first. */
export function connect(connection: Connection, wire: Wire, sequence: number, now: number): void {
  connection.wire = wire;
  connection.unsent = sequence;
  connection.heardAt = now;
  connection.pingedAt = now;
  connection.lostAt = 0;
  wire.stream.on('drain', () => {
    if (connection.wire === wire) flush(connection);
  });
  flush(connection);
}

/**
 * Gives the network what it takes of the events that wait, in one go. It is given nothing while it has not taken what
 * it has: events wait in the frames that all listeners share, so the slowest consumer costs no more memory than one
 * stream's buffer.
 */
export function flush(connection: Connection): void {
  const {wire, kept} = connection;
  if (wire === undefined || connection.unsent === connection.next) return;
  wire.stream.cork();
  while (connection.unsent < connection.next && !wire.stream.writableNeedDrain) {
    const sequence = connection.unsent++;
    wire.socket.send(withSequence(kept[sequence % KEPT_EVENTS]!, sequence), {binary: false});
  }
  wire.stream.uncork();
}
