import {hash, timingSafeEqual} from 'node:crypto';

/** What is stored in place of a token: its SHA-256 in hexadecimal. Tokens are random, so no salt is needed. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Whether two secrets are equal, in a time that does not tell where they differ. */
export function secretsEqual(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
