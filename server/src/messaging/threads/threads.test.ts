import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {openSocket, type SocketClient} from '../../../../test/support/socket-client.ts';
import type {Person} from '../../../../test/support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let cat: Person;

beforeAll(async () => {
  crew = await createCrew({ServiceSettings: {CollapsedThreads: 'default_on'}});
  ({ann, bob, cat} = crew);
});
afterAll(() => crew.close());

function path(more = ''): string {
  return `/users/me/teams/${crew.teamId}/threads${more}`;
}

async function threadsOf(person: Person, query = '') {
  const {status, body} = await person.get(path(`?${query}`));
  expect(status).toBe(200);
  return body;
}

const idsOf = (list: {threads: {id: string}[]}) => list.threads.map(({id}) => id);

/** Creates a channel with a thread started by Ann. */
async function begin(name: string) {
  const channelId = await crew.channel(name, [ann, bob, cat]);
  const root = await crew.post(ann, 'root', {channel_id: channelId});
  return {
    channelId,
    rootId: root.id as string,
    reply: (person: Person, message: string) =>
      crew.post(person, message, {channel_id: channelId, root_id: root.id}),
  };
}

describe('a thread', () => {
  test('is followed by its starter, by users who reply and by mentioned users', async () => {
    const {rootId, reply, channelId} = await begin('followers');
    await reply(bob, 'hello @cat');
    const last = await reply(bob, 'and again');
    const [hers] = (await threadsOf(ann)).threads;
    expect(hers).toMatchObject({
      id: rootId,
      reply_count: 2,
      last_reply_at: last.create_at,
      last_reply_id: last.id,
      last_viewed_at: 0,
      participants: [{id: bob.id}],
      unread_replies: 2,
      unread_mentions: 0,
      is_following: true,
      post: {id: rootId, channel_id: channelId, user_id: ann.id, message: 'root'},
    });
    expect((await threadsOf(cat)).threads[0]).toMatchObject({
      id: rootId,
      unread_replies: 2,
      unread_mentions: 1,
    });
    expect((await threadsOf(bob)).threads[0]).toMatchObject({id: rootId, unread_replies: 0});
  });

  test('counts replies separately from the channel', async () => {
    const {channelId, reply} = await begin('apart');
    await reply(bob, '@ann');
    const rows = await crew.server.platform.database.rows({
      text: `
        select UserId, MsgCount, MsgCountRoot, MentionCount, MentionCountRoot from ChannelMembers
        where ChannelId = $1 and UserId = any($2) order by UserId = $3`,
      values: [channelId, [ann.id, bob.id], bob.id],
    });
    expect(rows).toMatchObject([
      {userid: ann.id, msgcount: 1, msgcountroot: 1, mentioncount: 1, mentioncountroot: 0},
      // With collapsed threads, a reply doesn't mark the channel as read.
      {userid: bob.id, msgcount: 0, msgcountroot: 0},
    ]);
  });

  test('lists its participants, most recent last', async () => {
    const {rootId, reply} = await begin('participants');
    await reply(bob, '1');
    await reply(cat, '2');
    await reply(bob, '3');
    const plain = await ann.get(path(`/${rootId}`));
    expect(plain.body.participants).toEqual([{id: cat.id}, {id: bob.id}]);
    const extended = await ann.get(path(`/${rootId}?extended=true`));
    expect(extended.body.participants).toMatchObject([{username: 'cat'}, {username: 'bob'}]);
  });

  test('is followed again after a mention or reply, and can be unfollowed', async () => {
    const {rootId, reply} = await begin('leaving');
    await reply(bob, 'x');
    expect((await ann.delete(path(`/${rootId}/following`))).body).toEqual({status: 'OK'});
    expect(idsOf(await threadsOf(ann))).not.toContain(rootId);
    await reply(bob, 'still nothing for her');
    expect(idsOf(await threadsOf(ann))).not.toContain(rootId);
    await reply(bob, 'but @ann now');
    expect((await ann.get(path(`/${rootId}`))).body).toMatchObject({is_following: true, unread_mentions: 1});
    await cat.put(path(`/${rootId}/following`));
    expect((await cat.get(path(`/${rootId}`))).body).toMatchObject({is_following: true, unread_replies: 0});
  });

  test('is followed by members who follow all threads of the channel, unless they unfollowed it', async () => {
    const {rootId, reply, channelId} = await begin('auto-follow');
    const set = (value: string) =>
      cat.put(`/channels/${channelId}/members/${cat.id}/notify_props`, {channel_auto_follow_threads: value});
    await reply(bob, 'before');
    expect(idsOf(await threadsOf(cat))).not.toContain(rootId);
    await set('on');
    await reply(bob, 'after');
    expect((await cat.get(path(`/${rootId}`))).body).toMatchObject({is_following: true, unread_mentions: 0});
    await cat.delete(path(`/${rootId}/following`));
    await reply(bob, 'and later');
    expect(idsOf(await threadsOf(cat))).not.toContain(rootId);

    await set('off');
    const other = await begin('auto-follow-off');
    await other.reply(bob, 'x');
    expect(idsOf(await threadsOf(cat))).not.toContain(other.rootId);
  });

  test('is marked as read up to a time, and as unread starting at a post', async () => {
    const {rootId, reply} = await begin('seeing');
    const first = await reply(bob, '@ann one');
    await reply(bob, '@ann two');
    await reply(bob, 'three');
    const seen = await ann.put(path(`/${rootId}/read/${first.create_at}`));
    expect(seen.body).toMatchObject({unread_replies: 2, unread_mentions: 1, last_viewed_at: first.create_at});
    const again = await ann.post(path(`/${rootId}/set_unread/${first.id}`));
    expect(again.body).toMatchObject({unread_replies: 3, unread_mentions: 2});
    expect((await ann.put(path('/read'))).body).toEqual({status: 'OK'});
    expect(await threadsOf(ann)).toMatchObject({total_unread_threads: 0, total_unread_mentions: 0});
    expect((await ann.get(path(`/${rootId}`))).body).toMatchObject({unread_replies: 0, unread_mentions: 0});
  });

  test('is unfollowed by leaving the channel', async () => {
    const {rootId, reply, channelId} = await begin('left');
    await reply(bob, '@cat');
    await crew.server.features.channels.removeMember(channelId, cat.id, cat.id);
    expect(idsOf(await threadsOf(cat))).not.toContain(rootId);
  });

  test('with deleted posts is listed on request', async () => {
    const {rootId, reply} = await begin('deleted');
    await reply(bob, 'x');
    await ann.delete(`/posts/${rootId}`);
    expect(idsOf(await threadsOf(bob))).not.toContain(rootId);
    const deleted = (await threadsOf(bob, 'deleted=true')).threads.find(
      ({id}: {id: string}) => id === rootId,
    );
    expect(deleted.delete_at).toBeGreaterThan(0);
  });

  test('is only for users who may read it', async () => {
    const {rootId} = await begin('visible');
    expect((await crew.stranger.get(`/users/${ann.id}/teams/${crew.teamId}/threads`)).status).toBe(403);
    expect((await crew.stranger.get(path())).status).toBe(403);
    expect((await crew.stranger.put(path(`/${rootId}/following`))).status).toBe(403);
    expect((await bob.get(path(`/${rootId}`))).status).toBe(404);
    expect((await bob.get(path(`/${'z'.repeat(26)}`))).status).toBe(404);
  });
});

describe('the list', () => {
  test('is paged by last reply and counts unread threads', async () => {
    const dan = await crew.server.person('dan');
    const {teams} = crew.server.features;
    await teams.addMember(crew.teamId, dan.id, ann.id);
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) {
      const root = await crew.post(dan, `root ${index}`);
      const reply = await crew.post(ann, index % 2 === 0 ? '@dan' : 'x', {root_id: root.id});
      if (index === 0) await dan.put(path(`/${root.id}/read/${reply.create_at}`));
      ids.unshift(root.id);
    }
    expect(idsOf(await threadsOf(dan))).toEqual(ids);
    expect(idsOf(await threadsOf(dan, 'per_page=2'))).toEqual(ids.slice(0, 2));
    expect(idsOf(await threadsOf(dan, `per_page=2&before=${ids[1]}`))).toEqual(ids.slice(2, 4));
    expect(idsOf(await threadsOf(dan, `per_page=2&after=${ids[3]}`))).toEqual(ids.slice(1, 3));
    expect(idsOf(await threadsOf(dan, 'unread=true'))).toEqual(ids.slice(0, 4));
    const totals = {total: 5, total_unread_threads: 4, total_unread_mentions: 2};
    expect(await threadsOf(dan, 'totalsOnly=true')).toMatchObject({...totals, threads: []});
    expect(await threadsOf(dan, 'threadsOnly=true&per_page=1')).toMatchObject({total: 0});
  });
});

describe('followers', () => {
  test('are notified of a reply, with their unread counts', async () => {
    const published = new Map<string, {unread: number; previous: number}>();
    const stop = crew.server.platform.events.inStreamOrder('thread:updated', (event) => {
      published.set(event.userId, {
        unread: event.thread.unread_replies,
        previous: event.previousUnreadReplies,
      });
    });
    const {reply} = await begin('told');
    await cat.put('/users/me/preferences', [
      {user_id: cat.id, category: 'display_settings', name: 'collapsed_reply_threads', value: 'off'},
    ]);
    await reply(bob, 'hello @cat');
    await expect.poll(() => published.size).toBe(2);
    stop();
    expect(published.get(ann.id)).toEqual({unread: 1, previous: 0});
    expect(published.get(bob.id)).toEqual({unread: 0, previous: 0});
  });

  test('are not notified of replies in a thread that they muted, except by mentions', async () => {
    const {rootId, reply} = await begin('muted');
    await reply(bob, 'first');
    await reply(cat, 'second');
    const mute = {user_id: ann.id, category: 'muted_threads', name: rootId, value: 'true'};
    await ann.put('/users/me/preferences', [mute]);
    const address = await crew.server.listen();
    const annSocket = await openSocket(address, {token: ann.token});
    const catSocket = await openSocket(address, {token: cat.token});
    const heard = async (socket: SocketClient, id: string) =>
      (await socket.next('posted', ({data}) => JSON.parse(data.post).id === id)).data;
    const third = await reply(bob, 'third');
    expect(await heard(annSocket, third.id)).not.toHaveProperty('followers');
    expect(await heard(catSocket, third.id)).toHaveProperty('followers');
    expect((await ann.get(path(`/${rootId}`))).body).toMatchObject({is_following: true, unread_replies: 3});
    const fourth = await reply(bob, 'fourth, @ann');
    expect((await heard(annSocket, fourth.id)).mentions).toBe(JSON.stringify([ann.id]));
    await ann.post('/users/me/preferences/delete', [mute]);
    const fifth = await reply(bob, 'fifth');
    expect(await heard(annSocket, fifth.id)).toHaveProperty('followers');
    for (const socket of [annSocket, catSocket]) await socket.cut();
  });

  test('without collapsed threads read replies with the channel', async () => {
    const {rootId, reply, channelId} = await begin('with-channel');
    await cat.put('/users/me/preferences', [
      {user_id: cat.id, category: 'display_settings', name: 'collapsed_reply_threads', value: 'off'},
    ]);
    await reply(bob, '@cat and @ann');
    const unread = async (person: Person) => (await person.get(path(`/${rootId}`))).body.unread_replies;
    const {reading} = crew.server.features.channels;
    await reading.view(cat.id, [channelId]);
    await reading.view(ann.id, [channelId]);
    await expect.poll(() => unread(cat)).toBe(0);
    expect(await unread(ann)).toBe(1);
  });
});

test('a reply can also be sent to its channel, as one post that is edited and deleted with it', async () => {
  const {channelId, rootId, reply} = await begin('broadcasts');
  const quiet = await reply(bob, 'only in the thread');
  const sent = await bob.post('/posts?set_online=false', {
    channel_id: channelId,
    root_id: rootId,
    message: 'the wellhead is closed',
    reply_broadcast: true,
    pending_post_id: `${bob.id}:broadcast`,
  });
  expect(sent.status).toBe(201);
  const again = await bob.post('/posts', {
    channel_id: channelId,
    root_id: rootId,
    message: 'the wellhead is closed',
    reply_broadcast: true,
    pending_post_id: `${bob.id}:broadcast`,
  });
  expect(again.body.id).toBe(sent.body.id);
  const {broadcast_post_id: broadcastId} = sent.body.props;
  const page = (await ann.get(`/channels/${channelId}/posts?collapsedThreads=true`)).body;
  expect(page.order).toContain(broadcastId);
  expect(page.order).not.toContain(quiet.id);
  expect(page.posts[broadcastId]).toMatchObject({
    user_id: bob.id,
    root_id: '',
    message: expect.stringMatching(new RegExp(`^http.*/_redirect/pl/${sent.body.id}$`)),
    props: {broadcast_reply_id: sent.body.id, broadcast_thread_id: rootId},
  });
  // One root message of another user is unread, and the text is found only once.
  const unread = await ann.get(`/users/me/channels/${channelId}/unread`);
  expect(unread.body).toMatchObject({msg_count_root: 1});
  const found = await ann.post(`/teams/${crew.teamId}/posts/search`, {
    terms: 'wellhead',
    is_or_search: false,
  });
  expect(found.body.order).toEqual([sent.body.id]);

  // Neither people nor integrations can fake a broadcast of a reply, and an edit keeps what the server stored.
  const props = {broadcast_reply_id: sent.body.id, broadcast_thread_id: quiet.id, deleteBy: ann.id};
  const forged = await crew.post(bob, 'look', {props});
  expect(forged.props).toEqual({});
  const hook = (await crew.server.admin.post('/hooks/incoming', {channel_id: crew.channelId})).body;
  await crew.server.anonymous.post(`/hooks/${hook.id}`, {text: 'look here', props: {...props, own: 1}});
  const newest = (await ann.get(`/channels/${crew.channelId}/posts?per_page=1`)).body;
  const {props: kept} = newest.posts[newest.order[0]];
  expect(kept).toMatchObject({from_webhook: 'true', own: 1});
  for (const name of Object.keys(props)) expect(kept).not.toHaveProperty(name);
  const edited = await bob.put(`/posts/${sent.body.id}/patch`, {message: 'it is open', props: {}});
  expect(edited.body.props).toMatchObject({broadcast_post_id: broadcastId});

  expect((await bob.delete(`/posts/${sent.body.id}`)).status).toBe(200);
  expect((await ann.get(`/posts/${broadcastId}`)).status).toBe(404);
});

test('read threads with their channel while collapsed threads are disabled', async () => {
  const {channelId, reply, rootId} = await begin('later');
  await crew.server.platform.config.patch({ServiceSettings: {CollapsedThreads: 'disabled'}});
  await reply(bob, 'hello @ann');
  await ann.post('/channels/members/me/view', {channel_id: channelId});
  const unread = async () => (await ann.get(path(`/${rootId}`))).body;
  await expect.poll(unread).toMatchObject({unread_replies: 0, unread_mentions: 0});
  await crew.server.platform.config.patch({ServiceSettings: {CollapsedThreads: 'default_on'}});
});
