import type {ClusterBus} from '../cluster/cluster.ts';
import {hasChanged} from '../database/callers.ts';
import type {HttpServer} from './http-server.ts';

/** The maximum time that a response waits, in milliseconds. */
const MAX_WAIT_MS = 250;

/**
 * Delays the response to a request that changed something until the bus has stored its events, so that they are not
 * lost if this node dies right after the response. If the bus is slow, the response doesn't wait longer than a quarter of
 * a second: then the other nodes read what they missed from the database (docs/cluster.md#when-a-node-dies).
 */
export function awaitAppends(app: HttpServer, bus: ClusterBus): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    // Messages are stored in order, so waiting for all of them is waiting for those of this request.
    const stored = hasChanged(request.caller) ? bus.appended() : undefined;
    if (!stored) return done(null, payload);
    let timeout: NodeJS.Timeout | undefined;
    const send = () => {
      if (timeout === undefined) return;
      clearTimeout(timeout);
      timeout = undefined;
      done(null, payload);
    };
    timeout = setTimeout(send, MAX_WAIT_MS);
    void stored.then(send);
  });
}
