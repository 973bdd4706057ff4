import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import {type DeliveryRow, insertDeliveries} from './store.ts';

/** Deliveries that are kept of each hook. */
const KEPT_PER_HOOK = 100;
const FLUSH_AFTER = 500;
// A flood on many hooks must not grow memory either: hooks beyond this are not logged until the next flush.
const MAX_WAITING_HOOKS = 1_000;

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** What came of the last requests to each hook, written in batches beside the requests and never in their way. */
export function createDeliveryLog({
  database,
  log,
  metrics,
}: {
  database: Database;
  log: Logger;
  metrics: Metrics;
}) {
  const received = metrics.counter('incoming_webhook_requests_total', 'Requests to incoming webhooks');
  let waiting = new Map<string, DeliveryRow[]>();
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...waiting.values()].flatMap((deliveries) => deliveries.slice(-KEPT_PER_HOOK));
    waiting = new Map();
    if (batch.length > 0) {
      written = written
        .then(() => insertDeliveries(database, batch, KEPT_PER_HOOK))
        .catch((error) => log.warn({err: error}, 'could not write the log of webhook deliveries'));
    }
    return written;
  }

  return {
    /** Notes a delivery; it is in the table within half a second, unless a hundred others follow it until then. */
    record(delivery: DeliveryRow): void {
      received.inc();
      const ofHook = waiting.get(delivery.hookid);
      if (ofHook !== undefined) {
        ofHook.push(delivery);
        // Those that would be deleted at once are never written. Cut in steps, so that one costs next to nothing.
        if (ofHook.length >= 2 * KEPT_PER_HOOK) ofHook.splice(0, KEPT_PER_HOOK);
      } else if (waiting.size < MAX_WAITING_HOOKS) {
        waiting.set(delivery.hookid, [delivery]);
      }
      timer ??= setTimeout(() => void withoutCaller(flush), FLUSH_AFTER);
    },
    /** Writes what is waiting. */
    flush,
  };
}
