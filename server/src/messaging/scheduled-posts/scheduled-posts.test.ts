import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {openSocket} from '../../../../test/support/socket-client.ts';
import type {Person} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let address: string;

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob} = crew);
  address = await crew.server.listen();
});
afterAll(() => crew.close());
beforeEach(() => crew.server.platform.database.execute({text: 'delete from ScheduledPosts'}));

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const tomorrow = () => Date.now() + DAY;

// biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
async function schedule(person: Person, message: string, more: object = {}): Promise<any> {
  const {status, body} = await person.post('/posts/schedule', {
    channel_id: crew.channelId,
    message,
    scheduled_at: tomorrow(),
    ...more,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

// biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
async function listOf(person: Person, query = ''): Promise<any> {
  const {status, body} = await person.get(`/posts/scheduled/team/${crew.teamId}${query}`);
  expect(status).toBe(200);
  return body;
}

// biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
const ofTeam = async (person: Person): Promise<any[]> => (await listOf(person))[crew.teamId];

/** Changes the time of a message in the database, because requests accept only future times. */
const makeDue = (id: string, at = Date.now() - 1000) =>
  crew.server.platform.database.execute({
    text: 'update ScheduledPosts set ScheduledAt = $2 where Id = $1',
    values: [id, at],
  });

/** Sends due messages, as a node does. */
async function deliver(): Promise<void> {
  const {delivery} = crew.server.features.scheduledPosts;
  const due = () =>
    crew.server.platform.database.rows({
      text: `select Id from ScheduledPosts where ScheduledAt <= $1 and ErrorCode = ''`,
      values: [Date.now()],
    });
  delivery.start();
  await expect.poll(due).toEqual([]);
  await delivery.stop();
}

async function messagesIn(channelId: string): Promise<string[]> {
  const rows = await crew.server.platform.database.rows<{message: string}>({
    text: `select Message from Posts where ChannelId = $1 and Type = '' and DeleteAt = 0 order by CreateAt`,
    values: [channelId],
  });
  return rows.map(({message}) => message);
}

async function upload(person: Person, channelId: string): Promise<string> {
  const path = `/files?channel_id=${channelId}&filename=a.txt`;
  return (await person.post(path, Buffer.from('x'))).body.file_infos[0].id;
}

describe('a scheduled message', () => {
  test('is stored, listed in the order of its time, changed and deleted', async () => {
    const first = await schedule(ann, 'Good morning', {props: {a: 1, from_webhook: 'true'}});
    expect(first).toEqual({
      id: expect.any(String),
      create_at: expect.any(Number),
      update_at: first.create_at,
      delete_at: 0,
      user_id: ann.id,
      channel_id: crew.channelId,
      root_id: '',
      message: 'Good morning',
      props: {a: 1},
      scheduled_at: expect.any(Number),
      processed_at: 0,
      error_code: '',
      metadata: {embeds: [], emojis: [], files: [], images: {}},
    });
    const earlier = await schedule(ann, 'earlier', {scheduled_at: Date.now() + HOUR});
    expect(await ofTeam(ann)).toEqual([earlier, first]);
    expect(await listOf(ann, '?page=1&per_page=1')).toEqual({[crew.teamId]: [first]});
    expect(await listOf(ann, '?page=1')).toEqual({[crew.teamId]: []});
    expect(await ofTeam(bob)).toEqual([]);

    const {status, body: changed} = await ann.put(`/posts/schedule/${first.id}`, {
      ...first,
      channel_id: newId(),
      message: 'Good afternoon',
      scheduled_at: first.scheduled_at + HOUR,
    });
    expect([status, changed]).toMatchObject([
      200,
      {
        channel_id: crew.channelId,
        message: 'Good afternoon',
        scheduled_at: first.scheduled_at + HOUR,
        create_at: first.create_at,
      },
    ]);
    expect(await ann.delete(`/posts/schedule/${first.id}`)).toMatchObject({
      status: 200,
      body: {id: first.id},
    });
    expect(await ofTeam(ann)).toEqual([earlier]);
    expect((await ann.delete(`/posts/schedule/${first.id}`)).status).toBe(404);
    expect((await ann.put(`/posts/schedule/${first.id}`, changed)).status).toBe(404);
  });

  test('for a direct channel is listed separately on request', async () => {
    const direct = await crew.server.features.channels.directChannel(ann.id, bob.id, ann.id);
    const scheduled = await schedule(ann, 'psst', {channel_id: direct.id});
    expect(await listOf(ann)).toEqual({[crew.teamId]: []});
    expect(await listOf(ann, '?includeDirectChannels=true')).toEqual({
      [crew.teamId]: [],
      directChannels: [scheduled],
    });
  });

  test('reaches the author’s other clients, but not the one that changed it', async () => {
    const [acting, other, foreign] = [
      await openSocket(address, {token: ann.token}),
      await openSocket(address, {token: ann.token}),
      await openSocket(address, {token: bob.token}),
    ];
    const own = {'connection-id': (await acting.next('hello')).data.connection_id};
    const sent = {channel_id: crew.channelId, message: 'later', scheduled_at: tomorrow()};
    const {body} = await ann.post('/posts/schedule', sent, own);
    expect(JSON.parse((await other.next('scheduled_post_created')).data.scheduledPost)).toEqual(body);
    await ann.put(`/posts/schedule/${body.id}`, {...body, message: 'changed'}, own);
    expect(JSON.parse((await other.next('scheduled_post_updated')).data.scheduledPost)).toMatchObject({
      message: 'changed',
    });
    await ann.delete(`/posts/schedule/${body.id}`, undefined, own);
    expect(JSON.parse((await other.next('scheduled_post_deleted')).data.scheduledPost)).toMatchObject({
      id: body.id,
    });
    for (const client of [acting, foreign]) {
      await client.ask('ping');
      expect(client.heard.filter(({event}) => event.startsWith('scheduled_'))).toEqual([]);
    }
    for (const client of [acting, other, foreign]) await client.cut();
  });
});

describe('a due message', () => {
  test('is posted by its author with its files, priority and thread, and removed from the list', async () => {
    const channelId = await crew.channel('sent', [ann, bob]);
    const root = await crew.post(bob, 'root', {channel_id: channelId});
    const fileId = await upload(ann, channelId);
    const withFile = await schedule(ann, '', {channel_id: channelId, file_ids: [fileId]});
    expect(withFile.metadata.files).toMatchObject([{id: fileId}]);
    const urgent = await schedule(ann, 'hello @bob', {
      channel_id: channelId,
      priority: {priority: 'urgent', requested_ack: true},
    });
    const reply = await schedule(ann, 'a reply', {channel_id: channelId, root_id: root.id});
    await schedule(ann, 'not yet', {channel_id: channelId});
    for (const {id} of [withFile, urgent, reply]) await makeDue(id);
    await deliver();
    expect((await messagesIn(channelId)).sort()).toEqual(['', 'a reply', 'hello @bob', 'root']);
    const {posts} = (await bob.get(`/channels/${channelId}/posts`)).body;
    expect(Object.values(posts)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({user_id: ann.id, file_ids: [fileId]}),
        expect.objectContaining({
          message: 'hello @bob',
          metadata: expect.objectContaining({
            priority: expect.objectContaining({priority: 'urgent', requested_ack: true}),
          }),
        }),
        expect.objectContaining({message: 'a reply', root_id: root.id}),
      ]),
    );
    expect((await bob.get(`/users/me/channels/${channelId}/unread`)).body.mention_count).toBe(1);
    expect(await ofTeam(ann)).toMatchObject([{message: 'not yet'}]);
  });

  test('is reported to its author', async () => {
    const socket = await openSocket(address, {token: ann.token});
    const {id} = await schedule(ann, 'on time');
    await makeDue(id);
    await deliver();
    await socket.next('posted', ({data}) => JSON.parse(data.post).message === 'on time');
    const deleted = await socket.next('scheduled_post_deleted');
    expect(JSON.parse(deleted.data.scheduledPost)).toMatchObject({id});
    await socket.cut();
  });

  test('is sent on time without waiting for the next check', async () => {
    const channelId = await crew.channel('soon', [ann]);
    const {delivery} = crew.server.features.scheduledPosts;
    delivery.start();
    await schedule(ann, 'soon', {channel_id: channelId, scheduled_at: Date.now() + 200});
    await expect.poll(() => messagesIn(channelId), {timeout: 4000}).toEqual(['soon']);
    await delivery.stop();
  });

  test('is posted once, even if several nodes send it at the same time', async () => {
    const channelId = await crew.channel('once', [ann]);
    const ids: string[] = [];
    for (let n = 0; n < 10; n++) ids.push((await schedule(ann, `message ${n}`, {channel_id: channelId})).id);
    for (const id of ids) await makeDue(id);
    const {createScheduledPosts} = await import('./scheduled-posts.ts');
    const {platform, features} = crew.server;
    const nodes = Array.from({length: 4}, () => createScheduledPosts({...platform, ...features}).delivery);
    for (const node of nodes) node.start();
    await expect.poll(() => ofTeam(ann)).toEqual([]);
    for (const node of nodes) await node.stop();
    expect((await messagesIn(channelId)).sort()).toEqual(ids.map((_, n) => `message ${n}`));
  });

  test('waits while scheduled messages are disabled', async () => {
    const channelId = await crew.channel('disabled', [ann]);
    const {id} = await schedule(ann, 'wait', {channel_id: channelId});
    await makeDue(id);
    await crew.server.platform.config.patch({ServiceSettings: {ScheduledPosts: false}});
    const {delivery} = crew.server.features.scheduledPosts;
    delivery.start();
    await delivery.stop();
    expect(await messagesIn(channelId)).toEqual([]);
    expect(await ann.get(`/posts/scheduled/team/${crew.teamId}`)).toMatchObject({
      status: 400,
      body: {id: 'api.scheduled_posts.feature_disabled'},
    });
    await crew.server.platform.config.patch({ServiceSettings: {ScheduledPosts: true}});
    await deliver();
    expect(await messagesIn(channelId)).toEqual(['wait']);
  });
});

describe('a message that can’t be sent is kept with the reason', () => {
  async function failureOf(id: string): Promise<string> {
    await makeDue(id);
    await deliver();
    const rows = await crew.server.platform.database.rows<{errorcode: string; processedat: number}>({
      text: 'select ErrorCode, ProcessedAt from ScheduledPosts where Id = $1',
      values: [id],
    });
    expect(rows[0]?.processedat).toBeGreaterThan(0);
    return rows[0]!.errorcode;
  }

  test.each<[string, string, (channelId: string, person: Person) => Promise<unknown>]>([
    [
      'the author left the channel',
      'no_channel_member',
      (id, {id: me}) => bob.delete(`/channels/${id}/members/${me}`),
    ],
    ['the channel is archived', 'channel_archived', (id) => bob.delete(`/channels/${id}`)],
    [
      'the author is deactivated',
      'user_deleted',
      (_, {id}) => crew.server.admin.put(`/users/${id}/active`, {active: false}),
    ],
    [
      'the author may no longer post',
      'no_channel_permission',
      (id) =>
        crew.server.admin.put(`/channels/${id}/moderations/patch`, [
          {name: 'create_post', roles: {members: false, guests: false}},
        ]),
    ],
  ])('%s', async (_case, code, change) => {
    const dan = await crew.server.person(`dan-${newId().slice(0, 8)}`);
    await crew.server.features.teams.addMember(crew.teamId, dan.id, ann.id);
    const channelId = await crew.channel(`reason-${newId()}`, [bob, dan], 'P');
    const {id} = await schedule(dan, 'too late', {channel_id: channelId});
    expect(await change(channelId, dan)).toMatchObject({status: 200});
    expect(await failureOf(id)).toBe(code);
    expect(await messagesIn(channelId)).toEqual([]);
  });

  test('the thread was deleted', async () => {
    const root = await crew.post(bob, 'soon gone');
    const {id} = await schedule(ann, 'reply', {root_id: root.id});
    await bob.delete(`/posts/${root.id}`);
    expect(await failureOf(id)).toBe('thread_deleted');
  });

  test('its file was deleted', async () => {
    const fileId = await upload(ann, crew.channelId);
    const {id} = await schedule(ann, '', {file_ids: [fileId]});
    await crew.server.platform.database.execute({
      text: 'delete from FileInfo where Id = $1',
      values: [fileId],
    });
    expect(await failureOf(id)).toBe('invalid_post');
  });

  test('its time was more than a day ago, such as after an outage', async () => {
    const {id} = await schedule(ann, 'yesterday');
    await makeDue(id, Date.now() - DAY - HOUR);
    await deliver();
    expect(await ofTeam(ann)).toMatchObject([{id, error_code: 'unable_to_send'}]);
    expect(await messagesIn(crew.channelId)).not.toContain('yesterday');
  });

  test('editing it removes the reason', async () => {
    const channelId = await crew.channel('again', [bob, ann]);
    const scheduled = await schedule(ann, 'again', {channel_id: channelId});
    await bob.delete(`/channels/${channelId}/members/${ann.id}`);
    expect(await failureOf(scheduled.id)).toBe('no_channel_member');
    const change = {...scheduled, scheduled_at: tomorrow()};
    expect((await ann.put(`/posts/schedule/${scheduled.id}`, change)).status).toBe(403);
    await bob.post(`/channels/${channelId}/members`, {user_id: ann.id});
    expect(await ann.put(`/posts/schedule/${scheduled.id}`, change)).toMatchObject({
      status: 200,
      body: {error_code: '', processed_at: 0},
    });
    await makeDue(scheduled.id);
    await deliver();
    expect(await messagesIn(channelId)).toEqual(['again']);
  });
});

test.each<[string, () => object | Promise<object>, number, string]>([
  [
    'a time in the past',
    () => ({scheduled_at: Date.now() - 1000}),
    400,
    'model.scheduled_post.is_valid.scheduled_at.app_error',
  ],
  ['no time', () => ({scheduled_at: undefined}), 400, 'api.context.invalid_body_param.app_error'],
  ['an empty message', () => ({message: ''}), 400, 'api.context.invalid_body_param.app_error'],
  [
    'a long message',
    () => ({message: 'x'.repeat(16_384)}),
    400,
    'model.post.is_valid.message_length.app_error',
  ],
  ['an unknown thread', () => ({root_id: newId()}), 400, 'api.post.create_post.root_id.app_error'],
  [
    'a file of someone else',
    async () => ({file_ids: [await upload(bob, crew.channelId)]}),
    400,
    'api.context.invalid_body_param.app_error',
  ],
  [
    'a channel that the author is not in',
    async () => ({channel_id: await crew.channel(`hidden-${newId()}`, [bob], 'P')}),
    403,
    'api.context.permissions.app_error',
  ],
])('%s is rejected', async (_case, more, status, id) => {
  const sent = {channel_id: crew.channelId, message: 'x', scheduled_at: tomorrow(), ...(await more())};
  expect(await ann.post('/posts/schedule', sent)).toMatchObject({status, body: {id}});
  expect(await ofTeam(ann)).toEqual([]);
});

test('a user can have 1,000 scheduled messages', async () => {
  await crew.server.platform.database.execute({
    text: `
      insert into ScheduledPosts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message, ScheduledAt)
      select 'n' || lpad(n::text, 25, '0'), 1, 1, $1, $2, 'x', $3 from generate_series(1, 1000) n`,
    values: [ann.id, crew.channelId, tomorrow()],
  });
  const sent = {channel_id: crew.channelId, message: 'x', scheduled_at: tomorrow()};
  expect(await ann.post('/posts/schedule', sent)).toMatchObject({
    status: 400,
    body: {id: 'app.save_scheduled_post.save.app_error'},
  });
  expect((await bob.post('/posts/schedule', sent)).status).toBe(201);
});

test('others can neither change nor delete it, and its files are kept', async () => {
  const fileId = await upload(ann, crew.channelId);
  const scheduled = await schedule(ann, 'mine', {file_ids: [fileId]});
  for (const other of [bob, crew.server.admin]) {
    expect((await other.put(`/posts/schedule/${scheduled.id}`, scheduled)).status).toBe(403);
    expect((await other.delete(`/posts/schedule/${scheduled.id}`)).status).toBe(403);
  }
  await crew.server.features.files.sweepUnposted(Date.now() + 31 * DAY);
  expect((await ann.get(`/files/${fileId}`)).status).toBe(200);
  expect((await ann.put(`/posts/schedule/${newId()}`, scheduled)).status).toBe(400);
});
