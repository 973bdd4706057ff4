import type {FastifyReply, FastifyRequest} from 'fastify';
import Type, {type Static} from 'typebox';
import {clientNetwork} from '../../platform/addresses/ip-addresses.ts';
import type {Config} from '../../platform/config/config.ts';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import {clientAddress, isSecureRequest} from '../../platform/http/client-address.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isCrossSite} from '../../platform/http/request-origin.ts';
import {Id, line, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import {
  consumeRateLimit,
  type RateLimitStore,
  rateLimited,
  rateLimitHeaders,
} from '../../platform/rate-limit/rate-limit.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {
  actorOf,
  clearSessionCookies,
  type SessionRow,
  type Sessions,
  setSessionCookies,
} from '../sessions/sessions.ts';
import {User} from '../users/schema.ts';
import {presentUser} from '../users/users.ts';
import {AttachedDevice, LoginRequest, SessionRecord} from './schema.ts';
import type {Login} from './sign-in.ts';

/** Signing in and out, and managing sessions. */
export function registerSignInRoutes(
  api: HttpServer,
  {
    sessions,
    login,
    permissions,
    audits,
    config,
    loginLimits,
  }: {
    sessions: Sessions;
    login: Login;
    permissions: Permissions;
    audits: Audits;
    config: Config;
    loginLimits: RateLimitStore;
  },
): void {
  const UserId = Type.Object({user_id: Id});

  /**
   * Counts a login against the limit of its address, sets the rate limit headers, and rejects logins over the limit
   * (docs/compatibility.md#accounts-sessions-and-http, row 9).
   */
  async function limitLogin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const settings = config.get();
    const {LoginPerSec, LoginMaxBurst} = settings.RateLimitSettings;
    const verdict = await consumeRateLimit(
      loginLimits,
      `login ${clientNetwork(clientAddress(request, settings))}`,
      {perSecond: LoginPerSec, burst: LoginMaxBurst + 1},
      Date.now(),
    );
    reply.headers(rateLimitHeaders(verdict));
    if (!verdict.allowed) throw rateLimited('sign-in attempts', verdict);
  }

  api.post(
    '/users/login',
    {
      config: {access: 'anonymous'},
      onRequest: limitLogin,
      // Like the reference server, treats values other than strings as missing, and other bodies as an empty object.
      preValidation: async (request) => {
        request.body = onlyStrings(request.body);
      },
      schema: {
        summary: 'Sign in; the token is returned in the Token header and a cookie',
        body: LoginRequest,
        response: {200: User},
      },
    },
    async (request, reply) => {
      const {login_id = '', id = '', password = '', device_id = ''} = request.body;
      const settings = config.get();
      if (isCrossSite(request, settings.ServiceSettings.SiteURL)) throw crossSiteLogin();
      const {token, csrf, user, row} = await login.signIn({
        loginId: login_id,
        userId: id,
        password,
        deviceId: device_id,
        ipAddress: clientAddress(request, settings),
        props: deviceProps(request.headers['user-agent'] ?? ''),
      });
      const maxAge = Math.floor((row.expiresat - row.createat) / 1000);
      reply.header('Token', token);
      setSessionCookies(
        reply,
        {token, userId: user.id, csrf},
        {maxAge, secure: isSecureRequest(request, settings)},
      );
      return presentUser(user, 'full');
    },
  );

  api.post(
    '/users/logout',
    {
      config: {access: 'anonymous'},
      schema: {summary: 'Sign out by revoking the current session', response: {200: StatusOk}},
    },
    async (request, reply) => {
      if (request.session?.kind === 'session')
        await sessions.revoke(request.session.userId, request.session.id);
      if (!isCrossSite(request, config.get().ServiceSettings.SiteURL)) clearSessionCookies(reply);
      return STATUS_OK;
    },
  );

  api.post(
    '/users/login/type',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Get the sign-in method of an account (always a password)',
        description: 'The response does not show whether the account exists.',
        body: Type.Object({
          login_id: Type.Optional(line()),
          id: Type.Optional(word()),
          device_id: Type.Optional(Type.String({maxLength: 512})),
        }),
        response: {200: Type.Object({auth_service: Type.String(), is_deactivated: Type.Boolean()})},
      },
    },
    async () => ({auth_service: '', is_deactivated: false}),
  );

  api.put(
    '/users/sessions/device',
    {
      schema: {
        summary: 'Attach the current session to a mobile device',
        description: "Revokes the user's other sessions on this device.",
        body: AttachedDevice,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      if (actor.kind !== 'session') throw noSession();
      const {device_id = '', device_notification_disabled = '', mobile_version = ''} = request.body;
      if (device_id === '' && device_notification_disabled === '' && mobile_version === '') {
        throw invalidBodyParam('device_id');
      }
      await sessions.attachDevice(actor, device_id || actor.deviceId, {
        ...(device_notification_disabled && {device_notification_disabled}),
        ...(mobile_version && {mobile_version}),
      });
      return STATUS_OK;
    },
  );

  api.get(
    '/users/:user_id/sessions',
    {
      schema: {
        summary: "List a user's active sessions",
        params: UserId,
        response: {200: Type.Array(SessionRecord)},
      },
    },
    async (request) => {
      await permissions.requireSelfOrEditor(actorOf(request), request.params.user_id);
      const currentId = request.session?.id;
      return (await sessions.ofUser(request.params.user_id)).map((row) => presentSession(row, currentId));
    },
  );

  api.post(
    '/users/:user_id/sessions/revoke',
    {
      schema: {
        summary: 'Revoke a session',
        params: UserId,
        body: Type.Object({session_id: Id}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.requireSelfOrEditor(actorOf(request), request.params.user_id);
      const {session_id} = request.body;
      if (!(await sessions.revoke(request.params.user_id, session_id))) {
        throw invalidBodyParam('session_id', {
          message: 'This session has already ended.',
          explanation: `The user has no active session ${session_id}.`,
        });
      }
      await audits.recordRequest(request, `session_id=${session_id}`);
      return STATUS_OK;
    },
  );

  api.post(
    '/users/:user_id/sessions/revoke/all',
    {schema: {summary: 'Revoke all sessions of a user', params: UserId, response: {200: StatusOk}}},
    async (request) => {
      await permissions.requireSelfOrEditor(actorOf(request), request.params.user_id);
      await sessions.revokeAllOfUser(request.params.user_id);
      await audits.recordRequest(request, `user_id=${request.params.user_id}`);
      return STATUS_OK;
    },
  );

  api.post(
    '/users/sessions/revoke/all',
    {schema: {summary: 'Revoke all sessions on the server', response: {200: StatusOk}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      await sessions.revokeAll();
      await audits.recordRequest(request, '');
      return STATUS_OK;
    },
  );
}

function noSession(): AppError {
  return new AppError({
    id: 'api.user.attach_device_id.no_session.app_error',
    message: 'Only a session can be connected with a device, not an access token. Sign in first.',
    status: 400,
  });
}

// Otherwise, a form on another site could sign visitors in to an account of that site's owner, who could then read what
// they write.
function crossSiteLogin(): AppError {
  return new AppError({
    id: 'api.user.login.cross_site.app_error',
    message:
      'A page of another site sent this login. If it is your own site, set ServiceSettings.SiteURL to its address.',
    status: 403,
  });
}

function onlyStrings(body: unknown): Record<string, string> {
  if (body === null || typeof body !== 'object') return {};
  return Object.fromEntries(
    Object.entries(body).filter((member): member is [string, string] => typeof member[1] === 'string'),
  );
}

// Properties by which users recognize their sessions.
function deviceProps(userAgent: string): Record<string, string> {
  // Browsers also name other browsers they are compatible with, and Android also names Linux.
  const browser =
    /(Edg|OPR)\/([\d.]*)/.exec(userAgent) ?? /(Firefox|Chrome|Safari|curl|node)[/ ]?([\d.]*)/.exec(userAgent);
  const os = /(Android)/.exec(userAgent) ?? /(Windows|Mac OS X|iPhone|iPad|Linux)/.exec(userAgent);
  return {
    platform: os?.[1] ?? 'Unknown',
    os: os?.[1] ?? 'Unknown',
    browser: browser ? `${browser[1]}/${browser[2]}` : 'Unknown',
  };
}

function presentSession(row: SessionRow, currentId: string | undefined): Static<typeof SessionRecord> {
  const {csrf: _secret, ...props} = row.props;
  return {
    id: row.id,
    token: '',
    create_at: row.createat,
    expires_at: row.expiresat,
    last_activity_at: row.lastactivityat,
    user_id: row.userid,
    device_id: row.deviceid,
    roles: row.roles,
    is_oauth: row.isoauth,
    expired_notify: false,
    props,
    team_members: null,
    local: false,
    is_current: row.id === currentId,
  };
}
