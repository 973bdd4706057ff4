import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {Person} from '../../../../test/support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let postId: string;

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob} = crew);
  postId = (await crew.post(ann, 'react')).id;
});
afterAll(() => crew.close());

function react(person: Person, emojiName: string, id = postId) {
  return person.post('/reactions', {user_id: person.id, post_id: id, emoji_name: emojiName});
}

test('a reaction is added once, shown with the post, and removed', async () => {
  const published: string[] = [];
  const {events} = crew.server.platform;
  const stops = [
    events.inStreamOrder('reaction:added', ({reaction}) => published.push(`+${reaction.emoji_name}`)),
    events.inStreamOrder('reaction:removed', ({reaction}) => published.push(`-${reaction.emoji_name}`)),
  ];
  const added = await react(bob, '+1');
  expect(added).toMatchObject({status: 200, body: {user_id: bob.id, post_id: postId, emoji_name: '+1'}});
  expect((await react(bob, '+1')).body).toEqual(added.body);
  const shown = await ann.get(`/posts/${postId}`);
  expect(shown.body).toMatchObject({has_reactions: true, metadata: {reactions: [added.body]}});
  expect(shown.body.update_at).toBeGreaterThanOrEqual(added.body.create_at);
  expect((await ann.get(`/posts/${postId}/reactions`)).body).toEqual([added.body]);

  expect((await bob.delete(`/users/me/posts/${postId}/reactions/+1`)).body).toEqual({status: 'OK'});
  expect((await bob.delete(`/users/me/posts/${postId}/reactions/+1`)).body).toEqual({status: 'OK'});
  const after = await ann.get(`/posts/${postId}`);
  expect(after.body).not.toHaveProperty('has_reactions');
  expect(after.body.metadata).not.toHaveProperty('reactions');
  expect((await react(bob, '+1')).status).toBe(200);
  await bob.delete(`/users/me/posts/${postId}/reactions/+1`);
  for (const stop of stops) stop();
  expect(published).toEqual(['+' + '+1', '-' + '+1', '+' + '+1', '-' + '+1']);
});

test('reactions of several posts are returned together', async () => {
  const other = (await crew.post(ann, 'other')).id;
  await react(bob, 'heart', other);
  const {body} = await ann.post('/posts/ids/reactions', [postId, other]);
  expect(Object.keys(body).sort()).toEqual([postId, other].sort());
  expect(body[other]).toMatchObject([{emoji_name: 'heart', user_id: bob.id}]);
  expect((await crew.stranger.post('/posts/ids/reactions', [other])).status).toBe(403);
});

test.each(['no such emoji', 'nothing_of_that_name', ':+1:', ''])('"%s" is not an emoji', async (name) => {
  const {status, body} = await react(bob, name);
  expect({status, id: body.id}).toEqual({status: 400, id: 'model.reaction.is_valid.emoji_name.app_error'});
});

test('a post can have 50 different emoji from any number of users', async () => {
  const id = (await crew.post(ann, 'popular')).id;
  await crew.server.platform.database.execute({
    text: `
      insert into Reactions (UserId, PostId, EmojiName, CreateAt)
      select $1, $2, 'emoji' || n, 1 from generate_series(1, 49) as n`,
    values: [ann.id, id],
  });
  expect((await react(bob, 'heart', id)).status).toBe(200);
  expect(await react(bob, 'smile', id)).toMatchObject({
    status: 400,
    body: {id: 'app.reaction.save.save.too_many_reactions'},
  });
  expect((await react(ann, 'heart', id)).status).toBe(200);
});

test('concurrent requests stay within the limit', async () => {
  const id = (await crew.post(ann, 'race')).id;
  await crew.server.platform.database.execute({
    text: `
      insert into Reactions (UserId, PostId, EmojiName, CreateAt)
      select $1, $2, 'emoji' || n, 1 from generate_series(1, 48) as n`,
    values: [ann.id, id],
  });
  const names = ['heart', 'smile', 'tada', 'rocket', 'eyes'];
  const responses = await Promise.all(names.map((name) => react(bob, name, id)));
  expect(responses.map(({status}) => status).sort()).toEqual([200, 200, 400, 400, 400]);
});

test('users can react only as themselves and with permission', async () => {
  expect((await ann.post('/reactions', {user_id: bob.id, post_id: postId, emoji_name: 'heart'})).status).toBe(
    403,
  );
  expect((await react(crew.stranger, 'heart')).status).toBe(403);
  await react(bob, 'eyes');
  expect((await ann.delete(`/users/${bob.id}/posts/${postId}/reactions/eyes`)).status).toBe(403);
  expect((await crew.server.admin.delete(`/users/${bob.id}/posts/${postId}/reactions/eyes`)).status).toBe(
    200,
  );
  expect((await react(ann, 'heart', 'z'.repeat(26))).status).toBe(404);
});

test('no one can react in an archived channel', async () => {
  const id = await crew.channel('closed', [ann, bob]);
  const post = await crew.post(ann, 'late', {channel_id: id});
  await react(bob, 'eyes', post.id);
  await crew.server.features.channels.archive(id, ann.id);
  expect((await react(bob, 'heart', post.id)).status).toBe(403);
  expect((await bob.delete(`/users/me/posts/${post.id}/reactions/eyes`)).status).toBe(403);
});

test('posts include their custom emoji', async () => {
  const {database, events} = crew.server.platform;
  const row = {
    id: 'e'.repeat(26),
    create_at: 1,
    update_at: 1,
    delete_at: 0,
    creator_id: ann.id,
    name: 'party_crew',
  };
  const before = await crew.post(ann, 'at 10:30:45 :party_crew:');
  expect(before.metadata.emojis).toEqual([]);
  await database.execute({
    text: `insert into Emoji (Id, CreateAt, UpdateAt, CreatorId, Name) values ($1, 1, 1, $2, $3)`,
    values: [row.id, ann.id, row.name],
  });
  const emoji = {...row, category: 'custom' as const};
  events.publish('emoji:added', {emoji});
  const post = await crew.post(ann, 'hello :party_crew::heart:');
  expect(post.metadata.emojis).toEqual([emoji]);
  const plain = await crew.post(ann, 'plain');
  await react(bob, 'party_crew', plain.id);
  const page = await ann.get(`/channels/${crew.channelId}/posts`);
  expect(page.body.posts[post.id].metadata.emojis).toEqual([emoji]);
  expect(page.body.posts[plain.id].metadata.emojis).toEqual([emoji]);
});
