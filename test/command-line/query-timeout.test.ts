import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {commandLine} from '../support/command-line.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

let directory: string;
let testDatabase: TestDatabase;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-query-timeout-'));
  testDatabase = await createTestDatabase();
});
afterAll(async () => {
  await testDatabase?.close();
  await rm(directory, {recursive: true, force: true});
});

test('SqlSettings.QueryTimeout cancels long statements of the server', async () => {
  const server = await commandLine(directory, {
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
    PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString,
    PATCHBAY_SQLSETTINGS_QUERYTIMEOUT: '1',
  }).serve();
  await testDatabase.database.transaction(async (tx) => {
    // The server doesn't read this table when it starts or stops.
    await tx.execute({text: 'lock table Sessions in access exclusive mode'});
    const response = await fetch(`${server.address}/api/v4/users/me`, {
      headers: {authorization: `Bearer ${'x'.repeat(26)}`},
      signal: AbortSignal.timeout(20_000),
    });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({id: 'app.database.timeout.app_error'});
  });
  expect((await server.stop()).code).toBe(0);
});
