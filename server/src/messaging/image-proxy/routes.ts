import Type from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {urlText} from '../../platform/http/wire.ts';
import {actorOf} from '../sessions/sessions.ts';
import {IMAGE_BOXES, type ImageProxy, type ImageSize} from './image-proxy.ts';

/** `GET /image?url=`: images of other sites, through this server. */
export function registerImageProxyRoute(
  api: HttpServer,
  {imageProxy, config}: {imageProxy: ImageProxy; config: Config},
): void {
  api.get(
    '/image',
    {
      schema: {
        summary: 'Get an image of another site, fetched, checked and resized by this server',
        description: 'Redirects to images on this server: a path, or a URL that starts with SiteURL.',
        querystring: Type.Object({
          url: urlText(),
          size: Type.Optional(Type.Enum(Object.keys(IMAGE_BOXES) as ImageSize[], {default: 'full'})),
        }),
      },
    },
    async (request, reply) => {
      const {url, size = 'full'} = request.query;
      const own = pathOnThisServer(url, siteUrl(config.get()));
      if (own !== undefined) return reply.redirect(own);
      const {data, mediaType, etag} = await imageProxy.get(url, size, actorOf(request).userId);
      reply.headers({
        ETag: etag,
        'Cache-Control': 'private, max-age=86400',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(mediaType).send(data);
    },
  );
}

/** The path of an image on this server. Official clients request those here too. */
function pathOnThisServer(url: string, site: string): string | undefined {
  const own = new URL(site);
  const target = URL.parse(url, own.href);
  // A path that starts with two slashes would point to another site.
  if (target?.origin !== own.origin || target.pathname.startsWith('//')) return undefined;
  // The proxy would redirect to itself.
  if (target.pathname.endsWith('/api/v4/image')) return undefined;
  return target.pathname + target.search;
}
