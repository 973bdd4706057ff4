import {hash, randomFillSync} from 'node:crypto';

const ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769';

// Imports and busy channels need many ids, and each call to the system's random generator is expensive, so we fetch
// random bytes in bulk.
const pool = Buffer.allocUnsafe(16 * 256);
let poolOffset = pool.length;

/** A new id: 16 random bytes as 26 characters in z-base-32 (docs/architecture.md#data). */
export function newId(): string {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const id = encode(pool, poolOffset);
  poolOffset += 16;
  return id;
}

/** A deterministic id derived from a text. */
export function idOf(text: string): string {
  return encode(hash('sha256', text, 'buffer'), 0);
}

function encode(bytes: Uint8Array, from: number): string {
  let id = '';
  let bits = 0;
  let value = 0;
  for (let i = from; i < from + 16; i++) {
    value = (value << 8) | bytes[i]!;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      id += ALPHABET[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return id + ALPHABET[(value << (5 - bits)) & 31];
}

/** The pattern of a valid id: 26 letters or digits. */
export const ID_PATTERN = '^[A-Za-z0-9]{26}$';

const idRegExp = new RegExp(ID_PATTERN);

/** Whether `value` has the format of an id. The record might not exist. */
export function isValidId(value: string): boolean {
  return idRegExp.test(value);
}
