import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Settings} from '../config/settings.ts';
import {isSecureRequest} from './client-address.ts';

/**
 * Headers of every response, including errors, unless a route overrides them. They prevent content sniffing, framing and
 * scripts.
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
 * `Cache-Control` for responses with an ETag: the browser stores and revalidates them. With `no-store`, it would load
 * unchanged responses, such as lists of profiles, every time.
 */
export const REVALIDATED = 'no-cache, private';

/**
 * Sets {@link DEFAULT_HEADERS}, `no-store`, and for HTTPS `Strict-Transport-Security`.
 */
export function setDefaultHeaders(request: FastifyRequest, reply: FastifyReply, settings: Settings): void {
  const {TLSStrictTransport, TLSStrictTransportMaxAge} = settings.ServiceSettings;
  reply.headers(DEFAULT_HEADERS);
  forbidStoring(request, reply);
  if (TLSStrictTransport && isSecureRequest(request, settings)) {
    reply.header('Strict-Transport-Security', `max-age=${TLSStrictTransportMaxAge}`);
  }
}

/** Removes the headers that a route set for a body that is replaced with an error. */
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
    // If a stream fails before its first byte, Fastify has already passed its headers on.
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  reply.header('Content-Security-Policy', DEFAULT_HEADERS['Content-Security-Policy']);
  forbidStoring(request, reply);
}

/**
 * Only responses to GET and HEAD can be cached. The others don't get the header, because official clients read the server
 * version only from responses without `Cache-Control`.
 */
function forbidStoring({method}: FastifyRequest, reply: FastifyReply): void {
  if (method === 'GET' || method === 'HEAD') reply.header('Cache-Control', 'no-store');
}
