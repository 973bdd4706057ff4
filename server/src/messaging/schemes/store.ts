import type {Queryable} from '../../platform/database/queryable.ts';
import {sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {ChannelRow} from '../channels/channels.ts';
import type {SCHEMES} from '../tables/tables.ts';
import type {TeamRow} from '../teams/teams.ts';

export interface SchemeRow extends RowOf<typeof SCHEMES, {scope: 'team' | 'channel'}> {}

interface Page {
  offset: number;
  limit: number;
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

/** Schemes of one scope or all, newest first. */
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
    text: 'update Schemes set Name = $2, DisplayName = $3, Description = $4, UpdateAt = $5 where Id = $1 and DeleteAt = 0',
    values: [id, name, displayname, description, now],
  });
}

/** Marks a scheme as deleted, which frees its name. */
export async function markSchemeDeleted(db: Queryable, id: string, now: number): Promise<void> {
  await db.execute({
    text: 'update Schemes set DeleteAt = $2, UpdateAt = $2, Name = Id where Id = $1',
    values: [id, now],
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
