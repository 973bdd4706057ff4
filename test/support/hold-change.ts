import {expect} from 'vitest';
import {type Database, openDatabase} from '../../server/src/platform/database/database.ts';
import {quiet} from './quiet.ts';

/** Transactions wait before they make a certain change to a table. */
export interface HeldChange {
  /** Resolves when a transaction is waiting. */
  reached(): Promise<void>;
  release(): Promise<void>;
}

let holds = 0;

/**
 * Makes every transaction wait before it makes a certain change to a table, until `release`. This stops a worker at a
 * known point, so that it can be killed there.
 *
 * @param change the rest of `create trigger … before`, such as `insert on Jobs for each row when (new.Progress > 0)`
 */
export async function holdChange(
  database: Database,
  connectionString: string,
  change: string,
): Promise<HeldChange> {
  const lock = ++holds;
  await database.execute({
    text: `create or replace function hold() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(tg_argv[0]::bigint); return new; end $$`,
  });
  // The lock belongs to one connection.
  const holder = openDatabase({connectionString, maxConnections: 1, log: quiet});
  await holder.execute({text: 'select pg_advisory_lock($1)', values: [lock]});
  const [table] = /(?<= on )\w+/.exec(change)!;
  await database.execute({text: `create trigger hold before ${change} execute function hold(${lock})`});
  return {
    async reached() {
      const waiting = {
        text: `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
          and database = (select oid from pg_database where datname = current_database())`,
        values: [lock],
      };
      await expect.poll(() => database.execute(waiting), {timeout: 300_000}).toBeGreaterThan(0);
    },
    async release() {
      await holder.execute({text: 'select pg_advisory_unlock($1)', values: [lock]});
      await database.execute({text: `drop trigger hold on ${table}`});
      await holder.close();
    },
  };
}
