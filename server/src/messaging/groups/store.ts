import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {GROUP_MEMBERS, USER_GROUPS} from '../tables/tables.ts';
import {selectVisibleIds} from '../visibility/visibility.ts';

export interface GroupRow extends RowOf<typeof USER_GROUPS> {}
export interface GroupMemberRow extends RowOf<typeof GROUP_MEMBERS> {}

/** Additional columns to read with groups. */
export interface GroupDetails {
  withMemberCount?: boolean;
  withMemberIds?: boolean;
  /** Also counts the members in this channel. */
  channelId?: string | undefined;
  withTimezones?: boolean;
  /** Counts and lists only this user and those who share a channel with them; undefined for everyone. */
  visibleTo: string | undefined;
}

export interface DetailedGroupRow extends GroupRow {
  membercount?: number;
  memberids?: string[];
  channelmembercount?: number;
  channelmembertimezonescount?: number;
}

export interface GroupFilter {
  /** Text to find in the name or the display name. */
  term?: string;
  archived: 'exclude' | 'include' | 'only';
  onlyReferenced?: boolean;
  memberId?: string | undefined;
  changedAfter?: number | undefined;
}

/** SQL: the active accounts `u` that the viewer can see. */
function visibleAccounts(visibleTo: string | undefined): SqlFragment {
  // A join instead of a condition, so that the visible users are found once and not for each member.
  const visible =
    visibleTo === undefined
      ? sql.empty
      : sql`join (${selectVisibleIds(visibleTo)}) as visible on visible.UserId = u.Id`;
  return sql`(select u.* from Users u ${visible} where u.DeleteAt = 0)`;
}

/** SQL: the time zone of the account `u`. */
const TIMEZONE = sql`case when u.Timezone ->> 'useAutomaticTimezone' = 'false'
  then u.Timezone ->> 'manualTimezone' else u.Timezone ->> 'automaticTimezone' end`;

/** SQL: the groups of `page` with their details. Reads the members of all of them at once. */
function withDetails(page: SqlFragment, details: GroupDetails): SqlFragment {
  const {withMemberCount, withMemberIds, channelId, withTimezones, visibleTo} = details;
  const isInChannel = sql`filter (where cm.UserId is not null)`;
  const columns: {name: SqlFragment; value: SqlFragment; empty: SqlFragment}[] = [
    ...(withMemberCount ? [{name: sql`membercount`, value: sql`count(*)`, empty: sql`0`}] : []),
    ...(withMemberIds
      ? [{name: sql`memberids`, value: sql`array_agg(m.UserId order by m.UserId)`, empty: sql`'{}'`}]
      : []),
    ...(channelId
      ? [{name: sql`channelmembercount`, value: sql`count(*) ${isInChannel}`, empty: sql`0`}]
      : []),
    ...(channelId && withTimezones
      ? [
          {
            name: sql`channelmembertimezonescount`,
            value: sql`count(distinct ${TIMEZONE}) ${isInChannel}`,
            empty: sql`0`,
          },
        ]
      : []),
  ];
  if (columns.length === 0) return page;
  const values = columns.map(({name, value}) => sql`${value} as ${name}`);
  const shown = columns.map(({name, empty}) => sql`coalesce(${name}, ${empty}) as ${name}`);
  return sql`
    with page as materialized (${page}), details as (
      select m.GroupId, ${sql.join(values, sql`, `)}
      from GroupMembers m join ${visibleAccounts(visibleTo)} as u on u.Id = m.UserId
        left join ChannelMembers cm on cm.ChannelId = ${channelId ?? ''} and cm.UserId = m.UserId
      where m.GroupId in (select Id from page) and m.DeleteAt = 0
      group by m.GroupId)
    select page.*, ${sql.join(shown, sql`, `)} from page left join details on details.GroupId = page.Id`;
}

function conditions({term, archived, onlyReferenced, memberId, changedAfter}: GroupFilter): SqlFragment {
  const all: SqlFragment[] = [sql`true`];
  if (archived !== 'include') all.push(archived === 'only' ? sql`g.DeleteAt > 0` : sql`g.DeleteAt = 0`);
  if (onlyReferenced) all.push(sql`g.AllowReference`);
  if (changedAfter !== undefined) all.push(sql`g.UpdateAt > ${changedAfter}`);
  if (term) {
    const pattern = `%${term.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
    all.push(sql`(g.Name like ${pattern} or lower(g.DisplayName) like ${pattern})`);
  }
  if (memberId !== undefined) {
    all.push(sql`exists (
      select from GroupMembers own where own.GroupId = g.Id and own.UserId = ${memberId} and own.DeleteAt = 0)`);
  }
  return sql.join(all, sql` and `);
}

/** Groups that match the filter, by display name. */
export function selectGroups(
  db: Queryable,
  filter: GroupFilter,
  details: GroupDetails,
  {offset, limit}: {offset: number; limit: number},
): Promise<DetailedGroupRow[]> {
  const page = sql`
    select * from UserGroups g where ${conditions(filter)}
    order by lower(DisplayName), Id offset ${offset} limit ${limit}`;
  return db.rows<DetailedGroupRow>(sql`
    select * from (${withDetails(page, details)}) as listed order by lower(DisplayName), Id`);
}

export async function countGroups(db: Queryable, filter: GroupFilter): Promise<number> {
  const row = await db.row<{count: number}>(
    sql`select count(*) as count from UserGroups g where ${conditions(filter)}`,
  );
  return row!.count;
}

export function selectGroup(
  db: Queryable,
  id: string,
  details: GroupDetails,
): Promise<DetailedGroupRow | undefined> {
  return db.row<DetailedGroupRow>(withDetails(sql`select * from UserGroups where Id = ${id}`, details));
}

/** How many members of a channel are in each group that can be mentioned. Groups without members there are left out. */
export function countChannelMembersByGroup(
  db: Queryable,
  channelId: string,
  {withTimezones, visibleTo}: {withTimezones: boolean; visibleTo: string | undefined},
): Promise<{groupid: string; members: number; timezones: number}[]> {
  // Finds the people of the channel first, and counts by time zone, because a channel can have a million memberships in
  // groups, of a few thousand people. Sorting them all to find the different time zones takes several times as long.
  const zone = withTimezones ? TIMEZONE : sql`null::text`;
  return db.rows(sql`
    with people as materialized (
      select u.Id, ${zone} as zone
      from ChannelMembers cm join ${visibleAccounts(visibleTo)} as u on u.Id = cm.UserId
      where cm.ChannelId = ${channelId}
    ), counted as (
      select m.GroupId, people.zone, count(*) as members
      from people join GroupMembers m on m.UserId = people.Id and m.DeleteAt = 0
      group by 1, 2
    )
    select g.Id as groupid, sum(members)::bigint as members, count(zone) as timezones
    from counted join UserGroups g on g.Id = counted.GroupId and g.DeleteAt = 0 and g.AllowReference
    group by g.Id`);
}

/** Active groups with these names. */
export function selectGroupsByNames(db: Queryable, names: readonly string[]): Promise<GroupRow[]> {
  return db.rows<GroupRow>({
    name: 'groups-by-names',
    text: 'select * from UserGroups where Name = any($1) and DeleteAt = 0 order by Name',
    values: [names],
  });
}

/** The names and ids of all groups that can be mentioned. */
export function selectMentionableGroups(db: Queryable): Promise<{id: string; name: string}[]> {
  return db.rows({
    name: 'groups-mentionable',
    text: 'select Id, Name from UserGroups where DeleteAt = 0 and AllowReference',
  });
}

/** The ids of the members of any of these groups. */
export async function selectMemberIds(db: Queryable, groupIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{userid: string}>({
    name: 'group-member-ids',
    text: 'select distinct UserId from GroupMembers where GroupId = any($1) and DeleteAt = 0',
    values: [groupIds],
  });
  return rows.map(({userid}) => userid);
}

/** Whether an account, which may be deactivated, has this username. */
export async function isUsername(db: Queryable, name: string): Promise<boolean> {
  return (
    (await db.row({text: 'select 1 as one from Users where Username = $1', values: [name]})) !== undefined
  );
}

/** Locks a group until the end of the transaction. */
export function lockGroup(tx: Transaction, id: string): Promise<GroupRow | undefined> {
  return tx.row<GroupRow>({text: 'select * from UserGroups where Id = $1 for update', values: [id]});
}

/** The number of members of a group, including deactivated accounts. */
export async function countMembers(db: Queryable, groupId: string): Promise<number> {
  const row = await db.row<{count: number}>({
    text: 'select count(*) as count from GroupMembers where GroupId = $1 and DeleteAt = 0',
    values: [groupId],
  });
  return row!.count;
}

/** Updates all columns that can change. */
export async function updateGroup(tx: Transaction, row: GroupRow): Promise<void> {
  await tx.execute({
    text: `
      update UserGroups set Name = $2, DisplayName = $3, Description = $4, UpdateAt = $5, DeleteAt = $6
      where Id = $1`,
    values: [row.id, row.name, row.displayname, row.description, row.updateat, row.deleteat],
  });
}

/** Adds members. Returns the new ones. */
export function insertMembers(
  tx: Transaction,
  groupId: string,
  userIds: readonly string[],
  now: number,
): Promise<GroupMemberRow[]> {
  return tx.rows<GroupMemberRow>({
    text: `
      insert into GroupMembers (GroupId, UserId, CreateAt)
      select $1, id, $3::bigint from unnest($2::text[]) id
      on conflict (GroupId, UserId) do update set CreateAt = excluded.CreateAt, DeleteAt = 0
        where GroupMembers.DeleteAt > 0
      returning *`,
    values: [groupId, userIds, now],
  });
}

/** Removes members. Returns the removed ones. */
export function markMembersDeleted(
  tx: Transaction,
  groupId: string,
  userIds: readonly string[],
  now: number,
): Promise<GroupMemberRow[]> {
  return tx.rows<GroupMemberRow>({
    text: `
      update GroupMembers set DeleteAt = $3 where GroupId = $1 and UserId = any($2) and DeleteAt = 0
      returning *`,
    values: [groupId, userIds, now],
  });
}
