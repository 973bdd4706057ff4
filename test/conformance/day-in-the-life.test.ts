// A day with the official client library on a listening server. The web client and many bots use this library.

import {Client4, WebSocketClient} from '@mattermost/client';
import type {WebSocketMessage} from '@mattermost/client/lib/websocket_message.js';
import type {Channel} from '@mattermost/types/channels';
import type {Post} from '@mattermost/types/posts';
import type {Team} from '@mattermost/types/teams';
import type {UserProfile} from '@mattermost/types/users';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {WebSocket} from 'ws';
import {picture} from '../support/pictures.ts';
import {createTestServer, type TestServer} from '../support/test-server.ts';
import {checkResponses, type ResponseChecks} from './response-checks.ts';

let server: TestServer;
let address: string;
let checks: ResponseChecks;

const PASSWORD = 'a long enough password';

/** A colleague: the REST client, the live connection, and all received events. */
interface Colleague {
  client: Client4;
  user: UserProfile;
  socket: WebSocketClient;
  received: WebSocketMessage[];
  /** Cuts the connection like a network failure does. The client reconnects automatically. */
  cut(): void;
  /**
   * Resolves with the first matching event of this name, already received or not. Each event is only returned once.
   */
  receives(event: string, fits?: (data: Record<string, string>) => boolean): Promise<Record<string, string>>;
}

let anna: Colleague;
let ben: Colleague;
let team: Team;
let townSquare: Channel;
let project: Channel;

beforeAll(async () => {
  // The client logs its connections to the console.
  vi.spyOn(console, 'log').mockImplementation(() => {});
  server = await createTestServer({settings: {ServiceSettings: {CollapsedThreads: 'default_off'}}});
  address = await server.listen();
  checks = await checkResponses(address);
  vi.stubGlobal('fetch', checks.fetch);
});
afterAll(async () => {
  for (const colleague of [anna, ben]) colleague?.socket.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await server.close();
});

function newClient(): Client4 {
  const client = new Client4();
  client.setUrl(address);
  client.setEnableLogging(true);
  return client;
}

async function arrive(username: string): Promise<Colleague> {
  const client = newClient();
  const account = {username, email: `${username}@example.com`, password: PASSWORD};
  const created = await client.createUser(account as unknown as UserProfile, '', '');
  const user = await client.login(username, PASSWORD);
  expect(user.id).toBe(created.id);
  client.setUserId(user.id);

  const received: WebSocketMessage[] = [];
  const taken = new Set<WebSocketMessage>();
  let connection: WebSocket | undefined;
  const socket = new WebSocketClient({
    minWebSocketRetryTime: 10,
    reconnectJitterRange: 1,
    newWebSocketFn(url) {
      connection = new WebSocket(url);
      return connection as unknown as globalThis.WebSocket;
    },
  });
  socket.addMessageListener((message) => received.push(message));
  // The client only remembers the id of its connection if there is such a listener.
  socket.addMissedMessageListener(() => missed.push(username));
  socket.initialize(client.getWebSocketUrl().replace('http', 'ws'), client.getToken());

  const colleague: Colleague = {
    client,
    user,
    socket,
    received,
    cut: () => connection?.terminate(),
    async receives(event, fits = () => true) {
      const message = await vi.waitFor(
        () => {
          const found = received.find(
            (one) => one.event === event && !taken.has(one) && fits(one.data as Record<string, string>),
          );
          if (!found) throw new Error(`${username} did not receive ${event}`);
          return found;
        },
        {timeout: 30_000, interval: 5},
      );
      taken.add(message);
      return message.data as Record<string, string>;
    },
  };
  await colleague.receives('hello');
  return colleague;
}

/** Users whose clients had to load everything again because events were lost. */
const missed: string[] = [];

const ofPost = (id: string) => (data: Record<string, string>) => JSON.parse(data.post!).id === id;
const newPost = (channel: Channel, message: string, more: Partial<Post> = {}) =>
  ({channel_id: channel.id, message, ...more}) as Post;

describe('a day', () => {
  test('starts with signing in, and everything that the web client then requests', async () => {
    anna = await arrive('anna');
    ben = await arrive('ben');
    const {client, user} = anna;
    expect((await client.getMe()).id).toBe(user.id);
    expect(await client.getClientConfig()).toMatchObject({SiteName: expect.any(String)});
    expect(await client.getClientLicenseOld()).toHaveProperty('IsLicensed');
    expect(await client.getMyPreferences()).toBeInstanceOf(Array);
    expect(await client.getMyTeams()).toEqual([]);
    expect(await client.getMyTeamMembers()).toEqual([]);
    expect(await client.getMyTeamUnreads()).toEqual([]);
    expect(await client.getRolesByNames(['system_user'])).toHaveLength(1);
    expect(await client.getWebappPlugins()).toEqual([]);
    expect((await client.getServerLimits()).data).toHaveProperty('maxUsersLimit');
    expect(await client.getStatusesByIds([user.id])).toMatchObject([{status: 'online'}]);
    expect(await client.getProfilesByIds([user.id, ben.user.id])).toHaveLength(2);
    expect(await client.getSessions(user.id)).toHaveLength(1);
    expect(await client.ping(true)).toMatchObject({status: 'OK'});
  });

  test('a team is created, and a colleague joins it', async () => {
    team = await anna.client.createTeam({
      name: 'research',
      display_name: 'Research',
      type: 'O',
      allow_open_invite: true,
    } as Team);
    expect(await anna.client.getTeamByName('research')).toMatchObject({id: team.id});
    expect(await anna.client.checkIfTeamExists('research')).toEqual({exists: true});
    await anna.client.addToTeam(team.id, ben.user.id);
    expect(await ben.receives('added_to_team')).toEqual({team_id: team.id, user_id: ben.user.id});
    await anna.client.patchTeam({id: team.id, description: 'Finding out'});
    expect(JSON.parse((await ben.receives('update_team')).team!)).toMatchObject({description: 'Finding out'});
    expect(await ben.client.getTeamStats(team.id)).toMatchObject({total_member_count: 2});
    expect(await ben.client.getTeamMembers(team.id)).toHaveLength(2);
    expect(await ben.client.getProfilesInTeam(team.id)).toHaveLength(2);
    expect(await ben.client.getTeams(0, 10)).toHaveLength(1);
  });

  test('channels are created, found and joined', async () => {
    townSquare = await anna.client.getChannelByName(team.id, 'town-square');
    project = await anna.client.createChannel({
      team_id: team.id,
      name: 'project',
      display_name: 'Project',
      type: 'P',
    } as Channel);
    expect(await anna.receives('channel_created')).toMatchObject({channel_id: project.id});
    await anna.client.addToChannel(ben.user.id, project.id);
    expect(await ben.receives('user_added', ({user_id}) => user_id === ben.user.id)).toMatchObject({
      team_id: team.id,
    });
    await anna.client.patchChannel(project.id, {header: 'Due on Friday'});
    const updated = await ben.receives('channel_updated');
    expect(JSON.parse(updated.channel!)).toMatchObject({id: project.id, header: 'Due on Friday'});

    const mine = await ben.client.getMyChannels(team.id);
    expect(mine.map(({name}) => name).sort()).toEqual(['off-topic', 'project', 'town-square']);
    expect(await ben.client.getMyChannelMembers(team.id)).toHaveLength(3);
    expect(await ben.client.getAllChannelsMembers('me')).toHaveLength(3);
    expect(await ben.client.getChannelStats(project.id)).toMatchObject({member_count: 2});
    expect(await ben.client.getChannelMembers(project.id)).toHaveLength(2);
    expect(await ben.client.getMyChannelMember(project.id)).toMatchObject({user_id: ben.user.id});
    expect(await ben.client.autocompleteChannels(team.id, 'proj')).toHaveLength(1);
    expect(await ben.client.searchChannels(team.id, 'town')).toMatchObject([{name: 'town-square'}]);
    expect(await ben.client.autocompleteUsers('ann', team.id, project.id)).toMatchObject({
      users: [{id: anna.user.id}],
    });
    expect(await ben.client.getChannelCategories(ben.user.id, team.id)).toHaveProperty('categories');
    expect(await ben.client.getProfilesInChannel(project.id)).toHaveLength(2);
  });

  test('direct and group channels are created', async () => {
    const direct = await anna.client.createDirectChannel([anna.user.id, ben.user.id]);
    expect(direct.type).toBe('D');
    expect(await ben.receives('direct_added')).toMatchObject({creator_id: anna.user.id});
    const carla = await server.person('carla');
    const group = await anna.client.createGroupChannel([anna.user.id, ben.user.id, carla.id]);
    expect(group.type).toBe('G');
    expect(JSON.parse((await ben.receives('group_added')).teammate_ids!)).toContain(carla.id);
    const post = await anna.client.createPost(newPost(direct, 'Coffee?'));
    expect(await ben.receives('posted', ofPost(post.id))).toMatchObject({channel_type: 'D', team_id: ''});
    expect(await ben.client.getProfilesInGroupChannels([group.id])).toHaveProperty(group.id);
  });

  test('a message is posted, replied to, reacted to, edited and pinned', async () => {
    const {client} = anna;
    const post = await client.createPost(
      newPost(project, 'What do you think, @ben?', {pending_post_id: `${anna.user.id}:1`}),
    );
    const posted = await ben.receives('posted', ofPost(post.id));
    expect(posted).toMatchObject({
      channel_type: 'P',
      channel_name: 'project',
      sender_name: '@anna',
      team_id: team.id,
    });
    expect(JSON.parse(posted.mentions!)).toEqual([ben.user.id]);
    expect(JSON.parse((await anna.receives('posted', ofPost(post.id))).post!).pending_post_id).toBe(
      `${anna.user.id}:1`,
    );

    const reply = await ben.client.createPost(newPost(project, 'Looks good.', {root_id: post.id}));
    expect(JSON.parse((await anna.receives('posted', ofPost(reply.id))).post!)).toMatchObject({
      root_id: post.id,
      reply_count: 1,
    });
    const thread = await client.getPostThread(post.id);
    expect(Object.keys(thread.posts).sort()).toEqual([post.id, reply.id].sort());

    await ben.client.addReaction(ben.user.id, post.id, '+1');
    expect(JSON.parse((await anna.receives('reaction_added')).reaction!)).toMatchObject({
      user_id: ben.user.id,
      post_id: post.id,
    });
    expect(await client.getReactionsForPost(post.id)).toHaveLength(1);
    await ben.client.removeReaction(ben.user.id, post.id, '+1');
    await anna.receives('reaction_removed');

    await client.patchPost({id: post.id, message: 'What do you think, all?'});
    const edited = await ben.receives('post_edited', ofPost(post.id));
    expect(JSON.parse(edited.post!)).toMatchObject({message: 'What do you think, all?'});
    expect(await client.getPostEditHistory(post.id)).toMatchObject([{message: 'What do you think, @ben?'}]);

    await client.pinPost(post.id);
    expect((await ben.client.getPinnedPosts(project.id)).order).toEqual([post.id]);
    await client.unpinPost(post.id);
    await client.savePreferences(anna.user.id, [
      {user_id: anna.user.id, category: 'flagged_post', name: reply.id, value: 'true'},
    ]);
    await anna.receives('preferences_changed');
    expect((await client.getFlaggedPosts(anna.user.id)).order).toEqual([reply.id]);

    await ben.client.deletePost(reply.id);
    await anna.receives('post_deleted', ofPost(reply.id));
    await expect(client.getPost(reply.id)).rejects.toMatchObject({status_code: 404});
  });

  test('a message has a file', async () => {
    const form = new FormData();
    form.append('channel_id', project.id);
    form.append('client_ids', 'one');
    form.append('files', new Blob([await picture(40, 30)], {type: 'image/png'}), 'sketch.png');
    const {file_infos, client_ids} = await anna.client.uploadFile(form);
    expect(client_ids).toEqual(['one']);
    const post = await anna.client.createPost(
      newPost(project, 'A sketch', {file_ids: file_infos.map(({id}) => id)}),
    );
    const posted = await ben.receives('posted', ofPost(post.id));
    expect(posted.image).toBe('true');
    expect(await ben.client.getFileInfosForPost(post.id)).toMatchObject([
      {name: 'sketch.png', width: 40, height: 30, mime_type: 'image/png'},
    ]);
    const url = ben.client.getFileUrl(file_infos[0]!.id, 0);
    const file = await fetch(url, {headers: {authorization: `Bearer ${ben.client.getToken()}`}});
    expect(file.headers.get('content-type')).toBe('image/png');
  });

  test('messages are loaded in pages, unread and read', async () => {
    for (let i = 1; i <= 12; i++) await anna.client.createPost(newPost(townSquare, `News ${i} #daily`));
    await ben.receives('posted', ({post}) => JSON.parse(post!).message === 'News 12 #daily');

    const unread = await ben.client.getPostsUnread(townSquare.id, ben.user.id, 5, 5);
    expect(unread.order.length).toBeLessThanOrEqual(10);
    const page = await ben.client.getPosts(townSquare.id, 0, 5);
    expect(page.order).toHaveLength(5);
    const before = await ben.client.getPostsBefore(townSquare.id, page.order[4]!, 0, 3);
    expect(before.order.map((id) => before.posts[id]!.message)).toEqual([
      'News 7 #daily',
      'News 6 #daily',
      'News 5 #daily',
    ]);
    const after = await ben.client.getPostsAfter(townSquare.id, before.order[0]!, 0, 2);
    expect(after.order.map((id) => after.posts[id]!.message)).toEqual(['News 9 #daily', 'News 8 #daily']);
    const since = await ben.client.getPostsSince(townSquare.id, page.posts[page.order[1]!]!.create_at);
    expect(since.order).toContain(page.order[0]);

    const behind = (await ben.client.getMyTeamUnreads())[0]!;
    expect(behind.msg_count).toBeGreaterThanOrEqual(12);
    await ben.client.viewMyChannel(townSquare.id);
    const viewed = await ben.receives('multiple_channels_viewed');
    expect(Object.keys(viewed.channel_times!)).toEqual([townSquare.id]);
    expect((await ben.client.getMyTeamUnreads())[0]!.msg_count).toBeLessThan(behind.msg_count);
    await ben.client.markPostAsUnread(ben.user.id, page.order[1]!);
    expect(await ben.receives('post_unread')).toMatchObject({post_id: page.order[1]});
  });

  test('search finds words, users, channels and tags', async () => {
    const {client} = ben;
    const found = async (terms: string) => {
      const {order, posts} = await client.searchPosts(team.id, terms, false);
      return order.map((id) => posts[id]!.message);
    };
    expect(await found('sketch')).toEqual(['A sketch']);
    expect(await found('from:anna in:project think')).toEqual(['What do you think, all?']);
    expect(await found('#daily')).toHaveLength(12);
    expect(await found('"News 3"')).toEqual(['News 3 #daily']);
    const files = await client.searchFiles(team.id, 'sketch', false);
    expect(files.order).toHaveLength(1);
    expect(await client.searchUsers('anna', {team_id: team.id})).toMatchObject([{id: anna.user.id}]);
  });

  test('threads are followed and read', async () => {
    const separately = {category: 'display_settings', name: 'collapsed_reply_threads', value: 'on'};
    await anna.client.savePreferences(anna.user.id, [{user_id: anna.user.id, ...separately}]);
    const root = await anna.client.createPost(newPost(project, 'Who takes notes?'));
    const reply = await ben.client.createPost(newPost(project, 'I do.', {root_id: root.id}));
    await anna.receives('thread_updated', ({thread}) => JSON.parse(thread!).id === root.id);
    const {threads} = await anna.client.getUserThreads('me', team.id, {unread: true});
    expect(threads.map(({id}) => id)).toContain(root.id);
    await anna.client.updateThreadReadForUser(anna.user.id, team.id, root.id, reply.create_at + 1);
    expect(await anna.receives('thread_read_changed')).toMatchObject({thread_id: root.id});
    await anna.client.updateThreadFollowForUser(anna.user.id, team.id, root.id, false);
    expect(await anna.receives('thread_follow_changed')).toMatchObject({thread_id: root.id, state: false});
  });

  test('statuses, typing and profiles are shared', async () => {
    anna.socket.userTyping(project.id, '');
    expect(await ben.receives('typing')).toEqual({user_id: anna.user.id, parent_id: ''});
    const statuses = await new Promise<{data?: Record<string, string>}>((resolve) => {
      ben.socket.getStatusesByIds([anna.user.id], resolve as never);
    });
    expect(statuses.data).toEqual({[anna.user.id]: 'online'});
    await anna.client.updateStatus({user_id: anna.user.id, status: 'dnd', dnd_end_time: 0});
    expect(await anna.receives('status_change', ({status}) => status === 'dnd')).toBeDefined();
    expect(await ben.client.getStatus(anna.user.id)).toMatchObject({status: 'dnd', manual: true});
    await anna.client.updateCustomStatus({emoji: 'coffee', text: 'Break', duration: ''} as never);
    const {user} = (await ben.receives('user_updated', ({user}) => {
      return (user as unknown as UserProfile).id === anna.user.id;
    })) as unknown as {user: UserProfile};
    expect(JSON.parse(user.props.customStatus!)).toMatchObject({text: 'Break'});
    await anna.client.patchMe({nickname: 'Annie'} as UserProfile);
    expect((await ben.client.getUserByUsername('anna')).nickname).toBe('Annie');
  });

  test('a custom emoji, a draft and a sidebar category are created', async () => {
    const emoji = await anna.client.createCustomEmoji(
      {name: 'lab', creator_id: anna.user.id} as never,
      new File([await picture(32, 32)], 'lab.png', {type: 'image/png'}),
    );
    expect(JSON.parse((await ben.receives('emoji_added')).emoji!)).toMatchObject({name: 'lab'});
    expect(await ben.client.getCustomEmojiByName('lab')).toMatchObject({id: emoji.id});
    expect(await ben.client.getCustomEmojisByNames(['lab'])).toHaveLength(1);

    const draft = {channel_id: project.id, root_id: '', message: 'To be', user_id: anna.user.id};
    await anna.client.upsertDraft(draft as never, '');
    expect(await anna.client.getUserDrafts(team.id)).toMatchObject([{message: 'To be'}]);
    await anna.receives('draft_created');
    await anna.client.deleteDraft(project.id, '', '');
    await anna.receives('draft_deleted');

    const category = await anna.client.createChannelCategory(anna.user.id, team.id, {
      display_name: 'Important',
      channel_ids: [project.id],
    } as never);
    expect(await anna.receives('sidebar_category_created')).toEqual({category_id: category.id});
    await anna.client.deleteChannelCategory(anna.user.id, team.id, category.id);
  });

  test('a reconnecting client misses nothing', async () => {
    const before = ben.received.length;
    const hellos = () => ben.received.filter(({event}) => event === 'hello').length;
    const greeted = hellos();
    ben.cut();
    const posts: Post[] = [];
    for (let i = 0; i < 20; i++) posts.push(await anna.client.createPost(newPost(project, `Missed ${i}`)));
    for (const post of posts) await ben.receives('posted', ofPost(post.id));
    ben.cut();
    const last = await anna.client.createPost(newPost(project, 'And this'));
    await ben.receives('posted', ofPost(last.id));

    const received = ben.received.slice(before).filter(({event}) => event === 'posted');
    expect(received.map(({data}) => JSON.parse((data as {post: string}).post).id)).toEqual(
      [...posts, last].map(({id}) => id),
    );
    expect(ben.received.map(({seq}) => seq)).toEqual(ben.received.map((_, index) => index));
    expect(hellos()).toBe(greeted);
    expect(missed).toEqual([]);
  });

  test('a user who leaves a channel receives no more events from it', async () => {
    await ben.client.removeFromChannel(ben.user.id, project.id);
    expect(await ben.receives('user_removed', ({channel_id}) => channel_id === project.id)).toBeDefined();
    expect(await anna.receives('user_removed')).toMatchObject({user_id: ben.user.id});
    const secret = await anna.client.createPost(newPost(project, 'Between us'));
    const open = await anna.client.createPost(newPost(townSquare, 'For all'));
    await ben.receives('posted', ofPost(open.id));
    const ids = ben.received.flatMap((one) =>
      one.event === 'posted' ? JSON.parse((one.data as {post: string}).post).id : [],
    );
    expect(ids).not.toContain(secret.id);
    await expect(ben.client.getPost(secret.id)).rejects.toMatchObject({status_code: 403});
  });

  test('ends with signing out, which closes the connection', async () => {
    const closed = new Promise((resolve) => ben.socket.addCloseListener(resolve));
    await ben.client.logout();
    await closed;
    await expect(ben.client.getMe()).rejects.toMatchObject({
      status_code: 401,
      server_error_id: 'api.context.session_expired.app_error',
    });
  });

  test('every response matched its description', () => {
    expect(checks.faults).toEqual([]);
    expect(checks.calls.size).toBeGreaterThan(75);
  });
});
