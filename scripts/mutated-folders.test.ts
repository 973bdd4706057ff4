import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {projectRoot} from './bootstrap.js';
import {MUTATED_FOLDERS} from './mutated-folders.ts';

test.each(MUTATED_FOLDERS)('the files and tests of $folder exist', ({folder, parts}) => {
  const paths = parts.flatMap(({files, tests}) => [...files.map((file) => `${folder}/${file}`), ...tests]);
  expect(paths.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
});

test('the recorded scores match docs/testing.md', () => {
  const page = readFileSync(join(projectRoot, 'docs/testing.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(server\/[^`]+)` \| .* \| (\d+) % \|$/gm)];
  expect(rows.map(([, folder, score]) => `${folder} ${score}`).toSorted()).toEqual(
    MUTATED_FOLDERS.map(({folder, score}) => `${folder} ${score}`).toSorted(),
  );
});
