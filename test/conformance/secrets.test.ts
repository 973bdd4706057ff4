import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {commandLine, freePort, type Outcome} from '../support/command-line.ts';
import {createEmptyDatabase, type TestDatabase} from '../support/test-database.ts';

// Canaries: what is secret in this test begins like this, and must not be found where it does not belong.
const CANARY = 'canary';
const PASSWORD = `${CANARY}-password`;

let directory: string;
let testDatabase: TestDatabase;
let server: {address: string; stop(): Promise<Outcome>};
let sessionToken: string;
let accessToken: string;
const seen: string[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-secrets-'));
  testDatabase = await createEmptyDatabase();
  const dataSource = testDatabase.connectionString.replace(/^(\w+:\/\/)([^@:/]*)@/, `$1$2:${CANARY}-dsn@`);
  expect(dataSource).toContain(`${CANARY}-dsn`);
  server = await commandLine(directory, {
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: `127.0.0.1:${await freePort()}`,
    PATCHBAY_SQLSETTINGS_DATASOURCE: dataSource,
    PATCHBAY_LOGSETTINGS_CONSOLELEVEL: 'trace',
    PATCHBAY_LOGSETTINGS_REQUESTSAMPLERATE: '1',
    PATCHBAY_METRICSSETTINGS_ENABLE: 'true',
    PATCHBAY_EMAILSETTINGS_SMTPPASSWORD: `${CANARY}-smtp`,
  }).serve();
});
afterAll(async () => {
  await server.stop();
  await testDatabase.close();
  await rm(directory, {recursive: true, force: true});
});

/** Calls the server, and remembers what it answered. */
async function call(
  path: string,
  init: {method?: string; body?: unknown; headers?: Record<string, string>} = {},
) {
  const answer = await fetch(`${server.address}${path}`, {
    ...init,
    body: init.body === undefined || typeof init.body === 'string' ? init.body : JSON.stringify(init.body),
  });
  const body = await answer.text();
  seen.push(body);
  return {status: answer.status, headers: answer.headers, body};
}

test('secrets go in at every door, and come out at none', async () => {
  const account = {username: 'ann', email: 'ann@example.com', password: PASSWORD};
  expect((await call('/api/v4/users', {method: 'POST', body: account})).status).toBe(201);
  const login = await call('/api/v4/users/login', {
    method: 'POST',
    body: {login_id: 'ann', password: PASSWORD},
  });
  sessionToken = login.headers.get('token')!;
  const bearer = {authorization: `Bearer ${sessionToken}`};
  const made = await call('/api/v4/users/me/tokens', {
    method: 'POST',
    headers: bearer,
    body: {description: 'x'},
  });
  accessToken = JSON.parse(made.body).token;
  // The one place where it belongs.
  seen.pop();
  expect((await call('/api/v4/config', {headers: bearer})).status).toBe(200);

  const refused = [
    await call('/api/v4/users/login', {method: 'POST', body: {login_id: 'ann', password: `${CANARY}-wrong`}}),
    await call('/api/v4/users/login', {method: 'POST', body: `{"login_id": "ann", "password": "${CANARY}`}),
    await call('/api/v4/users/login', {method: 'POST', body: `{"password": ${CANARY}-unquoted}`}),
    await call('/api/v4/users', {method: 'POST', body: {...account, password: [`${CANARY}-list`]}}),
    await call('/api/v4/users', {method: 'POST', body: {...account, username: 'ANN'}}),
    await call('/api/v4/users/me', {headers: {authorization: `Bearer ${CANARY}-bearer`}}),
    await call('/api/v4/users/me', {headers: {cookie: `MMAUTHTOKEN=${CANARY}-cookie`}}),
    await call(`/api/v4/users/me?access_token=${CANARY}-query`),
    await call(`/hooks/${CANARY}-key`, {method: 'POST', body: {text: 'hi'}}),
    await call(`/api/v4/nothing/${CANARY}-path`),
    await call('/api/v4/users/me/password', {
      method: 'PUT',
      headers: bearer,
      body: {current_password: `${CANARY}-guess`, new_password: `${CANARY}-next`},
    }),
    await call('/api/v4/config/patch', {
      method: 'PUT',
      headers: bearer,
      body: {EmailSettings: {SMTPPassword: [`${CANARY}-setting`]}},
    }),
  ];
  for (const {status} of refused) expect([400, 401, 404]).toContain(status);
  const metrics = await call('/metrics');
  expect(metrics.body).toContain('patchbay_http_request_duration_seconds');

  for (const answer of seen) {
    expect(answer).not.toContain(CANARY);
    expect(answer).not.toContain(sessionToken);
    expect(answer).not.toContain(accessToken);
  }
});

test('nor do they in the log', async () => {
  const {code, stdout, stderr} = await server.stop();
  expect(code).toBe(0);
  expect(stderr.split('\n').filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(10);
  for (const output of [stdout, stderr]) {
    expect(output).not.toContain(CANARY);
    expect(output).not.toContain(sessionToken);
    expect(output).not.toContain(accessToken);
  }
});

test('nor in a dump of the database', async () => {
  const {database} = testDatabase;
  const tables = await database.rows<{name: string}>({
    text: `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  });
  expect(tables.length).toBeGreaterThan(20);
  let rows = 0;
  for (const {name} of tables) {
    for (const {row} of await database.rows<{row: string}>({
      text: `select to_jsonb(t)::text as row from ${name} t`,
    })) {
      rows++;
      expect(row).not.toContain(CANARY);
      expect(row).not.toContain(sessionToken);
      expect(row).not.toContain(accessToken);
    }
  }
  expect(rows).toBeGreaterThan(20);
  const stored = await database.row<{password: string}>({text: 'select Password from Users'});
  expect(stored!.password).toMatch(/^\$argon2id\$/);
});
