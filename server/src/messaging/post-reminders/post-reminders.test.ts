import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';

let crew: Crew;

beforeAll(async () => {
  crew = await createCrew();
});
afterAll(() => crew.close());

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;
const reminder = (postId: string) => `/users/me/posts/${postId}/reminder`;

test('a user is reminded of messages when reminders are due, except if the message was deleted', async () => {
  const {ann, bob} = crew;
  const {postReminders, channels} = crew.server.features;
  const [wanted, deleted, later] = [
    await crew.post(bob, 'to do'),
    await crew.post(bob, 'done'),
    await crew.post(bob, 'for tomorrow'),
  ];
  expect((await ann.post(reminder(later.id), {target_time: seconds(-5)})).status).toBe(200);
  for (const [post, offset] of [
    [wanted, -5],
    [deleted, -5],
    [later, 86_400],
  ] as const) {
    expect((await ann.post(reminder(post.id), {target_time: seconds(offset)})).status).toBe(200);
  }
  await bob.delete(`/posts/${deleted.id}`);
  postReminders.start();
  await postReminders.stop();
  postReminders.start();
  const own = await channels.directChannel(ann.id, ann.id, ann.id);
  const reminders = async () =>
    Object.values((await ann.get(`/channels/${own.id}/posts`)).body.posts) as {message: string}[];
  await expect.poll(reminders).toMatchObject([
    {
      user_id: ann.id,
      message: expect.stringContaining(`/_redirect/pl/${wanted.id}) by @bob`),
      props: {override_username: 'Reminder', post_id: wanted.id, team_name: 'crew', username: 'bob'},
    },
  ]);
  expect((await ann.get(`/users/me/channels/${own.id}/unread`)).body.msg_count).toBe(1);
  await postReminders.stop();
  // Only the person sees pending reminders.
  expect((await ann.get('/users/me/posts/reminders')).body).toEqual([
    {post_id: later.id, target_time: expect.any(Number)},
  ]);
  expect((await bob.get(`/users/${ann.id}/posts/reminders`)).status).toBe(403);
  expect((await bob.delete(`/users/${ann.id}/posts/${later.id}/reminder`)).status).toBe(403);
  const rows = await crew.server.platform.database.rows({text: 'select PostId from PostReminders'});
  expect(rows).toEqual([{postid: later.id}]);
  expect((await ann.delete(reminder(later.id))).status).toBe(200);
  expect((await ann.get('/users/me/posts/reminders')).body).toEqual([]);
});

test("reminders are in the person's language", async () => {
  const {ann, bob} = crew;
  const {postReminders, channels} = crew.server.features;
  const post = await crew.post(ann, 'zu tun');
  const shown: string[] = [];
  const stop = crew.server.platform.events.inStreamOrder(
    'post:ephemeral',
    ({post: {message}}) => void shown.push(message),
  );
  await bob.put('/users/me/patch', {locale: 'de'});
  await bob.post(reminder(post.id), {target_time: seconds(-5)});
  stop();
  expect(shown).toEqual([expect.stringMatching(/^Du wirst an \[diese Nachricht\]\(http.*\) erinnert\.$/)]);
  postReminders.start();
  const own = await channels.directChannel(bob.id, bob.id, bob.id);
  await expect
    .poll(async () => Object.values((await bob.get(`/channels/${own.id}/posts`)).body.posts))
    .toMatchObject([
      {
        message: expect.stringMatching(/^Hier ist deine Erinnerung an \[diese .*\) von @ann\.$/),
        props: {override_username: 'Erinnerung'},
      },
    ]);
  await postReminders.stop();
  await bob.put('/users/me/patch', {locale: 'en'});
});

test('a user who left the channel or is deactivated is not reminded', async () => {
  const {ann, bob, cat} = crew;
  const {postReminders} = crew.server.features;
  const channelId = await crew.channel('left', [bob, ann, cat], 'P');
  const secret = await crew.post(bob, 'a secret plan', {channel_id: channelId});
  const shared = await crew.post(bob, 'for all');
  for (const person of [ann, cat]) {
    for (const post of [secret, shared]) {
      const response = await person.post(reminder(post.id), {target_time: seconds(-5)});
      expect(response.status).toBe(200);
    }
  }
  await bob.delete(`/channels/${channelId}/members/${ann.id}`);
  await crew.server.admin.put(`/users/${cat.id}/active`, {active: false});
  postReminders.start();
  const {database} = crew.server.platform;
  const reminded = () =>
    database.rows({
      text: `
        select UserId, Props ->> 'post_id' as postid from Posts
        where Props ->> 'post_id' = any($1) and Type = '' and Props ->> 'override_username' = 'Reminder'`,
      values: [[secret.id, shared.id]],
    });
  const waiting = () =>
    database.rows({
      text: 'select PostId from PostReminders where PostId = any($1)',
      values: [[secret.id, shared.id]],
    });
  await expect.poll(waiting).toEqual([]);
  await postReminders.stop();
  expect(await reminded()).toEqual([{userid: ann.id, postid: shared.id}]);
});

test('a reminder requires read access and a time in seconds', async () => {
  const {ann, stranger} = crew;
  const hidden = await crew.post(ann, 'hidden', {channel_id: await crew.channel('hidden', [ann], 'P')});
  expect((await stranger.post(reminder(hidden.id), {target_time: seconds(60)})).status).toBe(403);
  for (const target_time of [Date.now(), 0, -1, 1.5, 'soon']) {
    expect((await ann.post(reminder(hidden.id), {target_time})).status).toBe(400);
  }
});

test('a user can have 1,000 reminders, and change their time', async () => {
  const {ann, bob} = crew;
  const later = seconds(3600);
  const [first, second] = [await crew.post(ann, 'first'), await crew.post(ann, 'second')];
  await crew.server.platform.database.execute({
    text: `
      insert into PostReminders (PostId, UserId, TargetTime)
      select lpad(n::text, 26, 'n'), $1, $2 from generate_series(1, 999) n`,
    values: [bob.id, later],
  });
  const set = (id: string, time: number) => bob.post(reminder(id), {target_time: time});
  expect((await set(first.id, later)).status).toBe(200);
  expect(await set(second.id, later)).toMatchObject({
    status: 400,
    body: {id: 'app.post_reminder.too_many.app_error'},
  });
  expect((await set(first.id, later + 1)).status).toBe(200);
  expect((await ann.post(reminder(second.id), {target_time: later})).status).toBe(200);
});
