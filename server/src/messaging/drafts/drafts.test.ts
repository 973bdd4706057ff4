import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {openSocket} from '../../../../test/support/socket-client.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';

let server: TestServer;
let ann: Person;
let bob: Person;
let teamId: string;
let channelId: string;
let privateId: string;

beforeAll(async () => {
  server = await createTestServer();
  [ann, bob] = [await server.person('ann'), await server.person('bob')];
  const {teams, channels} = server.features;
  teamId = (await teams.create({name: 'crew', display_name: 'Crew', type: 'O'}, ann.id)).id;
  await teams.addMember(teamId, bob.id, ann.id);
  channelId = (await channels.byName(teamId, 'town-square')).id;
  privateId = await makeChannel('secret');
});
afterAll(() => server.close());

async function makeChannel(name: string): Promise<string> {
  const input = {team_id: teamId, name, display_name: name, type: 'P' as const};
  return (await server.features.channels.create(input, ann.id)).id;
}

async function listOf(person: Person) {
  const {status, body} = await person.get(`/users/me/teams/${teamId}/drafts`);
  expect(status).toBe(200);
  return body as {message: string; channel_id: string; root_id: string}[];
}

const messages = async (person: Person) => (await listOf(person)).map(({message}) => message);

async function post(person: Person, message: string, rootId = ''): Promise<string> {
  const {body} = await person.post('/posts', {channel_id: channelId, message, root_id: rootId});
  return body.id;
}

describe('a draft', () => {
  test('is saved, replaced by the next one, listed and deleted', async () => {
    const first = await ann.post('/drafts', {
      channel_id: channelId,
      root_id: '',
      user_id: bob.id,
      message: 'Dear all',
      props: {a: 1},
      priority: {priority: 'urgent', requested_ack: true},
    });
    expect(first).toMatchObject({status: 201});
    expect(first.body).toEqual({
      create_at: expect.any(Number),
      update_at: first.body.create_at,
      delete_at: 0,
      user_id: ann.id,
      channel_id: channelId,
      root_id: '',
      message: 'Dear all',
      props: {a: 1},
      priority: {priority: 'urgent', requested_ack: true},
      metadata: {embeds: [], emojis: [], files: [], images: {}},
    });
    const second = await ann.post('/drafts', {channel_id: channelId, message: 'Dear all, hello'});
    expect(second.body.create_at).toBe(first.body.create_at);
    expect(await listOf(ann)).toEqual([second.body]);
    expect(await listOf(bob)).toEqual([]);
    expect((await ann.delete(`/users/me/channels/${channelId}/drafts`)).body).toEqual({status: 'OK'});
    expect(await listOf(ann)).toEqual([]);
    expect((await ann.delete(`/users/me/channels/${channelId}/drafts`)).body).toEqual({status: 'OK'});
  });

  test('of a thread is separate from that of its channel', async () => {
    const rootId = await post(bob, 'What do you think?');
    await ann.post('/drafts', {channel_id: channelId, message: 'to the channel'});
    await ann.post('/drafts', {channel_id: channelId, root_id: rootId, message: 'to the thread'});
    expect(await messages(ann)).toEqual(['to the thread', 'to the channel']);
    await ann.delete(`/users/me/channels/${channelId}/drafts/${rootId}`);
    expect(await messages(ann)).toEqual(['to the channel']);
    await ann.delete(`/users/me/channels/${channelId}/drafts`);
  });

  test('is deleted when empty', async () => {
    await ann.post('/drafts', {channel_id: channelId, message: 'something'});
    expect(await ann.post('/drafts', {channel_id: channelId, message: ''})).toMatchObject({
      status: 201,
      body: null,
    });
    expect(await listOf(ann)).toEqual([]);
  });

  test('shows only files that its author uploaded', async () => {
    const upload = async (person: Person) => {
      const path = `/files?channel_id=${channelId}&filename=a.txt`;
      return (await person.post(path, Buffer.from('x'))).body.file_infos[0].id as string;
    };
    const [mine, foreign] = [await upload(ann), await upload(bob)];
    const {body} = await ann.post('/drafts', {channel_id: channelId, file_ids: [foreign, mine]});
    expect(body.metadata.files).toMatchObject([{id: mine}]);
    expect(await listOf(ann)).toMatchObject([{file_ids: [foreign, mine], metadata: {files: [{id: mine}]}}]);
    await ann.delete(`/users/me/channels/${channelId}/drafts`);
  });

  test('for a direct channel is listed with every team', async () => {
    const direct = await server.features.channels.directChannel(ann.id, bob.id, ann.id);
    await ann.post('/drafts', {channel_id: direct.id, message: 'psst'});
    expect(await messages(ann)).toEqual(['psst']);
    await ann.delete(`/users/me/channels/${direct.id}/drafts`);
  });

  test('is not listed for a channel that the user left or that is archived, or for a deleted thread', async () => {
    const {channels} = server.features;
    const [left, archived] = [await makeChannel('left'), await makeChannel('archived')];
    await channels.addMember(left, bob.id, ann.id);
    await channels.addMember(archived, bob.id, ann.id);
    const rootId = await post(ann, 'soon gone');
    await bob.post('/drafts', {channel_id: left, message: 'left'});
    await bob.post('/drafts', {channel_id: archived, message: 'archived'});
    await bob.post('/drafts', {channel_id: channelId, root_id: rootId, message: 'thread'});
    expect(await messages(bob)).toHaveLength(3);
    await channels.removeMember(left, bob.id, bob.id);
    expect((await ann.delete(`/channels/${archived}`)).status).toBe(200);
    expect((await ann.delete(`/posts/${rootId}`)).status).toBe(200);
    expect(await messages(bob)).toEqual([]);
    expect(await bob.post('/drafts', {channel_id: archived, message: 'again'})).toMatchObject({
      status: 400,
      body: {id: 'api.draft.create_draft.can_not_draft_to_deleted.error'},
    });
  });
});

describe('rejected drafts', () => {
  test.each<[string, () => object | Promise<object>, number, string]>([
    [
      'a channel that the user is not in',
      () => ({channel_id: privateId, message: 'x'}),
      403,
      'api.context.permissions.app_error',
    ],
    [
      'an unknown channel',
      () => ({channel_id: newId(), message: 'x'}),
      403,
      'api.context.permissions.app_error',
    ],
    ['no channel', () => ({message: 'x'}), 400, 'api.context.invalid_body_param.app_error'],
    [
      'an unknown thread',
      () => ({channel_id: channelId, root_id: newId(), message: 'x'}),
      400,
      'api.context.invalid_body_param.app_error',
    ],
    [
      'a reply as the root',
      async () => ({
        channel_id: channelId,
        root_id: await post(ann, 'reply', await post(ann, 'root')),
        message: 'x',
      }),
      400,
      'api.context.invalid_body_param.app_error',
    ],
    [
      'a message of 16,384 characters',
      () => ({channel_id: channelId, message: '😀'.repeat(16_384)}),
      400,
      'model.draft.is_valid.message_length.app_error',
    ],
    [
      'eleven files',
      () => ({channel_id: channelId, file_ids: Array.from({length: 11}, newId)}),
      400,
      'model.draft.is_valid.file_ids.app_error',
    ],
    [
      'an invalid file id',
      () => ({channel_id: channelId, file_ids: ['%']}),
      400,
      'api.context.invalid_body_param.app_error',
    ],
    [
      'a type that is too long',
      () => ({channel_id: channelId, message: 'x', type: 't'.repeat(27)}),
      400,
      'api.context.invalid_body_param.app_error',
    ],
  ])('%s', async (_case, draft, status, id) => {
    expect(await bob.post('/drafts', await draft())).toMatchObject({status, body: {id}});
    expect(await listOf(bob)).toEqual([]);
  });

  test('drafts are hidden from others, even administrators', async () => {
    await ann.post('/drafts', {channel_id: channelId, message: 'private thoughts'});
    for (const other of [bob, server.admin]) {
      expect((await other.get(`/users/${ann.id}/teams/${teamId}/drafts`)).status).toBe(403);
      expect((await other.delete(`/users/${ann.id}/channels/${channelId}/drafts`)).status).toBe(403);
      expect((await other.delete(`/users/${ann.id}/channels/${channelId}/drafts/${newId()}`)).status).toBe(
        403,
      );
    }
    expect((await server.anonymous.get(`/users/${ann.id}/teams/${teamId}/drafts`)).status).toBe(401);
    const {id: otherTeam} = await server.features.teams.create(
      {name: 'others', display_name: 'Others', type: 'I'},
      ann.id,
    );
    expect((await bob.get(`/users/me/teams/${otherTeam}/drafts`)).status).toBe(403);
    await ann.delete(`/users/me/channels/${channelId}/drafts`);
  });
});

test('other clients of the same person receive the draft, but the one that saved it does not', async () => {
  const address = await server.listen();
  const [writing, other, stranger] = [
    await openSocket(address, {token: ann.token}),
    await openSocket(address, {token: ann.token}),
    await openSocket(address, {token: bob.token}),
  ];
  const own = {'connection-id': (await writing.next('hello')).data.connection_id};
  const {body} = await ann.post('/drafts', {channel_id: channelId, message: 'on all devices'}, own);
  const saved = await other.next('draft_created');
  expect(JSON.parse(saved.data.draft)).toEqual(body);
  expect(saved.broadcast).toMatchObject({user_id: ann.id, channel_id: channelId});
  await ann.delete(`/users/me/channels/${channelId}/drafts`, undefined, own);
  expect(JSON.parse((await other.next('draft_deleted')).data.draft)).toEqual(body);
  for (const client of [writing, stranger]) {
    await client.ask('ping');
    expect(client.heard.filter(({event}) => event.startsWith('draft_'))).toEqual([]);
  }
  for (const client of [writing, other, stranger]) await client.cut();
});

test('a user can have 1,000 drafts, and still edit them', async () => {
  await server.platform.database.execute({
    text: `
      insert into Drafts (UserId, ChannelId, RootId, CreateAt, UpdateAt, Message)
      select $1, $2, lpad(n::text, 26, 'n'), 1, 1, 'x' from generate_series(1, 999) n`,
    values: [ann.id, channelId],
  });
  const save = (id: string, message: string) => ann.post('/drafts', {channel_id: id, message});
  expect((await save(channelId, 'the last one')).status).toBe(201);
  expect(await save(privateId, 'one more')).toMatchObject({
    status: 400,
    body: {id: 'app.draft.save.too_many.app_error'},
  });
  expect((await save(channelId, 'changed')).body.message).toBe('changed');
  expect((await bob.post('/drafts', {channel_id: channelId, message: 'mine'})).status).toBe(201);
});
