import {mkdtemp, rm} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createFeatures, type Features, type Platform} from '../../server/src/features.ts';
import type {GifProvider} from '../../server/src/messaging/gifs/gifs.ts';
import type {Cluster} from '../../server/src/platform/cluster/cluster.ts';
import {joinCluster} from '../../server/src/platform/cluster/join-cluster.ts';
import {createEventBus} from '../../server/src/platform/event-bus/event-bus.ts';
import type {HttpServer} from '../../server/src/platform/http/http-server.ts';
import {createLogger} from '../../server/src/platform/logging/logger.ts';
import {createRecentLog} from '../../server/src/platform/logging/recent-log.ts';
import {createMetrics} from '../../server/src/platform/metrics/metrics.ts';
import {openStoredSecrets} from '../../server/src/platform/secrets/stored-secrets.ts';
import {startTracing} from '../../server/src/platform/tracing/tracing.ts';
import {createServer} from '../../server/src/server.ts';
import {createTestConfig} from './test-config.ts';
import {createTestDatabase, openSameDatabase, type TestDatabaseOptions} from './test-database.ts';
import {createTestSealing} from './test-sealing.ts';

/** A response. `body` is parsed if it is JSON; otherwise it is a string. */
export interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
  body: any;
  headers: Record<string, string | string[] | undefined>;
}

type Headers = Record<string, string>;

/** Calls the API below `/api/v4` with a token. Paths can also start with `/hooks/`. */
export interface Client {
  get(path: string, headers?: Headers): Promise<ApiResponse>;
  post(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
  put(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
  patch(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
  delete(path: string, body?: unknown, headers?: Headers): Promise<ApiResponse>;
}

/** A signed-in account. */
export interface Person extends Client {
  id: string;
  username: string;
  token: string;
}

export interface TestServer {
  app: HttpServer;
  platform: Platform;
  features: Features;
  dataDirectory: string;
  /** A client without a session. */
  anonymous: Client;
  /** The first account, a system administrator. */
  admin: Person;
  /** Creates an account with the password {@link TEST_PASSWORD} and signs it in. */
  person(username: string): Promise<Person>;
  /** A client with this token. */
  withToken(token: string): Client;
  /** Listens on a free loopback port and returns the address, such as `http://127.0.0.1:40123`. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export const TEST_PASSWORD = 'a long enough password';

/**
 * A complete server with a new database, without a socket until `listen`. `settings` has the same format as in `PUT
 * /config/patch`. If `firstAccount` is false, there are no accounts and no `admin`.
 *
 * With `sharing`, it uses the database and the data directory of that server, and must be closed first. Both form a
 * cluster if the settings of both have `ClusterSettings.Enable`. `nodeCount` is the number of live servers that it
 * assumes.
 */
export async function createTestServer({
  settings = {},
  firstAccount = true,
  database: databaseOptions,
  sharing,
  nodeCount = 1,
  alterCluster = (cluster) => cluster,
  gifProvider,
}: {
  settings?: object;
  firstAccount?: boolean;
  database?: TestDatabaseOptions;
  sharing?: TestServer;
  nodeCount?: number;
  /** Changes how messages of the bus arrive, for example to delay them. */
  alterCluster?: (cluster: Cluster) => Cluster;
  /** Replaces GIPHY. */
  gifProvider?: GifProvider;
} = {}): Promise<TestServer> {
  const dataDirectory = sharing?.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'patchbay-test-')));
  const testDatabase = sharing
    ? openSameDatabase(sharing.platform.database.connectionString)
    : await createTestDatabase(databaseOptions);
  const recentLog = createRecentLog();
  const log = createLogger({level: process.env.TEST_LOG ?? 'fatal', pretty: false, recentLog});
  const {database} = testDatabase;
  const sealing = createTestSealing(dataDirectory);
  await openStoredSecrets(database, sealing, log);
  const config = await createTestConfig({dataDirectory, database, settings, log, sealing});
  const metrics = createMetrics();
  const joined = alterCluster(await joinCluster({config, database, log, metrics, version: '0.1.0'}));
  const cluster =
    nodeCount === 1 ? joined : {...joined, nodes: () => Array.from({length: nodeCount}, () => joined.node)};
  const stopTracing = await startTracing({config, log, version: 'test', instance: cluster.node.hostname});
  const events = createEventBus(cluster, database, (error, event) => {
    throw new Error(`a handler of ${event} failed`, {cause: error});
  });
  const platform = {config, log, recentLog, cluster, events, database, metrics, sealing};
  const features = await createFeatures(platform, {gifProvider});
  const app = await createServer(platform, features);
  await app.ready();

  function withToken(token: string | undefined): Client {
    async function call(
      method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path: string,
      body?: unknown,
      headers?: Headers,
    ) {
      const response = await app.inject({
        method,
        url: /^\/hooks\/(?!incoming|outgoing)/.test(path) ? path : `/api/v4${path}`,
        headers: {
          ...(token === undefined ? {} : {authorization: `Bearer ${token}`}),
          ...(body !== undefined && typeof body !== 'string' ? {'content-type': 'application/json'} : {}),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : {payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)}),
      });
      const isJson = response.headers['content-type'] === 'application/json';
      return {
        status: response.statusCode,
        body: isJson ? JSON.parse(response.body) : response.body,
        headers: response.headers as ApiResponse['headers'],
      };
    }
    return {
      get: (path, headers) => call('GET', path, undefined, headers),
      post: (path, body, headers) => call('POST', path, body, headers),
      put: (path, body, headers) => call('PUT', path, body, headers),
      patch: (path, body, headers) => call('PATCH', path, body, headers),
      delete: (path, body, headers) => call('DELETE', path, body, headers),
    };
  }

  async function person(username: string): Promise<Person> {
    const user = await features.users.create({
      username,
      email: `${username}@example.com`,
      password: TEST_PASSWORD,
    });
    const {token} = await features.sessions.open(user);
    return {id: user.id, username, token, ...withToken(token)};
  }

  const admin = firstAccount && !sharing ? await person('admin') : undefined;
  return {
    app,
    platform,
    features,
    dataDirectory,
    anonymous: withToken(undefined),
    get admin() {
      if (!admin) throw new Error('This server was created without a first account.');
      return admin;
    },
    person,
    withToken,
    async listen() {
      await app.listen({host: '127.0.0.1', port: 0});
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    async close() {
      await app.close();
      await cluster.close();
      await stopTracing();
      await testDatabase.close();
      if (sharing) return;
      // A resized picture may still be written.
      await rm(dataDirectory, {recursive: true, force: true, maxRetries: 5});
    },
  };
}
