import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {refusal} from '../../../../test/support/expect-error.ts';
import {json, startIntegration} from '../../../../test/support/integration.ts';
import {openSocket} from '../../../../test/support/socket-client.ts';
import type {Person} from '../../../../test/support/test-server.ts';

const FORBIDDEN = refusal(403, 'api.context.permissions.app_error');
const RESTRICTED = refusal(403, 'api.channel.create_channel.direct_channel.team_restricted_error');
const NO_SUCH_ID = 'y'.repeat(26);

let crew: Crew;
/** A guest of the team, who shares a channel with ann, but not with bob. */
let guest: Person;
/** The channel of ann and the guest. */
let lobby: string;
let address: string;

beforeAll(async () => {
  crew = await createCrew({GuestAccountsSettings: {Enable: true}});
  const {server, ann, teamId} = crew;
  guest = await server.person('gus');
  expect((await server.admin.post(`/users/${guest.id}/demote`)).status).toBe(200);
  await server.features.teams.addMember(teamId, guest.id, ann.id);
  lobby = await crew.channel('lobby', [ann]);
  await server.features.channels.addMember(lobby, guest.id, ann.id);
  address = await server.listen();
});
afterAll(() => crew.close());

const execute = (person: Person, command: string) =>
  person.post('/commands/execute', {channel_id: lobby, command});

describe('a guest, regarding users without a shared channel,', () => {
  test.each([
    ['a direct channel', () => guest.post('/channels/direct', [guest.id, crew.bob.id])],
    ['a group channel', () => guest.post('/channels/group', [crew.ann.id, crew.bob.id])],
    ['a profile by id', () => guest.get(`/users/${crew.bob.id}`)],
    ['a profile by username', () => guest.get('/users/username/bob')],
    ['a profile by email address', () => guest.get('/users/email/bob@example.com')],
    ['a picture', () => guest.get(`/users/${crew.bob.id}/image`)],
    ['the default profile image', () => guest.get(`/users/${crew.bob.id}/image/default`)],
    ['a status', () => guest.get(`/users/${crew.bob.id}/status`)],
  ])('cannot get %s', async (_, call) => {
    expect(await call()).toMatchObject(FORBIDDEN);
  });

  test.each([
    ['an id', (id: string) => guest.get(`/users/${id}`), NO_SUCH_ID],
    ['a username', (name: string) => guest.get(`/users/username/${name}`), 'nobody-has-it'],
    ['an email address', (email: string) => guest.get(`/users/email/${email}`), 'nobody@example.com'],
    ['a picture', (id: string) => guest.get(`/users/${id}/image`), NO_SUCH_ID],
    ['a direct channel', (id: string) => guest.post('/channels/direct', [guest.id, id]), NO_SUCH_ID],
  ])('cannot detect existing accounts by %s', async (_, call, unknown) => {
    expect(await call(unknown)).toMatchObject(FORBIDDEN);
  });

  test.each([
    ['/msg @bob hello', 'There is no user @bob.'],
    ['/groupmsg @ann,@bob hello', 'There is no user @bob.'],
    ['/invite @bob', 'There is no user @bob.'],
    ['/kick @bob', 'There is no user @bob.'],
  ])('cannot reach them with %s', async (command, message) => {
    expect(await execute(guest, command)).toMatchObject({
      status: 200,
      body: {response_type: 'ephemeral', text: message},
    });
  });

  test('cannot find them in lists, searches, counts or statuses', async () => {
    const {ann, bob} = crew;
    const both = [ann.id, bob.id];
    const ids = (users: {id: string}[]) => users.map(({id}) => id);
    expect(ids((await guest.post('/users/ids', both)).body)).toEqual([ann.id]);
    expect(ids((await guest.post('/users/usernames', ['ann', 'bob'])).body)).toEqual([ann.id]);
    expect(ids((await guest.get('/users')).body).toSorted()).toEqual([ann.id, guest.id].toSorted());
    expect((await guest.post('/users/search', {term: 'bob'})).body).toEqual([]);
    expect((await guest.get('/users/autocomplete?name=bob')).body.users).toEqual([]);
    expect((await guest.get('/users/stats')).body).toEqual({total_users_count: 2});
    expect((await guest.get('/users/known')).body).toEqual([ann.id]);
    const statuses = (await guest.post('/users/status/ids', both)).body;
    expect(statuses.map(({user_id}: {user_id: string}) => user_id)).toEqual([ann.id]);
    expect((await guest.get(`/teams/${crew.teamId}/stats`)).body.total_member_count).toBe(2);
    const members = (await guest.get(`/teams/${crew.teamId}/members`)).body;
    expect(members.map(({user_id}: {user_id: string}) => user_id).toSorted()).toEqual(
      [ann.id, guest.id].toSorted(),
    );
    const named = (await guest.post(`/teams/${crew.teamId}/members/ids`, both)).body;
    expect(named).toHaveLength(1);
    expect((await guest.get(`/teams/${crew.teamId}/members/${bob.id}`)).status).toBe(404);
  });

  test('receives no WebSocket events about them', async () => {
    const {bob, ann} = crew;
    const [socket, ...others] = await Promise.all(
      [guest, ann, bob].map(async ({token}) => {
        const opened = await openSocket(address, {token});
        await opened.next('hello');
        return opened;
      }),
    );
    const asked = await socket!.ask('get_statuses_by_ids', {user_ids: [ann.id, bob.id]});
    expect(Object.keys(asked.data)).toEqual([ann.id]);
    await bob.put('/users/me/status', {user_id: bob.id, status: 'dnd'});
    expect((await socket!.ask('get_statuses')).data).not.toHaveProperty(bob.id);
    await bob.put('/users/me/patch', {nickname: 'canary'});
    await ann.put('/users/me/patch', {nickname: 'seen'});
    expect((await socket!.next('user_updated')).data.user).toMatchObject({id: ann.id, nickname: 'seen'});
    for (const opened of [socket!, ...others]) await opened.cut();
  });

  test('cannot add them to a channel or team, regardless of other permissions', async () => {
    const {server, bob, cat} = crew;
    for (const [name, permissions] of [
      [
        'channel_guest',
        ['manage_public_channel_members', 'read_channel', 'create_post', 'use_slash_commands'],
      ],
      ['team_guest', ['view_team', 'add_user_to_team']],
    ] as const) {
      const {body: role} = await server.admin.get(`/roles/name/${name}`);
      const all = [...new Set([...role.permissions, ...permissions])];
      expect((await server.admin.put(`/roles/${role.id}/patch`, {permissions: all})).status).toBe(200);
    }
    const members = `/channels/${lobby}/members`;
    expect(await guest.post(members, {user_id: bob.id})).toMatchObject(FORBIDDEN);
    expect(await guest.post(members, {user_ids: [cat.id, bob.id]})).toMatchObject(FORBIDDEN);
    expect((await execute(guest, '/invite @bob')).body.text).toBe('There is no user @bob.');
    const path = `/teams/${crew.teamId}/members`;
    expect(await guest.post(path, {user_id: crew.stranger.id})).toMatchObject(FORBIDDEN);
    expect(await guest.post(`${path}/batch`, [{user_id: crew.stranger.id}])).toMatchObject(FORBIDDEN);
  });

  test('cannot see the profile of a former member who posted in a thread', async () => {
    const {server, ann, cat} = crew;
    await server.features.channels.addMember(lobby, cat.id, cat.id);
    const root = await crew.post(ann, 'question', {channel_id: lobby});
    await crew.post(cat, 'reply', {channel_id: lobby, root_id: root.id});
    await crew.post(guest, 'thanks', {channel_id: lobby, root_id: root.id});
    await server.features.channels.removeMember(lobby, cat.id, cat.id);
    const {body} = await guest.get(
      `/users/${guest.id}/teams/${crew.teamId}/threads/${root.id}?extended=true`,
    );
    expect(body.participants.map(({id}: {id: string}) => id)).toEqual([guest.id]);
    expect(JSON.stringify(body)).not.toContain('cat@example.com');
  });
});

test("sends only visible users to an integration's command", async () => {
  const integration = await startIntegration();
  onTestFinished(() => integration.close());
  const {server, teamId} = crew;
  await server.platform.config.patch({
    ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'},
  });
  await server.features.teams.addMember(teamId, server.admin.id, server.admin.id);
  const command = {team_id: teamId, trigger: 'tell', url: integration.url, method: 'P'};
  expect((await server.admin.post('/commands', command)).status).toBe(201);
  expect((await execute(guest, '/tell @ann of @bob')).status).toBe(200);
  const {form} = integration.received.at(-1)!;
  expect(form.getAll('user_mentions')).toEqual(['ann']);
  expect(form.getAll('user_mentions_ids')).toEqual([crew.ann.id]);
});

test("limits the user ids in an integration's response to visible users", async () => {
  const {server, teamId, ann, bob} = crew;
  const integration = await startIntegration();
  onTestFinished(() => integration.close());
  const command = {team_id: teamId, trigger: 'name', url: integration.url, method: 'P'};
  expect((await server.admin.post('/commands', command)).status).toBe(201);
  const text = `<@${ann.id}> <@${bob.id}>`;
  integration.answer = json({text, response_type: 'in_channel', attachments: [{text}]});
  const newest = async (person: Person) => {
    expect((await execute(person, '/name')).status).toBe(200);
    const {body} = await guest.get(`/channels/${lobby}/posts?per_page=1`);
    return body.posts[body.order[0]];
  };
  for (const [person, said] of [
    [guest, `@ann <@${bob.id}>`],
    [ann, '@ann @bob'],
  ] as const) {
    expect(await newest(person)).toMatchObject({message: said, props: {attachments: [{text: said}]}});
  }

  integration.answer = json({text});
  const socket = await openSocket(address, {token: guest.token});
  onTestFinished(() => socket.cut());
  await socket.next('hello');
  expect((await execute(guest, '/name')).status).toBe(200);
  const shown = await socket.next('ephemeral_message');
  expect(JSON.parse(shown.data.post).message).toBe(`@ann <@${bob.id}>`);
});

describe('a guest, regarding users with a shared channel,', () => {
  test('can message them and see their profiles', async () => {
    const {ann} = crew;
    expect((await guest.get(`/users/${ann.id}`)).body).toMatchObject({username: 'ann'});
    expect((await guest.get('/users/username/ann')).status).toBe(200);
    expect((await guest.get(`/users/${ann.id}/image`)).status).toBe(200);
    expect((await guest.get(`/users/${ann.id}/status`)).status).toBe(200);
    expect((await guest.post('/channels/direct', [guest.id, ann.id])).status).toBe(201);
    expect((await execute(guest, '/msg @ann hello')).status).toBe(200);
    expect((await guest.post('/channels/direct', [guest.id, guest.id])).status).toBe(201);
  });

  test('can see a user who opens a direct channel with the guest', async () => {
    const {stranger} = crew;
    expect((await guest.get(`/users/${stranger.id}`)).status).toBe(403);
    expect((await stranger.post('/channels/direct', [stranger.id, guest.id])).status).toBe(201);
    expect((await guest.get(`/users/${stranger.id}`)).status).toBe(200);
  });
});

test('when direct messages are restricted to teams, no route creates a channel with users of another team', async () => {
  const {server, ann, bob} = crew;
  const loner = await server.person('loner');
  await server.platform.config.patch({TeamSettings: {RestrictDirectMessage: 'team'}});
  const refused = await ann.post('/channels/direct', [ann.id, loner.id]);
  expect(refused).toMatchObject(RESTRICTED);
  expect(await ann.post('/channels/group', [bob.id, loner.id])).toMatchObject(RESTRICTED);
  for (const command of ['/msg @loner hi', '/groupmsg @loner hi', '/groupmsg @bob,@loner hi']) {
    expect((await execute(ann, command)).body.text).toBe(refused.body.message);
  }
  expect((await ann.post('/channels/group', [bob.id, crew.cat.id])).status).toBe(201);
  expect((await execute(ann, '/groupmsg @bob,@cat hi')).status).toBe(200);
  expect((await server.admin.post('/channels/direct', [server.admin.id, loner.id])).status).toBe(201);
  await server.platform.config.patch({TeamSettings: {RestrictDirectMessage: 'any'}});
});
