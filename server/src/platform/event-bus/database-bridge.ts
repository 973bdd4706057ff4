import type {Database} from '../database/database.ts';
import type {EventBus} from './event-bus.ts';

const CHANNEL = 'patchbay_events';

// PostgreSQL takes no notification of 8,000 bytes or more.
const MAX_NOTIFICATION_BYTES = 7_999;

const STALE = JSON.stringify({name: 'caches:stale', payload: {}});

/**
 * Carries what is published in this process to the servers on the same database: for command line tools, whose
 * changes a live server's caches must learn of. The returned function waits until all of it is sent. What could not be
 * sent costs nobody an error: in its place they are told, at the end, that their caches are stale.
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
    // Servers whose connection was lost as well drop their caches when they have a new one.
    if (missed) await database.notify(CHANNEL, STALE).catch(() => {});
  };
}

/** Gives this process the events of others, until the returned function is called. */
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
