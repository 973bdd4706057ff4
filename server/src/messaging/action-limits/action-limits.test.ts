import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {
  createTestServer,
  type Person,
  TEST_PASSWORD,
  type TestServer,
} from '../../../../test/support/test-server.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  server = await createTestServer({
    settings: {
      RateLimitSettings: {
        SignUpPerHour: 2,
        TeamCreationPerHour: 2,
        GroupCreationPerHour: 2,
        PasswordChangePerHour: 2,
        NameChangePerHour: 2,
      },
      ServiceSettings: {EnableBotAccountCreation: true, TrustedProxyIPHeader: ['X-Real-IP']},
    },
  });
  ann = await server.person('ann');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.database.execute({text: 'delete from RateLimits'});
});

let count = 0;
const signUp = (address: string, client = server.anonymous) => {
  const username = `newcomer${++count}`;
  const account = {username, email: `${username}@example.com`, password: TEST_PASSWORD};
  return client.post('/users', account, {'x-real-ip': address});
};
const createTeam = (person: Person, address: string) =>
  person.post('/teams', {name: `team${++count}`, display_name: 'Team', type: 'O'}, {'x-real-ip': address});
const changePassword = (person: Person, address: string) =>
  person.put(
    '/users/me/password',
    {current_password: TEST_PASSWORD, new_password: TEST_PASSWORD},
    {'x-real-ip': address},
  );

/** The response to a request over the limit. One slot frees up after half an hour. */
const REFUSED = {
  status: 429,
  headers: {
    'x-ratelimit-limit': '2',
    'x-ratelimit-remaining': '0',
    'retry-after': expect.stringMatching(/^\d{3,4}$/),
  },
  body: {id: 'api.context.rate_limit.app_error'},
};

test('sign-ups are limited per address', async () => {
  expect(await signUp('10.0.0.1')).toMatchObject({status: 201, headers: {'x-ratelimit-remaining': '1'}});
  expect((await signUp('10.0.0.1')).status).toBe(201);
  expect(await signUp('10.0.0.1')).toMatchObject(REFUSED);
  expect((await signUp('10.0.0.2')).status).toBe(201);
});

test('an IPv6 client is limited by network, because it can use any address in it', async () => {
  expect((await signUp('2001:db8:1:2::1')).status).toBe(201);
  expect((await signUp('2001:db8:1:2:ffff::7')).status).toBe(201);
  expect(await signUp('2001:db8:1:2:3:4:5:6')).toMatchObject(REFUSED);
  expect((await signUp('2001:db8:1:3::1')).status).toBe(201);
});

test('an account that signs up others is limited at every address', async () => {
  for (const address of ['10.0.1.1', '10.0.1.2']) expect((await signUp(address, ann)).status).toBe(201);
  expect(await signUp('10.0.1.3', ann)).toMatchObject(REFUSED);
});

test('team creation is limited per address and per account', async () => {
  const bob = await server.person('bob');
  expect((await createTeam(ann, '10.0.2.1')).status).toBe(201);
  expect((await createTeam(bob, '10.0.2.1')).status).toBe(201);
  expect(await createTeam(bob, '10.0.2.1')).toMatchObject(REFUSED);
  expect((await createTeam(bob, '10.0.2.2')).status).toBe(201);
  expect(await createTeam(bob, '10.0.2.3')).toMatchObject(REFUSED);
});

test('group creation is limited per account, also of groups whose name is taken', async () => {
  const gus = await server.person('gus');
  const createGroup = (name: string, address: string) =>
    gus.post(
      '/groups',
      {name, display_name: name, source: 'custom', allow_reference: true, user_ids: []},
      {'x-real-ip': address},
    );
  expect((await createGroup('gardeners', '10.0.7.1')).status).toBe(201);
  expect((await createGroup('ann', '10.0.7.2')).status).toBe(400);
  expect(await createGroup('goats', '10.0.7.3')).toMatchObject(REFUSED);
});

test('password changes are limited', async () => {
  expect((await changePassword(ann, '10.0.3.1')).status).toBe(200);
  expect((await changePassword(ann, '10.0.3.2')).status).toBe(200);
  expect(await changePassword(ann, '10.0.3.3')).toMatchObject(REFUSED);
});

test('attempts to change a name are limited, but other profile changes are not', async () => {
  const eve = await server.person('eve');
  const change = (patch: object, address: string) =>
    eve.put('/users/me/patch', patch, {'x-real-ip': address});
  for (let i = 0; i < 3; i++) {
    expect((await change({nickname: `eve ${i}`, username: 'Eve'}, '10.0.6.1')).status).toBe(200);
  }
  expect(await change({username: 'ann'}, '10.0.6.1')).toMatchObject({
    status: 400,
    headers: {'x-ratelimit-remaining': '1'},
  });
  const address = {email: 'ann@example.com', password: TEST_PASSWORD};
  expect((await change(address, '10.0.6.2')).status).toBe(400);
  expect(await change({username: 'bob'}, '10.0.6.3')).toMatchObject(REFUSED);
  expect(await change(address, '10.0.6.3')).toMatchObject(REFUSED);
  expect((await change({nickname: 'still'}, '10.0.6.3')).status).toBe(200);
});

test('bot names are limited too', async () => {
  const {body: role} = await server.admin.get('/roles/name/system_user');
  const permissions = [...role.permissions, 'create_bot', 'manage_bots', 'read_bots'];
  expect((await server.admin.put(`/roles/${role.id}/patch`, {permissions})).status).toBe(200);
  const dan = await server.person('dan');
  const {status, body} = await dan.post('/bots', {username: 'helper'});
  expect(status).toBe(201);
  const bot = `/bots/${body.user_id}`;
  expect((await dan.put(bot, {username: 'ann'})).status).toBe(400);
  expect(await dan.put(bot, {username: 'helper2'})).toMatchObject(REFUSED);
  expect(await dan.post('/bots', {username: 'second'})).toMatchObject(REFUSED);
  expect((await dan.put(bot, {description: 'Helps.'})).status).toBe(200);
});

test('system administrators are not limited', async () => {
  for (let i = 0; i < 3; i++) {
    expect(
      (await server.admin.put(`/users/${ann.id}/patch`, {username: `ann${i}`})).headers,
    ).not.toHaveProperty('x-ratelimit-limit');
    expect((await signUp('10.0.4.1', server.admin)).status).toBe(201);
    expect((await createTeam(server.admin, '10.0.4.1')).status).toBe(201);
  }
});

test('0 turns a limit off', async () => {
  await server.platform.config.patch({RateLimitSettings: {SignUpPerHour: 0}});
  for (let i = 0; i < 3; i++) expect((await signUp('10.0.5.1')).status).toBe(201);
  await server.platform.config.patch({RateLimitSettings: {SignUpPerHour: 2}});
});
