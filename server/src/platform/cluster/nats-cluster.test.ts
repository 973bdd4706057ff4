import {afterAll, afterEach, beforeAll, describe, expect, test, vi} from 'vitest';
import {freePort} from '../../../../test/support/command-line.ts';
import {
  hasNatsServer,
  NATS_SERVER_MISSING,
  type NatsServer,
  startNatsProxy,
  startNatsServer,
} from '../../../../test/support/nats-server.ts';
import {createEmptyDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {createLogger} from '../logging/logger.ts';
import {createMetrics} from '../metrics/metrics.ts';
import type {Cluster, ClusterMessage} from './cluster.ts';
import {createNatsCluster} from './nats-cluster.ts';
import {describeThisNode} from './this-node.ts';

if (!hasNatsServer) console.log(NATS_SERVER_MISSING);

const log = createLogger({level: process.env.TEST_LOG ?? 'silent', pretty: false});
let nats: NatsServer;
let database: TestDatabase;
const opened: Cluster[] = [];

interface TestNode {
  cluster: Cluster;
  /** The payloads of all messages so far, in order. */
  heard: unknown[];
  messages: ClusterMessage[];
  epochs: string[];
}

function open({clusterName = 'test', urls = [nats.url], replicas = 1} = {}): Promise<Cluster> {
  return createNatsCluster({
    node: describeThisNode('1.0.0'),
    settings: {clusterName, urls, replicas},
    database: database.database,
    log,
    metrics: createMetrics(),
  });
}

async function join(clusterName = 'test', url = nats.url): Promise<TestNode> {
  const cluster = await open({clusterName, urls: [url]});
  opened.push(cluster);
  const joined: TestNode = {cluster, heard: [], messages: [], epochs: []};
  cluster.bus.follow((message) => {
    joined.heard.push(message.payload);
    joined.messages.push(message);
  });
  cluster.onNewEpoch((reason) => joined.epochs.push(reason));
  return joined;
}

const send = ({cluster}: TestNode, payload: unknown, id?: string) =>
  cluster.bus.append({name: 'said', payload, ...(id && {id})});

/** Waits until the check passes, as long as a busy machine may need. */
const eventually = (check: () => void) => vi.waitFor(check, {timeout: 20_000});

describe.skipIf(!hasNatsServer)('a cluster', () => {
  beforeAll(async () => {
    [nats, database] = await Promise.all([startNatsServer(), createEmptyDatabase()]);
  });
  afterEach(() => Promise.all(opened.splice(0).map((cluster) => cluster.close())));
  afterAll(async () => {
    await nats.close();
    await database.close();
  });

  test('delivers every message to every node once, in one order', async () => {
    const nodes = [await join(), await join(), await join()];
    await Promise.all(
      nodes.flatMap((node, index) =>
        Array.from({length: 500}, (_, number) => send(node, `${index}-${number}`)),
      ),
    );
    await eventually(() => {
      for (const {heard} of nodes) expect(heard).toHaveLength(1500);
    });
    const [first, ...others] = nodes;
    for (const {heard, messages} of others) {
      expect(heard).toEqual(first!.heard);
      expect(messages.map(({offset}) => offset)).toEqual(first!.messages.map(({offset}) => offset));
    }
    for (const [index] of nodes.entries()) {
      expect(first!.heard.filter((text) => String(text).startsWith(`${index}-`))).toEqual(
        Array.from({length: 500}, (_, number) => `${index}-${number}`),
      );
    }
    const offsets = first!.messages.map(({offset}) => offset);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    expect(new Set(offsets).size).toBe(1500);
  });

  test('drops a message with an id that was used before', async () => {
    const [a, b] = [await join(), await join()];
    await Promise.all([send(a, 'once', 'post:1'), send(b, 'once', 'post:1')]);
    await send(a, 'end');
    await eventually(() => expect(b.heard).toContain('end'));
    expect(b.heard).toEqual(['once', 'end']);
    expect(b.cluster.bus.delivered('post:1')).toBe(true);
    expect(b.cluster.bus.delivered('post:2')).toBe(false);
  });

  test('delivers an event that is larger than a message of the bus, without starting a new epoch', async () => {
    const [a, b] = [await join(), await join()];
    // The longest props that a post can have.
    const large = '😀"'.repeat(400_000);
    await Promise.all([send(a, 'before'), send(a, large), send(b, large), send(a, 'after')]);
    for (const {heard, epochs} of [a, b]) {
      await eventually(() => expect(heard).toHaveLength(4));
      expect(heard.filter((payload) => payload === large)).toHaveLength(2);
      expect(heard.indexOf('before')).toBeLessThan(heard.indexOf('after'));
      expect(epochs).toEqual([]);
    }
    expect(a.messages.map(({offset}) => offset)).toEqual(b.messages.map(({offset}) => offset));
  });

  test('broadcasts to the other nodes, and answers requests', async () => {
    const [a, b] = [await join(), await join()];
    await eventually(() => expect(a.cluster.nodes()).toHaveLength(2));
    const cast: unknown[] = [];
    a.cluster.bus.onBroadcast('typing', (payload, from) => cast.push(payload, from));
    b.cluster.bus.onBroadcast('typing', (payload, from) => cast.push(payload, from));
    b.cluster.bus.answer('add', async (numbers) => (numbers as number[]).reduce((x, y) => x + y));
    b.cluster.bus.answer('fail', async () => {
      throw new Error('it broke');
    });
    a.cluster.bus.broadcast('typing', 'hello');
    expect(await a.cluster.bus.request(b.cluster.node.id, 'add', [1, 2], 2000)).toBe(3);
    await eventually(() => expect(cast).toEqual(['hello', a.cluster.node.id]));
    await expect(a.cluster.bus.request(b.cluster.node.id, 'fail', 0, 2000)).rejects.toThrow('it broke');
    await expect(a.cluster.bus.request(b.cluster.node.id, 'unknown', 0, 2000)).rejects.toThrow('unknown');
    expect(await a.cluster.bus.requestAll('add', [2, 2], 2000)).toEqual([
      {nodeId: b.cluster.node.id, answer: 4},
    ]);
  });

  test('forgets a node that leaves, without reporting it as lost', async () => {
    const [a, b] = [await join(), await join()];
    const lost: string[] = [];
    a.cluster.onNodeLost(({id}) => lost.push(id));
    await eventually(() => expect(a.cluster.nodes()).toHaveLength(2));
    await b.cluster.close();
    await eventually(() => expect(a.cluster.nodes()).toEqual([a.cluster.node]));
    expect(lost).toEqual([]);
  });

  test('keeps delivering without the bus, and starts over when it is back', async () => {
    const [a, b] = [await join('outage'), await join('outage')];
    const early: unknown[] = [];
    b.cluster.bus.onEarly(({payload}) => early.push([...b.heard, payload]));
    await send(a, 'before');
    await eventually(() => expect(b.heard).toEqual(['before']));
    await nats.kill();
    void a.cluster.bus.append({name: 'said', payload: 'urgent', urgent: true});
    await eventually(() => expect(early).toEqual([['before', 'urgent']]));
    // From now on, messages go through the database.
    await eventually(() => expect(a.heard).toEqual(['before', 'urgent']));
    void send(b, 'during');
    for (const {heard} of [a, b]) {
      await eventually(() => expect(heard).toEqual(['before', 'urgent', 'during']));
    }
    await nats.restart();
    for (const {epochs} of [a, b]) {
      await eventually(() => expect(epochs).toEqual(['the stream was created again']));
    }
    await send(a, 'after');
    for (const {heard} of [a, b]) {
      await eventually(() => expect(heard).toEqual(['before', 'urgent', 'during', 'after']));
    }
    expect(a.cluster.bus.epoch()).toBe(b.cluster.bus.epoch());
  });

  test('keeps a disconnected node up to date', async () => {
    const proxy = await startNatsProxy(nats.url);
    const [a, b] = [await join('island', proxy.url), await join('island')];
    const lost: string[] = [];
    b.cluster.onNodeLost(({id}) => lost.push(id));
    let cleared = 0;
    a.cluster.onStale(() => cleared++);
    const early: unknown[] = [];
    b.cluster.bus.onEarly(({payload}) => early.push([...b.heard, payload]));
    await send(a, 'before');
    await eventually(() => expect(b.heard).toEqual(['before']));
    await proxy.cut();
    void a.cluster.bus.append({name: 'said', payload: 'from the island', urgent: true});
    await eventually(() => expect(early).toEqual([['before', 'from the island']]));
    await eventually(() => expect(a.heard).toEqual(['before', 'from the island']));
    expect(cleared).toBeGreaterThan(0);
    // The node has asked for copies of everything.
    await eventually(() => {
      void send(b, 'to the island', 'post:island');
      expect(a.heard).toContain('to the island');
    });
    await proxy.repair();
    await eventually(() => expect(b.heard).toContain('from the island'));
    await send(a, 'after');
    for (const {heard, epochs} of [a, b]) {
      await eventually(() => expect(heard).toContain('after'));
      expect(heard.toSorted()).toEqual(['after', 'before', 'from the island', 'to the island']);
      expect(epochs).toEqual([]);
    }
    expect(lost).toEqual([]);
    await Promise.all(opened.splice(0).map((cluster) => cluster.close()));
    await proxy.cut();
  });

  describe('does not start', () => {
    test('if no server is listening', async () => {
      const port = await freePort();
      await expect(open({urls: [`nats://user:secret@127.0.0.1:${port}`]})).rejects.toThrow(
        `Cannot reach the bus at nats://127.0.0.1:${port} (ClusterSettings.BusURLs) within 5 seconds: connection refused`,
      );
    });

    test('with wrong credentials', async () => {
      const locked = await startNatsServer({user: {name: 'patchbay', password: 'right'}});
      const url = locked.url.replace('//', '//patchbay:wrong@');
      await expect(open({urls: [url]})).rejects.toThrow(
        /\(ClusterSettings.BusURLs\) rejected the credentials: .*authorization/i,
      );
      const cluster = await open({urls: [locked.url.replace('//', '//patchbay:right@')]});
      await cluster.close();
      await locked.close();
    });

    test('without JetStream', async () => {
      const plain = await startNatsServer({jetstream: false});
      await expect(open({urls: [plain.url]})).rejects.toThrow('has JetStream disabled');
      await plain.close();
    });

    test('with more replicas than servers, or another number than the stream', async () => {
      await expect(open({clusterName: 'large', replicas: 3})).rejects.toThrow(
        'cannot create a stream with 3 replicas (ClusterSettings.BusReplicas)',
      );
      await join('small');
      await expect(open({clusterName: 'small', replicas: 3})).rejects.toThrow(
        'has 1 replicas, but ClusterSettings.BusReplicas is 3',
      );
    });
  });
});
