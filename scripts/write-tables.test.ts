import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {createTestDatabase} from '../test/support/test-database.ts';
import {TABLES_FILE, tablesSource} from './write-tables.ts';

test('the table declarations match the migrated database', async () => {
  const {database, close} = await createTestDatabase();
  try {
    expect(readFileSync(TABLES_FILE, 'utf8')).toBe(await tablesSource(database));
  } finally {
    await close();
  }
});
