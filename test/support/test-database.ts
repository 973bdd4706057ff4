import {createHash} from 'node:crypto';
import {setTimeout as wait} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {inject} from 'vitest';
import {type Database, openDatabase} from '../../server/src/platform/database/database.ts';
import {OWNER} from '../../server/src/platform/database/embedded/roles.ts';
import {createExtractionViews} from '../../server/src/platform/database/extraction-views.ts';
import {newId} from '../../server/src/platform/database/ids.ts';
import {migrate, readMigrations} from '../../server/src/platform/database/migrate.ts';
import {HIDDEN_TABLES, SECRET_COLUMNS} from '../../server/src/secret-columns.ts';
import {quiet} from './quiet.ts';

export interface TestDatabase {
  database: Database;
  connectionString: string;
  /** Closes and drops the database. Fails if a connection or a prepared transaction is still open. */
  close(): Promise<void>;
}

const migrationsDirectory = fileURLToPath(new URL('../../server/migrations', import.meta.url));

export interface TestDatabaseOptions {
  /** Seconds, like `SqlSettings.QueryTimeout`. */
  queryTimeout?: number;
  /** Maps the connection string to the one to use, for example to insert a proxy. */
  via?: (connectionString: string) => Promise<string>;
}

/** Creates a database for one test file, with the product's schema and no data. */
export function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return create((admin) => ensureTemplate(admin), options);
}

/** Opens another pool of connections to a test database. Close it before the test database. */
export function openSameDatabase(connectionString: string): Pick<TestDatabase, 'database' | 'close'> {
  const database = openDatabase({connectionString, maxConnections: 10, queryTimeout: 30, log: quiet});
  return {database, close: () => database.close()};
}

/** Creates a database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create(async () => 'template1');
}

async function create(
  template: (admin: Database) => Promise<string>,
  {queryTimeout = 30, via = async (connectionString) => connectionString}: TestDatabaseOptions = {},
): Promise<TestDatabase> {
  const admin = openDatabase({
    connectionString: inject('testCluster').superuser,
    maxConnections: 1,
    log: quiet,
  });
  const name = `test_${newId()}`;
  const source = await template(admin);
  // The default strategy logs each page, and takes eight times the processor time.
  await admin.execute({text: `create database ${name} template ${source} strategy file_copy owner ${OWNER}`});
  const connectionString = at(name);
  const database = openDatabase({
    connectionString: await via(connectionString),
    maxConnections: 10,
    queryTimeout,
    log: quiet,
  });
  return {
    database,
    connectionString,
    async close() {
      await database.close();
      const leaks = await findLeaks(admin, name);
      await admin.execute({text: `drop database ${name} with (force)`});
      await admin.close();
      if (leaks.length > 0) {
        throw new Error(`The test left these open in its database:\n${leaks.join('\n')}`);
      }
    },
  };
}

/** The migrated template database. Its name depends on the migrations. */
async function ensureTemplate(admin: Database): Promise<string> {
  const parts = [await readMigrations(migrationsDirectory), SECRET_COLUMNS, HIDDEN_TABLES];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const name = `template_${hash.slice(0, 16)}`;
  await admin.execute({text: 'select pg_advisory_lock(1)'});
  try {
    const found = await admin.execute({text: 'select from pg_database where datname = $1', values: [name]});
    if (found === 0) {
      // Renamed when it is complete, so that the incomplete template of a killed test file is never cloned.
      const unfinished = `unfinished_${newId()}`;
      await admin.execute({text: `create database ${unfinished} owner ${OWNER}`});
      const database = openDatabase({connectionString: at(unfinished), maxConnections: 1, log: quiet});
      await migrate(database, migrationsDirectory);
      await createExtractionViews(database, {secrets: SECRET_COLUMNS, hidden: HIDDEN_TABLES, log: quiet});
      await database.close();
      await admin.execute({text: `alter database ${unfinished} rename to ${name}`});
    }
  } finally {
    await admin.execute({text: 'select pg_advisory_unlock(1)'});
  }
  return name;
}

/** The open connections and prepared transactions. Waits a moment for closed connections to end. */
async function findLeaks(admin: Database, name: string): Promise<string[]> {
  const ROUNDS = 100;
  for (let round = 0; ; round++) {
    const leaks = await admin.rows<{leak: string}>({
      text: `
        select format('connection %s (%s, %s): %s', pid, application_name, state, query) as leak
        from pg_stat_activity where datname = $1 and backend_type = 'client backend'
        union all
        select format('prepared transaction %s', gid) from pg_prepared_xacts where database = $1`,
      values: [name],
    });
    if (leaks.length === 0 || round === ROUNDS) {
      return leaks.map(({leak}) => leak);
    }
    await wait(10);
  }
}

function at(database: string): string {
  return inject('testCluster').owner.replace('@/postgres?', `@/${database}?`);
}
