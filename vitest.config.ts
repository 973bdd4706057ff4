import {availableParallelism} from 'node:os';
import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vitest/config';
import {reusedWorker} from './scripts/reused-worker.ts';
import SlowFilesFirst from './test/support/slow-files-first.ts';
import {temporaryDirectory} from './test/support/temporary-directory.ts';
import {linguiMacros} from './web/lingui-macros.ts';

// Workers and the processes that tests start inherit it.
process.env.TMPDIR = temporaryDirectory();

// Mutation testing sets the files here, because its own option for that skips mutants of constants.
const mutationTests = process.env.MUTATION_TESTS?.split(' ');

export default defineConfig({
  plugins: [linguiMacros(), ...(mutationTests ? [reusedWorker()] : [])],
  resolve: {
    alias: {'@node-rs/argon2': fileURLToPath(new URL('test/support/quick-argon2.ts', import.meta.url))},
  },
  test: {
    include: mutationTests ?? [
      'server/src/**/*.test.ts',
      'web/*.test.ts',
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
    // Sizes in MB. With Node's default of 1 to 16, workers take a fifth more processor time, because more of the many
    // short-lived objects are copied. One thread for this is enough, because other workers use the other cores.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32', '--single-threaded-gc'],
    // By default Vitest leaves one core free, but tests wait for browsers, processes and the database half of the time.
    maxWorkers: 2 * availableParallelism(),
    sequence: {sequencer: SlowFilesFirst},
    // Only to stop hanging tests. An overloaded machine can take as long as it needs.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: {poll: {timeout: 60_000}},
  },
});
