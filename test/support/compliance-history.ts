import {expect} from 'vitest';
import {type Crew, createCrew} from './crew.ts';
import type {Person} from './test-server.ts';

// A day with every kind of event that a compliance archive must contain.

export const START = Date.UTC(2021, 0, 1);
export const DAY = 86_400_000;
export const END = START + DAY;

/**
 * A comma, quotes, a Windows line ending, an emoji, a control character, and special characters of XML, HTML and MIME.
 */
export const TRICKY = 'a, "b";\r\n.\r\n<b>&amp; ]]> 🎉 \u0001 =C3=A9 end';
export const FORMULAS = ['=1+1', '  +1', '\t-1', '@SUM(A1)', '\rx', '-1', ' \t=2'];

interface ExpectedPost {
  id: string;
  channel: string;
  author: string;
  /** The expected entries in an export of the day, in order of time. */
  updates: readonly string[];
}

export interface History {
  crew: Crew;
  people: Record<'dan' | 'eve' | 'fay' | 'gus' | 'late' | 'gone', Person>;
  channels: Record<'square' | 'private' | 'direct' | 'group' | 'members', string>;
  /** Posts of the day by name. */
  posts: Record<string, ExpectedPost>;
  /** The ids of posts that no export of the day contains, by name. */
  excluded: Record<string, string>;
  files: Record<'first' | 'second' | 'third' | 'lost' | 'dropped', string>;
}

/** The site URL of the server that exports this history. */
export const SITE_URL = 'https://chat.crew.example';

export async function createHistory(): Promise<History> {
  const crew = await createCrew({
    ServiceSettings: {EnablePostUsernameOverride: true},
    MessageExportSettings: {DownloadExportResults: true},
  });
  const {server, ann, bob, cat} = crew;
  const {features, platform} = server;
  const {database} = platform;
  const names = ['dan', 'eve', 'fay', 'gus', 'late', 'gone'] as const;
  const persons = await Promise.all(names.map((name) => server.person(name)));
  const people = Object.fromEntries(names.map((name, i) => [name, persons[i]!])) as History['people'];
  for (const person of persons) await features.teams.addMember(crew.teamId, person.id, ann.id);
  await features.systemMessages.idle();

  const channels: History['channels'] = {
    square: crew.channelId,
    private: await crew.channel('plans', [ann, bob], 'P'),
    direct: (await features.channels.directChannel(ann.id, bob.id, ann.id)).id,
    group: (await features.channels.groupChannel([ann.id, bob.id, cat.id], ann.id)).id,
    members: await crew.channel('members', [ann, bob, cat]),
  };
  const posts: Record<string, ExpectedPost> = {};
  const excluded: Record<string, string> = {};

  const make = async (author: {id: string}, channel: string, at: number, message: string, more: object) =>
    (
      await features.posts.create({
        channelId: channel,
        userId: author.id,
        message,
        createAt: START + at,
        ...more,
      })
    ).id;
  /** Creates a post this many milliseconds after the start of the day. */
  async function say(
    name: string,
    at: number,
    message: string,
    {
      author = ann,
      channel = channels.square,
      updates = [''],
      ...more
    }: {author?: {id: string}; channel?: string; updates?: readonly string[]; [more: string]: unknown} = {},
  ): Promise<string> {
    const id = await make(author, channel, at, message, more);
    posts[name] = {id, channel, author: author.id, updates};
    return id;
  }
  /** Sets the update times of a post, its previous versions and its replies. */
  async function changedAt(id: string, at: number): Promise<void> {
    await database.execute({
      text: `
        update Posts set UpdateAt = $2, EditAt = case when EditAt > 0 then $2::bigint else 0 end,
          DeleteAt = case when DeleteAt > 0 then $2::bigint else 0 end
        where Id = $1 or OriginalId = $1`,
      values: [id, START + at],
    });
  }
  async function uploaded(name: string, content: string): Promise<string> {
    const {status, body} = await ann.post(
      `/files?channel_id=${channels.square}&filename=${encodeURIComponent(name)}`,
      content,
      {
        'content-type': 'application/octet-stream',
      },
    );
    expect(status, JSON.stringify(body)).toBe(201);
    return body.file_infos[0].id;
  }

  excluded.before = await make(ann, channels.square, -1, 'before the day', {});
  await say('start', 0, 'at the very start');
  const plain = await say('plain', 10, 'Quarterly SHORTING of 100% of_it \\ stock');
  await say('tricky', 20, TRICKY);
  for (const [i, text] of FORMULAS.entries()) await say(`formula ${i}`, 30 + i, text, {author: bob});
  await say('reply', 50, 'a reply', {author: bob, rootId: plain});
  for (let i = 0; i < 5; i++) await say(`tie ${i}`, 100, `tie ${i}`, {author: cat});
  await say('in private', 120, 'in private', {channel: channels.private});
  await say('in direct', 121, 'in direct', {channel: channels.direct});
  await say('in group', 122, 'in group', {channel: channels.group, author: bob});
  await say('preview', 130, `look at ${SITE_URL}/crew/pl/${plain} please`);
  await say('from elsewhere', 131, `https://chat.example.org/crew/pl/${plain}`);
  excluded.system = await make(ann, channels.square, 140, 'ann joined', {type: 'system_join_channel'});

  const bot = await features.bots.create({username: 'recorder'}, server.admin.id);
  await say('bot', 150, 'from a bot', {author: {id: bot.userid}});
  const hook = await server.admin.post('/hooks/incoming', {
    channel_id: channels.square,
    display_name: 'Deploys',
  });
  const sent = await server.anonymous.post(`/hooks/${hook.body.id}`, {
    text: 'deployed',
    username: 'deployer',
  });
  const hooked = String(sent.headers['x-post-id']);
  await database.execute({
    text: 'update Posts set CreateAt = $2, UpdateAt = $2 where Id = $1',
    values: [hooked, START + 160],
  });
  posts.hook = {id: hooked, channel: channels.square, author: server.admin.id, updates: ['']};
  const strange = await say('strange props', 170, 'strange props');
  await database.execute({
    text: 'update Posts set Props = $2 where Id = $1',
    values: [strange, JSON.stringify({override_username: {a: 1}, from_webhook: 1, previewed_post: [null]})],
  });

  const edited = await say('edited', 200, 'first text', {updates: ['EditedNewMsg']});
  await ann.put(`/posts/${edited}/patch`, {message: 'second text'});
  await changedAt(edited, 300);
  const root = await say('edited and answered', 210, 'question', {updates: ['EditedNewMsg']});
  await ann.put(`/posts/${root}/patch`, {message: 'question?'});
  await say('answer', 310, 'answer', {author: bob, rootId: root});
  await changedAt(root, 310);
  const reacted = await say('reacted', 220, 'well done', {updates: ['UpdatedNoMsgChange']});
  await ann.post('/reactions', {user_id: ann.id, post_id: reacted, emoji_name: 'thumbsup'});
  await changedAt(reacted, 320);
  const deleted = await say('deleted', 230, 'to be deleted', {updates: ['', 'Deleted']});
  await ann.delete(`/posts/${deleted}`);
  await changedAt(deleted, 330);
  const old = await say('old and deleted', -1000, 'said before the day', {updates: ['Deleted']});
  await ann.delete(`/posts/${old}`);
  await changedAt(old, 331);
  // The previous version of an edited post is a separate post. Only the end of its name matters.
  for (const [name, id] of [
    ['earlier text', edited],
    ['earlier question', root],
  ] as const) {
    const row = await database.row<{id: string}>({
      text: 'select Id from Posts where OriginalId = $1',
      values: [id],
    });
    posts[name] = {id: row!.id, channel: channels.square, author: ann.id, updates: ['EditedOriginalMsg']};
  }

  const files: History['files'] = {
    first: await uploaded('first.txt', 'the first file'),
    second: await uploaded('../zweite Datei "é".txt', 'the second file'),
    third: await uploaded('third.txt', 'the third file'),
    lost: await uploaded('lost.txt', 'lost'),
    dropped: await uploaded('dropped.txt', 'dropped'),
  };
  await say('one file', 240, 'one file', {fileIds: [files.first]});
  await say('two files', 241, 'two files', {fileIds: [files.second, files.third]});
  await say('lost file', 242, 'a file that is lost', {fileIds: [files.lost]});
  const path = await database.row<{path: string}>({
    text: 'select Path from FileInfo where Id = $1',
    values: [files.lost],
  });
  await features.fileStore.remove(path!.path);
  const dropping = await say('dropped file', 243, 'a file that was taken away', {
    fileIds: [files.dropped],
    updates: ['UpdatedNoMsgChange'],
  });
  await database.execute({
    text: 'update FileInfo set DeleteAt = $2 where Id = $1',
    values: [files.dropped, START + 343],
  });
  await changedAt(dropping, 343);

  await say('of gus', 1500, 'nobody knows since when I am here', {
    author: people.gus,
    channel: channels.members,
  });
  await say('of eve', 1600, 'my last words', {author: people.eve, channel: channels.members});
  await say('last', DAY - 1, 'in the last millisecond');
  await say('end', DAY, 'at the very end');
  excluded.after = await make(ann, channels.square, DAY + 1, 'after the day', {});
  // A reply updates its parent post.
  posts.plain!.updates = ['UpdatedNoMsgChange'];
  await changedAt(plain, 50);

  await setMemberships();
  return {crew, people, channels, posts, excluded, files};

  /**
   * Sets when people joined and left channels. Members only joined and left the channels that were created
   * for this.
   */
  async function setMemberships(): Promise<void> {
    await database.execute({
      text: 'update ChannelMemberHistory set JoinTime = $1, LeaveTime = null where ChannelId <> $2',
      values: [START - DAY, channels.members],
    });
    await database.execute({
      text: 'delete from ChannelMemberHistory where ChannelId = $1',
      values: [channels.members],
    });
    await database.execute({
      text: 'delete from ChannelMembers where ChannelId = $1 and UserId <> $2',
      values: [channels.members, ann.id],
    });
    const {dan, eve, fay, late, gone} = people;
    const memberships: [Person, number, number | null][] = [
      [ann, -DAY, null],
      [bob, 1000, null],
      [cat, -DAY, 2000],
      [dan, -DAY, null],
      [eve, -DAY, null],
      [fay, -DAY, 1000],
      [fay, 3000, 3001],
      [fay, 4000, null],
      [late, DAY + 1, null],
      [gone, -DAY, -1],
    ];
    for (const [person, joined, left] of memberships) {
      await database.execute({
        text: 'insert into ChannelMemberHistory (ChannelId, UserId, JoinTime, LeaveTime) values ($1, $2, $3, $4)',
        values: [channels.members, person.id, START + joined, left === null ? null : START + left],
      });
    }
    for (const [person, time] of [
      [dan, -1000],
      [eve, 5000],
    ] as const) {
      await database.execute({
        text: 'update Users set DeleteAt = $2 where Id = $1',
        values: [person.id, START + time],
      });
    }
  }
}
