import Type, {type Static} from 'typebox';
import {Millis} from '../../platform/http/wire.ts';

const Count = Type.Integer({minimum: 0});

/** A node of the cluster, or the only server. */
export const Node = Type.Object({
  id: Type.String({description: 'Changes at each start.'}),
  hostname: Type.String(),
  version: Type.String(),
  started_at: Millis,
  is_this_node: Type.Boolean({description: 'Whether this node sent the response.'}),
  draining: Type.Boolean({
    description: 'Whether the node moves its clients to other nodes and accepts no new ones.',
  }),
  warnings: Type.Array(Type.String(), {
    description: 'Problems, such as a wrong clock or settings that differ from other nodes.',
  }),
  responds: Type.Boolean({
    description: 'Whether the node responded in time. If not, the fields below are null.',
  }),
  connections: Type.Union([Count, Type.Null()], {description: 'WebSocket connections.'}),
  bus_lag: Type.Union([Count, Type.Null()], {
    description: 'Number of bus messages that have not arrived yet. Null without a cluster.',
  }),
  replica_lag: Type.Union([Type.Number({minimum: 0}), Type.Null()], {
    description: 'Delay of its slowest read replica in seconds. Null without replicas.',
  }),
});
export type Node = Static<typeof Node>;
