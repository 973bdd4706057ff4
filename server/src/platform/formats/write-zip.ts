import {createHash} from 'node:crypto';
import {pipeline, Readable, Transform} from 'node:stream';
import {ZipFile} from 'yazl';

/** What an archive holds under one name. */
export interface ZipEntry {
  name: string;
  bytes: number;
  /** SHA-256 of the content in hexadecimal. */
  sha256: string;
}

/** An archive that is being written: its entries go in one after another, its bytes come out of `output`. */
export interface ZipWriter {
  /** To be read while entries are added; nothing is held back. */
  readonly output: Readable;
  /** Adds an entry and waits until all of it is in; `stored`: as it is, not deflated. */
  add(
    name: string,
    content: Readable | Buffer | AsyncIterable<Buffer>,
    options?: {large?: boolean; stored?: boolean},
  ): Promise<ZipEntry>;
  /** Says that no more entries come. */
  end(): void;
}

// The same content gives the same bytes, whenever it is written. The format's time begins in 1980.
const FIXED_TIME = new Date(1980, 0, 1);
// Deflating harder costs several times the time for a tenth of the size.
const LEVEL = 1;

/** Writes an archive as a stream, in constant memory, each piece of it after `pace`. */
export function createZipWriter({pace}: {pace?: () => Promise<void>} = {}): ZipWriter {
  const zip = new ZipFile();
  const output = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!pace) done(null, chunk);
      else pace().then(() => done(null, chunk), done);
    },
  });
  // Whoever waits for bytes that will not come hears of it when the archive is given up.
  pipeline(zip.outputStream, output, () => {});
  zip.on('error', (error: unknown) => output.destroy(error as Error));
  return {
    output,
    async add(name, content, {large = false, stored = false} = {}) {
      // Whoever read the archive has gone: nobody would read this entry to its end.
      if (output.destroyed) throw givenUp();
      const hash = createHash('sha256');
      let bytes = 0;
      async function* counted() {
        for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk as Buffer;
        }
      }
      const stream = Readable.from(counted(), {objectMode: false});
      const {promise: done, resolve, reject} = Promise.withResolvers<void>();
      const giveUp = () => reject(givenUp());
      stream.once('end', resolve);
      stream.once('error', reject);
      output.once('close', giveUp);
      zip.addReadStream(stream, name, {
        mtime: FIXED_TIME,
        mode: 0o100600,
        ...(stored ? {compress: false} : {compressionLevel: LEVEL}),
        forceZip64Format: large,
        forceDosTimestamp: true,
      });
      try {
        await done;
      } catch (error) {
        // The content may hold a file or a connection open.
        stream.destroy();
        throw error;
      } finally {
        output.off('close', giveUp);
      }
      return {name, bytes, sha256: hash.digest('hex')};
    },
    end: () => zip.end(),
  };
}

const givenUp = () => new Error('The archive was given up before it was complete.');
