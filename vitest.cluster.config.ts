import {defineConfig} from 'vitest/config';

/** The tests of `npm run test:cluster`, one file after the other: each uses the whole machine. */
export default defineConfig({
  test: {
    include: ['test/cluster/*.cluster.ts', 'test/cluster/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: {poll: {timeout: 60_000}},
  },
});
