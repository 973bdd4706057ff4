import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {
  checkDocuments,
  findAnchors,
  repeatedRows,
  rulesWithoutTest,
  tokenFaults,
  walkthroughFaults,
} from './check-docs.ts';

test('findAnchors creates the same anchors as GitHub', () => {
  const page = [
    '# Sign in, by `token`',
    '## Größe & Maß',
    '## Twice',
    '## Twice',
    '```',
    '# not a heading',
    '```',
    '### A [link](x.md) inside ###',
  ].join('\n');
  expect([...findAnchors(page)]).toEqual([
    'sign-in-by-token',
    'größe--maß',
    'twice',
    'twice-1',
    'a-link-inside',
  ]);
});

test('tokenFaults finds tokens that only the page or only the styles have', () => {
  const styles = ':root {\n  --space-1: 4px;\n  --space-2: 8px;\n  color: var(--text);\n}';
  expect(tokenFaults('# Design\n\n`--space-1` and `--space-3`', styles)).toEqual([
    {line: 3, text: 'no token is called --space-3'},
    {line: 1, text: 'the token --space-2 is not described'},
  ]);
});

test('rulesWithoutTest finds rules without a test file in the last column', () => {
  const page = [
    '| # | Rule | Tests |',
    '|---|---|---|',
    '| 1 | Nothing is lost. | `test/crash/import.test.ts` |',
    '| 2 | Tested by `a.test.ts`, it says. | later |',
    '| 3 | Nothing leaks. | `server/src/platform/secrets` |',
  ].join('\n');
  expect(rulesWithoutTest(page)).toEqual([
    {line: 4, text: '2'},
    {line: 5, text: '3'},
  ]);
});

test('repeatedRows finds numbers that an earlier table has', () => {
  expect(repeatedRows('| 1 | a |\n| 2 | b |\n\ntext\n\n| 2 | c |\n| 3 | 2 |')).toEqual([
    {line: 6, text: '2'},
  ]);
});

test('walkthroughFaults finds files and functions that are gone', () => {
  const page = [
    '1. `gone.ts`: not in a walkthrough',
    '',
    '**A post appears** (3 files; paths from `server/src`)',
    '',
    '1. `posts/creation.ts` calls `create` and',
    '   `announce`.',
    '2. `creation.ts` again: `create` publishes `post:created`.',
    '3. `routes.ts`: nothing',
  ].join('\n');
  const sources = new Map([
    ['server/src/posts/creation.ts', 'function create() {}'],
    ['web/src/routes.ts', 'function announce() {}'],
  ]);
  expect(walkthroughFaults(page, sources)).toEqual([
    {line: 5, text: 'no file of this step has announce'},
    {line: 8, text: 'server has no file routes.ts'},
  ]);
});

describe('checkDocuments', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'patchbay-docs-'));
    write('package.json', '{"scripts": {"check": "true"}}');
    write('docs/there.md', '# There\n\n## Second part\n');
  });
  afterEach(() => rmSync(root, {recursive: true, force: true}));

  /** Checks against a command line with `serve` and `user create`. */
  const check = () =>
    checkDocuments(root, (path) => ({'': ['serve', 'user'], user: ['create']})[path.join(' ')] ?? []);

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(root, path)), {recursive: true});
    writeFileSync(join(root, path), content);
  }

  test.each([
    ['a link to a document', '[a](docs/there.md)'],
    ['a link to a heading', '[a](docs/there.md#second-part)'],
    ['a link within the document', '# Top\n[a](#top)'],
    ['a link to the web', '[a](https://example.org/none.md)'],
    ['a link in a code span', '`[a](none.md)`'],
    ['a link in a code block', '```md\n[a](none.md)\n```'],
    ['a script that exists', '`npm run check`'],
    ['a command that exists', 'Run `npx patchbay serve` and `npx patchbay user create NAME`.'],
    ['text after a command', 'Run npx patchbay serve and wait.'],
    ['a file that exists', '`docs/there.md`'],
    ['a folder that the build creates', '`web/dist`'],
    ['a pattern of names', '`server/src/<feature>/routes.ts`'],
  ])('accepts %s', (_, text) => {
    write('README.md', text);
    expect(check()).toEqual([]);
  });

  test.each([
    ['a broken link', '[a](docs/none.md)', 'the link points to docs/none.md, which does not exist'],
    ['a missing image', '![a](none.png)', 'the link points to none.png, which does not exist'],
    ['a broken reference', '[a][b]\n\n[b]: none.md', 'the link points to none.md, which does not exist'],
    ['a missing heading', '[a](docs/there.md#third)', 'docs/there.md has no heading for #third'],
    ['an unknown script', '```\nnpm run nothing\n```', 'package.json has no script nothing'],
    ['an unknown command', '`npx patchbay fly`', 'patchbay has no command fly'],
    ['an unknown subcommand', '```\nnpx patchbay user fly\n```', 'patchbay has no command user fly'],
    ['a missing file', 'See `server/src/gone.ts`.', 'server/src/gone.ts does not exist'],
    ['a command with a missing file', '```\nnpx node scripts/gone.ts\n```', 'scripts/gone.ts does not exist'],
  ])('reports %s', (_, text, fault) => {
    write('README.md', text);
    const faults = check();
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^README\.md:\d+: /);
    expect(faults[0]).toContain(fault);
  });
});
