import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {openSocket, type SocketClient} from '../../../../test/support/socket-client.ts';
import type {Person} from '../../../../test/support/test-server.ts';

const SITE = 'https://chat.example.com';
const SECRET = 'canary of a private channel';

let crew: Crew;
let privateId: string;
// biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
let secret: any;
const sockets = new Map<string, SocketClient>();

beforeAll(async () => {
  crew = await createCrew({ServiceSettings: {SiteURL: SITE}});
  privateId = await crew.channel('private', [crew.ann, crew.bob], 'P');
  secret = await crew.post(crew.ann, SECRET, {channel_id: privateId});
  const address = await crew.server.listen();
  for (const person of [crew.bob, crew.cat]) {
    sockets.set(person.id, await openSocket(address, {token: person.token}));
  }
});
afterAll(async () => {
  for (const socket of sockets.values()) await socket.cut();
  await crew.close();
});

const linkTo = (id: string) => `${SITE}/crew/pl/${id}`;
async function receivedPost(person: Person, event: string, id: string) {
  const {data} = await sockets.get(person.id)!.next(event, ({data}) => JSON.parse(data.post).id === id);
  return JSON.parse(data.post);
}
const quotesIn = (post: {metadata: {embeds: {type: string; data: {post: {message: string}}}[]}}) =>
  post.metadata.embeds.filter(({type}) => type === 'permalink').map(({data}) => data.post.message);

test('a linked message is quoted only for users who have access to it, in every response and event', async () => {
  const {bob, cat, channelId} = crew;
  const post = await crew.post(crew.ann, `See ${linkTo(secret.id)}, quokka`);
  expect(post.metadata.embeds).toEqual([
    {
      type: 'permalink',
      data: {
        post_id: secret.id,
        post: expect.objectContaining({id: secret.id, message: SECRET, user_id: crew.ann.id}),
        team_name: 'crew',
        channel_id: privateId,
        channel_type: 'P',
        channel_display_name: 'private',
      },
    },
  ]);
  expect(quotesIn(await receivedPost(bob, 'posted', post.id))).toEqual([SECRET]);
  expect(quotesIn(await receivedPost(cat, 'posted', post.id))).toEqual([]);
  await crew.ann.post(`/posts/${post.id}/pin`, {});
  expect(quotesIn(await receivedPost(bob, 'post_edited', post.id))).toEqual([SECRET]);
  expect(quotesIn(await receivedPost(cat, 'post_edited', post.id))).toEqual([]);

  const after = await crew.post(crew.ann, 'After it');
  for (const person of [bob, cat, bob]) {
    const expected = person === bob ? [SECRET] : [];
    await person.put(`/users/${person.id}/preferences`, [
      {user_id: person.id, category: 'flagged_post', name: post.id, value: 'true'},
    ]);
    for (const path of [
      `/channels/${channelId}/posts`,
      `/channels/${channelId}/posts?collapsedThreads=true`,
      `/channels/${channelId}/posts?skipFetchThreads=true`,
      `/channels/${channelId}/posts?since=${post.create_at - 1}`,
      `/channels/${channelId}/posts?before=${after.id}`,
      `/channels/${channelId}/posts?page=0&per_page=200`,
      `/users/me/channels/${channelId}/posts/unread`,
      `/posts/${post.id}/thread`,
      `/channels/${channelId}/pinned`,
      `/users/me/posts/flagged`,
    ]) {
      const {status, body} = await person.get(path);
      expect({path, status}).toEqual({path, status: 200});
      expect({path, quotes: quotesIn(body.posts[post.id])}).toEqual({path, quotes: expected});
      if (person === cat) expect(JSON.stringify(body)).not.toContain(SECRET);
    }
    const found = await person.post(`/teams/${crew.teamId}/posts/search`, {
      terms: 'quokka',
      is_or_search: false,
    });
    expect(quotesIn(found.body.posts[post.id])).toEqual(expected);
    const threads = `/users/me/teams/${crew.teamId}/threads`;
    await person.post('/posts', {channel_id: channelId, root_id: post.id, message: 'A reply'});
    const followed = (await person.get(threads)).body.threads;
    expect(followed.map((thread: {id: string}) => thread.id)).toEqual([post.id]);
    for (const thread of [followed[0], (await person.get(`${threads}/${post.id}`)).body]) {
      expect(quotesIn(thread.post)).toEqual(expected);
    }
    const [byId] = (await person.post('/posts/ids', [post.id])).body;
    expect(quotesIn(byId)).toEqual(expected);
    expect(quotesIn((await person.get(`/posts/${post.id}`)).body)).toEqual(expected);
  }

  // Searches don't find quotes, because they aren't stored.
  const hits = await cat.post(`/teams/${crew.teamId}/posts/search`, {terms: 'canary', is_or_search: false});
  expect(hits.body.order).toEqual([]);
  const stored = await crew.server.platform.database.rows({
    text: `select Id from Posts where ChannelId = $1 and (Message || Props::text) like '%canary%'`,
    values: [channelId],
  });
  expect(stored).toEqual([]);
});

test('a quote reflects edits of the message, its deletion and changes of access', async () => {
  const {ann, bob, cat} = crew;
  const quoted = await crew.post(ann, 'first words', {channel_id: privateId});
  const {id} = await crew.post(ann, linkTo(quoted.id));
  const quotes = async (person: Person) => {
    const page = (await person.get(`/channels/${crew.channelId}/posts`)).body;
    return quotesIn(page.posts[id]);
  };
  expect(await quotes(bob)).toEqual(['first words']);
  await ann.put(`/posts/${quoted.id}/patch`, {message: 'second words'});
  expect(await quotes(bob)).toEqual(['second words']);

  await ann.post(`/channels/${privateId}/members`, {user_id: cat.id});
  expect(await quotes(cat)).toEqual(['second words']);
  await ann.delete(`/channels/${privateId}/members/${cat.id}`);
  expect(await quotes(cat)).toEqual([]);
  await ann.put(`/posts/${id}/patch`, {message: `After that: ${linkTo(quoted.id)}`});
  expect(quotesIn(await receivedPost(cat, 'post_edited', id))).toEqual([]);
  expect(quotesIn(await receivedPost(bob, 'post_edited', id))).toEqual(['second words']);

  await ann.delete(`/posts/${quoted.id}`);
  expect(await quotes(bob)).toEqual([]);
});

test('a message in a public channel is quoted for team members who are not in the channel', async () => {
  const open = await crew.channel('open', [crew.ann]);
  const quoted = await crew.post(crew.ann, 'open words', {channel_id: open});
  const {id} = await crew.post(crew.ann, linkTo(quoted.id));
  expect(quotesIn((await crew.cat.get(`/posts/${id}`)).body)).toEqual(['open words']);
  expect(quotesIn(await receivedPost(crew.cat, 'posted', id))).toEqual(['open words']);
});

test('a message in a public channel is not quoted for people until they join its team', async () => {
  const {server, cat} = crew;
  const {admin} = server;
  const team = (await admin.post('/teams', {name: 'other', display_name: 'Other', type: 'O'})).body;
  const channel = (
    await admin.post('/channels', {team_id: team.id, name: 'far', display_name: 'Far', type: 'O'})
  ).body;
  const quoted = (await admin.post('/posts', {channel_id: channel.id, message: 'far words'})).body;
  const seenBy = async () => {
    const {id} = await crew.post(crew.ann, `${SITE}/other/pl/${quoted.id}`);
    const seen = quotesIn(await receivedPost(cat, 'posted', id));
    // The next response contains the same.
    expect(quotesIn((await cat.get(`/posts/${id}`)).body)).toEqual(seen);
    return seen;
  };
  expect(await seenBy()).toEqual([]);
  await admin.post(`/teams/${team.id}/members`, {team_id: team.id, user_id: cat.id});
  await expect.poll(seenBy).toEqual(['far words']);
  await admin.delete(`/teams/${team.id}/members/${cat.id}`);
  expect(await seenBy()).toEqual([]);
});

test('a message in a public channel is not quoted for people whose role may not read public channels', async () => {
  const {server, cat, ann} = crew;
  const quoted = await crew.post(ann, 'open words', {channel_id: await crew.channel('shut', [ann])});
  const seen = async () => {
    const {id} = await crew.post(ann, linkTo(quoted.id));
    return quotesIn(await receivedPost(cat, 'posted', id));
  };
  expect(await seen()).toEqual(['open words']);
  const role = (await server.admin.get('/roles/name/team_user')).body;
  const set = (permissions: string[]) => server.admin.put(`/roles/${role.id}/patch`, {permissions});
  await set(role.permissions.filter((one: string) => one !== 'read_public_channel'));
  await expect.poll(seen).toEqual([]);
  await set(role.permissions);
  await expect.poll(seen).toEqual(['open words']);
});

test.each([
  ['another site', (id: string) => `https://other.example.com/crew/pl/${id}`],
  ['another place of this site', (id: string) => `${SITE}/crew/pl/${id}/more`],
  ['code', (id: string) => `\`${linkTo(id)}\``],
  ['words of a link', (id: string) => `[message](${linkTo(id)})`],
  ['an unknown message', () => linkTo('y'.repeat(26))],
])('%s is not quoted', async (_what, textFor) => {
  expect(quotesIn(await crew.post(crew.ann, textFor(secret.id)))).toEqual([]);
});

test('a message does not quote itself, and a quote has no quotes', async () => {
  const first = await crew.post(crew.ann, linkTo(secret.id));
  const second = await crew.post(crew.ann, linkTo(first.id));
  expect(quotesIn(second)).toEqual([first.message]);
  expect(JSON.stringify(second)).not.toContain(SECRET);
  const {body} = await crew.ann.put(`/posts/${first.id}/patch`, {message: linkTo(first.id)});
  expect(quotesIn(body)).toEqual([]);
});

test('quotes of a few long messages cannot make a page too large', async () => {
  const {ann} = crew;
  const channelId = await crew.channel('echoes', [ann]);
  const props = {data: 'x'.repeat(40_000)};
  const long = [];
  for (let n = 0; n < 3; n++) long.push(await crew.post(ann, `long ${n}`, {channel_id: privateId, props}));
  const message = long.map(({id}) => linkTo(id)).join(' ');
  const {id} = await crew.post(ann, message, {channel_id: channelId});
  expect(quotesIn((await ann.get(`/posts/${id}`)).body)).toEqual(['long 0', 'long 1', 'long 2']);
  for (let n = 0; n < 9; n++) await crew.post(ann, message, {channel_id: channelId});
  const end = await crew.post(ann, 'end', {channel_id: channelId});
  for (const query of ['', `&before=${end.id}`]) {
    const page = (await ann.get(`/channels/${channelId}/posts?per_page=60${query}`)).body;
    expect(
      quotesIn(page.posts[page.order.find((one: string) => page.posts[one].message === message)]),
    ).toHaveLength(3);
    expect(JSON.stringify(page).length).toBeLessThan(1_100_000);
  }
  const huge = await crew.post(ann, 'huge', {channel_id: privateId, props: {data: 'x'.repeat(60_000)}});
  expect(quotesIn(await crew.post(ann, linkTo(huge.id)))).toEqual([]);
});

test('an administrator can disable quotes, and the author can remove them', async () => {
  const post = await crew.post(crew.ann, linkTo(secret.id));
  const {body} = await crew.ann.put(`/posts/${post.id}/patch`, {props: {remove_link_preview: 'true'}});
  expect(quotesIn(body)).toEqual([]);
  await crew.server.platform.config.patch({ServiceSettings: {EnablePermalinkPreviews: false}});
  expect(quotesIn(await crew.post(crew.ann, linkTo(secret.id)))).toEqual([]);
});
