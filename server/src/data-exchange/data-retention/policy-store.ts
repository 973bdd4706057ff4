import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';

interface Page {
  offset: number;
  limit: number;
}

export interface PolicyRow {
  id: string;
  displayname: string;
  /** Days; null: forever. */
  postduration: number | null;
  teamcount: number;
  channelcount: number;
}

const SELECT = sql`
  select p.Id, p.DisplayName, p.PostDuration,
    (select count(*) from RetentionPoliciesTeams t where t.PolicyId = p.Id) as teamcount,
    (select count(*) from RetentionPoliciesChannels c where c.PolicyId = p.Id) as channelcount
  from RetentionPolicies p`;

export function selectPolicies(db: Queryable, {offset, limit}: Page): Promise<PolicyRow[]> {
  return db.rows<PolicyRow>(sql`${SELECT} order by p.DisplayName, p.Id offset ${offset} limit ${limit}`);
}

export function selectPolicy(db: Queryable, id: string): Promise<PolicyRow | undefined> {
  return db.row<PolicyRow>(sql`${SELECT} where p.Id = ${id}`);
}

export async function countPolicies(db: Queryable): Promise<number> {
  const row = await db.row<{count: number}>(sql`select count(*) as count from RetentionPolicies`);
  return row!.count;
}

/** Inserts or replaces a policy. */
export async function storePolicy(
  tx: Transaction,
  {id, displayname, postduration}: Pick<PolicyRow, 'id' | 'displayname' | 'postduration'>,
): Promise<void> {
  await tx.execute(sql`
    insert into RetentionPolicies (Id, DisplayName, PostDuration) values (${id}, ${displayname}, ${postduration}::bigint)
    on conflict (Id) do update set DisplayName = excluded.DisplayName, PostDuration = excluded.PostDuration`);
}

/** Deletes a policy with its assignments. Returns whether there was one. */
export async function deletePolicy(tx: Transaction, id: string): Promise<boolean> {
  await tx.execute(sql`delete from RetentionPoliciesTeams where PolicyId = ${id}`);
  await tx.execute(sql`delete from RetentionPoliciesChannels where PolicyId = ${id}`);
  return (await tx.execute(sql`delete from RetentionPolicies where Id = ${id}`)) > 0;
}

/** The teams and channels that a policy applies to. */
export type Target = 'team' | 'channel';

const TABLES: Record<Target, {table: SqlFragment; id: SqlFragment}> = {
  team: {table: sql`RetentionPoliciesTeams`, id: sql`TeamId`},
  channel: {table: sql`RetentionPoliciesChannels`, id: sql`ChannelId`},
};

/** Ids that are not those of a team, or of a public or private channel. */
export async function selectUnknown(
  db: Queryable,
  target: Target,
  ids: readonly string[],
): Promise<string[]> {
  const known =
    target === 'team' ? sql`select Id from Teams` : sql`select Id from Channels where Type in ('O', 'P')`;
  const rows = await db.rows<{id: string}>(sql`
    select id from unnest(${ids}::text[]) as given (id) where id not in (${known})`);
  return rows.map(({id}) => id);
}

/** Assigns them. Returns the ids that another policy has. */
export async function assign(
  tx: Transaction,
  target: Target,
  policyId: string,
  ids: readonly string[],
): Promise<string[]> {
  const {table, id} = TABLES[target];
  const given = sql`select ${policyId}, given.id from unnest(${ids}::text[]) as given (id) order by given.id`;
  await tx.execute(
    target === 'team'
      ? sql`insert into RetentionPoliciesTeams (PolicyId, TeamId) ${given} on conflict (TeamId) do nothing`
      : sql`insert into RetentionPoliciesChannels (PolicyId, ChannelId) ${given} on conflict (ChannelId) do nothing`,
  );
  const rows = await tx.rows<{id: string}>(sql`
    select ${id} as id from ${table} where ${id} = any(${ids}) and PolicyId <> ${policyId}`);
  return rows.map((row) => row.id);
}

/** Removes those ids, or all, from a policy. */
export async function unassign(
  tx: Transaction,
  target: Target,
  policyId: string,
  ids?: readonly string[],
): Promise<void> {
  const {id} = TABLES[target];
  const condition = sql`PolicyId = ${policyId} ${ids ? sql`and ${id} = any(${ids})` : sql.empty}`;
  await tx.execute(
    target === 'team'
      ? sql`delete from RetentionPoliciesTeams where ${condition}`
      : sql`delete from RetentionPoliciesChannels where ${condition}`,
  );
}

/** Which teams or channels of a policy to list; those that match everything that is set. */
export interface AssignedFilter {
  /** A part of the name, in any case. */
  term?: string;
  /** Only channels of these teams. */
  teamIds?: readonly string[];
  /** Only public or private channels. */
  type?: 'O' | 'P';
  archivedOnly?: boolean;
}

/** The ids of the teams or channels of a policy, by display name. */
export async function selectAssigned(
  db: Queryable,
  target: Target,
  policyId: string,
  {offset, limit}: Page,
  {term = '', teamIds, type, archivedOnly = false}: AssignedFilter,
): Promise<string[]> {
  const {table, id} = TABLES[target];
  const objects = target === 'team' ? sql`Teams` : sql`Channels`;
  const rows = await db.rows<{id: string}>(sql`
    select o.Id from ${table} a join ${objects} o on o.Id = a.${id}
    where a.PolicyId = ${policyId}
      and (strpos(lower(o.DisplayName), lower(${term})) > 0 or strpos(o.Name, lower(${term})) > 0)
      ${teamIds ? sql`and o.TeamId = any(${teamIds})` : sql.empty}
      ${type ? sql`and o.Type = ${type}` : sql.empty}
      ${archivedOnly ? sql`and o.DeleteAt > 0` : sql.empty}
    order by lower(o.DisplayName), o.Id offset ${offset} limit ${limit}`);
  return rows.map((row) => row.id);
}

export interface OwnPolicyRow {
  id: string;
  postduration: number;
  total: number;
}

/** The policies of a user's teams or channels that delete something. */
export function selectPoliciesOfUser(
  db: Queryable,
  target: Target,
  userId: string,
  {offset, limit}: Page,
): Promise<OwnPolicyRow[]> {
  const {table, id} = TABLES[target];
  const members =
    target === 'team'
      ? sql`TeamMembers m on m.TeamId = a.TeamId and m.DeleteAt = 0`
      : sql`ChannelMembers m on m.ChannelId = a.ChannelId`;
  return db.rows<OwnPolicyRow>(sql`
    select a.${id} as id, p.PostDuration, count(*) over () as total
    from ${table} a join RetentionPolicies p on p.Id = a.PolicyId join ${members}
    where m.UserId = ${userId} and p.PostDuration >= 0
    order by a.${id} offset ${offset} limit ${limit}`);
}
