import {isUtf8} from 'node:buffer';

/** The documented maximum line length of JSONL files, in bytes. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Why a line cannot be read as text. */
type LineFault =
  /** It exceeds the limit. `bytes` is its length; the content is discarded. */
  | {kind: 'too-long'; bytes: number}
  /** It is not UTF-8. `byte` is the position of the first invalid byte in the line, starting at 1. */
  | {kind: 'bad-utf8'; byte: number};

/** A line of a byte stream. */
export interface Line {
  /** The line number, starting at 1. */
  number: number;
  /** Without the line feed, but with a carriage return before it. Empty if there is a fault. */
  text: string;
  fault?: LineFault;
  /** The byte offset after this line's line feed. */
  end: number;
}

/** A position in a stream: the number of lines and bytes before it. */
export interface LinePosition {
  lines: number;
  bytes: number;
}

const LINE_FEED = 10;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Splits a byte stream into lines, and yields the lines that each chunk completes. Only one chunk and one incomplete line
 * are in memory; a line over the limit is measured and discarded. A byte order mark at the beginning is removed and
 * reported to `onByteOrderMark`.
 *
 * @param from the position of the stream's first byte, to continue a file that was partly read before
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  {
    from = {lines: 0, bytes: 0},
    maxLineBytes = MAX_LINE_BYTES,
    onByteOrderMark,
  }: {from?: LinePosition; maxLineBytes?: number; onByteOrderMark?: () => void} = {},
): AsyncGenerator<Line[], void, undefined> {
  let number = from.lines;
  let offset = from.bytes;
  // The parts of the incomplete last line, unless it is already too long.
  let parts: Buffer[] = [];
  let unfinished = 0;

  function finish(bytes: Buffer, length: number, end: number): Line {
    number++;
    if (length > maxLineBytes) return {number, text: '', fault: {kind: 'too-long', bytes: length}, end};
    const text = bytes.toString('utf8');
    // Invalid UTF-8 decodes to U+FFFD, which may also be in the line itself.
    if (text.includes('\ufffd') && !isUtf8(bytes)) {
      return {number, text: '', fault: {kind: 'bad-utf8', byte: firstBadByte(bytes)}, end};
    }
    if (number === 1 && text.startsWith(BYTE_ORDER_MARK)) {
      onByteOrderMark?.();
      return {number, text: text.slice(1), end};
    }
    return {number, text, end};
  }

  for await (const bytes of chunks) {
    const chunk = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const lines: Line[] = [];
    let start = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed !== -1; feed = chunk.indexOf(LINE_FEED, start)) {
      const tail = chunk.subarray(start, feed);
      const length = unfinished + tail.length;
      const whole =
        unfinished === 0 || length > maxLineBytes ? tail : Buffer.concat([...parts, tail], length);
      lines.push(finish(whole, length, offset + feed + 1));
      start = feed + 1;
      if (unfinished > 0) {
        parts = [];
        unfinished = 0;
      }
    }
    if (start < chunk.length) {
      const rest = chunk.subarray(start);
      unfinished += rest.length;
      if (unfinished > maxLineBytes) parts = [];
      else parts.push(rest);
    }
    offset += chunk.length;
    if (lines.length > 0) yield lines;
  }
  if (unfinished > 0) yield [finish(Buffer.concat(parts), unfinished, offset)];
}

/** The position, starting at 1, of the first byte that is not valid UTF-8. */
function firstBadByte(bytes: Buffer): number {
  let place = 0;
  while (place < bytes.length) {
    const lead = bytes[place]!;
    const width = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (width > 1 && !isUtf8(bytes.subarray(place, place + width))) break;
    place += width;
  }
  return place + 1;
}
