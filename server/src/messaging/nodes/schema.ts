import Type, {type Static} from 'typebox';
import {Millis} from '../../platform/http/wire.ts';

const Count = Type.Integer({minimum: 0});

/** A node of the cluster, or the only server. */
export const Node = Type.Object({
  id: Type.String({description: 'New at each start.'}),
  hostname: Type.String(),
  version: Type.String(),
  started_at: Millis,
  is_this_node: Type.Boolean({description: 'Whether this node sent the response.'}),
  draining: Type.Boolean({description: 'Whether it moves its clients to other nodes and takes no new ones.'}),
  responds: Type.Boolean({
    description: 'Whether it described itself in time. If not, the fields below are null.',
  }),
  connections: Type.Union([Count, Type.Null()], {description: 'WebSocket connections.'}),
  bus_lag: Type.Union([Count, Type.Null()], {
    description: 'Messages that are on the bus, but have not arrived. Null without a cluster.',
  }),
  replica_lag: Type.Union([Type.Number({minimum: 0}), Type.Null()], {
    description: 'Seconds by which its slowest read replica is behind. Null without replicas.',
  }),
  clock_skew: Type.Union([Type.Integer(), Type.Null()], {
    description: "Milliseconds by which its clock is ahead of this node's, as far as that can be measured.",
  }),
  different_settings: Type.Array(Type.String(), {
    description: 'The settings whose values differ from this node, except those that belong to one machine.',
  }),
});
export type Node = Static<typeof Node>;
