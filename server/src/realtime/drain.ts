import {setTimeout as pause} from 'node:timers/promises';
import type {Hub} from './hub/hub.ts';

/** Time between groups of sockets that are closed, in milliseconds. */
const CLOSE_INTERVAL = 100;

/**
 * Moves all clients to other nodes within `millis` (docs/cluster.md#draining). In the first third of the time, the load
 * balancer notices that this node is not ready. In the second, sockets are closed a few at a time. In the last, clients
 * resume on other nodes. Finally, connections whose clients have not reconnected are handed over to other nodes.
 */
export async function moveClients(hub: Hub, millis: number, signal: AbortSignal): Promise<void> {
  const third = millis / 3;
  await pause(third, undefined, {signal});
  const end = performance.now() + third;
  for (let left = third; left > 0; left = end - performance.now()) {
    const groups = Math.ceil(left / CLOSE_INTERVAL);
    hub.closeSockets(Math.ceil(hub.socketCount() / groups));
    await pause(Math.min(left, CLOSE_INTERVAL), undefined, {signal});
  }
  await pause(third, undefined, {signal});
  await hub.close();
  await hub.park();
}
