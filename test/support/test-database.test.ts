import {expect, test} from 'vitest';
import {openDatabase} from '../../server/src/platform/database/database.ts';
import {quiet} from './quiet.ts';
import {createTestDatabase} from './test-database.ts';

test('a test database has the schema of the product and no data of other tests', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.database.execute({
    text: `insert into Preferences (UserId, Category, Name) values ('a', 'b', 'c')`,
  });
  expect(await one.database.rows({text: 'select UserId from mattermost.Preferences'})).toEqual([
    {userid: 'a'},
  ]);
  expect(await other.database.rows({text: 'select from Preferences'})).toEqual([]);
  await one.close();
  await other.close();
});

test('a connection that is left open fails the test, and the database is dropped anyway', async () => {
  const {connectionString, close} = await createTestDatabase();
  const leak = openDatabase({connectionString, maxConnections: 1, log: quiet});
  await leak.execute({text: 'select 42'});
  await expect(close()).rejects.toThrow(
    /left these open in its database:\nconnection \d+ \(patchbay, idle\): select 42/,
  );
  await expect(leak.execute({text: 'select 1'})).rejects.toThrow();
  await leak.close();
});
