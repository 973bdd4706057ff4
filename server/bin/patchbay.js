#!/usr/bin/env node
// @ts-check
// The `patchbay` command. Whatever Node runs it, the command itself runs under the project's own Node 24.

import {installNeeded, isPackage, projectRoot, runUnderNode24} from '../../scripts/bootstrap.js';

const reason = installNeeded(projectRoot);
if (reason) {
  console.error(
    isPackage(projectRoot)
      ? `patchbay: ${reason}. Let npm run its install script, or use Node 24 or later.`
      : `patchbay: packages are not installed (${reason}). Run this first: cd ${projectRoot} && npm ci`,
  );
  process.exit(1);
}
const args = process.argv.slice(2);
// What these make is short-lived: with this much space it dies young, and more of it would only stay occupied.
// `npm start` says the first of them itself, to need no process beside the server's.
const youngSpace = new Map([
  ['serve', 8],
  ['import', 16],
  ['export', 16],
]).get(args[0] ?? '');
const cli = isPackage(projectRoot) ? 'server/src/cli.js' : 'server/src/cli.ts';
runUnderNode24(cli, args, youngSpace ? [`--max-semi-space-size=${youngSpace}`] : []);
