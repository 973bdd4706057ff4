import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Settings} from '../config/settings.ts';
import {isSecureRequest} from './client-address.ts';

/**
 * What every response says, errors included, unless a route says otherwise: nothing is guessed from its bytes, shown in
 * a frame, or run as a page.
 */
export const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), publickey-credentials-get=(), usb=()',
};

/**
 * What a response says that has an ETag: the browser keeps it, and asks each time whether it still holds. Under
 * `no-store` it could not, and would fetch lists of profiles again and again that have not changed.
 */
export const REVALIDATED = 'no-cache, private';

/**
 * Sets {@link DEFAULT_HEADERS}, that nothing of the response is kept, and, where the browser speaks HTTPS to us, that it
 * is never to speak anything else.
 */
export function setDefaultHeaders(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  const {TLSStrictTransport, TLSStrictTransportMaxAge} = settings.ServiceSettings;
  reply.headers(DEFAULT_HEADERS);
  forbidStoring(request, reply);
  if (TLSStrictTransport && isSecureRequest(request, settings)) {
    reply.header('Strict-Transport-Security', `max-age=${TLSStrictTransportMaxAge}`);
  }
}

/** Takes back what the route had said of a body that an error takes the place of. */
export function clearBodyHeaders(request: FastifyRequest, reply: FastifyReply): void {
  for (const name of [
    'Cache-Control',
    'ETag',
    'Content-Disposition',
    'Content-Length',
    'Content-Encoding',
    'Accept-Ranges',
  ]) {
    reply.removeHeader(name);
    // A stream that fails before its first byte has handed its headers on already.
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  reply.header('Content-Security-Policy', DEFAULT_HEADERS['Content-Security-Policy']);
  forbidStoring(request, reply);
}

/**
 * Caches keep responses to GET and HEAD alone, so only these need the header. The others go without it: official clients
 * read the server's version from responses that have no `Cache-Control`, and never learn it if all have one.
 */
function forbidStoring({method}: FastifyRequest, reply: FastifyReply): void {
  if (method === 'GET' || method === 'HEAD') reply.header('Cache-Control', 'no-store');
}
