import type {Queryable, Reader} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {sharesChannel} from '../visibility/visibility.ts';
import {hidesActivity, type UserRow, userColumns, usersAndBots} from './store.ts';

/** Filters for users. All of them must match. */
export interface UserFilter {
  inTeam?: string;
  notInTeam?: string;
  inChannel?: string;
  notInChannel?: string;
  inGroup?: string;
  withoutTeam?: boolean;
  /** Only active or deactivated accounts; both if undefined. */
  activation?: 'active' | 'inactive';
  /** Excludes bots. */
  withoutBots?: boolean;
  /** Accounts with at least one of these system-wide roles. */
  roles?: readonly string[];
  /** Members of `inTeam` with one of these roles there: `team_user`, `team_admin`, `team_guest`. */
  teamRoles?: readonly string[];
  /** Members of `inChannel` with one of these roles there: `channel_user` and so on. */
  channelRoles?: readonly string[];
  /** Only this user and those who share a channel with them. */
  visibleTo?: string | undefined;
  /** Each word must be the start of one of the user's names: see {@link selectUsers}. */
  words?: readonly string[];
  searchFullNames?: boolean;
  searchEmails?: boolean;
}

export type UserOrder = 'username' | 'display_name' | 'create_at' | 'last_activity_at' | 'status' | 'admin';

export interface FoundUserRow extends UserRow {
  lastactivityat?: number | null;
}

/** The time of the last activity. 0 for users who hide it, so that neither the list nor its order reveals it. */
const SHOWN_ACTIVITY = sql`case when ${hidesActivity} then 0 else coalesce(s.LastActivityAt, 0) end`;

/**
 * Users that match the filter. A word matches the start of the username or nickname, with `searchFullNames` also the
 * first and last name, and with `searchEmails` the email. Ignores case.
 */
export function selectUsers(
  db: Reader,
  filter: UserFilter,
  order: UserOrder,
  {offset, limit}: {offset: number; limit: number},
): Promise<FoundUserRow[]> {
  const withActivity = order === 'last_activity_at' || order === 'status';
  return db.rows<FoundUserRow>(sql`
    select ${userColumns} ${withActivity ? sql`, ${SHOWN_ACTIVITY} as lastactivityat` : sql.empty}
    from ${usersAndBots} ${withActivity ? sql`left join Status s on s.UserId = u.Id` : sql.empty}
    where ${conditions(filter)}
    order by ${ordering(order, filter)}
    offset ${offset} limit ${limit}`);
}

export async function countUsers(db: Reader, filter: UserFilter): Promise<number> {
  const row = await db.row<{count: number}>(
    sql`select count(*) as count from ${usersAndBots} where ${conditions(filter)}`,
  );
  return row!.count;
}

/** The ids of the users who share a channel with this user. */
export async function selectKnownUserIds(db: Reader, userId: string): Promise<string[]> {
  const rows = await db.rows<{userid: string}>({
    name: 'users-known',
    text: `
      select distinct theirs.UserId from ChannelMembers mine
        join ChannelMembers theirs on theirs.ChannelId = mine.ChannelId
      where mine.UserId = $1 and theirs.UserId <> $1`,
    values: [userId],
  });
  return rows.map((row) => row.userid);
}

/** The other members of the group channels among these that the user is in. */
export function selectGroupChannelUsers(
  db: Queryable,
  userId: string,
  channelIds: readonly string[],
): Promise<(UserRow & {channelid: string})[]> {
  return db.rows<UserRow & {channelid: string}>(sql`
    select ${userColumns}, theirs.ChannelId
    from ChannelMembers mine
      join Channels c on c.Id = mine.ChannelId and c.Type = 'G'
      join ChannelMembers theirs on theirs.ChannelId = mine.ChannelId and theirs.UserId <> mine.UserId
      join (${usersAndBots}) on u.Id = theirs.UserId
    where mine.UserId = ${userId} and mine.ChannelId = any(${channelIds})
    order by u.Username`);
}

function conditions(filter: UserFilter): SqlFragment {
  const all: SqlFragment[] = [sql`true`];
  if (filter.inTeam !== undefined) all.push(inTeam(filter.inTeam, filter.teamRoles));
  if (filter.notInTeam !== undefined) all.push(sql`not ${inTeam(filter.notInTeam)}`);
  if (filter.inChannel !== undefined) all.push(inChannel(filter.inChannel, filter.channelRoles));
  if (filter.notInChannel !== undefined) all.push(sql`not ${inChannel(filter.notInChannel)}`);
  if (filter.inGroup !== undefined) {
    all.push(sql`exists (
      select from GroupMembers gm where gm.GroupId = ${filter.inGroup} and gm.UserId = u.Id and gm.DeleteAt = 0)`);
  }
  if (filter.withoutTeam) {
    all.push(sql`not exists (select from TeamMembers tm where tm.UserId = u.Id and tm.DeleteAt = 0)`);
  }
  if (filter.activation === 'active') all.push(sql`u.DeleteAt = 0`);
  if (filter.activation === 'inactive') all.push(sql`u.DeleteAt > 0`);
  if (filter.withoutBots) all.push(sql`b.UserId is null`);
  if (filter.roles?.length) all.push(withSystemRole(filter.roles));
  if (filter.visibleTo !== undefined) {
    all.push(sql`(u.Id = ${filter.visibleTo} or ${sharesChannel(filter.visibleTo, sql`u.Id`)})`);
  }
  for (const word of filter.words ?? []) all.push(startsWithWord(word, filter));
  return sql.join(all, sql` and `);
}

function inTeam(teamId: string, roles: readonly string[] = []): SqlFragment {
  return sql`exists (
    select from TeamMembers tm
    where tm.TeamId = ${teamId} and tm.UserId = u.Id and tm.DeleteAt = 0 ${withSchemeRole('tm', 'team', roles)})`;
}

function inChannel(channelId: string, roles: readonly string[] = []): SqlFragment {
  return sql`exists (
    select from ChannelMembers cm
    where cm.ChannelId = ${channelId} and cm.UserId = u.Id ${withSchemeRole('cm', 'channel', roles)})`;
}

/** A "member" is not an administrator, who has a separate role (as on the reference server). */
function withSchemeRole(
  table: 'tm' | 'cm',
  scope: 'team' | 'channel',
  roles: readonly string[],
): SqlFragment {
  if (roles.length === 0) return sql.empty;
  const [admin, user, guest] = ['schemeadmin', 'schemeuser', 'schemeguest'].map(
    (column) => sql`${sql.identifier(table)}.${sql.identifier(column)}`,
  );
  const choices = roles.flatMap((role) => {
    if (role === `${scope}_admin`) return sql`${admin}`;
    if (role === `${scope}_user`) return sql`${user} and not ${admin}`;
    if (role === `${scope}_guest`) return sql`${guest}`;
    return [];
  });
  return choices.length === 0 ? sql`and false` : sql`and (${sql.join(choices, sql` or `)})`;
}

function withSystemRole(roles: readonly string[]): SqlFragment {
  const held = sql`string_to_array(u.Roles, ' ')`;
  const choices = roles.map((role) =>
    role === 'system_user'
      ? sql`(${role} = any(${held}) and not 'system_admin' = any(${held}))`
      : sql`${role} = any(${held})`,
  );
  return sql`(${sql.join(choices, sql` or `)})`;
}

function startsWithWord(word: string, {searchFullNames, searchEmails}: UserFilter): SqlFragment {
  const pattern = `${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const matches = [sql`u.Username like ${pattern}`, sql`lower(u.Nickname) like ${pattern}`];
  if (searchFullNames) {
    matches.push(sql`lower(u.FirstName) like ${pattern}`, sql`lower(u.LastName) like ${pattern}`);
  }
  if (searchEmails) matches.push(sql`u.Email like ${pattern}`);
  return sql`(${sql.join(matches, sql` or `)})`;
}

function ordering(order: UserOrder, {inTeam: teamId, inChannel: channelId}: UserFilter): SqlFragment {
  switch (order) {
    case 'display_name':
      return sql`lower(coalesce(nullif(trim(concat(u.FirstName, ' ', u.LastName)), ''), u.Username)), u.Username`;
    case 'create_at':
      return sql`u.CreateAt desc, u.Username`;
    case 'last_activity_at':
      return sql`${SHOWN_ACTIVITY} desc, u.Username`;
    case 'status':
      return sql`coalesce(array_position(array['online', 'away', 'dnd'], s.Status::text), 4), u.Username`;
    case 'admin':
      if (channelId !== undefined) {
        return sql`exists (select from ChannelMembers cm
          where cm.ChannelId = ${channelId} and cm.UserId = u.Id and cm.SchemeAdmin) desc, u.Username`;
      }
      return sql`exists (select from TeamMembers tm
        where tm.TeamId = ${teamId ?? ''} and tm.UserId = u.Id and tm.SchemeAdmin) desc, u.Username`;
    default:
      return sql`u.Username`;
  }
}
