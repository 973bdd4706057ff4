import type {Queryable} from '../../platform/database/queryable.ts';
import {columnTypes, rowSetStatement} from '../../platform/database/row-sets.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import type {RowOf} from '../../platform/database/table.ts';
import {CHANNELS} from '../tables/tables.ts';

export interface ChannelRow
  extends RowOf<
    typeof CHANNELS,
    {bannerinfo: {enabled?: boolean; text?: string; background_color?: string} | null}
  > {}

export interface ChannelWithTeamRow extends ChannelRow {
  teamdisplayname: string;
  teamname: string;
  teamupdateat: number;
}

export function selectChannel(db: Queryable, id: string): Promise<ChannelRow | undefined> {
  return db.row<ChannelRow>({
    name: 'channel-by-id',
    text: 'select * from Channels where Id = $1',
    values: [id],
  });
}

/** The channel, locked against changes until the end of the transaction. */
export function selectChannelForUpdate(db: Queryable, id: string): Promise<ChannelRow | undefined> {
  return db.row<ChannelRow>({
    text: 'select * from Channels where Id = $1 for no key update',
    values: [id],
  });
}

/** The channel, protected from being archived, converted or moved until the end of the transaction. */
export function selectChannelForShare(db: Queryable, id: string): Promise<ChannelRow | undefined> {
  return db.row<ChannelRow>({
    name: 'channel-for-share',
    text: 'select * from Channels where Id = $1 for share',
    values: [id],
  });
}

/** A channel of the team, or a direct or group channel, by its name. */
export function selectChannelByName(
  db: Queryable,
  teamId: string,
  name: string,
): Promise<ChannelRow | undefined> {
  return db.row<ChannelRow>({
    name: 'channel-by-name',
    text: `select * from Channels where TeamId in ($1, '') and Name = $2 order by TeamId desc limit 1`,
    values: [teamId, name],
  });
}

/** Like {@link selectChannelByName}, with the name of the team. */
export function selectChannelByNames(
  db: Queryable,
  teamName: string,
  name: string,
): Promise<ChannelRow | undefined> {
  return db.row<ChannelRow>({
    text: `
      select c.* from Teams t join Channels c on c.TeamId in (t.Id, '') and c.Name = $2
      where t.Name = $1 order by c.TeamId desc limit 1`,
    values: [teamName, name],
  });
}

/** The direct or group channel with this name. */
export function selectTeamlessChannel(db: Queryable, name: string): Promise<ChannelRow | undefined> {
  return db.row<ChannelRow>({
    name: 'channel-teamless-by-name',
    text: `select * from Channels where TeamId = '' and Name = $1`,
    values: [name],
  });
}

/** The columns that an insert sets. UpdateAt is the same as CreateAt, and the others get their defaults. */
const NEW_CHANNEL = columnTypes(CHANNELS, [
  'id',
  'createat',
  'teamid',
  'type',
  'displayname',
  'name',
  'header',
  'purpose',
  'creatorid',
]);

export type NewChannelRow = Pick<ChannelRow, keyof typeof NEW_CHANNEL>;

const INSERT_CHANNELS = rowSetStatement(
  'channels-insert',
  {channel: NEW_CHANNEL},
  ({channel}) => `
    insert into Channels (UpdateAt, ${channel.names})
    select createat, ${channel.names} from ${channel.rows} as new (${channel.names})
    order by teamid, name
    on conflict (Name, TeamId) do nothing
    returning *`,
);

/**
 * Inserts channels in the order of their names. Skips names that are taken in their team; waits for concurrent
 * transactions that insert the same name.
 */
export function insertChannels(db: Queryable, channels: readonly NewChannelRow[]): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>(INSERT_CHANNELS({channel: channels}));
}

/** The number of channels of the team that are not archived. */
export async function countLiveChannels(db: Queryable, teamId: string): Promise<number> {
  const row = await db.row<{count: number}>({
    text: 'select count(*) as count from Channels where TeamId = $1 and DeleteAt = 0',
    values: [teamId],
  });
  return row!.count;
}

/**
 * Locks the team, so that no other transaction creates channels in it or changes it. Undefined if there is no such
 * team.
 */
export function lockTeamForChannels(db: Queryable, teamId: string): Promise<{deleteat: number} | undefined> {
  return db.row<{deleteat: number}>({
    text: 'select DeleteAt from Teams where Id = $1 for no key update',
    values: [teamId],
  });
}

export type ChannelChange = Partial<
  Pick<
    ChannelRow,
    'displayname' | 'name' | 'header' | 'purpose' | 'bannerinfo' | 'deleteat' | 'type' | 'teamid' | 'schemeid'
  >
>;

/** Updates the given columns. */
export async function updateChannel(
  db: Queryable,
  id: string,
  {bannerinfo, ...columns}: ChannelChange,
  now: number,
): Promise<ChannelRow> {
  const assignments: SqlFragment[] = Object.entries(columns).map(
    ([column, value]) => sql`${sql.identifier(column)} = ${value}`,
  );
  if (bannerinfo !== undefined) {
    assignments.push(sql`BannerInfo = ${bannerinfo === null ? null : JSON.stringify(bannerinfo)}`);
  }
  const row = await db.row<ChannelRow>(
    sql`update Channels set UpdateAt = ${now}, ${sql.join(assignments)} where Id = ${id} returning *`,
  );
  return row!;
}

/** The public channels of the team with these names that are not archived, ordered by id. */
export function selectLiveChannelsByName(
  db: Queryable,
  teamId: string,
  names: readonly string[],
): Promise<{id: string}[]> {
  return db.rows({
    name: 'channels-live-by-name',
    text: `select Id from Channels where TeamId = $1 and Name = any($2) and Type = 'O' and DeleteAt = 0 order by Id`,
    values: [teamId, names],
  });
}

/** Updates the team of a channel's threads, which is denormalized. */
export async function updateTeamOfThreads(db: Queryable, channelId: string, teamId: string): Promise<void> {
  await db.execute({
    text: 'update Threads set ThreadTeamId = $2 where ChannelId = $1 and ThreadTeamId <> $2',
    values: [channelId, teamId],
  });
}

/** Removes a scheme from the channels that use it. */
export async function clearSchemeOfChannels(db: Queryable, schemeId: string, now: number): Promise<void> {
  await db.execute({
    text: `update Channels set SchemeId = '', UpdateAt = $2 where SchemeId = $1`,
    values: [schemeId, now],
  });
}

/** Whether the scheme exists and is a channel scheme. */
export async function isChannelScheme(db: Queryable, schemeId: string): Promise<boolean> {
  const row = await db.row({
    text: `select from Schemes where Id = $1 and Scope = 'channel' and DeleteAt = 0`,
    values: [schemeId],
  });
  return row !== undefined;
}
