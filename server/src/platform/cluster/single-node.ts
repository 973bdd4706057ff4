import type {Cluster, ClusterMessage, ClusterNode} from './cluster.ts';

/** A cluster of this process alone. Messages are delivered before `append` returns. */
export function createSingleNode(node: ClusterNode): Cluster {
  const followers = new Set<(message: ClusterMessage) => void>();
  const answers = new Map<string, (payload: unknown, fromNodeId: string) => Promise<unknown>>();
  let offset = 0;
  const never = () => () => {};

  return {
    enabled: false,
    node,
    nodes: () => [node],
    setDraining(draining) {
      node.draining = draining;
    },
    onNodeLost: never,
    onStale: never,
    onNewEpoch: never,
    bus: {
      append({id = '', name, payload, relayed = false}) {
        offset++;
        for (const follower of followers) follower({id, name, payload, relayed, origin: node.id, offset});
        return undefined;
      },
      follow(handler) {
        followers.add(handler);
        return () => followers.delete(handler);
      },
      onEarly: never,
      // Every message is published once.
      delivered: () => true,
      offset: () => offset,
      lag: () => 0,
      epoch: () => node.id,
      caughtUp: () => undefined,
      appended: () => undefined,
      broadcast() {},
      onBroadcast: never,
      async request(nodeId, subject, payload) {
        const answer = answers.get(subject);
        if (nodeId !== node.id || !answer) throw new Error(`Node ${nodeId} does not answer ${subject}.`);
        return answer(payload, node.id);
      },
      requestAll: async () => [],
      answer(subject, handler) {
        answers.set(subject, handler);
        return () => answers.delete(subject);
      },
    },
    async close() {},
  };
}
