import {parse} from 'csv-parse/sync';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {runJobs} from '../../../../test/support/running-jobs.ts';
import type {ApiResponse, Person} from '../../../../test/support/test-server.ts';

let crew: Crew;
let admin: Person;
let jobs: {stop(): Promise<void>};

beforeAll(async () => {
  crew = await createCrew();
  ({admin} = crew.server);
  jobs = await runJobs(crew.server);
});
afterAll(async () => {
  await jobs.stop();
  await crew.close();
});

type Report = {username: string; id: string; [field: string]: unknown};
const names = ({body}: ApiResponse) => (body as Report[]).map(({username}) => username);
const users = (query = '') => admin.get(`/reports/users?${query}`);
/** Deletes everyone's posts and inserts ann's at these times. */
async function setPosts(times: number[]): Promise<void> {
  const {database} = crew.server.platform;
  await database.execute({text: 'delete from Posts'});
  for (const time of times) {
    await crew.server.features.posts.create({
      channelId: crew.channelId,
      userId: crew.ann.id,
      message: `at ${time}`,
      createAt: time,
    });
  }
}

describe('a report of users', () => {
  test('is sorted, and paged by cursor in both directions', async () => {
    const all = ['admin', 'ann', 'bob', 'cat', 'stranger'];
    expect(names(await users())).toEqual(all);
    expect(names(await users('sort_direction=desc'))).toEqual(all.toReversed());
    const first = await users('page_size=2');
    expect(names(first)).toEqual(['admin', 'ann']);
    const after = (row: Report, direction: string, more = '') =>
      users(`page_size=2&direction=${direction}&from_column_value=${row.username}&from_id=${row.id}&${more}`);
    const second = await after(first.body[1], 'next');
    expect(names(second)).toEqual(['bob', 'cat']);
    expect(names(await after(second.body[1], 'next'))).toEqual(['stranger']);
    // The page before the cursor, in the same order.
    expect(names(await after(second.body[0], 'prev'))).toEqual(['admin', 'ann']);
    expect(names(await after(second.body[0], 'up'))).toEqual(['admin', 'ann']);
    expect(names(await after(second.body[0], 'next', 'sort_direction=desc'))).toEqual(['ann', 'admin']);
    // Or by page number.
    expect(names(await users('page_size=2&page=1'))).toEqual(['bob', 'cat']);
    expect(names(await users('page_size=2&page=3'))).toEqual([]);
    const newest = (await users('sort_column=CreateAt&page_size=1')).body[0];
    const rest = await users(
      `sort_column=CreateAt&from_column_value=${newest.create_at}&from_id=${newest.id}`,
    );
    expect(rest.body).toHaveLength(4);
    expect(names(rest)).not.toContain(newest.username);
  });

  test('has filters, which also apply to the count', async () => {
    const {cat, stranger} = crew;
    expect((await admin.delete(`/users/${cat.id}`)).status).toBe(200);
    const bot = await admin.post('/bots', {username: 'robot'});
    expect(bot.status).toBe(201);
    for (const [query, expected] of [
      [`team_filter=${crew.teamId}`, ['ann', 'bob', 'cat']],
      ['has_no_team=true', ['admin', 'stranger']],
      [`has_no_team=true&team_filter=${crew.teamId}`, ['admin', 'stranger']],
      ['hide_inactive=true', ['admin', 'ann', 'bob', 'stranger']],
      ['hide_active=true', ['cat']],
      ['role_filter=system_admin', ['admin']],
      ['search_term=STR', [stranger.username]],
      ['search_term=%25', []],
      ['guest_filter=all', []],
      ['bots=only', ['robot']],
      ['bots=include&search_term=ro', ['robot']],
      ['bots=include&has_no_team=true', ['admin', 'robot', 'stranger']],
    ] as const) {
      expect([query, names(await users(query))]).toEqual([query, expected]);
      const count = await admin.get(`/reports/users/count?${query}`);
      expect([query, count.body]).toEqual([query, expected.length]);
    }
    expect((await users('bots=only')).body).toMatchObject([{is_bot: true}]);
    await admin.put(`/users/${cat.id}/active`, {active: true});
  });

  test('can be limited to users who were active, which agrees with the analytics', async () => {
    const {ann, bob, cat} = crew;
    const {database} = crew.server.platform;
    const hour = 60 * 60 * 1000;
    await database.execute({text: 'delete from Status'});
    for (const [{id}, hours] of [
      [ann, 1],
      [bob, 25],
      [cat, 32 * 24],
    ] as const) {
      await database.execute({
        text: `insert into Status (UserId, Status, LastActivityAt) values ($1, 'offline', $2)`,
        values: [id, Date.now() - hours * hour],
      });
    }
    const figures = Object.fromEntries(
      (await admin.get('/analytics/old?name=standard')).body.map(
        ({name, value}: {name: string; value: number}) => [name, value],
      ),
    );
    for (const [period, figure, expected] of [
      ['last_24_hours', 'daily_active_users', ['ann']],
      ['last_31_days', 'monthly_active_users', ['ann', 'bob']],
    ] as const) {
      const query = `last_active=${period}`;
      expect(names(await users(query))).toEqual(expected);
      expect((await admin.get(`/reports/users/count?${query}`)).body).toBe(expected.length);
      expect(figures[figure]).toBe(expected.length);
    }
  });

  test('counts posts and days of a period', async () => {
    const now = Date.now();
    const day = 24 * 60 * 60 * 1000;
    const noon = now - (now % day) - 3 * day + day / 2;
    await setPosts([noon, noon + 1, noon - day, now - 100 * day, now - 400 * day]);
    const ann = async (range: string) =>
      (await users(`search_term=ann&date_range=${range}`)).body[0] as Report;
    expect(await ann('all_time')).toMatchObject({
      total_posts: 5,
      days_active: 4,
      last_post_date: noon + 1,
      display_name: 'ann',
      email: 'ann@example.com',
    });
    // Ann did not write the notice, which is in her name.
    await crew.server.features.posts.create({
      channelId: crew.channelId,
      userId: crew.ann.id,
      message: 'ann added bob.',
      type: 'system_add_to_channel',
      createAt: now - 1000,
    });
    expect(await ann('last_6_months')).toMatchObject({
      total_posts: 4,
      days_active: 3,
      last_post_date: noon + 1,
    });
    expect(await ann('last_30_days')).toMatchObject({total_posts: 3, days_active: 2});
    expect((await users('search_term=bob')).body[0]).toMatchObject({total_posts: 0, days_active: 0});
  });

  test('is sorted by activity and statistics, with the same pages by number and by cursor', async () => {
    const {ann, bob, cat} = crew;
    const {database} = crew.server.platform;
    const day = 24 * 60 * 60 * 1000;
    const noon = (days: number) => Date.now() - (Date.now() % day) + (0.5 - days) * day;
    await setPosts([noon(9), noon(8), noon(40)]);
    const posts = crew.server.features.posts;
    for (const [{id: userId}, days] of [
      [bob, 3],
      [bob, 3],
      [bob, 3],
      [bob, 3],
      [cat, 5],
    ] as const) {
      await posts.create({channelId: crew.channelId, userId, message: 'hello', createAt: noon(days)});
    }
    await database.execute({text: 'update Users set LastLogin = 0'});
    await database.execute({text: 'delete from Status'});
    for (const [{id}, time] of [
      [cat, 3000],
      [ann, 2000],
      [bob, 1000],
    ] as const) {
      await database.execute({text: 'update Users set LastLogin = $2 where Id = $1', values: [id, time]});
      await database.execute({
        text: `insert into Status (UserId, Status, LastActivityAt) values ($1, 'offline', $2)`,
        values: [id, time],
      });
    }
    const inTeam = `team_filter=${crew.teamId}`;
    for (const [column, field, ascending] of [
      ['Email', 'email', ['ann', 'bob', 'cat']],
      ['LastLogin', 'last_login', ['bob', 'ann', 'cat']],
      ['LastStatusAt', 'last_status_at', ['bob', 'ann', 'cat']],
      ['LastPostDate', 'last_post_date', ['ann', 'cat', 'bob']],
      ['TotalPosts', 'total_posts', ['cat', 'ann', 'bob']],
    ] as const) {
      const page = (direction: string, more: string) =>
        users(`${inTeam}&sort_column=${column}&sort_direction=${direction}&${more}`);
      expect([column, names(await page('asc', ''))]).toEqual([column, ascending]);
      const descending = ascending.toReversed();
      const first = await page('desc', 'page_size=2');
      expect(names(first)).toEqual(descending.slice(0, 2));
      const last = first.body[1];
      const cursor = `page_size=2&from_column_value=${last[field]}&from_id=${last.id}`;
      expect(names(await page('desc', cursor))).toEqual(descending.slice(2));
      expect(names(await page('desc', 'page_size=2&page=1'))).toEqual(descending.slice(2));
    }
    // The days in the period.
    const days = await users(`${inTeam}&sort_column=DaysActive&sort_direction=desc&date_range=last_30_days`);
    expect((days.body as Report[]).map(({days_active}) => days_active)).toEqual([2, 1, 1]);
    const allTime = await users(`${inTeam}&sort_column=DaysActive&sort_direction=desc&date_range=all_time`);
    expect(allTime.body[0]).toMatchObject({username: 'ann', days_active: 3});
    // Users who were never active are last, also on the page after a cursor.
    const never = await users('sort_column=LastStatusAt&sort_direction=desc');
    expect(names(never).slice(0, 3)).toEqual(['cat', 'ann', 'bob']);
    const [, , bobs, next] = never.body;
    const rest = await users(
      `sort_column=LastStatusAt&sort_direction=desc&from_column_value=${bobs.last_status_at}&from_id=${bobs.id}`,
    );
    expect(rest.body).toHaveLength(2);
    expect(rest.body[0].id).toBe(next.id);
  });

  test.each([
    ['sort_column=Password', 'sort_column'],
    ['page_size=0', 'page_size'],
    ['page_size=101', 'page_size'],
    ['team_filter=none', 'team_filter'],
    ['hide_active=true&hide_inactive=true', 'hide_inactive'],
    ['guest_filter=some', 'guest_filter'],
    ['last_active=yesterday', 'last_active'],
    ['bots=maybe', 'bots'],
    ['sort_column=TotalPosts&from_column_value=many&from_id=y', 'from_column_value'],
    ['sort_column=CreateAt&from_column_value=x&from_id=y', 'from_column_value'],
  ])('rejects %s', async (query, path) => {
    expect(await users(query)).toMatchObject({status: 400, body: {path}});
  });

  test('is sent as a file by the system bot', async () => {
    await setPosts([]);
    await crew.server.platform.database.execute({
      text: `update Users set Nickname = '=cmd()' where Id = $1`,
      values: [crew.bob.id],
    });
    // Only one of two concurrent exports is accepted, because both request the same file.
    await jobs.stop();
    const start = () => admin.post(`/reports/users/export?team_filter=${crew.teamId}&date_range=all_time`);
    expect(await start()).toMatchObject({status: 200, body: {status: 'OK'}});
    expect(await start()).toMatchObject({
      status: 400,
      body: {id: 'app.report.start_users_batch_export.job_exists'},
    });
    jobs = await runJobs(crew.server);
    const job = async () => (await admin.get('/jobs/type/export_users_to_csv')).body[0];
    await expect.poll(async () => (await job()).status).toBe('success');
    const {data} = await job();
    expect(data.users).toBe('3');

    const bot = (await admin.get('/users/username/system-bot')).body;
    expect(bot).toMatchObject({is_bot: true});
    const {body: channel} = await admin.post('/channels/direct', [admin.id, bot.id]);
    const {body: list} = await admin.get(`/channels/${channel.id}/posts`);
    const newest = list.posts[list.order[0]];
    expect(newest).toMatchObject({user_id: bot.id, file_ids: [data.file_id]});
    expect(newest.metadata.files[0].name).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
    const rows = parse((await admin.get(`/files/${data.file_id}`)).body, {columns: true}) as Report[];
    expect(rows.map(({Username}) => Username)).toEqual(['ann', 'bob', 'cat']);
    // No cell is a formula.
    expect(rows[1]).toMatchObject({Name: "'=cmd()", Email: 'bob@example.com', TotalPosts: '0'});
    // Other accounts can't read the file.
    expect((await crew.ann.get(`/files/${data.file_id}`)).status).toBe(403);
  });
});

describe('a report of posts', () => {
  const report = (body: object) => admin.post('/reports/posts', {channel_id: crew.channelId, ...body});

  /** The messages of all pages, and the number of pages. */
  async function allPages(body: object): Promise<{messages: string[]; pages: number}> {
    const messages: string[] = [];
    let cursor = '';
    let pages = 0;
    do {
      const response = await report({...body, cursor});
      expect(response.status).toBe(200);
      pages++;
      messages.push(...Object.values(response.body.posts as {message: string}[]).map((post) => post.message));
      cursor = response.body.next_cursor?.cursor ?? '';
    } while (cursor !== '');
    return {messages, pages};
  }

  test('is paged by a cursor that contains the query', async () => {
    // Two posts at the same time.
    await setPosts([1_000, 2_000, 2_000, 3_000]);
    const ascending = await allPages({per_page: 1});
    expect(ascending).toEqual({messages: ['at 1000', 'at 2000', 'at 2000', 'at 3000'], pages: 4});
    const descending = await allPages({per_page: 3, sort_direction: 'desc'});
    expect(descending.messages.sort()).toEqual(ascending.messages);
    expect(descending.pages).toBe(2);
    expect((await allPages({start_time: 2_000})).messages).toHaveLength(3);
    expect((await allPages({start_time: 2_000, sort_direction: 'desc'})).messages).toHaveLength(3);
    // Later pages keep the order of the first one, even if the request specifies another.
    const first = await report({per_page: 1, sort_direction: 'desc'});
    const second = await report({cursor: first.body.next_cursor.cursor, per_page: 1, sort_direction: 'asc'});
    expect(Object.values(second.body.posts)).toMatchObject([{message: 'at 2000'}]);
  });

  test('leaves out deleted posts and system messages on request', async () => {
    await setPosts([5_000]);
    const deleted = await crew.post(crew.ann, 'deleted');
    expect((await crew.ann.delete(`/posts/${deleted.id}`)).status).toBe(200);
    await crew.server.features.posts.create({
      channelId: crew.channelId,
      userId: crew.ann.id,
      message: 'joined',
      type: 'system_join_channel',
    });
    expect((await allPages({})).messages.sort()).toEqual(['at 5000', 'joined']);
    expect((await allPages({exclude_system_posts: true})).messages).toEqual(['at 5000']);
    const everything = await report({include_deleted: true});
    expect(Object.keys(everything.body.posts)).toContain(deleted.id);
    const changed = await report({time_field: 'update_at', start_time: 6_000, include_deleted: true});
    expect(Object.keys(changed.body.posts)).toContain(deleted.id);
    expect(Object.values(changed.body.posts)).not.toContainEqual(
      expect.objectContaining({message: 'at 5000'}),
    );
  });

  test('is recorded in the audit log, and rejects what is invalid by name', async () => {
    await report({});
    const audits = (await admin.get('/audits')).body as {extra_info: string}[];
    expect(audits.some(({extra_info}) => extra_info.startsWith(`postReport channel=${crew.channelId}`))).toBe(
      true,
    );
    for (const [body, path] of [
      [{channel_id: 'none'}, 'channel_id'],
      [{per_page: 1001}, 'per_page'],
      [{time_field: 'edit_at'}, 'time_field'],
      [{sort_direction: 'up'}, 'sort_direction'],
      [{cursor: 'nonsense'}, 'cursor'],
      [{cursor: Buffer.from('{"id":"x"}').toString('base64url')}, 'cursor'],
    ] as const) {
      expect(await report(body)).toMatchObject({status: 400, body: {path}});
    }
    expect((await report({channel_id: 'a'.repeat(26)})).status).toBe(404);
  });
});
