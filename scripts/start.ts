import {projectRoot, runUnderNode24} from './bootstrap.js';
import {buildWebIfStale} from './build-web.ts';

buildWebIfStale(projectRoot);
await runUnderNode24('server/src/cli.ts', ['serve', ...process.argv.slice(2)]);
