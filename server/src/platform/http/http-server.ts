import {hash} from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type {TypeBoxTypeProvider} from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type {Config} from '../config/config.ts';
import {databaseFailure} from '../database/failures.ts';
import {newId} from '../database/ids.ts';
import {AppError, invalidUrlParam} from '../errors/app-error.ts';
import {byteSize} from '../formats/byte-size/byte-size.ts';
import type {Logger} from '../logging/logger.ts';
import type {Metrics} from '../metrics/metrics.ts';
import {compressResponses} from './compressed-responses.ts';
import {errorBody} from './error-body.ts';
import {closeIdleConnections} from './idle-connections.ts';
import {parseJson} from './json-body.ts';
import {describeApi} from './openapi.ts';
import {isAmbiguousPath} from './path-rules.ts';
import {refuseConnection} from './refused-connections.ts';
import {clearBodyHeaders, REVALIDATED, setDefaultHeaders} from './response-headers.ts';
import {listRoutes} from './route-list.ts';
import {compileSerializer} from './serialization.ts';
import type {HttpServer} from './server-type.ts';
import {traceRequests} from './traced-requests.ts';
import {compileValidator, SchemaViolation} from './validation.ts';

export type {HttpServer} from './server-type.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who can call the route. By default, a session is required; permissions are checked separately. `anonymous` routes are
     * open to everyone. `unidentified` routes don't even look up the session, which may need the database.
     */
    access?: 'anonymous' | 'unidentified';
    /** Responses have an ETag, and are 304 without a body if the client already has that version. */
    etag?: boolean;
  }
}

export interface HttpServerOptions {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** The API version for `X-Version-Id` (docs/specification.md#http-api), and the product version. */
  version: {api: string; product: string};
  /** Paths that also work without the API prefix. */
  unprefixed: RegExp;
}

/**
 * Creates the HTTP server with the conventions of the API (docs/specification.md#http-api). Every error has the standard
 * body, and every response has request and version ids. JSON is `application/json` without a charset, because the official
 * client compares the whole header.
 */
export async function createHttpServer({
  config,
  log,
  metrics,
  version,
  unprefixed,
}: HttpServerOptions): Promise<HttpServer> {
  const {ServiceSettings} = config.get();
  const app: HttpServer = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({disableRequestLogging: true}),
    // A logger per request costs as much as routing, and nothing uses it.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    bodyLimit: ServiceSettings.MaximumPayloadSizeBytes,
    // Node's socket timeout, which any progress in either direction resets.
    connectionTimeout: ServiceSettings.WriteTimeout * 1000,
    // Slow uploads are legitimate; `headersTimeout` handles clients that never finish their headers.
    requestTimeout: ServiceSettings.ReadTimeout * 1000,
    keepAliveTimeout: ServiceSettings.IdleTimeout * 1000,
    http: {
      headersTimeout: 30_000,
      // Ignore other upgrade offers such as HTTP/2, and respond with HTTP/1.1.
      shouldUpgradeCallback: ({headers}) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 512,
    },
    rewriteUrl: ({url = '/', method, headers}) =>
      unprefixed.test(url) && !(method === 'GET' && headers.accept?.includes('text/html'))
        ? `/api/v4${url}`
        : url,
    // Paths that the router rejects, such as `%zz`, return the same error as other invalid URLs. Hooks have not run yet.
    frameworkErrors(_error, request, reply) {
      setCommonHeaders(request as FastifyRequest, reply as FastifyReply);
      sendError(
        invalidUrlParam('path', 'The address is not valid.'),
        request as FastifyRequest,
        reply as FastifyReply,
      );
    },
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  listRoutes(app);

  app.removeAllContentTypeParsers();
  // The API parses bodies as JSON regardless of their content type, like the reference server: `curl -d` sends "form".
  app.addContentTypeParser('*', {parseAs: 'string'}, (_request, body, done) => {
    try {
      done(null, parseJson(body as string));
    } catch (error) {
      done(error as Error);
    }
  });

  // Before all other hooks, which read cookies even for rejected requests.
  await app.register(cookie);
  traceRequests(app);

  const requestSeconds = metrics.histogram('http_request_duration_seconds', 'Response time', [
    'route',
    'status',
  ]);
  const answered = metrics.counter('http_requests_total', 'Requests handled');
  const failed = metrics.counter('http_server_errors_total', 'Requests that returned a 5xx status');
  let requestsSeen = 0;

  app.addHook('onRequest', (request, reply, done) => {
    const now = config.get();
    setCommonHeaders(request, reply);
    const url = request.originalUrl;
    if (url.length > now.ServiceSettings.MaximumURLLength) return done(urlTooLong(url.length, now));
    if (url.includes('%00')) return done(invalidUrlParam('path', 'The address contains U+0000.'));
    if (isAmbiguousPath(url)) return done(notFound(request));
    done();
  });

  if (ServiceSettings.WebserverMode === 'gzip') compressResponses(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      reply.header('content-type', 'application/json');
    }
    // @fastify/etag would hash every response, including errors, but it's only worth it for some routes.
    if (request.routeOptions.config.etag && reply.statusCode === 200 && isBuffered(payload)) {
      const etag = `"${hash('sha1', payload, 'base64url')}"`;
      reply.headers({etag, 'cache-control': REVALIDATED});
      if (request.headers['if-none-match'] === etag) {
        reply.code(304).removeHeader('content-type').removeHeader('content-encoding');
        return done(null, null);
      }
    }
    done(null, payload);
  });

  closeIdleConnections(app);
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.statusCode;
    const route = request.routeOptions.url ?? 'unknown';
    const {LogSettings, MetricsSettings} = config.get();
    answered.inc();
    if (status >= 500) failed.inc();
    if (MetricsSettings.Enable)
      requestSeconds.observe({route, status: String(status)}, reply.elapsedTime / 1000);
    // Log the route's pattern instead of the URL, because paths contain webhook keys and tokens.
    if (status >= 500 || isSampled(requestsSeen++, LogSettings.RequestSampleRate)) {
      const level = status >= 500 ? 'warn' : 'debug';
      log[level](
        {
          requestId: request.id,
          method: request.method,
          route,
          status,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
    }
    done();
  });

  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(notFound(request), request, reply));

  function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
    setDefaultHeaders(request, reply, config.get());
    reply.headers({'X-Request-Id': request.id, 'X-Version-Id': versionId(version, config)});
    if (request.method === 'GET') reply.header('Expires', '0');
  }

  /** Sends the error body. Unexpected errors are logged and become a 500 without details. */
  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const appError = toAppError(error, config);
    if (appError.status >= 500 && appError !== error) {
      log.error({err: error, requestId: request.id, route: request.routeOptions.url}, 'unexpected error');
    } else if (appError.cause !== undefined) {
      log.info(
        {err: appError.cause, requestId: request.id, id: appError.id, detail: appError.detail},
        appError.message,
      );
    }
    if (appError.retryAfter !== undefined) {
      reply.header('Retry-After', String(Math.max(1, Math.ceil(appError.retryAfter / 1000))));
    }
    const body = errorBody(appError, request.id, config.get().ServiceSettings.EnableDeveloper);
    clearBodyHeaders(request, reply);
    // A buffer, because Fastify adds a charset to strings that no hook can remove.
    return reply
      .code(appError.status)
      .header('content-type', 'application/json')
      .send(Buffer.from(JSON.stringify(body)));
  }

  await app.register(multipart, {
    // Each upload route limits the number and size of files; nothing is read into memory here.
    limits: {fieldSize: 1 << 20, fields: 100, files: 100, parts: 200, headerPairs: 100},
  });
  await describeApi(app, {version: version.product});
  return app;
}

/** The value of `X-Version-Id`. Clients split it at dots, so the build (our own version) must not contain any. */
export function versionId(version: HttpServerOptions['version'], config: Config): string {
  const licensed = config.get().LicenseSettings.Tier !== 'team';
  return `${version.api}.${version.product.replaceAll('.', '-')}.${config.hash()}.${licensed}`;
}

function urlTooLong(length: number, {ServiceSettings}: ReturnType<Config['get']>): AppError {
  return new AppError({
    id: 'basic_security_check.url.too_long_error',
    message: `The URL is ${length} characters long; at most ${ServiceSettings.MaximumURLLength} are allowed.`,
    status: 414,
  });
}

/** 404 for an unknown path, or a method that the path doesn't support. */
function notFound({method, originalUrl}: FastifyRequest): AppError {
  return new AppError({
    id: 'api.context.404.app_error',
    message: 'Sorry, we could not find the page.',
    status: 404,
    detail: `There doesn't appear to be an api call for ${method} ${originalUrl.split('?')[0]}.`,
  });
}

/** Turns any error into an AppError. Fastify's own errors, such as a body over the limit, have a code and a status. */
export function toAppError(error: unknown, config: Config): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof SchemaViolation) return error.toAppError();
  const failure = databaseFailure(error);
  if (failure) return failure;
  const {code, statusCode, message} = error as {code?: string; statusCode?: number; message?: string};
  if (statusCode === 413) {
    const bytes = config.get().ServiceSettings.MaximumPayloadSizeBytes;
    return new AppError({
      id: 'api.context.request_body_too_large.app_error',
      message: `The request body is too large. At most ${byteSize(bytes)} are allowed here (ServiceSettings.MaximumPayloadSizeBytes).`,
      params: {bytes},
      status: 413,
    });
  }
  if (code?.startsWith('FST_') && statusCode && statusCode < 500) {
    return new AppError({
      id: 'api.context.invalid_body_param.app_error',
      message: `Invalid or missing request body. ${message}.`,
      // The API returns 400 where Fastify uses 415.
      status: statusCode === 415 ? 400 : statusCode,
      path: 'body',
    });
  }
  return new AppError({
    id: 'api.context.internal.app_error',
    message: 'An internal server error occurred. See the server log for this request id.',
    status: 500,
    cause: error,
  });
}

function isBuffered(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

function isSampled(count: number, rate: number): boolean {
  return rate > 0 && count % rate === 0;
}
