#!/usr/bin/env node
// @ts-check
// The `patchbay` command. It runs under the project's own Node 24, even if another version of Node starts it.

import {installNeeded, isPackage, projectRoot, runUnderNode24} from '../../scripts/bootstrap.js';

const reason = installNeeded(projectRoot);
if (reason) {
  console.error(
    isPackage(projectRoot)
      ? `patchbay: ${reason}. Allow npm to run its install script, or use Node 24 or later.`
      : `patchbay: packages are not installed (${reason}). Run: cd ${projectRoot} && npm ci`,
  );
  process.exit(1);
}
const args = process.argv.slice(2);
// These commands create many short-lived objects. A young generation of this size (in MB) avoids promoting them. `npm
// start` already sets the size for `serve`, so `serve` needs no child process.
const semiSpaceSize = new Map([
  ['serve', 8],
  ['import', 16],
  ['export', 16],
]).get(args[0] ?? '');
const cli = isPackage(projectRoot) ? 'server/src/cli.js' : 'server/src/cli.ts';
runUnderNode24(cli, args, semiSpaceSize ? [`--max-semi-space-size=${semiSpaceSize}`] : []);
