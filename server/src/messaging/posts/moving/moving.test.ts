import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../../test/support/crew.ts';
import {holdChange} from '../../../../../test/support/hold-change.ts';
import type {Person} from '../../../../../test/support/test-server.ts';

let crew: Crew;
/** Created the team, so she is its administrator. */
let ann: Person;
let bob: Person;
let target: string;

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob} = crew);
  target = await crew.channel('target', [ann, bob]);
});
afterAll(() => crew.close());

// biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
async function messagesIn(channelId: string): Promise<any[]> {
  await crew.server.features.systemMessages.idle();
  const {posts, order} = (await ann.get(`/channels/${channelId}/posts?per_page=50`)).body;
  return order.map((id: string) => posts[id]).reverse();
}

const move = (person: Person, postId: string, channelId = target) =>
  person.post(`/posts/${postId}/move`, {channel_id: channelId});

test('a moved thread keeps its authors, order, files, reactions and pin, and leaves deleted posts behind', async () => {
  const upload = await bob.post(
    `/files?channel_id=${crew.channelId}&filename=plan.txt`,
    Buffer.from('the plan'),
    {'content-type': 'text/plain'},
  );
  const fileId = upload.body.file_infos[0].id;
  const root = await crew.post(bob, 'root', {file_ids: [fileId]});
  const reply = await crew.post(ann, 'reply one', {root_id: root.id});
  await crew.post(bob, 'reply two', {root_id: root.id});
  await ann.post('/reactions', {user_id: ann.id, post_id: root.id, emoji_name: '+1'});
  await ann.post(`/posts/${root.id}/pin`);

  // Moving a reply moves its whole thread.
  expect(await move(ann, reply.id)).toMatchObject({status: 200, body: {status: 'OK'}});

  const moved = (await messagesIn(target)).slice(-4);
  expect(moved.map(({message, user_id}) => [message, user_id])).toEqual([
    ['root', bob.id],
    ['reply one', ann.id],
    ['reply two', bob.id],
    ['ann moved this thread from another channel.', ann.id],
  ]);
  expect(moved[0]).toMatchObject({
    is_pinned: true,
    metadata: {reactions: [{emoji_name: '+1', user_id: ann.id}]},
  });
  expect(moved.slice(1).map(({root_id}) => root_id)).toEqual(Array(3).fill(moved[0].id));
  expect(moved[0].create_at).toBeGreaterThan(reply.create_at);
  const [copy] = moved[0].file_ids;
  expect(copy).not.toBe(fileId);
  expect((await bob.get(`/files/${copy}`)).body).toBe('the plan');

  expect((await ann.get(`/posts/${root.id}`)).status).toBe(404);
  const left = await crew.server.platform.database.rows({
    text: `
      select Message, ChannelId, DeleteAt > 0 as deleted, Props ->> 'deleteBy' as by from Posts
      where Id = $1 or RootId = $1 order by CreateAt`,
    values: [root.id],
  });
  expect(left).toEqual(
    ['root', 'reply one', 'reply two'].map((message) => ({
      message,
      channelid: crew.channelId,
      deleted: true,
      by: ann.id,
    })),
  );
  expect((await messagesIn(crew.channelId)).at(-1)).toMatchObject({
    type: 'system_wrangler',
    message: 'ann moved a thread to another channel.',
  });
  const audits = await crew.server.admin.get('/audits?per_page=5');
  expect(JSON.stringify(audits.body)).toContain(`post_id=${root.id} from=${crew.channelId} to=${target}`);
});

test('moving requires the permission to delete every message and to post in the other channel', async () => {
  const own = await crew.post(bob, 'mine');
  expect((await move(bob, own.id)).status).toBe(200);
  const mixed = await crew.post(bob, 'mine');
  await crew.post(ann, 'not mine', {root_id: mixed.id});
  expect((await move(bob, mixed.id)).status).toBe(403);
  const closed = await crew.channel('closed', [crew.cat], 'P');
  expect((await move(bob, (await crew.post(bob, 'x')).id, closed)).status).toBe(403);
  expect((await move(crew.stranger, mixed.id)).status).toBe(403);
  expect((await ann.get(`/posts/${mixed.id}`)).status).toBe(200);
});

test('a thread stays in its team, and a confidential one in its channel', async () => {
  const refused = async (postId: string, channelId: string, why: string) =>
    expect(await move(ann, postId, channelId)).toMatchObject({
      status: 400,
      body: {id: 'app.post.move_thread_command.error', message: expect.stringContaining(why)},
    });
  const post = await crew.post(ann, 'here');
  await refused(post.id, crew.channelId, 'already in this channel');
  const closed = await crew.channel('confidential', [ann], 'P');
  await refused((await crew.post(ann, 'secret', {channel_id: closed})).id, target, 'public channels');
  const direct = (await ann.post('/channels/direct', [ann.id, bob.id])).body.id;
  await refused(post.id, direct, 'public or private channel');
  const team = (await ann.post('/teams', {name: 'others', display_name: 'Others', type: 'O'})).body;
  const elsewhere = (await ann.get(`/teams/${team.id}/channels/name/town-square`)).body.id;
  await refused(post.id, elsewhere, 'within its team');
  const old = await crew.channel('old', [ann]);
  await ann.delete(`/channels/${old}`);
  await refused(post.id, old, 'archived');
  const archiving = await crew.channel('archiving', [ann]);
  const kept = await crew.post(ann, 'kept as it was', {channel_id: archiving});
  await ann.delete(`/channels/${archiving}`);
  await refused(kept.id, crew.channelId, 'Unarchive it to move threads out of it');
  const [notice] = (await messagesIn(target)).filter(({type}) => type.startsWith('system_'));
  await refused(notice.id, crew.channelId, 'System messages');
  expect((await ann.get(`/posts/${post.id}`)).status).toBe(200);
});

test('a thread of more than 100 messages is not moved', async () => {
  const root = await crew.post(ann, 'long');
  const replies = Array.from({length: 100}, (_, index) => ({
    channelId: crew.channelId,
    userId: ann.id,
    rootId: root.id,
    message: `reply ${index}`,
  }));
  await crew.server.features.posts.createMany(replies);
  expect(await move(ann, root.id)).toMatchObject({
    status: 400,
    body: {message: expect.stringContaining('more than 100 messages')},
  });
});

test('if a message cannot be copied, the thread is not moved and nothing is posted in the other channel', async () => {
  const upload = await ann.post(`/files?channel_id=${crew.channelId}&filename=lost.txt`, Buffer.from('x'), {
    'content-type': 'text/plain',
  });
  const fileId = upload.body.file_infos[0].id;
  const root = await crew.post(ann, 'before');
  await crew.post(ann, 'with a lost file', {root_id: root.id, file_ids: [fileId]});
  await crew.server.platform.database.execute({
    text: `update FileInfo set Path = 'nowhere' where Id = $1`,
    values: [fileId],
  });
  const before = (await messagesIn(target)).length;
  expect((await move(ann, root.id)).status).toBeGreaterThanOrEqual(400);
  expect((await ann.get(`/posts/${root.id}/thread`)).body.order).toHaveLength(2);
  expect(await messagesIn(target)).toHaveLength(before);
});

test('if the server or the database crashes during a move, nothing is moved, and moving works again', async () => {
  const {database} = crew.server.platform;
  const root = await crew.post(ann, 'all of it', {is_pinned: true});
  await crew.post(bob, 'or nothing @cat', {root_id: root.id});
  await ann.post('/reactions', {user_id: ann.id, post_id: root.id, emoji_name: '+1'});
  const messages = async (channelId: string) =>
    (await messagesIn(channelId)).map(({id, message, update_at}) => ({id, message, update_at}));
  const state = async () => ({
    here: await messages(crew.channelId),
    there: await messages(target),
    thread: (await ann.get(`/posts/${root.id}/thread`)).body,
    channel: (await ann.get(`/channels/${target}`)).body,
    member: (await ann.get(`/channels/${target}/members/${ann.id}`)).body,
    rows: await database.rows({
      text: `select
        (select count(*) from Posts where ChannelId = $1) as posts,
        (select count(*) from Threads where ChannelId = $1) as threads,
        (select count(*) from Reactions where ChannelId = $1) as reactions`,
      values: [target],
    }),
  });
  const before = await state();

  // The last statement of the move closes the connection, as a crash of the process would.
  await database.execute({
    text: `create function die() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
  });
  await database.execute({
    text: 'create trigger die before update of ThreadDeleteAt on Threads for each row execute function die()',
  });
  expect((await move(ann, root.id)).status).toBeGreaterThanOrEqual(500);
  await database.execute({text: 'drop trigger die on Threads'});
  expect(await state()).toEqual(before);

  expect((await move(ann, root.id)).status).toBe(200);
  const moved = (await messagesIn(target)).slice(-3);
  expect(moved.map(({message}) => message).slice(0, 2)).toEqual(['all of it', 'or nothing @cat']);
  expect((await ann.get(`/posts/${root.id}`)).status).toBe(404);
});

test('a message that is edited while its thread is moved keeps the edit', async () => {
  const root = await crew.post(ann, 'the plan');
  const reply = await crew.post(bob, 'draft', {root_id: root.id});
  const {database} = crew.server.platform;
  const held = await holdChange(
    database,
    database.connectionString,
    `insert on Posts for each row when (new.Message = 'the plan' and new.ChannelId = '${target}')`,
  );
  const moving = move(ann, root.id);
  await held.reached();
  expect((await bob.put(`/posts/${reply.id}/patch`, {message: 'final'})).status).toBe(200);
  await held.release();
  expect((await moving).status).toBe(200);
  const moved = (await messagesIn(target)).slice(-3).map(({message}) => message);
  expect(moved).toEqual(['the plan', 'final', 'ann moved this thread from another channel.']);
});
