import type {Queryable} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import type {TOKENS} from '../tables/tables.ts';

export type TokenType = 'password_recovery' | 'verify_email' | 'team_invitation' | 'guest_invitation';

export interface TokenRow extends RowOf<typeof TOKENS, {type: TokenType}> {}

export async function insertToken(
  db: Queryable,
  token: string,
  {createat, type, extra}: Omit<TokenRow, 'token'>,
): Promise<void> {
  await db.execute({
    name: 'token-insert',
    text: 'insert into Tokens (Token, CreateAt, Type, Extra) values ($1, $2, $3, $4)',
    values: [hashToken(token), createat, type, extra],
  });
}

export function selectToken(db: Queryable, token: string, type: TokenType): Promise<TokenRow | undefined> {
  return db.row<TokenRow>({
    name: 'token-select',
    text: 'select * from Tokens where Token = $1 and Type = $2',
    values: [hashToken(token), type],
  });
}

/** Deletes a token. False if another request has already used it. */
export async function consumeToken(db: Queryable, token: string): Promise<boolean> {
  const row = await db.row<Pick<TokenRow, 'token'>>({
    name: 'token-consume',
    text: 'delete from Tokens where Token = $1 returning Token',
    values: [hashToken(token)],
  });
  return row !== undefined;
}

/** Deletes all tokens of these types. */
export async function deleteTokensOfTypes(db: Queryable, types: readonly TokenType[]): Promise<void> {
  await db.execute({text: 'delete from Tokens where Type = any($1)', values: [types]});
}

/** Deletes all tokens of an email invitation, given the id of the email. */
export async function deleteTokensOfInvitation(db: Queryable, id: string): Promise<void> {
  await db.execute({
    text: `
      delete from Tokens
      where Type in ('team_invitation', 'guest_invitation') and Extra::jsonb->>'id' = $1`,
    values: [id],
  });
}

/** Deletes tokens created before a time in milliseconds. */
export async function deleteTokensBefore(db: Queryable, createAt: number): Promise<void> {
  await db.execute({text: 'delete from Tokens where CreateAt < $1', values: [createAt]});
}
