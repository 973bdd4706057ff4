import type {FastifyRequest} from 'fastify';
import {secretsEqual} from '../../platform/secrets/secrets.ts';
import {TOKEN_COOKIE} from './cookies.ts';

/** The token in a request, if any. */
export function requestToken(
  cookies: Record<string, string | undefined>,
  authorization: string | undefined,
): {token: string; fromCookie: boolean} | undefined {
  const cookie = cookies[TOKEN_COOKIE];
  if (cookie) return {token: cookie, fromCookie: true};
  const token = authorization && /^(?:bearer|token) +(\S+)\s*$/i.exec(authorization)?.[1];
  return token ? {token, fromCookie: false} : undefined;
}

/**
 * Whether a request that is authenticated by the cookie comes from this server's own pages, if it is a write. Pages of
 * other sites can make a browser send the cookie, but cannot read the CSRF cookie or set these headers.
 */
export function passesCsrfCheck(
  {method, headers}: Pick<FastifyRequest, 'method' | 'headers'>,
  csrf: string,
): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;
  const proof = headers['x-csrf-token'];
  if (typeof proof === 'string' && proof !== '') return secretsEqual(proof, csrf);
  return headers['x-requested-with'] === 'XMLHttpRequest';
}
