import {Readable} from 'node:stream';

/** The number of consecutive requests without content after which a read fails. */
const ATTEMPTS = 3;

interface Response {
  Body?: unknown;
  ETag?: string | undefined;
  ContentLength?: number | undefined;
}

/**
 * The content of an object, or a range of it. If the connection breaks, or no data arrives within the timeout, it
 * continues with a new request for the rest, as long as the object is the same. Readers can pause for any time.
 *
 * @param options.open requests the bytes from a position to another one (inclusive)
 * @param options.timeout milliseconds
 * @throws errors of the first request; later ones are errors of the stream, converted by `toError`
 */
export async function continuedBody({
  open,
  range,
  timeout,
  toError,
}: {
  open(start: number, end: number | undefined, etag?: string): Promise<Response>;
  range: {start: number; end: number} | undefined;
  timeout: number;
  toError(error: unknown): Error;
}): Promise<Readable> {
  const start = range?.start ?? 0;
  const first = await open(start, range?.end);
  const end = start + (first.ContentLength ?? 0);

  async function* content(): AsyncGenerator<Buffer> {
    let body = first.Body as Readable;
    let chunks = body[Symbol.asyncIterator]();
    let failures = 0;
    let at = start;
    try {
      while (at < end) {
        let chunk: Buffer;
        try {
          chunk = await nextChunk(body, chunks, timeout);
        } catch (error) {
          body.destroy();
          if (++failures === ATTEMPTS) throw error;
          body = (await open(at, end - 1, first.ETag)).Body as Readable;
          chunks = body[Symbol.asyncIterator]();
          continue;
        }
        failures = 0;
        at += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw toError(error);
    } finally {
      body.destroy();
    }
  }
  // Without a reader, nothing would release the connection.
  const stream = Readable.from(content(), {objectMode: false});
  stream.once('close', () => (first.Body as Readable).destroy());
  return stream;
}

async function nextChunk(body: Readable, chunks: AsyncIterator<Buffer>, timeout: number): Promise<Buffer> {
  const timer = setTimeout(() => {
    body.destroy(Object.assign(new Error(`no content for ${timeout} ms`), {name: 'TimeoutError'}));
  }, timeout);
  try {
    const {value, done} = await chunks.next();
    if (done) throw new Error('the content ended early');
    return value;
  } finally {
    clearTimeout(timer);
  }
}
