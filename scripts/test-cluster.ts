import {join} from 'node:path';
import {projectRoot, runUnderNode24} from './bootstrap.js';

await runUnderNode24('node_modules/vitest/vitest.mjs', [
  'run',
  `--config=${join(projectRoot, 'vitest.cluster.config.ts')}`,
  '--reporter=default',
  `--reporter=${join(projectRoot, 'test/support/closing-line-reporter.ts')}`,
  ...process.argv.slice(2),
]);
