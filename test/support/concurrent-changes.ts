import {expect} from 'vitest';
import type {Database} from '../../server/src/platform/database/database.ts';

/**
 * Makes changes of a row at the same time: each of them reads the row before the first one writes it. The first change
 * writes first; the others may write in any order.
 */
export async function changeAtOnce<Result>(
  database: Database,
  {table, id}: {table: string; id: string},
  changes: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const waiting = {
    text: `
      select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`,
  };
  const pending = await database.transaction(async (tx) => {
    const locked = await tx.execute({text: `select from ${table} where Id = $1 for update`, values: [id]});
    expect(locked).toBe(1);
    const started: Promise<Result>[] = [];
    for (const change of changes) {
      started.push(change());
      await expect.poll(() => database.execute(waiting), {timeout: 30_000}).toBe(started.length);
    }
    // Not awaited here: they wait for the end of this transaction.
    return {started};
  });
  return Promise.all(pending.started);
}
