import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {longText, word} from '../../platform/http/wire.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {actorOf} from '../sessions/sessions.ts';

const MAX_MESSAGE = 400;

/** What goes wrong in a client, for the operator's log. */
export function registerClientErrorRoutes(api: HttpServer, {log}: {log: Logger}): void {
  api.post(
    '/logs',
    {
      schema: {
        summary: 'Take note of what went wrong in a client',
        body: Type.Object({
          message: longText(`Its first ${MAX_MESSAGE} characters are kept.`),
          level: Type.Optional(word()),
        }),
        response: {200: Type.Object({message: Type.String()})},
      },
    },
    async (request) => {
      const message = request.body.message.slice(0, MAX_MESSAGE);
      // Anybody can send it, so it is never louder than this.
      log.info({userId: actorOf(request).userId, client: message}, 'a client reports an error');
      return {message};
    },
  );
}
