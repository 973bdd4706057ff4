import {afterAll, afterEach, beforeAll, expect, test, vi} from 'vitest';
import {openSocket} from '../../../../test/support/socket-client.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
let address: string;
let people = 0;

beforeAll(async () => {
  server = await createTestServer({settings: {TeamSettings: {UserStatusAwayTimeout: 300}}});
  address = await server.listen();
});
afterAll(() => server.close());
afterEach(() => vi.useRealTimers());

const someone = () => server.person(`someone${++people}`);

async function statusOf(person: Person): Promise<string> {
  return (await person.get('/users/me/status')).body.status;
}

/** Opens a connection. A moment after that, the user is online. */
async function connect(person: Person) {
  const client = await openSocket(address, {token: person.token});
  await client.next('hello');
  return client;
}

function pass(seconds: number): Promise<void> {
  vi.useFakeTimers({toFake: ['Date'], now: Date.now() + seconds * 1000});
  return server.features.statuses.sweep(Date.now());
}

test('a user who was never active is offline', async () => {
  const anna = await someone();
  expect((await anna.get('/users/me/status')).body).toEqual({
    user_id: anna.id,
    status: 'offline',
    manual: false,
    last_activity_at: 0,
    dnd_end_time: 0,
  });
});

test('connecting sets a user online and disconnecting offline, and the user is notified', async () => {
  const anna = await someone();
  const first = await connect(anna);
  expect((await first.next('status_change')).data).toEqual({user_id: anna.id, status: 'online'});
  const second = await connect(anna);
  await first.cut();
  expect(await statusOf(anna)).toBe('online');
  await second.cut();
  await expect.poll(() => statusOf(anna)).toBe('offline');
});

test('a user whose clients are idle is away after a timeout, and online when a client is active', async () => {
  const anna = await someone();
  const client = await connect(anna);
  await client.next('status_change');
  await client.ask('user_update_active_status', {user_is_active: false});
  await pass(299);
  expect(await statusOf(anna)).toBe('online');
  await pass(2);
  expect(await statusOf(anna)).toBe('away');
  await client.ask('user_update_active_status', {user_is_active: true});
  expect(await statusOf(anna)).toBe('online');
  await pass(3600);
  expect(await statusOf(anna)).toBe('online');
  await client.cut();
});

test('activity without a connection sets a user online for a while', async () => {
  const bot = await someone();
  await server.features.statuses.recordActivity(bot.id);
  expect(await statusOf(bot)).toBe('online');
  await pass(301);
  expect(await statusOf(bot)).toBe('offline');
});

test('only the user sees when they were last active, if they choose to hide it', async () => {
  const [anna, ben] = [await someone(), await someone()];
  const team = (await server.admin.post('/teams', {name: `t${anna.id}`, display_name: 'T', type: 'O'})).body;
  for (const {id} of [anna, ben]) {
    await server.admin.post(`/teams/${team.id}/members`, {team_id: team.id, user_id: id});
    await server.features.statuses.recordActivity(id);
  }
  await server.features.statuses.flush();
  const seen = async (by: Person) => {
    const {body: status} = await by.get(`/users/${anna.id}/status`);
    const {body: statuses} = await by.post('/users/status/ids', [ben.id, anna.id]);
    const {body: users} = await by.get(`/users?in_team=${team.id}&sort=last_activity_at`);
    const inList = users.find(({id}: {id: string}) => id === anna.id);
    return [status, statuses.find((one: {user_id: string}) => one.user_id === anna.id), inList].map(
      ({last_activity_at}) => last_activity_at > 0,
    );
  };
  expect(await seen(ben)).toEqual([true, true, true]);
  await anna.put('/users/me/patch', {props: {show_last_active: 'false'}});
  for (const other of [ben, server.admin]) expect(await seen(other)).toEqual([false, false, false]);
  expect(await seen(anna)).toEqual([true, true, false]);
  // The order doesn't reveal it either.
  await server.features.statuses.recordActivity(anna.id);
  await server.features.statuses.flush();
  const {body} = await ben.get(`/users?in_team=${team.id}&sort=last_activity_at&per_page=1`);
  expect(body).toMatchObject([{id: ben.id}]);
});

test('a manual status takes precedence over activity until the user chooses "online"', async () => {
  const anna = await someone();
  const client = await connect(anna);
  for (const status of ['away', 'dnd', 'offline']) {
    const {body} = await anna.put('/users/me/status', {user_id: anna.id, status});
    expect(body).toMatchObject({user_id: anna.id, status, manual: true});
    await client.ask('user_update_active_status', {user_is_active: true});
    await server.features.statuses.recordActivity(anna.id);
    expect(await statusOf(anna)).toBe(status);
  }
  const {body} = await anna.put('/users/me/status', {user_id: anna.id, status: 'online'});
  expect(body).toMatchObject({status: 'online', manual: false});
  await client.ask('user_update_active_status', {user_is_active: false, manual: true});
  expect(await statusOf(anna)).toBe('away');
  await client.cut();
});

test('"do not disturb" ends at the chosen time', async () => {
  const anna = await someone();
  const client = await connect(anna);
  const end = Math.floor(Date.now() / 1000) + 600;
  const {body} = await anna.put('/users/me/status', {status: 'dnd', dnd_end_time: end});
  expect(body).toMatchObject({status: 'dnd', dnd_end_time: end});
  await pass(590);
  expect(await statusOf(anna)).toBe('dnd');
  await pass(11);
  expect(await statusOf(anna)).toBe('online');
  await client.next('status_change', ({data}) => data.status === 'online');
  await client.cut();
});

test('several users are returned without duplicates', async () => {
  const [anna, ben] = [await someone(), await someone()];
  await ben.put('/users/me/status', {status: 'away'});
  const {status, body} = await anna.post('/users/status/ids', [anna.id, ben.id, anna.id]);
  expect(status).toBe(200);
  expect(body.map((one: {user_id: string; status: string}) => [one.user_id, one.status])).toEqual([
    [anna.id, 'offline'],
    [ben.id, 'away'],
  ]);
});

test.each([
  ['no ids', []],
  ['an invalid id', ['short']],
])('%s is an error', async (_name, ids) => {
  const {status, body} = await server.admin.post('/users/status/ids', ids);
  expect([status, body.id]).toEqual([400, 'api.context.invalid_body_param.app_error']);
});

test('only administrators can change the status of others', async () => {
  const [anna, ben] = [await someone(), await someone()];
  const refused = await ben.put(`/users/${anna.id}/status`, {user_id: anna.id, status: 'dnd'});
  expect([refused.status, refused.body.id]).toEqual([403, 'api.context.permissions.app_error']);
  const done = await server.admin.put(`/users/${anna.id}/status`, {user_id: anna.id, status: 'dnd'});
  expect(done.body).toMatchObject({user_id: anna.id, status: 'dnd'});
});

test.each([
  ['another status', {status: 'asleep'}],
  ['no status', {}],
  ['another user in the body', {user_id: 'abcdefghijklmnopqrstuvwxyz', status: 'dnd'}],
])('%s is rejected', async (_name, change) => {
  const anna = await someone();
  const {status, body} = await anna.put('/users/me/status', change);
  expect([status, body.id]).toEqual([400, 'api.context.invalid_body_param.app_error']);
});

test('statuses are stored with a delay, and automatic ones are reset at the next start', async () => {
  const [anna, ben] = [await someone(), await someone()];
  const {statuses} = server.features;
  await statuses.recordActivity(anna.id);
  await ben.put('/users/me/status', {status: 'away'});
  await statuses.flush();
  const stored = () =>
    server.platform.database.rows<{userid: string; status: string; manual: boolean}>({
      text: 'select UserId, Status, Manual from Status where UserId = any($1) order by Manual',
      values: [[anna.id, ben.id]],
    });
  expect(await stored()).toEqual([
    {userid: anna.id, status: 'online', manual: false},
    {userid: ben.id, status: 'away', manual: true},
  ]);
  await statuses.resetAutomatic();
  expect(await stored()).toEqual([
    {userid: anna.id, status: 'offline', manual: false},
    {userid: ben.id, status: 'away', manual: true},
  ]);
});
