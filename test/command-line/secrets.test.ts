import {mkdtemp, readdir, readFile, rename, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {newId} from '../../server/src/platform/database/ids.ts';
import {hashToken} from '../../server/src/platform/secrets/secrets.ts';
import {commandLine, freePort} from '../support/command-line.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

// Plain-text secrets are sealed when the server starts. Then the keys are rotated while it runs, and finally lost.

const [teamId, channelId, ownerId] = [newId(), newId(), newId()];
const hookId = newId();
const deliveryId = newId();
const previousHookKey = newId();
const secrets = {
  inviteId: newId(),
  hookKey: newId(),
  commandToken: newId(),
  linkKey: 'a-key-for-public-links',
};

let directory: string;
let testDatabase: TestDatabase;
let cli: ReturnType<typeof commandLine>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-keys-'));
  testDatabase = await createTestDatabase();
  await fillWithPlainText();
  cli = commandLine(join(directory, 'data'), {
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: `127.0.0.1:${await freePort()}`,
    PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString,
  });
});
afterAll(async () => {
  await testDatabase.close();
  await rm(directory, {recursive: true, force: true});
});

/** Writes a secret of each kind in plain text. */
async function fillWithPlainText(): Promise<void> {
  const {database} = testDatabase;
  const now = Date.now();
  const times = {createat: now, updateat: now, deleteat: 0};
  const add = (table: string, row: Record<string, unknown>) =>
    database.execute({
      text: `
        insert into ${table} (${Object.keys(row).join(', ')})
        values (${Object.keys(row).map((_, index) => `$${index + 1}`)})`,
      values: Object.values(row),
    });
  await add('Users', {
    ...times,
    id: ownerId,
    username: 'owner',
    email: 'owner@example.com',
    roles: 'system_user',
  });
  await add('Teams', {
    ...times,
    id: teamId,
    name: 'crew',
    displayname: 'Crew',
    type: 'O',
    inviteid: secrets.inviteId,
  });
  await add('Channels', {...times, id: channelId, teamid: teamId, type: 'O', name: 'town-square'});
  // A webhook posts with the permissions of its owner.
  await add('TeamMembers', {teamid: teamId, userid: ownerId, schemeuser: true});
  await add('ChannelMembers', {channelid: channelId, userid: ownerId, schemeuser: true});
  await add('IncomingWebhooks', {
    ...times,
    id: hookId,
    key: secrets.hookKey,
    userid: ownerId,
    channelid: channelId,
    teamid: teamId,
  });
  await add('IncomingWebhookOldKeys', {
    oldkey: hashToken(previousHookKey),
    hookid: hookId,
    validuntil: now + 3_600_000,
  });
  await add('IncomingWebhookDeliveries', {
    id: deliveryId,
    hookid: hookId,
    createat: now,
    status: 200,
    size: 1,
    duration: 1,
  });
  await add('Commands', {
    ...times,
    id: newId(),
    token: secrets.commandToken,
    creatorid: ownerId,
    teamid: teamId,
    trigger: 'deploy',
    method: 'P',
    url: 'http://example.com',
  });
  await add('Systems', {name: 'FilePublicLinkKey', value: secrets.linkKey});
}

/** The id of the current key, and how many secrets each key seals, starting with the current key. */
async function status(): Promise<{current: string; counts: number[]}> {
  const {code, stdout, stderr} = await cli.run(['secrets', 'status', '--json']);
  expect({code, stderr}).toEqual({code: 0, stderr: ''});
  const {source, keys} = JSON.parse(stdout);
  expect(source).toBe(keyFile());
  return {
    current: keys[0].id,
    counts: keys.map(({secrets: count}: {secrets: number}) => count),
  };
}

const keyFile = () => join(directory, 'data', 'secret-keys.json');

/** The contents of the server's tables as text. */
async function dump(): Promise<string> {
  const {database} = testDatabase;
  const tables = await database.rows<{name: string}>({
    text: `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  });
  const rows = tables.map(({name}) =>
    database.rows<{row: string}>({text: `select to_jsonb(t)::text as row from ${name} t`}),
  );
  return (await Promise.all(rows))
    .flat()
    .map(({row}) => row)
    .join('\n');
}

const send = (address: string, key: string) =>
  fetch(`${address}/hooks/${key}`, {method: 'POST', body: '{"text": "hi"}'}).then(({status}) => status);

test('plain-text secrets are sealed when the server starts, and keep working', async () => {
  const before = await dump();
  expect(Object.values(secrets).filter((secret) => !before.includes(secret))).toEqual([]);
  const server = await cli.serve();
  try {
    const after = await dump();
    expect(Object.values(secrets).filter((secret) => after.includes(secret))).toEqual([]);
    expect(await send(server.address, secrets.hookKey)).toBe(200);
    expect(await send(server.address, previousHookKey)).toBe(200);
    expect(await send(server.address, newId())).toBe(400);
    const invitation = await fetch(`${server.address}/api/v4/teams/invite/${secrets.inviteId}`);
    expect(await invitation.json()).toMatchObject({id: teamId});
    const log = await testDatabase.database.rows({
      text: `select from IncomingWebhookDeliveries d join IncomingWebhooks h on h.Id = d.HookId where d.Id = $1`,
      values: [deliveryId],
    });
    expect(log).toHaveLength(1);
  } finally {
    await server.stop();
  }
});

test('keys can be rotated while the server runs', async () => {
  const before = await status();
  const server = await cli.serve();
  try {
    expect(await send(server.address, secrets.hookKey)).toBe(200);
    const {code, stdout} = await cli.run(['secrets', 'rotate']);
    expect(code).toBe(0);
    const after = await status();
    expect(stdout).toBe(
      `The key ${after.current} seals all secrets. Secrets resealed: ${before.counts[0]}.\n`,
    );
    expect(after.current).not.toBe(before.current);
    expect(after.counts).toEqual([before.counts[0], 0]);
    expect(await send(server.address, secrets.hookKey)).toBe(200);
    expect(await readFile(keyFile(), 'utf8')).toContain(after.current);
  } finally {
    await server.stop();
  }
});

test('without its keys, the server does not start, and prints what to do', async () => {
  const {current} = await status();
  await rename(keyFile(), `${keyFile()}.away`);
  for (const args of [['serve'], ['user', 'list']]) {
    const {code, stderr} = await cli.run(args);
    expect({code, stderr}).toEqual({
      code: 1,
      stderr:
        `patchbay: The secrets in the database are sealed with the key ${current}, which is not in ${keyFile()}. ` +
        'Restore that file from a backup, copy it from the server that uses this database, or set ' +
        'PATCHBAY_SECRET_KEYS.\n',
    });
  }
  expect((await readdir(join(directory, 'data'))).filter((name) => name === 'secret-keys.json')).toEqual([]);
  await rename(`${keyFile()}.away`, keyFile());
  expect((await status()).current).toBe(current);
});
