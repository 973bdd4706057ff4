import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../../test/support/crew.ts';
import {storableText} from '../../../platform/database/storable-text.ts';

// PostgreSQL generates the JSON of plain pages, and presentPost that of single posts. Both must produce the same
// result.

let crew: Crew;

beforeAll(async () => {
  crew = await createCrew();
});
afterAll(() => crew.close());

async function expectSameAsOneByOne(channelId: string): Promise<void> {
  const {body: page} = await crew.ann.get(`/channels/${channelId}/posts?per_page=200`);
  expect(Object.keys(page.posts)).toEqual(expect.arrayContaining(page.order));
  const {body: posts} = await crew.ann.post('/posts/ids', Object.keys(page.posts));
  expect(page.posts).toEqual(Object.fromEntries(posts.map((post: {id: string}) => [post.id, post])));
  const {body: unwritten} = await crew.ann.get(
    `/channels/${channelId}/posts?per_page=200&skipFetchThreads=true`,
  );
  expect({...page, posts: {}}).toEqual({...unwritten, posts: {}});
}

test('a page contains every kind of post exactly as it is returned individually', async () => {
  const {ann, bob} = crew;
  const channelId = await crew.channel('kinds', [ann, bob]);
  const say = (message: string, more: object = {}) =>
    crew.post(ann, message, {channel_id: channelId, ...more});
  const root = await say('root');
  await crew.post(bob, 'reply', {channel_id: channelId, root_id: root.id});
  await say('"quotes" \\ and \u0001\u001f\u2028 \t\n #tags #"no');
  await say('me', {type: 'me'});
  await say('custom', {type: 'custom_"\\'});
  await say('props', {props: {text: '"\\\u2028', nested: [{a: null, b: 1.5e300}], ключ: true}});
  await say('at 10:30:45 https://example.com/:path:');
  await say('', {
    props: {attachments: [{text: 'x', actions: [{id: 'a', integration: {url: 'https://x.io'}}]}]},
  });
  await say('urgent', {metadata: {priority: {priority: 'urgent'}}});
  const edited = await say('to be edited');
  await ann.put(`/posts/${edited.id}/patch`, {message: 'edited'});
  const pinned = await say('pinned');
  await ann.post(`/posts/${pinned.id}/pin`);
  const liked = await say('liked');
  await bob.post('/reactions', {user_id: bob.id, post_id: liked.id, emoji_name: 'heart'});
  await crew.server.platform.database.execute({
    text: `
      insert into FileInfo (Id, CreatorId, ChannelId, CreateAt, UpdateAt, Name, Path)
      values ($1, $2, $3, 1, 1, 'a.txt', 'x')`,
    values: ['h'.repeat(26), ann.id, channelId],
  });
  await say('with a file', {file_ids: ['h'.repeat(26)]});
  await expectSameAsOneByOne(channelId);
});

test('any text is returned the same way by both', async () => {
  const channelId = await crew.channel('any-text', [crew.ann]);
  const {posts} = crew.server.features;
  const texts = fc.sample(fc.string({unit: 'binary', maxLength: 50}), 150);
  await posts.createMany(
    texts.map((text) => ({
      channelId,
      userId: crew.ann.id,
      message: `x${storableText(text)}`,
      props: {[`key ${storableText(text)}`]: storableText(text)},
    })),
  );
  await expectSameAsOneByOne(channelId);
});

test('an empty page is a valid list', async () => {
  const {body} = await crew.ann.get(`/channels/${crew.channelId}/posts?page=1000`);
  expect(body).toEqual({
    order: [],
    posts: {},
    next_post_id: '',
    prev_post_id: '',
    has_next: false,
    first_inaccessible_post_time: 0,
  });
});
