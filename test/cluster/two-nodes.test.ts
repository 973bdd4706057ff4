import {connect} from '@nats-io/transport-node';
import {afterAll, afterEach, beforeAll, describe, expect, test, vi} from 'vitest';
import type {Cluster} from '../../server/src/platform/cluster/cluster.ts';
import {createSingleNode} from '../../server/src/platform/cluster/single-node.ts';
import {describeThisNode} from '../../server/src/platform/cluster/this-node.ts';
import {siteUrl} from '../../server/src/platform/config/site-url.ts';
import {followSettings} from '../../server/src/platform/config-store/follow-settings.ts';
import {
  receiveEventsFromTools,
  sendEventsToServers,
} from '../../server/src/platform/event-bus/database-bridge.ts';
import {createEventBus} from '../../server/src/platform/event-bus/event-bus.ts';
import {
  hasNatsServer,
  NATS_SERVER_MISSING,
  type NatsServer,
  startNatsServer,
} from '../support/nats-server.ts';
import {openSocket, type SocketClient} from '../support/socket-client.ts';
import {type Client, createTestServer, type Person, type TestServer} from '../support/test-server.ts';

if (!hasNatsServer) console.log(NATS_SERVER_MISSING);

let nats: NatsServer;
let a: TestServer;
let b: TestServer;
let anna: Person;
/** Added to the number of messages that nodes A and B have not received yet. */
const lags = {a: 0, b: 0};
let teamId: string;
const sockets: SocketClient[] = [];
let created = 0;

/** An account whose requests go to node B, and its socket there. */
async function personOnB(): Promise<Person & {onB: Client; socket: SocketClient}> {
  const person = await a.person(`person${++created}`);
  await a.features.teams.addMember(teamId, person.id, anna.id);
  return {...person, onB: b.withToken(person.token), socket: await listen(addresses.b, person.token)};
}

let addresses: {a: string; b: string};
async function listen(address: string, token: string): Promise<SocketClient> {
  const socket = await openSocket(address, {token});
  sockets.push(socket);
  await socket.next('hello');
  return socket;
}

async function privateChannel(...members: {id: string}[]): Promise<string> {
  const channel = await a.features.channels.create(
    {team_id: teamId, name: `channel-${++created}`, display_name: 'Channel', type: 'P'},
    anna.id,
  );
  await a.features.channels.addMembers(
    channel.id,
    members.map(({id}) => id),
    anna.id,
  );
  // From now on, only actions of the tests change the channel.
  await a.features.systemMessages.idle();
  return channel.id;
}

/** The messages of the posts in a channel that a socket has received. */
const messagesOf = ({heard}: SocketClient, channelId: string): string[] =>
  heard
    .filter(({event, broadcast}) => event === 'posted' && broadcast.channel_id === channelId)
    .map(({data}) => JSON.parse(data.post))
    .filter(({type}) => type === '')
    .map(({message}) => message);

/** Retries a check for a second, within which changes must apply on all nodes. */
const soon = (check: () => unknown) => vi.waitFor(check, {timeout: 1000, interval: 10});

describe.skipIf(!hasNatsServer)('two nodes', () => {
  beforeAll(async () => {
    nats = await startNatsServer();
    const settings = {
      SqlSettings: {DataSource: 'postgres://the-test-database'},
      ClusterSettings: {Enable: true, BusURLs: [nats.url]},
      ServiceSettings: {EnableUserAccessTokens: true},
    };
    const delay = (name: 'a' | 'b') => (cluster: Cluster) => ({
      ...cluster,
      bus: {...cluster.bus, lag: () => cluster.bus.lag() + lags[name]},
    });
    a = await createTestServer({settings, alterCluster: delay('a')});
    b = await createTestServer({settings, alterCluster: delay('b'), sharing: a});
    addresses = {a: await a.listen(), b: await b.listen()};
    anna = await a.person('anna');
    const team = await a.features.teams.create({name: 'sales', display_name: 'Sales', type: 'O'}, anna.id);
    teamId = team.id;
  });
  afterEach(() => Promise.all(sockets.splice(0).map((socket) => socket.cut())));
  afterAll(async () => {
    await b.close();
    await a.close();
    await nats.close();
  });

  test('show posts of both nodes once and in the same order', async () => {
    const ben = await personOnB();
    const channelId = await privateChannel(ben);
    const onA = await listen(addresses.a, anna.token);
    await Promise.all(
      Array.from({length: 20}, async (_, index) => {
        const sender = index % 2 === 0 ? anna : ben.onB;
        const {status} = await sender.post('/posts', {channel_id: channelId, message: `${index}`});
        expect(status).toBe(201);
      }),
    );
    await soon(() => expect(messagesOf(onA, channelId)).toHaveLength(20));
    await soon(() => expect(messagesOf(ben.socket, channelId)).toEqual(messagesOf(onA, channelId)));
  });

  test('show a change in the newest page of a channel right after the other node has responded', async () => {
    const ben = await personOnB();
    const channelId = await privateChannel(ben);
    const page = async () => (await ben.onB.get(`/channels/${channelId}/posts`)).body;
    await page();
    for (let index = 0; index < 20; index++) {
      const {body: post} = await anna.post('/posts', {channel_id: channelId, message: `${index}`});
      expect((await page()).order[0]).toBe(post.id);
      await anna.put(`/posts/${post.id}/patch`, {message: 'edited'});
      expect((await page()).posts[post.id].message).toBe('edited');
      await anna.post('/reactions', {user_id: anna.id, post_id: post.id, emoji_name: 'heart'});
      expect((await page()).posts[post.id].has_reactions).toBe(true);
      await anna.delete(`/posts/${post.id}`);
      expect((await page()).posts).not.toHaveProperty(post.id);
    }
  });

  test('show changed preferences and teams right after the other node has responded', async () => {
    const ben = await personOnB();
    const own = async (path: string) => (await ben.onB.get(`/users/me/${path}`)).body;
    await Promise.all(['preferences', 'teams', 'teams/members'].map(own));
    for (let index = 0; index < 10; index++) {
      const value = `${index}`;
      await ben.put('/users/me/preferences', [{user_id: ben.id, category: 'x', name: 'y', value}]);
      expect(await own('preferences')).toContainEqual(expect.objectContaining({name: 'y', value}));
      await a.admin.put(`/teams/${teamId}/patch`, {display_name: value});
      expect(await own('teams')).toMatchObject([{id: teamId, display_name: value}]);
    }
    await a.admin.put(`/teams/${teamId}/members/${ben.id}/schemeRoles`, {
      scheme_user: true,
      scheme_admin: true,
    });
    expect(await own('teams/members')).toMatchObject([{team_id: teamId, scheme_admin: true}]);
    await a.admin.delete(`/teams/${teamId}/members/${ben.id}`);
    expect(await own('teams')).toEqual([]);
    expect(await own('teams/members')).toEqual([]);
  });

  test('show changes in channels right after the other node has responded', async () => {
    const ben = await personOnB();
    const id = await privateChannel(ben);
    const own = async () => {
      const path = `/users/me/teams/${teamId}/channels`;
      const {body: channels} = await ben.onB.get(path);
      const {body: memberships} = await ben.onB.get(`${path}/members`);
      return {
        messages: channels.find((one: {id: string}) => one.id === id).total_msg_count,
        mentions: memberships.find((one: {channel_id: string}) => one.channel_id === id).mention_count,
      };
    };
    const {messages, mentions} = await own();
    for (let count = 1; count <= 10; count++) {
      await anna.post('/posts', {channel_id: id, message: `@${ben.username}`});
      expect(await own()).toEqual({messages: messages + count, mentions: mentions + count});
    }
  });

  test('describe themselves to administrators, who drain them on any node', async () => {
    const {body: nodes} = await a.admin.get('/cluster/nodes');
    const idOf = ({platform}: TestServer) => platform.cluster.node.id;
    expect(nodes).toHaveLength(2);
    expect(nodes).toContainEqual(
      expect.objectContaining({
        id: idOf(b),
        is_this_node: false,
        responds: true,
        draining: false,
        connections: expect.any(Number),
        bus_lag: expect.any(Number),
      }),
    );
    expect((await a.admin.post(`/cluster/nodes/${idOf(b)}/drain`)).status).toBe(200);
    const readiness = async () => (await b.app.inject('/readyz')).statusCode;
    expect(await readiness()).toBe(503);
    await soon(async () =>
      expect(await a.admin.post(`/cluster/nodes/${idOf(a)}/drain`)).toMatchObject({
        status: 409,
        body: {id: 'app.cluster.last_node.app_error'},
      }),
    );
    expect((await a.admin.delete(`/cluster/nodes/${idOf(b)}/drain`)).status).toBe(200);
    expect(await readiness()).toBe(200);
  });

  test('show typing, drafts and preferences of the other node', async () => {
    const ben = await personOnB();
    const channelId = await privateChannel(ben);
    await anna.post(`/users/me/typing`, {channel_id: channelId});
    await soon(() => expect(ben.socket.heard.some(({event}) => event === 'typing')).toBe(true));
    await ben.post('/drafts', {channel_id: channelId, message: 'not yet'});
    const scheduled = {channel_id: channelId, message: 'later', scheduled_at: Date.now() + 3_600_000};
    await ben.post('/posts/schedule', scheduled);
    await ben.put('/users/me/preferences', [{user_id: ben.id, category: 'x', name: 'y', value: 'z'}]);
    const post = await ben.post('/posts', {channel_id: channelId, message: 'to do'});
    await ben.post(`/users/me/posts/${post.body.id}/reminder`, {target_time: 4_000_000_000});
    await ben.socket.next('draft_created');
    await ben.socket.next('scheduled_post_created');
    await ben.socket.next('post_reminders_changed');
    await ben.socket.next('preferences_changed', ({data}) => data.preferences.includes('"z"'));
  });

  test('quote a message of a public channel for people who are not in it', async () => {
    const ben = await personOnB();
    const channelId = await privateChannel(ben);
    const {body: open} = await anna.post('/channels', {
      team_id: teamId,
      name: `open-${++created}`,
      display_name: 'Open',
      type: 'O',
    });
    const {body: quoted} = await anna.post('/posts', {channel_id: open.id, message: 'open words'});
    const link = `${siteUrl(a.platform.config.get())}/sales/pl/${quoted.id}`;
    // Node B knows what Ben can read right after he has connected.
    await expect
      .poll(async () => {
        const {body} = await anna.post('/posts', {channel_id: channelId, message: link});
        const {data} = await ben.socket.next('posted', (event) => JSON.parse(event.data.post).id === body.id);
        return JSON.parse(data.post).metadata.embeds;
      })
      .toMatchObject([{type: 'permalink', data: {post: {message: 'open words'}}}]);
  });

  test('post one system message for a join', async () => {
    const ben = await personOnB();
    const channelId = await privateChannel();
    const {status} = await anna.post(`/channels/${channelId}/members`, {user_id: ben.id});
    expect(status).toBe(201);
    await ben.socket.next('user_added', ({broadcast}) => broadcast.channel_id === channelId);
    await Promise.all([a, b].map(({features}) => features.systemMessages.idle()));
    const {body} = await ben.onB.get(`/channels/${channelId}/posts`);
    expect(
      Object.values(body.posts).filter((post) => (post as {type: string}).type === 'system_add_to_channel'),
    ).toHaveLength(1);
  });

  test('apply the removal from a channel on both', async () => {
    const ben = await personOnB();
    const channelId = await privateChannel(ben);
    const post = () => ben.onB.post('/posts', {channel_id: channelId, message: 'from B'});
    expect((await post()).status).toBe(201);
    // The response waits until the bus has the event.
    expect(b.platform.cluster.bus.appended()).toBeUndefined();
    await anna.delete(`/channels/${channelId}/members/${ben.id}`);
    await soon(async () => expect((await post()).status).toBe(403));
    expect((await ben.onB.get(`/channels/${channelId}/posts`)).status).toBe(403);
    const carla = await personOnB();
    await a.features.channels.addMember(channelId, carla.id, anna.id);
    await anna.post('/posts', {channel_id: channelId, message: 'not for ben'});
    await carla.socket.next('posted', ({data}) => data.post.includes('not for ben'));
    expect(messagesOf(ben.socket, channelId)).not.toContain('not for ben');
  });

  test.each([
    ['signing out', ({token}: Person) => a.withToken(token).post('/users/logout')],
    ['deactivation', ({id}: Person) => a.admin.put(`/users/${id}/active`, {active: false})],
    ['revoking all sessions', ({id}: Person) => a.admin.post(`/users/${id}/sessions/revoke/all`)],
  ])('close the socket on the other node after %s', async (_name, end) => {
    const ben = await personOnB();
    expect((await ben.onB.get('/users/me')).status).toBe(200);
    expect((await end(ben)).status).toBe(200);
    await ben.socket.closed;
    await soon(async () => expect((await ben.onB.get('/users/me')).status).toBe(401));
  });

  test('end an access token and its sockets on both', async () => {
    const ben = await personOnB();
    await a.admin.put(`/users/${ben.id}/roles`, {roles: 'system_user system_user_access_token'});
    const {body: token} = await ben.post(`/users/${ben.id}/tokens`, {description: 'robot'});
    const socket = await listen(addresses.b, token.token);
    expect((await b.withToken(token.token).get('/users/me')).status).toBe(200);
    expect((await ben.post('/users/tokens/revoke', {token_id: token.id})).status).toBe(200);
    await socket.closed;
    expect((await b.withToken(token.token).get('/users/me')).status).toBe(401);
  });

  test('stop a deleted webhook on both', async () => {
    const {body: channel} = await anna.post('/channels', {
      team_id: teamId,
      name: `hooks-${++created}`,
      display_name: 'Hooks',
      type: 'O',
    });
    const {status, body: hook} = await a.admin.post('/hooks/incoming', {
      channel_id: channel.id,
      user_id: anna.id,
    });
    expect(status).toBe(201);
    const send = () => b.anonymous.post(`/hooks/${hook.id}`, {text: 'hello'});
    expect((await send()).status).toBe(200);
    expect((await a.admin.delete(`/hooks/incoming/${hook.id}`)).status).toBe(200);
    await soon(async () => expect((await send()).status).toBe(400));
  });

  test('apply changed permissions of a role on both', async () => {
    const ben = await personOnB();
    const {body: role} = await a.admin.get('/roles/name/team_user');
    const create = () =>
      ben.onB.post('/channels', {
        team_id: teamId,
        name: `made-${++created}`,
        display_name: 'Made',
        type: 'O',
      });
    expect((await create()).status).toBe(201);
    const permissions = role.permissions.filter((name: string) => name !== 'create_public_channel');
    expect((await a.admin.put(`/roles/${role.id}/patch`, {permissions})).status).toBe(200);
    await soon(async () => expect((await create()).status).toBe(403));
    await a.admin.put(`/roles/${role.id}/patch`, {permissions: role.permissions});
  });

  test('announce changed settings once to each client', async () => {
    const follow = ({platform: {config, database}}: TestServer) =>
      followSettings(config, database, (error) => expect.fail(String(error)));
    const stop = await Promise.all([a, b].map(follow));
    const ben = await personOnB();
    const onA = await listen(addresses.a, anna.token);
    const names = ['Pier', 'Harbor', 'Quay'];
    for (const SiteName of names) {
      expect((await a.admin.put('/config/patch', {TeamSettings: {SiteName}})).status).toBe(200);
      for (const socket of [onA, ben.socket]) {
        await socket.next('config_changed', ({data}) => data.config.SiteName === SiteName);
      }
    }
    for (const {heard} of [onA, ben.socket]) {
      const changes = heard.filter(({event}) => event === 'config_changed');
      expect(changes.map(({data}) => data.config.SiteName)).toEqual(names);
    }
    for (const unfollow of stop) await unfollow();
  });

  test('announce the events of command-line tools once, without reactions', async () => {
    const ben = await personOnB();
    const onA = await listen(addresses.a, anna.token);
    const stop = await Promise.all(
      [a, b].map(({platform}) => receiveEventsFromTools(platform.events, platform.database)),
    );
    const reactions: string[] = [];
    const stopReactions = [a, b].map(({platform}) =>
      platform.events.onOrigin('user:created', ({userId}) => reactions.push(userId)),
    );
    const tool = createSingleNode(describeThisNode('tool'));
    const events = createEventBus(tool, a.platform.database, (error) => {
      throw error;
    });
    const flush = sendEventsToServers(tool.bus, a.platform.database);
    // Not of ben, whose creation may be announced only now.
    const userId = anna.id;
    const {database} = a.platform;
    const publish = await database.transaction((tx) => events.record(tx, 'user:created', {userId}));
    publish();
    await flush();
    for (const socket of [onA, ben.socket]) {
      await socket.next('new_user', ({data}) => data.user_id === userId);
      await socket.ask('ping');
      expect(
        socket.heard.filter(({event, data}) => event === 'new_user' && data.user_id === userId),
      ).toHaveLength(1);
    }
    expect(reactions).toEqual([]);
    for (const unsubscribe of stopReactions) unsubscribe();
    for (const unsubscribe of stop) await unsubscribe();
  });

  test('are listed with their versions and settings', async () => {
    const {status, body} = await b.withToken(a.admin.token).get('/cluster/status');
    expect(status).toBe(200);
    expect(body.map(({id}: {id: string}) => id).toSorted()).toEqual(
      [a, b].map(({platform}) => platform.cluster.node.id).toSorted(),
    );
    for (const node of body) {
      expect(node).toMatchObject({version: '0.1.0', config_hash: a.platform.config.hash()});
    }
  });

  test('are not ready while they are far behind, unless all are', async () => {
    const ready = async ({app}: TestServer) => {
      const response = await app.inject('/readyz');
      return {status: response.statusCode, message: response.json().message};
    };
    expect(await ready(b)).toMatchObject({status: 200});
    lags.b = 10_001;
    expect(await ready(b)).toEqual({
      status: 503,
      message: 'The events of other nodes arrive late here. Other nodes are up to date.',
    });
    expect(await ready(a)).toMatchObject({status: 200});
    lags.a = 10_001;
    expect(await ready(b)).toMatchObject({status: 200});
    Object.assign(lags, {a: 0, b: 0});
    expect(await ready(b)).toMatchObject({status: 200});
  });

  test('announce the posts of a node that died', async () => {
    const ben = await personOnB();
    const channelId = await privateChannel(ben);
    const {body: known} = await ben.onB.post('/posts', {channel_id: channelId, message: 'known'});
    const onA = await listen(addresses.a, anna.token);
    await soon(() => expect(messagesOf(ben.socket, channelId)).toEqual(['known']));
    // Write what a node wrote before it was killed, without having published it.
    const lost = await createTestServer({settings: {ClusterSettings: {Enable: false}}, sharing: a});
    const connection = await connect({servers: nats.url});
    const node = describeThisNode('0.1.0');
    connection.publish('patchbay.patchbay.beat', JSON.stringify({node, kind: 'alive'}));
    const reactions: string[] = [];
    const stopReactions = [a, b].flatMap(({platform: {events}}) => [
      events.onOriginOrSuccessor('caches:stale', (_, id) => id !== '' && reactions.push(id)),
      events.onOrigin('post:created', ({post}) => post.type === '' && reactions.push(post.message)),
    ]);
    // It had published an event whose reactions may not have run.
    const messages = [{id: 'stale', name: 'caches:stale', payload: {}, relayed: false}];
    connection.publish('patchbay.patchbay.events', JSON.stringify({origin: node.id, messages}));
    await connection.drain();
    // It had recorded an event without publishing it.
    const left = await privateChannel(ben);
    const its = createEventBus(createSingleNode(node), a.platform.database, (error) => {
      throw error;
    });
    its.untilDone('channel-member:joined', 'system-message', async () => {});
    const join = {channelId: left, teamId, userId: ben.id, actorId: ben.id, withTeam: false};
    await a.platform.database.transaction((tx) => its.record(tx, 'channel-member:joined', join));
    const {features} = lost;
    const author = anna.id;
    await features.posts.create({channelId, userId: author, message: `@${ben.username} lost`});
    await features.posts.patch(known.id, {message: 'edited'});
    const {id: deleted} = await features.posts.create({channelId, userId: author, message: 'deleted'});
    await features.posts.delete(deleted, author);
    await lost.close();
    for (const socket of [onA, ben.socket]) {
      const {data} = await socket.next('posted', (event) => event.data.post.includes('lost'));
      expect(data.mentions).toBe(socket === ben.socket ? JSON.stringify([ben.id]) : undefined);
      await socket.next('post_edited', (event) => event.data.post.includes('edited'));
      await socket.next('post_deleted', (event) => event.data.post.includes(deleted));
      expect(messagesOf(socket, channelId).filter((message) => message !== 'known')).toEqual([
        `@${ben.username} lost`,
      ]);
    }
    const joins = async () => {
      const {body} = await ben.get(`/channels/${left}/posts`);
      const posts = Object.values(body.posts as Record<string, {type: string; user_id: string}>);
      return posts.filter((post) => post.type === 'system_join_channel' && post.user_id === ben.id);
    };
    await vi.waitFor(async () => expect(await joins()).toHaveLength(1), {timeout: 10_000});
    await Promise.all([a, b].map(({platform}) => platform.events.idle()));
    expect(await joins()).toHaveLength(1);
    expect(reactions.toSorted()).toEqual([`@${ben.username} lost`, 'stale']);
    for (const unsubscribe of stopReactions) unsubscribe();
  });
});
