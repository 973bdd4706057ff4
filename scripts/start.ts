import {projectRoot} from './bootstrap.js';
import {buildWebIfStale} from './build-web.ts';

buildWebIfStale(projectRoot);
process.argv.splice(2, 0, 'serve');
await import('../server/bin/patchbay.js');
