import type {Database} from '../database/database.ts';
import type {EventBus} from './event-bus.ts';

const CHANNEL = 'patchbay_events';

// PostgreSQL limits notifications to less than 8,000 bytes.
const MAX_NOTIFICATION_BYTES = 7_999;

const STALE = JSON.stringify({name: 'caches:stale', payload: {}});

/**
 * Forwards this process's events to the servers on the same database, so that changes by command-line tools invalidate
 * their caches. The returned function waits until all events are sent. If sending an event fails, the servers are told at
 * the end that their caches are stale.
 */
export function sendEventsToServers(events: EventBus, database: Database): () => Promise<void> {
  let sent: Promise<void> = Promise.resolve();
  let missed = false;
  const stop = events.onPublish((name, payload) => {
    const message = JSON.stringify({name, payload});
    const fits = Buffer.byteLength(message) <= MAX_NOTIFICATION_BYTES;
    const text = fits ? message : STALE;
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
    if (missed) await database.notify(CHANNEL, STALE).catch(() => {});
  };
}

/** Receives the events of other processes until the returned function is called. */
export function receiveEventsFromTools(events: EventBus, database: Database): Promise<() => Promise<void>> {
  return database.listen(
    CHANNEL,
    (message) => {
      const {name, payload} = JSON.parse(message) as {name: string; payload: unknown};
      events.receive(name, payload);
    },
    () => events.receive('caches:stale', {}),
  );
}
