import Type from 'typebox';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import {forbidden} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, looseId, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Typing} from './typing.ts';

/** Typing indicators for programs without a WebSocket: `POST /users/{id}/typing`. */
export function registerTypingRoutes(api: HttpServer, {typing}: {typing: Typing}): void {
  api.post(
    '/users/:user_id/typing',
    {
      schema: {
        summary: 'Show in a channel that you are typing',
        params: Type.Object({user_id: Id}),
        body: Type.Object({channel_id: Id, parent_id: Type.Optional(looseId())}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      if (actor.userId !== request.params.user_id) throw forbidden('You can only announce your own typing.');
      await typing.announce(actor, request.body.channel_id, request.body.parent_id);
      return STATUS_OK;
    },
  );
}
