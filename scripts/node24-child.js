// @ts-check
// What scripts/bootstrap.js starts when the file that it is to run needs another process.
//
//   node scripts/node24-child.js FILE [ARGUMENT…]

import {runInThisProcess} from './bootstrap.js';
import {endWithLauncher} from './launcher.js';

endWithLauncher({channel: true});
const [file, ...args] = process.argv.slice(2);
runInThisProcess(/** @type {string} */ (file), args);
