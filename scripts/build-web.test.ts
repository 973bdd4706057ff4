import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {isWebStale} from './build-web.ts';

/** Replaces Vite: it counts its builds, and leaves time for another process to start one. */
const VITE = `
  const {appendFileSync, mkdirSync, writeFileSync} = require('node:fs');
  appendFileSync('../builds', 'x');
  const output = process.argv[process.argv.indexOf('--outDir') + 1];
  mkdirSync(output + '/assets', {recursive: true});
  for (let file = 0; file < 50; file++) writeFileSync(output + '/assets/' + file + '.js', '');
  setTimeout(() => {}, 500);
`;

describe('buildWebIfStale', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'patchbay-build-'));
    for (const folder of ['web/src', 'web/dist/assets', 'node_modules/vite/bin']) {
      mkdirSync(join(root, folder), {recursive: true});
    }
    writeFileSync(join(root, 'web/src/main.tsx'), '');
    writeFileSync(join(root, 'web/dist/assets/old.js'), '');
    writeFileSync(join(root, 'package-lock.json'), '{}');
    writeFileSync(join(root, 'node_modules/vite/bin/vite.js'), VITE);
  });
  afterEach(() => rmSync(root, {recursive: true, force: true}));

  /** Builds in another process. Returns its exit code. */
  async function build(): Promise<number> {
    const script = `import('./scripts/build-web.ts').then((web) => web.buildWebIfStale(${JSON.stringify(root)}))`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {stdio: 'ignore'});
    const [code] = await once(child, 'exit');
    return code;
  }

  test('builds once if several processes find it stale at the same time', async () => {
    expect(isWebStale(root)).toBe(true);
    expect(await Promise.all([build(), build(), build()])).toEqual([0, 0, 0]);
    expect(readFileSync(join(root, 'builds'), 'utf8')).toBe('x');
    expect(isWebStale(root)).toBe(false);
    expect(readdirSync(join(root, 'web/dist/assets'))).toHaveLength(50);
    expect(readdirSync(join(root, 'web')).sort()).toEqual(['dist', 'src']);
  });

  test('replaces the lock of a process that was killed', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    writeFileSync(join(root, '.building'), String(child.pid));
    expect(await build()).toBe(0);
    expect(isWebStale(root)).toBe(false);
  });
});
