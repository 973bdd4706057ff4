import Type, {type Static} from 'typebox';
import type {Database} from '../../../platform/database/database.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {toOffsetLimit} from '../../../platform/http/paging.ts';
import {Id} from '../../../platform/http/wire.ts';
import {presentFileInfo} from '../../files/files.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf, type Session} from '../../sessions/sessions.ts';
import type {Users} from '../../users/users.ts';
import {isEmptySearch, parseSearchTerms} from '../search-terms.ts';
import {withTimeLimit} from '../time-limit.ts';
import {withStems} from '../word-forms.ts';
import {FileSearch, FileSearchResults} from './schema.ts';
import {searchFiles} from './store.ts';

/**
 * Searches files by name and content in the user's channels: `/files/search` and, for one team,
 * `/teams/{id}/files/search`.
 */
export function registerFileSearchRoutes(
  api: HttpServer,
  {database, permissions, users}: {database: Database; permissions: Permissions; users: Users},
): void {
  async function find(
    actor: Session,
    search: Static<typeof FileSearch>,
    teamId: string | undefined,
  ): Promise<Static<typeof FileSearchResults>> {
    const terms = parseSearchTerms(search.terms, {
      timeZoneOffset: search.time_zone_offset,
      ofFiles: true,
      wordForms: search.word_forms,
    });
    const {locale} = await users.own(actor);
    const rows = isEmptySearch(terms)
      ? []
      : await withTimeLimit(database, async (db) =>
          searchFiles(db, {
            terms: await withStems(db, terms, locale),
            userId: actor.userId,
            teamId,
            anyWord: search.is_or_search ?? false,
            archivedToo: search.include_deleted_channels ?? false,
            oldestFirst: search.sort_direction === 'asc',
            ...toOffsetLimit(search),
          }),
        );
    return {
      order: rows.map((row) => row.id),
      file_infos: Object.fromEntries(rows.map((row) => [row.id, presentFileInfo(row)])),
      next_file_info_id: '',
      prev_file_info_id: '',
    };
  }

  api.post(
    '/files/search',
    {schema: {summary: 'Search files', body: FileSearch, response: {200: FileSearchResults}}},
    async (request) => find(actorOf(request), request.body, undefined),
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
      return find(actor, request.body, teamId);
    },
  );
}
