import {createVitest, parseCLI, TestsNotFoundError} from 'vitest/node';
import ClosingLineReporter from '../test/support/closing-line-reporter.ts';

// Runs the tests with the options of the command line. An overloaded machine can starve a process or a browser, so the
// files in which something failed run once more, when nothing else does. They start from the beginning: a test that is
// repeated alone would meet what its first try left.

/** More files than this don't fail by accident. */
const MOST_FILES_AGAIN = 5;

const {filter, options} = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const report = new ClosingLineReporter();
const vitest = await createVitest({...options, watch: false, reporters: ['default', report]});
let succeeded = false;
try {
  const {testModules} = await vitest.start(filter);
  const failed = testModules.filter((module) => !module.ok());
  if (failed.length > 0 && failed.length <= MOST_FILES_AGAIN) {
    console.log(`\nTrying again: ${failed.map((module) => module.relativeModuleId).join(', ')}`);
    await vitest.runTestSpecifications(failed.map((module) => module.toTestSpecification()));
  }
  succeeded = report.failed === 0;
} catch (error) {
  // Vitest has printed it.
  if (!(error instanceof TestsNotFoundError)) throw error;
} finally {
  await vitest.close();
}
// Vitest sets it after each run that failed, also if the second one did not.
process.exitCode = succeeded ? 0 : 1;
