import type {FastifyRequest} from 'fastify';
import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {sessionExpired} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import {
  deleteAllSessions,
  deleteExpiredSessions,
  deleteReplacedSessions,
  deleteSession,
  deleteSessionsOfUser,
  insertSession,
  selectCredential,
  selectSessionsOfUser,
  updateAccessTokenUse,
  updateSessionActivity,
  updateSessionDevice,
} from './store.ts';

export {clearSessionCookies, setSessionCookies} from './cookies.ts';
export {deleteSessionsOfUsers, type SessionRow} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** These sessions or access tokens are no longer valid. Without ids, all sessions of the user. */
    'sessions:revoked': {userId: string; sessionIds?: string[]};
    /** The device of a session changed. */
    'session:changed': {sessionId: string};
    /** All sessions on the server were revoked. */
    'sessions:all-revoked': Record<string, never>;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the request, set by the authentication hook; undefined for an anonymous request. */
    session: Session | undefined;
  }
}

/** An authenticated caller: a login session or an access token, with the roles of its account. */
export interface Session {
  kind: 'session' | 'access-token';
  /** The id of the session or access token. */
  id: string;
  userId: string;
  username: string;
  /** System-wide roles of the account when the session was loaded. */
  roles: readonly string[];
  isBot: boolean;
  createAt: number;
  /** Milliseconds since the epoch; 0 for an access token that never expires. */
  expiresAt: number;
  lastActivityAt: number;
  deviceId: string;
  /** The value that a cookie-authenticated write must send in `X-CSRF-Token`. */
  csrf: string;
}

/** The session of a request. @throws AppError 401 for an anonymous one. */
export function actorOf(request: FastifyRequest): Session {
  if (!request.session) throw sessionExpired();
  return request.session;
}

/**
 * The id of the client's WebSocket connection, which is not notified of the client's own changes. Empty if it has none.
 */
export function connectionIdOf(request: FastifyRequest): string {
  const id = request.headers['connection-id'];
  return typeof id === 'string' ? id : '';
}

/**
 * The maximum number of sessions per user. The least recently used ones are revoked
 * (docs/specification.md#sign-in-and-sessions).
 */
const MAX_SESSIONS_PER_USER = 500;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Sessions = ReturnType<typeof createSessions>;

/** Login sessions, and the lookup of tokens, which are stored only as SHA-256 hashes. */
export function createSessions({
  database,
  events,
  config,
  log,
}: {
  database: Database;
  events: EventBus;
  config: Config;
  log: Logger;
}) {
  const byToken = createBoundedCache<string, Session>(20_000);

  // Detects changes while a value is being loaded. Such a value may be outdated, so it is used for the current call but
  // not cached.
  let changes = 0;

  function invalidate(matches: (session: Session) => boolean): void {
    changes++;
    for (const [token, session] of byToken.entries()) if (matches(session)) byToken.delete(token);
  }
  events.onEveryNode('sessions:revoked', ({userId, sessionIds}) =>
    invalidate((session) => session.userId === userId && (sessionIds?.includes(session.id) ?? true)),
  );
  events.onEveryNode('session:changed', ({sessionId}) => invalidate(({id}) => id === sessionId));
  events.onEveryNode('caches:stale', () => invalidate(() => true));
  events.onEveryNode('sessions:all-revoked', () => invalidate(() => true));
  events.onEveryNode('users:changed', ({userIds}) => {
    const changed = new Set(userIds);
    invalidate((session) => changed.has(session.userId));
  });

  /** Whether the session has expired or was idle for too long, or its type or guest accounts are disabled. */
  function isExpired(session: Session, now: number): boolean {
    if (session.expiresAt > 0 && session.expiresAt <= now) return true;
    const {ServiceSettings, GuestAccountsSettings} = config.get();
    if (session.roles.includes('system_guest') && !GuestAccountsSettings.Enable) return true;
    const {ExtendSessionLengthWithActivity, SessionIdleTimeoutInMinutes, EnableUserAccessTokens} =
      ServiceSettings;
    if (session.kind === 'access-token') return !EnableUserAccessTokens && !session.isBot;
    return (
      !ExtendSessionLengthWithActivity &&
      SessionIdleTimeoutInMinutes > 0 &&
      now - session.lastActivityAt > SessionIdleTimeoutInMinutes * MINUTE
    );
  }

  function sessionLength(deviceId: string): number {
    const {SessionLengthWebInHours, SessionLengthMobileInHours} = config.get().ServiceSettings;
    return (deviceId ? SessionLengthMobileInHours : SessionLengthWebInHours) * HOUR;
  }

  async function read(tokenHash: string): Promise<Session | undefined> {
    const seen = changes;
    const row = await selectCredential(database, tokenHash);
    if (!row) return undefined;
    const session: Session = {
      kind: row.kind,
      id: row.id,
      userId: row.userid,
      username: row.username,
      roles: row.roles.split(' ').filter(Boolean),
      isBot: row.isbot,
      createAt: row.createat,
      expiresAt: row.expiresat,
      lastActivityAt: row.lastactivityat,
      deviceId: row.deviceid,
      csrf: row.csrf,
    };
    if (changes === seen) byToken.set(tokenHash, session);
    return session;
  }

  function inBackground(work: Promise<void>): void {
    work.catch((error) => log.warn({err: error}, 'could not record the use of a session'));
  }

  return {
    /**
     * Creates a session for an authenticated user. Replaces other sessions of the user on the same mobile device. The
     * token and the CSRF token are returned only here.
     */
    async open(
      user: {id: string; roles: string},
      {deviceId = '', props = {}}: {deviceId?: string; props?: Record<string, string>} = {},
    ) {
      const now = Date.now();
      const token = newId();
      const csrf = newId();
      const row = {
        id: newId(),
        token: hashToken(token),
        createat: now,
        expiresat: now + sessionLength(deviceId),
        lastactivityat: now,
        userid: user.id,
        deviceid: deviceId,
        roles: user.roles,
        isoauth: false,
        props: {...props, csrf},
      };
      await insertSession(database, row);
      const ended = await deleteReplacedSessions(database, row, MAX_SESSIONS_PER_USER);
      if (ended.length > 0) events.publish('sessions:revoked', {userId: user.id, sessionIds: ended});
      return {token, csrf, row};
    },

    isExpired,

    /** The session or access token for a token, if it is valid. Cached. */
    async resolve(token: string): Promise<Session | undefined> {
      // Longer strings are never valid tokens; the reference server truncates at this length too.
      const tokenHash = hashToken(token.slice(0, 50));
      const session = byToken.get(tokenHash) ?? (await read(tokenHash));
      if (!session) return undefined;
      const now = Date.now();
      if (isExpired(session, now)) return undefined;
      if (session.kind === 'access-token' && now - session.lastActivityAt > MINUTE) {
        session.lastActivityAt = now;
        inBackground(updateAccessTokenUse(database, session.id, now));
      }
      return session;
    },

    /**
     * Records activity and extends the session if the setting says so, at most once per hundredth of its length (but at
     * least five minutes and at most a day). Returns whether it was extended, so that the cookies can be renewed.
     */
    async recordActivity(session: Session): Promise<boolean> {
      if (session.kind !== 'session') return false;
      const now = Date.now();
      const length = sessionLength(session.deviceId);
      const extend = config.get().ServiceSettings.ExtendSessionLengthWithActivity;
      const interval = extend ? Math.max(5 * MINUTE, Math.min(length / 100, DAY)) : 5 * MINUTE;
      const elapsed = extend ? length - (session.expiresAt - now) : now - session.lastActivityAt;
      if (elapsed < interval) return false;
      session.lastActivityAt = now;
      if (extend) session.expiresAt = now + length;
      await updateSessionActivity(database, session.id, now, session.expiresAt);
      return extend;
    },

    /**
     * Attaches a session to the mobile device that uses it. From now on, the session lasts as long as a mobile session,
     * and the user's other sessions on the device are revoked.
     */
    async attachDevice(session: Session, deviceId: string, props: Record<string, string>): Promise<void> {
      const {id, userId} = session;
      session.expiresAt = Date.now() + sessionLength(deviceId);
      const device = {sessionId: id, userId, deviceId, expiresAt: session.expiresAt, props};
      const ended = await updateSessionDevice(database, device);
      events.publish('session:changed', {sessionId: id});
      if (ended.length > 0) events.publish('sessions:revoked', {userId, sessionIds: ended});
    },

    /** The user's valid sessions, most recently used first. */
    ofUser: (userId: string) => selectSessionsOfUser(database, userId, Date.now()),

    /** Revokes a session of the user. Returns false if the user has no such session. */
    async revoke(userId: string, sessionId: string): Promise<boolean> {
      const found = await deleteSession(database, userId, sessionId);
      events.publish('sessions:revoked', {userId, sessionIds: [sessionId]});
      return found;
    },

    /** Revokes all sessions of the user, but not access tokens. */
    async revokeAllOfUser(userId: string): Promise<void> {
      const sessionIds = await deleteSessionsOfUser(database, userId);
      events.publish('sessions:revoked', {userId, sessionIds});
    },

    /**
     * Revokes the user's sessions except `exceptId` within a transaction, but not access tokens. Call the returned
     * function after the commit.
     */
    async revokeWithin(tx: Transaction, userId: string, exceptId?: string): Promise<() => void> {
      const sessionIds = await deleteSessionsOfUser(tx, userId, exceptId);
      return () => events.publish('sessions:revoked', {userId, sessionIds});
    },

    /** Revokes all sessions on the server, but not access tokens. */
    async revokeAll(): Promise<void> {
      await deleteAllSessions(database);
      events.publish('sessions:all-revoked', {});
    },

    /** Deletes the rows of expired sessions. */
    sweep: () => deleteExpiredSessions(database, Date.now()),
  };
}
