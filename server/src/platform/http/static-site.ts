import {existsSync} from 'node:fs';
import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {FastifyError, FastifyReply, FastifyRequest} from 'fastify';
import type {Config} from '../config/config.ts';
import type {Logger} from '../logging/logger.ts';
import type {HttpServer} from './http-server.ts';

/** What belongs to programs: an unknown path below these is an error, not a page of the web client. */
const NOT_PAGES = /^\/(?:api|hooks|metrics|plugins|static)(?:\/|$)/;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the built web client. Whatever a browser asks for as a page is `index.html`, which looks at the path by
 * itself. To be called once all other routes are registered.
 */
export async function serveStaticSite(
  app: HttpServer,
  {directory, config, log}: {directory: string; config: Config; log: Logger},
): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'));
  if (isBuilt) {
    const assets = join(directory, 'assets/');
    await app.register(fastifyStatic, {
      root: directory,
      serve: false,
      dotfiles: 'ignore',
      // The build has made the copies.
      preCompressed: config.get().ServiceSettings.WebserverMode === 'gzip',
      // Nobody needs a part of a script.
      acceptRanges: false,
      cacheControl: false,
      // Not for what is missing: it may be there a moment later.
      setHeaders(reply, path) {
        reply.removeHeader('Expires');
        reply.header(
          'Cache-Control',
          // What the build names by content never means something else.
          path.startsWith(assets) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        );
      },
    });
  } else {
    log.warn({directory}, 'the web client is not built (npm run build): only the API is served');
  }
  const route = {
    config: {access: 'anonymous'},
    schema: {hide: true},
    // What is refused for its path, such as one with `..`, is not there.
    errorHandler(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
      if (!error.statusCode || error.statusCode >= 500) throw error;
      reply.callNotFound();
    },
  } as const;
  app.get('/*', route, (request, reply) => {
    const path = request.url.split('?')[0]!;
    if (!isBuilt || NOT_PAGES.test(path)) return reply.callNotFound();
    reply.header('Content-Security-Policy', contentSecurityPolicy(config));
    if (path.startsWith('/assets/')) return reply.sendFile(path);
    const isPage = path === '/' || request.headers.accept?.includes('text/html') === true;
    return reply.sendFile(isPage ? 'index.html' : path);
  });
}

/**
 * Only our own scripts and styles, all in files. Pictures of other sites in messages come through this server, so that
 * no reader calls a third party; other pages may not frame ours.
 */
function contentSecurityPolicy(config: Config): string {
  const {WebsocketURL} = config.get().ServiceSettings;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self'${WebsocketURL ? ` ${new URL(WebsocketURL).origin}` : ''}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
