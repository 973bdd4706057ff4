import type {Cluster} from './platform/cluster/cluster.ts';
import type {Config} from './platform/config/config.ts';
import type {HttpServer} from './platform/http/http-server.ts';
import type {Logger} from './platform/logging/logger.ts';
import type {Realtime} from './realtime/realtime.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Moves all clients to other nodes before this one stops, for `ClusterSettings.DrainSeconds`
     * (docs/cluster.md#draining). Returns immediately if there are no other nodes or `signal` is aborted.
     */
    drain(signal: AbortSignal): Promise<void>;
  }
}

/** Adds `drain` to the server. */
export function enableDraining(
  app: HttpServer,
  {cluster, config, log, realtime}: {cluster: Cluster; config: Config; log: Logger; realtime: Realtime},
): void {
  // Makes the load balancer send the next request on another connection, to another node.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (cluster.node.draining) reply.header('connection', 'close');
    done();
  });

  app.decorate('drain', async (signal) => {
    const seconds = config.get().ClusterSettings.DrainSeconds;
    const hasOthers = cluster.nodes().some(({id, draining}) => id !== cluster.node.id && !draining);
    if (seconds === 0 || !hasOthers) return;
    log.info({seconds}, 'moving clients to other nodes; another signal stops the server immediately');
    await realtime.drain(signal);
  });
}
