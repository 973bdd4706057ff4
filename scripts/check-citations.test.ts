import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {checkCitations, extractComments} from './check-citations.ts';

test('extractComments returns only comments, on their original lines', () => {
  const source = [
    '/** One. */',
    'const two = 2; // Two.',
    "const three = 'https://three';",
    '-- four',
    ' * five',
  ];
  expect(extractComments(source.join('\n')).split('\n')).toEqual([' One. */', 'Two.', '', 'four', ' five']);
});

describe('checkCitations', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'patchbay-citations-'));
    write(
      'docs/there.md',
      '# There\n\n## Second part\n\n| # | Rule |\n|---|---|\n| 7 | Nothing is lost. |\n',
    );
  });
  afterEach(() => rmSync(root, {recursive: true, force: true}));

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(root, path)), {recursive: true});
    writeFileSync(join(root, path), content);
  }

  /** The problems of a source file with these comment lines. */
  function findProblems(...lines: string[]): string[] {
    write(
      'server/a.ts',
      ['/**', ...lines.map((line) => ` * ${line}`), ' */', 'export const a = 1;'].join('\n'),
    );
    return checkCitations(root);
  }

  test.each([
    ['a page', 'See docs/there.md.'],
    ['a heading', 'Nothing is lost (docs/there.md#second-part).'],
    ['a row of a table', 'Nothing is lost (docs/there.md#second-part, row 7).'],
    ['the word specification in another sense', 'See docs/there.md: a specification of names.'],
    ['a decision without a number', 'This decision is final.'],
  ])('accepts %s', (_, text) => {
    expect(findProblems(text)).toEqual([]);
  });

  test.each([
    ['a missing page', 'See docs/gone.md.', 'docs/gone.md does not exist'],
    ['a missing heading', 'See docs/there.md#third.', 'docs/there.md has no heading for #third'],
    ['a missing row', 'See docs/there.md#second-part, rules 7 and 8.', 'docs/there.md has no row 8'],
    ['facts from elsewhere', 'As they are (reference facts, section 2).', '"reference facts" is not in'],
    ['a numbered quality', 'Nothing is lost (QUALITY 5).', '"QUALITY 5" is not in'],
    ['a numbered decision', 'Both are accepted (decision 12).', '"decision 12" is not in'],
    ['a specification', 'As the specification has it.', '"the specification" is not in'],
    ['a chapter of a specification', 'Limits (specification, Limits).', '"specification," is not in'],
  ])('reports %s', (_, text, problem) => {
    const problems = findProblems('First line.', text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^server\/a\.ts:3: /);
    expect(problems[0]).toContain(problem);
  });

  test('reports phrases with a line break', () => {
    expect(findProblems('As they are in the reference', 'facts.')).toEqual([
      'server/a.ts:2: "reference facts" is not in the repository',
    ]);
  });

  test('ignores code', () => {
    write('server/a.ts', "const a = 'By the specification, see docs/gone.md';\n");
    expect(checkCitations(root)).toEqual([]);
  });
});
