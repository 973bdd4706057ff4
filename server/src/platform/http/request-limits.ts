import type {FastifyRequest} from 'fastify';
import {clientNetwork} from '../addresses/ip-addresses.ts';
import type {Cluster} from '../cluster/cluster.ts';
import type {Config} from '../config/config.ts';
import {shareOfLimit} from '../rate-limit/memory-store.ts';
import {
  consumeRateLimit,
  type RateLimitStore,
  rateLimited,
  rateLimitHeaders,
} from '../rate-limit/rate-limit.ts';
import {clientAddress} from './client-address.ts';
import type {HttpServer} from './http-server.ts';

const MAX_HEADER_LENGTH = 256;

/**
 * The general rate limit, if `RateLimitSettings.Enable` is on. Every response has the rate limit headers, and requests over
 * the limit return 429. Call this before requests are authenticated, so that requests without a session count too.
 *
 * @param options.identify returns the user of the request's session, if any
 */
export function limitRequests(
  app: HttpServer,
  {
    config,
    cluster,
    store,
    identify,
  }: {
    config: Config;
    cluster: Cluster;
    store: RateLimitStore;
    identify(request: FastifyRequest): Promise<string | undefined>;
  },
): void {
  app.addHook('onRequest', async (request, reply) => {
    const settings = config.get();
    const {Enable, PerSec, MaxBurst, VaryByUser, VaryByRemoteAddr, VaryByHeader} = settings.RateLimitSettings;
    if (!Enable) return;
    const user = VaryByUser ? await identify(request) : undefined;
    const key = [
      user ?? (VaryByRemoteAddr ? clientNetwork(clientAddress(request, settings)) : ''),
      VaryByHeader
        ? String(request.headers[VaryByHeader.toLowerCase()] ?? '').slice(0, MAX_HEADER_LENGTH)
        : '',
    ].join(' ');
    const limit = shareOfLimit({perSecond: PerSec, burst: MaxBurst + 1}, cluster);
    const verdict = await consumeRateLimit(store, key, limit, Date.now());
    reply.headers(rateLimitHeaders(verdict));
    if (!verdict.allowed) throw rateLimited('requests', verdict);
  });
}
