import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import {createFairQueue} from '../../platform/concurrency/fair-queue.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Settings} from '../../platform/config/settings.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {OutboundError, type OutboundHttp} from '../../platform/outbound-http/outbound-http.ts';
import {createDatabaseRateLimitStore} from '../../platform/rate-limit/database-store.ts';
import {consumeRateLimit, rateLimited} from '../../platform/rate-limit/rate-limit.ts';
import type {Actor} from '../permissions/permissions.ts';
import type {Users} from '../users/users.ts';
import {readProviderResponse} from './provider-response.ts';
import {GIFS_PER_PAGE, type GifPage, LAST_GIF_OFFSET} from './schema.ts';

/** Where GIFs come from. */
export interface GifProvider {
  /** The origin of the API. */
  api: string;
  /** The origin of the pictures. Hosts below it are allowed too. */
  pictures: string;
}

/** https://developers.giphy.com/docs/api */
export const GIPHY: GifProvider = {api: 'https://api.giphy.com', pictures: 'https://giphy.com'};

/** GIFs that anyone can see at work. */
const RATING = 'g';
const TIMEOUT = 5_000;
/** The number of cached pages, and milliseconds until one is requested again. */
const CACHED_PAGES = 500;
const CACHE_LIFE = 600_000;
/** The number of concurrent requests, in total and per person. */
const REQUESTS = {slots: 8, perOwner: 2, perResource: 8, maxWaiting: 5};
/** One person's requests that the cache can't answer. */
const LIMIT = {burst: 60, perSecond: 0.5};

export type Gifs = ReturnType<typeof createGifs>;

/** Whether people can search for GIFs. */
export function hasGifs(settings: Settings): boolean {
  return missingSetting(settings) === undefined;
}

/** The setting without which there are no GIFs. Without the image proxy, browsers could not show any. */
function missingSetting({ServiceSettings, ImageProxySettings}: Settings): string | undefined {
  if (!ServiceSettings.EnableGifPicker) return 'ServiceSettings.EnableGifPicker';
  if (ServiceSettings.GiphySdkKey === '') return 'ServiceSettings.GiphySdkKey';
  if (!ImageProxySettings.Enable) return 'ImageProxySettings.Enable';
  return undefined;
}

/**
 * Searches for GIFs at GIPHY. The server makes the requests, so that the provider learns neither who searches nor from
 * where, and clients don't learn the key (docs/specification.md#gifs).
 */
export function createGifs({
  config,
  database,
  log,
  outboundHttp,
  provider,
  users,
}: {
  config: Config;
  database: Database;
  log: Logger;
  outboundHttp: OutboundHttp;
  provider: GifProvider;
  users: Users;
}) {
  const limits = createDatabaseRateLimitStore(database);
  const cache = createBoundedCache<string, GifPage>(CACHED_PAGES, {ttl: CACHE_LIFE});
  const queue = createFairQueue(REQUESTS);

  function requireOn(): void {
    const missing = missingSetting(config.get());
    if (missing) throw disabled(missing);
  }

  async function request(
    query: string,
    offset: number,
    {key, lang}: {key: string; lang: string},
  ): Promise<GifPage> {
    const parameters = new URLSearchParams({
      api_key: key,
      limit: String(GIFS_PER_PAGE),
      offset: String(offset),
      rating: RATING,
      ...(query !== '' && {q: query, lang}),
    });
    const kind = query === '' ? 'trending' : 'search';
    const response = await outboundHttp
      .request({
        method: 'GET',
        url: `${provider.api}/v1/gifs/${kind}?${parameters}`,
        headers: {accept: 'application/json'},
        purpose: 'gifs',
        timeout: TIMEOUT,
        // The URL has the key, and a redirect would take it elsewhere.
        isAllowed: ({origin}) => origin === provider.api,
      })
      .catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        log.warn({err: error, detail: error.detail}, 'could not search for GIFs');
        throw unavailable('GIPHY could not be reached. Try again later.');
      });
    if (response.status === 401 || response.status === 403) throw keyRejected();
    if (response.status === 429)
      throw unavailable('This server has reached its limit at GIPHY. Try again later.');
    if (response.status !== 200) throw unavailable(`GIPHY returned an error (HTTP ${response.status}).`);
    const gifs = readProviderResponse(response.body, provider.pictures);
    if (!gifs) throw unavailable('GIPHY sent an unexpected response. Try again later.');
    const next = offset + GIFS_PER_PAGE;
    return {gifs, next_offset: gifs.length > 0 && next <= LAST_GIF_OFFSET ? next : 0};
  }

  async function requestInTurn(actor: Actor, query: string, offset: number, lang: string): Promise<GifPage> {
    const verdict = await consumeRateLimit(limits, `gifs ${actor.userId}`, LIMIT, Date.now());
    if (!verdict.allowed) throw rateLimited('searches for GIFs', verdict);
    const key = config.get().ServiceSettings.GiphySdkKey;
    const turn = queue.run({owner: actor.userId, resource: provider.api}, () =>
      withoutCaller(() => request(query, offset, {key, lang})),
    );
    if (!turn) throw rateLimited('searches for GIFs', {...verdict, retryAfter: 1_000});
    return turn;
  }

  return {
    /**
     * A page of GIFs that match, in the language of the actor, or of popular ones for an empty query.
     *
     * @throws AppError 501 if GIFs are off, 429 after too many searches, 502 if the provider fails
     */
    async search(actor: Actor, {query, offset}: {query: string; offset: number}): Promise<GifPage> {
      requireOn();
      const words = query.trim().replaceAll(/\s+/g, ' ').toLowerCase();
      const {locale} = await users.own(actor);
      const lang = locale === 'zh-CN' || locale === 'zh-TW' ? locale : locale.split('-')[0]!;
      const key = JSON.stringify([lang, words, offset]);
      const known = cache.get(key);
      if (known) return known;
      const page = await requestInTurn(actor, words, offset, lang);
      cache.set(key, page);
      return page;
    },

    /**
     * Checks that the provider accepts a key.
     *
     * @throws AppError 400 without a key, 429 after too many tests, 502 if the provider fails or rejects the key
     */
    async test(key: string): Promise<void> {
      if (key === '') throw noKey();
      await request('', 0, {key, lang: 'en'});
    },
  };
}

function disabled(setting: string): AppError {
  return notImplemented('api.gifs.disabled.app_error', `GIFs are not available on this server (${setting}).`);
}

function noKey(): AppError {
  return new AppError({
    id: 'api.gifs.no_key.app_error',
    message: 'Enter a key (ServiceSettings.GiphySdkKey).',
    status: 400,
    path: 'ServiceSettings.GiphySdkKey',
  });
}

function unavailable(message: string): AppError {
  return new AppError({id: 'api.gifs.unavailable.app_error', message, status: 502});
}

function keyRejected(): AppError {
  return new AppError({
    id: 'api.gifs.key_rejected.app_error',
    message:
      "GIPHY rejected the server's key. An administrator can correct it (ServiceSettings.GiphySdkKey).",
    status: 502,
    path: 'ServiceSettings.GiphySdkKey',
  });
}
