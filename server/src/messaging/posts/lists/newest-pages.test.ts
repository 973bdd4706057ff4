import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../../test/support/crew.ts';
import type {Person} from '../../../../../test/support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let channelId: string;
let channels = 0;

const KINDS = {
  'with threads': 'page=0',
  'without the replies of threads': 'skipFetchThreads=true',
  'with collapsed threads': 'collapsedThreads=true&skipFetchThreads=true',
};

beforeAll(async () => {
  crew = await createCrew({ServiceSettings: {EnableCustomEmoji: true}});
  ({ann, bob} = crew);
});
afterAll(() => crew.close());

async function openChannel(): Promise<void> {
  channelId = await crew.channel(`channel-${++channels}`, [ann, bob]);
}

const say = (message: string, more: object = {}, author = ann) =>
  crew.post(author, message, {channel_id: channelId, ...more});

// biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
async function page(query = KINDS['with threads'], reader = bob): Promise<any> {
  const {status, body} = await reader.get(`/channels/${channelId}/posts?${query}`);
  expect(status).toBe(200);
  return body;
}

const pages = async (reader = bob) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(KINDS).map(async ([kind, query]) => [kind, await page(query, reader)] as const),
    ),
  );

const clearCaches = () => crew.server.platform.events.publish('caches:stale', {});

/** Expects that the cached pages after a change are the same as after reading them again. */
async function expectCurrent(change: () => Promise<unknown>, reader = bob) {
  const before = await pages(reader);
  await change();
  const after = await pages(reader);
  clearCaches();
  expect(after).toEqual(await pages(reader));
  expect(after).not.toEqual(before);
  return after['with threads'];
}

const withSql = (text: string, ...values: unknown[]) => crew.server.platform.database.execute({text, values});

describe('the newest page', () => {
  test.each(Object.entries(KINDS))('%s is cached, for each channel and size', async (_kind, query) => {
    await openChannel();
    const post = await say('before');
    await page(query);
    await withSql("update Posts set Message = 'after' where Id = $1", post.id);
    expect((await page(query)).posts[post.id].message).toBe('before');
    expect((await page(`${query}&per_page=2`)).posts[post.id].message).toBe('after');
    clearCaches();
    expect((await page(query)).posts[post.id].message).toBe('after');
  });

  test('changes with new posts, edits, deletions and pins', async () => {
    await openChannel();
    const root = await say('one');
    await expectCurrent(() => say('two', {}, bob));
    await expectCurrent(() => say('reply', {root_id: root.id}));
    await expectCurrent(() => ann.put(`/posts/${root.id}/patch`, {message: 'edited'}));
    await expectCurrent(() => ann.post(`/posts/${root.id}/pin`));
    const {order} = await expectCurrent(() => ann.delete(`/posts/${root.id}`));
    expect(order).not.toContain(root.id);
  });

  test('changes with reactions, custom emoji and acknowledgements', async () => {
    await openChannel();
    const post = await say('urgent :crew-logo:', {
      metadata: {priority: {priority: 'urgent', requested_ack: true}},
    });
    const reaction = {user_id: bob.id, post_id: post.id, emoji_name: 'heart'};
    await expectCurrent(() => bob.post('/reactions', reaction));
    await expectCurrent(() => bob.delete(`/users/me/posts/${post.id}/reactions/heart`));
    await expectCurrent(() => bob.post(`/users/me/posts/${post.id}/ack`));
    await expectCurrent(() => bob.delete(`/users/me/posts/${post.id}/ack`));
    await withSql(
      `insert into Emoji (Id, CreateAt, UpdateAt, CreatorId, Name) values ($1, 1, 1, $2, 'crew-logo')`,
      'p'.repeat(26),
      ann.id,
    );
    const emoji = {
      id: 'p'.repeat(26),
      creator_id: ann.id,
      name: 'crew-logo',
      create_at: 1,
      update_at: 1,
      delete_at: 0,
      category: 'custom' as const,
    };
    await expectCurrent(async () => crew.server.platform.events.publish('emoji:added', {emoji}));
  });

  test('has the files of posts', async () => {
    await openChannel();
    await withSql(
      `insert into FileInfo (Id, CreatorId, ChannelId, CreateAt, UpdateAt, Name, Path) values ($1, $2, $3, 1, 1, 'a.txt', 'x')`,
      'h'.repeat(26),
      ann.id,
      channelId,
    );
    const {order, posts} = await expectCurrent(() => say('file', {file_ids: ['h'.repeat(26)]}));
    expect(posts[order[0]].metadata.files).toMatchObject([{name: 'a.txt'}]);
  });

  test('with collapsed threads says which threads each reader follows', async () => {
    await openChannel();
    const query = KINDS['with collapsed threads'];
    const roots = [await say('ö "is_following":false}'), await say('second'), await say('third')];
    await say('reply', {root_id: roots[0].id});
    const followed = async (reader: Person) => {
      const {posts} = await page(query, reader);
      return roots.map(({id}) => posts[id].is_following);
    };
    expect(await followed(ann)).toEqual([true, false, false]);
    expect(await followed(bob)).toEqual([false, false, false]);
    const thread = `/users/me/teams/${crew.teamId}/threads/${roots[0].id}/following`;
    expect((await bob.put(thread, {})).status).toBe(200);
    expect(await followed(bob)).toEqual([true, false, false]);
    await say('@bob', {root_id: roots[2].id});
    expect(await followed(bob)).toEqual([true, false, true]);
    expect((await bob.delete(thread)).status).toBe(200);
    expect(await followed(bob)).toEqual([false, false, true]);
    expect(await followed(ann)).toEqual([true, false, true]);
    const {posts} = await page(query, bob);
    expect(Object.values(posts)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({id: roots[0].id, message: 'ö "is_following":false}'}),
      ]),
    );
  });

  test('is not sent to someone who has left the channel', async () => {
    channelId = await crew.channel('private', [ann, bob], 'P');
    await say('secret');
    await page();
    expect((await bob.delete(`/channels/${channelId}/members/me`)).status).toBe(200);
    expect((await bob.get(`/channels/${channelId}/posts?${KINDS['with threads']}`)).status).toBe(403);
    expect((await page(KINDS['with threads'], ann)).order.length).toBeGreaterThan(0);
  });

  test('with deleted posts is not cached for other users', async () => {
    await openChannel();
    const post = await say('deleted');
    await ann.delete(`/posts/${post.id}`);
    expect((await page()).posts).not.toHaveProperty(post.id);
    const {admin} = crew.server;
    expect((await page('include_deleted=true', admin as Person)).posts).toHaveProperty(post.id);
    expect((await page()).posts).not.toHaveProperty(post.id);
  });

  test.each(Object.entries(KINDS))('%s is not sent again to a client that has it', async (_kind, query) => {
    await openChannel();
    await say('one');
    const path = `/channels/${channelId}/posts?${query}`;
    const first = await bob.get(path);
    const etag = first.headers.etag as string;
    expect(etag).toMatch(/^W\/"/);
    expect(first.headers['cache-control']).toBe('no-store');
    const again = await bob.get(path, {'if-none-match': etag});
    expect(again.status).toBe(304);
    expect(again.headers.etag).toBe(etag);
    await say('two');
    const changed = await bob.get(path, {'if-none-match': etag});
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
  });
});
