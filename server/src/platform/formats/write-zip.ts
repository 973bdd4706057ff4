import {createHash} from 'node:crypto';
import {pipeline, Readable, Transform} from 'node:stream';
import {ZipFile} from 'yazl';

/** A written entry. */
export interface ZipEntry {
  name: string;
  bytes: number;
  /** SHA-256 of the content in hexadecimal. */
  sha256: string;
}

/** Writes an archive: add entries one after another, and read the bytes from `output`. */
export interface ZipWriter {
  /** The archive. Read it while you add entries, because nothing is buffered. */
  readonly output: Readable;
  /** Adds an entry and waits until it is written. With `stored`, it isn't compressed. */
  add(
    name: string,
    content: Readable | Buffer | AsyncIterable<Buffer>,
    options?: {large?: boolean; stored?: boolean},
  ): Promise<ZipEntry>;
  /** Finishes the archive. */
  end(): void;
}

// A fixed time, so that the same content always produces the same bytes. 1980 is the earliest year in the format.
const FIXED_TIME = new Date(1980, 0, 1);
// Higher levels take several times as long to save a tenth of the size.
const LEVEL = 1;

/** Writes an archive as a stream in constant memory. Waits for `pace` before each chunk. */
export function createZipWriter({pace}: {pace?: () => Promise<void>} = {}): ZipWriter {
  const zip = new ZipFile();
  const output = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!pace) done(null, chunk);
      else pace().then(() => done(null, chunk), done);
    },
  });
  // Pass errors on, so that readers don't wait forever for an abandoned archive.
  pipeline(zip.outputStream, output, () => {});
  zip.on('error', (error: unknown) => output.destroy(error as Error));
  return {
    output,
    async add(name, content, {large = false, stored = false} = {}) {
      // The reader has stopped, so this entry would never be read to its end.
      if (output.destroyed) throw aborted();
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
      const onClose = () => reject(aborted());
      stream.once('end', resolve);
      stream.once('error', reject);
      output.once('close', onClose);
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
        // The content may keep a file or a connection open.
        stream.destroy();
        throw error;
      } finally {
        output.off('close', onClose);
      }
      return {name, bytes, sha256: hash.digest('hex')};
    },
    end: () => zip.end(),
  };
}

const aborted = () => new Error('Writing the archive was aborted.');
