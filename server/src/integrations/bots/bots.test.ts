import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {changeAtOnce} from '../../../../test/support/concurrent-changes.ts';
import {formBody} from '../../../../test/support/forms.ts';
import {picture} from '../../../../test/support/pictures.ts';
import {
  createTestServer,
  type Person,
  TEST_PASSWORD,
  type TestServer,
} from '../../../../test/support/test-server.ts';

let server: TestServer;
let admin: Person;
let count = 0;

beforeAll(async () => {
  server = await createTestServer();
  admin = server.admin;
});
afterAll(() => server.close());

async function createBot(owner: Person = admin) {
  const {status, body} = await owner.post('/bots', {
    username: `bot-${++count}`,
    display_name: 'Builder',
    description: 'builds',
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Creates a user who can create and manage their own bots. */
async function createBotOwner(username: string): Promise<Person> {
  const {body: role} = await admin.get('/roles/name/system_user');
  await admin.put(`/roles/${role.id}/patch`, {
    permissions: [...role.permissions, 'create_bot', 'read_bots', 'manage_bots'],
  });
  return server.person(username);
}

async function tokenOf(bot: {user_id: string}) {
  const {body} = await admin.post(`/users/${bot.user_id}/tokens`, {description: 'for the test'});
  return body.token as string;
}

test('a new bot has the documented fields, and its account is marked as a bot', async () => {
  const bot = await createBot();
  expect(bot).toEqual({
    user_id: expect.stringMatching(/^\w{26}$/),
    username: `bot-${count}`,
    display_name: 'Builder',
    description: 'builds',
    owner_id: admin.id,
    create_at: expect.any(Number),
    update_at: expect.any(Number),
    delete_at: 0,
  });
  expect((await admin.get(`/users/${bot.user_id}`)).body).toMatchObject({
    is_bot: true,
    bot_description: 'builds',
    first_name: 'Builder',
    email: `${bot.username}@localhost`,
    roles: 'system_user',
  });
});

test('the owner receives a direct message from a new bot', async () => {
  const bot = await createBot();
  const {id} = await server.features.channels.directChannel(bot.user_id, admin.id, admin.id);
  await expect
    .poll(async () => Object.values((await admin.get(`/channels/${id}/posts`)).body.posts))
    .toEqual([expect.objectContaining({user_id: bot.user_id, type: 'add_bot_teams_channels'})]);
});

test.each(['Upper', '1starts', 'ab', 'x'.repeat(23), 'sp ace', '', '-dash', 'channel', 'system'])(
  '%j is not a valid username for a bot',
  async (username) => {
    expect(await admin.post('/bots', {username})).toMatchObject({
      status: 400,
      body: {id: 'model.bot.is_valid.username.app_error', path: 'username'},
    });
  },
);

test('a taken username is rejected', async () => {
  const bot = await createBot();
  expect(await admin.post('/bots', {username: bot.username})).toMatchObject({
    status: 400,
    body: {id: 'app.user.save.username_exists.app_error'},
  });
});

test('without the permission, a user cannot create or see bots', async () => {
  const bot = await createBot();
  const ann = await server.person('ann');
  expect((await ann.post('/bots', {username: 'annas'})).status).toBe(403);
  expect((await ann.get(`/bots/${bot.user_id}`)).status).toBe(404);
  expect((await ann.put(`/bots/${bot.user_id}`, {username: 'stolen'})).status).toBe(404);
  expect((await ann.get('/bots')).status).toBe(403);
});

test('bots cannot be created over the API while the setting is off', async () => {
  await server.platform.config.patch({ServiceSettings: {EnableBotAccountCreation: false}});
  expect(await admin.post('/bots', {username: 'late'})).toMatchObject({
    status: 403,
    body: {id: 'api.bot.create_disabled'},
  });
  await server.platform.config.patch({ServiceSettings: {EnableBotAccountCreation: true}});
});

describe('the rules of bots', () => {
  test('1: no one can sign in as a bot', async () => {
    const bot = await createBot();
    expect(
      await server.anonymous.post('/users/login', {login_id: bot.username, password: TEST_PASSWORD}),
    ).toMatchObject({
      status: 401,
      body: {id: 'api.user.login.invalid_credentials_email_username'},
    });
  });

  test('2: a bot cannot create bots, even as a system administrator', async () => {
    const bot = await createBot();
    await server.platform.database.execute({
      text: `update Users set Roles = 'system_admin system_user' where Id = $1`,
      values: [bot.user_id],
    });
    const client = server.withToken(await tokenOf(bot));
    expect((await client.get('/users/me')).status).toBe(200);
    expect((await client.post('/bots', {username: 'child'})).status).toBe(403);
  });

  test('3: a bot is not counted as a user', async () => {
    const counted = async () => (await admin.get('/users/stats')).body.total_users_count;
    const before = await counted();
    await createBot();
    expect(await counted()).toBe(before);
  });

  test('4 and 7: a bot works in teams and channels like a user, and can edit its own posts', async () => {
    const bot = await createBot();
    const team = await server.features.teams.create(
      {name: `team-${count}`, display_name: 'T', type: 'O'},
      admin.id,
    );
    await server.features.teams.addMember(team.id, bot.user_id, admin.id);
    const channel = await server.features.channels.byName(team.id, 'town-square');
    const client = server.withToken(await tokenOf(bot));
    const {status, body: post} = await client.post('/posts', {channel_id: channel.id, message: 'from a bot'});
    expect(status).toBe(201);
    expect(post.props).toMatchObject({from_bot: 'true'});
    expect((await client.put(`/posts/${post.id}/patch`, {message: 'mended'})).body.message).toBe('mended');
  });

  test('5: a bot cannot own webhooks or commands, even as a system administrator', async () => {
    const bot = await createBot();
    const team = await server.features.teams.create(
      {name: `hooks-${count}`, display_name: 'T', type: 'O'},
      admin.id,
    );
    const channel = await server.features.channels.byName(team.id, 'town-square');
    const body = {channel_id: channel.id, user_id: bot.user_id};
    expect((await admin.post('/hooks/incoming', body)).status).toBe(400);
    const {body: hook} = await admin.post('/hooks/incoming', {channel_id: channel.id});
    const transfer = await admin.post(`/hooks/incoming/${hook.id}/transfer`, {user_id: bot.user_id});
    expect(transfer.status).toBe(400);

    await server.platform.database.execute({
      text: `update Users set Roles = 'system_admin system_user' where Id = $1`,
      values: [bot.user_id],
    });
    const client = server.withToken(await tokenOf(bot));
    const url = 'https://example.org';
    for (const [path, made] of [
      ['/hooks/incoming', {channel_id: channel.id}],
      ['/hooks/outgoing', {team_id: team.id, trigger_words: ['x'], callback_urls: [url]}],
      ['/commands', {team_id: team.id, trigger: 'x', method: 'P', url}],
    ] as const) {
      expect((await client.post(path, made)).status, path).toBe(403);
    }
  });

  test('6: a bot created by code inside the server has its identifier as owner', async () => {
    const bot = await server.features.bots.create({username: `inner-${++count}`}, 'com.example.plugin');
    expect((await admin.get(`/bots/${bot.userid}`)).body.owner_id).toBe('com.example.plugin');
  });
});

test('the username and texts can be changed; absent fields stay unchanged', async () => {
  const bot = await createBot();
  const {body} = await admin.put(`/bots/${bot.user_id}`, {username: `renamed-${count}`, description: ''});
  expect(body).toMatchObject({username: `renamed-${count}`, display_name: 'Builder'});
  expect(body).not.toHaveProperty('description');
  expect((await admin.put(`/bots/${bot.user_id}`, {description: 'x'.repeat(1025)})).status).toBe(400);
});

test('the token of a disabled bot does not work until the bot is enabled', async () => {
  const bot = await createBot();
  const client = server.withToken(await tokenOf(bot));
  expect((await client.get('/users/me')).status).toBe(200);
  expect((await admin.post(`/bots/${bot.user_id}/disable`)).body.delete_at).toBeGreaterThan(0);
  expect((await client.get('/users/me')).status).toBe(401);
  expect((await admin.get(`/bots/${bot.user_id}`)).status).toBe(404);
  expect((await admin.get(`/bots/${bot.user_id}?include_deleted=true`)).body.user_id).toBe(bot.user_id);
  expect(
    (await admin.get('/bots?per_page=200')).body.map((one: {user_id: string}) => one.user_id),
  ).not.toContain(bot.user_id);
  expect(
    (await admin.get('/bots?include_deleted=true&per_page=200')).body.map(
      (one: {user_id: string}) => one.user_id,
    ),
  ).toContain(bot.user_id);
  expect((await admin.post(`/bots/${bot.user_id}/enable`)).body.delete_at).toBe(0);
  expect((await client.get('/users/me')).status).toBe(200);
});

test('a bot can be assigned to another user, but not to a bot', async () => {
  const [bot, other] = [await createBot(), await createBot()];
  const newOwner = await server.person(`heir-${count}`);
  expect((await admin.post(`/bots/${bot.user_id}/assign/${newOwner.id}`)).body.owner_id).toBe(newOwner.id);
  expect((await admin.post(`/bots/${bot.user_id}/assign/${other.user_id}`)).status).toBe(403);
});

test('an edit keeps the owner to whom the bot is assigned at the same time', async () => {
  const bot = await createBot();
  const newOwner = await server.person(`heir-${++count}`);
  const [assigned, edited] = await changeAtOnce(server.platform.database, {table: 'Users', id: bot.user_id}, [
    () => admin.post(`/bots/${bot.user_id}/assign/${newOwner.id}`),
    () => admin.put(`/bots/${bot.user_id}`, {username: bot.username, description: 'tests'}),
  ]);
  const expected = {owner_id: newOwner.id, description: 'tests', username: bot.username};
  expect([assigned!.status, edited!.body]).toEqual([200, expect.objectContaining(expected)]);
});

test('only a system administrator can assign a bot to someone else, who must be active', async () => {
  const owner = await createBotOwner(`keeper-${++count}`);
  const bot = await createBot(owner);
  const newOwner = await server.person(`receiver-${count}`);
  expect(await owner.post(`/bots/${bot.user_id}/assign/${newOwner.id}`)).toMatchObject({
    status: 403,
    body: {message: expect.stringContaining('Only a system administrator can assign a bot')},
  });
  expect((await owner.post(`/bots/${bot.user_id}/assign/${owner.id}`)).body.owner_id).toBe(owner.id);
  await admin.put(`/users/${newOwner.id}/active`, {active: false});
  expect((await admin.post(`/bots/${bot.user_id}/assign/${newOwner.id}`)).status).toBe(400);
});

test('only system administrators can manage a bot that is a system administrator', async () => {
  const owner = await createBotOwner(`maker-${++count}`);
  const bot = await createBot(owner);
  expect((await owner.put(`/bots/${bot.user_id}`, {description: 'mine'})).status).toBe(200);
  await admin.put(`/users/${bot.user_id}/roles`, {roles: 'system_admin system_user'});
  const refused = [
    await owner.put(`/bots/${bot.user_id}`, {description: 'still mine'}),
    await owner.post(`/bots/${bot.user_id}/disable`),
    await owner.post(`/bots/${bot.user_id}/enable`),
    await owner.post(`/users/${bot.user_id}/tokens`, {description: 'a way in'}),
  ];
  expect(refused.map(({status}) => status)).toEqual([403, 403, 403, 403]);
  expect((await admin.post(`/bots/${bot.user_id}/disable`)).status).toBe(200);
});

test.each([
  [true, 401],
  [false, 200],
])(
  'if its owner is deactivated and the setting is %s, its token gets %i, and administrators are notified',
  async (setting, status) => {
    await server.platform.config.patch({ServiceSettings: {DisableBotsWhenOwnerIsDeactivated: setting}});
    const owner = await createBotOwner(`owner-${setting}`);
    const bot = await createBot(owner);
    const token = await tokenOf(bot);
    expect((await admin.put(`/users/${owner.id}/active`, {active: false})).status).toBe(200);
    const {id} = await server.features.channels.directChannel(admin.id, admin.id, admin.id);
    await expect
      .poll(async () => {
        const {body} = await admin.get(`/channels/${id}/posts`);
        return body.order.map((postId: string) => body.posts[postId].message).join('\n');
      })
      .toContain(`@${bot.username}`);
    expect((await server.withToken(token).get('/users/me')).status).toBe(status);
    const orphans = (await admin.get('/bots?only_orphaned=true&include_deleted=true')).body;
    expect(orphans.map((one: {user_id: string}) => one.user_id)).toContain(bot.user_id);
  },
);

test('a user account converts to a bot without sessions and password, and back', async () => {
  const person = await server.person(`convert-${++count}`);
  expect((await admin.post(`/users/${person.id}/convert_to_bot`)).body).toMatchObject({
    user_id: person.id,
    owner_id: person.id,
  });
  expect((await person.get('/users/me')).status).toBe(401);
  expect((await admin.post(`/users/${person.id}/convert_to_bot`)).status).toBe(400);
  expect((await admin.post(`/bots/${person.id}/convert_to_user`, {password: 'x'})).status).toBe(400);
  const {status, body} = await admin.post(`/bots/${person.id}/convert_to_user?set_system_admin=true`, {
    password: 'another long password',
    first_name: 'Con',
    nickname: 'Connie',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({roles: 'system_user system_admin', first_name: 'Con', nickname: 'Connie'});
  expect(body).not.toHaveProperty('is_bot');
  const again = await server.anonymous.post('/users/login', {
    login_id: person.username,
    password: 'another long password',
  });
  expect(again.status).toBe(200);
});

test('a synced account that converts to a bot stays linked to its directory', async () => {
  const person = await server.person(`synced-${++count}`);
  await server.platform.database.execute({
    text: `update Users set AuthService = 'ldap', AuthData = 'uid=7' where Id = $1`,
    values: [person.id],
  });
  await admin.post(`/users/${person.id}/convert_to_bot`);
  expect(
    await server.platform.database.row({
      text: 'select AuthService, AuthData from Users where Id = $1',
      values: [person.id],
    }),
  ).toEqual({authservice: 'ldap', authdata: 'uid=7'});
});

test('its icon is the picture of its account, and both have the time of the last change', async () => {
  const bot = await createBot();
  const image = await picture(40, 20);
  const {body, headers} = formBody([{name: 'image', fileName: 'icon.png', content: image}]);
  expect((await admin.post(`/bots/${bot.user_id}/icon`, body, headers)).status).toBe(200);
  const icon = await admin.get(`/bots/${bot.user_id}/icon`);
  expect(icon).toMatchObject({status: 200, headers: {'content-type': 'image/png'}});
  expect(icon.body).toBe((await admin.get(`/users/${bot.user_id}/image`)).body);
  const {last_icon_update: setAt} = (await admin.get(`/bots/${bot.user_id}`)).body;
  expect(setAt).toBeGreaterThan(bot.create_at);
  expect((await admin.get(`/users/${bot.user_id}`)).body.bot_last_icon_update).toBe(setAt);

  expect((await admin.post(`/bots/${bot.user_id}/icon`, {image: 'x'})).status).toBe(400);
  expect((await admin.delete(`/bots/${bot.user_id}/icon`)).status).toBe(200);
  expect((await admin.get(`/bots/${bot.user_id}`)).body).not.toHaveProperty('last_icon_update');
  expect((await admin.get(`/bots/${bot.user_id}/icon`)).status).toBe(200);
});
