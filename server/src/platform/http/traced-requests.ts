import {type OpenSpan, tracing} from '../tracing/tracing.ts';
import type {HttpServer} from './server-type.ts';

/**
 * Records each request as a trace, if tracing is on. A `traceparent` header is ignored: it would let clients decide what is
 * recorded. Call this before other hooks that run statements.
 */
export function traceRequests(app: HttpServer): void {
  const traces = tracing();
  if (!traces) return;
  const spans = new WeakMap<object, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const span = traces.startTrace({
      name: `${request.method} ${route}`,
      kind: 'server',
      // The route's pattern instead of the URL, because paths contain webhook keys and tokens.
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'patchbay.request_id': request.id,
      },
    });
    spans.set(request, span);
    span.run(done);
  });
  // Again, because reading the body continues from socket events, outside the first context.
  app.addHook('preValidation', (request, _reply, done) => spans.get(request)!.run(done));
  app.addHook('onResponse', (request, {statusCode}, done) => {
    const span = spans.get(request);
    span?.set({'http.response.status_code': statusCode});
    span?.end(statusCode >= 500 ? {code: String(statusCode)} : undefined);
    done();
  });
}
