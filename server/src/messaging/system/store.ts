import type {Queryable} from '../../platform/database/queryable.ts';

/** Facts about this installation, by name; those of `defaults` that are not there yet are added. */
export async function ensureFacts(
  db: Queryable,
  defaults: Record<string, string>,
): Promise<Map<string, string>> {
  const names = Object.keys(defaults);
  await db.execute({
    text: 'insert into Systems (Name, Value) select * from unnest($1::text[], $2::text[]) on conflict (Name) do nothing',
    values: [names, Object.values(defaults)],
  });
  const rows = await db.rows<{name: string; value: string}>({
    text: 'select Name, Value from Systems where Name = any($1)',
    values: [names],
  });
  return new Map(rows.map(({name, value}) => [name, value]));
}

/** What the database says of itself; `size` in bytes. */
export async function selectDatabaseFacts(
  db: Queryable,
): Promise<{version: string; size: number; connections: number; maxconnections: number}> {
  const row = await db.row<{version: string; size: number; connections: number; maxconnections: number}>({
    text: `
      select current_setting('server_version') as version, pg_database_size(current_database()) as size,
        (select count(*) from pg_stat_activity where datname = current_database()) as connections,
        current_setting('max_connections')::int as maxconnections`,
  });
  return row!;
}

/** How many jobs wait, run, and have failed since that time. */
export async function selectJobFigures(
  db: Queryable,
  since: number,
): Promise<{waiting: number; running: number; failed: number}> {
  const row = await db.row<{waiting: number; running: number; failed: number}>({
    text: `
      select count(*) filter (where Status = 'pending') as waiting,
        count(*) filter (where Status in ('in_progress', 'cancel_requested')) as running,
        count(*) filter (where Status = 'error' and LastActivityAt >= $1) as failed
      from Jobs`,
    values: [since],
  });
  return row!;
}
