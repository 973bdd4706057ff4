import {hash, timingSafeEqual} from 'node:crypto';

/** The SHA-256 of a token in hexadecimal, which is stored instead of it. Tokens are random, so no salt is needed. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Compares two secrets in constant time. */
export function secretsEqual(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}
