import {type Command, Option} from 'commander';
import {CommandError} from './command-error.ts';

export function addDatabaseCommands(program: Command): void {
  const db = program.command('db').description('reach and look at the database');

  db.command('url')
    .description(
      'print a connection string that psql takes as it is; the embedded database answers while the server runs',
    )
    .addOption(
      new Option('--reader', 'for the role that reads everything but secrets, and changes nothing').conflicts(
        'superuser',
      ),
    )
    .option('--superuser', 'for the superuser of the embedded database, such as to change its settings')
    .action(async ({reader, superuser}: {reader?: boolean; superuser?: boolean}) => {
      const {connectDatabaseWithoutMigrating} = await import('./platform.ts');
      const {connectionString, readerConnectionString, superuserConnectionString, close} =
        await connectDatabaseWithoutMigrating();
      await close();
      if (superuser && superuserConnectionString === undefined) {
        throw new CommandError(
          'The database is an external one (SqlSettings.DataSource): its superuser is not known here.',
        );
      }
      console.log(superuser ? superuserConnectionString : reader ? readerConnectionString : connectionString);
    });

  db.command('status')
    .description('say which database it is, how large, and whether its schema is up to date')
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
        console.log(json ? JSON.stringify(status) : inWords(status));
      } finally {
        await close();
      }
    });
}

function inWords({
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
  const whose = embedded ? 'embedded in Patchbay' : 'external (SqlSettings.DataSource)';
  const schema =
    pending.length === 0
      ? `up to date (${applied.at(-1)})`
      : `${pending.length} migrations behind; the next start of the server applies them: ${pending.join(', ')}`;
  return [
    `Database    ${database}, ${whose}`,
    `PostgreSQL  ${postgresql}`,
    `Size        ${(bytes / 1_048_576).toFixed(1)} MiB`,
    `Schema      ${schema}`,
  ].join('\n');
}
