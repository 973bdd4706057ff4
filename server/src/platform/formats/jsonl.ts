import {isUtf8} from 'node:buffer';

/** Bytes that one line may have: the stated limit of every JSONL file that this server reads. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Why a line cannot be read as text. */
type LineFault =
  /** It is longer than the limit; `bytes` is how long. Its content was not kept. */
  | {kind: 'too-long'; bytes: number}
  /** It is not UTF-8; `byte` is the place of the first wrong byte in the line, counted from 1. */
  | {kind: 'bad-utf8'; byte: number};

/** One line of a stream of bytes. */
export interface Line {
  /** Counted from 1. */
  number: number;
  /** Without its line feed; a carriage return before that is left. Empty where there is a fault. */
  text: string;
  fault?: LineFault;
  /** Bytes from the beginning of the stream to behind this line's line feed. */
  end: number;
}

/** Where in a stream reading begins: behind so many lines and bytes. */
export interface LinePosition {
  lines: number;
  bytes: number;
}

const LINE_FEED = 10;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Splits a stream of bytes into lines, as many at a time as a chunk of the stream completes. It holds one chunk
 * and one unfinished line; a line over the limit is counted and thrown away, and reading goes on behind it. A
 * byte order mark at the very beginning is not part of the first line: `onByteOrderMark` hears of it.
 *
 * @param from the position of the stream's first byte, for a stream whose beginning was read before
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
  // The line that the last chunk left unfinished: its parts, unless it has already grown too long.
  let parts: Buffer[] = [];
  let unfinished = 0;

  function finish(bytes: Buffer, length: number, end: number): Line {
    number++;
    if (length > maxLineBytes) return {number, text: '', fault: {kind: 'too-long', bytes: length}, end};
    const text = bytes.toString('utf8');
    // What is not UTF-8 decodes to U+FFFD, which may also stand in the line by right.
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

/** The place, counted from 1, of the first byte that cannot be part of UTF-8. */
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
