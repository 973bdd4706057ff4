import {existsSync} from 'node:fs';
import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {FastifyError, FastifyReply, FastifyRequest} from 'fastify';
import type {Config} from '../config/config.ts';
import type {Logger} from '../logging/logger.ts';
import type {HttpServer} from './http-server.ts';
import {DEFAULT_HEADERS} from './response-headers.ts';

/** Paths of the API and files, where unknown paths are errors instead of pages of the web client. */
const NOT_PAGES = /^\/(?:api|hooks|metrics|plugins|static)(?:\/|$)/;
/** Our pages can ask for the microphone, for voice messages. Pages that they contain can't. */
const PAGE_PERMISSIONS = DEFAULT_HEADERS['Permissions-Policy']!.replace('microphone=()', 'microphone=(self)');
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves the web client. Every page is `index.html`, which handles the path itself. Call this after all other routes are
 * registered.
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
      // The build creates compressed copies.
      preCompressed: config.get().ServiceSettings.WebserverMode === 'gzip',
      // Partial responses are useless for these files.
      acceptRanges: false,
      cacheControl: false,
      // Only for existing files: a missing one might be available later.
      setHeaders(reply, path) {
        reply.removeHeader('Expires');
        reply.header(
          'Cache-Control',
          // File names in `assets` contain a hash of their content.
          path.startsWith(assets) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        );
      },
    });
  } else {
    log.warn({directory}, 'the web client is not built (npm run build), so only the API is served');
  }
  const route = {
    config: {access: 'anonymous'},
    schema: {hide: true},
    // Rejected paths, such as those with `..`, are not found.
    errorHandler(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
      if (!error.statusCode || error.statusCode >= 500) throw error;
      reply.callNotFound();
    },
  } as const;
  // The service worker receives what other apps share. If it isn't running, the page says what to do.
  app.post('/_share', {
    ...route,
    onRequest: async (_request, reply) => reply.redirect('/_share?missed=1', 303),
    handler: () => undefined,
  });
  app.get('/*', route, (request, reply) => {
    const path = request.url.split('?')[0]!;
    if (!isBuilt || NOT_PAGES.test(path)) return reply.callNotFound();
    reply.header('Content-Security-Policy', contentSecurityPolicy(config));
    reply.header('Permissions-Policy', PAGE_PERMISSIONS);
    if (path.startsWith('/assets/')) return reply.sendFile(path);
    const isPage = path === '/' || request.headers.accept?.includes('text/html') === true;
    return reply.sendFile(isPage ? 'index.html' : path);
  });
}

/**
 * Allows only our own scripts and styles, in files. Images from other sites are loaded through this server, so that clients
 * never contact third parties. Other pages can't frame ours.
 */
function contentSecurityPolicy(config: Config): string {
  const {WebsocketURL} = config.get().ServiceSettings;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
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
