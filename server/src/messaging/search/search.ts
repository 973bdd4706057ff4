import type {Static} from 'typebox';
import type {Cluster} from '../../platform/cluster/cluster.ts';
import type {Database} from '../../platform/database/database.ts';
import {invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Posts} from '../posts/posts.ts';
import type {Users} from '../users/users.ts';
import {withGroupNames} from './group-names.ts';
import type {PostSearchResults} from './schema.ts';
import {updateSearchIndexes} from './search-indexes.ts';
import {isEmptySearch, parseSearchTerms, type SearchTerms} from './search-terms.ts';
import {similarTerms} from './similar-words.ts';
import {searchPosts} from './store.ts';
import {withTimeLimit} from './time-limit.ts';
import {matchingWords, withStems} from './word-forms.ts';

export type Search = ReturnType<typeof createSearch>;

/** A search request. */
export interface SearchInput {
  terms: string;
  anyWord: boolean;
  /** Whether words match in other forms too. */
  wordForms: boolean;
  /** The offset of the user's time zone from UTC in seconds; positive if it is ahead. */
  timeZoneOffset: number;
  includeArchivedChannels: boolean;
  oldestFirst: boolean;
  teamId: string | undefined;
}

/** Searches posts by text, author, channel, day and content such as files, in the channels that the user is in. */
export function createSearch({
  database,
  cluster,
  log,
  posts,
  users,
}: {
  database: Database;
  cluster: Cluster;
  log: Logger;
  posts: Posts;
  users: Users;
}) {
  async function findUserIds(usernames: readonly string[]): Promise<string[]> {
    return usernames.length === 0 ? [] : (await users.byUsernames(usernames)).map((user) => user.id);
  }

  /** @throws AppError 400 for an empty search. */
  async function readTerms(userId: string, {terms: text, timeZoneOffset, wordForms}: SearchInput) {
    const terms = parseSearchTerms(text, {timeZoneOffset, wordForms});
    if (isEmptySearch(terms)) {
      throw invalidBodyParam('terms', {
        message: 'Enter at least one word, hashtag or filter.',
        params: {rule: 'searchTerms'},
      });
    }
    const named = await withGroupNames(users, terms, userId);
    return withStems(database, named, (await users.byIdCached(userId))?.locale ?? '');
  }

  /** The ids of matching posts in order. */
  async function find(
    userId: string,
    terms: SearchTerms,
    {anyWord, teamId, includeArchivedChannels, oldestFirst}: SearchInput,
    page: {offset: number; limit: number},
  ): Promise<string[]> {
    const [authorIds, excludedAuthorIds] = await Promise.all([
      terms.from.length > 0 ? findUserIds(terms.from) : undefined,
      findUserIds(terms.excludedFrom),
    ]);
    return withTimeLimit(database, (db) =>
      searchPosts(db, {
        ...page,
        terms,
        anyWord,
        userId,
        teamId,
        includeArchivedChannels,
        oldestFirst,
        authorIds,
        excludedAuthorIds,
      }),
    );
  }

  return {
    /**
     * Matching posts, sorted by the time of their creation, and the words that match in another form. Attachments are not searched (docs/specification.md#posts).
     *
     * @throws AppError 400 for an empty search.
     */
    async posts(
      userId: string,
      input: SearchInput,
      page: {offset: number; limit: number},
    ): Promise<Static<typeof PostSearchResults>> {
      const terms = await readTerms(userId, input);
      const found = await posts.lists.firstByIds(await find(userId, terms, input, page));
      return {
        order: found.map((post) => post.id),
        posts: Object.fromEntries(found.map((post) => [post.id, post])),
        matches: input.wordForms
          ? Object.fromEntries(found.map(({id, message}) => [id, matchingWords(message, terms)]))
          : {},
        next_post_id: '',
        prev_post_id: '',
        first_inaccessible_post_time: 0,
      };
    },

    /**
     * Terms with similar words, for a search that found nothing. They find at least one post. Undefined if there are
     * none (docs/search.md#similar-words).
     */
    async suggest(userId: string, input: SearchInput): Promise<string | undefined> {
      const terms = await withTimeLimit(database, (db) => similarTerms(db, input.terms, {userId, ...input}));
      if (terms === undefined) return undefined;
      const similar = {...input, terms};
      const found = await find(userId, await readTerms(userId, similar), similar, {offset: 0, limit: 1});
      return found.length > 0 ? terms : undefined;
    },

    /** Creates the indexes that a migration skipped because the table is large. */
    updateIndexes: () => updateSearchIndexes({database, cluster, log}),
  };
}
