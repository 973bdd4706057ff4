import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {attachmentWith} from '../../../../../test/support/attachments.ts';
import {type Crew, createCrew} from '../../../../../test/support/crew.ts';
import type {Person} from '../../../../../test/support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  // Without collapsed threads, a reply marks the channel as read for its author.
  crew = await createCrew({ServiceSettings: {CollapsedThreads: 'disabled'}});
  ({ann, bob} = crew);
});
afterAll(() => crew.close());

async function refusal(body: object, author: Person = ann) {
  const response = await author.post('/posts', {channel_id: crew.channelId, ...body});
  return {status: response.status, id: response.body.id, message: response.body.message};
}

/** Uploads a file to the channel as ann. Returns its id. */
async function file(letter: string, channelId: string): Promise<string> {
  const id = letter.repeat(26);
  await crew.server.platform.database.execute({
    text: `
      insert into FileInfo (Id, CreatorId, ChannelId, CreateAt, UpdateAt, Name, Extension, MimeType, Path)
      values ($1, $2, $3, 1, 1, 'a.txt', 'txt', 'text/plain', 'x')`,
    values: [id, ann.id, channelId],
  });
  return id;
}

interface ChannelCounters {
  totalmsgcount: number;
  totalmsgcountroot: number;
  lastpostat: number;
  lastrootpostat: number;
}

function channelCounters(channelId: string): Promise<ChannelCounters | undefined> {
  return crew.server.platform.database.row<ChannelCounters>({
    text: 'select TotalMsgCount, TotalMsgCountRoot, LastPostAt, LastRootPostAt from Channels where Id = $1',
    values: [channelId],
  });
}

interface MemberCounters {
  msgcount: number;
  msgcountroot: number;
  mentioncount: number;
  mentioncountroot: number;
  urgentmentioncount: number;
  lastviewedat: number;
}

async function memberCounters(channelId: string, person: Person): Promise<MemberCounters> {
  const row = await crew.server.platform.database.row<MemberCounters>({
    text: `
      select MsgCount, MsgCountRoot, MentionCount, MentionCountRoot, UrgentMentionCount, LastViewedAt
      from ChannelMembers where ChannelId = $1 and UserId = $2`,
    values: [channelId, person.id],
  });
  return row!;
}

describe('a post', () => {
  test('matches the wire format and can be retrieved', async () => {
    const created = await ann.post('/posts', {
      channel_id: crew.channelId,
      message: 'Good morning #crew',
      props: {a: 1},
      pending_post_id: 'mine:1',
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{26}$/),
      create_at: expect.any(Number),
      update_at: created.body.create_at,
      edit_at: 0,
      delete_at: 0,
      is_pinned: false,
      user_id: ann.id,
      channel_id: crew.channelId,
      root_id: '',
      parent_id: '',
      original_id: '',
      message: 'Good morning #crew',
      type: '',
      props: {a: 1},
      hashtags: '#crew',
      pending_post_id: 'mine:1',
      reply_count: 0,
      last_reply_at: 0,
      participants: null,
      metadata: {embeds: [], emojis: [], files: [], images: {}},
    });
    const found = await bob.get(`/posts/${created.body.id}`);
    expect(found.body).toEqual({...created.body, pending_post_id: ''});
  });

  test('can be created at /posts without the API prefix', async () => {
    const response = await crew.server.app.inject({
      method: 'POST',
      url: '/posts',
      headers: {authorization: `Bearer ${ann.token}`},
      payload: {channel_id: crew.channelId, message: 'short path'},
    });
    expect(response.statusCode).toBe(201);
  });

  test("increments the channel's counters and marks it as read for its author", async () => {
    const channelId = await crew.channel('counting', [ann, bob]);
    const first = await crew.post(ann, 'one', {channel_id: channelId});
    const reply = await crew.post(ann, 'two', {channel_id: channelId, root_id: first.id});
    expect(await channelCounters(channelId)).toEqual({
      totalmsgcount: 2,
      totalmsgcountroot: 1,
      lastpostat: reply.create_at,
      lastrootpostat: first.create_at,
    });
    expect(await memberCounters(channelId, ann)).toMatchObject({
      msgcount: 2,
      msgcountroot: 1,
      lastviewedat: reply.create_at,
    });
    expect(await memberCounters(channelId, bob)).toMatchObject({
      msgcount: 0,
      msgcountroot: 0,
      mentioncount: 0,
    });
  });

  test("with set_online=false does not change the author's status", async () => {
    const dan = await crew.server.person('dan');
    const {teams, statuses} = crew.server.features;
    await teams.addMember(crew.teamId, dan.id, ann.id);
    await dan.post('/posts?set_online=false', {channel_id: crew.channelId, message: 'quietly'});
    expect((await statuses.byIds([dan.id]))[0]!.status).toBe('offline');
    await dan.post('/posts', {channel_id: crew.channelId, message: 'here I am'});
    expect((await statuses.byIds([dan.id]))[0]!.status).toBe('online');
  });

  test("has the server's time, except from administrators and bots", async () => {
    const before = Date.now();
    const mine = await crew.post(ann, 'old?', {create_at: 1000});
    expect(mine.create_at).toBeGreaterThanOrEqual(before);
    const theirs = await crew.post(crew.server.admin, 'old!', {create_at: 1000});
    expect(theirs.create_at).toBe(1000);
    for (const createAt of [-1000, before + 86_400_000, Number.MAX_SAFE_INTEGER]) {
      const odd = await crew.post(crew.server.admin, 'odd', {create_at: createAt});
      expect(odd.create_at).toBeGreaterThanOrEqual(before);
      expect(odd.create_at).toBeLessThanOrEqual(Date.now() + 1000);
    }
  });
});

describe('a message', () => {
  test('can have at most 16,383 code points, not UTF-16 units', async () => {
    const longest = await crew.post(ann, '😀'.repeat(16_383));
    expect([...longest.message]).toHaveLength(16_383);
    expect(await refusal({message: `${'😀'.repeat(16_383)}!`})).toEqual({
      status: 400,
      id: 'model.post.is_valid.message_length.app_error',
      message: expect.stringMatching(/at most 16383 characters, but has 16384/),
    });
  });

  test('cannot be empty without attachments', async () => {
    expect(await refusal({message: ' \n'})).toMatchObject({
      status: 400,
      message: expect.stringContaining('message'),
    });
    expect(await refusal({})).toMatchObject({status: 400});
    const post = await crew.post(ann, '', {props: {attachments: [{text: 'here'}]}});
    expect(post.metadata.embeds).toEqual([{type: 'message_attachment'}]);
  });

  test('has replacement characters for characters that PostgreSQL cannot store', async () => {
    const response = await ann.post(
      '/posts',
      `{"channel_id":"${crew.channelId}","message":"a\\u0000b\\ud800c"}`,
    );
    expect(response.body.message).toBe('a\ufffdb\ufffdc');
  });
});

describe('properties', () => {
  test('must be an object', async () => {
    expect(await refusal({message: 'x', props: 'y'})).toMatchObject({status: 400});
    expect(await refusal({message: 'x', props: [1]})).toMatchObject({status: 400});
  });

  test('can have at most 800,000 code points as JSON', async () => {
    const {posts} = crew.server.features;
    const at = (length: number) =>
      posts.create({channelId: crew.channelId, userId: ann.id, message: 'x', props: {a: 'ä'.repeat(length)}});
    await at(800_000 - '{"a":""}'.length);
    await expect(at(800_001 - '{"a":""}'.length)).rejects.toMatchObject({
      id: 'model.post.is_valid.props.app_error',
      status: 400,
    });
  });

  test('contain normalized attachments without their integration URLs', async () => {
    const action = {
      id: 'go',
      name: 'Go',
      integration: {url: 'https://example.com', context: {key: 'secret'}},
    };
    const post = await crew.post(ann, 'x', {
      props: {attachments: [{text: 't', ts: 5, actions: [action]}, null]},
    });
    const presented = attachmentWith({text: 't', actions: [{id: 'go', name: 'Go', type: 'button'}]});
    expect(post.props.attachments).toEqual([presented]);
    // The state of attachments from earlier versions and imports, without missing fields filled in.
    await crew.server.platform.database.execute({
      text: "update Posts set Props = jsonb_set(Props, '{attachments}', $2) where Id = $1",
      values: [post.id, JSON.stringify([{text: 't', actions: [action]}])],
    });
    expect((await bob.get(`/posts/${post.id}`)).body.props.attachments).toEqual([
      attachmentWith({text: 't', actions: [{id: 'go', name: 'Go'}]}),
    ]);
    const page = await bob.get(`/channels/${crew.channelId}/posts`);
    expect(JSON.stringify(page.body)).not.toContain('secret');
  });

  test('cannot fake another author', async () => {
    const post = await crew.post(ann, 'x', {
      props: {from_webhook: 'true', override_username: 'the boss', from_bot: 'true', kept: 1},
    });
    expect(post.props).toEqual({kept: 1});
  });
});

describe('a type', () => {
  test.each(['', 'me', 'slack_attachment', 'custom_weather'])('can be "%s"', async (type) => {
    expect((await crew.post(ann, 'x', {type})).type).toBe(type);
  });

  test('reserved for the server is rejected', async () => {
    expect(await refusal({message: 'x', type: 'system_generic'})).toMatchObject({
      status: 400,
      id: 'api.context.invalid_param.app_error',
    });
  });

  test.each(['other', `custom_${'x'.repeat(20)}`])('cannot be "%s"', async (type) => {
    expect(await refusal({message: 'x', type})).toMatchObject({
      status: 400,
      id: 'model.post.is_valid.type.app_error',
    });
  });
});

describe('a channel', () => {
  test('must exist', async () => {
    expect(await refusal({channel_id: 'x'.repeat(26), message: 'x'}, crew.server.admin)).toMatchObject({
      status: 404,
      id: 'app.channel.get.existing.app_error',
    });
    expect(await refusal({channel_id: 'short', message: 'x'})).toMatchObject({status: 400});
  });

  test('requires membership', async () => {
    const channelId = await crew.channel('private', [ann], 'P');
    expect(await refusal({channel_id: channelId, message: 'x'}, bob)).toMatchObject({status: 403});
    expect(await refusal({channel_id: crew.channelId, message: 'x'}, crew.stranger)).toMatchObject({
      status: 403,
    });
  });

  test('accepts posts from users with permission to post everywhere', async () => {
    const everywhere = await crew.server.person('everywhere');
    await crew.server.platform.database.execute({
      text: `update Users set Roles = 'system_user system_post_all' where Id = $1`,
      values: [everywhere.id],
    });
    crew.server.platform.events.publish('users:changed', {userIds: [everywhere.id]});
    const channelId = await crew.channel('anybody', [ann], 'P');
    expect((await everywhere.post('/posts', {channel_id: channelId, message: 'x'})).status).toBe(201);
  });

  test('that is archived rejects posts', async () => {
    const channelId = await crew.channel('gone', [ann]);
    const {channels} = crew.server.features;
    await channels.archive(channelId, ann.id);
    expect(await refusal({channel_id: channelId, message: 'x'})).toMatchObject({
      status: 400,
      id: 'api.post.create_post.can_not_post_to_deleted.error',
    });
  });
});

describe('a reply', () => {
  test('belongs to the thread of the post it replies to and increases its count', async () => {
    const root = await crew.post(ann, 'root');
    const first = await crew.post(bob, 'first', {root_id: root.id});
    const second = await crew.post(ann, 'second', {root_id: first.id});
    expect(first).toMatchObject({root_id: root.id, reply_count: 1});
    expect(second).toMatchObject({root_id: root.id, reply_count: 2});
    const found = await ann.get(`/posts/${root.id}`);
    expect(found.body).toMatchObject({
      reply_count: 2,
      last_reply_at: second.create_at,
      update_at: second.create_at,
    });
  });

  test('requires an existing post in its channel', async () => {
    const other = await crew.channel('elsewhere', [ann]);
    const elsewhere = await crew.post(ann, 'elsewhere', {channel_id: other});
    const id = 'api.post.create_post.root_id.app_error';
    expect(await refusal({message: 'x', root_id: elsewhere.id})).toMatchObject({status: 400, id});
    expect(await refusal({message: 'x', root_id: 'z'.repeat(26)})).toMatchObject({status: 400, id});
    const deleted = await crew.post(ann, 'to be deleted');
    await ann.delete(`/posts/${deleted.id}`);
    expect(await refusal({message: 'x', root_id: deleted.id})).toMatchObject({status: 400, id});
  });
});

describe('files', () => {
  test("can number at most ten and must be the author's own", async () => {
    const ids = Array.from({length: 11}, (_, index) => String(index).padStart(26, 'a'));
    expect(await refusal({message: 'x', file_ids: ids})).toMatchObject({
      status: 400,
      id: 'model.post.is_valid.file_ids.app_error',
    });
    const before = await channelCounters(crew.channelId);
    expect(await refusal({message: 'x', file_ids: [ids[0]]})).toMatchObject({
      status: 400,
      id: 'app.file_info.attach_to_post.app_error',
    });
    expect(await channelCounters(crew.channelId)).toEqual(before);
  });

  test('are attached to the post', async () => {
    const fileId = await file('f', crew.channelId);
    const post = await crew.post(ann, '', {file_ids: [fileId, fileId]});
    expect(post.file_ids).toEqual([fileId]);
    expect(post.metadata.files).toMatchObject([{id: fileId, name: 'a.txt', post_id: post.id}]);
    expect((await bob.get(`/posts/${post.id}`)).body.metadata.files).toHaveLength(1);
  });
});

describe('a pending id', () => {
  test('sent again returns the same post', async () => {
    const body = {message: 'once', pending_post_id: 'ann:1'};
    const first = await crew.post(ann, 'once', body);
    const second = await crew.post(ann, 'once', body);
    expect(second).toEqual(first);
    const other = await crew.post(bob, 'once', body);
    expect(other.id).not.toBe(first.id);
  });

  test('sent twice concurrently creates one post', async () => {
    const channelId = await crew.channel('twice', [ann]);
    const body = {channel_id: channelId, message: 'once', pending_post_id: 'ann:2'};
    const responses = await Promise.all(Array.from({length: 20}, () => ann.post('/posts', body)));
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    expect(await channelCounters(channelId)).toMatchObject({totalmsgcount: 1});
  });

  test('of a rejected post can be used again', async () => {
    const body = {pending_post_id: 'ann:3'};
    expect(await refusal({...body, message: ''})).toMatchObject({status: 400});
    await crew.post(ann, 'now right', body);
  });
});

describe('the time of a post', () => {
  const database = () => crew.server.platform.database;
  const setLastPostAt = (channelId: string, time: number) =>
    database().execute({
      text: 'update Channels set LastPostAt = $2, LastRootPostAt = $2 where Id = $1',
      values: [channelId, time],
    });

  test('is later than the times of all earlier posts, even if they come from a clock that is ahead', async () => {
    const channelId = await crew.channel('ahead', [ann, bob]);
    const ahead = Date.now() + 5_000;
    await setLastPostAt(channelId, ahead);
    const root = await crew.post(ann, 'root', {channel_id: channelId});
    expect(root).toMatchObject({create_at: ahead + 1, update_at: ahead + 1});
    const reply = await crew.post(bob, 'reply', {channel_id: channelId, root_id: root.id});
    expect(reply).toMatchObject({create_at: ahead + 2, reply_count: 1});
    expect(await channelCounters(channelId)).toMatchObject({
      lastpostat: ahead + 2,
      lastrootpostat: ahead + 1,
    });
    expect(await memberCounters(channelId, ann)).toMatchObject({lastviewedat: ahead + 1});
    expect(await memberCounters(channelId, bob)).toMatchObject({lastviewedat: ahead + 2});
    const thread = await database().row({
      text: `
        select t.LastReplyAt, m.LastViewed, m.LastUpdated, p.UpdateAt
        from Threads t join ThreadMemberships m on m.PostId = t.PostId join Posts p on p.Id = t.PostId
        where t.PostId = $1 and m.UserId = $2`,
      values: [root.id, bob.id],
    });
    expect(thread).toEqual({
      lastreplyat: ahead + 2,
      lastviewed: ahead + 2,
      lastupdated: ahead + 2,
      updateat: ahead + 2,
    });
    expect((await ann.get(`/posts/${reply.id}`)).body.create_at).toBe(ahead + 2);
    expect((await ann.delete(`/posts/${root.id}`)).status).toBe(200);
    const deleted = await crew.server.admin.get(`/posts/${reply.id}?include_deleted=true`);
    expect(deleted.body.update_at).toBeGreaterThan(ahead + 2);
  });

  test('ignores posts with a date far in the future', async () => {
    const channelId = await crew.channel('wrong-dates', [ann]);
    await setLastPostAt(channelId, Date.now() + 10 * 365 * 86_400_000);
    const post = await crew.post(ann, 'today', {channel_id: channelId});
    expect(Math.abs(post.create_at - Date.now())).toBeLessThan(60_000);
    expect(await channelCounters(channelId)).toMatchObject({lastpostat: post.create_at});
  });

  test('can be set by an administrator, even if other posts arrive at the same time', async () => {
    const {admin, features} = crew.server;
    const channelId = await crew.channel('backdated', [ann]);
    await features.teams.addMember(crew.teamId, admin.id, admin.id);
    await features.channels.addMember(channelId, admin.id, admin.id);
    await features.systemMessages.idle();
    const first = await crew.post(ann, 'first', {channel_id: channelId});
    const create_at = first.create_at - 60_000;
    const posts = await Promise.all([
      crew.post(ann, 'now', {channel_id: channelId}),
      crew.post(admin, 'earlier', {channel_id: channelId, create_at}),
      crew.post(ann, 'and now', {channel_id: channelId}),
    ]);
    expect(posts[1].create_at).toBe(create_at);
    const others = [posts[0].create_at, posts[2].create_at];
    for (const time of others) expect(time).toBeGreaterThan(first.create_at);
    expect((await channelCounters(channelId))!.lastpostat).toBe(Math.max(...others));
  });
});

test('a post can be pinned immediately', async () => {
  const post = await crew.post(ann, 'the rules', {is_pinned: true});
  expect(post.is_pinned).toBe(true);
  expect(post.update_at).toBe(post.create_at);
  expect((await bob.get(`/channels/${crew.channelId}/pinned`)).body.order).toContain(post.id);
});

describe('a priority', () => {
  test('is stored and shown', async () => {
    const post = await crew.post(ann, 'read this', {
      metadata: {priority: {priority: 'urgent', requested_ack: true}},
    });
    const priority = {priority: 'urgent', requested_ack: true, persistent_notifications: false};
    expect(post.metadata.priority).toEqual(priority);
    expect((await bob.get(`/posts/${post.id}`)).body.metadata.priority).toEqual(priority);
  });

  test('is allowed only for root posts and must be valid', async () => {
    const root = await crew.post(ann, 'root');
    const metadata = {priority: {priority: 'important'}};
    expect(await refusal({message: 'x', root_id: root.id, metadata})).toMatchObject({status: 400});
    expect(await refusal({message: 'x', metadata: {priority: {priority: 'huge'}}})).toMatchObject({
      status: 400,
    });
  });

  test('of urgent is counted with the mention', async () => {
    const channelId = await crew.channel('urgent', [ann, bob]);
    await crew.post(ann, '@bob quick', {
      channel_id: channelId,
      metadata: {priority: {priority: 'urgent'}},
    });
    expect(await memberCounters(channelId, bob)).toMatchObject({mentioncount: 1, urgentmentioncount: 1});
  });
});

describe('many concurrent posts', () => {
  test('are all created in the order of their times, with exact counters', async () => {
    const channelId = await crew.channel('busy', [ann, bob, crew.cat]);
    const people = [ann, bob, crew.cat];
    const root = await crew.post(ann, 'root', {channel_id: channelId});
    const responses = await Promise.all(
      Array.from({length: 200}, (_, index) =>
        people[index % 3]!.post('/posts', {
          channel_id: channelId,
          message: index % 10 === 0 ? `@bob ${index}` : `${index}`,
          root_id: index % 4 === 0 ? root.id : '',
        }),
      ),
    );
    expect(responses.map((response) => response.status)).toEqual(Array(200).fill(201));
    const rows = await crew.server.platform.database.rows<{id: string; message: string; userid: string}>({
      text: `
        select Id, Message, UserId from Posts where ChannelId = $1 and Type = '' order by CreateAt, Id`,
      values: [channelId],
    });
    expect(rows).toHaveLength(201);
    expect(await channelCounters(channelId)).toMatchObject({totalmsgcount: 201, totalmsgcountroot: 151});
    for (const person of people) {
      const last = rows.findLastIndex((row) => row.userid === person.id);
      expect(await memberCounters(channelId, person)).toMatchObject({msgcount: last + 1});
    }
    const lastOfBob = rows.findLastIndex((row) => row.userid === bob.id);
    const unreadMentions = rows.slice(lastOfBob + 1).filter((row) => row.message.startsWith('@bob '));
    expect((await memberCounters(channelId, bob)).mentioncount).toBe(unreadMentions.length);
    const thread = await crew.server.platform.database.row({
      text: 'select ReplyCount, Participants from Threads where PostId = $1',
      values: [root.id],
    });
    expect(thread).toMatchObject({replycount: 50});
  });

  test('keep the order in which a user sent them', async () => {
    const channelId = await crew.channel('ordered', [ann]);
    const sent: string[] = [];
    for (let index = 0; index < 30; index++) {
      sent.unshift((await crew.post(ann, `${index}`, {channel_id: channelId})).id);
    }
    expect((await ann.get(`/channels/${channelId}/posts`)).body.order.slice(0, 30)).toEqual(sent);
  });

  test('are created even if the database rejects one of them', async () => {
    const channelId = await crew.channel('neighbors', [ann]);
    await crew.server.platform.database.execute({
      text: `alter table Posts add constraint no_poison check (Message <> 'poison')`,
    });
    const responses = await Promise.all(
      ['a', 'b', 'poison', 'c', 'd'].map((message) => ann.post('/posts', {channel_id: channelId, message})),
    );
    await crew.server.platform.database.execute({text: 'alter table Posts drop constraint no_poison'});
    expect(responses.map((response) => response.status)).toEqual([201, 201, 500, 201, 201]);
    expect(await channelCounters(channelId)).toMatchObject({totalmsgcount: 4});
  });

  test('are created even if the channel of one of them was deleted permanently in the meantime', async () => {
    const [kept, gone] = [await crew.channel('survivor', [ann]), await crew.channel('deleted-soon', [ann])];
    const root = await crew.post(ann, 'root', {channel_id: gone});
    await crew.post(ann, 'cached', {channel_id: kept});
    // Simulates another node that has not received the deletion yet.
    const {database} = crew.server.platform;
    for (const table of ['ChannelMembers where ChannelId', 'Posts where ChannelId', 'Channels where Id']) {
      await database.execute({text: `delete from ${table} = $1`, values: [gone]});
    }
    const refused = {status: 404, body: {id: 'app.channel.get.existing.app_error', path: 'channel_id'}};
    const responses = await Promise.all(
      [kept, gone, kept, gone, kept].map((channel_id, index) =>
        ann.post('/posts', {channel_id, message: `${index}`, pending_post_id: `${ann.id}:gone${index}`}),
      ),
    );
    expect(responses.map(({status}) => status)).toEqual([201, 404, 201, 404, 201]);
    expect(responses[1]).toMatchObject(refused);
    const urgent = {channel_id: gone, message: 'alone', metadata: {priority: {priority: 'urgent'}}};
    expect(await ann.post('/posts', urgent)).toMatchObject(refused);
    expect(root.channel_id).toBe(gone);
    expect(await channelCounters(kept)).toMatchObject({totalmsgcount: 4});
    expect(
      await database.rows({
        text: 'select PostId from PostsPriority where ChannelId = $1',
        values: [gone],
      }),
    ).toEqual([]);
  });

  test('in one batch are all created or none, a millisecond apart', async () => {
    const channelId = await crew.channel('together', [ann]);
    const {posts} = crew.server.features;
    const input = (message: string) => ({channelId, userId: ann.id, message});
    const created = await posts.createMany(['a', 'b', 'c'].map(input));
    expect(created.map((post) => post.create_at - created[0]!.create_at)).toEqual([0, 1, 2]);
    await expect(posts.createMany(['d', ' ', 'e'].map(input))).rejects.toMatchObject({status: 400});
    expect(await channelCounters(channelId)).toMatchObject({totalmsgcount: 3});
  });
});

describe('ephemeral posts', () => {
  test('require permission, are shown to one user and are not stored', async () => {
    const shown: string[] = [];
    crew.server.platform.events.inStreamOrder('post:ephemeral', ({userId}) => shown.push(userId));
    const body = {user_id: bob.id, post: {channel_id: crew.channelId, message: 'psst'}};
    expect((await ann.post('/posts/ephemeral', body)).status).toBe(403);
    const response = await crew.server.admin.post('/posts/ephemeral', body);
    expect(response).toMatchObject({status: 201, body: {type: 'system_ephemeral', message: 'psst'}});
    expect(shown).toEqual([bob.id]);
    expect((await bob.get(`/posts/${response.body.id}`)).status).toBe(404);
  });
});
