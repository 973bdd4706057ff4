/** Who receives a frame, as the frame itself says (docs/specification.md#websocket). */
export interface Broadcast {
  /** Ids of those left out, each `true`. */
  omit_users: Record<string, true> | null;
  user_id: string;
  channel_id: string;
  team_id: string;
  connection_id: string;
  omit_connection_id: string;
}

/**
 * An event as it goes over the wire, up to its sequence number: the one thing in which its copies differ. It is
 * made once, however many hear of it, and shared by all who keep it for a reconnect.
 */
export type Frame = Buffer;

/**
 * Makes the frames of one event: with `data`, and for some listeners with more members beside those of `data`. All
 * that they have in common is turned into JSON once.
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

/** The whole text of the event with that sequence number. */
export function withSequence(frame: Frame, sequence: number): Buffer {
  const end = `${sequence}}`;
  const whole = Buffer.allocUnsafe(frame.length + end.length);
  frame.copy(whole);
  whole.write(end, frame.length, 'latin1');
  return whole;
}
