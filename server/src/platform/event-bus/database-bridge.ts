import type {Database} from '../database/database.ts';
import type {EventBus} from './event-bus.ts';

const CHANNEL = 'patchbay_events';

// PostgreSQL takes no notification of 8,000 bytes or more.
const MAX_NOTIFICATION_BYTES = 7_999;

/**
 * Carries what is published in this process to the servers on the same database: for command line tools, whose
 * changes a live server's caches must learn of. The returned function waits until all of it is sent.
 */
export function sendEventsToServers(events: EventBus, database: Database): () => Promise<void> {
  let sent: Promise<void> = Promise.resolve();
  const stop = events.onPublish((name, payload) => {
    const message = JSON.stringify({name, payload});
    const fits = Buffer.byteLength(message) <= MAX_NOTIFICATION_BYTES;
    const text = fits ? message : JSON.stringify({name: 'caches:stale', payload: {}});
    sent = sent.then(() => database.notify(CHANNEL, text));
  });
  return async () => {
    stop();
    await sent;
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
