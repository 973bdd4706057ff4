import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {importSource} from '../../../../test/support/import-source.ts';
import {picture} from '../../../../test/support/pictures.ts';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';
import {LINE_TYPES} from './format/objects.ts';

// The example lines in docs/bulk-import.md can be imported.

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

function documentedLines(): string[] {
  const page = readFileSync(new URL('../../../../docs/bulk-import.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^```jsonl\n(.*?)^```$/gms)].flatMap((block) => block[1]!.trimEnd().split('\n'));
}

test('the documented example has every type of line, imports without findings, and changes nothing the second time', async () => {
  const lines = documentedLines();
  const types = new Set(lines.map((line) => JSON.parse(line).type));
  expect([...types].sort()).toEqual([...Object.keys(LINE_TYPES), 'version'].sort());

  const image = await picture(64, 64);
  const source = () =>
    importSource(lines, {
      'emoji/ship_it.png': image,
      'people/ines.png': image,
      'files/manifest.txt': Buffer.from('ropes, salt'),
    });
  const {bulkImport} = server.features;
  const check = await bulkImport.validate(source());
  expect(check.findings.groups()).toEqual([]);
  const first = await bulkImport.apply(source());
  expect(first).toMatchObject({
    ending: 'done',
    counts: {
      scheme: {created: 2},
      role: {created: 1},
      emoji: {created: 1},
      team: {created: 1},
      channel: {created: 2},
      user: {created: 3},
      bot: {created: 1},
      post: {created: 2},
      'direct channel': {created: 2},
      'direct post': {created: 2},
      reply: {created: 2},
      reaction: {created: 3},
      attachment: {created: 1},
    },
  });
  const {counts} = await bulkImport.apply(source());
  for (const [kind, {created = 0, updated = 0, skipped = 0}] of Object.entries(counts)) {
    expect([kind, created, updated, skipped]).toEqual([kind, 0, 0, 0]);
  }
});

test('the example passes strict validation without its lines of newer types', async () => {
  const strictLines = documentedLines().filter((line) => {
    const {type} = JSON.parse(line);
    return type === 'version' || !LINE_TYPES[type as keyof typeof LINE_TYPES].newer;
  });
  const files = {
    'emoji/ship_it.png': await picture(64, 64),
    'people/ines.png': await picture(64, 64),
    'files/manifest.txt': Buffer.from('ropes, salt'),
  };
  const {findings} = await server.features.bulkImport.validate(importSource(strictLines, files), {
    strict: true,
  });
  const broken = findings.groups().map(({fault, examples}) => [fault.rule, examples[0]]);
  expect(broken).toEqual([]);
});
