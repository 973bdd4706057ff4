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
          on conflict (Key) do update set ArrivalAt =
              case when stored.ArrivalAt - $4::float8 > $4 - $2 then $2 else greatest(stored.ArrivalAt, $2) end + $3
            where greatest(stored.ArrivalAt, $2) + $3 <= $4 or stored.ArrivalAt - $4 > $4 - $2
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

/** Makes the limit of a key as good as new. */
export async function clearRateLimit(database: Queryable, key: string): Promise<void> {
  await database.execute({
    name: 'rate-limit-clear',
    text: 'delete from RateLimits where Key = $1',
    values: [key],
  });
}

/** The same for all keys that begin like this. It reads the whole table. */
export async function clearRateLimits(database: Queryable, prefix: string): Promise<void> {
  await database.execute({
    text: 'delete from RateLimits where starts_with(Key, $1)',
    values: [prefix],
  });
}

/** Forgets the keys under which nothing is held up any more: they are as good as new. `now` in milliseconds. */
export async function deleteExpiredRateLimits(database: Queryable, now: number): Promise<void> {
  await database.execute({text: 'delete from RateLimits where ArrivalAt < $1', values: [now]});
}
