import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../../test/support/crew.ts';
import type {Person} from '../../../../../test/support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let channelId: string;
/** Ten posts, oldest first. */
let ids: string[];

async function fill(id: string, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index++) {
    made.push((await crew.post(ann, `post ${index}`, {channel_id: id})).id);
  }
  return made;
}

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob} = crew);
  channelId = await crew.channel('pages', [ann, bob]);
  await crew.server.platform.database.execute({
    text: 'delete from Posts where ChannelId = $1',
    values: [channelId],
  });
  ids = await fill(channelId, 10);
});
afterAll(() => crew.close());

async function list(query: string, id = channelId, person: Person = bob) {
  const {status, body} = await person.get(`/channels/${id}/posts?${query}`);
  expect(status).toBe(200);
  return body;
}

const newestFirst = (from: number, to: number) => ids.slice(from, to).toReversed();

describe('a page of a channel', () => {
  test('lists the newest posts first with the ids of the posts before and after', async () => {
    expect(await list('per_page=4')).toMatchObject({
      order: newestFirst(6, 10),
      next_post_id: '',
      prev_post_id: ids[5],
      has_next: true,
    });
    expect(await list('per_page=4&page=1')).toMatchObject({
      order: newestFirst(2, 6),
      next_post_id: ids[6],
      prev_post_id: ids[1],
      has_next: true,
    });
    expect(await list('per_page=4&page=2')).toMatchObject({
      order: newestFirst(0, 2),
      next_post_id: ids[2],
      prev_post_id: '',
      has_next: false,
    });
    expect(await list('per_page=4&page=3')).toMatchObject({order: [], posts: {}, prev_post_id: ''});
  });

  test('has 60 posts by default', async () => {
    expect((await list('')).order).toEqual(newestFirst(0, 10));
  });

  test('before and after a post', async () => {
    expect(await list(`before=${ids[5]}&per_page=3`)).toMatchObject({
      order: newestFirst(2, 5),
      next_post_id: ids[5],
      prev_post_id: ids[1],
    });
    expect(await list(`before=${ids[5]}&per_page=3&page=1`)).toMatchObject({
      order: newestFirst(0, 2),
      next_post_id: ids[2],
      prev_post_id: '',
    });
    expect(await list(`after=${ids[5]}&per_page=3`)).toMatchObject({
      order: newestFirst(6, 9),
      next_post_id: ids[9],
      prev_post_id: ids[5],
    });
    expect(await list(`after=${ids[8]}&per_page=3`)).toMatchObject({
      order: [ids[9]],
      next_post_id: '',
      prev_post_id: ids[8],
    });
  });

  test('before an unknown post or a post of another channel is rejected', async () => {
    const other = await crew.post(ann, 'elsewhere');
    expect((await bob.get(`/channels/${channelId}/posts?before=${other.id}`)).status).toBe(404);
    expect((await bob.get(`/channels/${channelId}/posts?before=short`)).status).toBe(400);
  });

  test('requires read access to the channel', async () => {
    const hidden = await crew.channel('hidden', [ann], 'P');
    expect((await bob.get(`/channels/${hidden}/posts`)).status).toBe(403);
    expect((await crew.server.anonymous.get(`/channels/${channelId}/posts`)).status).toBe(401);
    expect((await crew.stranger.get(`/channels/${channelId}/posts`)).status).toBe(403);
    expect((await crew.cat.get(`/channels/${channelId}/posts`)).status).toBe(200);
  });

  test('includes all posts if many have the same time', async () => {
    const busy = await crew.channel('same-time', [ann]);
    await Promise.all(Array.from({length: 30}, (_, index) => crew.post(ann, `${index}`, {channel_id: busy})));
    await crew.server.platform.database.execute({
      text: 'update Posts set CreateAt = 5 where ChannelId = $1',
      values: [busy],
    });
    const whole = (await list('per_page=100', busy)).order;
    expect(whole).toHaveLength(31);
    const walked: string[] = [];
    for (let page = await list('per_page=7', busy); page.order.length > 0; ) {
      walked.push(...page.order);
      page = await list(`per_page=7&before=${walked.at(-1)}`, busy);
    }
    expect(walked).toEqual(whole);
  });

  test('includes deleted posts for administrators on request', async () => {
    const id = await crew.channel('deletions', [ann]);
    const post = await crew.post(ann, 'away', {channel_id: id});
    await ann.delete(`/posts/${post.id}`);
    expect((await list('', id, ann)).order).not.toContain(post.id);
    expect((await ann.get(`/channels/${id}/posts?include_deleted=true`)).status).toBe(403);
    const {admin} = crew.server;
    const all = await list('include_deleted=true', id, admin);
    expect(all.posts[post.id]).toMatchObject({message: 'away', props: {deleteBy: ann.id}});
    expect((await admin.get(`/posts/${post.id}`)).status).toBe(404);
    expect((await admin.get(`/posts/${post.id}?include_deleted=true`)).body.delete_at).toBeGreaterThan(0);
    expect((await ann.get(`/posts/${post.id}?include_deleted=true`)).status).toBe(403);
  });
});

describe('replies in a page', () => {
  let threadChannel: string;
  let root: string;
  let replies: string[];

  beforeAll(async () => {
    threadChannel = await crew.channel('threads', [ann, bob]);
    root = (await crew.post(ann, 'root', {channel_id: threadChannel})).id;
    await fill(threadChannel, 3);
    replies = [];
    for (const author of [bob, ann]) {
      replies.push((await crew.post(author, 'reply', {channel_id: threadChannel, root_id: root})).id);
    }
  });

  test('include the rest of their thread', async () => {
    const page = await list('per_page=1', threadChannel);
    expect(page.order).toEqual([replies[1]]);
    expect(Object.keys(page.posts).sort()).toEqual([root, ...replies].sort());
    expect(page.posts[root]).toMatchObject({reply_count: 2});
    const only = await list('per_page=1&skipFetchThreads=true', threadChannel);
    expect(Object.keys(only.posts).sort()).toEqual([root, replies[1]!].sort());
  });

  test('are omitted with collapsed threads', async () => {
    const page = await list('collapsedThreads=true', threadChannel);
    for (const id of replies) expect(page.posts).not.toHaveProperty(id);
    expect(page.posts[root]).toMatchObject({
      reply_count: 2,
      participants: [{id: bob.id}, {id: ann.id}],
      is_following: true,
    });
  });
});

describe('posts from a time on', () => {
  const HOUR = 3_600_000;
  /** One post an hour: the first at the hour 1, the last at the hour 6. The channel has no other posts. */
  let hourly: string[];
  let id: string;

  const setTime = (postId: string, hour: number) =>
    crew.server.platform.database.execute({
      text: 'update Posts set CreateAt = $2 where Id = $1',
      values: [postId, hour * HOUR],
    });
  const from = (hour: number, query = '') => list(`from_create_at=${hour * HOUR}&${query}`, id);

  beforeAll(async () => {
    id = await crew.channel('hourly', [ann, bob]);
    await crew.server.platform.database.execute({
      text: 'delete from Posts where ChannelId = $1',
      values: [id],
    });
    hourly = await fill(id, 6);
    for (const [index, postId] of hourly.entries()) await setTime(postId, index + 1);
  });

  test('start with the first post at or after it', async () => {
    expect(await from(3, 'per_page=2')).toMatchObject({
      order: [hourly[3], hourly[2]],
      next_post_id: hourly[4],
      prev_post_id: hourly[1],
      has_next: true,
    });
    expect((await from(2.5, 'per_page=1')).order).toEqual([hourly[2]]);
    expect(await from(3, 'per_page=2&page=1')).toMatchObject({
      order: [hourly[5], hourly[4]],
      next_post_id: '',
      prev_post_id: hourly[3],
      has_next: false,
    });
    expect(await from(0)).toMatchObject({order: hourly.toReversed(), next_post_id: '', prev_post_id: ''});
    // After the last post.
    expect(await from(6.5)).toMatchObject({order: [], posts: {}, prev_post_id: hourly[5], has_next: false});
  });

  test('include all posts of the same time', async () => {
    await setTime(hourly[2]!, 2);
    const both = [hourly[1]!, hourly[2]!].toSorted();
    expect((await from(2, 'per_page=2')).order).toEqual(both.toReversed());
    await setTime(hourly[2]!, 3);
  });

  test('leave out deleted posts, earlier versions of edited ones, and with collapsed threads, replies', async () => {
    const [root, deleted, edited] = [hourly[0]!, hourly[4]!, hourly[5]!];
    const reply = await crew.post(bob, 'reply', {channel_id: id, root_id: root});
    await setTime(reply.id, 1.5);
    await ann.put(`/posts/${edited}/patch`, {message: 'new text'});
    await ann.delete(`/posts/${deleted}`);
    expect((await from(1.5)).order.at(-1)).toBe(reply.id);
    const collapsed = await from(1.5, 'collapsedThreads=true&per_page=1');
    expect(collapsed).toMatchObject({order: [hourly[1]], prev_post_id: root});
    expect(await from(5)).toMatchObject({order: [edited], prev_post_id: hourly[3]});
    expect((await from(5)).posts[edited]).toMatchObject({message: 'new text'});
    const all = await list(`from_create_at=${5 * HOUR}&include_deleted=true`, id, crew.server.admin);
    expect(all.order).toEqual([edited, deleted]);
    expect((await ann.get(`/channels/${id}/posts?from_create_at=0&include_deleted=true`)).status).toBe(403);
  });

  test('need a valid time, and no other position', async () => {
    for (const query of ['-1', '8640000000000001', '1e300', '1.5', 'yesterday']) {
      const {status, body} = await ann.get(`/channels/${id}/posts?from_create_at=${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({id: 'api.context.invalid_url_param.app_error', path: 'from_create_at'});
    }
    expect((await from(0, 'per_page=100000')).order.length).toBeGreaterThan(0);
    expect(await list('from_create_at=8640000000000000', id)).toMatchObject({order: []});
    for (const other of [`before=${hourly[0]}`, `after=${hourly[0]}`, 'since=1']) {
      const {status, body} = await ann.get(`/channels/${id}/posts?from_create_at=1&${other}`);
      expect(status).toBe(400);
      expect(body.message).toContain('Remove it, or remove before, after and since.');
    }
  });

  test('require read access to the channel', async () => {
    const hidden = await crew.channel('hidden-hours', [ann, bob], 'P');
    const path = `/channels/${hidden}/posts?from_create_at=0`;
    expect((await bob.get(path)).status).toBe(200);
    expect((await bob.delete(`/channels/${hidden}/members/me`)).status).toBe(200);
    expect((await bob.get(path)).status).toBe(403);
    expect((await crew.stranger.get(path)).status).toBe(403);
    expect((await crew.server.anonymous.get(path)).status).toBe(401);
  });
});

describe('changes since a time', () => {
  test('include new, edited and deleted posts but no earlier versions', async () => {
    const id = await crew.channel('changes', [ann]);
    const [edited, deleted, untouched] = await fill(id, 3);
    const {create_at: since} = await crew.post(ann, 'now', {channel_id: id});
    await ann.put(`/posts/${edited}/patch`, {message: 'new text'});
    await ann.delete(`/posts/${deleted}`);
    const added = await crew.post(ann, 'later', {channel_id: id});
    const changed = await list(`since=${since}`, id);
    expect(changed.order).toEqual([added.id, deleted, edited]);
    expect(changed.posts[edited!]).toMatchObject({message: 'new text'});
    expect(changed.posts[deleted!].delete_at).toBeGreaterThan(0);
    expect(changed.posts).not.toHaveProperty(untouched!);
    expect(changed).toMatchObject({next_post_id: '', prev_post_id: ''});
  });
});

describe('around the first unread post', () => {
  async function unread(query: string, person = bob) {
    const {status, body} = await person.get(`/users/me/channels/${channelId}/posts/unread?${query}`);
    expect(status).toBe(200);
    return body;
  }

  test('are the posts before and after it', async () => {
    await bob.post(`/users/me/posts/${ids[6]}/set_unread`, {});
    expect(await unread('limit_before=2&limit_after=3')).toMatchObject({
      order: newestFirst(4, 9),
      next_post_id: ids[9],
      prev_post_id: ids[3],
    });
  });

  test('is the newest page if everything is read', async () => {
    await crew.server.features.channels.reading.view(bob.id, [channelId]);
    expect(await unread('limit_before=2&limit_after=3')).toMatchObject({
      order: newestFirst(8, 10),
      next_post_id: '',
      prev_post_id: ids[7],
    });
  });

  test('are those since the member was added if they never viewed the channel', async () => {
    const id = await crew.channel('joined', [ann]);
    const [, , lastBefore] = await fill(id, 3);
    expect((await ann.post(`/channels/${id}/members`, {user_id: bob.id})).status).toBe(201);
    const added = await fill(id, 5);
    const {body} = await bob.get(`/users/me/channels/${id}/posts/unread?limit_before=5&limit_after=2`);
    expect(body.order).toEqual(expect.arrayContaining([lastBefore, added[0]]));
    expect(body.order).not.toContain(added[2]);
    expect(body.next_post_id).not.toBe('');
  });

  test('is served from memory until the member reads or marks something, or the posts change', async () => {
    const id = await crew.channel('quiet', [ann, bob]);
    const path = `/users/me/channels/${id}/posts/unread?limit_before=5&limit_after=5`;
    const [first, second] = await fill(id, 2);
    const newest = async () => (await bob.get(path)).body.order[0];
    await bob.post('/channels/members/me/view', {channel_id: id});
    const before = await bob.get(path);
    expect(before.body).toMatchObject({next_post_id: '', prev_post_id: '', has_next: false});
    expect(before.body.order.slice(0, 2)).toEqual([second, first]);
    const condition = {'if-none-match': before.headers.etag as string};
    expect((await bob.get(path, condition)).status).toBe(304);
    // A change with SQL has no event, so it is visible only if the response doesn't come from memory.
    const {database} = crew.server.platform;
    const view = (at: number) =>
      database.execute({
        text: 'update ChannelMembers set LastViewedAt = $3 where ChannelId = $1 and UserId = $2',
        values: [id, bob.id, at],
      });
    await view(1);
    expect((await bob.get(path, condition)).status).toBe(304);

    const third = (await crew.post(ann, 'three', {channel_id: id})).id;
    const unseen = (await bob.get(path)).body;
    expect(unseen.order).toContain(third);
    expect(unseen).not.toHaveProperty('has_next');
    await bob.post('/channels/members/me/view', {channel_id: id});
    expect(await newest()).toBe(third);
    expect((await bob.get(path, condition)).status).toBe(200);
    await bob.post(`/users/me/posts/${second}/set_unread`, {});
    expect((await bob.get(`${path.replace('limit_after=5', 'limit_after=1')}`)).body).toMatchObject({
      next_post_id: third,
    });
    await ann.delete(`/posts/${third}`);
    await ann.delete(`/posts/${second}`);
    expect((await bob.get(path)).body).toMatchObject({has_next: false});
    expect(await newest()).toBe(first);
  });

  test("requires valid limits and one's own user id", async () => {
    const path = `/channels/${channelId}/posts/unread`;
    expect((await bob.get(`/users/me${path}?limit_after=0`)).status).toBe(400);
    expect((await bob.get(`/users/${ann.id}${path}`)).status).toBe(403);
  });
});

describe('a thread', () => {
  test('contains its root post and its replies, whichever post is requested', async () => {
    const root = await crew.post(ann, 'root');
    const replies: string[] = [];
    for (let index = 0; index < 5; index++) {
      replies.push((await crew.post(bob, `${index}`, {root_id: root.id})).id);
    }
    const whole = await ann.get(`/posts/${replies[2]}/thread`);
    expect(whole.body.order).toEqual([...replies.toReversed(), root.id]);
    expect(whole.body.has_next).toBe(false);

    const first = await ann.get(`/posts/${root.id}/thread?direction=down&perPage=2`);
    expect(first.body).toMatchObject({order: [replies[1], replies[0], root.id], has_next: true});
    const from = first.body.posts[replies[1]!];
    const second = await ann.get(
      `/posts/${root.id}/thread?direction=down&perPage=3&fromPost=${from.id}&fromCreateAt=${from.create_at}`,
    );
    expect(second.body).toMatchObject({
      order: [replies[4], replies[3], replies[2], root.id],
      has_next: false,
    });
    const up = await ann.get(
      `/posts/${root.id}/thread?direction=up&perPage=1&fromPost=${from.id}&fromCreateAt=${from.create_at}`,
    );
    expect(up.body.order).toEqual([replies[0], root.id]);
    expect((await ann.get(`/posts/${root.id}/thread?skipFetchThreads=true`)).body.order).toEqual([root.id]);

    const newest = whole.body.posts[replies[4]!];
    const updates = `/posts/${root.id}/thread?updatesOnly=true&fromUpdateAt=${newest.update_at}&fromPost=${newest.id}`;
    expect((await ann.get(updates)).body.order).toEqual([root.id]);
    await bob.put(`/posts/${replies[3]}/patch`, {message: 'three'});
    await bob.put(`/posts/${replies[1]}/patch`, {message: 'one'});
    expect((await ann.get(updates)).body.order).toEqual([replies[1], replies[3], root.id]);
    expect((await ann.get(`${updates}&perPage=1`)).body).toMatchObject({
      order: [replies[3], root.id],
      has_next: true,
    });
    expect((await ann.get(`/posts/${root.id}/thread?updatesOnly=true`)).status).toBe(400);
    expect((await ann.get(`${updates}&fromCreateAt=1`)).status).toBe(400);
    expect((await crew.stranger.get(`/posts/${root.id}/thread`)).status).toBe(403);
    expect((await ann.get(`/posts/${'z'.repeat(26)}/thread`)).status).toBe(404);
  });
});

describe('pinned posts', () => {
  test('are listed newest first until they are unpinned', async () => {
    const id = await crew.channel('pins', [ann, bob]);
    const posts = await fill(id, 3);
    await bob.post(`/posts/${posts[0]}/pin`);
    await ann.post(`/posts/${posts[2]}/pin`);
    expect((await ann.get(`/channels/${id}/pinned`)).body.order).toEqual([posts[2], posts[0]]);
    await ann.post(`/posts/${posts[0]}/unpin`);
    const {body} = await ann.get(`/channels/${id}/pinned`);
    expect(body.order).toEqual([posts[2]]);
    expect(body.posts[posts[2]!].is_pinned).toBe(true);
    expect((await crew.stranger.post(`/posts/${posts[0]}/pin`)).status).toBe(403);
  });
});

describe('saved posts', () => {
  test('come from channels that the user is in', async () => {
    const secret = await crew.channel('saved', [ann, bob], 'P');
    const [open, inSecret] = [
      (await crew.post(ann, 'open')).id,
      (await crew.post(ann, 'x', {channel_id: secret})).id,
    ];
    const save = (id: string) => ({user_id: bob.id, category: 'flagged_post', name: id, value: 'true'});
    await bob.put('/users/me/preferences', [save(open), save(inSecret)]);
    const order = async (query = '') => (await bob.get(`/users/me/posts/flagged?${query}`)).body.order;
    expect(await order()).toEqual([inSecret, open]);
    expect(await order(`team_id=&channel_id=${secret}`)).toEqual([inSecret]);
    expect(await order(`team_id=${crew.teamId}&channel_id=`)).toEqual([inSecret, open]);
    await crew.server.features.channels.removeMember(secret, bob.id, bob.id);
    expect(await order()).toEqual([open]);
    await ann.delete(`/posts/${open}`);
    expect(await order()).toEqual([]);
    expect((await bob.get(`/users/${ann.id}/posts/flagged`)).status).toBe(403);
  });
});

describe('posts by id', () => {
  test('are limited to posts that the user may read, in the order of the ids', async () => {
    const hidden = await crew.channel('not-yours', [ann], 'P');
    const unreadable = (await crew.post(ann, 'x', {channel_id: hidden})).id;
    const {body} = await bob.post('/posts/ids', [ids[3], unreadable, 'z'.repeat(26), ids[1]]);
    expect(body.map(({id}: {id: string}) => id)).toEqual([ids[3], ids[1]]);
    expect((await bob.post('/posts/ids', [])).status).toBe(400);
  });

  test('include their channel and team', async () => {
    expect((await crew.cat.get(`/posts/${ids[0]}/info`)).body).toEqual({
      channel_id: channelId,
      channel_type: 'O',
      channel_display_name: 'pages',
      has_joined_channel: false,
      team_id: crew.teamId,
      team_type: 'O',
      team_display_name: 'Crew',
      has_joined_team: true,
    });
  });
});

describe('long lists', () => {
  /** Adds replies, as many as a list of small posts could have, whose props have this many characters. */
  async function thread(name: string, replies: number, length: number) {
    const id = await crew.channel(name, [ann, bob]);
    await crew.server.platform.database.execute({
      text: 'delete from Posts where ChannelId = $1',
      values: [id],
    });
    const root = await crew.post(ann, 'root', {channel_id: id});
    await crew.server.platform.database.execute({
      text: `
        insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, RootId, Message, Props, IsPinned)
        select substr($2, 1, 20) || lpad(n::text, 6, '0'), $3::bigint + n, $3::bigint + n, $4, $1, $2, n::text,
          jsonb_build_object('x', repeat('x', $6)), true
        from generate_series(1, $5) n`,
      values: [id, root.id, root.create_at, ann.id, replies, length],
    });
    return {id, root: root as {id: string; create_at: number}};
  }

  test('are complete, and in order, if they need several reads', async () => {
    const {id, root} = await thread('many', 450, 1);
    const newestFirst = Array.from({length: 450}, (_, index) => String(450 - index));
    // biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
    const messages = ({order, posts}: any) => order.map((one: string) => posts[one].message);
    expect(messages(await list(`since=${root.create_at - 1}`, id))).toEqual([...newestFirst, 'root']);
    expect(messages((await bob.get(`/channels/${id}/pinned`)).body)).toEqual(newestFirst);
    const {body} = await bob.get(`/posts/${root.id}/thread`);
    expect([messages(body), body.has_next]).toEqual([[...newestFirst, 'root'], false]);
    const upwards = await bob.get(
      `/posts/${root.id}/thread?direction=down&fromCreateAt=${root.create_at + 100}`,
    );
    expect(messages(upwards.body)).toEqual([...newestFirst.slice(0, 350), 'root']);
    const unchanged = `updatesOnly=true&fromUpdateAt=${root.create_at + 200}`;
    expect(messages((await bob.get(`/posts/${root.id}/thread?${unchanged}`)).body)).toHaveLength(251);
  });

  test('end after 20 million characters, and so do pages', async () => {
    const {id, root} = await thread('long', 40, 600_000);
    const all = Array.from({length: 40}, (_, n) => root.id.slice(0, 20) + String(n + 1).padStart(6, '0'));
    const listed = Math.ceil(20_000_000 / 600_000);
    const newestFirst = all.toReversed().slice(0, listed);

    const replies = (await bob.get(`/posts/${root.id}/thread`)).body;
    expect([replies.order, replies.has_next]).toEqual([[...newestFirst, root.id], true]);
    expect((await list(`since=${root.create_at}`, id)).order).toEqual(newestFirst);
    const newest = await list('per_page=200', id);
    expect([newest.order, newest.prev_post_id]).toEqual([newestFirst, all[40 - listed - 1]]);
    const newer = await list(`per_page=200&after=${root.id}`, id);
    expect([newer.order, newer.next_post_id]).toEqual([all.slice(0, listed).toReversed(), all[listed]]);
    const found = await bob.post('/posts/search', {terms: `in:${id} -nothing`, per_page: 200});
    expect(found.body.order).toEqual(newestFirst);
    expect(await bob.post('/posts/ids', all)).toMatchObject({
      status: 400,
      body: {id: 'api.post.get_posts_by_ids.too_long.app_error'},
    });

    const report = async (more: object) =>
      (await crew.server.admin.post('/reports/posts', {channel_id: id, per_page: 1000, ...more})).body;
    const first = await report({});
    expect(Object.keys(first.posts)).toEqual([root.id, ...all.slice(0, listed)]);
    const second = await report({cursor: first.next_cursor.cursor});
    expect(Object.keys(second.posts)).toEqual(all.slice(listed));
  });
});
