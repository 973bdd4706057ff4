import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {startEmbeddedPostgres} from '../server/src/platform/database/embedded/embedded-postgres.ts';
import {READER} from '../server/src/platform/database/extraction-views.ts';
import {missingEngines} from '../test/support/cluster/engines.ts';
import {startTestCluster, type TestCluster} from '../test/support/cluster/test-cluster.ts';
import {quiet} from '../test/support/quiet.ts';
import {NODE_COMPILE_CACHE} from './patchbay.ts';
import type {Room} from './room.ts';

/** Starts three nodes with three NATS servers, haproxy, and the same PostgreSQL as for a single server. */
export async function startCluster(room: Room): Promise<TestCluster> {
  const missing = missingEngines('nats-server', 'haproxy');
  if (missing.length > 0) throw new Error(`Install the Debian packages: ${missing.join(' ')}`);
  const dataDirectory = join(room.directory, 'cluster');
  const postgres = await startEmbeddedPostgres({dataDirectory, listenPort: 0, reader: READER, log: quiet});
  room.onClose(async () => {
    await postgres.stop();
    rmSync(dataDirectory, {recursive: true, force: true});
  });
  await postgres.ensureDatabase('patchbay');
  const cluster = await startTestCluster({
    nodes: 3,
    natsServers: 3,
    healthPath: '/readyz?draining=404',
    connectionString: postgres.connectionString('patchbay'),
    env: {NODE_OPTIONS: '--max-semi-space-size=8', NODE_COMPILE_CACHE, NODE_ENV: 'production'},
  });
  await cluster.balancedTo(3);
  room.onClose(() => cluster.close());
  return cluster;
}
