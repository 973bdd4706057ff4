import type {FastifyRequest} from 'fastify';
import {LRUCache} from 'lru-cache';
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
  deleteOldestSessions,
  deleteSession,
  deleteSessionsOfUser,
  insertSession,
  selectCredential,
  selectSessionsOfUser,
  updateAccessTokenUse,
  updateSessionActivity,
} from './store.ts';

export {clearSessionCookies, setSessionCookies} from './cookies.ts';
export {deleteSessionsOfUsers, type SessionRow} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** These sessions or access tokens open nothing any more; without ids, none of the user's do. */
    'sessions:ended': {userId: string; sessionIds?: string[]};
    /** Every session on the server has ended. */
    'sessions:all-ended': Record<string, never>;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request, once the authentication hook has run; undefined for an anonymous one. */
    session: Session | undefined;
  }
}

/** An authenticated caller: a login session or an access token, with what its account may do. */
export interface Session {
  kind: 'session' | 'access-token';
  /** The id of the session or of the access token. */
  id: string;
  userId: string;
  username: string;
  /** System-wide roles of the account, at the time of reading. */
  roles: readonly string[];
  isBot: boolean;
  createAt: number;
  /** Milliseconds since the epoch; 0 for an access token that never expires. */
  expiresAt: number;
  lastActivityAt: number;
  deviceId: string;
  /** What a cookie-authenticated write must send back in `X-CSRF-Token`. */
  csrf: string;
}

/** The caller of a request. @throws AppError 401 for an anonymous one. */
export function actorOf(request: FastifyRequest): Session {
  if (!request.session) throw sessionExpired();
  return request.session;
}

/** The most sessions of a user. Those used longest ago end first (docs/specification.md#sign-in-and-sessions). */
const MAX_SESSIONS_PER_USER = 500;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Sessions = ReturnType<typeof createSessions>;

/** Login sessions, and the way from a token to its session. Tokens are stored as their SHA-256 only. */
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
  const byToken = new LRUCache<string, Session>({max: 20_000});

  // What was read before a change was announced may be how it was before: it answers the call, and is not kept.
  let changes = 0;

  function forget(matches: (session: Session) => boolean): void {
    changes++;
    for (const [token, session] of byToken.entries()) if (matches(session)) byToken.delete(token);
  }
  events.subscribe('sessions:ended', ({userId, sessionIds}) =>
    forget((session) => session.userId === userId && (sessionIds?.includes(session.id) ?? true)),
  );
  events.subscribe('caches:stale', () => forget(() => true));
  events.subscribe('sessions:all-ended', () => forget(() => true));
  events.subscribe('users:changed', ({userIds}) => {
    const changed = new Set(userIds);
    forget((session) => changed.has(session.userId));
  });
  events.subscribe('user:activation-changed', ({userId}) => forget((session) => session.userId === userId));

  /** Whether the session has ended by itself: by time, without activity, or because its kind, or guests, are switched off. */
  function isOver(session: Session, now: number): boolean {
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
     * Opens a session for a user who has proved who they are. The token and the CSRF proof are returned here and
     * nowhere else.
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
      const ended = await deleteOldestSessions(database, user.id, MAX_SESSIONS_PER_USER);
      if (ended.length > 0) events.publish('sessions:ended', {userId: user.id, sessionIds: ended});
      return {token, csrf, row};
    },

    isOver,

    /** The session or access token that a token opens now, if any. Cached. */
    async resolve(token: string): Promise<Session | undefined> {
      // Longer ones are no tokens of ours; the reference server cuts at this length too.
      const tokenHash = hashToken(token.slice(0, 50));
      const session = byToken.get(tokenHash) ?? (await read(tokenHash));
      if (!session) return undefined;
      const now = Date.now();
      if (isOver(session, now)) return undefined;
      if (session.kind === 'access-token' && now - session.lastActivityAt > MINUTE) {
        session.lastActivityAt = now;
        inBackground(updateAccessTokenUse(database, session.id, now));
      }
      return session;
    },

    /**
     * Notes that the person is active, and extends the session where the setting says so: at most once in a
     * hundredth of its length, between five minutes and a day. Whether it was extended, so that cookies can be.
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

    /** The user's sessions that are still open, the one used last first. */
    ofUser: (userId: string) => selectSessionsOfUser(database, userId, Date.now()),

    /** Ends one session of the user. False if the user has no such session. */
    async end(userId: string, sessionId: string): Promise<boolean> {
      const found = await deleteSession(database, userId, sessionId);
      events.publish('sessions:ended', {userId, sessionIds: [sessionId]});
      return found;
    },

    /** Ends all sessions of the user; access tokens stay. */
    async endAllOfUser(userId: string): Promise<void> {
      const sessionIds = await deleteSessionsOfUser(database, userId);
      events.publish('sessions:ended', {userId, sessionIds});
    },

    /**
     * Ends the sessions of the user, but for `exceptId`, as part of a transaction; access tokens stay. Call the
     * function that it returns once that has committed.
     */
    async endWithin(tx: Transaction, userId: string, exceptId?: string): Promise<() => void> {
      const sessionIds = await deleteSessionsOfUser(tx, userId, exceptId);
      return () => events.publish('sessions:ended', {userId, sessionIds});
    },

    /** Ends every session on the server; access tokens stay. */
    async endAll(): Promise<void> {
      await deleteAllSessions(database);
      events.publish('sessions:all-ended', {});
    },

    /** Deletes the rows of sessions that are over. */
    sweep: () => deleteExpiredSessions(database, Date.now()),
  };
}
