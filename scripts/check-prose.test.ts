import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {checkProse, findPhrases} from './check-prose.ts';

describe('findPhrases', () => {
  test('finds a phrase in any case, with a suggestion', () => {
    expect(findPhrases('Open the page.\nNobody else can see it.')).toEqual([
      {line: 2, phrase: 'Nobody', instead: expect.stringContaining('no one')},
    ]);
  });

  test('finds a phrase that is split by a line break', () => {
    expect(findPhrases('The list, of\nwhich two are new.')).toMatchObject([{line: 1, phrase: 'of which'}]);
  });

  test('ignores parts of other words', () => {
    expect(findPhrases('Everybodyness and ananew.')).toEqual([]);
  });

  test('ignores allowed uses', () => {
    expect(findPhrases('Run it as the user nobody.', ['the user nobody'])).toEqual([]);
    expect(findPhrases('Nobody runs it.', ['the user nobody'])).toHaveLength(1);
  });
});

describe('checkProse', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'patchbay-prose-'));
  });
  afterEach(() => rmSync(root, {recursive: true, force: true}));

  const write = (file: string, lines: string[]) => {
    mkdirSync(dirname(join(root, file)), {recursive: true});
    writeFileSync(join(root, file), lines.join('\n'));
  };

  test('reports the file, the line and what to say instead', () => {
    write('README.md', ['# Title', '', 'Start the job anew.']);
    write('docs/guide.md', ['Whoever reads it.']);
    expect(checkProse(root)).toEqual([
      'README.md:3: "anew": say again',
      'docs/guide.md:1: "Whoever": say anyone who; people who',
    ]);
  });

  test('ignores code, link targets and comments in Markdown', () => {
    write('README.md', [
      'Run `chown nobody` and see [the guide](docs/whoever.md).',
      '<!-- anew -->',
      '```sh',
      'sudo -u nobody true',
      '```',
    ]);
    expect(checkProse(root)).toEqual([]);
  });

  test('checks the messages of a catalog, not their ids, comments and translations', () => {
    write('web/src/locales/en/main.po', [
      '#. nobody',
      'msgctxt "nobody"',
      'msgid ""',
      '"Nobody is here "',
      '"or there"',
      'msgstr "nobody"',
      '',
      'msgid "{count} post"',
      'msgid_plural "anew"',
      'msgstr[0] "whoever"',
    ]);
    expect(checkProse(root).map((problem) => problem.split(' say ')[0])).toEqual([
      'web/src/locales/en/main.po:4: "Nobody":',
      'web/src/locales/en/main.po:9: "anew":',
    ]);
  });
});
