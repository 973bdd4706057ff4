import Type from 'typebox';
import {Millis} from '../../platform/http/wire.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Metrics} from '../../platform/metrics/metrics.ts';
import {createMinuteHistory} from '../../platform/metrics/minute-history.ts';
import type {Statuses} from '../statuses/statuses.ts';

/** Time between samples in milliseconds. Counts are added to the minute of the later sample. */
const SAMPLE_INTERVAL = 5_000;

const counted = (description: string) => Type.Integer({minimum: 0, description});

export const ActivityQuery = Type.Object({
  points: Type.Integer({
    minimum: 2,
    maximum: 1440,
    default: 144,
    description: 'The maximum number of points.',
  }),
});

/** The server's activity in the last 24 hours, or since it started. */
export const Activity = Type.Object({
  since: Millis,
  step: Type.Integer({description: 'The time that a point covers in milliseconds; always full minutes.'}),
  points: Type.Array(
    Type.Object({
      at: Millis,
      requests: counted('Requests answered.'),
      errors: counted('Requests that failed with a server error (5xx).'),
      posts: counted('Messages posted.'),
      webhooks: counted('Requests to incoming webhooks.'),
      calls: counted('Calls to integrations. Link previews, images and push notifications do not count.'),
      failed_calls: counted('Calls without a 2xx response.'),
      connections: counted('Maximum number of WebSocket connections.'),
      memory: counted('Maximum memory use in bytes.'),
    }),
  ),
});

/** Requests for other purposes than integrations. Sites that messages link to fail often. */
const OTHER_PURPOSES = new Set<unknown>(['gifs', 'image-proxy', 'link-preview', 'site-url-test', 'web-push']);

const isIntegration = ({purpose}: {purpose?: unknown}) => !OTHER_PURPOSES.has(purpose);

export type ActivityHistory = ReturnType<typeof createActivity>;

/** Records this process's activity per minute; not kept across restarts. */
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
      calls: total('outbound_request_duration_seconds', isIntegration),
      failed_calls: total(
        'outbound_request_duration_seconds',
        (labels) => isIntegration(labels) && labels.outcome !== '2xx',
      ),
      connections: level(statuses.connectionCount),
      memory: level(() => process.memoryUsage.rss()),
    },
  });
  let timer: NodeJS.Timeout | undefined;
  return {
    /** Takes samples until `stop` is called. */
    start(): void {
      timer = setInterval(() => {
        history
          .sample(Date.now())
          .catch((error) => log.warn({err: error}, "could not record the server's activity"));
      }, SAMPLE_INTERVAL).unref();
    },

    stop: () => clearInterval(timer),

    /** The activity of the last 24 hours, in at most this many points. */
    async lastDay(points: number) {
      const now = Date.now();
      await history.sample(now);
      return history.until(now, points);
    },
  };
}
