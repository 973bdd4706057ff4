import type {FastifyReply, FastifyRequest} from 'fastify';
import {matchesEtag} from './etags.ts';

/** A JSON body that is ready to send. */
export interface VersionedBody {
  /** Identifies the content, without quotes. */
  version: string;
  body(): Buffer | string;
}

/**
 * Sends the body with its version as ETag, or 304 if the client already has that version. Unless the route sets another
 * `Cache-Control`, browsers don't store the body (`no-store`), and only programs that keep it themselves get a 304.
 */
export function sendVersioned(
  request: FastifyRequest,
  reply: FastifyReply,
  {version, body}: VersionedBody,
): FastifyReply {
  // Weak, because a compressed response has the same one.
  const etag = `W/"${version}"`;
  reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  // Sending text or bytes bypasses the serializer.
  return reply.type('application/json').send(body());
}
