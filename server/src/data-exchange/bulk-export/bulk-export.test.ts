import {mkdtemp, readFile, rm, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {tableContents} from '../../../../test/support/import-digest.ts';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';
import {openArchive} from '../../platform/formats/read-zip.ts';
import {openSource} from '../bulk-import/bulk-import.ts';
import {DEFAULT_SAMPLE, writeSample} from '../sample-data/sample-data.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-export-'));
});
afterAll(() => rm(directory, {recursive: true, force: true}));

async function withServer(work: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await createTestServer();
  try {
    // Import files don't contain the account that the test server creates.
    await server.platform.database.execute({text: 'delete from Users'});
    await work(server);
  } finally {
    await server.close();
  }
}

async function importFile({features: {bulkImport}}: TestServer, file: string): Promise<void> {
  const source = await openSource(file);
  const report = await bulkImport.apply(source);
  await source.close();
  expect([
    report.ending,
    report.problem,
    report.findings.groups().filter(({severity}) => severity === 'error'),
  ]).toEqual(['done', undefined, []]);
}

async function linesOf(file: string): Promise<string[]> {
  if (!file.endsWith('.zip')) return (await readFile(file, 'utf8')).split('\n');
  const archive = await openArchive(file);
  const lines = (await text(await archive.read(archive.entries.get('import.jsonl')!))).split('\n');
  await archive.close();
  return lines;
}

test.each(['.zip', '.jsonl'])(
  'importing an export into an empty server and exporting again produces the same export: %s',
  async (ending) => {
    const sample = join(directory, 'sample.zip');
    await writeSample(sample, {
      ...DEFAULT_SAMPLE,
      dialect: 'mattermost',
      postsPerChannel: 40,
      postsPerDirectChannel: 8,
    });
    const [first, second] = [join(directory, `first${ending}`), join(directory, `second${ending}`)];
    let contents: string[] = [];
    await withServer(async (server) => {
      await importFile(server, sample);
      await changeImportedData(server);
      await server.features.bulkExport.write(first);
      contents = await tableContents(server.platform.database);
    });
    await withServer(async (server) => {
      await importFile(server, first);
      const result = await server.features.bulkExport.write(second);
      expect(result).toMatchObject({missing: [], changed: []});
      if (ending !== '.zip') return;
      // Only data that the format cannot represent is lost.
      const isLost = (row: string) =>
        /"deleted":true|^threads|^threadmemberships|^history|^channelmembers .*"system-bot"|^files .*"deleted":true/.test(
          row,
        );
      const again = new Set(await tableContents(server.platform.database));
      const lost = contents.filter((row) => !isLost(row) && !again.has(row)).map(comparable);
      const found = new Set([...again].map(comparable));
      expect(lost.filter((row) => !found.has(row)).slice(0, 5)).toEqual([]);
    });
    const [firstLines, secondLines] = [await linesOf(first), await linesOf(second)];
    expect(secondLines.filter((line, i) => line !== firstLines[i]).slice(0, 3)).toEqual([]);
    expect(secondLines.length).toBe(firstLines.length);
    if (ending === '.zip') expect((await readFile(second)).equals(await readFile(first))).toBe(true);
  },
);

test('an export lists files whose content changed since their upload', async () => {
  await withServer(async ({person, features, platform}) => {
    const ann = await person('ann');
    const {id: teamId} = await features.teams.create({name: 'crew', display_name: 'Crew', type: 'O'}, ann.id);
    const {id: channelId} = await features.channels.byName(teamId, 'town-square');
    const names = ['whole.txt', 'changed.txt'];
    const files = await Promise.all(
      names.map((name) =>
        ann.post(`/files?channel_id=${channelId}&filename=${name}`, 'content', {
          'content-type': 'application/octet-stream',
        }),
      ),
    );
    const ids = files.map(({body}) => body.file_infos[0].id);
    await ann.post('/posts', {channel_id: channelId, message: '', file_ids: ids});
    const {path} = (await platform.database.row<{path: string}>({
      text: 'select Path from FileInfo where Id = $1',
      values: [ids[1]],
    }))!;
    await features.fileStore.write(path, Buffer.from('CONTENT'));
    const result = await features.bulkExport.write(join(directory, 'changed.zip'));
    expect(result).toMatchObject({files: 2, missing: [], changed: [path]});
  });
});

/** A row without the parts that depend on passwords or on counts of deleted posts. */
function comparable(row: string): string {
  return row
    .replace(/"haspassword":(true|false)/, '')
    .replace(/"totalmsgcount(root)?":\d+/g, '')
    .replace(/"msgcount(root)?":\d+/g, '');
}

/** Changes data as people do after an import: edit, delete, react, reply, archive. */
async function changeImportedData({platform: {database}, features}: TestServer): Promise<void> {
  const posts = await database.rows<{id: string; channelid: string; userid: string}>({
    text: `select Id, ChannelId, UserId from Posts where RootId = '' order by CreateAt limit 4`,
  });
  const [a, b, c] = posts;
  await features.posts.create({
    channelId: a!.channelid,
    userId: a!.userid,
    message: 'a reply',
    rootId: a!.id,
  });
  await database.execute({
    text: 'update Posts set DeleteAt = 5 where Id = $1 or RootId = $1',
    values: [b!.id],
  });
  await database.execute({
    text: `update Posts set Props = '{"a": null, "b": [1, {"c": "ü"}]}', EditAt = 7 where Id = $1`,
    values: [c!.id],
  });
  await database.execute({
    text: `update Channels set DeleteAt = 1700000000000 where Id = (select max(Id) from Channels where Name not in ('town-square', 'off-topic') and Type = 'O')`,
  });
  await database.execute({
    text: `update Users set DeleteAt = 1700000000001 where Username = (select max(Username) from Users)`,
  });
  await database.execute({
    text: `update Roles set Permissions = 'read_channel' where Name = 'channel_guest'`,
  });
}

/** Adds accounts, posts and settings that were created here rather than imported. */
async function addLocalData({features, platform: {database}}: TestServer): Promise<void> {
  const [channel] = await database.rows<{id: string; userid: string}>({
    text: `select c.Id, m.UserId from Channels c join ChannelMembers m on m.ChannelId = c.Id
      where c.Type = 'O' and c.DeleteAt = 0 order by c.Id, m.UserId limit 1`,
  });
  const people = [];
  for (const username of ['new.one', 'new-two', 'new_three']) {
    people.push(
      await features.users.create({username, email: `${username}@example.com`, password: 'long enough 1'}),
    );
  }
  const [one, two, three] = people;
  await features.preferences.set(one!.id, [
    {category: 'advanced_settings', name: 'formatting', value: 'perhaps'},
    {category: 'display_settings', name: 'use_military_time', value: ''},
    {category: 'notifications', name: 'email_interval', value: '86400'},
  ]);
  for (const members of [
    [one!.id, one!.id],
    [one!.id, two!.id],
  ]) {
    const {id: channelId} = await features.channels.directChannel(members[0]!, members[1]!, members[0]!);
    await features.posts.create({channelId, userId: one!.id, message: 'just us'});
  }
  const group = await features.channels.groupChannel([one!.id, two!.id, three!.id], one!.id);
  await features.posts.create({channelId: group.id, userId: two!.id, message: 'the three of us'});
  for (const [type, props] of [
    [
      '',
      {from_webhook: 'true', override_username: 'deploy', attachments: [{text: 'done', fallback: 'done'}]},
    ],
    ['system_join_channel', {username: 'new.one'}],
    ['', {}],
  ] as const) {
    await features.posts.create({
      channelId: channel!.id,
      userId: channel!.userid,
      message: props && 'attachments' in props ? '' : 'said here',
      type,
      props: {...props},
    });
  }
}

test('an export validates without findings, on this server and on an empty one', async () => {
  const sample = join(directory, 'everything.zip');
  await writeSample(sample, {
    ...DEFAULT_SAMPLE,
    dialect: 'mattermost',
    postsPerChannel: 40,
    postsPerDirectChannel: 8,
  });
  const exported = ['.zip', '.jsonl', '.jsonl.gz'].map((ending) => join(directory, `valid${ending}`));
  async function expectNoFindings({features: {bulkImport}}: TestServer): Promise<void> {
    for (const file of exported) {
      for (const strict of [false, true]) {
        const source = await openSource(file);
        const report = await bulkImport.validate(source, {strict});
        await source.close();
        // In strict mode, the newer fields of an export are errors.
        const findings = report.findings.groups().filter(({fault}) => fault.rule !== 'not-in-specification');
        expect([file, strict, findings]).toEqual([file, strict, []]);
        if (!strict) expect([report.ending, report.findings.groups()]).toEqual(['done', []]);
      }
    }
  }
  await withServer(async (server) => {
    await importFile(server, sample);
    await changeImportedData(server);
    await addLocalData(server);
    for (const file of exported) await server.features.bulkExport.write(file);
    await expectNoFindings(server);
  });
  await withServer(expectNoFindings);
});

test.each(['.jsonl', '.jsonl.gz', '.zip'])('a full disk leaves no export file: %s', async (ending) => {
  await withServer(async (server) => {
    const file = join(directory, `full${ending}`);
    // Writing to this device fails for lack of space.
    await symlink('/dev/full', `${file}.part`);
    await expect(server.features.bulkExport.write(file)).rejects.toThrow('no space left');
    await expect(readFile(file)).rejects.toThrow('no such file');
  });
});
