// Creates the npm package dist/patchbay-VERSION.tgz, for `npm install --global` or `npx` without a clone.

import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {projectRoot} from './bootstrap.js';
import {buildWebIfStale} from './build-web.ts';
import {writePackage} from './write-package.ts';

buildWebIfStale(projectRoot);
const dist = join(projectRoot, 'dist');
const folder = join(dist, 'package');
writePackage(projectRoot, folder);
const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', dist], {
  cwd: folder,
  encoding: 'utf8',
}).trim();
console.log(`Created dist/${name}. To try it, run: npx --package=dist/${name} patchbay version`);
