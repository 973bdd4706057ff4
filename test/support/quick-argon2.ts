import {createRequire} from 'node:module';

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2');

/** Replaces argon2's `hash` in tests (vitest.config.ts). A hash with full costs takes 23 ms, for each account of a test. */
export const hash: typeof argon2.hash = (password, options) =>
  argon2.hash(password, {...options, memoryCost: 8, timeCost: 1});

/** The costs are part of the hash. */
export const {verify} = argon2;
