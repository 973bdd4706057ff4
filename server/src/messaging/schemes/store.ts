import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import type {ChannelRow} from '../channels/channels.ts';
import type {TeamRow} from '../teams/teams.ts';

export interface SchemeRow {
  id: string;
  name: string;
  displayname: string;
  description: string;
  createat: number;
  updateat: number;
  deleteat: number;
  scope: 'team' | 'channel';
  defaultteamadminrole: string;
  defaultteamuserrole: string;
  defaultteamguestrole: string;
  defaultchanneladminrole: string;
  defaultchanneluserrole: string;
  defaultchannelguestrole: string;
}

interface Page {
  offset: number;
  limit: number;
}

/** A role that a scheme begins with: a copy of a built-in one. */
export interface SchemeRole {
  id: string;
  name: string;
  displayName: string;
  /** The built-in role whose permissions it gets, as they are now. */
  like: string;
}

export async function insertSchemeRoles(
  db: Queryable,
  roles: readonly SchemeRole[],
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      insert into Roles (Id, Name, DisplayName, CreateAt, UpdateAt, Permissions, SchemeManaged)
      select new.id, new.name, new.displayname, $5, $5, model.Permissions, true
      from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (id, name, displayname, model)
        join Roles model on model.Name = new.model`,
    values: [
      roles.map((role) => role.id),
      roles.map((role) => role.name),
      roles.map((role) => role.displayName),
      roles.map((role) => role.like),
      now,
    ],
  });
}

export async function insertScheme(db: Queryable, scheme: SchemeRow): Promise<void> {
  const columns = Object.keys(scheme).map(sql.identifier);
  await db.execute(
    sql`insert into Schemes (${sql.join(columns)}) values (${sql.join(Object.values(scheme))})`,
  );
}

export function selectScheme(db: Queryable, id: string): Promise<SchemeRow | undefined> {
  return db.row<SchemeRow>({
    text: 'select * from Schemes where Id = $1 and DeleteAt = 0',
    values: [id],
  });
}

/** The newest first; of one scope, or all. */
export function selectSchemes(db: Queryable, scope: string, {offset, limit}: Page): Promise<SchemeRow[]> {
  return db.rows<SchemeRow>(sql`
    select * from Schemes where DeleteAt = 0 ${scope === '' ? sql.empty : sql`and Scope = ${scope}`}
    order by CreateAt desc, Id offset ${offset} limit ${limit}`);
}

export async function updateScheme(
  db: Queryable,
  id: string,
  {name, displayname, description}: Pick<SchemeRow, 'name' | 'displayname' | 'description'>,
  now: number,
): Promise<void> {
  await db.execute({
    text: 'update Schemes set Name = $2, DisplayName = $3, Description = $4, UpdateAt = $5 where Id = $1',
    values: [id, name, displayname, description, now],
  });
}

/** Takes a scheme away from all that have it, with its roles. Its name is free again. */
export async function deleteScheme(
  db: Queryable,
  {id, roles}: {id: string; roles: readonly string[]},
  now: number,
): Promise<void> {
  await db.execute({
    text: `
      with schemes as (update Schemes set DeleteAt = $3, UpdateAt = $3, Name = Id where Id = $1),
        roles as (update Roles set DeleteAt = $3, UpdateAt = $3 where Name = any($2)),
        teams as (update Teams set SchemeId = '', UpdateAt = $3 where SchemeId = $1)
      update Channels set SchemeId = '', UpdateAt = $3 where SchemeId = $1`,
    values: [id, roles, now],
  });
}

export function selectTeamsOfScheme(db: Queryable, id: string, {offset, limit}: Page): Promise<TeamRow[]> {
  return db.rows<TeamRow>({
    text: 'select * from Teams where SchemeId = $1 order by DisplayName, Id offset $2 limit $3',
    values: [id, offset, limit],
  });
}

export function selectChannelsOfScheme(
  db: Queryable,
  id: string,
  {offset, limit}: Page,
): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>({
    text: 'select * from Channels where SchemeId = $1 order by DisplayName, Id offset $2 limit $3',
    values: [id, offset, limit],
  });
}
