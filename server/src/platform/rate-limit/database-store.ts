import type {Queryable} from '../database/queryable.ts';
import type {RateLimitStore} from './rate-limit.ts';

/**
 * Stores arrival times in the table RateLimits, so that all servers on a database share the limits. It takes one statement
 * per allowed request and two per rejected one, so use it for rare requests such as logins.
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

/** Resets the limit of a key. */
export async function clearRateLimit(database: Queryable, key: string): Promise<void> {
  await database.execute({
    name: 'rate-limit-clear',
    text: 'delete from RateLimits where Key = $1',
    values: [key],
  });
}

/** Resets the limits of all keys with this prefix. Scans the whole table. */
export async function clearRateLimits(database: Queryable, prefix: string): Promise<void> {
  await database.execute({
    text: 'delete from RateLimits where starts_with(Key, $1)',
    values: [prefix],
  });
}

/** Deletes the keys whose limits have fully recovered. `now` is in milliseconds. */
export async function deleteExpiredRateLimits(database: Queryable, now: number): Promise<void> {
  await database.execute({text: 'delete from RateLimits where ArrivalAt < $1', values: [now]});
}
