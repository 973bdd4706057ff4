import {statfs} from 'node:fs/promises';
import {freemem, totalmem} from 'node:os';
import Type, {type Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {Millis} from '../../platform/http/wire.ts';
import {selectDatabaseFacts, selectJobFigures} from './store.ts';

const DAY = 24 * 60 * 60 * 1000;
const Count = Type.Integer({minimum: 0});
const Bytes = Type.Number({minimum: 0, description: 'Bytes.'});

/** The current health of the server and its dependencies. */
export const Health = Type.Object({
  version: Type.String(),
  api_version: Type.String(),
  node_version: Type.String(),
  started_at: Millis,
  memory: Type.Object({
    used: Bytes,
    machine_free: Bytes,
    machine_total: Bytes,
  }),
  database: Type.Object({
    version: Type.String(),
    size: Bytes,
    connections: Count,
    max_connections: Count,
  }),
  websocket_connections: Count,
  jobs: Type.Object({
    waiting: Count,
    running: Count,
    failed: Type.Integer({description: 'In the last 24 hours.'}),
  }),
  storage: Type.Object({
    directory: Type.String({description: 'The data directory.'}),
    free: Bytes,
    total: Bytes,
  }),
});

/** Checks the process, the database, background jobs and the disk with the data directory. */
export async function examineHealth({
  database,
  config,
  versions,
  websocketConnections,
}: {
  database: Database;
  config: Config;
  versions: {api: string; product: string};
  websocketConnections: number;
}): Promise<Static<typeof Health>> {
  const [facts, jobs, disk] = await Promise.all([
    selectDatabaseFacts(database),
    selectJobFigures(database, Date.now() - DAY),
    statfs(config.dataDirectory),
  ]);
  return {
    version: versions.product,
    api_version: versions.api,
    node_version: process.versions.node,
    started_at: Math.round(Date.now() - process.uptime() * 1000),
    memory: {used: process.memoryUsage().rss, machine_free: freemem(), machine_total: totalmem()},
    database: {
      version: facts.version,
      size: facts.size,
      connections: facts.connections,
      max_connections: facts.maxconnections,
    },
    websocket_connections: websocketConnections,
    jobs,
    storage: {
      directory: config.dataDirectory,
      free: disk.bavail * disk.bsize,
      total: disk.blocks * disk.bsize,
    },
  };
}
