// Prepares a release: npm run release -- 1.2.0
// Sets the version, updates the changelog, commits, and creates a tag. It doesn't push.

import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {projectRoot} from './bootstrap.js';
import {isLaterVersion, releaseChangelog} from './release-rules.ts';

const MANIFESTS = ['package.json', 'server/package.json', 'web/package.json'];

function git(...args: string[]): string {
  return execFileSync('git', args, {cwd: projectRoot, encoding: 'utf8'}).trim();
}

function release(version: string): void {
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
  const write = (file: string, text: string) => writeFileSync(join(projectRoot, file), text);
  const current: string = JSON.parse(read('package.json')).version;
  if (!isLaterVersion(version, current)) {
    throw new Error(`'${version}' is not a version later than ${current}. Use the format 1.2.0.`);
  }
  if (git('status', '--porcelain') !== '')
    throw new Error('There are uncommitted changes. Commit them first.');
  const changelog = releaseChangelog(read('CHANGELOG.md'), version, new Date().toISOString().slice(0, 10));
  for (const file of MANIFESTS) {
    write(file, read(file).replace(`"version": "${current}"`, `"version": "${version}"`));
  }
  write('CHANGELOG.md', changelog);
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  git('commit', '--quiet', '--all', '--message', `release: ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Patchbay ${version}`);
  console.log(`Committed and tagged v${version}. To publish: git push --follow-tags, then npm run package.`);
}

const [version = ''] = process.argv.slice(2);
try {
  release(version);
} catch (error) {
  console.error(`release: ${(error as Error).message}`);
  process.exitCode = 1;
}
