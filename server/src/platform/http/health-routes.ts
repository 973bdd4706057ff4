import Type from 'typebox';
import type {Cluster} from '../cluster/cluster.ts';
import type {Database} from '../database/database.ts';
import {AppError} from '../errors/app-error.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import type {HttpServer} from './http-server.ts';

const Health = Type.Object({status: Type.Literal('OK')});

/**
 * Health checks: `/livez` responds while the process runs, without using the database. `/readyz` responds within a few
 * seconds whether this server should get requests. In a cluster, that doesn't depend on the bus itself: nodes continue to
 * work without it, and if it is down, they are all equally good.
 */
export function registerHealthRoutes(
  app: HttpServer,
  {
    database,
    cluster,
    log,
    isBehindOthers,
  }: {
    database: Database;
    cluster: Cluster;
    log: OperatorLog;
    /** Whether events arrive so late that another node is a better choice. */
    isBehindOthers: () => Promise<boolean>;
  },
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
      if (cluster.node.draining) throw notReady('The server is draining. Its clients move to other nodes.');
      try {
        await database.check();
      } catch (error) {
        // The driver's message may contain host and user names, so it is only logged.
        log.warn({err: error}, 'the server is not ready because the database check failed');
        throw notReady('The database does not respond or is read-only. See the server log for details.');
      }
      if (await isBehindOthers()) {
        throw notReady('The events of other nodes arrive late here. Other nodes are up to date.');
      }
      return {status: 'OK' as const};
    },
  );
}

function notReady(message: string): AppError {
  return new AppError({id: 'app.health.not_ready.app_error', message, status: 503, retryAfter: 2_000});
}
