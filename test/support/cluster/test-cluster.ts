import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {type Database, openDatabase} from '../../../server/src/platform/database/database.ts';
import {quiet} from '../quiet.ts';
import {type LoadBalancer, startLoadBalancer} from './load-balancer.ts';
import {type NatsServers, startNatsServers} from './nats-servers.ts';
import {type ClusterNode, prepareNode} from './nodes.ts';
import {addPeople, type SimulatedPerson} from './people.ts';

export interface TestClusterOptions {
  nodes: number;
  natsServers: number;
  connectionString: string;
  /** The path that haproxy uses to check the nodes. Without it, there is no haproxy. */
  healthPath?: '/readyz?draining=404' | '/livez';
  /** More settings for all nodes. */
  env?: Record<string, string>;
  /** Settings for the node with this number. */
  envOf?: (node: number, directory: string, bus: NatsServers) => Promise<Record<string, string>>;
}

/** Several nodes on one machine, with a team and a channel. */
export interface TestCluster {
  directory: string;
  nodes: ClusterNode[];
  bus: NatsServers;
  balancer: LoadBalancer | undefined;
  /** Direct access to the database, without the proxy. */
  database: Database;
  admin: SimulatedPerson;
  teamId: string;
  channelId: string;
  /** Adds members to the test channel, or to the given one. */
  addPeople(count: number, prefix: string, channelId?: string): Promise<SimulatedPerson[]>;
  /** Calls the API of a node, or of the load balancer if no node is given. */
  call(
    node: number | undefined,
    method: string,
    path: string,
    options?: {token?: string; body?: unknown; headers?: Record<string, string>},
  ): Promise<ApiAnswer>;
  /** Waits until the load balancer sends requests to exactly this many nodes. */
  balancedTo(count: number): Promise<void>;
  close(): Promise<void>;
}

interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
  body: any;
  headers: Headers;
}

const ACCOUNT = {email: 'admin@example.org', username: 'admin', password: 'a long enough password'};

export async function startTestCluster(options: TestClusterOptions): Promise<TestCluster> {
  const {connectionString, natsServers, env, envOf} = options;
  const directory = mkdtempSync(join(tmpdir(), 'patchbay-cluster-'));
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(directory, {recursive: true, force: true})];
  async function close(): Promise<void> {
    for (const end of ends.toReversed()) await end().catch((error) => console.error(error));
  }
  try {
    const bus = await startNatsServers(directory, natsServers);
    ends.push(() => bus.close());
    const nodes: ClusterNode[] = [];
    for (let index = 0; index < options.nodes; index++) {
      const node = await prepareNode({
        directory,
        name: `node-${index}`,
        connectionString,
        busUrls: bus.urls,
        busReplicas: Math.min(natsServers, 3),
        env: {...env, ...(await envOf?.(index, directory, bus))},
      });
      nodes.push(node);
      ends.push(() => node.kill());
    }
    // The first node migrates the database.
    await nodes[0]!.start();
    await Promise.all(nodes.slice(1).map((node) => node.start()));
    const balancer = options.healthPath
      ? await startLoadBalancer(
          directory,
          nodes.map(({port}) => port),
          options.healthPath,
        )
      : undefined;
    if (balancer) ends.push(() => balancer.close());
    const database = openDatabase({connectionString, maxConnections: 4, log: quiet});
    ends.push(() => database.close());

    const call: TestCluster['call'] = async (node, method, path, {token, body, headers} = {}) => {
      const url = node === undefined ? balancer!.url : nodes[node]!.url;
      const response = await fetch(`${url}/api/v4${path}`, {
        method,
        headers: {
          ...(token && {authorization: `Bearer ${token}`}),
          ...(body !== undefined && {'content-type': 'application/json'}),
          ...headers,
        },
        ...(body !== undefined && {body: JSON.stringify(body)}),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return {status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers};
    };

    const {body: account} = await call(0, 'POST', '/users', {body: ACCOUNT});
    const login = await call(0, 'POST', '/users/login', {
      body: {login_id: ACCOUNT.username, password: ACCOUNT.password},
    });
    const admin = {id: account.id as string, token: login.headers.get('token')!};
    const {body: team} = await call(0, 'POST', '/teams', {
      token: admin.token,
      body: {name: 'team', display_name: 'Team', type: 'O'},
    });
    const {body: channel} = await call(0, 'POST', '/channels', {
      token: admin.token,
      body: {team_id: team.id, name: 'busy', display_name: 'Busy', type: 'O'},
    });
    return {
      directory,
      nodes,
      bus,
      balancer,
      database,
      admin,
      teamId: team.id,
      channelId: channel.id,
      addPeople: (count, prefix, channelId = channel.id) =>
        addPeople(database, {count, prefix, teamId: team.id, channelsOf: () => [channelId]}),
      call,
      async balancedTo(count) {
        while ((await balancer!.upNodes()).length !== count) await pause(50);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
