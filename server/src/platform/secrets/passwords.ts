import {hash, verify} from '@node-rs/argon2';

// One of the argon2id configurations that OWASP considers equally strong: 7 MiB, five passes, one lane. It takes a third
// less time than 19 MiB with two passes, which doesn't fit into the CPU cache, and concurrent hashes need little memory.
// Hashing runs on libuv's threads.
const ARGON2ID = {algorithm: 2, memoryCost: 7_168, timeCost: 5, parallelism: 1} as const;

/** The argon2id hash of a password, with its salt and parameters in the PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

/**
 * Whether the password matches the hash. Without a hash (no such account, no password set), it returns false after the
 * same time, so that the time doesn't reveal who has an account (docs/specification.md#sign-in-and-sessions).
 */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  if (passwordHash === '') {
    await verify(await getDummyHash(), password);
    return false;
  }
  try {
    return await verify(passwordHash, password);
  } catch {
    // Not a valid hash, so no password matches.
    return false;
  }
}

let dummyHash: Promise<string> | undefined;

function getDummyHash(): Promise<string> {
  dummyHash ??= hashPassword('a password that no one has');
  return dummyHash;
}
