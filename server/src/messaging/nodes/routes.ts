import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Nodes} from './nodes.ts';
import {Node} from './schema.ts';

const NodePath = Type.Object({node_id: Id});

/** The nodes of the cluster. */
export function registerNodeRoutes(
  api: HttpServer,
  {nodes, permissions, audits}: {nodes: Nodes; permissions: Permissions; audits: Audits},
): void {
  api.get(
    '/cluster/nodes',
    {
      schema: {
        summary: 'List the nodes of the cluster; without a cluster, this server',
        response: {200: Type.Array(Node)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return nodes.list();
    },
  );

  api.post(
    '/cluster/nodes/:node_id/drain',
    {
      schema: {
        summary: 'Drain a node: move its clients to other nodes, and accept no new ones',
        params: NodePath,
        response: {200: StatusOk},
      },
    },
    (request) => setDraining(request, request.params.node_id, true),
  );

  api.delete(
    '/cluster/nodes/:node_id/drain',
    {
      schema: {
        summary: 'Return a draining node to service',
        params: NodePath,
        response: {200: StatusOk},
      },
    },
    (request) => setDraining(request, request.params.node_id, false),
  );

  async function setDraining(request: FastifyRequest, nodeId: string, draining: boolean) {
    await permissions.require(actorOf(request), 'manage_system');
    await nodes.setDraining(nodeId, draining);
    await audits.recordRequest(request, `node=${nodeId} draining=${draining}`);
    return STATUS_OK;
  }
}
