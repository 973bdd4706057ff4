import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {missingChromium} from '../test/support/chromium.ts';
import {projectRoot, runUnderNode24} from './bootstrap.js';
import {buildWebIfStale} from './build-web.ts';

// The build runs beside the checks, because the longest of them and the build each use one core.
const check = spawn(process.execPath, ['scripts/check.ts'], {cwd: projectRoot, stdio: 'inherit'});
const checked = once(check, 'exit');
try {
  buildWebIfStale(projectRoot);
} finally {
  await checked;
}
process.on('exit', () => {
  if (check.exitCode === 0) return;
  console.error('npm run check failed. See its messages above the tests.');
  process.exitCode = 1;
});

if (missingChromium) console.log(missingChromium);
await runUnderNode24('scripts/run-tests.ts', process.argv.slice(2));
