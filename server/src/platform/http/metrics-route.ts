import type {Config} from '../config/config.ts';
import type {Metrics} from '../metrics/metrics.ts';
import type {HttpServer} from './http-server.ts';

/** Serves Prometheus metrics at `/metrics` if `MetricsSettings.Enable` is on. */
export function registerMetricsRoute(
  app: HttpServer,
  {config, metrics}: {config: Config; metrics: Metrics},
): void {
  app.get(
    '/metrics',
    {config: {access: 'anonymous'}, schema: {summary: 'Get metrics in the Prometheus format'}},
    async (_request, reply) => {
      if (!config.get().MetricsSettings.Enable) return reply.callNotFound();
      const {contentType, text} = await metrics.render();
      return reply.header('content-type', contentType).send(text);
    },
  );
}
