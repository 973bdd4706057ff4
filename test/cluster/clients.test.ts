import {WebSocketClient} from '@mattermost/client';
import {afterAll, afterEach, beforeAll, describe, expect, test, vi} from 'vitest';
import type {Cluster, ClusterMessage} from '../../server/src/platform/cluster/cluster.ts';
import {
  hasNatsServer,
  NATS_SERVER_MISSING,
  type NatsServer,
  startNatsServer,
} from '../support/nats-server.ts';
import {openSocket, type SocketClient} from '../support/socket-client.ts';
import {createTestServer, type Person, type TestServer} from '../support/test-server.ts';

if (!hasNatsServer) console.log(NATS_SERVER_MISSING);

interface Node {
  server: TestServer;
  address: string;
}

/** A client that changes nodes, and everything it has received since its first `hello`. */
interface Wanderer {
  person: Person;
  connectionId: string;
  heard: SocketClient['heard'][number][];
  current: SocketClient;
}

/** Delivers messages of the stream up to 50 ms late, so that the nodes are at different positions. */
function delayed(cluster: Cluster): Cluster {
  const followers = new Set<(message: ClusterMessage) => void>();
  const inProgress: ClusterMessage[] = [];
  let offset = cluster.bus.offset();
  cluster.bus.follow((arrived) => {
    inProgress.push(arrived);
    setTimeout(() => {
      const message = inProgress.shift()!;
      offset = message.offset;
      for (const follower of followers) follower(message);
    }, Math.random() * 50);
  });
  return {
    ...cluster,
    bus: {
      ...cluster.bus,
      offset: () => offset,
      follow(handler) {
        followers.add(handler);
        return () => followers.delete(handler);
      },
    },
  };
}

/** Sends requests to other nodes only when this many different ones are waiting. */
function sendingTogether(count: number): (cluster: Cluster) => Cluster {
  const {promise, resolve} = Promise.withResolvers<void>();
  const waiting = new Set<string>();
  return (cluster) => ({
    ...cluster,
    bus: {
      ...cluster.bus,
      async request(nodeId, subject, payload, timeout) {
        if (waiting.add(JSON.stringify(payload)).size === count) resolve();
        await promise;
        return cluster.bus.request(nodeId, subject, payload, timeout);
      },
    },
  });
}

describe.skipIf(!hasNatsServer)('clients of several nodes', {timeout: 30_000}, () => {
  let nats: NatsServer;
  let a: Node;
  let b: Node;
  let anna: Person;
  let ben: Person;
  let channelId: string;
  const open: SocketClient[] = [];
  const extra: TestServer[] = [];

  async function addNode(sharing?: TestServer, drainSeconds = 15, alterCluster = delayed): Promise<Node> {
    const server = await createTestServer({
      settings: {
        SqlSettings: {DataSource: 'postgres://the-test-database'},
        ClusterSettings: {Enable: true, BusURLs: [nats.url], DrainSeconds: drainSeconds},
      },
      alterCluster,
      ...(sharing && {sharing}),
    });
    return {server, address: await server.listen()};
  }

  beforeAll(async () => {
    nats = await startNatsServer();
    a = await addNode();
    b = await addNode(a.server);
    anna = await a.server.person('anna');
    ben = await a.server.person('ben');
    const {teams, channels} = a.server.features;
    const team = await teams.create({name: 'sales', display_name: 'Sales', type: 'O'}, anna.id);
    await teams.addMember(team.id, ben.id, anna.id);
    const fields = {team_id: team.id, name: 'orders', display_name: 'Orders', type: 'P'} as const;
    channelId = (await channels.create(fields, anna.id)).id;
    await channels.addMember(channelId, ben.id, anna.id);
    await a.server.features.systemMessages.idle();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.cut()));
    for (const server of extra.splice(0)) await server.close();
  });
  afterAll(async () => {
    await b?.server.close();
    await a?.server.close();
    await nats?.close();
  });

  async function listen(node: Node, {token}: Person, query = ''): Promise<SocketClient> {
    const client = await openSocket(node.address, {token, query});
    open.push(client);
    return client;
  }

  async function arrive(node: Node, person: Person): Promise<Wanderer> {
    const current = await listen(node, person);
    const {data} = await current.next('hello');
    return {person, connectionId: data.connection_id, heard: [], current};
  }

  /** All events so far. Those of the current socket are only counted once. */
  const everything = ({heard, current}: Wanderer) => [...heard, ...current.heard];
  /** The messages that contain `text`. Filtered, because messages of an earlier test may arrive late. */
  const posts = (wanderer: Wanderer, text: string) =>
    everything(wanderer)
      .filter(({event}) => event === 'posted')
      .map(({data}) => JSON.parse(data.post).message as string)
      .filter((message) => message.includes(text));

  async function move(wanderer: Wanderer, to: Node, {cut = true} = {}): Promise<void> {
    if (cut) await wanderer.current.cut();
    wanderer.heard = everything(wanderer);
    const query = `?connection_id=${wanderer.connectionId}&sequence_number=${wanderer.heard.length}`;
    wanderer.current = await listen(to, wanderer.person, query);
  }

  const post = (node: Node, person: Person, message: string) =>
    node.server.withToken(person.token).post('/posts', {channel_id: channelId, message});

  const metrics = async ({server}: Node) => (await server.platform.metrics.render()).text;

  test('a client that changes nodes receives the events that it missed', async () => {
    const wanderer = await arrive(a, ben);
    await wanderer.current.cut();
    // Too large for a single message on the bus.
    const texts = Array.from({length: 20}, (_, number) => `missed ${number} ${'x'.repeat(16_000)}`);
    for (const text of texts) await post(b, anna, text);
    await move(wanderer, b);
    await wanderer.current.next('posted', ({data}) => JSON.parse(data.post).message === texts.at(-1));
    await post(a, anna, 'missed nothing');
    await wanderer.current.next('posted', ({data}) => JSON.parse(data.post).message === 'missed nothing');
    expect(posts(wanderer, 'missed')).toEqual([...texts, 'missed nothing']);
    expect(everything(wanderer).map(({seq}) => seq)).toEqual(everything(wanderer).map((_, index) => index));
    expect(await metrics(b)).toMatch(/^patchbay_websocket_resumes_total\{outcome="live node"\} 1$/m);
    expect(await metrics(a)).toMatch(/^patchbay_websocket_connections 0$/m);
  });

  test('clients that keep changing nodes miss nothing, and all see the same order', async () => {
    const nodes = [a, b];
    const wanderers = await Promise.all(
      [anna, ben, ben, anna].map((person, index) => arrive(nodes[index % 2]!, person)),
    );
    const total = 240;
    let posted = 0;
    let renamed = 0;
    const posting = Promise.all(
      [a, b].map(async (node) => {
        while (posted < total) {
          posted++;
          expect((await post(node, anna, `message ${posted}`)).status).toBe(201);
          // Announced later than its position in the stream.
          if (posted % 8 === 0) {
            const client = node.server.withToken(anna.token);
            expect((await client.put('/users/me/patch', {nickname: `Anna ${posted}`})).status).toBe(200);
            renamed++;
          }
        }
      }),
    );
    await Promise.all(
      wanderers.map(async (wanderer) => {
        while (posted < total) {
          const to = nodes[Math.floor(Math.random() * nodes.length)]!;
          await move(wanderer, to, {cut: Math.random() < 0.7});
          const {seq_reply} = await wanderer.current.ask('ping');
          expect(seq_reply).toBe(1);
        }
      }),
    );
    await posting;
    await post(a, anna, 'the end');
    for (const {current} of wanderers) {
      await current.next('posted', ({data}) => JSON.parse(data.post).message === 'the end');
    }
    const order = posts(wanderers[0]!, 'message');
    expect(new Set(order).size).toBe(order.length);
    expect(order.length).toBe(await countPosts('message %'));
    for (const wanderer of wanderers) {
      expect(posts(wanderer, 'message')).toEqual(order);
      const renames = () => everything(wanderer).filter(({event}) => event === 'user_updated').length;
      await expect.poll(renames).toBe(renamed);
      const all = everything(wanderer);
      expect(all.map(({seq}) => seq)).toEqual(all.map((_, index) => index));
      expect(all.filter(({event}) => event === 'hello')).toHaveLength(1);
    }
  });

  async function countPosts(pattern: string): Promise<number> {
    const [row] = await a.server.platform.database.rows<{count: number}>({
      text: 'select count(*)::int as count from Posts where ChannelId = $1 and Message like $2',
      values: [channelId, pattern],
    });
    return row!.count;
  }

  test("another user's connection cannot be resumed on another node", async () => {
    const annas = await arrive(a, anna);
    const bens = await listen(b, ben, `?connection_id=${annas.connectionId}&sequence_number=0`);
    expect((await bens.next('hello')).data.connection_id).not.toBe(annas.connectionId);
    expect((await annas.current.ask('ping')).status).toBe('OK');
  });

  test('a client whose node is gone starts over', async () => {
    const c = await addNode(a.server);
    extra.push(c.server);
    const wanderer = await arrive(c, ben);
    await wanderer.current.cut();
    await c.server.platform.cluster.close();
    await move(wanderer, b);
    const hello = await wanderer.current.next(
      'hello',
      ({data}) => data.connection_id !== wanderer.connectionId,
    );
    expect(hello.seq).toBe(0);
    expect(await metrics(b)).toMatch(/^patchbay_websocket_resumes_total\{outcome="lost"\} [1-9]/m);
  });

  test('a user has at most 100 connections, even if more are resumed at once', async () => {
    const c = await addNode(a.server, 15, sendingTogether(130));
    extra.push(c.server);
    const clients = await Promise.all(
      Array.from({length: 130}, (_, index) =>
        listen(c, ben, `?connection_id=${String(index).padStart(26, 'x')}&sequence_number=1`),
      ),
    );
    // Sockets that are closed immediately don't receive a greeting.
    await Promise.allSettled(clients.map((client) => client.next('hello')));
    const connected = () => clients.filter(({socket}) => socket.readyState === socket.OPEN);
    await expect.poll(connected).toHaveLength(100);
  });

  describe('a node that drains', () => {
    test('moves its clients, which miss nothing, and fails no request', async () => {
      const c = await addNode(a.server, 3);
      extra.push(c.server);
      await expect.poll(() => c.server.platform.cluster.nodes().length).toBe(3);
      const staying = await Promise.all([anna, ben, anna, ben].map((person) => arrive(c, person)));
      const late = await Promise.all([anna, ben].map((person) => arrive(c, person)));
      const returned = staying.map(async (wanderer, index) => {
        expect(await wanderer.current.closed).toBe(1001);
        await move(wanderer, [a, b][index % 2]!);
      });
      let posted = 0;
      let isDrained = false;
      const statuses = new Set<number>();
      const posting = (async () => {
        while (!isDrained) {
          const response = await fetch(`${c.address}/api/v4/posts`, {
            method: 'POST',
            headers: {authorization: `Bearer ${anna.token}`},
            body: JSON.stringify({channel_id: channelId, message: `while draining ${++posted}`}),
          });
          statuses.add(response.status);
          if (c.server.platform.cluster.node.draining) {
            expect(response.headers.get('connection')).toBe('close');
            expect((await fetch(`${c.address}/readyz`)).status).toBe(503);
            expect((await fetch(`${c.address}/readyz?draining=404`)).status).toBe(404);
            expect((await fetch(`${c.address}/livez`)).status).toBe(200);
          }
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
      })();
      await c.server.app.drain(new AbortController().signal);
      isDrained = true;
      await posting;
      await c.server.app.close();
      expect([...statuses]).toEqual([201]);
      await Promise.all(returned);
      expect(await metrics(c)).toMatch(/^patchbay_websocket_drained_total\{outcome="parked"\} 2$/m);

      await post(a, anna, 'after draining');
      await Promise.all(late.map((wanderer) => move(wanderer, b)));
      for (const wanderer of [...staying, ...late]) {
        await wanderer.current.next('posted', ({data}) => JSON.parse(data.post).message === 'after draining');
        expect(posts(wanderer, 'draining')).toEqual([
          ...Array.from({length: posted}, (_, index) => `while draining ${index + 1}`),
          'after draining',
        ]);
        const all = everything(wanderer);
        expect(all.map(({seq}) => seq)).toEqual(all.map((_, index) => index));
      }
    });
  });

  test('statuses are the same on all nodes', async () => {
    const onNode =
      ({server}: Node, {id}: Person) =>
      async () =>
        (await server.withToken(a.server.admin.token).get(`/users/${id}/status`)).body.status;
    const carla = await a.server.person('carla');
    const [first, second] = [await arrive(a, carla), await arrive(b, carla)];
    await expect.poll(onNode(b, carla)).toBe('online');
    for (const {server} of [a, b]) {
      await expect.poll(() => server.features.statuses.totalConnectionCount()).toBe(2);
    }
    expect((await second.current.ask('get_statuses')).data).toMatchObject({[carla.id]: 'online'});
    await first.current.cut();
    await expect.poll(() => b.server.features.statuses.totalConnectionCount()).toBe(1);
    for (const node of [a, b]) expect(await onNode(node, carla)()).toBe('online');
    await b.server.withToken(carla.token).put('/users/me/status', {status: 'dnd'});
    await expect.poll(onNode(a, carla)).toBe('dnd');
    await b.server.withToken(carla.token).put('/users/me/status', {status: 'online'});
    await expect.poll(onNode(a, carla)).toBe('online');

    for (const {server} of [a, b]) await server.features.statuses.flush();
    const c = await addNode(a.server);
    extra.push(c.server);
    for (const node of [a, c]) expect(await onNode(node, carla)()).toBe('online');
    await expect.poll(() => c.server.features.statuses.totalConnectionCount()).toBe(1);
    // A node that forgets the change before it is written must not keep the old status.
    await b.server.withToken(carla.token).put('/users/me/status', {status: 'away'});
    await expect.poll(onNode(c, carla)).toBe('away');
    c.server.platform.events.clearCaches();
    await expect.poll(onNode(c, carla)).toBe('away');
    await b.server.withToken(carla.token).put('/users/me/status', {status: 'online'});
    await second.current.cut();
    for (const node of [a, b, c]) await expect.poll(onNode(node, carla)).toBe('offline');

    const third = await arrive(c, carla);
    await expect.poll(onNode(a, carla)).toBe('online');
    await expect.poll(() => a.server.features.statuses.totalConnectionCount()).toBe(1);
    await c.server.platform.cluster.close();
    await expect.poll(onNode(a, carla)).toBe('offline');
    await third.current.cut();
  });

  test('clients start over on the same socket if a node may have missed messages', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
    let closed = 0;
    const clients = await Promise.all(
      Array.from({length: 8}, async () => {
        const client = new WebSocketClient();
        const opened = new Promise((resolve) => client.addMessageListener(resolve));
        const missed = new Promise<WebSocketClient>((resolve) =>
          client.addMissedMessageListener(() => resolve(client)),
        );
        client.addCloseListener(() => closed++);
        client.initialize(`${b.address.replace('http', 'ws')}/api/v4/websocket`, ben.token);
        await opened;
        return {client, missed};
      }),
    );
    // The bus can't carry a message this large, so all nodes miss it.
    void a.server.platform.cluster.bus.append({name: 'too long', payload: 'x'.repeat(17_000_000)});
    const restarted = await Promise.any(clients.map(({missed}) => missed));
    const heard = new Promise<void>((resolve) =>
      restarted.addMessageListener(({event, data}) => {
        if (event === 'posted' && String((data as {post: string}).post).includes('afterwards')) resolve();
      }),
    );
    await post(a, anna, 'afterwards');
    await heard;
    expect(closed).toBe(0);
    for (const {client} of clients) client.close();
    vi.restoreAllMocks();
  });

  test('an administrator can move the clients of a node, which then accepts clients again', async () => {
    const c = await addNode(a.server, 1);
    extra.push(c.server);
    const {node} = c.server.platform.cluster;
    await expect.poll(() => a.server.platform.cluster.nodes().length).toBe(3);
    const wanderer = await arrive(c, ben);
    const {admin} = a.server;
    expect((await admin.post(`/cluster/nodes/${node.id}/drain`)).status).toBe(200);
    expect(await wanderer.current.closed).toBe(1001);
    await move(wanderer, b);
    await post(a, anna, 'moved');
    await wanderer.current.next('posted', ({data}) => JSON.parse(data.post).message === 'moved');
    expect((await admin.delete(`/cluster/nodes/${node.id}/drain`)).status).toBe(200);
    const query = `?connection_id=${wanderer.connectionId}&sequence_number=${everything(wanderer).length}`;
    const back = await listen(c, ben, query);
    expect((await back.ask('ping')).status).toBe('OK');
    // The connection was resumed without a `hello`. The user's status may have changed in the meantime.
    expect(back.heard.filter(({event}) => event !== 'status_change')).toEqual([]);
  });
});
