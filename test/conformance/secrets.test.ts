import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Sealed} from '../../server/src/platform/secrets/sealing.ts';
import {SEALED_COLUMNS} from '../../server/src/secret-columns.ts';
import {commandLine, freePort, type Outcome} from '../support/command-line.ts';
import {type Integration, json, startIntegration} from '../support/integration.ts';
import {createEmptyDatabase, type TestDatabase} from '../support/test-database.ts';
import {createTestSealing} from '../support/test-sealing.ts';

// Secrets in this test start with this text, so that they can be found where they must not be.
const CANARY = 'canary';
const PASSWORD = `${CANARY}-password`;

let directory: string;
let testDatabase: TestDatabase;
let server: {address: string; stop(): Promise<Outcome>};
let sessionToken: string;
let accessToken: string;
const seen: string[] = [];
/** Secrets that the server issued to their owners, by kind. */
const issued = new Map<string, string>();
let integration: Integration;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-secrets-'));
  testDatabase = await createEmptyDatabase();
  integration = await startIntegration();
  const dataSource = testDatabase.connectionString.replace(/^(\w+:\/\/)([^@:/]*)@/, `$1$2:${CANARY}-dsn@`);
  expect(dataSource).toContain(`${CANARY}-dsn`);
  const listenAddress = `127.0.0.1:${await freePort()}`;
  server = await commandLine(directory, {
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: listenAddress,
    PATCHBAY_SQLSETTINGS_DATASOURCE: dataSource,
    PATCHBAY_LOGSETTINGS_CONSOLELEVEL: 'trace',
    PATCHBAY_LOGSETTINGS_REQUESTSAMPLERATE: '1',
    PATCHBAY_METRICSSETTINGS_ENABLE: 'true',
    PATCHBAY_EMAILSETTINGS_SMTPPASSWORD: `${CANARY}-smtp`,
    PATCHBAY_SERVICESETTINGS_ALLOWEDUNTRUSTEDINTERNALCONNECTIONS: '127.0.0.1',
    PATCHBAY_SERVICESETTINGS_SITEURL: `http://${listenAddress}`,
    PATCHBAY_FILESETTINGS_ENABLEPUBLICLINK: 'true',
  }).serve();
});
afterAll(async () => {
  await server.stop();
  await integration.close();
  await testDatabase.close();
  await rm(directory, {recursive: true, force: true});
});

/** Calls the server and records the response. */
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

test('secrets can be sent in every way, and are never returned', async () => {
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
  // This is the only place where the secret is allowed.
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
      body: {MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: [`${CANARY}-setting`]}}},
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

test('every kind of secret is issued', {timeout: 60_000}, async () => {
  const headers = {authorization: `Bearer ${sessionToken}`};
  /** Calls the API without recording the responses, because they may contain these secrets. */
  async function api(method: string, path: string, body?: unknown) {
    const answer = await call(`/api/v4${path}`, {method, headers, body});
    seen.pop();
    expect(answer.status, `${method} ${path}: ${answer.body}`).toBeLessThan(300);
    return JSON.parse(answer.body);
  }
  issued.set('session token', sessionToken);
  issued.set('access token', accessToken);

  await api('PUT', '/config/patch', {
    MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: `${CANARY}-relay`}},
    ServiceSettings: {EnableGifPicker: true, GiphySdkKey: `${CANARY}giphy`},
  });

  for (const path of ['/config', '/config/client', '/config/history']) {
    expect((await call(`/api/v4${path}`, {headers})).body).not.toContain(CANARY);
  }

  const {id: userId} = await api('GET', '/users/me');
  const team = await api('POST', '/teams', {name: 'crew', display_name: 'Crew', type: 'O'});
  issued.set('invite id before', team.invite_id);
  issued.set('invite id', (await api('POST', `/teams/${team.id}/regenerate_invite_id`)).invite_id);
  const channel = await api('GET', `/teams/${team.id}/channels/name/town-square`);

  const hook = await api('POST', '/hooks/incoming', {channel_id: channel.id});
  issued.set('webhook key before', hook.id);
  const {id: key} = await api('POST', `/hooks/incoming/${hook.id}/regenerate`, {overlap_ms: 3_600_000});
  issued.set('webhook key', key);
  for (const id of [hook.id, key]) {
    expect((await call(`/hooks/${id}`, {method: 'POST', body: {text: 'hi'}})).status).toBe(200);
  }
  for (const name of ['signing secret before', 'signing secret']) {
    issued.set(name, (await api('POST', `/hooks/incoming/${key}/signing_secret`)).secret);
  }
  expect((await call(`/hooks/${key}`, {method: 'POST', body: {text: 'unsigned'}})).status).toBe(401);
  await api('GET', `/hooks/incoming/${key}/deliveries`);

  const outgoing = await api('POST', '/hooks/outgoing', {
    team_id: team.id,
    channel_id: channel.id,
    callback_urls: [integration.url],
    trigger_words: ['go'],
    display_name: 'out',
  });
  issued.set('outgoing token', outgoing.token);
  issued.set(
    'outgoing signing secret',
    (await api('POST', `/hooks/outgoing/${outgoing.id}/signing_secret`)).secret,
  );
  await api('POST', '/posts', {channel_id: channel.id, message: 'go now'});

  const command = await api('POST', '/commands', {
    team_id: team.id,
    trigger: 'deploy',
    method: 'P',
    url: `${integration.url}/command`,
  });
  issued.set('command token', command.token);
  integration.answer = (request, response) =>
    json(
      request.url === '/command'
        ? {
            text: 'choose',
            attachments: [{actions: [{id: 'a', name: 'A', integration: {url: `${integration.url}/action`}}]}],
          }
        : {},
    )(request, response);
  await api('POST', '/commands/execute', {channel_id: channel.id, command: '/deploy it'});
  const {form} = integration.received.find(({url}) => url === '/command')!;
  expect(form.get('token')).toBe(command.token);
  issued.set('trigger id', form.get('trigger_id')!);
  issued.set('response URL', form.get('response_url')!.split('/').at(-1)!);
  const later = await call(`/hooks/commands/${issued.get('response URL')}`, {
    method: 'POST',
    body: {text: 'done'},
  });
  expect(later.status).toBe(200);

  const upload = new FormData();
  upload.append('channel_id', channel.id);
  upload.append('files', new Blob(['text']), 'a.txt');
  const uploaded = await fetch(`${server.address}/api/v4/files`, {method: 'POST', headers, body: upload});
  const fileId = ((await uploaded.json()) as {file_infos: {id: string}[]}).file_infos[0]!.id;
  await api('POST', '/posts', {channel_id: channel.id, message: 'file', file_ids: [fileId]});
  const {link} = await api('GET', `/files/${fileId}/link`);
  issued.set('public link', new URL(link).searchParams.get('h')!);

  // Checking a token creates the key for signing tokens.
  await call(`/api/v4/notifications/unsubscribe?token=${userId}.x`, {method: 'POST'});

  // The first request for the public key creates the key pair.
  await api('GET', '/web_push/key');

  const report = await api('POST', '/compliance/reports', {desc: 'all', start_at: 1, end_at: Date.now()});
  await expect
    .poll(async () => (await api('GET', `/compliance/reports/${report.id}`)).status, {timeout: 30_000})
    .toBe('finished');

  const bot = await api('POST', '/bots', {username: 'robot'});
  issued.set('bot token', (await api('POST', `/users/${bot.user_id}/tokens`, {description: 'x'})).token);
  await api('GET', `/users/${userId}/audits`);
  // Wait until the post has triggered the webhook.
  await expect.poll(() => integration.received.some(({body}) => body.includes(outgoing.token))).toBe(true);
});

test('the log contains no secrets', async () => {
  const {code, stdout, stderr} = await server.stop();
  expect(code).toBe(0);
  expect(stderr.split('\n').filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(10);
  const secrets = [...issued, ...(await sealedSecrets())];
  for (const output of [stdout, stderr]) {
    expect(output).not.toContain(CANARY);
    expect(secrets.filter(([, secret]) => output.includes(secret))).toEqual([]);
  }
});

test('a dump of the database contains no secrets', async () => {
  const sealed = await sealedSecrets();
  // Make sure that each kind of sealed secret exists in the database.
  const kinds = new Set(sealed.map(([kind]) => kind));
  const expected = SEALED_COLUMNS.flatMap(({table, column, rows}) =>
    rows ? rows.map((row) => `${table}.${column} ${row}`) : `${table}.${column}`,
  );
  expect([...kinds].sort()).toEqual(expected.sort());

  const secrets = [...issued, ...sealed];
  const found: string[] = [];
  let rows = 0;
  for (const {table, row} of await dump()) {
    rows++;
    expect(row).not.toContain(CANARY);
    found.push(
      ...secrets.filter(([, secret]) => contains(row, secret)).map(([kind]) => `${kind} in ${table}`),
    );
  }
  expect(found).toEqual([]);
  expect(rows).toBeGreaterThan(90);
  const stored = await testDatabase.database.row<{password: string}>({text: 'select Password from Users'});
  expect(stored!.password).toMatch(/^\$argon2id\$/);
});

/** All rows of all tables as text. */
async function dump(): Promise<{table: string; row: string}[]> {
  const {database} = testDatabase;
  const tables = await database.rows<{name: string}>({
    text: `
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  });
  expect(tables.length).toBeGreaterThan(40);
  const rows = tables.map(({name}) =>
    database.rows<{table: string; row: string}>({
      text: `select '${name}' as table, to_jsonb(t)::text as row from ${name} t`,
    }),
  );
  return (await Promise.all(rows)).flat();
}

/** Whether a row contains a secret, either unchanged or with line breaks escaped as in JSON. */
function contains(row: string, secret: string): boolean {
  return row.includes(secret) || row.includes(JSON.stringify(secret).slice(1, -1));
}

/** The server's sealed values, decrypted with its key, by column. */
async function sealedSecrets(): Promise<[string, string][]> {
  const sealing = createTestSealing(directory);
  const values = SEALED_COLUMNS.map(async ({table, column, id, rows}) => {
    const stored = await testDatabase.database.rows<{id: string; value: Sealed}>({
      text: `
        select ${id}::text as id, ${column} as value from ${table}
        where ${column} <> '' and ($1::text[] is null or ${id}::text = any($1))`,
      values: [rows ?? null],
    });
    return stored.map((row): [string, string] => [
      rows ? `${table}.${column} ${row.id}` : `${table}.${column}`,
      sealing.column(table, column).open(row.id, row.value),
    ]);
  });
  return (await Promise.all(values)).flat();
}
