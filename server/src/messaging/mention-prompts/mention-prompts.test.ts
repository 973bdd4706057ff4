import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import type {Person} from '../../../../test/support/test-server.ts';
import type {WirePost} from '../posts/posts.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let cat: Person;
let channelId: string;
const shown: {userId: string; post: WirePost}[] = [];

beforeAll(async () => {
  crew = await createCrew({GuestAccountsSettings: {Enable: true}});
  ({ann, bob, cat} = crew);
  channelId = await crew.channel('small', [ann]);
  crew.server.platform.events.inStreamOrder('post:ephemeral', (event) => void shown.push(event));
});
afterAll(() => crew.close());

/** Posts a message, and returns the prompts that its author receives and the users who can be added. */
async function promptsFor(author: Person, message: string, count = 1, more: object = {}) {
  shown.length = 0;
  const post = await crew.post(author, message, {channel_id: channelId, ...more});
  await expect.poll(() => shown.length).toBe(count);
  return shown.map((prompt) => {
    expect(prompt.userId).toBe(author.id);
    expect(prompt.post).toMatchObject({type: 'system_ephemeral', channel_id: channelId});
    expect(prompt.post.root_id).toBe(post.root_id);
    const added = prompt.post.props.add_channel_member as Record<string, unknown> | undefined;
    if (added) expect(added.post_id).toBe(prompt.post.id);
    return {
      message: prompt.post.message,
      names: added?.not_in_channel_usernames,
      ids: added?.not_in_channel_user_ids,
    };
  });
}

/** Expects that no prompt arrives before the one of a later message. */
async function expectNone(send: () => Promise<unknown>): Promise<void> {
  shown.length = 0;
  await send();
  await crew.post(ann, '@bob', {channel_id: channelId});
  await expect.poll(() => shown.length).toBeGreaterThan(0);
  expect(shown.map(({post}) => post.message)).toEqual([
    '@bob was not notified, because they are not in this channel.',
  ]);
}

test('authors are told which mentioned people are not in the channel or the team', async () => {
  expect(await promptsFor(ann, 'Ask @Bob, or (@cat.) and @bob; not `@bob`')).toEqual([
    {
      message: '@bob and @cat were not notified, because they are not in this channel.',
      names: ['bob', 'cat'],
      ids: [bob.id, cat.id],
    },
  ]);
  const root = await crew.post(ann, 'root', {channel_id: channelId});
  expect(await promptsFor(ann, '@bob @stranger', 2, {root_id: root.id})).toMatchObject([
    {names: ['bob']},
    {message: '@stranger was not notified, because they are not in this team.', names: undefined},
  ]);
});

test("prompts are in the author's language", async () => {
  await ann.put('/users/me/patch', {locale: 'de'});
  expect(await promptsFor(ann, '@bob @cat @stranger', 2)).toMatchObject([
    {message: '@bob und @cat wurden nicht benachrichtigt, weil sie nicht in diesem Kanal sind.'},
    {message: '@stranger wurde nicht benachrichtigt, weil diese Person nicht in diesem Team ist.'},
  ]);
  await ann.put('/users/me/patch', {locale: 'en'});
});

test('authors are told which members of a mentioned group are not in the channel', async () => {
  const members = [ann.id, bob.id, cat.id, crew.stranger.id];
  const group = {name: 'keepers', display_name: 'Keepers', source: 'custom', allow_reference: true};
  await ann.post('/groups', {...group, user_ids: members});
  expect(await promptsFor(ann, 'Hello @keepers')).toMatchObject([
    {names: ['bob', 'cat'], ids: [bob.id, cat.id]},
  ]);
});

test('there is no prompt about members, bots, deactivated accounts, code, webhooks and direct messages', async () => {
  const {admin} = crew.server;
  await admin.post('/bots', {username: 'absent-bot'});
  const gone = await crew.server.person('gone');
  await admin.put(`/users/${gone.id}/active`, {active: false});
  await expectNone(() =>
    crew.post(ann, '@ann @absent-bot @gone @nobody @all `@bob`', {channel_id: channelId}),
  );
  const direct = await crew.server.features.channels.directChannel(ann.id, bob.id, ann.id);
  await expectNone(() => crew.post(ann, '@cat', {channel_id: direct.id}));
  await expectNone(() =>
    crew.server.features.posts.create({channelId, userId: ann.id, message: '@cat', isWebhook: true}),
  );
});

test('guests are told only about people whom they can see', async () => {
  const guest = await crew.server.person('visitor');
  await crew.server.features.teams.addMember(crew.teamId, guest.id, ann.id);
  await crew.server.features.channels.addMember(channelId, guest.id, ann.id);
  await crew.server.admin.post(`/users/${guest.id}/demote`);
  for (const channel of (await guest.get(`/users/me/teams/${crew.teamId}/channels`)).body) {
    if (channel.id !== channelId)
      await crew.server.admin.delete(`/channels/${channel.id}/members/${guest.id}`);
  }
  await expectNone(() => crew.post(guest, '@bob @stranger', {channel_id: channelId}));
});

test('posts cannot imitate a prompt', async () => {
  const props = {add_channel_member: {not_in_channel_usernames: ['cat'], not_in_channel_user_ids: [bob.id]}};
  const post = await crew.post(ann, 'Add them', {channel_id: channelId, props});
  expect(post.props).toEqual({});
  const patched = await ann.put(`/posts/${post.id}/patch`, {props});
  expect(patched).toMatchObject({status: 200, body: {props: {}}});
  // Neither can ephemeral posts of integrations.
  const shown = await crew.server.admin.post('/posts/ephemeral', {
    user_id: ann.id,
    post: {channel_id: channelId, message: 'Add them', props},
  });
  expect(shown).toMatchObject({status: 201, body: {props: {}}});
});
