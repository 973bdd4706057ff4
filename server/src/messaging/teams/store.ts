import type {Queryable} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {Sealed} from '../../platform/secrets/sealing.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import type {TEAMS} from '../tables/tables.ts';

export interface TeamRow extends RowOf<typeof TEAMS, {inviteid: Sealed}> {}

export function selectTeam(db: Queryable, id: string): Promise<TeamRow | undefined> {
  return db.row<TeamRow>({name: 'team-by-id', text: 'select * from Teams where Id = $1', values: [id]});
}

/** The team, locked against changes and new members until the end of the transaction. */
export function selectTeamForUpdate(db: Queryable, id: string): Promise<TeamRow | undefined> {
  return db.row<TeamRow>({text: 'select * from Teams where Id = $1 for no key update', values: [id]});
}

export function selectTeamByName(db: Queryable, name: string): Promise<TeamRow | undefined> {
  return db.row<TeamRow>({
    name: 'team-by-name',
    text: 'select * from Teams where Name = $1',
    values: [name],
  });
}

export function selectTeamByInviteId(db: Queryable, inviteId: string): Promise<TeamRow | undefined> {
  return db.row<TeamRow>({
    text: 'select * from Teams where InviteIdHash = $1 and DeleteAt = 0',
    values: [hashToken(inviteId)],
  });
}

export type NewTeamRow = Pick<
  TeamRow,
  | 'id'
  | 'createat'
  | 'displayname'
  | 'name'
  | 'description'
  | 'email'
  | 'type'
  | 'companyname'
  | 'alloweddomains'
  | 'inviteid'
  | 'inviteidhash'
  | 'allowopeninvite'
>;

/** Inserts a team; undefined if the name is taken. */
export function insertTeam(db: Queryable, team: NewTeamRow): Promise<TeamRow | undefined> {
  return db.row<TeamRow>({
    text: `
      insert into Teams (Id, CreateAt, UpdateAt, DisplayName, Name, Description, Email, Type, CompanyName,
        AllowedDomains, InviteId, InviteIdHash, AllowOpenInvite)
      values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (Name) do nothing
      returning *`,
    values: [
      team.id,
      team.createat,
      team.displayname,
      team.name,
      team.description,
      team.email,
      team.type,
      team.companyname,
      team.alloweddomains,
      team.inviteid,
      team.inviteidhash,
      team.allowopeninvite,
    ],
  });
}

export type TeamChange = Partial<
  Pick<
    TeamRow,
    | 'displayname'
    | 'description'
    | 'companyname'
    | 'alloweddomains'
    | 'inviteid'
    | 'inviteidhash'
    | 'allowopeninvite'
    | 'type'
    | 'schemeid'
    | 'lastteamiconupdate'
  >
>;

/** Updates the given columns; undefined if there is no such team. */
export function updateTeam(
  db: Queryable,
  id: string,
  change: TeamChange,
  now: number,
): Promise<TeamRow | undefined> {
  const assignments: SqlFragment[] = Object.entries(change).map(
    ([column, value]) => sql`${sql.identifier(column)} = ${value}`,
  );
  return db.row<TeamRow>(
    sql`update Teams set ${sql.join([sql`UpdateAt = ${now}`, ...assignments])} where Id = ${id} returning *`,
  );
}

/** Archives or unarchives a team; undefined if the team doesn't exist or is already in that state. */
export function updateTeamArchived(
  db: Queryable,
  id: string,
  archived: boolean,
  now: number,
): Promise<TeamRow | undefined> {
  return db.row<TeamRow>({
    text: `
      update Teams set DeleteAt = case when $2::boolean then $3::bigint else 0 end, UpdateAt = $3::bigint
      where Id = $1 and (DeleteAt > 0) <> $2::boolean
      returning *`,
    values: [id, archived, now],
  });
}

export interface Page {
  offset: number;
  limit: number;
}

/** Filters for a list of teams. */
export interface TeamFilter {
  /** Text in the name or display name, ignoring case; empty for all. */
  term: string;
  /** If set, only teams that everyone can join (`true`) or cannot join (`false`). */
  openInvite?: boolean | undefined;
  archivedToo: boolean;
  /** Whether to exclude teams that have a data retention policy of their own. */
  withoutPolicy?: boolean | undefined;
}

function matchesFilter({term, openInvite, archivedToo, withoutPolicy}: TeamFilter): SqlFragment {
  const pattern = `%${term.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql.join(
    [
      sql`true`,
      ...(term ? [sql`(Name like ${pattern} or lower(DisplayName) like ${pattern})`] : []),
      ...(openInvite === undefined ? [] : [sql`AllowOpenInvite = ${openInvite}`]),
      ...(archivedToo ? [] : [sql`DeleteAt = 0`]),
      ...(withoutPolicy
        ? [sql`not exists (select from RetentionPoliciesTeams p where p.TeamId = Teams.Id)`]
        : []),
    ],
    sql` and `,
  );
}

/** The columns by which a list of teams can be sorted, with what they sort by. */
const SORT_VALUES = {
  display_name: sql`lower(DisplayName)`,
  // Like the statistics of a team, without deactivated accounts.
  members: sql`(
    select count(*) from TeamMembers m join Users u on u.Id = m.UserId
    where m.TeamId = Teams.Id and m.DeleteAt = 0 and u.DeleteAt = 0)`,
  allow_open_invite: sql`AllowOpenInvite`,
  create_at: sql`CreateAt`,
  delete_at: sql`DeleteAt`,
};

export interface TeamOrder {
  column: keyof typeof SORT_VALUES;
  descending: boolean;
}

/** The names of the columns by which a list of teams can be sorted. */
export const TEAM_SORT_COLUMNS = Object.keys(SORT_VALUES) as TeamOrder['column'][];

/** Teams in an order. Those with the same value are sorted by their display name. */
export function selectTeams(
  db: Queryable,
  filter: TeamFilter,
  {column, descending}: TeamOrder,
  {offset, limit}: Page,
): Promise<TeamRow[]> {
  return db.rows<TeamRow>(sql`
    select * from Teams where ${matchesFilter(filter)}
    order by ${SORT_VALUES[column]} ${descending ? sql`desc` : sql`asc`}, lower(DisplayName), Id
    offset ${offset} limit ${limit}`);
}

export async function countTeams(db: Queryable, filter: TeamFilter): Promise<number> {
  const row = await db.row<{count: number}>(
    sql`select count(*) as count from Teams where ${matchesFilter(filter)}`,
  );
  return row!.count;
}

export function selectTeamsByIds(db: Queryable, ids: readonly string[]): Promise<TeamRow[]> {
  return db.rows<TeamRow>({
    text: 'select * from Teams where Id = any($1) order by lower(DisplayName), Id',
    values: [ids],
  });
}

/** Active teams that the user is in, by display name. */
export function selectTeamsOfUser(db: Queryable, userId: string): Promise<TeamRow[]> {
  return db.rows<TeamRow>({
    name: 'teams-of-user',
    text: `
      select t.* from TeamMembers tm join Teams t on t.Id = tm.TeamId
      where tm.UserId = $1 and tm.DeleteAt = 0 and t.DeleteAt = 0 order by lower(t.DisplayName), t.Id`,
    values: [userId],
  });
}

/** Removes a scheme from the teams that use it. */
export async function clearSchemeOfTeams(db: Queryable, schemeId: string, now: number): Promise<void> {
  await db.execute({
    text: `update Teams set SchemeId = '', UpdateAt = $2 where SchemeId = $1`,
    values: [schemeId, now],
  });
}

/** Whether the scheme exists and is a team scheme. */
export async function isTeamScheme(db: Queryable, schemeId: string): Promise<boolean> {
  const row = await db.row({
    text: `select from Schemes where Id = $1 and Scope = 'team' and DeleteAt = 0`,
    values: [schemeId],
  });
  return row !== undefined;
}
