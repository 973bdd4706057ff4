import Type from 'typebox';
import type {Database} from '../database/database.ts';
import {AppError} from '../errors/app-error.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import type {HttpServer} from './http-server.ts';

const Health = Type.Object({status: Type.Literal('OK')});

/**
 * Health checks: `/livez` responds while the process runs, without using the database. `/readyz` responds within two
 * seconds whether the server can handle requests.
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
      schema: {summary: 'Check that the process is running', tags: ['health'], response: {200: Health}},
    },
    async () => ({status: 'OK' as const}),
  );

  app.get(
    '/readyz',
    {
      config: {access: 'unidentified'},
      schema: {
        summary: 'Check whether the server can handle requests',
        tags: ['health'],
        response: {200: Health},
      },
    },
    async () => {
      if (stopping) throw notReady('The server is stopping.');
      try {
        await database.check();
      } catch (error) {
        // The driver's message may contain host and user names, so it is only logged.
        log.warn({err: error}, 'the server is not ready because the database check failed');
        throw notReady('The database does not respond or is read-only. See the server log for details.');
      }
      return {status: 'OK' as const};
    },
  );
}

function notReady(message: string): AppError {
  return new AppError({id: 'app.health.not_ready.app_error', message, status: 503, retryAfter: 2_000});
}
