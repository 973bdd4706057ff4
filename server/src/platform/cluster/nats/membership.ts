import type {NatsConnection} from '@nats-io/transport-node';
import type {OperatorLog} from '../../logging/operator-log.ts';
import type {ClusterNode} from '../cluster.ts';
import {subscribe} from './subscribe.ts';

/** The heartbeat that a node sends every second. */
interface Beat {
  node: ClusterNode;
  /** `join` asks the others for a beat; after `leave` the node is gone. */
  kind: 'join' | 'alive' | 'leave';
}

interface Member {
  node: ClusterNode;
  /** From `performance.now()`. */
  heardAt: number;
  /** Milliseconds since the epoch. */
  seenAt: number;
}

const BEAT_INTERVAL_MS = 1000;
const CHECK_INTERVAL_MS = 250;
/** A node that was silent for this long is lost. */
const LOST_AFTER_MS = 5000;

/** Knows which nodes are alive, from the beats that each of them sends every second. */
export function createMembership({
  nats,
  prefix,
  node,
  log,
  onLost,
}: {
  nats: NatsConnection;
  /** The beginning of the subjects of this cluster. */
  prefix: string;
  node: ClusterNode;
  log: OperatorLog;
  onLost: (node: ClusterNode, lastSeenAt: number) => void;
}) {
  const members = new Map<string, Member>();
  const subject = `${prefix}.beat`;
  let checkedAt = performance.now();
  /** No node is declared lost before this time, because its beats could not arrive. */
  let noLossBefore = 0;

  function beat(kind: Beat['kind']): void {
    if (!nats.isClosed()) nats.publish(subject, JSON.stringify({node, kind} satisfies Beat));
  }

  function recordBeat(from: ClusterNode): void {
    if (from.id === node.id) return;
    if (!members.has(from.id)) log.info({node: from.id, host: from.hostname}, 'A node joined the cluster');
    members.set(from.id, {node: from, heardAt: performance.now(), seenAt: Date.now()});
  }

  subscribe(nats, subject, log, (message) => {
    const {node: from, kind} = message.json<Beat>();
    if (kind === 'leave') {
      if (members.delete(from.id)) log.info({node: from.id, host: from.hostname}, 'A node left the cluster');
      return;
    }
    recordBeat(from);
    if (kind === 'join' && from.id !== node.id) beat('alive');
  });
  beat('join');

  const beats = setInterval(() => beat('alive'), BEAT_INTERVAL_MS).unref();
  const checks = setInterval(() => {
    const now = performance.now();
    // This process was suspended, or busy, so the beats of the others are still waiting.
    if (now - checkedAt > BEAT_INTERVAL_MS) noLossBefore = now + LOST_AFTER_MS;
    checkedAt = now;
    if (now < noLossBefore) return;
    for (const [id, {node: lost, heardAt, seenAt}] of members) {
      if (now - heardAt < LOST_AFTER_MS) continue;
      members.delete(id);
      log.warn({node: id, host: lost.hostname}, 'A node of the cluster stopped responding');
      onLost(lost, seenAt);
    }
  }, CHECK_INTERVAL_MS).unref();

  return {
    /** The live nodes, including this one, oldest first. */
    nodes: (): ClusterNode[] =>
      [node, ...[...members.values()].map((member) => member.node)].sort(
        (a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1),
      ),
    /** Records a beat that arrived in another way. */
    recordBeat,
    /** Tells the others about a change of this node. */
    announce: () => beat('alive'),
    /** Beats can't arrive now, which doesn't mean that other nodes are lost. */
    suspendLossDetection(): void {
      noLossBefore = performance.now() + LOST_AFTER_MS;
    },
    leave(): void {
      clearInterval(beats);
      clearInterval(checks);
      beat('leave');
    },
  };
}
