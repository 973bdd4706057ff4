import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {longText, word} from '../../platform/http/wire.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {actorOf} from '../sessions/sessions.ts';

const MAX_MESSAGE = 400;

/** Logs errors that occur in clients, for the operator. */
export function registerClientErrorRoutes(api: HttpServer, {log}: {log: Logger}): void {
  api.post(
    '/logs',
    {
      schema: {
        summary: 'Log a client error',
        body: Type.Object({
          message: longText(`Cut to ${MAX_MESSAGE} characters.`),
          level: Type.Optional(word()),
        }),
        response: {200: Type.Object({message: Type.String()})},
      },
    },
    async (request) => {
      const message = request.body.message.slice(0, MAX_MESSAGE);
      // The log level is fixed, because any user can send this.
      log.info({userId: actorOf(request).userId, client: message}, 'client error');
      return {message};
    },
  );
}
