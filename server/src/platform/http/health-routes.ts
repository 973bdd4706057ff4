import Type from 'typebox';
import type {Cluster} from '../cluster/cluster.ts';
import type {Database} from '../database/database.ts';
import {AppError} from '../errors/app-error.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import type {HttpServer} from './http-server.ts';

const Health = Type.Object({status: Type.Literal('OK')});
const ReadyQuery = Type.Object({
  draining: Type.Optional(
    Type.Literal('404', {
      description: 'Respond with 404 instead of 503 while the server is draining or stopping.',
    }),
  ),
});

/**
 * Health checks: `/livez` responds while the process runs, without using the database. `/readyz` responds within a few
 * seconds whether this server should get requests. In a cluster, that doesn't depend on the bus itself: nodes continue to
 * work without it, and if it is down, it is down for all of them.
 *
 * `/readyz?draining=404` is for load balancers that let the connections of a draining server end by themselves but close
 * those of a failed one, and need different statuses to tell them apart (docs/cluster.md#load-balancer).
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
        querystring: ReadyQuery,
        response: {200: Health},
      },
    },
    async ({query}) => {
      const status = query.draining ? 404 : 503;
      if (stopping) throw notReady('The server is stopping.', status);
      if (cluster.node.draining) {
        throw notReady('The server is draining. Its clients move to other nodes.', status);
      }
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

function notReady(message: string, status: 404 | 503 = 503): AppError {
  return new AppError({id: 'app.health.not_ready.app_error', message, status, retryAfter: 2_000});
}
