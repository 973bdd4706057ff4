#!/usr/bin/env node
// @ts-check
// The `patchbay` command. Whatever Node runs it, the command itself runs under the project's own Node 24.

import {installNeeded, projectRoot, runUnderNode24} from '../../scripts/bootstrap.js';

const reason = installNeeded(projectRoot);
if (reason) {
  console.error(
    `patchbay: packages are not installed (${reason}). Run this first: cd ${projectRoot} && npm ci`,
  );
  process.exit(1);
}
const args = process.argv.slice(2);
// These stream any number of lines: with this much space their objects die young, and more of it only stays occupied.
const streams = ['import', 'export'].includes(args[0] ?? '');
runUnderNode24('server/src/cli.ts', args, streams ? ['--max-semi-space-size=16'] : []);
