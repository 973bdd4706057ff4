import {availableParallelism} from 'node:os';
import {defineConfig} from 'vitest/config';
import {linguiMacros} from './web/lingui-macros.ts';

export default defineConfig({
  plugins: [linguiMacros()],
  test: {
    // Mutation testing sets the files here, because its own option for that skips mutants of constants.
    include: process.env.MUTATION_TESTS?.split(' ') ?? [
      'server/src/**/*.test.ts',
      'web/src/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // Each worker loads the server once instead of once per file. The server has no state in modules that a test could
    // change.
    isolate: false,
    // By default Vitest leaves one core free, but the longest tests only wait for clocks and processes.
    maxWorkers: availableParallelism() + 1,
    // Only to stop hanging tests. An overloaded machine can take as long as it needs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: {poll: {timeout: 60_000}},
    // An overloaded machine can starve a process or a browser. The reporter lists tests that passed on the second
    // attempt. Mutation testing counts the first failure.
    retry: process.env.MUTATION_TESTS ? 0 : 1,
  },
});
