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
import type {Logger} from '../logging/logger.ts';
import type {Metrics} from '../metrics/metrics.ts';
import {compressResponses} from './compressed-responses.ts';
import {errorBody} from './error-body.ts';
import {parseJson} from './json-body.ts';
import {describeApi} from './openapi.ts';
import {isAmbiguousPath} from './path-rules.ts';
import {refuseConnection} from './refused-connections.ts';
import {clearBodyHeaders, REVALIDATED, setDefaultHeaders} from './response-headers.ts';
import {listRoutes} from './route-list.ts';
import {compileSerializer} from './serialization.ts';
import type {HttpServer} from './server-type.ts';
import {compileValidator, SchemaViolation} from './validation.ts';

export type {HttpServer} from './server-type.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may call the route at all: without it, only who presents a session; permissions come on top. `unidentified`
     * is for everybody too, and does not even look who calls, which may take the database.
     */
    access?: 'anonymous' | 'unidentified';
    /** Answers carry an ETag, and are 304 without a body for who has that version already. */
    etag?: boolean;
  }
}

export interface HttpServerOptions {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** The API's version for `X-Version-Id` (docs/specification.md#http-api), and the product's. */
  version: {api: string; product: string};
  /** Paths that the API also takes without its prefix. */
  unprefixed: RegExp;
}

/**
 * The HTTP platform: the conventions of the API (docs/specification.md#http-api), and nothing about messaging. Every
 * error has the standard body, and every response its request and version ids. JSON is `application/json` without a
 * charset, because the official client compares the whole header.
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
    // A logger for each request costs as much as finding its route, and nothing here logs by it.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    bodyLimit: ServiceSettings.MaximumPayloadSizeBytes,
    // Node's timeout of a socket: any progress, in either direction, begins it again.
    connectionTimeout: ServiceSettings.WriteTimeout * 1000,
    // Slow uploads are legitimate, a client that never finishes its headers is not: that is `headersTimeout`.
    requestTimeout: ServiceSettings.ReadTimeout * 1000,
    keepAliveTimeout: ServiceSettings.IdleTimeout * 1000,
    http: {
      headersTimeout: 30_000,
      // Others offer HTTP/2 on the way, and are answered in HTTP/1.1 as if they had not.
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
    // What the router itself refuses, such as `%zz`, answers like any other fault in a URL.
    // No hook has run by then.
    frameworkErrors(_error, request, reply) {
      setCommonHeaders(request as FastifyRequest, reply as FastifyReply);
      sendError(
        invalidUrlParam('path', 'It is not valid.'),
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
  // Whatever a program calls its body, the API reads JSON, as the reference server does: `curl -d` says "form".
  app.addContentTypeParser('*', {parseAs: 'string'}, (_request, body, done) => {
    try {
      done(null, parseJson(body as string));
    } catch (error) {
      done(error as Error);
    }
  });

  // Before all other hooks: they read the cookies, also of a request that is refused at once.
  await app.register(cookie);

  const requestSeconds = metrics.histogram('http_request_duration_seconds', 'Time to answer', [
    'route',
    'status',
  ]);
  const answered = metrics.counter('http_requests_total', 'Requests answered');
  const failed = metrics.counter('http_server_errors_total', 'Requests answered with a 5xx');
  let requestsSeen = 0;

  app.addHook('onRequest', (request, reply, done) => {
    const now = config.get();
    setCommonHeaders(request, reply);
    const url = request.originalUrl;
    if (url.length > now.ServiceSettings.MaximumURLLength) return done(urlTooLong(url.length, now));
    if (url.includes('%00')) return done(invalidUrlParam('path', 'It holds a U+0000.'));
    if (isAmbiguousPath(url)) return done(notFound(request));
    done();
  });

  if (ServiceSettings.WebserverMode === 'gzip') compressResponses(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      reply.header('content-type', 'application/json');
    }
    // Not @fastify/etag: it hashes every answer, failures too, while only the routes that say so are worth it.
    if (request.routeOptions.config.etag && reply.statusCode === 200 && isWhole(payload)) {
      const etag = `"${hash('sha1', payload, 'base64url')}"`;
      reply.headers({etag, 'cache-control': REVALIDATED});
      if (request.headers['if-none-match'] === etag) {
        reply.code(304).removeHeader('content-type').removeHeader('content-encoding');
        return done(null, null);
      }
    }
    done(null, payload);
  });

  // A connection whose request was under way when the server began to close would be kept alive, and the server kept
  // waiting for it.
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
    const status = reply.statusCode;
    const route = request.routeOptions.url ?? 'unknown';
    const {LogSettings, MetricsSettings} = config.get();
    answered.inc();
    if (status >= 500) failed.inc();
    if (MetricsSettings.Enable)
      requestSeconds.observe({route, status: String(status)}, reply.elapsedTime / 1000);
    // The route's pattern and not the URL: webhook keys and tokens travel in paths.
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

  /** Writes the wire's error body. What is not an AppError is logged and becomes a 500 without inner text. */
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
    // To text Fastify would add a charset, where no hook can take it away.
    return reply
      .code(appError.status)
      .header('content-type', 'application/json')
      .send(Buffer.from(JSON.stringify(body)));
  }

  await app.register(multipart, {
    // Each route that takes files says how many and how large; nothing is read into memory here.
    limits: {fieldSize: 1 << 20, fields: 100, files: 100, parts: 200, headerPairs: 100},
  });
  await describeApi(app, {version: version.product});
  return app;
}

/** What `X-Version-Id` says. Clients split it at its dots: the build, which is our own version, may have none. */
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

/** 404 for a path that no route has, and for a method that a path does not take. */
function notFound({method, originalUrl}: FastifyRequest): AppError {
  return new AppError({
    id: 'api.context.404.app_error',
    message: 'Sorry, we could not find the page.',
    status: 404,
    detail: `There doesn't appear to be an api call for ${method} ${originalUrl.split('?')[0]}.`,
  });
}

/** What a client is told of an error. Fastify's own refusals, such as a body over the limit, carry a code and a status. */
export function toAppError(error: unknown, config: Config): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof SchemaViolation) return error.toAppError();
  const failure = databaseFailure(error);
  if (failure) return failure;
  const {code, statusCode, message} = error as {code?: string; statusCode?: number; message?: string};
  if (statusCode === 413) {
    return new AppError({
      id: 'api.context.request_body_too_large.app_error',
      message: `The request body is too large. At most ${config.get().ServiceSettings.MaximumPayloadSizeBytes} bytes are allowed here (ServiceSettings.MaximumPayloadSizeBytes).`,
      status: 413,
    });
  }
  if (code?.startsWith('FST_') && statusCode && statusCode < 500) {
    return new AppError({
      id: 'api.context.invalid_body_param.app_error',
      message: `Invalid or missing request body. ${message}.`,
      // What it calls its content is part of what it sends: 400 where Fastify would say 415.
      status: statusCode === 415 ? 400 : statusCode,
      path: 'body',
    });
  }
  return new AppError({
    id: 'api.context.internal.app_error',
    message:
      'The server could not do this because of a fault of its own. The log has the cause under the request id.',
    status: 500,
    cause: error,
  });
}

function isWhole(payload: unknown): payload is string | Buffer {
  return typeof payload === 'string' || Buffer.isBuffer(payload);
}

function isSampled(count: number, rate: number): boolean {
  return rate > 0 && count % rate === 0;
}
