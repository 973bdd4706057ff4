import {AppError} from '../errors/app-error.ts';

/** A bucket of `burst` requests that refills at `perSecond`. */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

/** The verdict on one request; times in milliseconds. */
export interface RateVerdict {
  allowed: boolean;
  /** The most requests that may come at once. */
  limit: number;
  remaining: number;
  /** Until the bucket is full again. */
  resetAfter: number;
  /** Until a refused request would be allowed; 0 for an allowed one. */
  retryAfter: number;
}

/**
 * Keeps, per key, the theoretical arrival time of the generic cell rate algorithm. `advance` is one atomic step:
 * the stored time (or `now`, if that is later) plus `cost` is stored if it does not exceed `latest`. It returns the
 * time that is then in force, and whether it was moved. A stored time that is more than twice as far off as `latest` is
 * from before the clock was set back, and counts as none: nobody waits until the clock is where it was.
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

/** Takes back one request that was counted under `key`, because it should not have been. */
export async function refundRateLimit(
  store: RateLimitStore,
  key: string,
  {perSecond}: RateLimit,
  now: number,
): Promise<void> {
  await store.advance(key, now, -1000 / perSecond, Number.POSITIVE_INFINITY);
}

/** The response headers of a verdict; whole seconds, rounded up. */
export function rateLimitHeaders(verdict: RateVerdict): Record<string, string> {
  const seconds = (millis: number) => String(Math.ceil(millis / 1000));
  return {
    'X-Ratelimit-Limit': String(verdict.limit),
    'X-Ratelimit-Remaining': String(verdict.remaining),
    'X-Ratelimit-Reset': seconds(verdict.resetAfter),
    ...(verdict.allowed ? {} : {'Retry-After': String(Math.max(1, Math.ceil(verdict.retryAfter / 1000)))}),
  };
}

/** 429 for a verdict that refused. `what` is what there was too much of, such as `requests`. */
export function rateLimited(what: string, {retryAfter}: RateVerdict): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfter / 1000));
  return new AppError({
    id: 'api.context.rate_limit.app_error',
    message: `Too many ${what}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    status: 429,
    retryAfter,
  });
}
