import type {Queryable, Transaction} from '../../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../../platform/database/sql.ts';
import type {RowOf} from '../../../platform/database/table.ts';
import type {TEAM_MEMBERS} from '../../tables/tables.ts';
import {sharesChannel} from '../../visibility/visibility.ts';

/** A membership, with the role names that the scheme, if any, assigns to its flags. */
export interface TeamMemberRow extends RowOf<typeof TEAM_MEMBERS> {
  adminrole: string | null;
  userrole: string | null;
  guestrole: string | null;
}

const memberColumns = sql`
  tm.*, s.DefaultTeamAdminRole as adminrole, s.DefaultTeamUserRole as userrole, s.DefaultTeamGuestRole as guestrole`;

const membersAndSchemes = sql`
  TeamMembers tm
    join Teams t on t.Id = tm.TeamId
    left join Schemes s on s.Id = t.SchemeId and s.DeleteAt = 0`;

const MEMBER_COLUMNS = memberColumns.pieces[0];
const MEMBERS_AND_SCHEMES = membersAndSchemes.pieces[0];

export function selectMember(
  db: Queryable,
  teamId: string,
  userId: string,
): Promise<TeamMemberRow | undefined> {
  return db.row<TeamMemberRow>({
    name: 'team-member',
    text: `
      select ${MEMBER_COLUMNS} from ${MEMBERS_AND_SCHEMES}
      where tm.TeamId = $1 and tm.UserId = $2 and tm.DeleteAt = 0`,
    values: [teamId, userId],
  });
}

/**
 * Adds a user to a team, or restores their membership. Guests of the server become guests of the team, others members.
 * Returns false if they are already a member or don't exist.
 */
export async function insertMember(
  db: Queryable,
  {teamId, userId, asAdmin, now}: {teamId: string; userId: string; asAdmin: boolean; now: number},
): Promise<{isguest: boolean} | undefined> {
  return db.row<{isguest: boolean}>({
    name: 'team-member-insert',
    text: `
      insert into TeamMembers (TeamId, UserId, SchemeUser, SchemeAdmin, SchemeGuest, CreateAt)
      select $1, u.Id, not guest.yes, $3::boolean and not guest.yes, guest.yes, $4::bigint
      from Users u cross join lateral (select 'system_guest' = any(string_to_array(u.Roles, ' ')) as yes) guest
      where u.Id = $2
      on conflict (TeamId, UserId) do update set
        DeleteAt = 0, Roles = '', SchemeUser = excluded.SchemeUser, SchemeAdmin = excluded.SchemeAdmin,
        SchemeGuest = excluded.SchemeGuest, CreateAt = excluded.CreateAt
      where TeamMembers.DeleteAt > 0
      returning SchemeGuest as isguest`,
    values: [teamId, userId, asAdmin, now],
  });
}

/** Marks a membership as ended. Returns whether it existed. */
export async function markMemberDeleted(
  db: Queryable,
  teamId: string,
  userId: string,
  now: number,
): Promise<boolean> {
  const rowCount = await db.execute({
    text: `
      update TeamMembers set DeleteAt = $3, Roles = '', SchemeUser = false, SchemeAdmin = false, SchemeGuest = false
      where TeamId = $1 and UserId = $2 and DeleteAt = 0`,
    values: [teamId, userId, now],
  });
  return rowCount > 0;
}

/** The numbers of all and active members; with `visibleTo`, only of members whom that user can see. */
export async function countMembers(
  db: Queryable,
  teamId: string,
  visibleTo?: string,
): Promise<{total: number; active: number}> {
  const row = await db.row<{total: number; active: number}>(sql`
    select count(*) as total, count(*) filter (where u.DeleteAt = 0) as active
    from TeamMembers tm join Users u on u.Id = tm.UserId
    where tm.TeamId = ${teamId} and tm.DeleteAt = 0 ${seenBy(visibleTo)}`);
  return row!;
}

export function selectUserForJoin(
  db: Queryable,
  userId: string,
): Promise<{email: string; isbot: boolean; isguest: boolean} | undefined> {
  return db.row({
    text: `
      select u.Email, b.UserId is not null as isbot, 'system_guest' = any(string_to_array(u.Roles, ' ')) as isguest
      from Users u left join Bots b on b.UserId = u.Id where u.Id = $1`,
    values: [userId],
  });
}

/** Whether the user is a guest of the team without any channels in it. */
export async function isGuestWithoutChannels(
  db: Queryable,
  teamId: string,
  userId: string,
): Promise<boolean> {
  const row = await db.row({
    name: 'team-guest-without-channels',
    text: `
      select from TeamMembers tm
      where tm.TeamId = $1 and tm.UserId = $2 and tm.SchemeGuest and tm.DeleteAt = 0
        and not exists (
          select from ChannelMembers cm join Channels c on c.Id = cm.ChannelId
          where cm.UserId = $2 and c.TeamId = $1)`,
    values: [teamId, userId],
  });
  return row !== undefined;
}

export type MemberChange = Partial<
  Pick<TeamMemberRow, 'roles' | 'schemeuser' | 'schemeadmin' | 'schemeguest'>
>;

/** Updates the given columns. Returns whether the member exists. */
export async function updateMember(
  db: Queryable,
  teamId: string,
  userId: string,
  change: MemberChange,
): Promise<boolean> {
  const assignments: SqlFragment[] = Object.entries(change).map(
    ([column, value]) => sql`${sql.identifier(column)} = ${value}`,
  );
  const rowCount = await db.execute(
    sql`update TeamMembers set ${sql.join(assignments)}
        where TeamId = ${teamId} and UserId = ${userId} and DeleteAt = 0`,
  );
  return rowCount > 0;
}

/**
 * Makes the user a guest in all of their teams, or a member in the teams where they are a guest. Returns the ids of the
 * changed teams.
 */
export async function changeTeamsAsGuest(tx: Transaction, userId: string, guest: boolean): Promise<string[]> {
  const rows = await tx.rows<{teamid: string}>({
    text: `
      update TeamMembers set SchemeGuest = $2, SchemeUser = not $2, SchemeAdmin = SchemeAdmin and not $2
      where UserId = $1 and SchemeGuest = not $2
      returning TeamId`,
    values: [userId, guest],
  });
  return rows.map(({teamid}) => teamid);
}

/** Filters for a list of members. */
export interface MemberFilter {
  /** Excludes deactivated accounts. */
  activeOnly: boolean;
  /** Includes only this user and those who share a channel with them. */
  visibleTo?: string | undefined;
}

/** Members of the team, by id or by username. */
export function selectMembers(
  db: Queryable,
  teamId: string,
  {activeOnly, visibleTo, byUsername}: MemberFilter & {byUsername: boolean},
  {offset, limit}: {offset: number; limit: number},
): Promise<TeamMemberRow[]> {
  return db.rows<TeamMemberRow>(
    sql`select ${memberColumns} from ${membersAndSchemes} join Users u on u.Id = tm.UserId
        where tm.TeamId = ${teamId} and tm.DeleteAt = 0
          ${activeOnly ? sql`and u.DeleteAt = 0` : sql.empty} ${seenBy(visibleTo)}
        order by ${byUsername ? sql`u.Username` : sql`tm.UserId`} offset ${offset} limit ${limit}`,
  );
}

export function selectMembersByIds(
  db: Queryable,
  teamId: string,
  userIds: readonly string[],
  visibleTo: string | undefined,
): Promise<TeamMemberRow[]> {
  return db.rows<TeamMemberRow>(
    sql`select ${memberColumns} from ${membersAndSchemes}
        where tm.TeamId = ${teamId} and tm.UserId = any(${userIds}) and tm.DeleteAt = 0 ${seenBy(visibleTo)}
        order by tm.UserId`,
  );
}

/** The user's memberships in active teams. */
export function selectMembershipsOfUser(db: Queryable, userId: string): Promise<TeamMemberRow[]> {
  return db.rows<TeamMemberRow>({
    name: 'team-members-of-user',
    text: `
      select ${MEMBER_COLUMNS} from ${MEMBERS_AND_SCHEMES}
      where tm.UserId = $1 and tm.DeleteAt = 0 and t.DeleteAt = 0 order by tm.TeamId`,
    values: [userId],
  });
}

function seenBy(viewerId: string | undefined): SqlFragment {
  return viewerId === undefined
    ? sql.empty
    : sql`and (tm.UserId = ${viewerId} or ${sharesChannel(viewerId, sql`tm.UserId`)})`;
}

export interface ThreadUnreadRow {
  teamid: string;
  threads: number;
  mentions: number;
}

/** For each team, the followed threads with unread replies and the unread mentions in threads. */
export function selectThreadUnreads(db: Queryable, userId: string): Promise<ThreadUnreadRow[]> {
  return db.rows<ThreadUnreadRow>({
    text: `
      select t.ThreadTeamId as teamid, count(*) filter (where t.LastReplyAt > m.LastViewed) as threads,
        coalesce(sum(m.UnreadMentions), 0) as mentions
      from ThreadMemberships m join Threads t on t.PostId = m.PostId
      where m.UserId = $1 and m.Following and t.ThreadDeleteAt = 0 and t.ThreadTeamId <> ''
      group by t.ThreadTeamId`,
    values: [userId],
  });
}
