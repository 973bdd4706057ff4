import {type Command, Option} from 'commander';
import {CommandError} from './command-error.ts';

export function addDatabaseCommands(program: Command): void {
  const db = program.command('db').description('connect to and inspect the database');

  db.command('url')
    .description(
      'print a connection string for psql; the embedded database is available while the server is running',
    )
    .addOption(
      new Option('--reader', 'for the read-only role, which sees everything except secrets').conflicts(
        'superuser',
      ),
    )
    .option('--superuser', 'for the superuser of the embedded database')
    .action(async ({reader, superuser}: {reader?: boolean; superuser?: boolean}) => {
      const {connectDatabaseWithoutMigrating} = await import('./platform.ts');
      const {connectionString, readerConnectionString, superuserConnectionString, close} =
        await connectDatabaseWithoutMigrating();
      await close();
      if (superuser && superuserConnectionString === undefined) {
        throw new CommandError(
          'The database is external (SqlSettings.DataSource). Patchbay does not know its superuser.',
        );
      }
      console.log(superuser ? superuserConnectionString : reader ? readerConnectionString : connectionString);
    });

  db.command('migrate')
    .description(
      'apply pending migrations without starting a server, for example before an upgrade of a cluster',
    )
    .action(async () => {
      const {connectDatabaseWithoutMigrating, MIGRATIONS_DIRECTORY, withPlatform} = await import(
        './platform.ts'
      );
      const {migrationStatus} = await import('../platform/database/migrate.ts');
      const {database, close} = await connectDatabaseWithoutMigrating();
      const {pending} = await migrationStatus(database, MIGRATIONS_DIRECTORY).finally(close);
      // Connecting the platform migrates the database.
      await withPlatform(async () => {});
      console.log(
        pending.length === 0
          ? 'The database is up to date.'
          : `Applied ${pending.map(({name}) => name).join(', ')}.`,
      );
    });

  db.command('status')
    .description('show the database, its size, and whether its schema is up to date')
    .option('--json', 'print it as JSON')
    .action(async ({json}: {json?: boolean}) => {
      const {connectDatabaseWithoutMigrating, MIGRATIONS_DIRECTORY} = await import('./platform.ts');
      const {migrationStatus} = await import('../platform/database/migrate.ts');
      const {database, embedded, close} = await connectDatabaseWithoutMigrating();
      try {
        const facts = await database.row<{version: string; name: string; bytes: number}>({
          text: `
            select current_setting('server_version') as version, current_database() as name,
              pg_database_size(current_database()) as bytes`,
        });
        const {applied, pending} = await migrationStatus(database, MIGRATIONS_DIRECTORY);
        const status = {
          embedded,
          database: facts!.name,
          postgresql: facts!.version,
          bytes: facts!.bytes,
          applied: applied.map(({name}) => name),
          pending: pending.map(({name}) => name),
        };
        console.log(json ? JSON.stringify(status) : describe(status));
      } finally {
        await close();
      }
    });
}

function describe({
  embedded,
  database,
  postgresql,
  bytes,
  applied,
  pending,
}: {
  embedded: boolean;
  database: string;
  postgresql: string;
  bytes: number;
  applied: string[];
  pending: string[];
}): string {
  const kind = embedded ? 'embedded in Patchbay' : 'external (SqlSettings.DataSource)';
  const schema =
    pending.length === 0
      ? `up to date (${applied.at(-1)})`
      : `${pending.length} pending migrations, which the server applies when it starts: ${pending.join(', ')}`;
  return [
    `Database    ${database}, ${kind}`,
    `PostgreSQL  ${postgresql}`,
    `Size        ${(bytes / 1_048_576).toFixed(1)} MiB`,
    `Schema      ${schema}`,
  ].join('\n');
}
