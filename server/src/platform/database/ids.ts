import {hash, randomFillSync} from 'node:crypto';

const ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769';

// Ids are made in large numbers (imports, busy channels), and one call into the system's generator costs far
// more than sixteen bytes are worth: a pool is drawn down and refilled.
const pool = Buffer.allocUnsafe(16 * 256);
let poolOffset = pool.length;

/** A new id: 26 characters of the z-base-32 alphabet from 16 random bytes (ARCHITECTURE, Data). */
export function newId(): string {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const id = written(pool, poolOffset);
  poolOffset += 16;
  return id;
}

/** The id that belongs to a text: another for every other text, and always the same for the same. */
export function idOf(text: string): string {
  return written(hash('sha256', text, 'buffer'), 0);
}

function written(bytes: Uint8Array, from: number): string {
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

/** Pattern of a well-formed id: 26 letters or digits, whichever generator made it. */
export const ID_PATTERN = '^[A-Za-z0-9]{26}$';

const idRegExp = new RegExp(ID_PATTERN);

/** Whether `value` has the form of an id. It says nothing of whether such a record exists. */
export function isValidId(value: string): boolean {
  return idRegExp.test(value);
}
