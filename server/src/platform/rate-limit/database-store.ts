import type {Queryable} from '../database/queryable.ts';
import type {RateLimitStore} from './rate-limit.ts';

/**
 * Arrival times in the table RateLimits, so that all servers on one database count together. One statement a
 * request that is let through, two for one that is refused: for what is rare and worth guarding, such as logins.
 */
export function createDatabaseRateLimitStore(database: Queryable): RateLimitStore {
  return {
    async advance(key, now, cost, latest) {
      const moved = await database.row<{arrivalat: number}>({
        name: 'rate-limit-advance',
        text: `
          insert into RateLimits as stored (Key, ArrivalAt) values ($1, $2::float8 + $3::float8)
          on conflict (Key) do update set ArrivalAt = greatest(stored.ArrivalAt, $2) + $3
            where greatest(stored.ArrivalAt, $2) + $3 <= $4::float8
          returning ArrivalAt`,
        values: [key, now, cost, latest],
      });
      if (moved) return {arrivalAt: moved.arrivalat, moved: true};
      const stored = await database.row<{arrivalat: number}>({
        name: 'rate-limit-read',
        text: 'select ArrivalAt from RateLimits where Key = $1',
        values: [key],
      });
      return {arrivalAt: Math.max(stored?.arrivalat ?? now, now), moved: false};
    },
  };
}

/** Forgets the keys under which nothing is held up any more: they are as good as new. `now` in milliseconds. */
export async function forgetPastArrivals(database: Queryable, now: number): Promise<void> {
  await database.execute({text: 'delete from RateLimits where ArrivalAt < $1', values: [now]});
}
