import type {ClusterBus} from '../cluster/cluster.ts';
import type {Database} from '../database/database.ts';
import {newId} from '../database/ids.ts';
import type {EventBus} from './event-bus.ts';

const CHANNEL = 'patchbay_events';

// PostgreSQL limits notifications to less than 8,000 bytes.
const MAX_NOTIFICATION_BYTES = 7_999;

interface ToolEvent {
  id: string;
  name: string;
  payload: unknown;
}

const stale = (): ToolEvent => ({id: newId(), name: 'caches:stale', payload: {}});

/**
 * Forwards the events of a command-line tool to the servers on the same database, so that its changes invalidate their
 * caches. The returned function waits until all events are sent. If sending an event fails, the servers are told at
 * the end that their caches are stale.
 */
export function sendEventsToServers(bus: ClusterBus, database: Database): () => Promise<void> {
  let sent: Promise<void> = Promise.resolve();
  let missed = false;
  const stop = bus.follow(({name, payload}) => {
    const message = JSON.stringify({id: newId(), name, payload} satisfies ToolEvent);
    const fits = Buffer.byteLength(message) <= MAX_NOTIFICATION_BYTES;
    const text = fits ? message : JSON.stringify(stale());
    sent = sent.then(async () => {
      try {
        await database.notify(CHANNEL, text);
      } catch {
        missed = true;
      }
    });
  });
  return async () => {
    stop();
    await sent;
    // Servers that lost their connection clear their caches when they reconnect.
    if (missed) await database.notify(CHANNEL, JSON.stringify(stale())).catch(() => {});
  };
}

/** Receives the events of command-line tools until the returned function is called. */
export function receiveEventsFromTools(events: EventBus, database: Database): Promise<() => Promise<void>> {
  return database.listen(
    CHANNEL,
    (message) => {
      const {id, name, payload} = JSON.parse(message) as ToolEvent;
      events.relay(name, payload, id);
    },
    () => events.clearCaches(),
  );
}
