import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';
import {hostname, tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {openDatabase} from '../../server/src/platform/database/database.ts';
import {isServerRunning} from '../../server/src/platform/exclusive-use/lock-directory.ts';
import {commandLine, type Outcome} from '../support/command-line.ts';
import {quiet} from '../support/quiet.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

// Only one server at a time can use a data directory and a database. It releases both when it ends.

type Server = Awaited<ReturnType<ReturnType<typeof commandLine>['serve']>>;

let root: string;
let data: string;
let testDatabase: TestDatabase;
let running: Server | undefined;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-second-'));
  data = join(root, 'data');
  testDatabase = await createTestDatabase();
});
afterAll(async () => {
  await running?.stop();
  await testDatabase?.close();
  await rm(root, {recursive: true, force: true});
});

const SECRET_KEY = Buffer.alloc(32, 1).toString('base64');

const patchbay = (dataDirectory: string, connectionString: string) =>
  commandLine(dataDirectory, {
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
    PATCHBAY_SQLSETTINGS_DATASOURCE: connectionString,
    // Servers with separate data directories share the keys.
    PATCHBAY_SECRET_KEYS: SECRET_KEY,
  });

/** Expects a failure, and returns its message. The log is on standard error too. */
function failureOf({code, stdout, stderr}: Outcome): string {
  expect({code, stdout}).toEqual({code: 1, stdout: ''});
  const lines = stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  expect(lines).toEqual([expect.stringMatching(/^patchbay: /)]);
  return lines[0]!;
}

const holder = (pid: number) =>
  `another Patchbay server \\(process ${pid} on ${hostname().slice(0, 20)}.*, started \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\)`;

const ping = async (address: string) => (await fetch(`${address}/api/v4/system/ping`)).status;

/** The connection that holds the lock of the database. */
async function lockConnection(): Promise<number | undefined> {
  const found = await testDatabase.database.row<{pid: number}>({
    text: `select pid from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and application_name like 'patchbay server %'
        and database = (select oid from pg_database where datname = current_database())`,
  });
  return found?.pid;
}

/** Starts the first server, with `data` and the test database. */
async function firstServer(): Promise<Server> {
  running ??= await patchbay(data, testDatabase.connectionString).serve();
  return running;
}

test('a second server on the same data directory fails and names the first, and commands work', async () => {
  const first = await firstServer();
  expect(isServerRunning(data)).toBe(true);
  const second = patchbay(data, 'postgresql://someone@127.0.0.1:1/not-reached');
  expect(failureOf(await second.run(['serve']))).toMatch(
    new RegExp(
      `The data directory ${data} is in use by ${holder(first.pid)}\\. Stop it first, or set PATCHBAY_DATA to another directory\\.`,
    ),
  );
  const users = await patchbay(data, testDatabase.connectionString).run(['user', 'list']);
  expect(users).toMatchObject({code: 0, stderr: ''});
  expect(await ping(first.address)).toBe(200);
});

// Node's recursive mkdir never returns there.
test('a data directory that the system does not allow is an error for the server and for commands', async () => {
  const {run} = patchbay('/proc/patchbay', testDatabase.connectionString);
  expect(failureOf(await run(['serve']))).toMatch(
    /The data directory \/proc\/patchbay cannot be locked: ENOENT.* set PATCHBAY_DATA to another directory\./,
  );
  const setting = ['config', 'set', 'ServiceSettings.SiteURL', 'http://chat.example.com'];
  const embedded = patchbay('/proc/patchbay', '');
  expect(failureOf(await embedded.run(setting))).toMatch(
    /The data directory \/proc\/patchbay is not writable \(ENOENT\)\. .* set PATCHBAY_DATA to another directory\./,
  );
});

test('a second server on the same database fails and names the first, before it checks a table', async () => {
  const first = await firstServer();
  await testDatabase.database.execute({
    text: 'update schema_migrations set version = version + 9000 where version = 1',
  });
  const second = patchbay(`${data}-other`, testDatabase.connectionString);
  expect(failureOf(await second.run(['serve']))).toMatch(
    new RegExp(
      `The database test_\\w+ on the PostgreSQL server at \\S+ is in use by ${holder(first.pid)}\\. Stop it first, or set SqlSettings\\.DataSource to another database\\. If it no longer exists, end its connection: select pg_terminate_backend\\(\\d+\\)$`,
    ),
  );
  await testDatabase.database.execute({
    text: 'update schema_migrations set version = version - 9000 where version > 9000',
  });
  const users = await second.run(['user', 'list']);
  expect(users).toMatchObject({code: 0, stderr: ''});
  expect(await ping(first.address)).toBe(200);
});

test('the next server can start right after SIGKILL, on an external and on the embedded database', async () => {
  const first = await firstServer();
  running = undefined;
  await first.kill();
  expect(isServerRunning(data)).toBe(false);
  expect(await ping((await firstServer()).address)).toBe(200);

  const embedded = join(root, 'embedded');
  await (await patchbay(embedded, '').serve()).kill();
  expect(isServerRunning(embedded)).toBe(false);
  const next = await patchbay(embedded, '').serve();
  expect(await ping(next.address)).toBe(200);
  expect((await next.stop()).code).toBe(0);
  expect(isServerRunning(embedded)).toBe(false);
});

test('a server reacquires a lost lock, and stops if another server has acquired it', async () => {
  const server = await firstServer();
  const terminate = {text: 'select pg_terminate_backend($1)', values: [await lockConnection()]};
  await testDatabase.database.execute(terminate);
  await expect.poll(lockConnection).not.toBe(terminate.values[0]);
  await expect.poll(lockConnection).toBeDefined();
  expect(await ping(server.address)).toBe(200);

  // Another server is waiting for the lock when the connection is lost.
  const held = (await lockConnection())!;
  const other = openDatabase({
    connectionString: testDatabase.connectionString,
    maxConnections: 1,
    log: quiet,
  });
  await other.execute({
    text: `set application_name = 'patchbay server 4711@otherhost 20260501T123000Z'`,
  });
  const taking = other.execute({
    text: `select pg_advisory_lock(classid::bigint::int, objid::bigint::int) from pg_locks
      where locktype = 'advisory' and granted and pid = $1`,
    values: [held],
  });
  const waiting = {
    text: `select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  };
  await expect.poll(() => testDatabase.database.execute(waiting)).toBe(1);
  await testDatabase.database.execute({text: 'select pg_terminate_backend($1)', values: [held]});
  await taking;
  const {code, stderr} = await server.ended;
  running = undefined;
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /stopping because another server has taken over the database\. .*\(process 4711 on otherhost, started 2026-05-01 12:30:00 UTC\)/,
  );
  await other.close();
});

test('a pooler that shares sessions between clients is rejected', async () => {
  const pooler = await startTransactionPooler(testDatabase.connectionString);
  const {stderr, code} = await patchbay(data, pooler.connectionString).run(['serve']);
  await pooler.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(/patchbay: SqlSettings\.DataSource points to a pooler .* pool_mode = session/);
});

/** Behaves like PgBouncer in transaction mode, for clients that send one query at a time. */
async function startTransactionPooler(connectionString: string) {
  const url = new URL(connectionString.replace('@/', '@localhost/'));
  const database = url.pathname.slice(1);
  const upstream = connect(`${url.searchParams.get('host')}/.s.PGSQL.${url.searchParams.get('port')}`);
  const parameters = `user\0${url.username}\0database\0${database}\0\0`;
  const startup = Buffer.alloc(8 + parameters.length);
  startup.writeInt32BE(startup.length, 0);
  startup.writeInt32BE(196_608, 4);
  startup.write(parameters, 8);
  upstream.write(startup);
  let greeting = Buffer.alloc(0);
  // Read until PostgreSQL says that it is ready for a query.
  while (greeting.at(-6) !== 'Z'.charCodeAt(0)) {
    greeting = Buffer.concat([greeting, (await once(upstream, 'data'))[0]]);
  }

  let current: Socket | undefined;
  upstream.on('data', (chunk) => current?.write(chunk));
  const server = createServer((client) => {
    client.on('error', () => {});
    client.once('data', () => {
      client.write(greeting);
      client.on('data', (message) => {
        // All messages are forwarded, except the message that ends a session.
        if (message[0] === 'X'.charCodeAt(0)) return;
        current = client;
        upstream.write(message);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  return {
    connectionString: `postgresql://${url.username}@127.0.0.1:${port}/${database}`,
    async close() {
      upstream.destroy();
      server.close();
      await once(upstream, 'close');
    },
  };
}
