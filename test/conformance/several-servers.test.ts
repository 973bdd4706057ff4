import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../support/crew.ts';
import {createTestServer, type Person, type TestServer} from '../support/test-server.ts';

// Several servers use one database, without a bus. They share everything that is stored in the database
// (docs/cluster.md).

let crew: Crew;
let ann: Person;
let bob: Person;
let nodes: TestServer[];

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob} = crew);
  const others = [1, 2].map(() => createTestServer({sharing: crew.server, nodeCount: 3}));
  nodes = [crew.server, ...(await Promise.all(others))];
});
afterAll(async () => {
  await Promise.all(nodes.slice(1).map((node) => node.close()));
  await crew.close();
});

/** Uploads a file as ann to the channel, and returns its id. */
async function uploadedFile(channelId: string): Promise<string> {
  const id = 'f'.repeat(26);
  await crew.server.platform.database.execute({
    text: `
      insert into FileInfo (Id, CreatorId, ChannelId, CreateAt, UpdateAt, Name, Extension, MimeType, Path)
      values ($1, $2, $3, 1, 1, 'a.txt', 'txt', 'text/plain', 'x')`,
    values: [id, ann.id, channelId],
  });
  return id;
}

test('create one post for the same pending id', async () => {
  const channelId = await crew.channel('once', [ann, bob]);
  const body = {channel_id: channelId, message: 'once', pending_post_id: 'ann:nodes'};
  // Other posts in the same batches are created too.
  const answers = await Promise.all(
    nodes.flatMap((node) => [
      node.withToken(ann.token).post('/posts', body),
      ...['a', 'b', 'c'].map((message) =>
        node.withToken(bob.token).post('/posts', {channel_id: channelId, message}),
      ),
      node.withToken(ann.token).post('/posts', body),
    ]),
  );
  expect(answers.map(({status}) => status)).toEqual(answers.map(() => 201));
  const own = answers.filter((answer) => answer.body.user_id === ann.id);
  expect(new Set(own.map(({body: {id}}) => id)).size).toBe(1);
  expect(own.map((answer) => answer.body)).toEqual(own.map(() => own[0]!.body));
  const channel = await ann.get(`/channels/${channelId}`);
  expect(channel.body.total_msg_count).toBe(10);
});

test('create one post with a file for the same pending id', async () => {
  const channelId = await crew.channel('one-file', [ann]);
  const fileId = await uploadedFile(channelId);
  const body = {channel_id: channelId, file_ids: [fileId], pending_post_id: 'ann:file'};
  const answers = await Promise.all(nodes.map((node) => node.withToken(ann.token).post('/posts', body)));
  expect(answers.map(({status, body: {id, file_ids}}) => ({status, id, file_ids}))).toEqual(
    answers.map(() => ({status: 201, id: answers[0]!.body.id, file_ids: [fileId]})),
  );
});

test('accept a pending id again after 30 seconds, and forget it', async () => {
  const {database} = crew.server.platform;
  const body = {channel_id: crew.channelId, message: 'again', pending_post_id: 'ann:later'};
  const first = await ann.post('/posts', body);
  await database.execute({text: 'update PendingPosts set CreateAt = CreateAt - 31000'});
  const second = await nodes[1]!.withToken(ann.token).post('/posts', body);
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.body.id);
  await crew.server.features.posts.sweepPending();
  const kept = await database.rows({
    text: 'select PostId from PendingPosts where PendingPostId = $1',
    values: ['ann:later'],
  });
  expect(kept).toEqual([{postid: second.body.id}]);
});

test('lock an account after too many wrong passwords, even if different servers receive them', async () => {
  const attempts: string[] = [];
  for (let index = 0; index < 14; index++) {
    const node = nodes[index % nodes.length]!;
    const answer = await node.anonymous.post('/users/login', {login_id: 'cat', password: 'wrong'});
    attempts.push(answer.body.id);
  }
  const {MaximumLoginAttempts} = crew.server.platform.config.get().ServiceSettings;
  expect(attempts.indexOf('api.user.check_user_login_attempts.too_many.app_error')).toBe(
    MaximumLoginAttempts,
  );
  // By then, the limit of sign-ins per address may reject the request too.
  expect(attempts.slice(MaximumLoginAttempts)).not.toContain(attempts[0]);
});

test('limit the total number of requests of a client', async () => {
  const limited = nodes.slice(1);
  for (const {platform} of limited) {
    await platform.config.patch({RateLimitSettings: {Enable: true, PerSec: 1, MaxBurst: 5}});
  }
  // Two of three nodes allow two thirds of a burst of 6.
  const answers: number[] = [];
  for (let index = 0; index < 10; index++) {
    const {status} = await limited[index % 2]!.anonymous.get('/system/ping');
    answers.push(status);
  }
  expect(answers).toEqual([...Array(4).fill(200), ...Array(6).fill(429)]);
});

test('limit the total number of requests to a webhook', async () => {
  const limited = nodes.slice(1);
  const hook = await crew.server.admin.post('/hooks/incoming', {channel_id: crew.channelId});
  for (const {platform} of limited) {
    await platform.config.patch({
      RateLimitSettings: {Enable: false, WebhookPerSec: 1, WebhookMaxBurst: 8},
    });
  }
  const answers: number[] = [];
  for (let index = 0; index < 10; index++) {
    const {status} = await limited[index % 2]!.anonymous.post(`/hooks/${hook.body.id}`, {text: 'built'});
    answers.push(status);
  }
  expect(answers).toEqual([...Array(6).fill(200), ...Array(4).fill(429)]);
});
