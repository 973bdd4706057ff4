import type {Config} from '../../platform/config/config.ts';
import {sessionExpired} from '../../platform/errors/app-error.ts';
import {isSecureRequest} from '../../platform/http/client-address.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isCrossSite} from '../../platform/http/request-origin.ts';
import {clearSessionCookies, setSessionCookies, TOKEN_COOKIE} from './cookies.ts';
import {presentedToken, provesOwnPage} from './credentials.ts';
import type {Sessions} from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the session ends that a cookie opened, as of the request's arrival. */
    cookieExpiresAt: number | undefined;
  }
}

/**
 * Finds out who sends each request: from the cookie, or else from `Authorization: Bearer` or `Token`, the scheme in any
 * case (docs/specification.md#sign-in-and-sessions). A route without `access: 'anonymous'` returns 401 if nobody is
 * signed in. A write that is signed in by the cookie must prove that our own page sent it. Replaces `me` as a user's id
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
    const presented = presentedToken(request.cookies, request.headers.authorization);
    const session = presented && (await sessions.resolve(presented.token));
    if (session && presented?.fromCookie && !provesOwnPage(request, session.csrf)) {
      if (anonymous) return;
      // The session is fine: a page of another site must not be able to sign people out by failing here.
      throw sessionExpired(
        'A request that changes something needs the CSRF token, because a cookie signed it in.',
      );
    }
    if (!session && !anonymous) {
      const {SiteURL} = config.get().ServiceSettings;
      if (presented?.fromCookie && !isCrossSite(request, SiteURL)) clearSessionCookies(reply);
      throw sessionExpired(presented ? 'The token opens no session.' : 'The request carries no token.');
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
 * Browsers delete cookies at the time that they were given. When a request extends the session, the response sets them
 * again with the new time (docs/specification.md#sign-in-and-sessions).
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
