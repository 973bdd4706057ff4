import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, describe, expect, test, vi} from 'vitest';
import {
  hasNatsServer,
  NATS_SERVER_MISSING,
  type NatsServer,
  startNatsServer,
} from '../../../../test/support/nats-server.ts';
import {quiet} from '../../../../test/support/quiet.ts';
import {createTestConfig, environmentOf} from '../../../../test/support/test-config.ts';
import {createTestDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {lockDatabase} from '../database/lock-database.ts';
import {createLogger} from '../logging/logger.ts';
import {createMetrics} from '../metrics/metrics.ts';
import type {Cluster} from './cluster.ts';
import {requireCompatibleVersions} from './compatible-versions.ts';
import {joinCluster} from './join-cluster.ts';

if (!hasNatsServer) console.log(NATS_SERVER_MISSING);

let nats: NatsServer;
let database: TestDatabase;
let dataDirectory: string;
const opened: Cluster[] = [];

function configWith(settings: Record<string, object> = {}) {
  const env = environmentOf({
    ...settings,
    SqlSettings: {DataSource: 'postgres://the-test-database'},
    ClusterSettings: {Enable: true, BusURLs: [nats.url], ...settings.ClusterSettings},
  });
  return createTestConfig({dataDirectory, database: database.database, env});
}

async function start(settings?: Record<string, object>, version = '1.2.0'): Promise<Cluster> {
  const cluster = await joinCluster({
    config: await configWith(settings),
    database: database.database,
    log: createLogger({level: 'silent', pretty: false}),
    metrics: createMetrics(),
    version,
  });
  opened.push(cluster);
  return cluster;
}

describe.skipIf(!hasNatsServer)('a node', () => {
  beforeAll(async () => {
    [nats, database] = await Promise.all([startNatsServer(), createTestDatabase()]);
  });
  beforeAll(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'patchbay-test-'));
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(opened.splice(0).map((cluster) => cluster.close()));
  });
  afterAll(async () => {
    await nats.close();
    await database.close();
    await rm(dataDirectory, {recursive: true});
  });

  test('is registered while it runs', async () => {
    const {node, close} = await start({ClusterSettings: {OverrideHostname: 'node-a'}});
    const select = () =>
      database.database.rows({
        text: 'select Id, Type, ClusterName, Hostname, Port, Version from ClusterDiscovery',
      });
    expect(await select()).toEqual([
      {
        id: node.id,
        type: 'patchbay',
        clustername: 'patchbay',
        hostname: 'node-a',
        port: 8065,
        version: '1.2.0',
      },
    ]);
    await close();
    expect(await select()).toEqual([]);
  });

  test('does not join a database of another cluster', async () => {
    await start({ClusterSettings: {OverrideHostname: 'node-a'}});
    await expect(start({ClusterSettings: {ClusterName: 'other'}})).rejects.toThrow(
      'The database is in use by the cluster "patchbay" (node node-a), but ClusterSettings.ClusterName is "other".',
    );
  });

  test('does not start if its clock differs too much, and is flagged if it differs a little', async () => {
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 20_000});
    await expect(start({ClusterSettings: {OverrideHostname: 'node-a'}})).rejects.toThrow(
      /The clock of this node \(node-a\) is (19|20)\.\d seconds ahead of that of the database\./,
    );
    vi.setSystemTime(Date.now() - 25_000);
    const {node} = await start();
    expect(node.warnings).toEqual([expect.stringMatching(/^The clock is [45]\.\d seconds behind/)]);
  });

  test('is flagged if its settings or its bus differ from those of another node', async () => {
    await start();
    const b = await start({TeamSettings: {MaxUsersPerTeam: 7}, ServiceSettings: {ListenAddress: ':9000'}});
    const [other] = b.nodes().filter(({id}) => id !== b.node.id);
    expect(b.node.warnings).toEqual([
      `The node ${other!.hostname} (${other!.id}) has other values for TeamSettings.MaxUsersPerTeam.`,
    ]);
    const second = await startNatsServer();
    const c = await start({TeamSettings: {MaxUsersPerTeam: 7}, ClusterSettings: {BusURLs: [second.url]}});
    expect(c.node.warnings).toHaveLength(2);
    expect(c.node.warnings[0]).toContain('uses this database, but is not on this bus');
    await c.close();
    await second.close();
  });

  test('needs a version that works with the database and with the running nodes', async () => {
    const check = (version: string, minimum: string) =>
      requireCompatibleVersions(database.database, {version, minimum});
    await check('1.2.0', '1.0.0');
    const old = await start(undefined, '1.2.0');
    await expect(check('1.10.0', '1.3.0')).rejects.toThrow(
      `Patchbay 1.10.0 works only with nodes of version 1.3.0 or later, but the node ${old.node.hostname} ` +
        `(${old.node.id}) runs 1.2.0.`,
    );
    await check('1.2.0', '1.0.0');
    await old.close();
    await check('1.10.0', '1.3.0');
    await expect(check('1.2.0', '1.0.0')).rejects.toThrow(
      'This is Patchbay 1.2.0, but the database was upgraded and now needs version 1.3.0 or later.',
    );
  });

  test('shares the lock of the database only with other nodes', async () => {
    const lock = (shared: boolean) =>
      lockDatabase(database.connectionString, {
        program: shared ? 'cluster node' : 'server',
        maxWaitMs: 0,
        shared,
        onTaken: () => {},
        log: quiet,
      });
    const [first, second] = [await lock(true), await lock(true)];
    await expect(lock(false)).rejects.toThrow('is in use by another Patchbay cluster node (process');
    await first.release();
    await second.release();
    const single = await lock(false);
    await expect(lock(true)).rejects.toThrow(
      'Nodes of a cluster share a database only with each other: stop it, or set ClusterSettings.Enable there too.',
    );
    await single.release();
  });
});
