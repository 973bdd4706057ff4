import Type, {type Static} from 'typebox';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {selectSchemaVersion} from './store.ts';

const NodeStatus = Type.Object({
  id: Type.String(),
  version: Type.String(),
  schema_version: Type.String({description: 'The number of the newest migration.'}),
  config_hash: Type.String({description: 'Changes with every setting; empty if the node did not respond.'}),
  ipaddress: Type.String(),
  hostname: Type.String(),
});

const STATUS = 'system:status';
const TIMEOUT_MS = 1000;

/** The nodes of the cluster, in the format of official clients. */
export function registerClusterRoutes(
  api: HttpServer,
  {
    cluster,
    config,
    database,
    permissions,
  }: {cluster: Cluster; config: Config; database: Database; permissions: Permissions},
): void {
  cluster.bus.answer(STATUS, async () => config.hash());

  api.get(
    '/cluster/status',
    {
      schema: {
        summary: 'List the nodes of the cluster; empty without a cluster',
        response: {200: Type.Array(NodeStatus)},
      },
    },
    async (request): Promise<Static<typeof NodeStatus>[]> => {
      await permissions.require(actorOf(request), 'manage_system');
      if (!cluster.enabled) return [];
      const [schemaVersion, answers] = await Promise.all([
        selectSchemaVersion(database),
        cluster.bus.requestAll(STATUS, null, TIMEOUT_MS),
      ]);
      const hashes = new Map(answers.map(({nodeId, answer}) => [nodeId, String(answer)]));
      hashes.set(cluster.node.id, config.hash());
      return cluster.nodes().map(({id, version, address, hostname}) => ({
        id,
        version,
        schema_version: schemaVersion,
        config_hash: hashes.get(id) ?? '',
        ipaddress: address,
        hostname,
      }));
    },
  );
}
