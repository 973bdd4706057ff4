import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import {type DeliveryRow, insertDeliveries} from './store.ts';

/** Deliveries kept per webhook. */
const MAX_PER_HOOK = 100;
const FLUSH_AFTER = 500;
// Bounds memory during a flood on many webhooks. Further webhooks are not logged until the next flush.
const MAX_WAITING_HOOKS = 1_000;

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** Logs the last requests of each webhook. It writes them in batches, without delaying requests. */
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
    const batch = [...waiting.values()].flatMap((deliveries) => deliveries.slice(-MAX_PER_HOOK));
    waiting = new Map();
    if (batch.length > 0) {
      written = written
        .then(() => insertDeliveries(database, batch, MAX_PER_HOOK))
        .catch((error) => log.warn({err: error}, 'Could not write the webhook delivery log'));
    }
    return written;
  }

  return {
    /** Adds a delivery. It is written within half a second, unless a hundred newer ones replace it. */
    record(delivery: DeliveryRow): void {
      received.inc();
      const ofHook = waiting.get(delivery.hookid);
      if (ofHook !== undefined) {
        ofHook.push(delivery);
        // Drops deliveries that would be deleted right away, in steps, so that adding one is cheap.
        if (ofHook.length >= 2 * MAX_PER_HOOK) ofHook.splice(0, MAX_PER_HOOK);
      } else if (waiting.size < MAX_WAITING_HOOKS) {
        waiting.set(delivery.hookid, [delivery]);
      }
      timer ??= setTimeout(() => void withoutCaller(flush), FLUSH_AFTER);
    },
    /** Writes waiting deliveries. */
    flush,
  };
}
