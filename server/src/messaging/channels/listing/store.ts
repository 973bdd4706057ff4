import type {Queryable, Reader} from '../../../platform/database/queryable.ts';
import {searchWords} from '../../../platform/database/search-words.ts';
import {type SqlFragment, sql} from '../../../platform/database/sql.ts';
import type {ChannelRow, ChannelWithTeamRow} from '../store.ts';

export interface Page {
  offset: number;
  limit: number;
}

/** Active channels of one type in a team, by display name. */
export function selectTeamChannels(
  db: Reader,
  teamId: string,
  type: 'O' | 'P',
  {offset, limit}: Page,
): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>({
    name: 'channels-of-team',
    text: `
      select * from Channels where TeamId = $1 and Type = $2::channel_type and DeleteAt = 0
      order by lower(DisplayName), Id offset $3 limit $4`,
    values: [teamId, type, offset, limit],
  });
}

/** Archived channels of a team that the user can see: public ones, and private ones that they are in. */
export function selectArchivedChannels(
  db: Reader,
  teamId: string,
  userId: string,
  {offset, limit}: Page,
): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>({
    text: `
      select * from Channels c where TeamId = $1 and DeleteAt > 0 and (Type = 'O' or exists (
        select from ChannelMembers cm where cm.ChannelId = c.Id and cm.UserId = $2))
      order by lower(DisplayName), Id offset $3 limit $4`,
    values: [teamId, userId, offset, limit],
  });
}

/** The public channels of the team among these channels. */
export function selectPublicChannelsByIds(
  db: Queryable,
  teamId: string,
  channelIds: readonly string[],
): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>({
    text: `
      select * from Channels where TeamId = $1 and Id = any($2) and Type = 'O' and DeleteAt = 0
      order by lower(DisplayName), Id`,
    values: [teamId, channelIds],
  });
}

/**
 * A user's channels: those of a team plus direct and group channels, or, without a team, those of all their teams.
 * Archived channels only if archived at or after `archivedSince`.
 */
export function selectChannelsOfUser(
  db: Queryable,
  userId: string,
  teamId: string | undefined,
  archivedSince: number | undefined,
): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>({
    name: 'channels-of-user',
    text: `
      select c.* from ChannelMembers cm join Channels c on c.Id = cm.ChannelId left join Teams t on t.Id = c.TeamId
      where cm.UserId = $1 and (c.TeamId = '' or ($2::text is null and t.DeleteAt = 0) or c.TeamId = $2)
        and (c.DeleteAt = 0 or c.DeleteAt >= $3::bigint)
      order by lower(c.DisplayName), c.Id`,
    values: [userId, teamId ?? null, archivedSince ?? null],
  });
}

/** A `like` pattern that matches text containing the word, ignoring case. */
function likePattern(word: string): string {
  return `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
}

/** Every word of the term is in the name, the display name or the purpose. An empty term matches everything. */
function matches(term: string): SqlFragment {
  return sql.join(
    [
      sql`true`,
      ...searchWords(term).map((word) => {
        const pattern = likePattern(word);
        return sql`(lower(c.Name) like ${pattern} or lower(c.DisplayName) like ${pattern} or lower(c.Purpose) like ${pattern})`;
      }),
    ],
    sql` and `,
  );
}

function isMember(userId: string): SqlFragment {
  return sql`exists (select from ChannelMembers cm where cm.ChannelId = c.Id and cm.UserId = ${userId})`;
}

/** The user who searches, and which channels they can find. */
export interface SearchScope {
  userId: string;
  /** `public` finds public channels; `own` finds channels that the user is in; `both` finds either. */
  scope: 'public' | 'own' | 'both';
}

function visibleTo({userId, scope}: SearchScope): SqlFragment {
  if (scope === 'public') return sql`c.Type = 'O'`;
  return scope === 'own' ? isMember(userId) : sql`(c.Type = 'O' or ${isMember(userId)})`;
}

/**
 * Active channels of the teams that match a term: those with exactly this name first, then by display name.
 *
 * @param query.excludeJoined leaves out channels that the searcher is in.
 */
export function searchTeamChannels(
  db: Reader,
  {
    teamIds,
    term,
    searcher,
    excludeJoined = false,
    limit,
  }: {
    teamIds: readonly string[];
    term: string;
    searcher: SearchScope;
    excludeJoined?: boolean;
    limit: number;
  },
): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>(
    sql`select c.* from Channels c
        where c.TeamId = any(${teamIds}) and c.DeleteAt = 0 and ${visibleTo(searcher)} and ${matches(term)}
          ${excludeJoined ? sql`and not ${isMember(searcher.userId)}` : sql.empty}
        order by c.Name = ${term.toLowerCase()} desc, lower(c.DisplayName), c.Id limit ${limit}`,
  );
}

/** The user's direct channels with people whose username matches; the display name is that username. */
export function searchDirectChannels(
  db: Reader,
  userId: string,
  term: string,
  limit: number,
): Promise<ChannelRow[]> {
  return db.rows<ChannelRow>(
    sql`select c.*, coalesce(u.Username, '') as displayname
        from ChannelMembers mine join Channels c on c.Id = mine.ChannelId and c.Type = 'D'
          join Users u on u.Id = case when left(c.Name, 26) = ${userId} then right(c.Name, 26) else left(c.Name, 26) end
        where mine.UserId = ${userId} and u.Username like ${likePattern(term)}
        order by u.Username limit ${limit}`,
  );
}

/** The user's group channels in which every word of the term is a prefix of a member's username. */
export function searchGroupChannels(
  db: Reader,
  userId: string,
  term: string,
  limit: number,
): Promise<ChannelRow[]> {
  const everyWord = searchWords(term).map(
    (word) => sql`bool_or(u.Username like ${likePattern(word).slice(1)})`,
  );
  // Reads the members once for all words of the term.
  return db.rows<ChannelRow>(
    sql`select c.* from ChannelMembers mine
          join Channels c on c.Id = mine.ChannelId and c.Type = 'G'
          join ChannelMembers cm on cm.ChannelId = c.Id
          join Users u on u.Id = cm.UserId
        where mine.UserId = ${userId}
        group by c.Id
        having ${sql.join([sql`true`, ...everyWord], sql` and `)}
        order by lower(c.DisplayName), c.Id limit ${limit}`,
  );
}

/** Filters for the administrators' list of public and private channels. */
export interface ChannelFilter {
  term: string;
  teamIds?: readonly string[] | undefined;
  types: readonly ('O' | 'P')[];
  /** Whether to exclude or include archived channels, or to list only those. */
  archived: 'without' | 'with' | 'only';
  /** Names of channels to exclude. */
  excludedNames: readonly string[];
  /** Whether a term that is the id of a channel matches it. */
  matchesId?: boolean | undefined;
  /** Whether to exclude channels that have a data retention policy of their own. */
  withoutPolicy?: boolean | undefined;
}

function matchesFilter({
  term,
  teamIds,
  types,
  archived,
  excludedNames,
  matchesId,
  withoutPolicy,
}: ChannelFilter): SqlFragment {
  return sql.join(
    [
      sql`c.Type = any(${types}::channel_type[])`,
      matchesId ? sql`(c.Id = ${term} or ${matches(term)})` : matches(term),
      ...(teamIds ? [sql`c.TeamId = any(${teamIds})`] : []),
      ...(archived === 'without' ? [sql`c.DeleteAt = 0`] : []),
      ...(archived === 'only' ? [sql`c.DeleteAt > 0`] : []),
      ...(excludedNames.length > 0 ? [sql`c.Name <> all(${excludedNames})`] : []),
      ...(withoutPolicy
        ? [sql`not exists (select from RetentionPoliciesChannels p where p.ChannelId = c.Id)`]
        : []),
    ],
    sql` and `,
  );
}

/** The columns by which the list of all channels can be sorted, with what they sort by. */
const SORT_VALUES = {
  display_name: sql`lower(c.DisplayName)`,
  // Public channels first: as values of the enumerated type, private ones would be.
  type: sql`c.Type = 'P'`,
  members: sql`coalesce(counted.members, 0)`,
  total_msg_count: sql`c.TotalMsgCount`,
  last_post_at: sql`c.LastPostAt`,
  delete_at: sql`c.DeleteAt`,
};

export interface ChannelOrder {
  column: keyof typeof SORT_VALUES;
  descending: boolean;
}

/** The members of all channels. Like the statistics of a channel, without deactivated accounts. */
const withMembers = sql`
  left join (
    select m.ChannelId, count(*) as members from ChannelMembers m join Users u on u.Id = m.UserId
    where u.DeleteAt = 0 group by m.ChannelId) counted on counted.ChannelId = c.Id`;

/** The names of the columns by which the list of all channels can be sorted. */
export const CHANNEL_SORT_COLUMNS = Object.keys(SORT_VALUES) as ChannelOrder['column'][];

/**
 * Channels of all teams in an order, with the names of their teams. Those with the same value are sorted by their display
 * name and that of their team.
 */
export function selectAllChannels(
  db: Reader,
  filter: ChannelFilter,
  {column, descending}: ChannelOrder,
  {offset, limit}: Page,
): Promise<ChannelWithTeamRow[]> {
  return db.rows<ChannelWithTeamRow>(sql`
    select c.*, t.DisplayName as teamdisplayname, t.Name as teamname, t.UpdateAt as teamupdateat
    from Channels c join Teams t on t.Id = c.TeamId ${column === 'members' ? withMembers : sql.empty}
    where ${matchesFilter(filter)}
    order by ${SORT_VALUES[column]} ${descending ? sql`desc` : sql`asc`}, lower(c.DisplayName), lower(t.DisplayName), c.Id
    offset ${offset} limit ${limit}`);
}

export async function countAllChannels(db: Reader, filter: ChannelFilter): Promise<number> {
  const row = await db.row<{count: number}>(
    sql`select count(*) as count from Channels c join Teams t on t.Id = c.TeamId where ${matchesFilter(filter)}`,
  );
  return row!.count;
}

/** Ids of the active teams that the user is in. */
export async function selectTeamIdsOfUser(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.rows<{id: string}>({
    text: `
      select t.Id from TeamMembers tm join Teams t on t.Id = tm.TeamId
      where tm.UserId = $1 and tm.DeleteAt = 0 and t.DeleteAt = 0 order by t.Id`,
    values: [userId],
  });
  return rows.map(({id}) => id);
}

/** Ids of the active teams that all members of the channel are in. */
export async function selectCommonTeamIds(db: Queryable, channelId: string): Promise<string[]> {
  const rows = await db.rows<{teamid: string}>({
    text: `
      with people as (
        select u.Id from ChannelMembers cm join Users u on u.Id = cm.UserId and u.DeleteAt = 0
        where cm.ChannelId = $1
      )
      select tm.TeamId
      from people
        join TeamMembers tm on tm.UserId = people.Id and tm.DeleteAt = 0
        join Teams t on t.Id = tm.TeamId and t.DeleteAt = 0
      group by tm.TeamId
      having count(*) = (select count(*) from people)
      order by tm.TeamId`,
    values: [channelId],
  });
  return rows.map(({teamid}) => teamid);
}
