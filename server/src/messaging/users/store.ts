import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {compileSql, sql} from '../../platform/database/sql.ts';
import {insertRow, type RowOf} from '../../platform/database/table.ts';
import {USERS} from '../tables/tables.ts';

type AccountRow = Omit<
  RowOf<
    typeof USERS,
    {props: Record<string, string>; notifyprops: Record<string, string>; timezone: Record<string, string>}
  >,
  'mfasecret' | 'mfausedtimestamps'
>;

/** A user with data from the Bots table. */
export interface UserRow extends AccountRow {
  isbot: boolean;
  botdescription: string | null;
  botlasticonupdate: number | null;
  /** The bot's owner: a user id, or the name of a component of the server. */
  botownerid: string | null;
}

/** The columns of a {@link UserRow}, for selecting from {@link usersAndBots}. */
export const userColumns = sql`
  u.*, b.UserId is not null as isbot, b.Description as botdescription, b.LastIconUpdate as botlasticonupdate,
  b.OwnerId as botownerid`;

/** Whether the user `u` hides when they were last active. Clients store this choice in the props. */
export const hidesActivity = sql`coalesce(u.Props ->> 'show_last_active', '') = 'false'`;

export const usersAndBots = sql`Users u left join Bots b on b.UserId = u.Id`;

const USER_COLUMNS = compileSql(userColumns).text;
const USERS_AND_BOTS = compileSql(usersAndBots).text;

export function selectUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  return db.row<UserRow>({
    name: 'user-by-id',
    text: `select ${USER_COLUMNS} from ${USERS_AND_BOTS} where u.Id = $1`,
    values: [id],
  });
}

export function selectUserByUsername(db: Queryable, username: string): Promise<UserRow | undefined> {
  return db.row<UserRow>({
    name: 'user-by-username',
    text: `select ${USER_COLUMNS} from ${USERS_AND_BOTS} where u.Username = $1`,
    values: [username],
  });
}

export function selectUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  return db.row<UserRow>({
    name: 'user-by-email',
    text: `select ${USER_COLUMNS} from ${USERS_AND_BOTS} where u.Email = $1`,
    values: [email],
  });
}

/** The users with these ids that changed after `since` (milliseconds), by username. Skips unknown ids. */
export function selectUsersByIds(db: Queryable, ids: readonly string[], since: number): Promise<UserRow[]> {
  return db.rows<UserRow>({
    name: 'users-by-ids',
    text: `
      select ${USER_COLUMNS} from ${USERS_AND_BOTS}
      where u.Id = any($1) and u.UpdateAt > $2 order by u.Username`,
    values: [ids, since],
  });
}

/** The users with these names, by username. Skips unknown names. */
export function selectUsersByUsernames(db: Queryable, usernames: readonly string[]): Promise<UserRow[]> {
  return db.rows<UserRow>({
    name: 'users-by-usernames',
    text: `select ${USER_COLUMNS} from ${USERS_AND_BOTS} where u.Username = any($1) order by u.Username`,
    values: [usernames],
  });
}

export async function usersExist(db: Queryable): Promise<boolean> {
  return (await db.row({text: 'select 1 as one from Users limit 1'})) !== undefined;
}

/**
 * Serializes transactions that create the first account, so that exactly one becomes administrator. The number
 * identifies the advisory lock.
 */
export async function lockFirstAccount(db: Queryable): Promise<void> {
  await db.execute({text: 'select pg_advisory_xact_lock(7021)'});
}

/** Waits for transactions that change groups, and blocks others until the end of the transaction. */
export async function lockGroupNames(tx: Transaction): Promise<void> {
  await tx.execute({text: 'lock table UserGroups in share mode'});
}

/** The names among these that belong to a group, which may be archived. */
export async function selectGroupNames(db: Queryable, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{name: string}>({
    name: 'users-group-names',
    text: 'select Name from UserGroups where Name = any($1) order by Name',
    values: [names],
  });
  return rows.map(({name}) => name);
}

export type NewUserRow = Omit<AccountRow, 'failedattempts' | 'mfaactive' | 'lastlogin' | 'remoteid'>;

export function insertUser(db: Queryable, user: NewUserRow): Promise<void> {
  const {props, notifyprops, timezone} = user;
  return insertRow(db, USERS, {
    ...user,
    props: JSON.stringify(props),
    notifyprops: JSON.stringify(notifyprops),
    timezone: JSON.stringify(timezone),
  });
}

/** The editable columns of an account. */
export type ProfileRow = Pick<
  UserRow,
  | 'username'
  | 'email'
  | 'emailverified'
  | 'nickname'
  | 'firstname'
  | 'lastname'
  | 'position'
  | 'locale'
  | 'timezone'
  | 'props'
  | 'notifyprops'
  | 'lastpictureupdate'
>;

/** Updates only these columns, so that concurrent changes don't overwrite each other. */
export async function updateProfile(
  db: Queryable,
  id: string,
  changes: Partial<ProfileRow>,
  now: number,
): Promise<void> {
  const assignments = Object.entries(changes)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => {
      const stored = typeof value === 'object' ? JSON.stringify(value) : value;
      return sql`${sql.identifier(column)} = ${stored}`;
    });
  await db.execute(
    sql`update Users set ${sql.join([...assignments, sql`UpdateAt = ${now}`])} where Id = ${id}`,
  );
}

/** Sets when the image was last changed, in milliseconds; 0 if it was removed. A bot's icon is its image. */
export async function updatePictureTime(
  db: Queryable,
  id: string,
  lastPictureUpdate: number,
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      with bot as (update Bots set LastIconUpdate = $2, UpdateAt = $3 where UserId = $1)
      update Users set LastPictureUpdate = $2, UpdateAt = $3 where Id = $1`,
    values: [id, lastPictureUpdate, now],
  });
}

/** Counts a failed sign-in. */
export async function incrementFailedAttempts(db: Queryable, id: string): Promise<void> {
  await db.execute({
    text: 'update Users set FailedAttempts = FailedAttempts + 1 where Id = $1',
    values: [id],
  });
}

/** Records a sign-in and resets failed ones. */
export async function updateLogin(db: Queryable, id: string, now: number): Promise<void> {
  await db.execute({
    text: 'update Users set FailedAttempts = 0, LastLogin = $2 where Id = $1',
    values: [id, now],
  });
}

export async function resetFailedAttempts(db: Queryable, id: string): Promise<void> {
  await db.execute({text: 'update Users set FailedAttempts = 0 where Id = $1', values: [id]});
}

export async function updatePassword(
  db: Queryable,
  id: string,
  passwordHash: string,
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      update Users set Password = $2, LastPasswordUpdate = $3, UpdateAt = $3, FailedAttempts = 0,
        AuthService = '', AuthData = null
      where Id = $1`,
    values: [id, passwordHash, now],
  });
}

/** Sets an external service as the sign-in method, instead of a password. */
export async function updateAuthService(
  db: Queryable,
  id: string,
  {authService, authData}: {authService: string; authData: string},
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      update Users set AuthService = $2, AuthData = $3, Password = '', UpdateAt = $4, FailedAttempts = 0
      where Id = $1`,
    values: [id, authService, authData, now],
  });
}

export async function updateRoles(db: Queryable, id: string, roles: string, now: number): Promise<void> {
  await db.execute({
    text: 'update Users set Roles = $2, UpdateAt = $3 where Id = $1',
    values: [id, roles, now],
  });
}

/** Marks the account's email address as verified, if it is still this one. Returns whether it is. */
export async function updateEmailVerified(
  db: Queryable,
  {id, email}: Pick<UserRow, 'id' | 'email'>,
  now: number,
): Promise<boolean> {
  const count = await db.execute({
    text: 'update Users set EmailVerified = true, UpdateAt = $3 where Id = $1 and Email = $2',
    values: [id, email, now],
  });
  return count > 0;
}

/** Sets when the account, and its bot if any, was deactivated; 0 for an active one. */
export async function updateActivation(
  db: Queryable,
  id: string,
  deleteAt: number,
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      with bot as (update Bots set DeleteAt = $2, UpdateAt = $3 where UserId = $1)
      update Users set DeleteAt = $2, UpdateAt = $3 where Id = $1`,
    values: [id, deleteAt, now],
  });
}

/**
 * Serializes transactions that change administrators, so that two administrators cannot remove each other. The number
 * identifies the advisory lock.
 */
export async function lockAdministrators(db: Queryable): Promise<void> {
  await db.execute({text: 'select pg_advisory_xact_lock(7022)'});
}

/** Active system administrators by username, excluding bots. */
export function selectActiveAdministrators(
  db: Queryable,
): Promise<{id: string; username: string; haspassword: boolean}[]> {
  return db.rows({
    name: 'users-administrators',
    text: `
      select u.Id, u.Username, u.AuthService = '' as haspassword from Users u
      where 'system_admin' = any(string_to_array(u.Roles, ' ')) and u.DeleteAt = 0
        and not exists (select from Bots b where b.UserId = u.Id)
      order by u.Username`,
  });
}
