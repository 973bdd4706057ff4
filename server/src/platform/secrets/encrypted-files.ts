import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';

/**
 * Files encrypted with a passphrase, as streams in constant memory.
 *
 * Layout: a header of {@link HEADER_BYTES} bytes (magic, scrypt cost, salt, nonce prefix, MAC of all that), then
 * chunks of 64 KiB, each sealed with AES-256-GCM. The nonce of a chunk is the prefix, its number, and a byte that is 1
 * in the last chunk only (the STREAM construction). So decryption fails if a chunk was changed, moved, removed or added,
 * or if the file was truncated.
 */
const MAGIC = Buffer.from('patchbay encrypted 1\n');
const SALT_BYTES = 16;
const PREFIX_BYTES = 7;
const MAC_BYTES = 32;
const TAG_BYTES = 16;
const CHUNK_BYTES = 64 * 1024;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const UNAUTHENTICATED = MAGIC.length + 1 + SALT_BYTES + PREFIX_BYTES;
const HEADER_BYTES = UNAUTHENTICATED + MAC_BYTES;

// Three passes with 32 MiB make guessing about as expensive as one pass with 128 MiB, but need less memory.
const COST_LOG2 = 15;
const PARALLELIZATION = 3;
// An untrusted file must not make us allocate more than 256 MiB.
const MAX_COST_LOG2 = 18;
const BLOCK_SIZE = 8;

/** The file cannot be decrypted. The message says why. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
}

/** Whether a file with these first bytes is encrypted in this format. */
export function isEncrypted(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, MAGIC.length)).equals(MAGIC);
}

/** The number of bytes that {@link isEncrypted} needs. */
export const MAGIC_BYTES = MAGIC.length;

/** Encrypts a stream of bytes. `costLog2` is how expensive guessing the passphrase is; only tests make it cheaper. */
export async function* encrypt(
  content: AsyncIterable<Buffer>,
  passphrase: string,
  costLog2 = COST_LOG2,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const prefix = randomBytes(PREFIX_BYTES);
  const head = Buffer.concat([MAGIC, Buffer.of(costLog2), salt, prefix]);
  const keys = await deriveKeys(passphrase, salt, costLog2);
  yield Buffer.concat([head, macOf(head, keys.header)]);

  let number = 0;
  let held: Buffer = Buffer.alloc(0);
  for await (const bytes of content) {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    // The last chunk is marked, so hold a full chunk back until we know that more data follows.
    let start = 0;
    for (; held.length - start > CHUNK_BYTES; start += CHUNK_BYTES) {
      yield seal(held.subarray(start, start + CHUNK_BYTES), keys.content, nonceOf(prefix, number++, false));
    }
    held = held.subarray(start);
  }
  yield seal(held, keys.content, nonceOf(prefix, number, true));
}

/** Random access to a file, or to the content of an encrypted one. */
interface RandomAccess {
  /** Bytes. */
  size: number;
  /** The bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): Readable;
}

/**
 * Opens an encrypted file. Streams of its content may fail with a {@link DecryptionError}.
 *
 * @throws DecryptionError if the passphrase is wrong, or the header or length is invalid
 */
export async function openEncrypted(file: RandomAccess, passphrase: string): Promise<RandomAccess> {
  const fileSize = file.size;
  const header = await buffer(file.read(0, Math.min(HEADER_BYTES, fileSize)));
  if (header.length < HEADER_BYTES || !isEncrypted(header)) {
    throw new DecryptionError('The file is truncated: its header is incomplete.');
  }
  const head = header.subarray(0, UNAUTHENTICATED);
  const cost = head[MAGIC.length]!;
  const salt = head.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES);
  const prefix = head.subarray(-PREFIX_BYTES);
  if (cost > MAX_COST_LOG2) throw new DecryptionError('The header of the file is damaged.');
  const keys = await deriveKeys(passphrase, salt, cost);
  if (!timingSafeEqual(macOf(head, keys.header), header.subarray(UNAUTHENTICATED))) {
    throw new DecryptionError('The passphrase is wrong, or the header of the file is damaged.');
  }
  const sealed = fileSize - HEADER_BYTES;
  const chunks = Math.ceil(sealed / SEALED_BYTES);
  const size = sealed - chunks * TAG_BYTES;
  if (chunks === 0 || sealed - (chunks - 1) * SEALED_BYTES < TAG_BYTES) {
    throw new DecryptionError('The file is truncated.');
  }

  function open(sealed: Buffer, number: number): Buffer {
    const isLast = number === chunks - 1;
    const decipher = createDecipheriv('aes-256-gcm', keys.content, nonceOf(prefix, number, isLast));
    const end = sealed.length - TAG_BYTES;
    try {
      decipher.setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
    } catch (cause) {
      throw new DecryptionError(
        isLast
          ? 'The file is truncated, or its end was changed.'
          : `The file was changed: chunk ${number + 1} of ${chunks} cannot be decrypted.`,
        {cause},
      );
    }
  }

  async function* content(start: number, end: number): AsyncGenerator<Buffer> {
    if (start >= end) return;
    let number = Math.floor(start / CHUNK_BYTES);
    const past = Math.min(chunks, Math.ceil(end / CHUNK_BYTES));
    const positionOf = (chunk: number) => Math.min(fileSize, HEADER_BYTES + chunk * SEALED_BYTES);
    const stream = file.read(positionOf(number), positionOf(past));
    for await (const piece of splitIntoPieces(stream, SEALED_BYTES)) {
      const at = number * CHUNK_BYTES;
      const chunk = open(piece, number++);
      yield chunk.subarray(Math.max(0, start - at), Math.min(chunk.length, end - at));
    }
    if (number < past) throw new DecryptionError('The file is truncated.');
  }

  return {size, read: (start, end) => Readable.from(content(start, end), {objectMode: false})};
}

interface Keys {
  header: Buffer;
  content: Buffer;
}

async function deriveKeys(passphrase: string, salt: Buffer, costLog2: number): Promise<Keys> {
  const cost = 2 ** costLog2;
  const secret = await new Promise<Buffer>((resolve, reject) => {
    const options = {N: cost, r: BLOCK_SIZE, p: PARALLELIZATION, maxmem: 2 * 128 * cost * BLOCK_SIZE};
    scrypt(passphrase.normalize('NFC'), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, salt, purpose, 32));
  return {header: derive('header'), content: derive('content')};
}

function macOf(head: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(head).digest();
}

function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  prefix.copy(nonce);
  nonce.writeUInt32BE(number, PREFIX_BYTES);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function seal(chunk: Buffer, key: Buffer, nonce: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
}

/** Splits a stream into pieces of this size; the last one may be smaller. */
async function* splitIntoPieces(stream: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const bytes of stream) {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
    let start = 0;
    for (; held.length - start >= size; start += size) yield held.subarray(start, start + size);
    held = held.subarray(start);
  }
  if (held.length > 0) yield held;
}
