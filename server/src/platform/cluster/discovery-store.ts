import type {Queryable} from '../database/queryable.ts';

/** A node in the table `ClusterDiscovery`. */
export interface DiscoveryRow {
  id: string;
  clustername: string;
  hostname: string;
  version: string;
}

const NODE_TYPE = 'patchbay';
/** A node that has not pinged for this long is not considered to be running. Nodes ping three times as often. */
const LIVE_MS = 30_000;
const FORGET_MS = 60 * 60_000;

/** The database's time in milliseconds. */
export async function selectClock(db: Queryable): Promise<number> {
  const row = await db.row<{now: number}>({
    name: 'database-clock',
    text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  });
  return row!.now;
}

/** The nodes that have pinged recently. */
export function selectLiveNodes(db: Queryable): Promise<DiscoveryRow[]> {
  return db.rows({
    name: 'live-nodes',
    text: `select Id, ClusterName, Hostname, Version from ClusterDiscovery
           where LastPingAt > (extract(epoch from clock_timestamp()) * 1000)::bigint - $1 order by CreateAt, Id`,
    values: [LIVE_MS],
  });
}

/** Writes the row of a running node. */
export async function upsertNode(db: Queryable, node: DiscoveryRow & {port: number}): Promise<void> {
  await db.execute({
    name: 'ping-node',
    text: `with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now)
           insert into ClusterDiscovery (Id, Type, ClusterName, Hostname, Port, CreateAt, LastPingAt, Version)
           select $1, $2, $3, $4, $5, now, now, $6 from clock
           on conflict (Id) do update set LastPingAt = excluded.LastPingAt`,
    values: [node.id, NODE_TYPE, node.clustername, node.hostname, node.port, node.version],
  });
}

/** Deletes the row of a node that leaves, and rows of nodes that left a long time ago. */
export async function deleteNode(db: Queryable, id: string): Promise<void> {
  await db.execute({
    text: `delete from ClusterDiscovery
           where Id = $1 or LastPingAt < (extract(epoch from clock_timestamp()) * 1000)::bigint - $2`,
    values: [id, FORGET_MS],
  });
}

/** Whether the table exists: an older version may have created the database. */
export async function hasDiscovery(db: Queryable): Promise<boolean> {
  const row = await db.row<{found: boolean}>({
    text: "select to_regclass('ClusterDiscovery') is not null as found",
  });
  return row!.found;
}
