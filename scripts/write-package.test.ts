import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, expect, test} from 'vitest';
import {PRODUCT_VERSION} from '../server/src/version.ts';
import {projectRoot} from './bootstrap.js';
import {buildWebIfStale} from './build-web.ts';
import {writePackage} from './write-package.ts';

const home = mkdtempSync(join(tmpdir(), 'patchbay-package-'));
afterAll(() => rmSync(home, {recursive: true, force: true}));

/** Installs the package like npm does, and links the other packages that are installed here. */
function install(): string {
  const modules = join(home, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(projectRoot, 'node_modules'))) {
    if (!name.startsWith('.') && name !== 'patchbay') {
      symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name));
    }
  }
  const folder = join(modules, 'patchbay');
  buildWebIfStale(projectRoot);
  writePackage(projectRoot, folder);
  return folder;
}

test('the package runs from node_modules and stores its data in the home directory', async () => {
  const folder = install();
  const bin = join(folder, 'server/bin/patchbay.js');
  const env = {PATH: process.env.PATH, HOME: home, PATCHBAY_SQLSETTINGS_DATASOURCE: ''};
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [bin, ...args], {cwd: home, env});

  const {stdout: version} = await run('version');
  expect(version).toContain(PRODUCT_VERSION);
  // This setting is stored in the file, because the server needs it before the database.
  const {stdout: changed} = await run('config', 'set', 'ServiceSettings.ListenAddress', '127.0.0.1:8066');
  expect(changed).toContain('ListenAddress');
  expect(existsSync(join(home, '.local/share/patchbay/config.json'))).toBe(true);
  expect(existsSync(join(folder, 'web/dist/index.html'))).toBe(true);
  expect(existsSync(join(folder, 'server/migrations'))).toBe(true);
});
