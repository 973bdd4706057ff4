import type {Reporter, SerializedError, TestModule} from 'vitest/node';

interface Result {
  passed: number;
  failed: string[];
  skipped: number;
}

/**
 * Ends a run with one line, `N passed, N failed, N skipped`. A file that failed outside its tests (it did not load,
 * or a hook threw) and every uncaught error count as one failure each, so a run with `0 failed` was successful. If
 * some files run again, their new results count, and the tests that only passed the second time are listed above the
 * line.
 */
export default class ClosingLineReporter implements Reporter {
  readonly #results = new Map<string, Result>();
  #uncaught = 0;

  /** The number of failures so far. */
  get failed(): number {
    return this.#uncaught + this.#sum(({failed}) => failed.length);
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<SerializedError>): void {
    this.#uncaught += unhandledErrors.length;
    for (const module of modules) {
      const result = resultOf(module);
      for (const name of this.#results.get(module.moduleId)?.failed ?? []) {
        if (!result.failed.includes(name)) console.log(`Passed at the second try: ${name}`);
      }
      this.#results.set(module.moduleId, result);
    }
    const passed = this.#sum((result) => result.passed);
    const skipped = this.#sum((result) => result.skipped);
    console.log(`\n${passed} passed, ${this.failed} failed, ${skipped} skipped`);
  }

  #sum(count: (result: Result) => number): number {
    return [...this.#results.values()].reduce((sum, result) => sum + count(result), 0);
  }
}

function resultOf(module: TestModule): Result {
  const result: Result = {passed: 0, failed: [], skipped: 0};
  for (const test of module.children.allTests()) {
    const {state} = test.result();
    if (state === 'passed') result.passed++;
    else if (state === 'failed') result.failed.push(`${module.relativeModuleId}: ${test.fullName}`);
    else result.skipped++;
  }
  if (result.failed.length === 0 && !module.ok()) result.failed.push(module.relativeModuleId);
  return result;
}
