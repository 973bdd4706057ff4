import {parseListenAddress} from '../addresses/listen-address.ts';
import type {Config} from '../config/config.ts';
import type {Database} from '../database/database.ts';
import type {Logger} from '../logging/logger.ts';
import type {Metrics} from '../metrics/metrics.ts';
import {NODE_WARNINGS, writeWarning} from '../warnings/warnings.ts';
import type {Cluster, ClusterNode} from './cluster.ts';
import {ClusterError} from './cluster-error.ts';
import {deleteNode, selectClock, selectLiveNodes, upsertNode} from './discovery-store.ts';
import {differences, digestSettings, type SettingsDigest} from './settings-digest.ts';
import {createSingleNode} from './single-node.ts';
import {describeThisNode} from './this-node.ts';

/** Milliseconds between checks of this node and the others. */
const CHECK_INTERVAL_MS = 10_000;
/** A node whose clock differs from the database's by more is flagged. */
const FLAGGED_SKEW_MS = 2000;
/** A node whose clock differs by more doesn't start: exports wait 15 seconds for late messages. */
const REFUSED_SKEW_MS = 10_000;
const DIGEST = 'cluster:settings';
const DIGEST_TIMEOUT_MS = 2000;

interface Parts {
  config: Config;
  database: Database;
  log: Logger;
  metrics: Metrics;
  version: string;
}

/**
 * Joins the cluster of the settings, or returns a cluster of this process alone if `ClusterSettings.Enable` is off.
 *
 * @throws ClusterError if the bus can't be used or this node isn't compatible with the others
 */
export async function joinCluster(parts: Parts): Promise<Cluster> {
  const {config, database, log, metrics, version} = parts;
  const {Enable, ClusterName, OverrideHostname, BusURLs, BusReplicas} = config.get().ClusterSettings;
  const node = describeThisNode(version, OverrideHostname);
  if (!Enable) return createSingleNode(node);
  await requireCompatible(database, node, ClusterName);
  // A single server doesn't load the library.
  const {createNatsCluster} = await import('./nats-cluster.ts');
  const cluster = await createNatsCluster({
    node,
    settings: {clusterName: ClusterName, urls: BusURLs, replicas: BusReplicas},
    database,
    log,
    metrics,
  });
  const registration = {
    id: node.id,
    clustername: ClusterName,
    hostname: node.hostname,
    version,
    port: parseListenAddress(config.get().ServiceSettings.ListenAddress)!.port,
  };
  const stopAnswering = cluster.bus.answer(DIGEST, async () => digestSettings(config.get()));
  const check = async () => {
    await upsertNode(database, registration);
    flag(node, await findWarnings(parts, cluster), log);
  };
  try {
    await check();
  } catch (error) {
    await cluster.close();
    throw error;
  }
  log.info({node: node.id, cluster: ClusterName}, 'Joined the cluster');
  const timer = setInterval(() => {
    check().catch((error) => log.warn({err: error}, 'could not check the nodes of the cluster'));
  }, CHECK_INTERVAL_MS).unref();

  return {
    ...cluster,
    async close() {
      clearInterval(timer);
      stopAnswering();
      await deleteNode(database, node.id).catch((error) =>
        log.warn({err: error}, 'could not remove this node from the list of nodes'),
      );
      await cluster.close();
    },
  };
}

/** @throws ClusterError if the database belongs to another cluster, or the clocks differ too much */
async function requireCompatible(database: Database, node: ClusterNode, clusterName: string): Promise<void> {
  const other = (await selectLiveNodes(database)).find(({clustername}) => clustername !== clusterName);
  if (other) {
    throw new ClusterError(
      `The database is in use by the cluster "${other.clustername}" (node ${other.hostname}), but ` +
        `ClusterSettings.ClusterName is "${clusterName}". Use the same name on all nodes of a database.`,
    );
  }
  const skew = await clockSkew(database);
  if (Math.abs(skew) >= REFUSED_SKEW_MS) {
    throw new ClusterError(
      `The clock of this node (${node.hostname}) is ${describeSkew(skew)} that of the database. Synchronize both ` +
        `with NTP. A node starts only if they differ by less than ${REFUSED_SKEW_MS / 1000} seconds.`,
    );
  }
}

/** How far this clock is ahead of the database's, in milliseconds, without the uncertainty of the measurement. */
async function clockSkew(database: Database): Promise<number> {
  const before = Date.now();
  const theirs = await selectClock(database);
  const after = Date.now();
  if (theirs < before) return before - theirs;
  return theirs > after ? after - theirs : 0;
}

const inSeconds = (skew: number) => (Math.abs(skew) / 1000).toFixed(1);

const describeSkew = (skew: number) => `${inSeconds(skew)} seconds ${skew > 0 ? 'ahead of' : 'behind'}`;

/** Warnings about this node for administrators, one sentence each. */
async function findWarnings({config, database}: Parts, cluster: Cluster): Promise<string[]> {
  const warnings: string[] = [];
  const skew = await clockSkew(database);
  if (Math.abs(skew) >= FLAGGED_SKEW_MS) {
    const template = skew > 0 ? NODE_WARNINGS.clockAhead : NODE_WARNINGS.clockBehind;
    warnings.push(writeWarning(template, {seconds: inSeconds(skew)}));
  }
  const heard = new Map(cluster.nodes().map((node) => [node.id, node.hostname]));
  for (const {id, hostname} of await selectLiveNodes(database)) {
    if (heard.has(id)) continue;
    warnings.push(writeWarning(NODE_WARNINGS.otherBus, {node: `${hostname} (${id})`}));
  }
  const own = digestSettings(config.get());
  for (const {nodeId, answer} of await cluster.bus.requestAll(DIGEST, null, DIGEST_TIMEOUT_MS)) {
    const names = differences(own, answer as SettingsDigest);
    if (names.length === 0) continue;
    const node = `${heard.get(nodeId)} (${nodeId})`;
    warnings.push(writeWarning(NODE_WARNINGS.otherSettings, {node, settings: names.join(', ')}));
  }
  return warnings;
}

function flag(node: ClusterNode, warnings: string[], log: Logger): void {
  for (const warning of warnings) if (!node.warnings.includes(warning)) log.warn(warning);
  node.warnings = warnings;
}
