import type {Database} from '../database/database.ts';
import {ensureSystemValues, exchangeSystemValue} from '../database/system-values.ts';
import {ClusterError} from './cluster-error.ts';
import {hasDiscovery, selectLiveNodes} from './discovery-store.ts';

/** The row of `Systems` with the oldest version that works with the database. */
const MINIMUM_VERSION = 'MinimumVersion';

/**
 * Checks before a migration that this version works with the database and with the running nodes, and stores the oldest
 * version that works with this one. So a cluster can be upgraded node by node, but only across compatible versions.
 *
 * @param minimum the oldest version that works with the schema of `version`
 * @throws ClusterError
 */
export async function requireCompatibleVersions(
  database: Database,
  {version, minimum}: {version: string; minimum: string},
): Promise<void> {
  if (!(await hasDiscovery(database))) return;
  const stored = (await ensureSystemValues(database, {[MINIMUM_VERSION]: minimum})).get(MINIMUM_VERSION)!;
  if (compareVersions(version, stored) < 0) {
    throw new ClusterError(
      `This is Patchbay ${version}, but the database was upgraded and now needs version ${stored} or later. Upgrade ` +
        'this node.',
    );
  }
  const old = (await selectLiveNodes(database)).find((node) => compareVersions(node.version, minimum) < 0);
  if (old) {
    throw new ClusterError(
      `Patchbay ${version} works only with nodes of version ${minimum} or later, but the node ${old.hostname} ` +
        `(${old.id}) runs ${old.version}. Upgrade all nodes to ${minimum} first, or stop them.`,
    );
  }
  if (compareVersions(stored, minimum) < 0) {
    await database.transaction((tx) => exchangeSystemValue(tx, MINIMUM_VERSION, minimum));
  }
}

/** Compares versions such as 1.10.2 by their numbers. Negative if `a` is older. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(/[.-]/).map(Number)) as [number[], number[]];
  for (let index = 0; index < 3; index++) {
    const difference = (left[index] || 0) - (right[index] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
