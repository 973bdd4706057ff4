import type {Reporter, SerializedError, TestModule} from 'vitest/node';

/**
 * Ends a run with one line, `N passed, N failed, N skipped`. A file that failed outside its tests (it did not load, or
 * a hook threw) and every uncaught error count as one failure each, so a run with `0 failed` was successful. Tests
 * that passed on the second attempt are only listed above it.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<SerializedError>): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    let skipped = 0;
    for (const module of modules) {
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const {state} = test.result();
        if (test.diagnostic()?.flaky) console.log(`Passed at the second try: ${test.fullName}`);
        if (state === 'passed') passed++;
        else if (state === 'failed') failedTests++;
        else skipped++;
      }
      failed += failedTests;
      if (failedTests === 0 && !module.ok()) failed++;
    }
    console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
