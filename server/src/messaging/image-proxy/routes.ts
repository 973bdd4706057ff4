import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {urlText} from '../../platform/http/wire.ts';
import {actorOf} from '../sessions/sessions.ts';
import {IMAGE_BOXES, type ImageProxy, type ImageSize} from './image-proxy.ts';

/** `GET /image?url=`: images of other sites, through this server. */
export function registerImageProxyRoute(api: HttpServer, {imageProxy}: {imageProxy: ImageProxy}): void {
  api.get(
    '/image',
    {
      schema: {
        summary: 'Get an image of another site, fetched, checked and resized by this server',
        querystring: Type.Object({
          url: urlText(),
          size: Type.Optional(Type.Enum(Object.keys(IMAGE_BOXES) as ImageSize[], {default: 'full'})),
        }),
      },
    },
    async (request, reply) => {
      const {url, size = 'full'} = request.query;
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
