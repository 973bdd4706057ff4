import {hash, verify} from '@node-rs/argon2';

// OWASP's first choice for argon2id: 19 MiB, two passes, one lane. About 20 ms on one core; the work runs on
// libuv's threads, so that many can be hashed on all cores while the event loop goes on.
const ARGON2ID = {algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1} as const;

/** The argon2id hash of a password, with its salt and parameters in the PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID);
}

/**
 * Whether the password is the one that was hashed. Without a hash (no such account, no password set) it takes as
 * long and answers false, so that time does not tell who has an account (QUALITY 10).
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
