import {AppError} from '../errors/app-error.ts';

/** A bucket of `burst` requests that refills at `perSecond`. */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

/** The result for a request. Times are in milliseconds. */
export interface RateVerdict {
  allowed: boolean;
  /** The maximum burst. */
  limit: number;
  remaining: number;
  /** The time until the bucket is full again. */
  resetAfter: number;
  /** The time until a rejected request would be allowed; 0 for an allowed one. */
  retryAfter: number;
}

/**
 * Stores the theoretical arrival time of the generic cell rate algorithm for each key. `advance` is atomic: it stores the
 * stored time (or `now`, if that is later) plus `cost`, unless that exceeds `latest`. It returns the resulting time and
 * whether it was changed. A stored time more than twice as far away as `latest` is ignored, because it means that the clock
 * was set back.
 */
export interface RateLimitStore {
  advance(
    key: string,
    now: number,
    cost: number,
    latest: number,
  ): {arrivalAt: number; moved: boolean} | Promise<{arrivalAt: number; moved: boolean}>;
}

/** Counts one request under `key` against `limit`, at `now` in milliseconds. */
export async function consumeRateLimit(
  store: RateLimitStore,
  key: string,
  {perSecond, burst}: RateLimit,
  now: number,
): Promise<RateVerdict> {
  const cost = 1000 / perSecond;
  const tolerance = cost * burst;
  const {arrivalAt, moved} = await store.advance(key, now, cost, now + tolerance);
  const waiting = Math.max(0, arrivalAt - now);
  return {
    allowed: moved,
    limit: burst,
    remaining: Math.max(0, Math.floor((tolerance - waiting) / cost + 1e-9)),
    resetAfter: waiting,
    retryAfter: moved ? 0 : Math.max(0, waiting + cost - tolerance),
  };
}

/** Undoes one request that was counted under `key`. */
export async function refundRateLimit(
  store: RateLimitStore,
  key: string,
  {perSecond}: RateLimit,
  now: number,
): Promise<void> {
  await store.advance(key, now, -1000 / perSecond, Number.POSITIVE_INFINITY);
}

/** The response headers of a verdict, in seconds, rounded up. */
export function rateLimitHeaders(verdict: RateVerdict): Record<string, string> {
  const seconds = (millis: number) => String(Math.ceil(millis / 1000));
  return {
    'X-Ratelimit-Limit': String(verdict.limit),
    'X-Ratelimit-Remaining': String(verdict.remaining),
    'X-Ratelimit-Reset': seconds(verdict.resetAfter),
    ...(verdict.allowed ? {} : {'Retry-After': String(Math.max(1, Math.ceil(verdict.retryAfter / 1000)))}),
  };
}

/** The 429 error for a rejected request. `what` was limited, such as `requests`. */
export function rateLimited(what: string, {retryAfter}: RateVerdict): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfter / 1000));
  return new AppError({
    id: 'api.context.rate_limit.app_error',
    message: `Too many ${what}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    params: {seconds},
    status: 429,
    retryAfter,
  });
}
