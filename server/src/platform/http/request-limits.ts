import type {FastifyRequest} from 'fastify';
import {clientNetwork} from '../addresses/ip-addresses.ts';
import type {Config} from '../config/config.ts';
import {
  consumeRateLimit,
  type RateLimitStore,
  rateLimited,
  rateLimitHeaders,
} from '../rate-limit/rate-limit.ts';
import {clientAddress} from './client-address.ts';
import type {HttpServer} from './http-server.ts';

const LONGEST_HEADER = 256;

/**
 * The general limit on the rate of requests, while `RateLimitSettings.Enable` is on: every answer carries the
 * limit's headers, and what is over it is refused with 429. To be called before requests are authenticated, so
 * that those without a session count as well.
 *
 * @param options.identify the user whose session a request carries, if any
 */
export function limitRequests(
  app: HttpServer,
  {
    config,
    store,
    identify,
  }: {
    config: Config;
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
      VaryByHeader ? String(request.headers[VaryByHeader.toLowerCase()] ?? '').slice(0, LONGEST_HEADER) : '',
    ].join(' ');
    const verdict = await consumeRateLimit(store, key, {perSecond: PerSec, burst: MaxBurst + 1}, Date.now());
    reply.headers(rateLimitHeaders(verdict));
    if (!verdict.allowed) throw rateLimited('requests', verdict);
  });
}
