import type {Reader} from '../../platform/database/queryable.ts';
import {type SqlFragment, sql} from '../../platform/database/sql.ts';
import {isSearchIndexReady} from './search-indexes.ts';
import {inAnyOrder, indexedTexts, quoted, type WordQuery, wordQuery} from './search-query.ts';
import type {SearchTerms, SearchWord} from './search-terms.ts';

/** Which channels are searched. */
export interface SearchedPlaces {
  /** The user whose channels are searched. */
  userId: string;
  /** Restricts the search to this team's channels, and direct and group channels. Without it, archived teams are left out. */
  teamId: string | undefined;
  includeArchivedChannels: boolean;
}

/** The condition for channels `c` of a team, or of all teams that aren't archived, and for direct and group channels. */
export function inSearchedTeam(teamId: string | undefined): SqlFragment {
  return teamId === undefined
    ? sql`not exists (select from Teams t where t.Id = c.TeamId and t.DeleteAt > 0)`
    : sql`c.TeamId in (${teamId}, '')`;
}

/** Selects the ids of the searched channels `c`. The statement ends in its conditions. */
export function searchedChannels({userId, teamId, includeArchivedChannels}: SearchedPlaces): SqlFragment {
  return sql`
    select c.Id from ChannelMembers m join Channels c on c.Id = m.ChannelId
    where m.UserId = ${userId}
      ${includeArchivedChannels ? sql.empty : sql`and c.DeleteAt = 0`}
      and ${inSearchedTeam(teamId)}`;
}

/** The condition for posts `p` that a search can find. */
export const IS_SEARCHED = sql`p.DeleteAt = 0 and p.Type not like 'system\\_%'`;

/** A search whose names are resolved to ids. */
export interface PostQuery extends SearchedPlaces {
  terms: SearchTerms;
  /** Whether one matching word or hashtag is enough. */
  anyWord: boolean;
  /** Undefined for all authors. */
  authorIds: readonly string[] | undefined;
  excludedAuthorIds: readonly string[];
  oldestFirst: boolean;
  offset: number;
  limit: number;
}

/**
 * The strategy for a query. By default, PostgreSQL assumes that words without statistics are frequent, and would read
 * millions of posts, newest first, to find a word that only one post contains.
 */
type Strategy =
  /** For rare words: finds all posts with the words in the text index, then selects the first readable ones. */
  | 'words first'
  /** For frequent words: reads each channel's posts in order until enough match. */
  | 'channel by channel'
  /** Lets PostgreSQL choose. For searches without words, or with an author, because there is an index for authors. */
  | 'free';

/**
 * The maximum number of posts to read, in order, if excluded words cannot be checked with the index, because there
 * are no words to find. Reading the text of a post takes about 20 microseconds.
 */
const MAX_POSTS_READ = 10_000;

/**
 * The maximum share of all posts for words to count as rare. Up to it, reading all posts with the words takes less time
 * than searching channel by channel.
 */
const RARE_SHARE = 0.1;

async function chooseStrategy(db: Reader, query: PreparedQuery, words: SqlFragment): Promise<Strategy> {
  if (words === sql.empty) return 'free';
  const size = await db.row<{reltuples: number}>({
    text: `select reltuples from pg_class where oid = 'posts'::regclass`,
  });
  const expected = await expectedPosts(db, query, words);
  if (expected <= Math.max(1, size!.reltuples) * RARE_SHARE) return 'words first';
  return query.authorIds ? 'free' : 'channel by channel';
}

/**
 * The number of posts that PostgreSQL would read for these words. PostgreSQL's own estimate assumes that words are
 * independent, but the words of a phrase usually occur together, as in https://example.com. So for a query with a
 * phrase, the number is that of its rarest word.
 */
async function expectedPosts(db: Reader, query: PreparedQuery, words: SqlFragment): Promise<number> {
  const wordQueries = query.terms.words.map((word) => query.wordQueries.get(word)!);
  if (query.anyWord || wordQueries.every(({parts}) => parts.length === 0)) {
    const [expected] = await estimates(db, [words]);
    return expected!;
  }
  const parts = wordQueries.flatMap(({tsquery, parts}) => (parts.length > 0 ? parts : [tsquery]));
  return Math.min(
    ...(await estimates(
      db,
      parts.map((part) => message(query, part)),
    )),
  );
}

/** PostgreSQL's estimate of how many posts match each condition. */
async function estimates(db: Reader, conditions: readonly SqlFragment[]): Promise<number[]> {
  type Plan = {'Plan Rows': number; Plans?: Plan[]};
  const selects = conditions.map((condition) => sql`select 1 from Posts p where ${condition}`);
  const [row] = await db.rows<{'QUERY PLAN': [{Plan: Plan}]}>(
    sql`explain (format json) ${sql.join(selects, sql` union all `)}`,
  );
  const plan = row!['QUERY PLAN'][0].Plan;
  return (conditions.length > 1 ? plan.Plans! : [plan]).map((part) => part['Plan Rows']);
}

/** A query with the conditions for its words. */
interface PreparedQuery extends PostQuery {
  /** The indexed words of a post. */
  document: SqlFragment;
  wordQueries: ReadonlyMap<SearchWord, WordQuery>;
}

/** The ids of the matching posts, sorted by the time of their creation. */
export async function searchPosts(db: Reader, input: PostQuery): Promise<string[]> {
  const query = await withWords(db, input);
  const {terms, userId, authorIds, excludedAuthorIds} = query;
  const words = inclusions(query);
  const channels = sql`
    ${searchedChannels(query)}
      ${terms.in.length > 0 ? sql`and ${hasName(terms.in, userId)}` : sql.empty}
      ${terms.excludedIn.length > 0 ? sql`and not ${hasName(terms.excludedIn, userId)}` : sql.empty}`;
  const others = [IS_SEARCHED];
  if (authorIds) others.push(sql`p.UserId = any(${authorIds})`);
  if (excludedAuthorIds.length > 0) others.push(sql`p.UserId <> all(${excludedAuthorIds})`);
  const {start, end} = terms.times;
  if (start > 0) others.push(sql`p.CreateAt >= ${start}`);
  if (end < Number.MAX_SAFE_INTEGER) others.push(sql`p.CreateAt < ${end}`);
  for (const range of terms.excludedTimes) {
    others.push(sql`not (p.CreateAt >= ${range.start} and p.CreateAt < ${range.end})`);
  }
  if (terms.extensions.length > 0) others.push(hasFileWithExtension(terms.extensions));
  if (terms.excludedExtensions.length > 0)
    others.push(sql`not ${hasFileWithExtension(terms.excludedExtensions)}`);
  others.push(
    ...terms.has.map((part) => PARTS[part]),
    ...terms.excludedHas.map((part) => sql`not ${PARTS[part]}`),
  );
  const filters = sql.join(others, sql` and `);
  const order = query.oldestFirst ? sql`order by p.CreateAt, p.Id` : sql`order by p.CreateAt desc, p.Id desc`;
  const page = sql`limit ${query.limit} offset ${query.offset}`;
  const exclusions = exclusionsOf(query);
  // With exclusions, selects candidates that are filtered below; otherwise, selects the page.
  const [columns, maxRows, first] =
    exclusions.length > 0
      ? [sql`p.Id, p.CreateAt, p.Message, p.Hashtags`, MAX_POSTS_READ, sql`limit ${MAX_POSTS_READ}`]
      : [sql`p.Id, p.CreateAt`, query.limit + query.offset, page];

  const statements: Record<Strategy, SqlFragment> = {
    'words first': sql`
      with p as materialized (
        select p.Id, p.CreateAt, p.ChannelId, p.UserId, p.DeleteAt, p.Type, p.Hashtags, p.IsPinned, p.HasReactions, p.FileIds,
          ${coversExclusions(query) && !readsMessage(terms) ? sql`''` : sql`p.Message`} as Message
        from Posts p where ${words}
      )
      select ${columns} from (select * from p where ${filters} ${order}) as p
      where p.ChannelId in (${channels}) ${order} ${first}`,
    'channel by channel': sql`
      select ${columns} from (${channels}) as channel, lateral (
        select ${columns} from Posts p
        where p.ChannelId = channel.Id and ${words} and ${filters}
        ${order} limit ${maxRows}
      ) as p
      ${order} ${first}`,
    free: sql`
      select ${columns} from Posts p
      where ${words === sql.empty ? sql.empty : sql`${words} and`} ${filters} and p.ChannelId in (${channels})
      ${order} ${first}`,
  };
  const candidates = statements[await chooseStrategy(db, query, words)];
  const rows = await db.rows<{id: string}>(
    exclusions.length > 0
      ? sql`select p.Id from (${candidates}) as p where ${sql.join(exclusions, sql` and `)} ${order} ${page}`
      : candidates,
  );
  return rows.map((row) => row.id);
}

/** Prepares the words for the index that is available (docs/search.md#indexes). */
async function withWords(db: Reader, query: PostQuery): Promise<PreparedQuery> {
  const words = [...query.terms.words, ...query.terms.excludedWords];
  const isReady = words.length > 0 && (await isSearchIndexReady(db, 'idx_posts_search'));
  const texts = isReady ? await indexedTexts(db, words) : [];
  return {
    ...query,
    document: isReady
      ? sql`to_tsvector('simple', search_text(p.Message))`
      : sql`to_tsvector('simple', p.Message)`,
    wordQueries: new Map(
      words.map((word, index) => [word, isReady ? wordQuery(texts[index]!, word) : legacyQuery(word)]),
    ),
  };
}

/** The query for the index of an earlier version. */
function legacyQuery(word: SearchWord): WordQuery {
  return {tsquery: unfolded(word), parts: [], anyOrder: unfolded(word)};
}

function unfolded({text, isPrefix}: SearchWord): string {
  return `${quoted(text)}${isPrefix ? ':*' : ''}`;
}

/** The SQL conditions for posts `p` with the values of `has:`. */
export const PARTS: Record<SearchTerms['has'][number], SqlFragment> = {
  file: sql`p.FileIds <> '[]'`,
  link: sql`p.Message ~* 'https?://'`,
  pin: sql`p.IsPinned`,
  reaction: sql`p.HasReactions`,
};

function readsMessage({has, excludedHas}: SearchTerms): boolean {
  return has.includes('link') || excludedHas.includes('link');
}

function hasFileWithExtension(extensions: readonly string[]): SqlFragment {
  return sql`(p.FileIds <> '[]' and exists (
    select from FileInfo f
    where f.PostId = p.Id and f.PostId <> '' and f.DeleteAt = 0 and f.Extension = any(${extensions})))`;
}

/** The condition for channels `c` whose name after the one of their team, such as `crew/harbor`, is one of these. */
function hasNameInTeam(names: readonly string[]): SqlFragment {
  return names.some((name) => name.includes('/'))
    ? sql`exists (select from Teams t where t.Id = c.TeamId and t.Name || '/' || c.Name = any(${names}))`
    : sql`false`;
}

/** The condition for channels with one of these names, or group channels; `@ann` is the direct channel with Ann. */
export function hasName(names: readonly string[], userId: string): SqlFragment {
  const direct = names.filter((name) => name.startsWith('@')).map((name) => name.slice(1));
  return sql`(
    ((c.TeamId <> '' or c.Type = 'G') and c.Name = any(${names}))
    or (c.TeamId = '' and c.Name = any(array(
      select least(u.Id, ${userId}) || '__' || greatest(u.Id, ${userId}) from Users u where u.Username = any(${direct})
    )))
    or c.Id = any(${names})
    or ${hasNameInTeam(names)}
  )`;
}

/** The condition for the words and hashtags to find; empty if there are none. */
function inclusions(query: PreparedQuery): SqlFragment {
  const {terms, anyWord, wordQueries} = query;
  const words = terms.words.map((word) => wordQueries.get(word)!.tsquery).join(anyWord ? ' | ' : ' & ');
  const excluded = coversExclusions(query)
    ? terms.excludedWords.map((word) => ` & !${wordQueries.get(word)!.tsquery}`).join('')
    : '';
  const conditions = [
    ...(words ? [message(query, `(${words})${excluded}`)] : []),
    ...terms.hashtags.map(hashtag),
  ];
  if (conditions.length === 0) return sql.empty;
  return sql`(${sql.join(conditions, anyWord ? sql` or ` : sql` and `)})`;
}

/**
 * Whether one condition covers the words to find and to exclude, so that the index evaluates both. Otherwise, every
 * post with the words to find is read to check the excluded ones.
 */
function coversExclusions({terms, anyWord}: PostQuery): boolean {
  return terms.words.length > 0 && !(anyWord && terms.hashtags.length > 0);
}

/** The conditions for excluded words and hashtags that `wanted` does not cover. */
function exclusionsOf(query: PreparedQuery): SqlFragment[] {
  const {terms, wordQueries} = query;
  return [
    ...(terms.excludedWords.length > 0 && !coversExclusions(query)
      ? [
          sql`not ${message(query, terms.excludedWords.map((word) => wordQueries.get(word)!.tsquery).join(' | '))}`,
        ]
      : []),
    ...terms.excludedHashtags.map((tag) => sql`not ${hashtag(tag)}`),
  ];
}

function message({document}: PreparedQuery, tsquery: string): SqlFragment {
  return sql`${document} @@ to_tsquery('simple', ${tsquery})`;
}

/**
 * The condition for posts `p` with a hashtag. The index finds posts with this word in their hashtags; the comparison
 * selects the exact hashtag.
 */
export function hashtag({text, isPrefix}: SearchWord): SqlFragment {
  const tag = `#${text}`;
  return sql`(
    p.Hashtags <> '' and to_tsvector('simple', p.Hashtags) @@ ${inAnyOrder(unfolded({text, isPrefix}))}
    and exists (
      select from unnest(string_to_array(lower(p.Hashtags), ' ')) as tag
      where ${isPrefix ? sql`starts_with(tag, ${tag})` : sql`tag = ${tag}`}
    )
  )`;
}
