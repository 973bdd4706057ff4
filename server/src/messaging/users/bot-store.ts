import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';

export interface NewBotAccount {
  userId: string;
  username: string;
  email: string;
  displayName: string;
  description: string;
  ownerId: string;
  roles: string;
  locale: string;
  now: number;
}

/** Inserts the account and the bot in one statement. */
export async function insertBotAccount(db: Queryable, bot: NewBotAccount): Promise<void> {
  await db.execute({
    text: `
      with account as (
        insert into Users (Id, CreateAt, UpdateAt, Username, Email, EmailVerified, FirstName, Roles, Locale)
        values ($1, $9, $9, $2, $3, true, $4, $7, $8)
      )
      insert into Bots (UserId, Description, OwnerId, CreateAt, UpdateAt) values ($1, $5, $6, $9, $9)`,
    values: [
      bot.userId,
      bot.username,
      bot.email,
      bot.displayName,
      bot.description,
      bot.ownerId,
      bot.roles,
      bot.locale,
      bot.now,
    ],
  });
}

/** The columns of a bot and its account that can be edited. Those without a value don't change. */
export type BotAccountChanges = Partial<
  Pick<NewBotAccount, 'username' | 'email' | 'displayName' | 'description' | 'ownerId'>
>;

/** Updates a bot and its account. Does nothing if the account is no longer a bot. */
export async function updateBotAccount(
  db: Queryable,
  userId: string,
  {username, email, displayName, description, ownerId}: BotAccountChanges,
  now: number,
): Promise<void> {
  const bot = sql.assignments({description, ownerid: ownerId, updateat: now});
  const account = sql.assignments({username, email, firstname: displayName, updateat: now});
  await db.execute(sql`
    with bot as (update Bots set ${bot} where UserId = ${userId} returning UserId)
    update Users set ${account} from bot where Id = bot.UserId`);
}

/** Deactivates (`deleteAt` > 0) or activates (0) bots and their accounts. */
export async function updateBotsActivation(
  db: Queryable,
  userIds: readonly string[],
  deleteAt: number,
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      with account as (update Users set DeleteAt = $2, UpdateAt = $3 where Id = any($1))
      update Bots set DeleteAt = $2, UpdateAt = $3 where UserId = any($1)`,
    values: [userIds, deleteAt, now],
  });
}

/**
 * Converts an account to a bot that owns itself. `clearAuthData` removes its password and authentication data. Accounts
 * of a directory service keep theirs (docs/specification.md#bots).
 */
export async function convertAccountToBot(
  db: Queryable,
  {userId, clearAuthData, now}: {userId: string; clearAuthData: boolean; now: number},
): Promise<void> {
  await db.execute({
    text: `
      with account as (
        update Users set Password = '', UpdateAt = $3,
          AuthData = case when $2 then null else AuthData end,
          AuthService = case when $2 then '' else AuthService end
        where Id = $1
      )
      insert into Bots (UserId, OwnerId, CreateAt, UpdateAt, DeleteAt)
      select Id, Id, $3, $3, DeleteAt from Users where Id = $1`,
    values: [userId, clearAuthData, now],
  });
}

/** Converts a bot's account to a regular one, with the same roles, and `role` if it is not empty. */
export async function convertBotToAccount(
  db: Queryable,
  {userId, email, role, now}: {userId: string; email: string; role: string; now: number},
): Promise<void> {
  await db.execute({
    text: `
      with account as (
        update Users set Email = $2, UpdateAt = $4,
          Roles = case when $3 = '' or $3 = any(string_to_array(Roles, ' ')) then Roles else Roles || ' ' || $3 end
        where Id = $1
      )
      delete from Bots where UserId = $1`,
    values: [userId, email, role, now],
  });
}
