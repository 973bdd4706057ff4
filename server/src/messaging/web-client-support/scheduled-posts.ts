import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';

/** Messages to be posted later: none. */
export function registerScheduledPostRoutes(api: HttpServer): void {
  api.get(
    '/posts/scheduled/team/:team_id',
    {
      schema: {
        summary: "List one's scheduled messages: none",
        params: Type.Object({team_id: Id}),
        response: {200: Type.Record(Type.String(), Type.Array(Type.Unknown()))},
      },
    },
    async (request) => ({[request.params.team_id]: [], directChannels: []}),
  );
}
