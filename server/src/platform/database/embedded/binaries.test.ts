import {execFileSync} from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {ensureRunnable, findPackage, type PostgresPackage} from './binaries.ts';

const NOBODY = {uid: 65_534, gid: 65_534, name: 'the user nobody'};

let root: string;
let installed: PostgresPackage;
let links: {target: string}[];

// A package whose install script did not run, so that the symbolic links of the libraries are missing.
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-binaries-')));
  chmodSync(root, 0o755);
  const found = findPackage();
  installed = {...found, directory: path.join(root, 'package')};
  cpSync(path.join(found.directory, 'native'), path.join(installed.directory, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('.a'),
  });
  links = JSON.parse(readFileSync(path.join(installed.directory, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const {target} of links) {
    rmSync(path.join(installed.directory, target), {force: true});
  }
});

afterEach(() => rmSync(root, {recursive: true}));

function versionOf(directory: string, {uid, gid}: {uid?: number; gid?: number} = {}): string {
  const program = path.join(directory, 'bin', 'initdb');
  return execFileSync(program, ['--version'], {encoding: 'utf8', cwd: '/', stdio: 'pipe', uid, gid});
}

test('missing symbolic links are created', () => {
  expect(() => versionOf(path.join(installed.directory, 'native'))).toThrow();
  const directory = ensureRunnable(installed, {dataDirectory: root, user: undefined});
  expect(directory).toBe(path.join(installed.directory, 'native'));
  expect(versionOf(directory)).toContain('initdb (PostgreSQL) 18');
  for (const {target} of links) {
    expect(existsSync(path.join(installed.directory, target))).toBe(true);
  }
  expect(ensureRunnable(installed, {dataDirectory: root, user: undefined})).toBe(directory);
});

test.runIf(process.getuid?.() === 0)('a package that the user cannot access is copied', () => {
  chmodSync(installed.directory, 0o700);
  const data = path.join(root, 'data');
  cpSync(path.join(installed.directory, 'native', 'pg-symlinks.json'), path.join(data, 'other-file'));
  const directory = ensureRunnable(installed, {dataDirectory: data, user: NOBODY});
  expect(path.dirname(directory)).toBe(data);
  expect(versionOf(directory, NOBODY)).toContain('initdb (PostgreSQL) 18');
  const {ino} = statSync(directory);
  expect(ensureRunnable(installed, {dataDirectory: data, user: NOBODY})).toBe(directory);
  expect(statSync(directory).ino).toBe(ino);
});
