import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Config} from '../../platform/config/config.ts';
import {sessionExpired} from '../../platform/errors/app-error.ts';
import {isSecureRequest} from '../../platform/http/client-address.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {secretsEqual} from '../../platform/secrets/secrets.ts';
import {setSessionCookies, TOKEN_COOKIE} from './cookies.ts';
import type {Sessions} from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the session ends that a cookie opened, as of the request's arrival. */
    cookieExpiresAt: number | undefined;
  }
}

/**
 * Finds out who sends each request: the cookie, or else `Authorization: Bearer` or `Token`, the scheme in any case
 * (reference facts, section 1: the cookie wins). A route without `access: 'anonymous'` answers 401 to nobody, and a
 * write that is authenticated by cookie must prove that our own page sent it. `me` in place of a user's id is the
 * caller's id from here on.
 */
export function authenticateRequests(
  app: HttpServer,
  {sessions, config}: {sessions: Sessions; config: Config},
): void {
  app.decorateRequest('session', undefined);
  app.decorateRequest('cookieExpiresAt', undefined);

  app.addHook('onRequest', async (request, reply) => {
    const anonymous = request.routeOptions.config.access === 'anonymous' || request.is404;
    const presented = presentedToken(request.cookies, request.headers.authorization);
    const session = presented && (await sessions.resolve(presented.token));
    if (session && presented?.fromCookie && !provesOwnPage(request, session.csrf)) {
      if (anonymous) return;
      throw expired(
        reply,
        'A request that changes something needs the CSRF token, because a cookie signed it in.',
      );
    }
    if (!session && !anonymous) {
      throw expired(reply, presented ? 'The token opens no session.' : 'The request carries no token.');
    }
    request.session = session;
    if (presented?.fromCookie) request.cookieExpiresAt = session?.expiresAt;
    const params = request.params as {user_id?: string};
    if (session && params.user_id === 'me') params.user_id = session.userId;
  });
  renewCookies(app, config);
}

/**
 * A browser forgets its cookies when the time has come that it was told: where a request has extended the session, it
 * is told anew (reference facts, section 1).
 */
function renewCookies(app: HttpServer, config: Config): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const {session, cookieExpiresAt} = request;
    const token = request.cookies[TOKEN_COOKIE];
    if (session && token && cookieExpiresAt !== undefined && session.expiresAt > cookieExpiresAt) {
      const maxAge = Math.floor((session.expiresAt - Date.now()) / 1000);
      const secure = isSecureRequest(request, config.get());
      setSessionCookies(reply, {token, userId: session.userId, csrf: session.csrf}, {maxAge, secure});
    }
    done(null, payload);
  });
}

/** The token that a request carries, if any. */
export function presentedToken(
  cookies: Record<string, string | undefined>,
  authorization: string | undefined,
): {token: string; fromCookie: boolean} | undefined {
  const cookie = cookies[TOKEN_COOKIE];
  if (cookie) return {token: cookie, fromCookie: true};
  const token = authorization && /^(?:bearer|token) +(\S+)\s*$/i.exec(authorization)?.[1];
  return token ? {token, fromCookie: false} : undefined;
}

// A foreign page can make a browser send our cookie, but can neither read the CSRF cookie nor set these headers.
function provesOwnPage({method, headers}: FastifyRequest, csrf: string): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return true;
  const proof = headers['x-csrf-token'];
  if (typeof proof === 'string' && proof !== '') return secretsEqual(proof, csrf);
  return headers['x-requested-with'] === 'XMLHttpRequest';
}

function expired(reply: FastifyReply, detail: string) {
  reply.clearCookie(TOKEN_COOKIE, {path: '/'});
  return sessionExpired(detail);
}
