import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../../test/support/crew.ts';
import type {Person} from '../../../../../test/support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let cat: Person;
let channelId: string;
let published: {mentioned: string[]; followers: string[]; senderName: string} | undefined;
let channelCount = 0;

beforeAll(async () => {
  // The setting for replies in threads only applies without collapsed threads.
  crew = await createCrew({ServiceSettings: {CollapsedThreads: 'disabled'}});
  ({ann, bob, cat} = crew);
  const name = (id: string) => [ann, bob, cat].find((person) => person.id === id)?.username ?? id;
  crew.server.platform.events.inStreamOrder('post:created', ({mentionedUserIds, followerIds, senderName}) => {
    published = {
      mentioned: mentionedUserIds.map(name).sort(),
      followers: followerIds.map(name).sort(),
      senderName,
    };
  });
});
afterAll(() => crew.close());

beforeEach(async () => {
  channelId = await crew.channel(`mentions-${channelCount++}`, [ann, bob, cat]);
});

async function mentionedBy(author: Person, message: string, more: object = {}): Promise<string[]> {
  await crew.post(author, message, {channel_id: channelId, ...more});
  return published!.mentioned;
}

async function mentionCount(person: Person, id = channelId): Promise<number> {
  const row = await crew.server.platform.database.row<{mentioncount: number}>({
    text: 'select MentionCount from ChannelMembers where ChannelId = $1 and UserId = $2',
    values: [id, person.id],
  });
  return row!.mentioncount;
}

async function notify(person: Person, props: Record<string, string>): Promise<void> {
  const {body} = await person.get('/users/me');
  const {status} = await person.put('/users/me/patch', {notify_props: {...body.notify_props, ...props}});
  expect(status).toBe(200);
}

test('a username mentions a member and is counted until read', async () => {
  expect(await mentionedBy(ann, 'hello @bob and @BOB')).toEqual(['bob']);
  expect(published!.senderName).toBe('@ann');
  expect(await mentionCount(bob)).toBe(1);
  await mentionedBy(ann, '@bob again');
  expect(await mentionCount(bob)).toBe(2);
  await crew.post(bob, 'my answer', {channel_id: channelId});
  expect(await mentionCount(bob)).toBe(0);
  expect(await mentionCount(cat)).toBe(0);
});

test('users outside the channel and authors are not mentioned', async () => {
  const own = await crew.channel('own', [ann]);
  expect(await mentionedBy(ann, '@bob @ann', {channel_id: own})).toEqual([]);
  await crew.server.features.channels.addMember(own, bob.id, bob.id);
  await crew.server.features.systemMessages.idle();
  expect(await mentionedBy(ann, '@bob', {channel_id: own})).toEqual(['bob']);
  await crew.server.features.channels.removeMember(own, bob.id, bob.id);
  await crew.server.features.systemMessages.idle();
  expect(await mentionedBy(ann, '@bob', {channel_id: own})).toEqual([]);
});

test('the pretext, text and fields of attachments mention members, but titles and footers do not', async () => {
  const attachment = (parts: object) => ({props: {attachments: [parts]}});
  expect(await mentionedBy(ann, '', attachment({pretext: '@bob', text: 'and @cat'}))).toEqual(['bob', 'cat']);
  expect(await mentionedBy(ann, '', attachment({fields: [{title: 'x', value: '@cat'}]}))).toEqual(['cat']);
  expect(
    await mentionedBy(
      ann,
      '',
      attachment({title: '@bob', footer: '@bob', fallback: '@bob', author_name: '@bob'}),
    ),
  ).toEqual([]);
});

describe('users can choose', () => {
  test('to be mentioned by keywords and first name', async () => {
    await notify(bob, {mention_keys: 'deploy,outage', first_name: 'true'});
    await bob.put('/users/me/patch', {first_name: 'Robert'});
    expect(await mentionedBy(ann, 'the DEPLOY is done')).toEqual(['bob']);
    expect(await mentionedBy(ann, 'ask Robert')).toEqual(['bob']);
    expect(await mentionedBy(ann, 'ask robert')).toEqual([]);
    await notify(bob, {mention_keys: '', first_name: 'false'});
    expect(await mentionedBy(ann, 'deploy, Robert')).toEqual([]);
  });

  test('to be mentioned by replies in their threads', async () => {
    const mine = await crew.post(bob, 'root', {channel_id: channelId});
    const hers = await crew.post(ann, 'root', {channel_id: channelId});
    await crew.post(bob, 'I take part', {channel_id: channelId, root_id: hers.id});
    await notify(bob, {comments: 'root'});
    expect(await mentionedBy(ann, 'x', {root_id: mine.id})).toEqual(['bob']);
    expect(await mentionedBy(cat, 'x', {root_id: hers.id})).toEqual([]);
    await notify(bob, {comments: 'any'});
    expect(await mentionedBy(cat, 'x', {root_id: hers.id})).toEqual(['bob']);
    await notify(bob, {comments: 'never'});
    expect(await mentionedBy(ann, 'x', {root_id: mine.id})).toEqual([]);
    expect(published!.followers).toEqual(['ann', 'bob']);
  });
});

describe('@channel, @all and @here', () => {
  test('mention every member except the author, unless they ignore it', async () => {
    expect(await mentionedBy(ann, '@channel')).toEqual(['bob', 'cat']);
    expect(await mentionedBy(bob, 'hey @All!')).toEqual(['ann', 'cat']);
    await notify(cat, {channel: 'false'});
    expect(await mentionedBy(ann, '@channel')).toEqual(['bob']);
    await notify(cat, {channel: 'true'});
  });

  test('@here mentions only online members', async () => {
    const {statuses} = crew.server.features;
    await statuses.choose(bob.id, 'online');
    await statuses.choose(cat.id, 'dnd');
    expect(await mentionedBy(ann, '@here')).toEqual(['bob']);
    await statuses.choose(cat.id, 'online');
    expect(await mentionedBy(ann, '@here')).toEqual(['bob', 'cat']);
  });

  test('require permission', async () => {
    const {permissions} = crew.server.features;
    const role = await permissions.roleByName('channel_user');
    const names = role.permissions.split(' ');
    await permissions.changeRole(
      role.id,
      names.filter((name) => name !== 'use_channel_mentions'),
    );
    expect(await mentionedBy(bob, '@channel @ann')).toEqual(['ann']);
    await permissions.changeRole(role.id, names);
    expect(await mentionedBy(bob, '@channel')).toEqual(['ann', 'cat']);
  });

  test('mention no one in a channel of more than a thousand members', async () => {
    const {database, events} = crew.server.platform;
    const addMembers = (from: number, to: number) =>
      database.execute({
        text: `
          with people as (
            insert into Users (Id, CreateAt, UpdateAt, Username, Email)
            select lpad(n::text, 26, 'x'), 1, 1, 'many' || n, 'many' || n || '@example.com'
            from generate_series($2::integer, $3::integer) as n
            returning Id
          )
          insert into ChannelMembers (ChannelId, UserId, SchemeUser) select $1, Id, true from people`,
        values: [channelId, from, to],
      });
    await addMembers(1, 997);
    events.publish('channel-standing:changed', {channelId});
    expect(await mentionedBy(ann, '@channel')).toHaveLength(999);
    await addMembers(998, 998);
    events.publish('channel-standing:changed', {channelId});
    expect(await mentionedBy(ann, '@channel @bob')).toEqual(['bob']);
  });
});

describe('direct and group messages', () => {
  test('mention everyone else', async () => {
    const {channels} = crew.server.features;
    const direct = await channels.directChannel(ann.id, bob.id, ann.id);
    expect(await mentionedBy(ann, 'just so', {channel_id: direct.id})).toEqual(['bob']);
    expect(await mentionCount(bob, direct.id)).toBe(1);
    const group = await channels.groupChannel([ann.id, bob.id, cat.id], ann.id);
    expect(await mentionedBy(ann, 'just so', {channel_id: group.id})).toEqual(['bob', 'cat']);
    const notes = await channels.directChannel(ann.id, ann.id, ann.id);
    expect(await mentionedBy(ann, 'to myself', {channel_id: notes.id})).toEqual([]);
  });
});

test("from a webhook mention its owner too and don't mark the channel as read", async () => {
  const {posts} = crew.server.features;
  const before = await crew.post(ann, 'mine', {channel_id: channelId});
  await posts.create({
    channelId,
    userId: ann.id,
    message: '@ann @bob',
    isWebhook: true,
    props: {from_webhook: 'true', override_username: 'robot'},
  });
  expect(published).toMatchObject({mentioned: ['ann', 'bob'], senderName: 'robot'});
  const row = await crew.server.platform.database.row({
    text: 'select MsgCount, MentionCount, LastViewedAt from ChannelMembers where ChannelId = $1 and UserId = $2',
    values: [channelId, ann.id],
  });
  expect(row).toEqual({msgcount: 1, mentioncount: 1, lastviewedat: before.create_at});
});

test("from bots are marked as such and don't mark the channel as read", async () => {
  const bot = await crew.server.features.bots.create({username: 'helper'}, crew.server.admin.id);
  const {channels, teams, posts, systemMessages} = crew.server.features;
  await teams.addMember(crew.teamId, bot.userid, ann.id);
  await channels.addMember(channelId, bot.userid, ann.id);
  await systemMessages.idle();
  const post = await posts.create({
    channelId,
    userId: bot.userid,
    message: '@ann',
    props: {from_bot: 'false'},
  });
  expect(post.props).toEqual({from_bot: 'true'});
  const row = await crew.server.platform.database.row({
    text: 'select MsgCount from ChannelMembers where ChannelId = $1 and UserId = $2',
    values: [channelId, bot.userid],
  });
  expect(row).toEqual({msgcount: 0});
});
