import {relative} from 'node:path';
import {BaseSequencer, type TestSpecification} from 'vitest/node';
import {projectRoot} from '../../scripts/bootstrap.js';

/** Files that take ten seconds or more, because they start browsers and processes or call every route. */
const SLOW =
  /^test\/(?:browser|command-line|crash)\/|\/(?:authorization-matrix|hostile-input|import-bombs)\.test\.ts$/;

/**
 * Starts the slow files first, so that no worker is still running one at the end. Until a file has run once, Vitest
 * itself sorts by file size.
 */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({moduleId}: TestSpecification) => SLOW.test(relative(projectRoot, moduleId));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
