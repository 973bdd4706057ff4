// @ts-check
// The child process of scripts/bootstrap.js.
//
//   node scripts/node24-child.js FILE [ARGUMENT…]

import {runInThisProcess} from './bootstrap.js';
import {exitWithLauncher} from './launcher.js';

exitWithLauncher({channel: true});
const [file, ...args] = process.argv.slice(2);
runInThisProcess(/** @type {string} */ (file), args);
