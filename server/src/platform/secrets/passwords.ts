import {hash, verify} from '@node-rs/argon2';

// One of the choices that OWASP calls equally strong for argon2id: 7 MiB, five passes, one lane. It takes a third less
// time than its 19 MiB with two passes, which do not fit into a processor's cache, and many at once need little memory:
// the work runs on libuv's threads, so that they are hashed on all cores while the event loop goes on.
const ARGON2ID = {algorithm: 2, memoryCost: 7_168, timeCost: 5, parallelism: 1} as const;

/** The argon2id hash of a password, with its salt and parameters in the PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

/**
 * Whether the password is the one that was hashed. Without a hash (no such account, no password set) it returns false
 * after the same time, so that the time doesn't reveal who has an account (docs/specification.md#sign-in-and-sessions).
 */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  if (passwordHash === '') {
    await verify(await hashOfNobody(), password);
    return false;
  }
  try {
    return await verify(passwordHash, password);
  } catch {
    // What stands in the table is no hash of ours: it opens nothing.
    return false;
  }
}

let nobody: Promise<string> | undefined;

function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword('a password that nobody has');
  return nobody;
}
