import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {openSocket} from '../../../../test/support/socket-client.ts';
import {type Person, TEST_PASSWORD} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let cat: Person;
let stranger: Person;
let address: string;

beforeAll(async () => {
  crew = await createCrew({GuestAccountsSettings: {Enable: true}});
  ({ann, bob, cat, stranger} = crew);
  address = await crew.server.listen();
});
afterAll(() => crew.close());

// biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
async function create(name: string, members: readonly Person[], more: object = {}): Promise<any> {
  const {status, body} = await ann.post(
    '/groups',
    groupOf(name, {user_ids: members.map(({id}) => id), ...more}),
  );
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

const groupOf = (name: string, more: object = {}) => ({
  name,
  display_name: `The ${name}`,
  source: 'custom',
  allow_reference: true,
  ...more,
});

const namesIn = (body: {name: string}[]) => body.map(({name}) => name);

async function mentionCount(person: Person, channelId: string): Promise<number> {
  return (await person.get(`/users/me/channels/${channelId}/unread`)).body.mention_count;
}

describe('a group', () => {
  test('is created, renamed, archived and restored', async () => {
    const group = await create('design', [ann, bob]);
    expect(group).toEqual({
      id: expect.any(String),
      name: 'design',
      display_name: 'The design',
      description: '',
      source: 'custom',
      remote_id: null,
      create_at: expect.any(Number),
      update_at: group.create_at,
      delete_at: 0,
      has_syncables: false,
      allow_reference: true,
      member_count: 2,
    });
    expect(
      await bob.put(`/groups/${group.id}/patch`, {name: 'designers', display_name: 'Designers'}),
    ).toMatchObject({
      status: 200,
      body: {name: 'designers', display_name: 'Designers', member_count: 2},
    });
    expect((await bob.post('/groups/names', ['design', 'designers'])).body).toMatchObject([{id: group.id}]);
    const archived = await bob.delete(`/groups/${group.id}`);
    expect([archived.status, archived.body.delete_at > 0]).toEqual([200, true]);
    expect(namesIn((await bob.get('/groups')).body)).not.toContain('designers');
    expect(namesIn((await bob.get('/groups?filter_archived=true')).body)).toEqual(['designers']);
    expect(await bob.post(`/groups/${group.id}/restore`)).toMatchObject({status: 200, body: {delete_at: 0}});
    expect((await bob.get(`/groups/${group.id}`)).body).toMatchObject({name: 'designers'});
    expect((await bob.get(`/groups/${newId()}`)).status).toBe(404);
  });

  test('has members, who are added and removed', async () => {
    const {id} = await create('crewmates', [ann]);
    const added = await bob.post(`/groups/${id}/members`, {user_ids: [ann.id, bob.id, cat.id]});
    expect([added.status, added.body.map(({user_id}: {user_id: string}) => user_id).sort()]).toEqual([
      200,
      [bob.id, cat.id].sort(),
    ]);
    expect((await bob.get(`/groups/${id}/stats`)).body).toEqual({group_id: id, total_member_count: 3});
    const removed = await bob.delete(`/groups/${id}/members`, {user_ids: [cat.id, stranger.id]});
    expect([removed.status, removed.body]).toEqual([
      200,
      [{group_id: id, user_id: cat.id, create_at: expect.any(Number), delete_at: expect.any(Number)}],
    ]);
    const {body} = await cat.get(`/groups/${id}/members`);
    expect(body.total_member_count).toBe(2);
    expect(namesOf(body.members)).toEqual(['ann', 'bob']);
    expect(namesIn((await cat.get(`/users/${bob.id}/groups`)).body)).toContain('crewmates');
    expect(namesIn((await cat.get(`/users/${cat.id}/groups`)).body)).not.toContain('crewmates');
  });

  const namesOf = (people: {username: string}[]) => people.map(({username}) => username).sort();

  test('is listed with filters and counts', async () => {
    const {id} = await create('night_shift', [ann, cat]);
    const channelId = await crew.channel('night', [ann, bob]);
    const only = async (query: string) => (await ann.get(`/groups?${query}`)).body;
    expect(namesIn(await only('q=night_'))).toEqual(['night_shift']);
    expect(await only('q=THE%20NIGHT&include_total_count=true')).toMatchObject({
      groups: [{id}],
      total_count: 1,
    });
    expect(
      await only(`q=night_shift&include_channel_member_count=${channelId}&include_timezones=true`),
    ).toMatchObject([{channel_member_count: 1, channel_member_timezones_count: 1}]);
    expect(await only('q=night_shift&include_member_count=true&include_member_ids=true')).toMatchObject([
      {member_count: 2, member_ids: [ann.id, cat.id].sort()},
    ]);
    expect(namesIn(await only(`filter_has_member=${bob.id}`))).not.toContain('night_shift');
    expect(await only('group_source=ldap')).toEqual([]);
    expect(await only(`since=${Date.now() + 1000}`)).toEqual([]);
    expect((await bob.get(`/groups?include_channel_member_count=${newId()}`)).status).toBe(403);
  });

  test('selects users, and is counted in a channel', async () => {
    const {id} = await create('early_shift', [ann, cat]);
    const channelId = await crew.channel('early', [ann, bob]);
    const usernames = (body: {username: string}[]) => body.map(({username}) => username);
    const listed = (await ann.get(`/users?in_group=${id}&sort=display_name`)).body;
    expect(usernames(listed)).toEqual([ann.username, cat.username]);
    expect((await ann.get('/users?sort=display_name')).status).toBe(400);
    const found = (await ann.post('/users/search', {term: cat.username, in_group_id: id})).body;
    expect(usernames(found)).toEqual([cat.username]);
    expect((await ann.post('/users/search', {term: bob.username, in_group_id: id})).body).toEqual([]);

    const counts = (query = '') => ann.get(`/channels/${channelId}/member_counts_by_group${query}`);
    const own = {group_id: id, channel_member_count: 1};
    expect((await counts()).body).toContainEqual({...own, channel_member_timezones_count: 0});
    expect((await counts('?include_timezones=true')).body).toContainEqual({
      ...own,
      channel_member_timezones_count: 1,
    });
  });

  test('shows guests only members that they can see', async () => {
    const {id} = await create('visible', [ann, bob]);
    const guest = await crew.server.person('visitor');
    await crew.server.features.teams.addMember(crew.teamId, guest.id, ann.id);
    await crew.server.admin.post(`/users/${guest.id}/demote`);
    for (const channel of (await guest.get(`/users/me/teams/${crew.teamId}/channels`)).body) {
      await crew.server.admin.delete(`/channels/${channel.id}/members/${guest.id}`);
    }
    await crew.server.features.channels.directChannel(guest.id, bob.id, bob.id);
    expect((await guest.get(`/groups/${id}/members`)).body).toMatchObject({
      members: [{username: 'bob'}],
      total_member_count: 1,
    });
    const found = (await guest.get('/groups?q=visible&include_member_count=true&include_member_ids=true'))
      .body;
    expect(found).toMatchObject([{member_count: 1, member_ids: [bob.id]}]);
    expect((await guest.get(`/users/${ann.id}/groups`)).status).toBe(403);
    expect((await guest.post('/groups', groupOf('of-guest'))).status).toBe(403);
    expect((await guest.post(`/groups/${id}/members`, {user_ids: [guest.id]})).status).toBe(403);
    const channelId = await crew.channel('with-guest', [bob]);
    await crew.server.features.teams.addMember(crew.teamId, guest.id, ann.id);
    await crew.server.features.channels.addMember(channelId, guest.id, bob.id);
    expect((await guest.get(`/channels/${channelId}/member_counts_by_group`)).body).toContainEqual({
      group_id: id,
      channel_member_count: 1,
      channel_member_timezones_count: 0,
    });
  });

  test('is announced without its size to people who see only some of its members', async () => {
    const guest = await crew.server.person('onlooker');
    await crew.server.admin.post(`/users/${guest.id}/demote`);
    const guests = await openSocket(address, {token: guest.token});
    const {id} = await create('counted', [ann, bob]);
    const group = JSON.parse((await guests.next('received_group')).data.group);
    expect([group.id, group.name, group.member_count]).toEqual([id, 'counted', undefined]);
    await guests.cut();
  });

  test('is announced to everyone, and its members to themselves', async () => {
    const [bobs, strangers] = [
      await openSocket(address, {token: bob.token}),
      await openSocket(address, {token: stranger.token}),
    ];
    const {id} = await create('announced', [bob]);
    const event = await strangers.next('received_group');
    expect(JSON.parse(event.data.group)).toMatchObject({id, member_count: 1});
    expect(JSON.parse((await bobs.next('group_member_add')).data.group_member)).toMatchObject({group_id: id});
    await ann.delete(`/groups/${id}/members`, {user_ids: [bob.id]});
    await bobs.next('group_member_deleted');
    expect(strangers.heard.some(({event}) => event.startsWith('group_member'))).toBe(false);
    for (const socket of [bobs, strangers]) await socket.cut();
  });

  test('loses members who are deactivated or deleted permanently', async () => {
    await crew.server.platform.config.patch({ServiceSettings: {EnableAPIUserDeletion: true}});
    const [eve, fay] = [await crew.server.person('eve'), await crew.server.person('fay')];
    const {id} = await create('leavers', [eve, fay, ann]);
    await crew.server.admin.put(`/users/${eve.id}/active`, {active: false});
    await crew.server.admin.delete(`/users/${fay.id}?permanent=true`);
    expect((await ann.get(`/groups/${id}/stats`)).body.total_member_count).toBe(1);
  });
});

describe('a mention of a group', () => {
  test('notifies its members who are in the channel', async () => {
    const channelId = await crew.channel('mentions', [ann, bob, cat]);
    const outside = await crew.server.person('outside');
    await create('reviewers', [ann, bob, outside]);
    await crew.post(ann, 'Please look, @Reviewers.', {channel_id: channelId});
    expect([await mentionCount(bob, channelId), await mentionCount(cat, channelId)]).toEqual([1, 0]);
    await crew.post(ann, 'In code: `@reviewers`', {channel_id: channelId});
    expect(await mentionCount(bob, channelId)).toBe(1);
  });

  test('notifies no one after it was renamed, archived or disabled, or without permission', async () => {
    const channelId = await crew.channel('quiet', [ann, bob, cat]);
    const {id} = await create('testers', [bob]);
    const say = (text: string) => crew.post(cat, text, {channel_id: channelId});
    await say('@testers');
    expect(await mentionCount(bob, channelId)).toBe(1);
    await ann.put(`/groups/${id}/patch`, {name: 'qa'});
    await say('@testers');
    expect(await mentionCount(bob, channelId)).toBe(1);
    await say('@qa');
    expect(await mentionCount(bob, channelId)).toBe(2);
    await ann.delete(`/groups/${id}`);
    await say('@qa');
    expect(await mentionCount(bob, channelId)).toBe(2);
    await ann.post(`/groups/${id}/restore`);
    const {config} = crew.server.platform;
    await config.patch({ServiceSettings: {EnableCustomGroups: false}});
    await say('@qa');
    expect(await mentionCount(bob, channelId)).toBe(2);
    expect(await ann.get(`/groups/${id}`)).toMatchObject({
      status: 400,
      body: {id: 'api.custom_groups.feature_disabled'},
    });
    expect((await ann.get('/groups')).body).toEqual([]);
    await config.patch({ServiceSettings: {EnableCustomGroups: true}});
    const {id: roleId, permissions} = (await crew.server.admin.get('/roles/name/channel_user')).body;
    await crew.server.admin.put(`/roles/${roleId}/patch`, {
      permissions: permissions.filter((name: string) => name !== 'use_group_mentions'),
    });
    await say('@qa');
    expect(await mentionCount(bob, channelId)).toBe(2);
    await crew.server.admin.put(`/roles/${roleId}/patch`, {permissions});
  });

  test('does not override a user with the same name', async () => {
    const channelId = await crew.channel('same-name', [ann, bob]);
    const zoe = await crew.server.person('zoe');
    const {id: groupId} = await create('zoe-group', [bob]);
    // A state from before users and groups had to have different names.
    await crew.server.platform.database.execute({
      text: `update UserGroups set Name = 'zoe' where Id = $1`,
      values: [groupId],
    });
    crew.server.platform.events.publish('caches:stale', {});
    await crew.server.features.teams.addMember(crew.teamId, zoe.id, ann.id);
    await crew.server.features.channels.addMember(channelId, zoe.id, zoe.id);
    await crew.post(ann, '@zoe', {channel_id: channelId});
    expect([await mentionCount(zoe, channelId), await mentionCount(bob, channelId)]).toEqual([1, 0]);
  });
});

describe('limits', () => {
  test('a group has at most 1,000 members', async () => {
    const {database} = crew.server.platform;
    const {id} = await create('crowd', [ann]);
    await database.execute({
      text: `
        insert into GroupMembers (GroupId, UserId, CreateAt)
        select $1, 'member' || n, 1 from generate_series(1, 998) n`,
      values: [id],
    });
    const add = (person: Person) => ann.post(`/groups/${id}/members`, {user_ids: [person.id]});
    expect((await add(bob)).status).toBe(200);
    expect(await add(cat)).toMatchObject({status: 400, body: {id: 'app.custom_group.too_many_members'}});
    expect(
      (await ann.get(`/users/${cat.id}/groups`)).body.map((group: {id: string}) => group.id),
    ).not.toContain(id);
    // Existing members who are added again don't count.
    expect(await add(bob)).toMatchObject({status: 200, body: []});
    await ann.delete(`/groups/${id}/members`, {user_ids: [bob.id]});
    expect((await add(cat)).status).toBe(200);
  });

  test('a server has at most 10,000 groups that are not archived', async () => {
    const {database} = crew.server.platform;
    const {id} = await create('archived', [ann]);
    await ann.delete(`/groups/${id}`);
    const own = {text: 'select Id from UserGroups where DeleteAt = 0'};
    await database.execute({
      text: `
        insert into UserGroups (Id, Name, DisplayName, Source, CreateAt, UpdateAt)
        select 'filler' || n, 'filler' || n, 'Filler', 'custom', 1, 1 from generate_series(1, $1::integer) n`,
      values: [10_000 - (await database.rows(own)).length],
    });
    const full = {status: 400, body: {id: 'app.custom_group.too_many'}};
    expect(await ann.post('/groups', groupOf('surplus'))).toMatchObject(full);
    expect(await ann.post(`/groups/${id}/restore`)).toMatchObject(full);
    await database.execute({text: `delete from UserGroups where Id = 'filler1'`});
    expect((await ann.post(`/groups/${id}/restore`)).status).toBe(200);
    await database.execute({text: `delete from UserGroups where Id like 'filler%'`});
  });
});

test('a message mentions the first 50 groups in it', async () => {
  const {database, events} = crew.server.platform;
  const channelId = await crew.channel('roll-call', [ann, bob, cat]);
  await database.execute({
    text: `
      insert into UserGroups (Id, Name, DisplayName, Source, CreateAt, UpdateAt, AllowReference)
      select 'squad' || n, 'squad' || n, 'Squad', 'custom', 1, 1, true from generate_series(1, 51) n`,
  });
  await database.execute({
    text: `insert into GroupMembers (GroupId, UserId, CreateAt) values ('squad50', $1, 1), ('squad51', $2, 1)`,
    values: [bob.id, cat.id],
  });
  events.publish('caches:stale', {});
  const names = Array.from({length: 51}, (_, index) => `@squad${index + 1}`);
  await crew.post(ann, names.join(' '), {channel_id: channelId});
  expect([await mentionCount(bob, channelId), await mentionCount(cat, channelId)]).toEqual([1, 0]);
  await database.execute({text: `delete from UserGroups where Id like 'squad%'`});
  events.publish('caches:stale', {});
});

describe('the name of a group', () => {
  const taken = {status: 400, body: {id: 'app.user.group_name_conflict', path: 'username'}};
  const account = (username: string) => ({
    username,
    email: `${username}@example.com`,
    password: TEST_PASSWORD,
  });

  test('is not available to users, bots and renamed accounts, even if the group is archived', async () => {
    const {server} = crew;
    await create('heroes', [ann]);
    const {id} = await create('retired', [ann]);
    await ann.delete(`/groups/${id}`);
    expect(await server.admin.post('/users', account('Heroes'))).toMatchObject(taken);
    expect(await server.admin.post('/users', account('retired'))).toMatchObject(taken);
    expect(await bob.put('/users/me/patch', {username: 'heroes'})).toMatchObject(taken);
    expect(await server.admin.post('/bots', {username: 'heroes'})).toMatchObject(taken);
    const bot = (await server.admin.post('/bots', {username: 'helper-bot'})).body;
    expect(await server.admin.put(`/bots/${bot.user_id}`, {username: 'heroes'})).toMatchObject(taken);
    expect((await bob.get('/users/me')).body.username).toBe('bob');
    // An account that already has the name can change everything else.
    expect((await bob.put('/users/me/patch', {username: 'bob', nickname: 'Bobby'})).status).toBe(200);
  });

  test('is used only once if an account and a group are created at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `raced${round}`;
      const results = await Promise.all([
        crew.server.admin.post('/users', account(name)),
        ann.post('/groups', groupOf(name)),
      ]);
      expect(results.map(({status}) => status).sort()).toEqual([201, 400]);
    }
  });
});

test.each<[string, () => object, string]>([
  ['another source', () => groupOf('x', {source: 'ldap'}), 'app.group.crud_permission'],
  ['no mentions', () => groupOf('x', {allow_reference: false}), 'api.custom_groups.must_be_referenceable'],
  ['invalid characters', () => groupOf('Übung'), 'model.group.name.invalid_chars.app_error'],
  ['a reserved name', () => groupOf('here'), 'model.group.name.reserved_name.app_error'],
  ['no display name', () => groupOf('x', {display_name: ' '}), 'model.group.display_name.app_error'],
  ['the name of a user', () => groupOf('bob'), 'app.group.username_conflict'],
  ['the name of another group', () => groupOf('taken'), 'app.custom_group.unique_name'],
])('a group with %s is rejected', async (_case, sent, id) => {
  await ann.post('/groups', groupOf('taken'));
  expect(await ann.post('/groups', sent())).toMatchObject({status: 400, body: {id}});
});
