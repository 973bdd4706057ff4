import type {Cluster, ClusterNode} from '../../platform/cluster/cluster.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import type {Jobs} from '../jobs/jobs.ts';
import type {Statuses} from '../statuses/statuses.ts';
import type {Node} from './schema.ts';

/** How long a node has to send a status report or to start draining, in milliseconds. */
const ANSWER_TIMEOUT = 2_000;
/** The number of messages that a ready node can be behind. */
const MAX_LAG = 10_000;

const REPORT = 'nodes:report';
const DRAIN = 'nodes:drain';

/** The status report of a node. */
interface Report {
  connections: number;
  busLag: number | null;
  replicaLag: number | null;
}

export type Nodes = ReturnType<typeof createNodes>;

/** The nodes of the cluster, for administrators. Without a cluster, this server is the only node. */
export function createNodes({
  cluster,
  database,
  metrics,
  statuses,
  jobs,
  log,
}: {
  cluster: Cluster;
  database: Database;
  metrics: Metrics;
  statuses: Pick<Statuses, 'connectionCount'>;
  jobs: Pick<Jobs, 'queueDepth'>;
  log: Logger;
}) {
  const {bus, node} = cluster;

  metrics.measure('node_info', 'This node; always 1', ['node', 'host', 'version'], () => [
    {labels: {node: node.id, host: node.hostname, version: node.version}, value: 1},
  ]);
  metrics.measure('node_draining', 'Whether this node takes no new clients', [], () => [
    {labels: {}, value: node.draining ? 1 : 0},
  ]);
  metrics.measure(
    'database_pool_connections',
    'Database connections by pool (requests, long_running) and state (used, idle), and statements waiting for one',
    ['pool', 'state'],
    () =>
      Object.entries(database.poolUse()).flatMap(([pool, use]) =>
        Object.entries(use).map(([state, value]) => ({labels: {pool, state}, value})),
      ),
  );

  metrics.measure(
    'jobs',
    'Jobs of the whole installation by state (pending, running), including maintenance',
    ['state'],
    async () => Object.entries(await jobs.queueDepth()).map(([state, value]) => ({labels: {state}, value})),
  );

  /** The delay of the slowest replica in seconds; null without replicas, or if none has responded yet. */
  function slowestReplica(): number | null {
    const lags = database.replicaStatus().flatMap(({lagSeconds}) => lagSeconds ?? []);
    return lags.length > 0 ? Math.max(...lags) : null;
  }

  async function describeThisNode(): Promise<Report> {
    return {
      connections: statuses.connectionCount(),
      busLag: cluster.enabled ? bus.lag() : null,
      replicaLag: slowestReplica(),
    };
  }

  bus.answer(REPORT, describeThisNode);
  bus.answer(DRAIN, async (draining) => {
    log.info({draining}, draining ? 'draining this node' : 'this node accepts clients again');
    cluster.setDraining(draining === true);
  });

  async function present(one: ClusterNode): Promise<Node> {
    const report = await (bus.request(one.id, REPORT, {}, ANSWER_TIMEOUT) as Promise<Report>).catch(
      (error) => {
        log.warn({err: error, node: one.id}, 'a node did not send a status report');
        return undefined;
      },
    );
    return {
      id: one.id,
      hostname: one.hostname,
      version: one.version,
      started_at: one.startedAt,
      is_this_node: one.id === node.id,
      draining: one.draining,
      warnings: one.warnings,
      responds: report !== undefined,
      connections: report?.connections ?? null,
      bus_lag: report?.busLag ?? null,
      replica_lag: report?.replicaLag ?? null,
    };
  }

  return {
    /** All live nodes, including this one, with their status reports. */
    list: (): Promise<Node[]> => Promise.all(cluster.nodes().map(present)),

    /**
     * Makes a node drain: it accepts no new clients and moves its clients to other nodes. Or returns it to service.
     *
     * @throws AppError 404 if there is no such node, 409 if no other node would be left, 503 if it doesn't respond
     */
    async setDraining(id: string, draining: boolean): Promise<void> {
      const nodes = cluster.nodes();
      const target = nodes.find((one) => one.id === id);
      if (!target) {
        throw new AppError({
          id: 'app.cluster.no_such_node.app_error',
          message: "This node doesn't exist. It may have been restarted, which gives it a new id.",
          explanation: `There is no node ${id}.`,
          status: 404,
        });
      }
      if (draining && nodes.every((one) => one.id === id || one.draining)) {
        throw new AppError({
          id: 'app.cluster.last_node.app_error',
          message: `No other node could take the clients of ${target.hostname}. Start another node first.`,
          status: 409,
        });
      }
      try {
        await bus.request(id, DRAIN, draining, ANSWER_TIMEOUT);
      } catch (cause) {
        throw new AppError({
          id: 'app.cluster.node_silent.app_error',
          message: `The node ${target.hostname} did not respond. If it has stopped, it disappears from the list.`,
          status: 503,
          cause,
        });
      }
    },

    /**
     * Whether this node is so far behind the bus that clients should use another one. Never true for all nodes: false
     * if no other node is better, or if the others don't respond.
     */
    async isBehindOthers(): Promise<boolean> {
      if (bus.lag() <= MAX_LAG) return false;
      const reports = await bus.requestAll(REPORT, {}, ANSWER_TIMEOUT / 2);
      return reports.some(({answer}) => ((answer as Report).busLag ?? 0) <= MAX_LAG);
    },
  };
}
