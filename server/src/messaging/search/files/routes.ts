import Type, {type Static} from 'typebox';
import type {Database} from '../../../platform/database/database.ts';
import type {Reader} from '../../../platform/database/queryable.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {toOffsetLimit} from '../../../platform/http/paging.ts';
import {Id} from '../../../platform/http/wire.ts';
import {presentFileInfo} from '../../files/files.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf, type Session} from '../../sessions/sessions.ts';
import type {Users} from '../../users/users.ts';
import {withGroupNames} from '../group-names.ts';
import {isEmptySearch, parseSearchTerms} from '../search-terms.ts';
import {withTimeLimit} from '../time-limit.ts';
import {matchingWords, withStems} from '../word-forms.ts';
import {FileSearch, FileSearchResults} from './schema.ts';
import {contentExcerpts, searchFiles} from './store.ts';

/**
 * Searches files by name and content in the user's channels: `/files/search` and, for one team,
 * `/teams/{id}/files/search`.
 */
export function registerFileSearchRoutes(
  api: HttpServer,
  {database, permissions, users}: {database: Database; permissions: Permissions; users: Users},
): void {
  async function search(
    actor: Session,
    body: Static<typeof FileSearch>,
    teamId: string | undefined,
  ): Promise<Static<typeof FileSearchResults>> {
    const terms = parseSearchTerms(body.terms, {
      timeZoneOffset: body.time_zone_offset,
      wordForms: body.word_forms,
    });
    const {locale} = await users.own(actor);
    const named = await withGroupNames(users, terms, actor.userId);
    const find = async (db: Reader) => {
      const stemmed = await withStems(db, named, locale);
      const rows = await searchFiles(db, {
        terms: stemmed,
        userId: actor.userId,
        teamId,
        anyWord: body.is_or_search ?? false,
        archivedToo: body.include_deleted_channels ?? false,
        oldestFirst: body.sort_direction === 'asc',
        ...toOffsetLimit(body),
      });
      const ids = rows.map(({id}) => id);
      const excerpts = body.excerpts ? await contentExcerpts(db, ids, stemmed) : undefined;
      const wordsOf = ({id, name}: {id: string; name: string}) =>
        matchingWords(`${name} ${excerpts?.[id] ?? ''}`, stemmed);
      const matches = body.word_forms
        ? Object.fromEntries(rows.map((row) => [row.id, wordsOf(row)]))
        : undefined;
      return {rows, excerpts, matches};
    };
    const {rows, excerpts, matches} = isEmptySearch(terms)
      ? {rows: [], excerpts: undefined, matches: undefined}
      : await withTimeLimit(database, find);
    return {
      order: rows.map((row) => row.id),
      file_infos: Object.fromEntries(rows.map((row) => [row.id, presentFileInfo(row)])),
      next_file_info_id: '',
      prev_file_info_id: '',
      ...(excerpts && {excerpts}),
      ...(matches && {matches}),
    };
  }

  api.post(
    '/files/search',
    {schema: {summary: 'Search files', body: FileSearch, response: {200: FileSearchResults}}},
    async (request) => search(actorOf(request), request.body, undefined),
  );

  api.post(
    '/teams/:team_id/files/search',
    {
      schema: {
        summary: 'Search the files of a team',
        params: Type.Object({team_id: Id}),
        body: FileSearch,
        response: {200: FileSearchResults},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {team_id: teamId} = request.params;
      await permissions.require(actor, 'view_team', {teamId});
      return search(actor, request.body, teamId);
    },
  );
}
