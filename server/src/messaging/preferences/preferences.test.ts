import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';

let server: TestServer;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  server = await createTestServer();
  alice = await server.person('alice');
  bob = await server.person('bob');
});
afterAll(() => server.close());

const preference = (user: Person, category: string, name: string, value: string) => ({
  user_id: user.id,
  category,
  name,
  value,
});

async function insertPost(channelType: 'O' | 'P', memberIds: string[], deleteAt = 0): Promise<string> {
  const [channelId, postId] = [newId(), newId()];
  const {database} = server.platform;
  await database.execute({
    text: `insert into Channels (Id, CreateAt, UpdateAt, TeamId, Type, Name) values ($1, 1, 1, $2, $3, $1)`,
    values: [channelId, newId(), channelType],
  });
  for (const userId of memberIds) {
    await database.execute({
      text: 'insert into ChannelMembers (ChannelId, UserId, SchemeUser) values ($1, $2, true)',
      values: [channelId, userId],
    });
  }
  await database.execute({
    text: `insert into Posts (Id, CreateAt, UpdateAt, DeleteAt, UserId, ChannelId) values ($1, 1, 1, $4, $2, $3)`,
    values: [postId, newId(), channelId, deleteAt],
  });
  return postId;
}

describe('the list of all preferences', () => {
  test('has a maximum size; full lists can still shrink and change', async () => {
    const person = await server.person('hoarder');
    const path = '/users/me/preferences';
    const page = (number: number, value = 'x'.repeat(2000)) =>
      Array.from({length: 100}, (_, index) => preference(person, `c${number}`, `n${index}`, value));
    for (let number = 0; number < 9; number++)
      expect((await person.put(path, page(number))).status).toBe(200);
    const refused = {status: 400, body: {id: 'app.preference.save.limit.app_error'}};
    expect(await person.put(path, page(9))).toMatchObject(refused);
    expect((await person.put(path, page(8, 'y'.repeat(2000)))).status).toBe(200);
    expect((await person.post(`${path}/delete`, page(8))).status).toBe(200);
    expect((await person.put(path, page(9))).status).toBe(200);
  });

  test('is cached, reflects every change, and is not sent again to a client that has it', async () => {
    const person = await server.person('reader');
    const path = '/users/me/preferences';
    const named = async (name: string) =>
      (await person.get(path)).body.find((one: {name: string}) => one.name === name)?.value;
    const mine = (value: string) => preference(person, 'c', 'n', value);
    await expect.poll(() => named(person.id)).toBe('0');
    await person.put(path, [mine('1')]);
    expect(await named('n')).toBe('1');
    await server.platform.database.execute({
      text: "update Preferences set Value = '2' where UserId = $1 and Name = 'n'",
      values: [person.id],
    });
    expect(await named('n')).toBe('1');
    await person.put(path, [mine('3')]);
    expect(await named('n')).toBe('3');
    const {etag} = (await person.get(path)).headers as {etag: string};
    expect((await person.get(path, {'if-none-match': etag})).status).toBe(304);
    await person.post(`${path}/delete`, [mine('3')]);
    expect(await named('n')).toBeUndefined();
    expect((await person.get(path, {'if-none-match': etag})).status).toBe(200);
  });
});

test('a deleted post is removed from the saved posts in the cached list', async () => {
  const {teams, channels, posts} = server.features;
  const team = await teams.create({name: 'flags', display_name: 'Flags', type: 'O'}, alice.id);
  const channelId = (await channels.byName(team.id, 'town-square')).id;
  const {id} = await posts.create({channelId, userId: alice.id, message: 'flagged'});
  const flags = async () =>
    (await alice.get('/users/me/preferences')).body.map(({name}: {name: string}) => name);
  await alice.put('/users/me/preferences', [preference(alice, 'flagged_post', id, 'true')]);
  expect(await flags()).toContain(id);
  expect((await alice.delete(`/posts/${id}`)).status).toBe(200);
  expect(await flags()).not.toContain(id);
});

describe('setting and getting', () => {
  test('a preference can be set, read in three ways, changed and deleted', async () => {
    const list = [preference(alice, 'display_settings', 'use_military_time', 'true')];
    expect(await alice.put(`/users/${alice.id}/preferences`, list)).toMatchObject({
      status: 200,
      body: {status: 'OK'},
    });
    expect((await alice.get('/users/me/preferences')).body).toContainEqual(list[0]);
    expect((await alice.get('/users/me/preferences/display_settings')).body).toEqual(list);
    expect((await alice.get('/users/me/preferences/display_settings/name/use_military_time')).body).toEqual(
      list[0],
    );

    await alice.put('/users/me/preferences', [{...list[0], value: 'false'}]);
    expect((await alice.get('/users/me/preferences/display_settings')).body).toEqual([
      {...list[0], value: 'false'},
    ]);

    expect((await alice.post('/users/me/preferences/delete', list)).status).toBe(200);
    expect(await alice.get('/users/me/preferences/display_settings')).toMatchObject({
      status: 404,
      body: {id: 'api.preference.preferences_category.get.app_error'},
    });
    expect(await alice.get('/users/me/preferences/display_settings/name/use_military_time')).toMatchObject({
      status: 404,
      body: {id: 'app.preference.get.app_error'},
    });
  });

  test('the last of two preferences with the same key in one request wins', async () => {
    const response = await alice.put('/users/me/preferences', [
      preference(alice, 'twice', 'x', '1'),
      preference(alice, 'twice', 'x', '2'),
    ]);
    expect(response.status).toBe(200);
    expect((await alice.get('/users/me/preferences/twice/name/x')).body.value).toBe('2');
  });

  test('a preference without user_id belongs to the user in the path', async () => {
    await alice.put('/users/me/preferences', [{category: 'mine', name: 'n', value: 'v'}]);
    expect((await alice.get('/users/me/preferences/mine')).body).toEqual([
      preference(alice, 'mine', 'n', 'v'),
    ]);
  });

  test('a new account starts with the tutorial', async () => {
    const carol = await server.person('carol');
    await expect
      .poll(async () => (await carol.get('/users/me/preferences')).body)
      .toEqual([preference(carol, 'tutorial_step', carol.id, '0')]);
  });

  test('changes and deletions are announced after the commit', async () => {
    const published: unknown[] = [];
    const stops = (['preferences:changed', 'preferences:deleted'] as const).map((name) =>
      server.platform.events.inStreamOrder(name, (payload) => published.push({name, ...payload})),
    );
    const list = [preference(alice, 'favorite_channel', newId(), 'true')];
    await alice.put('/users/me/preferences', list);
    await alice.post('/users/me/preferences/delete', list);
    for (const stop of stops) stop();
    expect(published).toEqual([
      {name: 'preferences:changed', userId: alice.id, preferences: list},
      {name: 'preferences:deleted', userId: alice.id, preferences: list},
    ]);
  });
});

describe('a notification schedule', () => {
  const set = (value: string) =>
    alice.put('/users/me/preferences', [preference(alice, 'notifications', 'schedule', value)]);

  test.each(['{"monday":"09:00-17:30","friday":"22:00-06:00"}', ''])('can be %s', async (value) => {
    expect((await set(value)).status).toBe(200);
    const {body} = await alice.get('/users/me/preferences/notifications/name/schedule');
    expect(body.value).toBe(value);
  });

  test.each(['{}', '{"monday":"9-17"}', '{"someday":"09:00-17:30"}', 'always'])(
    'cannot be %s',
    async (value) => {
      expect(await set(value)).toMatchObject({
        status: 400,
        body: {
          id: 'model.preference.is_valid.value.app_error',
          message: expect.stringContaining(JSON.stringify(value)),
        },
      });
    },
  );
});

describe('limits', () => {
  test.each([
    ['an empty category', {category: ''}, 'category'],
    ['a category of 33 bytes', {category: `${'é'.repeat(16)}x`}, 'category'],
    ['a name of 33 bytes', {name: 'n'.repeat(33)}, 'name'],
    ['a value of 2001 runes', {value: '😀'.repeat(2001)}, 'value'],
    ['a theme that is not an object', {category: 'theme', value: '[]'}, 'theme'],
    ['a theme with a number in it', {category: 'theme', value: '{"sidebarBg":1}'}, 'theme'],
    ['a theme that is not JSON', {category: 'theme', value: 'blue'}, 'theme'],
  ])('%s is rejected, and the whole request has no effect', async (_case, part, field) => {
    const good = preference(alice, 'limits', 'good', 'x');
    const response = await alice.put('/users/me/preferences', [
      good,
      {...preference(alice, 'limits', 'bad', 'x'), ...part},
    ]);
    expect(response).toMatchObject({
      status: 400,
      body: {
        id: `model.preference.is_valid.${field}.app_error`,
        path: expect.stringContaining('preferences[1].'),
      },
    });
    expect((await alice.get('/users/me/preferences/limits')).status).toBe(404);
  });

  test('32 bytes of category and name and 2000 runes of value are accepted', async () => {
    const edge = preference(alice, 'c'.repeat(32), 'n'.repeat(32), '😀'.repeat(2000));
    expect((await alice.put('/users/me/preferences', [edge])).status).toBe(200);
    expect((await alice.get(`/users/me/preferences/${edge.category}`)).body).toEqual([edge]);
  });

  test('a request can have 1 to 100 preferences', async () => {
    const many = Array.from({length: 101}, (_, i) => preference(alice, 'many', `n${i}`, ''));
    expect((await alice.put('/users/me/preferences', many)).status).toBe(400);
    expect((await alice.post('/users/me/preferences/delete', many)).status).toBe(400);
    expect((await alice.put('/users/me/preferences', [])).status).toBe(400);
    expect((await alice.put('/users/me/preferences', many.slice(1))).status).toBe(200);
  });

  test.each([['null'], ['{}'], ['[null]'], ['[{"category":1,"name":"x"}]'], ['[{"name":"x"}]']])(
    'the body %s is rejected',
    async (body) => {
      expect(await alice.put('/users/me/preferences', body)).toMatchObject({
        status: 400,
        body: {id: 'api.context.invalid_body_param.app_error'},
      });
    },
  );
});

describe('access', () => {
  test('is limited to the user and administrators', async () => {
    const list = [preference(alice, 'private', 'p', '1')];
    expect((await server.admin.put(`/users/${alice.id}/preferences`, list)).status).toBe(200);
    expect((await server.admin.get(`/users/${alice.id}/preferences/private`)).body).toEqual(list);
    for (const response of [
      await bob.get(`/users/${alice.id}/preferences`),
      await bob.get(`/users/${alice.id}/preferences/private`),
      await bob.get(`/users/${alice.id}/preferences/private/name/p`),
      await bob.put(`/users/${alice.id}/preferences`, list),
      await bob.post(`/users/${alice.id}/preferences/delete`, list),
    ]) {
      expect(response).toMatchObject({status: 403, body: {id: 'api.context.permissions.app_error'}});
    }
    expect((await server.anonymous.get(`/users/${alice.id}/preferences`)).status).toBe(401);
  });

  test("a list cannot contain another user's preferences", async () => {
    const foreign = [preference(alice, 'foreign', 'x', '1')];
    expect(await bob.put('/users/me/preferences', foreign)).toMatchObject({
      status: 403,
      body: {id: 'api.preference.update_preferences.set.app_error'},
    });
    expect(await bob.post('/users/me/preferences/delete', foreign)).toMatchObject({
      status: 403,
      body: {id: 'api.preference.delete_preferences.delete.app_error'},
    });
  });
});

describe('saved posts', () => {
  const flag = (user: Person, postId: string) => [preference(user, 'flagged_post', postId, 'true')];

  test('a readable post can be saved', async () => {
    const postId = await insertPost('P', [alice.id]);
    expect((await alice.put('/users/me/preferences', flag(alice, postId))).status).toBe(200);
  });

  test('a post in a channel that the user is not in cannot be saved', async () => {
    const postId = await insertPost('P', [alice.id]);
    expect((await bob.put('/users/me/preferences', flag(bob, postId))).status).toBe(403);
  });

  test.each([
    ['unknown', 0],
    ['deleted', 1],
  ])('a post that is %s cannot be saved', async (_which, deleteAt) => {
    const postId = deleteAt ? await insertPost('P', [alice.id], deleteAt) : newId();
    expect((await alice.put('/users/me/preferences', flag(alice, postId))).status).toBe(400);
  });
});
