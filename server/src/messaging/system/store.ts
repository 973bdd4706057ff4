import type {Queryable} from '../../platform/database/queryable.ts';

/** The database's version, size in bytes and connections. */
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

/** The numbers of pending and running jobs, and of jobs that failed since a time. */
export async function selectJobFigures(
  db: Queryable,
  since: number,
): Promise<{waiting: number; running: number; failed: number}> {
  const row = await db.row<{waiting: number; running: number; failed: number}>({
    text: `
      select count(*) filter (where Status = 'pending') as waiting,
        count(*) filter (where Status in ('in_progress', 'cancel_requested')) as running,
        count(*) filter (where Status = 'error' and LastActivityAt >= $1) as failed
      from Jobs where Type not like 'maintenance.%'`,
    values: [since],
  });
  return row!;
}

/** Whether there are several people, and whether there has been an import or an integration. */
export async function selectSetupFacts(
  db: Queryable,
): Promise<{hasPeople: boolean; hasImportOrIntegration: boolean}> {
  const row = await db.row<{people: number; isfed: boolean}>({
    text: `
      select
        (select count(*) from (
          select from Users u where u.DeleteAt = 0 and not exists (select from Bots b where b.UserId = u.Id) limit 2
        ) several) as people,
        exists (select from BulkImports where EndAt > 0)
          or exists (select from IncomingWebhooks where DeleteAt = 0)
          or exists (select from OutgoingWebhooks where DeleteAt = 0)
          or exists (select from Commands where DeleteAt = 0)
          -- The server owns its system bot itself.
          or exists (select from Bots b join Users u on u.Id = b.OwnerId where b.DeleteAt = 0) as isfed`,
  });
  return {hasPeople: row!.people > 1, hasImportOrIntegration: row!.isfed};
}

/** The number of the newest migration. */
export async function selectSchemaVersion(db: Queryable): Promise<string> {
  const row = await db.row<{version: string}>({
    text: 'select max(version)::text as version from schema_migrations',
  });
  return row!.version;
}
