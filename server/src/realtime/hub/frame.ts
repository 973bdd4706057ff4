/** The audience of an event, as sent with it (docs/specification.md#websocket). */
export interface Broadcast {
  /** Ids of excluded users, each with `true`. */
  omit_users: Record<string, true> | null;
  user_id: string;
  channel_id: string;
  team_id: string;
  connection_id: string;
  omit_connection_id: string;
}

/**
 * An event in the wire format without its sequence number, which is the only part that differs between connections. It
 * is serialized once and shared by all connections.
 */
export type Frame = Buffer;

/**
 * Creates the frames of one event: one with `data`, and others with additional properties for some listeners. The
 * common parts are serialized once.
 */
export function createFrames(
  event: string,
  data: object,
  broadcast: Broadcast,
): (addition?: object) => Frame {
  const head = `{"event":${JSON.stringify(event)},"data":`;
  const common = JSON.stringify(data);
  const tail = `,"broadcast":${JSON.stringify(broadcast)},"seq":`;
  return (addition) =>
    Buffer.from(`${head}${addition ? joinObjects(common, JSON.stringify(addition)) : common}${tail}`);
}

function joinObjects(one: string, other: string): string {
  if (one === '{}') return other;
  return other === '{}' ? one : `${one.slice(0, -1)},${other.slice(1)}`;
}

/** The complete message of the event with a sequence number. */
export function withSequence(frame: Frame, sequence: number): Buffer {
  const end = `${sequence}}`;
  const message = Buffer.allocUnsafe(frame.length + end.length);
  frame.copy(message);
  message.write(end, frame.length, 'latin1');
  return message;
}
