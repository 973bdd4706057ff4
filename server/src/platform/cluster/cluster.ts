/** A server of a cluster. */
export interface ClusterNode {
  /** New at each start. */
  id: string;
  hostname: string;
  /** The version of Patchbay. */
  version: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Its network address; empty if it's unknown. */
  address: string;
  /** Whether it is stopping, so that its clients should connect to another node. */
  draining: boolean;
  /** Warnings for administrators, such as a wrong clock. One sentence each. */
  warnings: string[];
}

/** A message of the bus, as every node receives it. */
export interface ClusterMessage {
  id: string;
  name: string;
  payload: unknown;
  /** Whether it was published before, by another process. */
  relayed: boolean;
  /** The id of the node that appended it. */
  origin: string;
  /** The trace that it belongs to, in the W3C format `traceparent`, if that is recorded. */
  trace?: string | undefined;
  /** Its position: larger than that of every earlier message of the same epoch, and the same on all nodes. */
  offset: number;
}

/** A message for the bus. */
export interface NewClusterMessage {
  /** Without it, the message gets an id of its own. */
  id?: string;
  name: string;
  payload: unknown;
  /** Whether it was published before, by another process. */
  relayed?: boolean;
  /** Whether other nodes must get it within a second even if the bus is slow or unavailable. See `onEarly`. */
  urgent?: boolean;
  /** See {@link ClusterMessage.trace}. */
  trace?: string | undefined;
}

/**
 * Carries messages between the nodes of a cluster. Payloads are plain JSON. A single server uses the same interface,
 * and its messages don't leave the process (docs/cluster.md).
 */
export interface ClusterBus {
  /**
   * Sends a message to every node including this one: once each, and in the same order. A message with the `id` of
   * another one of the last two minutes is dropped. Messages of one node keep their order.
   *
   * Returns undefined if the message has already been delivered. Otherwise resolves when the bus has stored it, or is
   * unavailable; in that case it is tried again in the background. Never rejects.
   */
  append(message: NewClusterMessage): Promise<void> | undefined;
  /** Calls `handler` for every message until the returned function is called. The handler must not throw. */
  follow(handler: (message: ClusterMessage) => void): () => void;
  /**
   * Calls `handler` for urgent messages of other nodes that are late on the bus and arrived through the database. They
   * arrive a second time, in order, once the bus has them.
   */
  onEarly(handler: (message: Pick<ClusterMessage, 'name' | 'payload'>) => void): () => void;
  /** Whether a message with this id has been delivered in the last two minutes. */
  delivered(id: string): boolean;
  /** The position of the last message that followers received; 0 before the first one. */
  offset(): number;
  /** The number of stored messages that this node has not received yet. */
  lag(): number;
  /** Identifies the stream. Offsets of nodes with different epochs can't be compared. */
  epoch(): string;
  /**
   * Resolves when this node has received all messages that any node had stored before the call, with false if that
   * takes too long or the bus is unavailable. Undefined without a cluster, where there is nothing to wait for.
   */
  caughtUp(): Promise<boolean> | undefined;
  /** Resolves when all messages that this node has appended so far are stored; undefined if they are. */
  appended(): Promise<void> | undefined;
  /** Sends a message to the other nodes. It may be lost, and overtake others. */
  broadcast(subject: string, payload: unknown): void;
  /** Calls `handler` for each broadcast of another node until the returned function is called. */
  onBroadcast(subject: string, handler: (payload: unknown, fromNodeId: string) => void): () => void;
  /**
   * Asks one node.
   *
   * @param timeout milliseconds
   * @throws Error if the node doesn't answer in time, or its handler throws
   */
  request(nodeId: string, subject: string, payload: unknown, timeout: number): Promise<unknown>;
  /** Asks all other nodes. Resolves after `timeout` milliseconds at the latest, without those that failed. */
  requestAll(
    subject: string,
    payload: unknown,
    timeout: number,
  ): Promise<{nodeId: string; answer: unknown}[]>;
  /** Answers the requests of other nodes, and of this one to itself, until the returned function is called. */
  answer(subject: string, handler: (payload: unknown, fromNodeId: string) => Promise<unknown>): () => void;
}

/** The nodes that serve one installation together. Without a cluster, this is the only one. */
export interface Cluster {
  /** Whether there can be other nodes (`ClusterSettings.Enable`). */
  readonly enabled: boolean;
  /** This node. */
  readonly node: ClusterNode;
  /** The live nodes, including this one. */
  nodes(): readonly ClusterNode[];
  /** Tells the other nodes whether this one is draining. */
  setDraining(draining: boolean): void;
  /**
   * Calls `handler` when another node has been silent for five seconds, but not if it left cleanly. `lastSeenAt` is in
   * milliseconds. Returns a function that unsubscribes.
   */
  onNodeLost(handler: (node: ClusterNode, lastSeenAt: number) => void): () => void;
  /**
   * Calls `handler` when caches of database content may be outdated, because this node may have missed messages or
   * another node died before it could send them. Returns a function that unsubscribes.
   */
  onStale(handler: (reason: string) => void): () => void;
  /**
   * Calls `handler` after `onStale` when this node may have missed messages for clients, so that they must start over.
   * Returns a function that unsubscribes.
   */
  onNewEpoch(handler: (reason: string) => void): () => void;
  readonly bus: ClusterBus;
  /** Leaves the cluster. */
  close(): Promise<void>;
}
