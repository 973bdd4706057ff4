import {spawnSync} from 'node:child_process';
import {missingChromium} from '../test/support/chromium.ts';
import {projectRoot, runUnderNode24} from './bootstrap.js';
import {buildWebIfStale} from './build-web.ts';

const {status} = spawnSync(process.execPath, ['scripts/check.ts'], {cwd: projectRoot, stdio: 'inherit'});
process.on('exit', () => {
  if (status === 0) return;
  console.error('npm run check failed. See its messages above the tests.');
  process.exitCode = 1;
});

buildWebIfStale(projectRoot);
if (missingChromium) console.log(missingChromium);
await runUnderNode24('scripts/run-tests.ts', process.argv.slice(2));
