import Type from 'typebox';
import {Millis} from '../../platform/http/wire.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import {createMinuteHistory} from '../../platform/metrics/minute-history.ts';
import type {Statuses} from '../statuses/statuses.ts';

/** Milliseconds between two looks: what was counted in between belongs to the minute of the second. */
const LOOK_EVERY = 5_000;

const counted = (description: string) => Type.Integer({minimum: 0, description});

export const ActivityQuery = Type.Object({
  points: Type.Integer({minimum: 2, maximum: 1440, default: 144, description: 'At most so many.'}),
});

/** What the server did in the last 24 hours, or since it started. */
export const Activity = Type.Object({
  since: Millis,
  step: Type.Integer({description: 'Milliseconds that a point stands for: a whole number of minutes.'}),
  points: Type.Array(
    Type.Object({
      at: Millis,
      requests: counted('Requests that were answered.'),
      errors: counted('Those of them that failed by the server: 5xx.'),
      posts: counted('Messages that were written.'),
      webhooks: counted('Requests to incoming webhooks.'),
      calls: counted('Calls to integrations.'),
      failed_calls: counted('Those of them without an answer of 2xx.'),
      connections: counted('WebSocket connections, at most.'),
      memory: counted('Bytes of memory, at most.'),
    }),
  ),
});

export type ActivityHistory = ReturnType<typeof createActivity>;

/** How busy this process was, minute by minute; it is not kept over a restart. */
export function createActivity({
  metrics,
  statuses,
  log,
}: {
  metrics: Metrics;
  statuses: Statuses;
  log: Logger;
}) {
  const total = (...metric: Parameters<Metrics['total']>) => ({
    kind: 'total' as const,
    read: () => metrics.total(...metric),
  });
  const level = (read: () => number) => ({kind: 'level' as const, read});
  const history = createMinuteHistory({
    since: Date.now(),
    sources: {
      requests: total('http_requests_total'),
      errors: total('http_server_errors_total'),
      posts: total('posts_total'),
      webhooks: total('incoming_webhook_requests_total'),
      calls: total('outbound_request_duration_seconds'),
      failed_calls: total('outbound_request_duration_seconds', ({outcome}) => outcome !== '2xx'),
      connections: level(statuses.connectionCount),
      memory: level(() => process.memoryUsage.rss()),
    },
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    /** Looks from time to time, until `stop`. */
    start(): void {
      timer = setInterval(() => {
        history
          .sample(Date.now())
          .catch((error) => log.warn({err: error}, 'could not note how busy the server is'));
      }, LOOK_EVERY).unref();
    },

    stop: () => clearInterval(timer),

    /** The last 24 hours up to this moment, in at most so many points. */
    async lastDay(points: number) {
      const now = Date.now();
      await history.sample(now);
      return history.until(now, points);
    },
  };
}
