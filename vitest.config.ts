import {availableParallelism} from 'node:os';
import {lingui} from '@lingui/vite-plugin';
import {defineConfig} from 'vitest/config';

export default defineConfig({
  plugins: [lingui({cwd: 'web', macroTransform: true})],
  test: {
    // Mutation testing names the files: with its own option for that it would never run mutants of constants.
    include: process.env.MUTATION_TESTS?.split(' ') ?? [
      'server/src/**/*.test.ts',
      'web/src/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // A worker loads the server once and not for every file; nothing in it is kept in modules that a test could change.
    isolate: false,
    // Vitest would leave a core free. The longest tests wait for clocks and for processes that they have killed.
    maxWorkers: availableParallelism() + 1,
    // These end what hangs. They are no measure of speed: a loaded machine gets all the time that it needs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: {poll: {timeout: 60_000}},
    // A loaded machine can starve a process or a browser for longer than a test bears. What needed the second try is
    // named at the end of the run. A mutant counts as noticed at the first failure.
    retry: process.env.MUTATION_TESTS ? 0 : 1,
  },
});
