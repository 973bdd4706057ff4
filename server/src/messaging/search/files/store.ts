import type {Reader} from '../../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../../platform/database/sql.ts';
import {FILE_COLUMNS, type FileInfoRow} from '../../files/files.ts';
import {isSearchIndexReady} from '../search-indexes.ts';
import {indexedTexts, tsqueryOf} from '../search-query.ts';
import type {SearchTerms} from '../search-terms.ts';

export interface FileSearchQuery {
  terms: SearchTerms;
  /** The user whose channels are searched. */
  userId: string;
  /** The team to search; undefined for all. Direct and group channels are always included. */
  teamId: string | undefined;
  anyWord: boolean;
  archivedToo: boolean;
  offset: number;
  limit: number;
}

/** Files of posts in channels that the user is in, newest first. */
export async function searchFiles(db: Reader, query: FileSearchQuery): Promise<FileInfoRow[]> {
  const {terms, userId, teamId, anyWord, archivedToo, offset, limit} = query;
  const conditions = [
    sql`f.PostId <> ''`,
    sql`f.DeleteAt = 0`,
    ...(teamId === undefined ? [] : [sql`c.TeamId in (${teamId}, '')`]),
    ...(archivedToo ? [] : [sql`c.DeleteAt = 0`]),
    ...(await words(db, terms, anyWord)),
    ...chosen(terms.from, terms.excludedFrom, uploadedBy),
    ...chosen(terms.in, terms.excludedIn, inChannels),
    ...chosen(terms.extensions, terms.excludedExtensions, (list) => sql`f.Extension = any(${list})`),
    during(terms.times),
    ...terms.excludedTimes.map((range) => sql`not (${during(range)})`),
  ];
  return db.rows<FileInfoRow>(sql`
    select ${columns} from FileInfo f
      join ChannelMembers cm on cm.ChannelId = f.ChannelId and cm.UserId = ${userId}
      join Channels c on c.Id = f.ChannelId
    where ${sql.join(conditions, sql` and `)}
    order by f.CreateAt desc, f.Id
    limit ${limit} offset ${offset}`);
}

const columns = sql.join(
  FILE_COLUMNS.split(',').map((name) => sql`f.${sql.identifier(name.trim().toLowerCase())}`),
);

async function words(
  db: Reader,
  {words: wanted, excludedWords}: SearchTerms,
  anyWord: boolean,
): Promise<SqlFragment[]> {
  if (wanted.length + excludedWords.length === 0) return [];
  const texts = await indexedTexts(db, [...wanted, ...excludedWords]);
  // Must be the same expressions as in the indexes.
  const named = (await isSearchIndexReady(db, 'idx_fileinfo_search'))
    ? sql`to_tsvector('simple', search_text(f.Name))`
    : sql`to_tsvector('simple', translate(f.Name, '.,-_', '    '))`;
  const tsqueries = [...wanted, ...excludedWords].map((word, index) => tsqueryOf(texts[index]!, word));
  const [anyOf, noneOf] = [tsqueries.slice(0, wanted.length), tsqueries.slice(wanted.length)];
  return [
    ...(anyOf.length > 0
      ? [sql`${named} @@ to_tsquery('simple', ${anyOf.join(anyWord ? ' | ' : ' & ')})`]
      : []),
    ...noneOf.map((tsquery) => sql`not ${named} @@ to_tsquery('simple', ${tsquery})`),
  ];
}

function chosen(
  wanted: string[],
  unwanted: string[],
  meets: (values: string[]) => SqlFragment,
): SqlFragment[] {
  return [
    ...(wanted.length > 0 ? [meets(wanted)] : []),
    ...(unwanted.length > 0 ? [sql`not ${meets(unwanted)}`] : []),
  ];
}

function uploadedBy(usernames: string[]): SqlFragment {
  return sql`f.CreatorId in (select Id from Users where Username = any(${usernames}))`;
}

function inChannels(names: string[]): SqlFragment {
  const people = names.filter((name) => name.startsWith('@')).map((name) => name.slice(1));
  return sql`(c.Name = any(${names}) or c.Id = any(${names}) or (c.Type = 'D' and exists (
    select from ChannelMembers other join Users u on u.Id = other.UserId
    where other.ChannelId = c.Id and u.Username = any(${people}))))`;
}

function during({start, end}: SearchTerms['times']): SqlFragment {
  return sql`f.CreateAt >= ${start} and f.CreateAt < ${end}`;
}
