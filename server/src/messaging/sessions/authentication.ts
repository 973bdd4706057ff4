import type {Config} from '../../platform/config/config.ts';
import {sessionExpired} from '../../platform/errors/app-error.ts';
import {isSecureRequest} from '../../platform/http/client-address.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isCrossSite} from '../../platform/http/request-origin.ts';
import {clearSessionCookies, setSessionCookies} from './cookies.ts';
import {passesCsrfCheck, requestToken} from './credentials.ts';
import type {Sessions} from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The cookie that authenticated the request. `expiresAt` is as of the start of the request, in milliseconds. */
    sessionCookie: {token: string; expiresAt: number} | undefined;
  }
}

/**
 * Authenticates each request with the cookie or, without one, with `Authorization: Bearer` or `Token`, ignoring case
 * (docs/specification.md#sign-in-and-sessions). A route without `access: 'anonymous'` returns 401 without a session. A
 * write authenticated by the cookie must prove that it comes from this server's own pages. Replaces `me` as a user id
 * in the path with the caller's id.
 */
export function authenticateRequests(
  app: HttpServer,
  {sessions, config}: {sessions: Sessions; config: Config},
): void {
  app.decorateRequest('session', undefined);
  app.decorateRequest('sessionCookie', undefined);

  app.addHook('onRequest', async (request, reply) => {
    const {access} = request.routeOptions.config;
    if (access === 'unidentified') return;
    const anonymous = access === 'anonymous' || request.is404;
    const presented = requestToken(request.cookies, request.headers.authorization);
    const session = presented && (await sessions.resolve(presented.token));
    if (session && presented?.fromCookie && !passesCsrfCheck(request, session.csrf)) {
      if (anonymous) return;
      // The cookie is kept. Otherwise, other sites could sign users out by sending requests that fail here.
      throw sessionExpired('A write request authenticated by the cookie requires the CSRF token.');
    }
    if (!session && !anonymous) {
      const {SiteURL} = config.get().ServiceSettings;
      if (presented?.fromCookie && !isCrossSite(request, SiteURL)) clearSessionCookies(reply);
      throw sessionExpired(presented ? 'The token is not valid.' : 'The request has no token.');
    }
    request.session = session;
    if (!session) return;
    request.caller.key = session.userId;
    const {token, fromCookie} = presented;
    if (fromCookie) request.sessionCookie = {token, expiresAt: session.expiresAt};
    const params = request.params as {user_id?: string};
    if (params.user_id === 'me') params.user_id = session.userId;
  });
  renewCookies(app, config);
}

/**
 * Sets the cookies with the new expiry when a request extends the session, because browsers delete expired cookies
 * (docs/specification.md#sign-in-and-sessions).
 */
function renewCookies(app: HttpServer, config: Config): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const {session, sessionCookie} = request;
    if (session && sessionCookie && session.expiresAt > sessionCookie.expiresAt) {
      const {token} = sessionCookie;
      const maxAge = Math.floor((session.expiresAt - Date.now()) / 1000);
      const secure = isSecureRequest(request, config.get());
      setSessionCookies(reply, {token, userId: session.userId, csrf: session.csrf}, {maxAge, secure});
    }
    done(null, payload);
  });
}
