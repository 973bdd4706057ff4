import Type, {type Static} from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {toOffsetLimit} from '../../platform/http/paging.ts';
import {Id} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import type {Posts} from '../posts/posts.ts';
import {actorOf} from '../sessions/sessions.ts';
import {PostSearch, PostSearchResults, SearchSuggestion} from './schema.ts';
import type {Search, SearchInput} from './search.ts';

export function registerSearchRoutes(
  api: HttpServer,
  {search, posts, permissions}: {search: Search; posts: Posts; permissions: Permissions},
): void {
  function toInput(body: Static<typeof PostSearch>, teamId?: string): SearchInput {
    return {
      terms: body.terms,
      anyWord: body.is_or_search ?? false,
      wordForms: body.word_forms ?? false,
      timeZoneOffset: body.time_zone_offset ?? 0,
      includeArchivedChannels: body.include_deleted_channels ?? false,
      oldestFirst: body.sort_direction === 'asc',
      teamId,
    };
  }

  const suggest = async (userId: string, input: SearchInput) => ({
    terms: (await search.suggest(userId, input)) ?? '',
  });

  api.post(
    '/posts/search',
    {
      schema: {
        summary: 'Search messages',
        body: PostSearch,
        response: {200: PostSearchResults},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const found = await search.posts(actor.userId, toInput(request.body), toOffsetLimit(request.body));
      return posts.quotes.addToList(actor, found);
    },
  );

  api.post(
    '/teams/:team_id/posts/search',
    {
      schema: {
        summary: 'Search the messages of a team',
        params: Type.Object({team_id: Id}),
        body: PostSearch,
        response: {200: PostSearchResults},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {team_id: teamId} = request.params;
      await permissions.require(actor, 'view_team', {teamId});
      const input = toInput(request.body, teamId);
      return posts.quotes.addToList(
        actor,
        await search.posts(actor.userId, input, toOffsetLimit(request.body)),
      );
    },
  );

  api.post(
    '/posts/search/suggestion',
    {
      schema: {
        summary: 'Suggest similar words for a search of messages in all teams that found nothing',
        body: PostSearch,
        response: {200: SearchSuggestion},
      },
    },
    async (request) => suggest(actorOf(request).userId, toInput(request.body)),
  );

  api.post(
    '/teams/:team_id/posts/search/suggestion',
    {
      schema: {
        summary: 'Suggest similar words for a search of messages that found nothing',
        params: Type.Object({team_id: Id}),
        body: PostSearch,
        response: {200: SearchSuggestion},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {team_id: teamId} = request.params;
      await permissions.require(actor, 'view_team', {teamId});
      return suggest(actor.userId, toInput(request.body, teamId));
    },
  );
}
