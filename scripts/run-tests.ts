import {createVitest, parseCLI, TestsNotFoundError} from 'vitest/node';
import ClosingLineReporter from '../test/support/closing-line-reporter.ts';

// Runs the tests with the options of the command line. An overloaded machine can starve a process or a browser, so
// files with a failure run once more while nothing else is running. The whole file runs, because a single repeated
// test would find the data of its first attempt.

/** If more files than this fail, the cause isn't an overloaded machine. */
const MAX_RERUN_FILES = 5;

const {filter, options} = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const report = new ClosingLineReporter();
const vitest = await createVitest({...options, watch: false, reporters: ['default', report]});
let succeeded = false;
try {
  const {testModules} = await vitest.start(filter);
  const failed = testModules.filter((module) => !module.ok());
  if (failed.length > 0 && failed.length <= MAX_RERUN_FILES) {
    console.log(`\nTrying again: ${failed.map((module) => module.relativeModuleId).join(', ')}`);
    await vitest.runTestSpecifications(failed.map((module) => module.toTestSpecification()));
  }
  succeeded = report.failed === 0;
} catch (error) {
  // Vitest has already printed the error.
  if (!(error instanceof TestsNotFoundError)) throw error;
} finally {
  await vitest.close();
}
// Vitest sets the exit code after each failed run, even if the second one succeeds.
process.exitCode = succeeded ? 0 : 1;
