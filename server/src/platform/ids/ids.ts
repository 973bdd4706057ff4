import {randomFillSync} from 'node:crypto';

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
  let id = '';
  let bits = 0;
  let value = 0;
  for (let i = poolOffset; i < poolOffset + 16; i++) {
    value = (value << 8) | pool[i]!;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      id += ALPHABET[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  poolOffset += 16;
  return id + ALPHABET[(value << (5 - bits)) & 31];
}

/** Pattern of a well-formed id: 26 letters or digits, whichever generator made it. */
export const ID_PATTERN = '^[A-Za-z0-9]{26}$';

const idRegExp = new RegExp(ID_PATTERN);

/** Whether `value` has the form of an id. It says nothing of whether such a record exists. */
export function isValidId(value: string): boolean {
  return idRegExp.test(value);
}
