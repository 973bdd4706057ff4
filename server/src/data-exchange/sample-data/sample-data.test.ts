import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {tableContents, updateTimes} from '../../../../test/support/import-digest.ts';
import {importSource} from '../../../../test/support/import-source.ts';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';
import {openSource} from '../bulk-import/bulk-import.ts';
import {DEFAULT_SAMPLE, type SampleOptions, sampleFiles, sampleLines, writeSample} from './sample-data.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-sample-'));
});
afterAll(() => rm(directory, {recursive: true, force: true}));

async function withServer(work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await createTestServer();
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const SMALL: SampleOptions = {
  ...DEFAULT_SAMPLE,
  users: 12,
  channelsPerTeam: 4,
  postsPerChannel: 50,
  postsPerDirectChannel: 5,
};

function sourceOf(options: SampleOptions, lineCount = Number.POSITIVE_INFINITY) {
  const files = Object.fromEntries(sampleFiles(options).map(({path, content}) => [path, content]));
  return importSource([...sampleLines(options)].slice(0, lineCount), files);
}

test('the same options produce the same file, and another seed produces a different file', async () => {
  const options = {...DEFAULT_SAMPLE, postsPerChannel: 5};
  const write = async (name: string, seed: number) => {
    const lines = await writeSample(join(directory, name), {...options, seed});
    return {lines, bytes: await readFile(join(directory, name))};
  };
  for (const ending of ['.jsonl', '.jsonl.gz', '.zip']) {
    const first = await write(`a${ending}`, 1);
    expect((await write(`b${ending}`, 1)).bytes.equals(first.bytes)).toBe(true);
    expect((await write(`c${ending}`, 2)).bytes.equals(first.bytes)).toBe(false);
    expect(first.lines).toBe([...sampleLines({...options, files: ending === '.zip'})].length);
  }
});

test('the sample has the requested number of each object', () => {
  const lines = [
    ...sampleLines({
      ...DEFAULT_SAMPLE,
      users: 40,
      teams: 3,
      channelsPerTeam: 5,
      postsPerChannel: 20,
      files: true,
    }),
  ] as {type: string}[];
  const count = (type: string) => lines.filter((line) => line.type === type).length;
  expect([
    count('user'),
    count('team'),
    count('channel'),
    count('post'),
    count('emoji'),
    count('scheme'),
  ]).toEqual([40, 3, 15, 300, 4, 1]);
  expect(count('direct_channel')).toBeGreaterThan(20);
  expect(count('direct_post')).toBe(count('direct_channel') * 30);
});

describe('a sample', () => {
  test.each<SampleOptions['dialect']>(['specification', 'mattermost'])(
    'in the dialect %s passes validation',
    async (dialect) => {
      await withServer(async ({features: {bulkImport}}) => {
        const strict = dialect === 'specification';
        const {findings} = await bulkImport.validate(sourceOf({...SMALL, dialect, files: true}), {strict});
        expect(findings.groups().map(({fault}) => `${fault.rule} ${fault.field}`)).toEqual(
          strict ? [] : ['missing-field props'],
        );
      });
    },
  );

  test.each<SampleOptions['dialect']>(['specification', 'mattermost'])(
    'in the dialect %s can be imported repeatedly without changes',
    async (dialect) => {
      await withServer(async ({platform: {database}, features: {bulkImport}}) => {
        const options = {...SMALL, dialect, files: true};
        expect((await bulkImport.apply(sourceOf(options))).ending).toBe('done');
        const first = [await tableContents(database), await updateTimes(database)];
        for (let run = 2; run <= 3; run++) {
          const again = await bulkImport.apply(sourceOf(options));
          for (const [kind, outcomes] of Object.entries(again.counts)) {
            expect([kind, outcomes.created, outcomes.updated]).toEqual([kind, undefined, undefined]);
          }
          expect([await tableContents(database), await updateTimes(database)]).toEqual(first);
        }
      });
    },
  );
});

test('importing a part of a file and then the whole file equals importing the whole file', async () => {
  const options = {...SMALL, files: true};
  const total = [...sampleLines(options)].length;
  let whole: string[] = [];
  await withServer(async ({platform: {database}, features: {bulkImport}}) => {
    await bulkImport.apply(sourceOf(options));
    whole = await tableContents(database);
  });
  // One of the parts ends between the teams and their users.
  for (const part of [11, Math.floor(total / 4), Math.floor(total / 2), total - 1]) {
    await withServer(async ({platform: {database}, features: {bulkImport}}) => {
      await bulkImport.apply(sourceOf(options, part));
      await bulkImport.apply(sourceOf(options));
      expect({part, same: JSON.stringify(await tableContents(database)) === JSON.stringify(whole)}).toEqual({
        part,
        same: true,
      });
    });
  }
});

test('a bundle, gzip and plain lines have the same result', async () => {
  const contents: string[][] = [];
  for (const name of ['x.jsonl', 'x.jsonl.gz']) {
    const file = join(directory, name);
    await writeSample(file, {...SMALL, dialect: 'specification'});
    await withServer(async ({platform: {database}, features: {bulkImport}}) => {
      const source = await openSource(file);
      expect((await bulkImport.apply(source)).ending).toBe('done');
      await source.close();
      contents.push(await tableContents(database));
    });
  }
  expect(contents[1]).toEqual(contents[0]);
});
