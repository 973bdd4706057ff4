import type {Queryable} from '../../platform/database/queryable.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import {SESSIONS} from '../tables/tables.ts';

export interface SessionRow
  extends Omit<RowOf<typeof SESSIONS, {props: Record<string, string>}>, 'expirednotify'> {}

/** The session or personal access token for a token, with the account's current roles. */
export interface CredentialRow {
  kind: 'session' | 'access-token';
  id: string;
  userid: string;
  username: string;
  roles: string;
  isbot: boolean;
  createat: number;
  expiresat: number;
  lastactivityat: number;
  deviceid: string;
  csrf: string;
}

// The tokens of a deactivated account don't work until it is activated again (docs/specification.md#access-tokens).
export function selectCredential(db: Queryable, tokenHash: string): Promise<CredentialRow | undefined> {
  return db.row<CredentialRow>({
    name: 'session-by-token',
    text: `
      select found.*, u.Username, u.Roles, exists (select from Bots b where b.UserId = u.Id) as isbot
      from (
        select 'session' as kind, Id, UserId, CreateAt, ExpiresAt, LastActivityAt, DeviceId,
          coalesce(Props ->> 'csrf', '') as csrf
        from Sessions where Token = $1
        union all
        select 'access-token', Id, UserId, CreateAt, ExpiresAt, LastUsedAt, '', ''
        from UserAccessTokens where Token = $1 and IsActive
        union all
        -- The previous secret of a rotated token has its own expiry.
        select 'access-token', Id, UserId, CreateAt,
          least(nullif(ExpiresAt, 0), PreviousTokenValidUntil), LastUsedAt, '', ''
        from UserAccessTokens where PreviousToken = $1 and IsActive
      ) found
        join Users u on u.Id = found.UserId
      where u.DeleteAt = 0`,
    values: [tokenHash],
  });
}

export function insertSession(db: Queryable, session: SessionRow): Promise<void> {
  return insertRow(db, SESSIONS, {...session, props: JSON.stringify(session.props)});
}

export function selectSessionsOfUser(db: Queryable, userId: string, now: number): Promise<SessionRow[]> {
  return db.rows<SessionRow>({
    text: 'select * from Sessions where UserId = $1 and ExpiresAt > $2 order by LastActivityAt desc',
    values: [userId, now],
  });
}

/** Deletes a session of the user. Returns whether it existed. */
export async function deleteSession(db: Queryable, userId: string, sessionId: string): Promise<boolean> {
  const count = await db.execute({
    text: 'delete from Sessions where Id = $1 and UserId = $2',
    values: [sessionId, userId],
  });
  return count > 0;
}

/** Deletes the user's sessions except `exceptId`, and returns their ids. */
export async function deleteSessionsOfUser(db: Queryable, userId: string, exceptId = ''): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: 'delete from Sessions where UserId = $1 and Id <> $2 returning Id',
    values: [userId, exceptId],
  });
  return rows.map((row) => row.id);
}

/** Deletes all sessions of these users. */
export async function deleteSessionsOfUsers(db: Queryable, userIds: readonly string[]): Promise<void> {
  await db.execute({text: 'delete from Sessions where UserId = any($1)', values: [userIds]});
}

export async function deleteAllSessions(db: Queryable): Promise<void> {
  await db.execute({text: 'delete from Sessions'});
}

/**
 * Deletes the sessions that a new one replaces: other sessions of the user on the same mobile device, if any, and all
 * except the `keep` most recently used ones. Returns their ids.
 */
export async function deleteReplacedSessions(
  db: Queryable,
  {id, userid, deviceid}: {id: string; userid: string; deviceid: string},
  keep: number,
): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      delete from Sessions
      where UserId = $1 and Id <> $2 and (DeviceId = nullif($3, '') or Id in (
        select Id from Sessions where UserId = $1 order by LastActivityAt desc offset $4))
      returning Id`,
    values: [userid, id, deviceid, keep],
  });
  return rows.map((row) => row.id);
}

export async function deleteExpiredSessions(db: Queryable, now: number): Promise<void> {
  await db.execute({text: 'delete from Sessions where ExpiresAt <= $1', values: [now]});
}

export async function updateSessionActivity(
  db: Queryable,
  sessionId: string,
  lastActivityAt: number,
  expiresAt: number,
): Promise<void> {
  await db.execute({
    name: 'session-activity',
    text: 'update Sessions set LastActivityAt = $2, ExpiresAt = $3 where Id = $1',
    values: [sessionId, lastActivityAt, expiresAt],
  });
}

/** Attaches a session to a mobile device. Deletes the user's other sessions on it, and returns their ids. */
export async function updateSessionDevice(
  db: Queryable,
  {
    sessionId,
    userId,
    deviceId,
    expiresAt,
    props,
  }: {
    sessionId: string;
    userId: string;
    deviceId: string;
    expiresAt: number;
    props: Record<string, string>;
  },
): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      with attached as (
        update Sessions set DeviceId = $3, ExpiresAt = $4, Props = Props || $5 where Id = $1 and UserId = $2
      )
      delete from Sessions where UserId = $2 and DeviceId = $3 and Id <> $1
      returning Id`,
    values: [sessionId, userId, deviceId, expiresAt, JSON.stringify(props)],
  });
  return rows.map((row) => row.id);
}

export async function updateAccessTokenUse(db: Queryable, tokenId: string, now: number): Promise<void> {
  await db.execute({
    name: 'access-token-use',
    text: 'update UserAccessTokens set LastUsedAt = $2 where Id = $1 and LastUsedAt < $2',
    values: [tokenId, now],
  });
}
