import {createReadStream, type ReadStream} from 'node:fs';
import {open, stat} from 'node:fs/promises';
import path from 'node:path';
import {Readable} from 'node:stream';
import {createGunzip} from 'node:zlib';
import {AppError} from '../../../platform/errors/app-error.ts';
import {type Archive, openArchive, UnsafeArchiveError} from '../../../platform/formats/read-zip.ts';
import {suspiciousGrowth} from '../../../platform/formats/suspicious-growth.ts';
import {filesInArchive, filesInDirectory, type ImportFiles, noFiles, problemWith} from './files.ts';

/** An import file: its lines of JSON, and the files that they refer to. */
export interface ImportSource {
  /** For messages: the file's name, or `standard input`. */
  name: string;
  /** The uncompressed bytes of the lines, from the beginning. */
  read(): AsyncIterable<Uint8Array>;
  /** Whether {@link read} can be called more than once. */
  rereadable: boolean;
  /** The progress of the last {@link read}, from 0 to 1; undefined if the total size is unknown. */
  progress(): number | undefined;
  files: ImportFiles;
  close(): Promise<void>;
}

const CHUNK_BYTES = 512 * 1024;
const STANDARD_INPUT = 'standard input';

/**
 * Opens a file of JSON lines, optionally compressed with gzip, or a zip bundle (one `.jsonl` file at its root, files
 * under `data/`). `-` is standard input, optionally with gzip. The first bytes determine the kind.
 *
 * @param options.filesDirectory what relative paths in the file are relative to; the working directory if absent
 * @throws AppError if the file cannot be read or is a damaged bundle
 */
export async function openSource(
  file: string,
  {filesDirectory}: {filesDirectory?: string} = {},
): Promise<ImportSource> {
  const files = filesInDirectory(filesDirectory);
  if (file === '-') return standardInput(files);
  const absolute = path.resolve(file);
  const kind = await kindOf(absolute);
  if (kind === 'zip') return bundle(absolute, filesDirectory === undefined ? {} : {outside: files});

  const {size} = await stat(absolute);
  let stream: ReadStream | undefined;
  return {
    name: path.basename(file),
    read() {
      stream?.destroy();
      stream = createReadStream(absolute, {highWaterMark: CHUNK_BYTES});
      return kind === 'gzip' ? unpacked(stream, path.basename(file)) : stream;
    },
    rereadable: true,
    progress: () => (stream && size > 0 ? stream.bytesRead / size : undefined),
    files,
    async close() {
      stream?.destroy();
    },
  };
}

/**
 * Opens an uploaded file like {@link openSource}, but without access to other files. Lines without a zip bundle cannot
 * refer to files.
 *
 * @param options.name the file's name in messages
 */
export async function openUploaded(file: string, {name}: {name: string}): Promise<ImportSource> {
  const source =
    (await kindOf(file)) === 'zip'
      ? await bundle(file, {name})
      : {...(await openSource(file)), files: noFiles};
  return {...source, name};
}

async function kindOf(file: string): Promise<'gzip' | 'zip' | 'lines'> {
  try {
    const handle = await open(file);
    try {
      const {buffer, bytesRead} = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return kindOfBytes(buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(file, error as NodeJS.ErrnoException);
  }
}

function kindOfBytes(start: Uint8Array): 'gzip' | 'zip' | 'lines' {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
  const isZip = start[0] === 0x50 && start[1] === 0x4b && (start[2] === 3 || start[2] === 5);
  return isZip ? 'zip' : 'lines';
}

async function* unpacked(stream: Readable, name: string): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip({chunkSize: CHUNK_BYTES});
  // `pipe` does not forward errors.
  stream.on('error', (error) => gunzip.destroy(error));
  let bytes = 0;
  for await (const chunk of stream.pipe(gunzip) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    const growth = suspiciousGrowth(bytes, gunzip.bytesWritten);
    if (growth) throw inflated(name, growth);
    yield chunk;
  }
}

function standardInput(files: ImportFiles): ImportSource {
  const {stdin} = process;
  async function* read(): AsyncIterable<Uint8Array> {
    const chunks: AsyncIterator<Uint8Array> = stdin[Symbol.asyncIterator]();
    const first = await chunks.next();
    if (first.done) return;
    async function* whole(): AsyncIterable<Uint8Array> {
      yield first.value;
      yield* {[Symbol.asyncIterator]: () => chunks};
    }
    const kind = kindOfBytes(first.value);
    if (kind === 'zip') throw zipOnStandardInput();
    yield* kind === 'gzip' ? unpacked(Readable.from(whole()), STANDARD_INPUT) : whole();
  }
  return {
    name: STANDARD_INPUT,
    read,
    rereadable: false,
    progress: () => undefined,
    files,
    async close() {
      stdin.destroy();
    },
  };
}

async function bundle(
  file: string,
  {name = path.basename(file), outside}: {name?: string; outside?: ImportFiles},
): Promise<ImportSource> {
  const archive = await openArchive(file).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall !== undefined) throw unreadable(name, error);
    throw error instanceof UnsafeArchiveError ? hostile(name, error) : damaged(name, error);
  });
  try {
    const lines = linesIn(archive, name);
    let bytesRead = 0;
    return {
      name,
      async *read() {
        bytesRead = 0;
        for await (const chunk of (await archive.read(lines)) as AsyncIterable<Uint8Array>) {
          bytesRead += chunk.length;
          yield chunk;
        }
      },
      rereadable: true,
      progress: () => (lines.size === 0 ? undefined : bytesRead / lines.size),
      files: outside ?? filesInArchive(archive, name),
      close: () => archive.close(),
    };
  } catch (error) {
    await archive.close();
    throw error;
  }
}

function linesIn(archive: Archive, file: string) {
  const candidates = [...archive.entries.values()].filter(({path: name}) => /^[^/]+\.jsonl$/.test(name));
  if (candidates.length !== 1) {
    throw new AppError({
      id: 'app.import.bundle.lines.app_error',
      message: `${file} has ${candidates.length} .jsonl files at its root. A bundle must have exactly one, and its files under data/.`,
      status: 400,
    });
  }
  return candidates[0]!;
}

function hostile(file: string, {message}: Error): AppError {
  return new AppError({
    id: 'app.import.bundle.hostile.app_error',
    message: `${file} was rejected, and nothing was extracted. ${message}`,
    status: 400,
  });
}

function inflated(file: string, growth: string): AppError {
  return new AppError({
    id: 'app.import.file.hostile.app_error',
    message: `${file} was rejected: it ${growth}.`,
    status: 400,
  });
}

function damaged(file: string, {message}: Error): AppError {
  return new AppError({
    id: 'app.import.bundle.unsound.app_error',
    message: `${file} is a damaged zip file, and nothing was extracted: ${message}. Create or upload it again.`,
    status: 400,
  });
}

function zipOnStandardInput(): AppError {
  return new AppError({
    id: 'app.import.bundle.stream.app_error',
    message:
      'A zip bundle cannot be read from standard input, because its table of contents is at the end. Pass the file name instead.',
    status: 400,
  });
}

function unreadable(file: string, error: NodeJS.ErrnoException): AppError {
  return new AppError({
    id: 'app.import.file.app_error',
    message: problemWith(file, error),
    status: 400,
    cause: error,
  });
}
