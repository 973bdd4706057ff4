import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {installNeeded} from './bootstrap.js';

describe('installNeeded', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'patchbay-bootstrap-'));
  });
  afterEach(() => rmSync(root, {recursive: true, force: true}));

  const wanted = {
    '': {version: '0.1.0'},
    'node_modules/fastify': {version: '5.0.0', integrity: 'sha512-a'},
    'node_modules/fits': {
      version: '1.0.0',
      optional: true,
      os: [process.platform],
      cpu: [process.arch],
      libc: ['glibc'],
    },
    'node_modules/fits-not': {version: '1.0.0', optional: true, os: ['aix'], cpu: ['ppc64']},
    'node_modules/fits-no-libc': {
      version: '1.0.0',
      optional: true,
      os: [process.platform],
      cpu: [process.arch],
      libc: ['musl'],
    },
    server: {version: '0.1.0', bin: {patchbay: 'bin/patchbay.js'}},
  };
  const complete = {
    'node_modules/fastify': wanted['node_modules/fastify'],
    'node_modules/fits': wanted['node_modules/fits'],
    server: wanted.server,
  };

  function write(path: string, content: string): void {
    mkdirSync(join(root, path, '..'), {recursive: true});
    writeFileSync(join(root, path), content);
  }

  function project(installed: object): void {
    write('package-lock.json', JSON.stringify({packages: wanted}));
    write('node_modules/.package-lock.json', JSON.stringify({packages: installed}));
    write('node_modules/node/bin/node', '');
  }

  test('returns undefined if the packages match the lock file', () => {
    project(complete);
    expect(installNeeded(root)).toBeUndefined();
  });

  test('detects a missing node_modules', () => {
    write('package-lock.json', JSON.stringify({packages: wanted}));
    expect(installNeeded(root)).toBe('node_modules is missing');
  });

  test('detects an interrupted installation', () => {
    project(complete);
    rmSync(join(root, 'node_modules/.package-lock.json'));
    expect(installNeeded(root)).toBe('the last installation did not finish');
  });

  test("detects that npm's record is truncated", () => {
    project(complete);
    write('node_modules/.package-lock.json', '{"packages": {"node_mod');
    expect(installNeeded(root)).toBe('the last installation did not finish');
  });

  test.each([
    ['another version', {...complete, 'node_modules/fastify': {version: '4.0.0', integrity: 'sha512-a'}}],
    ['other content', {...complete, 'node_modules/fastify': {version: '5.0.0', integrity: 'sha512-b'}}],
    ['no installation', {...complete, 'node_modules/fastify': undefined}],
  ])('detects a package with %s', (_, installed) => {
    project(installed);
    expect(installNeeded(root)).toBe('node_modules/fastify does not match package-lock.json');
  });

  test('detects a missing optional package that this machine supports', () => {
    project({...complete, 'node_modules/fits': undefined});
    expect(installNeeded(root)).toBe('node_modules/fits does not match package-lock.json');
  });

  test('detects that the command has moved', () => {
    project({...complete, server: {version: '0.1.0', bin: {patchbay: 'patchbay.js'}}});
    expect(installNeeded(root)).toBe('server does not match package-lock.json');
  });

  test('detects that Node 24 is missing because install scripts did not run', () => {
    project(complete);
    rmSync(join(root, 'node_modules/node'), {recursive: true});
    expect(installNeeded(root)).toBe('the node package has no binary');
  });

  test('ignores a symlinked node_modules, which npm ci would empty', () => {
    project({});
    rmSync(join(root, 'node_modules'), {recursive: true});
    write('elsewhere/keep', '');
    symlinkSync(join(root, 'elsewhere'), join(root, 'node_modules'));
    expect(installNeeded(root)).toBeUndefined();
  });
});
