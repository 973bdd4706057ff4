import type {Queryable} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import {USER_ACCESS_TOKENS} from '../tables/tables.ts';

/** A token without its hash, which only authentication needs. */
export interface AccessTokenRow
  extends Omit<RowOf<typeof USER_ACCESS_TOKENS>, 'token' | 'previoustoken' | 'previoustokenvaliduntil'> {}

const columns = sql`t.Id, t.UserId, t.Description, t.IsActive, t.CreateAt, t.ExpiresAt, t.LastUsedAt`;

export function insertAccessToken(db: Queryable, row: AccessTokenRow, tokenHash: string): Promise<void> {
  return insertRow(db, USER_ACCESS_TOKENS, {...row, token: tokenHash});
}

export function selectAccessToken(db: Queryable, id: string): Promise<AccessTokenRow | undefined> {
  return db.row<AccessTokenRow>(sql`select ${columns} from UserAccessTokens t where t.Id = ${id}`);
}

/** A page of the tokens of one user, or of everyone, newest first. */
export function selectAccessTokens(
  db: Queryable,
  userId: string | undefined,
  {offset, limit}: {offset: number; limit: number},
): Promise<AccessTokenRow[]> {
  const whose: SqlFragment = userId === undefined ? sql.empty : sql`where t.UserId = ${userId}`;
  return db.rows<AccessTokenRow>(sql`
    select ${columns} from UserAccessTokens t ${whose}
    order by t.CreateAt desc, t.Id offset ${offset} limit ${limit}`);
}

/** Tokens whose id, owner id or owner username starts with the term. */
export function searchAccessTokens(db: Queryable, term: string, limit: number): Promise<AccessTokenRow[]> {
  const pattern = `${term.replace(/[\\%_]/g, '\\$&')}%`;
  return db.rows<AccessTokenRow>(sql`
    select ${columns} from UserAccessTokens t join Users u on u.Id = t.UserId
    where t.Id like ${pattern} or t.UserId like ${pattern} or u.Username like ${pattern.toLowerCase()}
    order by u.Username, t.CreateAt desc, t.Id limit ${limit}`);
}

export async function updateAccessTokenActive(db: Queryable, id: string, active: boolean): Promise<void> {
  await db.execute({
    text: 'update UserAccessTokens set IsActive = $2 where Id = $1',
    values: [id, active],
  });
}

/**
 * Replaces the token's secret. The current secret stays valid until `validUntil` (milliseconds) if that is after `now`;
 * an earlier one stops working.
 */
export async function replaceSecret(
  db: Queryable,
  id: string,
  {tokenHash, validUntil, now}: {tokenHash: string; validUntil: number; now: number},
): Promise<void> {
  await db.execute({
    text: `
      update UserAccessTokens set Token = $2,
        PreviousToken = case when $3::bigint > $4::bigint then Token end,
        PreviousTokenValidUntil = case when $3::bigint > $4::bigint then $3::bigint else 0 end
      where Id = $1`,
    values: [id, tokenHash, validUntil, now],
  });
}

export async function deleteAccessToken(db: Queryable, id: string): Promise<void> {
  await db.execute({text: 'delete from UserAccessTokens where Id = $1', values: [id]});
}
