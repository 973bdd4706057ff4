import {existsSync} from 'node:fs';
import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {Config} from '../config/config.ts';
import type {Logger} from '../logging/logger.ts';
import type {HttpServer} from './http-server.ts';

/** What belongs to programs: an unknown path below these is an error, not a page of the web client. */
const NOT_PAGES = /^\/(?:api|hooks|metrics|plugins|static)(?:\/|$)/;
/** What the build names by content, so that a name never means something else. */
const NAMED_BY_CONTENT = /^\/assets\//;
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
    await app.register(fastifyStatic, {
      root: directory,
      serve: false,
      cacheControl: false,
      dotfiles: 'ignore',
    });
  } else {
    log.warn({directory}, 'the web client is not built (npm run build): only the API is served');
  }
  app.get('/*', {config: {access: 'anonymous'}, schema: {hide: true}}, (request, reply) => {
    const path = request.url.split('?')[0]!;
    if (!isBuilt || NOT_PAGES.test(path)) return reply.callNotFound();
    reply.removeHeader('Expires');
    reply.header('Content-Security-Policy', contentSecurityPolicy(config));
    if (NAMED_BY_CONTENT.test(path)) {
      reply.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
      return reply.sendFile(path);
    }
    reply.header('Cache-Control', 'no-cache');
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
