import type {Config} from '../../platform/config/config.ts';
import {sessionExpired} from '../../platform/errors/app-error.ts';
import {isSecureRequest} from '../../platform/http/client-address.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isCrossSite} from '../../platform/http/request-origin.ts';
import {clearSessionCookies, setSessionCookies, TOKEN_COOKIE} from './cookies.ts';
import {passesCsrfCheck, requestToken} from './credentials.ts';
import type {Sessions} from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the session of the cookie expires, as of the start of the request. In milliseconds. */
    cookieExpiresAt: number | undefined;
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
  app.decorateRequest('cookieExpiresAt', undefined);

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
    if (session) request.caller.key = session.userId;
    if (presented?.fromCookie) request.cookieExpiresAt = session?.expiresAt;
    const params = request.params as {user_id?: string};
    if (session && params.user_id === 'me') params.user_id = session.userId;
  });
  renewCookies(app, config);
}

/**
 * Sets the cookies with the new expiry when a request extends the session, because browsers delete expired cookies
 * (docs/specification.md#sign-in-and-sessions).
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
