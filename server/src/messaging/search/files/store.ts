import type {Reader} from '../../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../../platform/database/sql.ts';
import {FILE_COLUMNS, type FileInfoRow} from '../../files/files.ts';
import {isSearchIndexReady} from '../search-indexes.ts';
import {indexedTexts, wordQuery} from '../search-query.ts';
import type {SearchTerms, SearchWord} from '../search-terms.ts';
import {hashtag, hasName, inSearchedTeam, PARTS} from '../store.ts';

export interface FileSearchQuery {
  terms: SearchTerms;
  /** The user whose channels are searched. */
  userId: string;
  /** The team to search; undefined for all that aren't archived. Direct and group channels are always included. */
  teamId: string | undefined;
  anyWord: boolean;
  archivedToo: boolean;
  oldestFirst: boolean;
  offset: number;
  limit: number;
}

/** Files of posts in channels that the user is in, sorted by the time of their upload. */
export async function searchFiles(db: Reader, query: FileSearchQuery): Promise<FileInfoRow[]> {
  const {terms, userId, teamId, anyWord, archivedToo, oldestFirst, offset, limit} = query;
  const conditions = [
    sql`f.PostId <> ''`,
    sql`f.DeleteAt = 0`,
    inSearchedTeam(teamId),
    ...(archivedToo ? [] : [sql`c.DeleteAt = 0`]),
    ...(await wordsAndHashtags(db, terms, anyWord)),
    ...terms.has.map((part) => ofPost(PARTS[part])),
    ...terms.excludedHas.map((part) => sql`not ${ofPost(PARTS[part])}`),
    ...chosen(terms.from, terms.excludedFrom, uploadedBy),
    ...chosen(terms.in, terms.excludedIn, (names) => hasName(names, userId)),
    ...chosen(terms.extensions, terms.excludedExtensions, (list) => sql`f.Extension = any(${list})`),
    during(terms.times),
    ...terms.excludedTimes.map((range) => sql`not (${during(range)})`),
  ];
  return db.rows<FileInfoRow>(sql`
    select ${columns} from FileInfo f
      join ChannelMembers cm on cm.ChannelId = f.ChannelId and cm.UserId = ${userId}
      join Channels c on c.Id = f.ChannelId
    where ${sql.join(conditions, sql` and `)}
    order by ${oldestFirst ? sql`f.CreateAt` : sql`f.CreateAt desc`}, f.Id
    limit ${limit} offset ${offset}`);
}

/** In characters: how much of a text is searched for an excerpt, the excerpt, and its part before the word. */
const SEARCHED = 100_000;
const EXCERPT = 240;
const BEFORE = 60;

/** The part of each file's text around the first of the words, by the id of the file. */
export async function contentExcerpts(
  db: Reader,
  ids: readonly string[],
  {words}: SearchTerms,
): Promise<Record<string, string>> {
  if (ids.length === 0 || words.length === 0) return {};
  const wanted = words.map(({text}) => text.toLowerCase());
  const rows = await db.rows<{id: string; place: number; excerpt: string}>(sql`
    select f.Id as id, first.place, substr(f.Content, greatest(1, first.place - ${BEFORE}), ${EXCERPT}) as excerpt
    from FileInfo f
      cross join lateral (select lower(left(f.Content, ${SEARCHED})) as content) as lowered
      cross join lateral (
        select min(strpos(lowered.content, word)) as place
        from unnest(${wanted}::text[]) as word where strpos(lowered.content, word) > 0) as first
    where f.Id = any(${ids}) and first.place is not null`);
  return Object.fromEntries(
    rows.map(({id, place, excerpt}) => {
      const text = excerpt.replace(/\s+/g, ' ').trim();
      return [id, `${place > BEFORE + 1 ? '…' : ''}${text}${excerpt.length < EXCERPT ? '' : '…'}`];
    }),
  );
}

const columns = sql.join(
  FILE_COLUMNS.split(',').map((name) => sql`f.${sql.identifier(name.trim().toLowerCase())}`),
);

/** The conditions for words and hashtags. Each word can be in the name or in the content. */
async function wordsAndHashtags(
  db: Reader,
  {words, excludedWords, hashtags, excludedHashtags}: SearchTerms,
  anyWord: boolean,
): Promise<SqlFragment[]> {
  const all = [...words, ...excludedWords];
  const texts = all.length > 0 ? await indexedTexts(db, all) : [];
  // These must be the same expressions as in the indexes.
  const name = (await isSearchIndexReady(db, 'idx_fileinfo_search'))
    ? sql`to_tsvector('simple', search_text(f.Name))`
    : sql`to_tsvector('simple', translate(f.Name, '.,-_', '    '))`;
  const conditions = all.map((word, index) => {
    const {tsquery, anyOrder} = wordQuery(texts[index]!, word);
    return sql`(
      ${name} @@ to_tsquery('simple', ${tsquery})
      or (f.ContentWords @@ to_tsquery('simple', ${anyOrder}) ${inOrder(word)}))`;
  });
  const found = [...conditions.slice(0, words.length), ...hashtags.map((tag) => ofPost(hashtag(tag)))];
  return [
    ...(found.length > 0 ? [sql`(${sql.join(found, anyWord ? sql` or ` : sql` and `)})`] : []),
    // The condition is null for files that have no text or were not read yet.
    ...conditions.slice(words.length).map((condition) => sql`${condition} is not true`),
    ...excludedHashtags.map((tag) => sql`not ${ofPost(hashtag(tag))}`),
  ];
}

/** A condition for the message `p` of a file. */
function ofPost(condition: SqlFragment): SqlFragment {
  return sql`exists (select from Posts p where p.Id = f.PostId and ${condition})`;
}

/** For a phrase, also requires that its words follow each other in the content. */
function inOrder({text}: SearchWord): SqlFragment {
  const parts = text.split(/\s+/).filter(Boolean);
  if (parts.length < 2) return sql.empty;
  const pattern = parts.map((part) => part.replace(/[^\p{L}\p{N}]/gu, '\\$&')).join('\\s+');
  return sql`and f.Content ~* ${pattern}`;
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

function during({start, end}: SearchTerms['times']): SqlFragment {
  return sql`f.CreateAt >= ${start} and f.CreateAt < ${end}`;
}
