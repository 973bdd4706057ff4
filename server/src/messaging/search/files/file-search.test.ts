import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../../test/support/test-server.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let teamId: string;
let otherTeamId: string;
let townSquare: string;
const names = new Map<string, string>();

beforeAll(async () => {
  server = await createTestServer();
  [ann, bob] = [await server.person('ann'), await server.person('bob')];
  const {teams, channels} = server.features;
  teamId = (await teams.create({name: 'crew', display_name: 'Crew', type: 'O'}, ann.id)).id;
  otherTeamId = (await teams.create({name: 'other', display_name: 'Other', type: 'O'}, ann.id)).id;
  await teams.addMember(teamId, bob.id, ann.id);
  townSquare = (await channels.byName(teamId, 'town-square')).id;
  const secret = {team_id: teamId, name: 'secret', display_name: 'Secret', type: 'P' as const};
  const secretId = (await channels.create(secret, ann.id)).id;
  const direct = await channels.directChannel(ann.id, bob.id, ann.id);
  const own = await channels.directChannel(bob.id, bob.id, bob.id);
  const other = await channels.byName(otherTeamId, 'town-square');

  await share(ann, townSquare, 'annual_report-2024.pdf');
  await share(bob, townSquare, 'Report draft.docx');
  const cat = await share(ann, townSquare, 'cat.jpg', 'See https://example.com #pets');
  expect((await ann.post(`/posts/${cat}/pin`)).status).toBe(200);
  await share(ann, secretId, 'secret report.txt');
  await share(bob, direct.id, 'direct report.txt');
  await share(bob, own.id, 'note to self.txt');
  await share(ann, other.id, 'other report.txt');
  await upload(ann, townSquare, 'unposted report.txt');
});
afterAll(() => server.close());

async function upload(person: Person, channelId: string, name: string): Promise<string> {
  const path = `/files?channel_id=${channelId}&filename=${encodeURIComponent(name)}`;
  const {id} = (await person.post(path, Buffer.from('x'))).body.file_infos[0];
  names.set(id, name);
  return id;
}

async function share(person: Person, channelId: string, name: string, message = ''): Promise<string> {
  const id = await upload(person, channelId, name);
  const {status, body} = await person.post('/posts', {channel_id: channelId, file_ids: [id], message});
  expect(status).toBe(201);
  return body.id;
}

async function find(
  person: Person,
  terms: string,
  more: object = {},
  path = `/teams/${teamId}/files/search`,
) {
  const {status, body} = await person.post(path, {terms, ...more});
  expect(status).toBe(200);
  expect(Object.keys(body.file_infos).sort()).toEqual([...body.order].sort());
  return (body.order as string[]).map((id) => names.get(id)).sort();
}

const REPORTS = ['Report draft.docx', 'annual_report-2024.pdf', 'direct report.txt'];

describe('file search', () => {
  test("finds words in names, in the team's channels and direct channels of the user", async () => {
    expect(await find(bob, 'report')).toEqual(REPORTS);
    expect(await find(ann, 'report')).toEqual([...REPORTS, 'secret report.txt']);
    // Punctuation doesn't count toward the limits.
    expect(await find(bob, `${'-- !!! … *** '.repeat(5)} report draft`)).toEqual(['Report draft.docx']);
    // The terms of a search of messages with files.
    expect(await find(bob, 'report has:file')).toEqual(REPORTS);
    expect(await find(ann, 'REPORT', {}, '/files/search')).toEqual(
      [...REPORTS, 'other report.txt', 'secret report.txt'].sort(),
    );
    expect(await find(ann, 'report', {}, `/teams/${otherTeamId}/files/search`)).toEqual([
      'direct report.txt',
      'other report.txt',
    ]);
    expect(await find(ann, 'report in:other/town-square', {}, '/files/search')).toEqual(['other report.txt']);
    expect(await find(ann, '-in:other/town-square report', {}, '/files/search')).toEqual(
      [...REPORTS, 'secret report.txt'].sort(),
    );
  });

  test.each<[string, string[]]>([
    ['annual 2024', ['annual_report-2024.pdf']],
    ['annual_report-2024.pdf', ['annual_report-2024.pdf']],
    ['annual draft', []],
    ['repo*', REPORTS],
    ['repo', []],
    ['"annual report"', ['annual_report-2024.pdf']],
    ['"report annual"', []],
    ['report -annual', ['Report draft.docx', 'direct report.txt']],
    ['from:bob', ['Report draft.docx', 'direct report.txt', 'note to self.txt']],
    ['report -from:@bob', ['annual_report-2024.pdf']],
    ['in:town-square report', ['Report draft.docx', 'annual_report-2024.pdf']],
    ['in:@ann', ['direct report.txt']],
    ['in:@bob', ['note to self.txt']],
    ['-in:@bob ext:txt', ['direct report.txt']],
    ['ext:pdf ext:docx', ['Report draft.docx', 'annual_report-2024.pdf']],
    ['report -ext:pdf', ['Report draft.docx', 'direct report.txt']],
    ['report after:2020-01-01', REPORTS],
    ['report before:2020-01-01', []],
    ['report -before:2020-01-01', REPORTS],
    ['report on:2020-01-01', []],
    ['#pets', ['cat.jpg']],
    ['report #pets', []],
    ['cat -#pets', []],
    ['-#pets ext:jpg ext:pdf', ['annual_report-2024.pdf']],
    ['has:pin', ['cat.jpg']],
    ['has:pin has:reaction', []],
    ['cat has:link', ['cat.jpg']],
    ['-has:link ext:jpg ext:pdf', ['annual_report-2024.pdf']],
    ['-has:file', []],
    ['has:wings', []],
    ['from:nobody', []],
    ['', []],
    ['-report', ['cat.jpg', 'note to self.txt']],
  ])('%j', async (terms, found) => {
    expect(await find(bob, terms)).toEqual(found);
  });

  test('accepts terms that are as long as those of messages', async () => {
    expect(await find(bob, `cat ${'from:ann '.repeat(400)}`)).toEqual(['cat.jpg']);
  });

  test('finds files with any of the words on request', async () => {
    expect(await find(bob, 'annual cat', {is_or_search: true})).toEqual([
      'annual_report-2024.pdf',
      'cat.jpg',
    ]);
    expect(await find(bob, 'annual #pets', {is_or_search: true})).toEqual([
      'annual_report-2024.pdf',
      'cat.jpg',
    ]);
  });

  test('returns the newest files first, or the oldest on request, page by page', async () => {
    const order = async (page: number, more: object = {}) =>
      (await bob.post('/files/search', {terms: 'report', page, per_page: 2, ...more})).body.order.map(
        (id: string) => names.get(id),
      );
    expect(await order(0)).toEqual(['direct report.txt', 'Report draft.docx']);
    expect(await order(1)).toEqual(['annual_report-2024.pdf']);
    expect(await order(0, {terms: 'reporting', word_forms: true})).toEqual(await order(0));
    const {body} = await bob.post('/files/search', {terms: 'reporting', word_forms: true, per_page: 2});
    expect(body.order.map((id: string) => body.matches[id])).toEqual([['report'], ['Report']]);
    expect((await bob.post('/files/search', {terms: 'report'})).body).not.toHaveProperty('matches');
    expect(await order(0, {sort_direction: 'asc'})).toEqual(['annual_report-2024.pdf', 'Report draft.docx']);
  });

  test('includes archived channels only on request', async () => {
    const {channels} = server.features;
    const input = {team_id: teamId, name: 'old', display_name: 'Old', type: 'O' as const};
    const {id} = await channels.create(input, ann.id);
    await share(ann, id, 'archived thing.txt');
    expect((await ann.delete(`/channels/${id}`)).status).toBe(200);
    expect(await find(ann, 'archived')).toEqual([]);
    expect(await find(ann, 'archived', {include_deleted_channels: true})).toEqual(['archived thing.txt']);
  });

  test('excludes files of deleted posts', async () => {
    const fileId = await upload(ann, townSquare, 'deleted thing.txt');
    const {body} = await ann.post('/posts', {channel_id: townSquare, file_ids: [fileId]});
    expect(await find(ann, 'deleted')).toEqual(['deleted thing.txt']);
    expect((await ann.delete(`/posts/${body.id}`)).status).toBe(200);
    expect(await find(ann, 'deleted')).toEqual([]);
    expect(await find(bob, 'other secret', {is_or_search: true}, '/files/search')).toEqual([]);
  });

  test('requires a session and team membership', async () => {
    const eve = await server.person('eve');
    expect((await server.anonymous.post('/files/search', {terms: 'x'})).status).toBe(401);
    expect((await eve.post(`/teams/${teamId}/files/search`, {terms: 'x'})).status).toBe(403);
    expect(await find(eve, 'report', {}, '/files/search')).toEqual([]);
    expect((await ann.post('/files/search', {})).status).toBe(400);
  });

  test('handles any input', async () => {
    const typed = fc.oneof(
      fc.string({maxLength: 60}),
      fc
        .array(
          fc.constantFrom('a', '*', '"', "'", '\\', ':', '&', '|', '!', '(', ')', '-', ' ', 'in:', '\u0000'),
          {
            maxLength: 30,
          },
        )
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(typed, fc.boolean(), async (terms, or) => {
        expect((await bob.post('/files/search', {terms, is_or_search: or})).status).toBe(200);
      }),
      {numRuns: 150},
    );
  });
});
