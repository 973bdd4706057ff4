import type {Queryable, Transaction} from '../../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../../platform/database/sql.ts';
import type {RowOf} from '../../../platform/database/table.ts';
import type {CHANNEL_MEMBERS} from '../../tables/tables.ts';

/** A membership, with the role names that the scheme, if any, assigns to its flags. */
export interface ChannelMemberRow
  extends RowOf<typeof CHANNEL_MEMBERS, {notifyprops: Record<string, string>}> {
  adminrole: string | null;
  userrole: string | null;
  guestrole: string | null;
}

// Roles come from the channel's scheme, else from the team's scheme, else from the built-in roles.
const MEMBER_COLUMNS = `
  cm.*,
  coalesce(cs.DefaultChannelAdminRole, ts.DefaultChannelAdminRole) as adminrole,
  coalesce(cs.DefaultChannelUserRole, ts.DefaultChannelUserRole) as userrole,
  coalesce(cs.DefaultChannelGuestRole, ts.DefaultChannelGuestRole) as guestrole`;

const MEMBERS_AND_SCHEMES = `
  ChannelMembers cm
    join Channels c on c.Id = cm.ChannelId
    left join Teams t on t.Id = c.TeamId
    left join Schemes cs on cs.Id = c.SchemeId and cs.DeleteAt = 0
    left join Schemes ts on ts.Id = t.SchemeId and ts.DeleteAt = 0`;

export function selectMember(
  db: Queryable,
  channelId: string,
  userId: string,
): Promise<ChannelMemberRow | undefined> {
  return db.row<ChannelMemberRow>({
    name: 'channel-member',
    text: `select ${MEMBER_COLUMNS} from ${MEMBERS_AND_SCHEMES} where cm.ChannelId = $1 and cm.UserId = $2`,
    values: [channelId, userId],
  });
}

export function selectMembersByIds(
  db: Queryable,
  channelId: string,
  userIds: readonly string[],
): Promise<ChannelMemberRow[]> {
  return db.rows<ChannelMemberRow>({
    text: `
      select ${MEMBER_COLUMNS} from ${MEMBERS_AND_SCHEMES}
      where cm.ChannelId = $1 and cm.UserId = any($2) order by cm.UserId`,
    values: [channelId, userIds],
  });
}

/** Members of the channel ordered by user id, including deactivated accounts. */
export function selectMembers(
  db: Queryable,
  channelId: string,
  {offset, limit}: {offset: number; limit: number},
): Promise<ChannelMemberRow[]> {
  return db.rows<ChannelMemberRow>({
    text: `
      select ${MEMBER_COLUMNS} from ${MEMBERS_AND_SCHEMES}
      where cm.ChannelId = $1 order by cm.UserId offset $2 limit $3`,
    values: [channelId, offset, limit],
  });
}

/** A user's memberships in the team's channels and in direct and group channels. */
export function selectMembershipsInTeam(
  db: Queryable,
  userId: string,
  teamId: string,
): Promise<ChannelMemberRow[]> {
  return db.rows<ChannelMemberRow>({
    text: `
      select ${MEMBER_COLUMNS} from ${MEMBERS_AND_SCHEMES}
      where cm.UserId = $1 and (c.TeamId = $2 or c.TeamId = '') order by cm.ChannelId`,
    values: [userId, teamId],
  });
}

/** A user's memberships ordered by channel id, after the given id. Pass an empty id to start. */
export function selectMembershipsAfter(
  db: Queryable,
  userId: string,
  afterChannelId: string,
  limit: number,
): Promise<ChannelMemberRow[]> {
  return db.rows<ChannelMemberRow>({
    text: `
      select ${MEMBER_COLUMNS} from ${MEMBERS_AND_SCHEMES}
      where cm.UserId = $1 and cm.ChannelId > $2 order by cm.ChannelId limit $3`,
    values: [userId, afterChannelId, limit],
  });
}

export function selectMemberships(
  db: Queryable,
  userId: string,
  {offset, limit}: {offset: number; limit: number},
): Promise<ChannelMemberRow[]> {
  return db.rows<ChannelMemberRow>({
    text: `
      select ${MEMBER_COLUMNS} from ${MEMBERS_AND_SCHEMES}
      where cm.UserId = $1 order by cm.ChannelId offset $2 limit $3`,
    values: [userId, offset, limit],
  });
}

export async function selectMemberIds(db: Queryable, channelId: string): Promise<string[]> {
  const rows = await db.rows<{userid: string}>({
    name: 'channel-member-ids',
    text: 'select UserId from ChannelMembers where ChannelId = $1 order by UserId',
    values: [channelId],
  });
  return rows.map((row) => row.userid);
}

/** The team members among these users. Their team memberships are locked until the end of the transaction. */
export async function lockTeamMembers(
  db: Queryable,
  teamId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db.rows<{userid: string}>({
    name: 'channel-members-lock-team',
    text: `
      select UserId from TeamMembers
      where TeamId = $1 and UserId = any($2) and DeleteAt = 0 order by UserId for share`,
    values: [teamId, userIds],
  });
  return rows.map((row) => row.userid);
}

/** A user to add to a channel. A guest of the server becomes a guest of the channel. */
export interface NewChannelMember {
  channelid: string;
  userid: string;
  asadmin: boolean;
}

/**
 * Adds members and opens their history, in one transaction. Skips existing members and unknown users. Returns the added
 * pairs.
 */
export async function insertMembers(
  tx: Transaction,
  newMembers: readonly NewChannelMember[],
  notifyProps: Readonly<Record<string, string>>,
  now: number,
): Promise<{channelid: string; userid: string}[]> {
  const admitted = await tx.rows<{channelid: string; userid: string}>({
    name: 'channel-members-insert',
    text: `
      insert into ChannelMembers (ChannelId, UserId, NotifyProps, LastUpdateAt, SchemeUser, SchemeAdmin, SchemeGuest)
      select new.channelid, u.Id, $2::jsonb, $1::bigint, not guest.yes, new.asadmin and not guest.yes, guest.yes
      from unnest($3::text[], $4::text[], $5::boolean[]) as new (channelid, userid, asadmin)
        join Users u on u.Id = new.userid
        cross join lateral (select 'system_guest' = any(string_to_array(u.Roles, ' ')) as yes) guest
      order by new.channelid, u.Id
      on conflict (ChannelId, UserId) do nothing
      returning ChannelId, UserId`,
    values: [
      now,
      JSON.stringify(notifyProps),
      newMembers.map(({channelid}) => channelid),
      newMembers.map(({userid}) => userid),
      newMembers.map(({asadmin}) => asadmin),
    ],
  });
  if (admitted.length === 0) return admitted;
  // A separate statement, because it must see the end of an earlier membership that the insert waited for. The new
  // membership starts after that end, even within the same millisecond or if the clock was set back.
  await tx.execute({
    name: 'channel-member-history-open',
    text: `
      insert into ChannelMemberHistory (ChannelId, UserId, JoinTime)
      select a.channelid, a.userid, greatest($1::bigint,
        (select max(greatest(h.JoinTime + 1, h.LeaveTime)) from ChannelMemberHistory h
         where h.ChannelId = a.channelid and h.UserId = a.userid))
      from unnest($2::text[], $3::text[]) as a (channelid, userid)`,
    values: [now, admitted.map(({channelid}) => channelid), admitted.map(({userid}) => userid)],
  });
  return admitted;
}

const CLOSE_HISTORY = `
  update ChannelMemberHistory h set LeaveTime = greatest($1::bigint, h.JoinTime) from gone
  where h.ChannelId = gone.ChannelId and h.UserId = gone.UserId and h.LeaveTime is null`;

/** Ends a membership and its history in one statement. Returns whether it existed. */
export async function deleteMember(
  db: Queryable,
  channelId: string,
  userId: string,
  now: number,
): Promise<boolean> {
  const row = await db.row({
    name: 'channel-member-delete',
    text: `
      with gone as (
        delete from ChannelMembers where ChannelId = $2 and UserId = $3 returning ChannelId, UserId
      ), history as (${CLOSE_HISTORY})
      select ChannelId from gone`,
    values: [now, channelId, userId],
  });
  return row !== undefined;
}

/**
 * Blocks posts to these channels until the end of the transaction. Every transaction that locks memberships of several
 * channels does this first: a post locks its channel before memberships, and channels are locked in the order of their
 * ids, so there are no deadlocks.
 */
async function lockChannels(tx: Transaction, channelIds: readonly string[]): Promise<void> {
  await tx.execute({
    name: 'channels-hold',
    text: 'select from Channels where Id = any($1) order by Id for share',
    values: [channelIds],
  });
}

/** Ends a user's memberships in all channels of a team, including archived ones. Returns these channels. */
export async function deleteMembershipsInTeam(
  tx: Transaction,
  teamId: string,
  userId: string,
  now: number,
): Promise<string[]> {
  const mine = await tx.rows<{channelid: string}>({
    name: 'channel-members-of-user-in-team',
    text: `
      select cm.ChannelId from ChannelMembers cm join Channels c on c.Id = cm.ChannelId
      where c.TeamId = $1 and cm.UserId = $2`,
    values: [teamId, userId],
  });
  const channelIds = mine.map(({channelid}) => channelid);
  await lockChannels(tx, channelIds);
  const rows = await tx.rows<{channelid: string}>({
    name: 'channel-members-delete-team',
    text: `
      with gone as (
        delete from ChannelMembers where ChannelId = any($2) and UserId = $3 returning ChannelId, UserId
      ), history as (${CLOSE_HISTORY})
      select ChannelId from gone order by ChannelId`,
    values: [now, channelIds, userId],
  });
  return rows.map((row) => row.channelid);
}

export type MemberChange = Partial<
  Pick<ChannelMemberRow, 'roles' | 'schemeuser' | 'schemeadmin' | 'schemeguest' | 'notifyprops'>
>;

/** Updates the given columns and merges the notification settings. Returns whether the member exists. */
export async function updateMember(
  db: Queryable,
  channelId: string,
  userId: string,
  {notifyprops, ...columns}: MemberChange,
  now: number,
): Promise<boolean> {
  const assignments: SqlFragment[] = Object.entries(columns).map(
    ([column, value]) => sql`${sql.identifier(column)} = ${value}`,
  );
  if (notifyprops) assignments.push(sql`NotifyProps = NotifyProps || ${JSON.stringify(notifyprops)}::jsonb`);
  const rowCount = await db.execute(
    sql`update ChannelMembers set LastUpdateAt = ${now}, ${sql.join(assignments)}
        where ChannelId = ${channelId} and UserId = ${userId}`,
  );
  return rowCount > 0;
}

/**
 * Makes the user a guest in all of their channels, or a member in the channels where they are a guest. Returns the ids
 * of the changed channels. Locks the channels in the order of their ids before the memberships, like every transaction
 * that locks several, which prevents deadlocks.
 */
export async function changeChannelsAsGuest(
  tx: Transaction,
  userId: string,
  guest: boolean,
): Promise<string[]> {
  await tx.execute({
    text: `
      select from Channels where Id in (select ChannelId from ChannelMembers where UserId = $1) order by Id for share`,
    values: [userId],
  });
  const rows = await tx.rows<{channelid: string}>({
    text: `
      update ChannelMembers set SchemeGuest = $2, SchemeUser = not $2, SchemeAdmin = SchemeAdmin and not $2
      where UserId = $1 and SchemeGuest = not $2
      returning ChannelId`,
    values: [userId, guest],
  });
  return rows.map(({channelid}) => channelid);
}

/** Members of the channel who are not in the team, ordered by id. */
export async function selectOutsiders(db: Queryable, channelId: string, teamId: string): Promise<string[]> {
  const rows = await db.rows<{userid: string}>({
    text: `
      select cm.UserId from ChannelMembers cm
      where cm.ChannelId = $1 and not exists (
        select from TeamMembers tm where tm.TeamId = $2 and tm.UserId = cm.UserId and tm.DeleteAt = 0)
      order by cm.UserId`,
    values: [channelId, teamId],
  });
  return rows.map((row) => row.userid);
}

/** Ends the memberships of these users in one channel, and their history. Returns the users who were members. */
export async function deleteOutsiders(
  db: Queryable,
  channelId: string,
  userIds: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await db.rows<{userid: string}>({
    text: `
      with mine as (
        select ChannelId, UserId from ChannelMembers
        where ChannelId = $2 and UserId = any($3) order by UserId for update
      ), gone as (
        delete from ChannelMembers cm using mine
        where cm.ChannelId = mine.ChannelId and cm.UserId = mine.UserId returning cm.ChannelId, cm.UserId
      ), history as (${CLOSE_HISTORY})
      select UserId from gone order by UserId`,
    values: [now, channelId, userIds],
  });
  return rows.map((row) => row.userid);
}
