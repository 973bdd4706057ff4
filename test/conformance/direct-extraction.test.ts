import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Database, openDatabase} from '../../server/src/platform/database/database.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {quiet} from '../support/quiet.ts';

// Runs the queries of docs/direct-extraction.md, with the role that the page recommends for auditors.

const JANUARY = Date.UTC(2026, 0, 1);
const FEBRUARY = Date.UTC(2026, 1, 1);
const MINUTE = 60_000;
/** The number of posts that the queries must be able to handle. */
const POSTS = 5_000_000;

let crew: Crew;
let reader: Database;

const page = readFileSync(new URL('../../docs/direct-extraction.md', import.meta.url), 'utf8');
const queries = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map((match) => match[1]!);

// biome-ignore lint/suspicious/noExplicitAny: each test describes the row it expects.
const run = (text: string) => reader.rows<any>({text});
/** The query below a numbered heading. */
const query = (number: number) => queries[number + 1]!;

beforeAll(async () => {
  crew = await createCrew();
  const {features, platform} = crew.server;
  reader = openDatabase({
    connectionString: platform.database.connectionString.replace('patchbay@', 'patchbay_reader@'),
    maxConnections: 1,
    log: quiet,
  });
  const {ann, bob} = crew;
  const say = (userId: string, createAt: number, message: string, more: object = {}) =>
    features.posts.create({channelId: crew.channelId, userId, message, createAt, ...more});
  await say(ann.id, JANUARY - 1, 'before');
  const root = await say(ann.id, JANUARY, 'first');
  await say(bob.id, JANUARY + MINUTE, 'answer', {rootId: root.id});
  await say(ann.id, FEBRUARY, 'after');
  const edited = await say(ann.id, JANUARY + 2 * MINUTE, 'draft');
  await ann.put(`/posts/${edited.id}/patch`, {message: 'final'});
  const deleted = await say(ann.id, JANUARY + 3 * MINUTE, 'gone');
  await crew.server.admin.delete(`/posts/${deleted.id}`);
  const direct = await features.channels.directChannel(bob.id, ann.id, bob.id);
  await say(bob.id, JANUARY + 4 * MINUTE, 'between us', {channelId: direct.id});
  const bot = await features.bots.create({username: 'recorder'}, crew.server.admin.id);
  await say(bot.userid, JANUARY + 5 * MINUTE, 'beep');
  await say(bob.id, JANUARY + 6 * MINUTE, 'hooked', {props: {from_webhook: 'true'}, isWebhook: true});
  const {body} = await ann.post(`/files?channel_id=${crew.channelId}&filename=plan.txt`, 'the plan', {
    'content-type': 'application/octet-stream',
  });
  await say(ann.id, JANUARY + 7 * MINUTE, 'see file', {fileIds: [body.file_infos[0].id]});
  await platform.database.execute({
    text: 'update ChannelMemberHistory set JoinTime = $1 where ChannelId = $2 and UserId = any($3)',
    values: [JANUARY - MINUTE, crew.channelId, [ann.id, bob.id]],
  });
  await platform.database.execute({
    text: 'update ChannelMemberHistory set LeaveTime = $1 where ChannelId = $2 and UserId = $3',
    values: [JANUARY + MINUTE, crew.channelId, bob.id],
  });
});
afterAll(async () => {
  await reader.close();
  await crew.close();
});

test.each([
  ['with the schema', (text: string) => text],
  ['without the schema', (text: string) => text.replaceAll('mattermost.', '')],
])('the documented queries of Mattermost run as written, %s', async (_name, change) => {
  const all = await run(change(queries[0]!));
  expect(all.filter(({type}) => type === '').map(({message}) => message)).toEqual(
    expect.arrayContaining(['before', 'first', 'after', 'final', 'draft', 'gone', 'see file']),
  );
  expect(await run(change(queries[1]!))).toEqual([]);
});

test('1: posts of a user in a window, including its start and excluding its end', async () => {
  const rows = await run(query(1));
  expect(rows.map(({message}) => message).sort()).toEqual(['draft', 'final', 'first', 'gone', 'see file']);
  expect(rows[0].at).toEqual(new Date(JANUARY));
});

test('2: posts of a channel', async () => {
  const rows = await run(query(2));
  expect(rows.map(({username, message}) => `${username}: ${message}`)).toEqual(
    expect.arrayContaining(['ann: first', 'bob: answer', 'recorder: beep', 'ann: gone']),
  );
  expect(rows).toHaveLength(8);
});

test('3: edits', async () => {
  expect(await run(query(3))).toEqual([
    {username: 'ann', edited_at: expect.any(Date), before: 'draft', now: 'final'},
  ]);
});

test('4: deletions', async () => {
  expect(await run(query(4))).toEqual([
    {author: 'ann', message: 'gone', deleted_at: expect.any(Date), deleted_by: 'admin'},
  ]);
});

test('5: members of a channel', async () => {
  expect(await run(query(5))).toEqual([
    {username: 'ann', joined: new Date(JANUARY - MINUTE), left_at: null},
    {username: 'bob', joined: new Date(JANUARY - MINUTE), left_at: new Date(JANUARY + MINUTE)},
  ]);
});

test('6: direct messages', async () => {
  expect(await run(query(6))).toEqual([
    {at: new Date(JANUARY + 4 * MINUTE), username: 'bob', message: 'between us'},
  ]);
});

test('7: bots and webhooks', async () => {
  expect(await run(query(7))).toEqual([
    {username: 'recorder', kind: 'bot', message: 'beep'},
    {username: 'bob', kind: 'webhook', message: 'hooked'},
  ]);
});

test('8: files', async () => {
  expect(await run(query(8))).toMatchObject([
    {username: 'ann', channel: 'town-square', name: 'plan.txt', size: 8, deleted: false},
  ]);
});

test('9: counts', async () => {
  const rows = await run(query(9));
  expect(rows.map(({team, channel, posts}) => [team, channel === 'town-square', posts])).toEqual([
    ['', false, 1],
    ['crew', true, 7],
  ]);
});

test('10: threads', async () => {
  const rows = await run(query(10));
  expect(rows.filter(({thread}) => rows.filter((row) => row.thread === thread).length > 1)).toMatchObject([
    {username: 'ann', message: 'first'},
    {username: 'bob', message: 'answer'},
  ]);
});

test('the page has the two documented queries and ten more', () => {
  expect(queries).toHaveLength(12);
});

describe('among 5,000,000 posts', () => {
  beforeAll(async () => {
    const {database} = crew.server.platform;
    await database.execute({
      text: `
        insert into Users (Id, CreateAt, UpdateAt, Username, Email)
        select lpad(n::text, 26, 'u'), 1, 1, 'u' || n, n || '@example.org' from generate_series(1, 200) n`,
    });
    await database.execute({
      text: `
        insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
        select lpad(n::text, 26, 'p'), t, t, lpad((n % 200 + 1)::text, 26, 'u'), $1, 'post'
        from generate_series(1, 20000) n, lateral (select $2::bigint + n * 60000 as t) at`,
      values: [crew.channelId, JANUARY - 86_400_000],
    });
    await database.execute({text: 'alter table Posts set (autovacuum_enabled = false)'});
    await database.execute({text: 'analyze Posts; analyze Users; analyze Channels; analyze Teams'});
    // There are twenty thousand posts. The planner's statistics claim more posts in the same number of pages, so that
    // a sequential scan looks cheaper than it is.
    await database.execute({
      text: `
        select pg_restore_relation_stats('schemaname', 'public', 'relname', 'posts',
          'relpages', relpages, 'reltuples', $1::real)
        from pg_class where oid = 'public.posts'::regclass`,
      values: [POSTS],
    });
  });

  test('the planner uses these statistics', async () => {
    const [line] = await run('explain select * from Posts');
    const rows = Number(/ rows=(\d+)/.exec(line['QUERY PLAN'])![1]);
    expect(rows).toBeGreaterThan(0.9 * POSTS);
  });

  test.each([
    [1, 'idx_posts_user_id_create_at'],
    [2, 'idx_posts_channel_id_create_at'],
  ])('query %i is served by an index', async (number, index) => {
    const lines = await run(`explain ${query(number)}`);
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on posts');
  });
});
