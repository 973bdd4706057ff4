import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {quiet} from '../../../../test/support/quiet.ts';
import {createEmptyDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {type Database, openDatabase} from './database.ts';
import {migrate, migrationStatus} from './migrate.ts';

let testDatabase: TestDatabase;
let database: Database;
let directory: string;

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'patchbay-migrations-'));
  testDatabase = await createEmptyDatabase();
  database = testDatabase.database;
});

afterEach(async () => {
  rmSync(directory, {recursive: true});
  await testDatabase.close();
});

function write(name: string, text: string): void {
  writeFileSync(path.join(directory, name), text);
}

const tables = () =>
  database.rows({
    text: `select relname as name from pg_class where relnamespace = 'public'::regnamespace
                        and relkind = 'r' and relname <> 'schema_migrations' order by 1`,
  });

describe('migrations', () => {
  test('are applied once, in order, and recorded', async () => {
    write('0002_second.sql', 'alter table First add column Name text; create table Second ();');
    write('0001_first.sql', 'create table First (Id integer);\ninsert into First values (1);');
    write('notes.txt', 'no migration');
    expect((await migrationStatus(database, directory)).pending.map(({name}) => name)).toEqual([
      '0001_first.sql',
      '0002_second.sql',
    ]);
    expect(await migrate(database, directory)).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await database.rows({text: 'select * from First'})).toEqual([{id: 1, name: null}]);
    expect(await migrate(database, directory)).toEqual([]);
    write('0003_third.sql', 'drop table Second');
    expect(await migrate(database, directory)).toEqual(['0003_third.sql']);
    const {applied, pending} = await migrationStatus(database, directory);
    expect(pending).toEqual([]);
    expect(applied.map(({version, name}) => [version, name])).toEqual([
      [1, '0001_first.sql'],
      [2, '0002_second.sql'],
      [3, '0003_third.sql'],
    ]);
    expect(applied[0]?.checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(new Date(applied[0]!.appliedat).getFullYear()).toBeGreaterThan(2020);
  });

  test('are applied once by several processes that start together', async () => {
    write('0001_first.sql', 'create table First ()');
    write('0002_second.sql', 'create table Second ()');
    const others = [1, 2, 3].map(() =>
      openDatabase({connectionString: testDatabase.connectionString, maxConnections: 1, log: quiet}),
    );
    const applied = await Promise.all(others.map((other) => migrate(other, directory)));
    expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql']);
    await Promise.all(others.map((other) => other.close()));
  });

  test('that fail are rolled back and name the line', async () => {
    write('0001_first.sql', 'create table First ();');
    write('0002_second.sql', `-- é 🙂\ncreate table Second ();\n\nselect nothing;\ncreate table Third ();\n`);
    await expect(migrate(database, directory)).rejects.toThrow(
      'The migration 0002_second.sql failed at line 4: column "nothing" does not exist',
    );
    expect(await tables()).toEqual([{name: 'first'}]);
    write('0002_second.sql', 'create table Second ()');
    expect(await migrate(database, directory)).toEqual(['0002_second.sql']);
  });

  test('that were changed after they were applied are rejected', async () => {
    write('0001_first.sql', 'create table First ();\n');
    await migrate(database, directory);
    write('0001_first.sql', 'create table First ();\r\n');
    expect(await migrate(database, directory)).toEqual([]);
    write('0001_first.sql', 'create table First (Id integer);\n');
    write('0002_second.sql', 'create table Second ()');
    const words = 'The migration 0001_first.sql was changed after it was applied';
    await expect(migrate(database, directory)).rejects.toThrow(words);
    await expect(migrationStatus(database, directory)).rejects.toThrow(words);
    expect(await tables()).toEqual([{name: 'first'}]);
  });

  test('that are unknown mean that the database is newer', async () => {
    write('0001_first.sql', 'select 1');
    write('0002_second.sql', 'select 1');
    await migrate(database, directory);
    rmSync(path.join(directory, '0002_second.sql'));
    await expect(migrate(database, directory)).rejects.toThrow(
      /database is newer than this version of Patchbay: it has the migration 0002_second\.sql.* up to 0001_first\.sql/,
    );
  });

  test('that are missing or were inserted between others are rejected', async () => {
    write('0001_first.sql', 'select 1');
    write('0003_third.sql', 'select 1');
    await migrate(database, directory);
    write('0002_second.sql', 'select 1');
    await expect(migrate(database, directory)).rejects.toThrow(
      'The migration 0002_second.sql was added after 0003_third.sql was applied',
    );
    rmSync(path.join(directory, '0002_second.sql'));
    rmSync(path.join(directory, '0001_first.sql'));
    await expect(migrate(database, directory)).rejects.toThrow(
      'The database has the migration 0001_first.sql, but its file is missing',
    );
  });

  test('with an invalid name or a duplicate number are rejected before anything is applied', async () => {
    write('0001_first.sql', 'create table First ()');
    write('0001_again.sql', 'create table Again ()');
    await expect(migrate(database, directory)).rejects.toThrow(
      /0001_again\.sql and 0001_first\.sql .* have the same number/,
    );
    rmSync(path.join(directory, '0001_again.sql'));
    for (const name of ['0000_zero.sql', '2_second.sql', '0002-second.sql', '0002_Second.sql']) {
      write(name, 'select 1');
      await expect(migrate(database, directory)).rejects.toThrow(`${name}: invalid name for a migration`);
      rmSync(path.join(directory, name));
    }
    expect(await tables()).toEqual([]);
  });
});
