import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';

/** A bot with what its account says of it. */
export interface BotRow {
  userid: string;
  username: string;
  displayname: string;
  description: string;
  ownerid: string;
  lasticonupdate: number;
  createat: number;
  updateat: number;
  deleteat: number;
}

const COLUMNS = `
  b.UserId, u.Username, u.FirstName as displayname, b.Description, b.OwnerId, b.LastIconUpdate, b.CreateAt,
  b.UpdateAt, b.DeleteAt`;

export interface NewBotRow {
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

/** The account and the bot, in one statement. */
export async function insertBot(db: Queryable, bot: NewBotRow): Promise<void> {
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

export function selectBot(db: Queryable, userId: string): Promise<BotRow | undefined> {
  return db.row<BotRow>({
    text: `select ${COLUMNS} from Bots b join Users u on u.Id = b.UserId where b.UserId = $1`,
    values: [userId],
  });
}

export interface BotFilter {
  ownerId?: string;
  includeDisabled: boolean;
  /** Only bots whose owner's account is not active. */
  onlyOrphaned: boolean;
  offset: number;
  limit: number;
}

export function selectBots(db: Queryable, filter: BotFilter): Promise<BotRow[]> {
  return db.rows<BotRow>(sql`
    select b.UserId, u.Username, u.FirstName as displayname, b.Description, b.OwnerId, b.LastIconUpdate, b.CreateAt,
      b.UpdateAt, b.DeleteAt
    from Bots b
      join Users u on u.Id = b.UserId
      left join Users o on o.Id = b.OwnerId
    where true
      ${filter.ownerId === undefined ? sql.empty : sql`and b.OwnerId = ${filter.ownerId}`}
      ${filter.includeDisabled ? sql.empty : sql`and b.DeleteAt = 0`}
      ${filter.onlyOrphaned ? sql`and o.DeleteAt > 0` : sql.empty}
    order by b.CreateAt, u.Username
    limit ${filter.limit} offset ${filter.offset}`);
}

export function selectBotsOfOwner(db: Queryable, ownerId: string): Promise<BotRow[]> {
  return db.rows<BotRow>({
    text: `
      select ${COLUMNS} from Bots b join Users u on u.Id = b.UserId
      where b.OwnerId = $1 and b.DeleteAt = 0 order by u.Username`,
    values: [ownerId],
  });
}

export async function updateBot(
  db: Queryable,
  {userid, username, email, displayname, description, ownerid, now}: BotRow & {email: string; now: number},
): Promise<void> {
  await db.execute({
    text: `
      with account as (
        update Users set Username = $2, Email = $3, FirstName = $4, UpdateAt = $7 where Id = $1
      )
      update Bots set Description = $5, OwnerId = $6, UpdateAt = $7 where UserId = $1`,
    values: [userid, username, email, displayname, description, ownerid, now],
  });
}

/** Disables (`deleteAt` > 0) or enables (0) bots and their accounts. */
export async function updateBotsActivation(
  db: Queryable,
  userIds: readonly string[],
  deleteAt: number,
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      with account as (update Users set DeleteAt = $2, UpdateAt = $3 where Id = any($1)),
        ended as (delete from Sessions where UserId = any($1))
      update Bots set DeleteAt = $2, UpdateAt = $3 where UserId = any($1)`,
    values: [userIds, deleteAt, now],
  });
}

/**
 * Makes an account a bot that owns itself. With `clearAuthData` it loses the way it signed in; a synced account
 * keeps what ties it to its directory (decision 28). All its sessions end.
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
      ), ended as (delete from Sessions where UserId = $1)
      insert into Bots (UserId, OwnerId, CreateAt, UpdateAt, DeleteAt)
      select Id, Id, $3, $3, DeleteAt from Users where Id = $1`,
    values: [userId, clearAuthData, now],
  });
}

/** Makes a bot's account an ordinary one again. */
export async function convertBotToAccount(
  db: Queryable,
  {
    userId,
    email,
    roles,
    now,
  }: {
    userId: string;
    email: string;
    roles: string;
    now: number;
  },
): Promise<void> {
  await db.execute({
    text: `
      with account as (
        update Users set Email = $2, Roles = $3, UpdateAt = $4 where Id = $1
      )
      delete from Bots where UserId = $1`,
    values: [userId, email, roles, now],
  });
}

/** Ids of the active system administrators who are people. */
export async function selectActiveAdministrators(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      select Id from Users u
      where DeleteAt = 0 and 'system_admin' = any(string_to_array(Roles, ' '))
        and not exists (select from Bots b where b.UserId = u.Id)`,
  });
  return rows.map((row) => row.id);
}
