import Type from 'typebox';
import type {Database} from '../database/database.ts';
import {AppError} from '../errors/app-error.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import type {HttpServer} from './http-server.ts';

const Health = Type.Object({status: Type.Literal('OK')});

/**
 * For whatever watches over the process: `/livez` says that it runs, without asking the database, and `/readyz` within
 * two seconds whether it can answer requests.
 */
export function registerHealthRoutes(
  app: HttpServer,
  {database, log}: {database: Database; log: OperatorLog},
): void {
  let stopping = false;
  app.addHook('preClose', (done) => {
    stopping = true;
    done();
  });

  app.get(
    '/livez',
    {
      config: {access: 'unidentified'},
      schema: {summary: 'Say that the process runs', tags: ['health'], response: {200: Health}},
    },
    async () => ({status: 'OK' as const}),
  );

  app.get(
    '/readyz',
    {
      config: {access: 'unidentified'},
      schema: {
        summary: 'Say whether the server can answer requests',
        tags: ['health'],
        response: {200: Health},
      },
    },
    async () => {
      if (stopping) throw notReady('The server is stopping.');
      try {
        await database.check();
      } catch (error) {
        // What the driver says may name hosts and users, which are not for every caller.
        log.warn({err: error}, 'the server is not ready: the database does not answer as it should');
        throw notReady(
          'The database does not answer, or cannot be written to. The log of the server has the cause.',
        );
      }
      return {status: 'OK' as const};
    },
  );
}

function notReady(message: string): AppError {
  return new AppError({id: 'app.health.not_ready.app_error', message, status: 503, retryAfter: 2_000});
}
