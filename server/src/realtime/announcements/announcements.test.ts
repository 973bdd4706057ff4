import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import {openSocket, type SocketClient} from '../../../../test/support/socket-client.ts';
import {
  createTestServer,
  type Person,
  TEST_PASSWORD,
  type TestServer,
} from '../../../../test/support/test-server.ts';

let server: TestServer;
let address: string;
let anna: Person;
let ben: Person;
let carla: Person;
let teamId: string;
const clients: SocketClient[] = [];

beforeAll(async () => {
  server = await createTestServer();
  address = await server.listen();
  [anna, ben, carla] = [
    await server.person('anna'),
    await server.person('ben'),
    await server.person('carla'),
  ] as const;
  const {teams} = server.features;
  const team = await teams.create({name: 'sales', display_name: 'Sales', type: 'O'}, anna.id);
  teamId = team.id;
  await teams.addMembers(teamId, [ben.id, carla.id], anna.id);
});
afterAll(() => server.close());
afterEach(() => Promise.all(clients.splice(0).map((client) => client.cut())));

const listen = (person: Person) => listenWith(person.token);

async function listenWith(token: string): Promise<SocketClient> {
  // Waits for pending system messages, to exclude them from the test's events.
  await server.features.systemMessages.idle();
  const client = await openSocket(address, {token});
  clients.push(client);
  await client.next('hello');
  return client;
}

/** All events with this name that the client has received. */
async function received(client: SocketClient, event: string) {
  await client.ask('ping');
  return client.heard.filter((one) => one.event === event);
}

let counter = 0;
function makeChannel(type: 'O' | 'P', creator: Person) {
  return server.features.channels.create(
    {team_id: teamId, name: `channel-${++counter}`, display_name: 'Channel', type},
    creator.id,
  );
}

describe('a channel', () => {
  test('that is created is announced to its creator', async () => {
    const [her, him] = [await listen(anna), await listen(ben)];
    const {id} = await makeChannel('P', anna);
    expect((await her.next('channel_created')).data).toEqual({channel_id: id, team_id: teamId});
    expect(await received(him, 'channel_created')).toEqual([]);
  });

  test('that was a group message is announced to its members only, with its new team', async () => {
    const dora = await server.person(`dora${++counter}`);
    await server.features.teams.addMember(teamId, dora.id, anna.id);
    const {body: group} = await anna.post('/channels/group', [anna.id, ben.id, carla.id]);
    const [his, other] = [await listen(ben), await listen(dora)];
    await anna.post(`/channels/${group.id}/convert_to_channel`, {
      team_id: teamId,
      name: `converted-${counter}`,
      display_name: 'Converted',
    });
    expect(JSON.parse((await his.next('channel_updated')).data.channel)).toMatchObject({
      id: group.id,
      type: 'P',
      team_id: teamId,
    });
    expect((await his.next('gm_converted')).data).toEqual({channel_id: group.id});
    for (const event of ['channel_updated', 'gm_converted', 'posted']) {
      expect(await received(other, event)).toEqual([]);
    }
  });

  test('announces joins and leaves to its members only', async () => {
    const {channels} = server.features;
    const {id} = await makeChannel('P', anna);
    const [her, him, other] = [await listen(anna), await listen(ben), await listen(carla)];

    await channels.addMember(id, ben.id, anna.id);
    for (const client of [her, him]) {
      const {data, broadcast} = await client.next('user_added');
      expect(data).toEqual({user_id: ben.id, team_id: teamId});
      expect(broadcast).toMatchObject({channel_id: id, user_id: ''});
    }
    await channels.removeMember(id, ben.id, anna.id);
    expect((await her.next('user_removed')).data).toEqual({user_id: ben.id, remover_id: anna.id});
    expect((await him.next('user_removed')).data).toEqual({channel_id: id, remover_id: anna.id});
    expect(await received(other, 'user_added')).toEqual([]);
    expect(await received(other, 'user_removed')).toEqual([]);
  });

  test('between two users is announced to both', async () => {
    const [her, him, other] = [await listen(anna), await listen(ben), await listen(carla)];
    const {id} = await server.features.channels.directChannel(anna.id, ben.id, anna.id);
    for (const client of [her, him]) {
      const {data, broadcast} = await client.next('direct_added');
      expect(data).toEqual({creator_id: anna.id, teammate_id: ben.id});
      expect(broadcast.channel_id).toBe(id);
    }
    expect(await received(other, 'direct_added')).toEqual([]);
  });

  test('with a group is announced to all members', async () => {
    const all = [await listen(anna), await listen(ben), await listen(carla)];
    const ids = [anna.id, ben.id, carla.id];
    await server.features.channels.groupChannel(ids, anna.id);
    for (const client of all) {
      const {data} = await client.next('group_added');
      expect(new Set(JSON.parse(data.teammate_ids))).toEqual(new Set(ids));
    }
  });
});

describe('a public channel', () => {
  test('that is archived, unarchived or made private is announced to its team, but only to guests in it', async () => {
    const {teams, channels, users, sessions} = server.features;
    const account = {
      username: `guest${++counter}`,
      email: `guest${counter}@example.com`,
      password: TEST_PASSWORD,
    };
    await server.platform.config.patch({GuestAccountsSettings: {Enable: true}});
    const guest = await users.create(account, {roles: 'system_guest'});
    await teams.addMember(teamId, guest.id, anna.id);
    const {token} = await sessions.open(guest);
    const [outside, inside] = [await makeChannel('O', anna), await makeChannel('O', anna)];
    await channels.addMember(inside.id, guest.id, anna.id);
    const guests = await listenWith(token);
    const his = await listen(ben);

    for (const {id} of [outside, inside]) {
      await anna.delete(`/channels/${id}`);
      expect((await his.next('channel_deleted')).data).toEqual({
        channel_id: id,
        delete_at: expect.any(Number),
      });
      await server.admin.post(`/channels/${id}/restore`);
      expect((await his.next('channel_restored')).data).toEqual({channel_id: id});
      await server.admin.put(`/channels/${id}/privacy`, {privacy: 'P'});
      expect((await his.next('channel_converted')).data).toEqual({channel_id: id, channel_type: 'P'});
    }
    for (const event of ['channel_deleted', 'channel_restored', 'channel_converted']) {
      expect((await received(guests, event)).map(({data}) => data.channel_id)).toEqual([inside.id]);
    }
    await server.person(`stranger${counter}`);
    await his.next('new_user');
    expect(await received(guests, 'new_user')).toEqual([]);
  });

  test('that is edited is announced to its members', async () => {
    const {id} = await makeChannel('O', anna);
    const [her, him] = [await listen(anna), await listen(ben)];
    await anna.put(`/channels/${id}/patch`, {header: 'New'});
    expect(JSON.parse((await her.next('channel_updated')).data.channel)).toMatchObject({id, header: 'New'});
    expect(await received(him, 'channel_updated')).toEqual([]);
  });

  test("that is read is announced to the reader's other clients", async () => {
    const {id} = await makeChannel('O', anna);
    const [her, him] = [await listen(anna), await listen(ben)];
    await anna.post('/channels/members/me/view', {channel_id: id});
    expect((await her.next('channel_viewed')).data).toEqual({channel_id: id});
    expect(Object.keys((await her.next('multiple_channels_viewed')).data.channel_times)).toEqual([id]);
    expect(await received(him, 'multiple_channels_viewed')).toEqual([]);
  });
});

describe('a team', () => {
  test('announces joins to the new member and leaves to everyone', async () => {
    const {teams} = server.features;
    const dora = await server.person('dora');
    const [her, hers] = [await listen(dora), await listen(anna)];
    await teams.addMember(teamId, dora.id, anna.id);
    expect((await her.next('added_to_team')).data).toEqual({team_id: teamId, user_id: dora.id});
    await teams.removeMember(teamId, dora.id, anna.id);
    const left = {team_id: teamId, user_id: dora.id};
    expect((await her.next('leave_team')).data).toEqual(left);
    expect((await hers.next('leave_team')).data).toEqual(left);
  });
});

describe('a post', () => {
  test('is announced to the members of its channel only', async () => {
    const {id} = await makeChannel('P', anna);
    await server.features.channels.addMember(id, ben.id, anna.id);
    const [her, him, other] = [await listen(anna), await listen(ben), await listen(carla)];
    const created = await anna.post('/posts', {channel_id: id, message: 'hello', set_online: true});
    expect(created.status).toBe(201);
    for (const client of [her, him]) {
      const {data, broadcast} = await client.next('posted');
      expect(broadcast).toMatchObject({channel_id: id, user_id: '', team_id: ''});
      expect(data).toMatchObject({
        channel_type: 'P',
        channel_display_name: 'Channel',
        sender_name: '@anna',
        team_id: teamId,
      });
      expect(JSON.parse(data.post)).toMatchObject({id: created.body.id, message: 'hello', user_id: anna.id});
      expect(data).not.toHaveProperty('mentions');
      expect(data).not.toHaveProperty('image');
    }
    expect(await received(other, 'posted')).toEqual([]);
  });

  test('shows each mentioned user only their own mention', async () => {
    const {id} = await makeChannel('P', anna);
    await server.features.channels.addMembers(id, [ben.id, carla.id], anna.id);
    const [his, hers, own] = [await listen(ben), await listen(carla), await listen(anna)];
    await anna.post('/posts', {channel_id: id, message: '@ben and @carla'});
    expect(JSON.parse((await his.next('posted')).data.mentions)).toEqual([ben.id]);
    expect(JSON.parse((await hers.next('posted')).data.mentions)).toEqual([carla.id]);
    expect((await own.next('posted')).data).not.toHaveProperty('mentions');
  });

  test('announces its changes to the channel, and who deleted it only to administrators', async () => {
    const {id} = await makeChannel('P', anna);
    const {channels, teams} = server.features;
    await teams.addMember(teamId, server.admin.id, anna.id);
    await channels.addMembers(id, [ben.id, server.admin.id], anna.id);
    const [him, other, admins] = [await listen(ben), await listen(carla), await listen(server.admin)];
    const {body: post} = await anna.post('/posts', {channel_id: id, message: 'hello'});

    await anna.put(`/posts/${post.id}/patch`, {message: 'hello there'});
    expect(JSON.parse((await him.next('post_edited')).data.post)).toMatchObject({
      id: post.id,
      message: 'hello there',
    });
    const reaction = {user_id: ben.id, post_id: post.id, emoji_name: 'wave'};
    await ben.post('/reactions', reaction);
    expect(JSON.parse((await him.next('reaction_added')).data.reaction)).toMatchObject(reaction);
    await ben.delete(`/users/me/posts/${post.id}/reactions/wave`);
    expect(JSON.parse((await him.next('reaction_removed')).data.reaction)).toMatchObject(reaction);

    await ben.post(`/users/me/posts/${post.id}/set_unread`);
    const unread = await him.next('post_unread');
    expect(unread.broadcast).toMatchObject({user_id: ben.id, channel_id: id, team_id: teamId});
    expect(unread.data).toMatchObject({post_id: post.id, last_viewed_at: post.create_at - 1});

    await anna.delete(`/posts/${post.id}`);
    const deleted = await him.next('post_deleted');
    expect(JSON.parse(deleted.data.post).id).toBe(post.id);
    expect(deleted.data).not.toHaveProperty('delete_by');
    expect((await admins.next('post_deleted')).data.delete_by).toBe(anna.id);
    for (const event of [
      'post_edited',
      'reaction_added',
      'reaction_removed',
      'post_unread',
      'post_deleted',
    ]) {
      expect(await received(other, event)).toEqual([]);
    }
  });

  test('that is ephemeral is announced to one user', async () => {
    const {id} = await makeChannel('P', anna);
    await server.features.channels.addMember(id, ben.id, anna.id);
    const [her, him] = [await listen(anna), await listen(ben)];
    await server.features.posts.ephemeral(ben.id, {channelId: id, authorId: anna.id, message: 'psst'});
    const {data, broadcast} = await him.next('ephemeral_message');
    expect(JSON.parse(data.post)).toMatchObject({message: 'psst', channel_id: id});
    expect(broadcast).toMatchObject({user_id: ben.id, channel_id: id});
    expect(await received(her, 'ephemeral_message')).toEqual([]);
  });

  test('is not announced to users who have left, even if still connected', async () => {
    const {id} = await makeChannel('P', anna);
    const {channels} = server.features;
    await channels.addMember(id, ben.id, anna.id);
    const his = await listen(ben);
    await anna.post('/posts', {channel_id: id, message: 'one'});
    await his.next('posted');
    await channels.removeMember(id, ben.id, anna.id);
    await anna.post('/posts', {channel_id: id, message: 'two'});
    const events = await received(his, 'posted');
    expect(events.map(({data}) => JSON.parse(data.post).message)).not.toContain('two');
  });

  test('is announced to users added by an import, once caches are cleared', async () => {
    const {id} = await makeChannel('P', anna);
    const his = await listen(ben);
    const {database, events} = server.platform;
    await database.execute({
      text: 'insert into ChannelMembers (ChannelId, UserId, SchemeUser) values ($1, $2, true)',
      values: [id, ben.id],
    });
    events.publish('channel-standing:changed', {channelId: id});
    await expect
      .poll(async () => {
        await anna.post('/posts', {channel_id: id, message: 'welcome'});
        return (await received(his, 'posted')).length;
      })
      .toBeGreaterThan(0);
  });
});

test('events of a channel reach all members in the same order, without gaps', async () => {
  const {id} = await makeChannel('O', anna);
  await server.features.channels.addMembers(id, [ben.id, carla.id], anna.id);
  const all = [await listen(anna), await listen(ben), await listen(carla)];
  await Promise.all(
    Array.from({length: 40}, (_, index) =>
      [anna, ben, carla][index % 3]!.post('/posts', {channel_id: id, message: `message ${index}`}),
    ),
  );
  const orders = await Promise.all(
    all.map(async (client) => {
      const posted = await received(client, 'posted');
      expect(client.heard.map(({seq}) => seq)).toEqual(client.heard.map((_, index) => index));
      return posted.map(({data}) => JSON.parse(data.post).id);
    }),
  );
  expect(orders[0]).toHaveLength(40);
  expect(orders[1]).toEqual(orders[0]);
  expect(orders[2]).toEqual(orders[0]);
});

test('typing is announced to other members of the channel', async () => {
  const {id} = await makeChannel('P', anna);
  await server.features.channels.addMember(id, ben.id, anna.id);
  const [her, him, other] = [await listen(anna), await listen(ben), await listen(carla)];
  expect((await her.ask('user_typing', {channel_id: id, parent_id: ''})).status).toBe('OK');
  const {data, broadcast} = await him.next('typing');
  expect(data).toEqual({user_id: anna.id, parent_id: ''});
  expect(broadcast).toMatchObject({channel_id: id, omit_users: {[anna.id]: true}});
  const started = Date.now();
  for (let count = 0; count < 20; count++) {
    expect((await anna.post('/users/me/typing', {channel_id: id})).status).toBe(200);
  }
  // Once a second, so never as often as this unless the requests take a second each.
  const seconds = (Date.now() - started) / 1000;
  expect((await received(him, 'typing')).length).toBeLessThanOrEqual(2 + seconds);
  expect(await received(her, 'typing')).toEqual([]);
  expect(await received(other, 'typing')).toEqual([]);

  expect((await ben.post('/users/me/typing', {channel_id: id})).status).toBe(200);
  expect((await her.next('typing')).data.user_id).toBe(ben.id);
  expect((await carla.post('/users/me/typing', {channel_id: id})).status).toBe(403);
  expect((await ben.post(`/users/${anna.id}/typing`, {channel_id: id})).status).toBe(403);
});

test("preferences are announced to the user's other clients", async () => {
  const [her, him] = [await listen(anna), await listen(ben)];
  const preference = {
    user_id: anna.id,
    category: 'display_settings',
    name: 'use_military_time',
    value: 'true',
  };
  await anna.put('/users/me/preferences', [preference]);
  expect(JSON.parse((await her.next('preferences_changed')).data.preferences)).toEqual([preference]);
  await anna.post('/users/me/preferences/delete', [preference]);
  expect(JSON.parse((await her.next('preferences_deleted')).data.preferences)).toMatchObject([
    {category: 'display_settings', name: 'use_military_time'},
  ]);
  expect(await received(him, 'preferences_changed')).toEqual([]);
});

test('permissions of a role are announced to everyone', async () => {
  const him = await listen(ben);
  const {body: role} = await server.admin.get('/roles/name/team_user');
  await server.admin.put(`/roles/${role.id}/patch`, {permissions: role.permissions});
  const {data} = await him.next('role_updated');
  expect(JSON.parse(data.role)).toMatchObject({
    id: role.id,
    name: 'team_user',
    permissions: role.permissions,
  });
});

test("changes of the sidebar are announced to the user's clients", async () => {
  const [her, him] = [await listen(anna), await listen(ben)];
  const path = `/users/me/teams/${teamId}/channels/categories`;
  const {body: category} = await anna.post(path, {
    user_id: anna.id,
    team_id: teamId,
    display_name: 'Mine',
    channel_ids: [],
  });
  const created = await her.next('sidebar_category_created');
  expect(created.data).toEqual({category_id: category.id});
  expect(created.broadcast).toMatchObject({user_id: anna.id, team_id: teamId});
  await anna.put(`${path}/${category.id}`, {...category, display_name: 'Ours'});
  const {data} = await her.next('sidebar_category_updated');
  expect(JSON.parse(data.updatedCategories)).toContainEqual(
    expect.objectContaining({id: category.id, display_name: 'Ours'}),
  );
  const {body: order} = await anna.get(`${path}/order`);
  await anna.put(`${path}/order`, order.toReversed());
  expect((await her.next('sidebar_category_order_updated')).data.order).toEqual(order.toReversed());
  await anna.delete(`${path}/${category.id}`);
  expect((await her.next('sidebar_category_deleted')).data).toEqual({category_id: category.id});
  expect(await received(him, 'sidebar_category_created')).toEqual([]);
});

test('settings for clients are announced to everyone', async () => {
  const him = await listen(ben);
  await server.platform.config.patch({
    TeamSettings: {SiteName: 'Chat'},
    LicenseSettings: {Tier: 'professional'},
  });
  expect((await him.next('config_changed')).data.config).toMatchObject({SiteName: 'Chat'});
  expect((await him.next('license_changed')).data.license).toHaveProperty('IsLicensed');
});

test('roles of an account are announced to the user', async () => {
  const her = await listen(anna);
  await server.admin.put(`/users/${anna.id}/roles`, {roles: 'system_user system_post_all'});
  expect((await her.next('user_role_updated')).data).toEqual({
    user_id: anna.id,
    roles: 'system_user system_post_all',
  });
});
