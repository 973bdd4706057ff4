import {mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import {type Database, openDatabase} from '../../server/src/platform/database/database.ts';
import {type Entries, unzip} from '../support/archives.ts';
import {commandLine} from '../support/command-line.ts';
import {quiet} from '../support/quiet.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

// Reports and exports that are killed, stopped, canceled, or run out of room in their midst.

vi.setConfig({testTimeout: 600_000, hookTimeout: 600_000});

const START = Date.UTC(2021, 0, 1);
const POSTS = 20_000;
const END = START + POSTS;
const OVER = /^(finished|failed|success|warning|error|canceled)$/;

let data: string;
let testDatabase: TestDatabase;
let database: Database;
let patchbay: ReturnType<typeof commandLine>;
let server: Awaited<ReturnType<ReturnType<typeof commandLine>['serve']>>;
let token: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'patchbay-compliance-'));
  testDatabase = await createTestDatabase();
  ({database} = testDatabase);
  patchbay = commandLine(data, {
    PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString,
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
    PATCHBAY_MESSAGEEXPORTSETTINGS_BATCHSIZE: '5000',
  });
  const account = ['--username', 'ann', '--email', 'ann@example.com', '--password', 'a long enough password'];
  expect((await patchbay.run(['user', 'create', ...account])).code).toBe(0);
  token = (await patchbay.run(['token', 'create', 'ann', '--description', 'test'])).stdout.trim();
  await database.execute({
    text: `
      insert into Channels (Id, CreateAt, UpdateAt, TeamId, Type, DisplayName, Name)
      values (repeat('c', 26), 1, 1, repeat('t', 26), 'O', 'Channel', 'channel')`,
  });
  // A post each millisecond, of a text that hardly gets smaller when it is packed.
  await database.execute({
    text: `
      insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
      select lpad(n::text, 26, 'p'), $1::bigint + n, $1::bigint + n, (select Id from Users where Username = 'ann'),
        repeat('c', 26), (select string_agg(md5(n::text || i), '') from generate_series(1, 8) i)
      from generate_series(0, $2::int - 1) n`,
    values: [START, POSTS],
  });
  await database.execute({
    text: `create function hold() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(tg_argv[0]::bigint); return new; end $$`,
  });
  server = await patchbay.serve();
});
afterAll(async () => {
  await server?.stop();
  await testDatabase?.close();
  await rm(data, {recursive: true, force: true});
});

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`${server.address}/api/v4${path}`, {
    method,
    headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
    ...(body && {body: JSON.stringify(body)}),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  return (await response.json()) as any;
}

const orderReport = () => call('POST', '/compliance/reports', {desc: 'all', start_at: START, end_at: END});
const orderExport = () =>
  call('POST', '/jobs', {
    type: 'message_export',
    data: {export_type: 'csv', batch_start_time: String(START), job_end_time: String(END)},
  });
const reportPath = ({id}: {id: string}) => `/compliance/reports/${id}`;
const jobPath = ({id}: {id: string}) => `/jobs/${id}`;

/** What has become of it, when it is over. */
async function outcome(path: string) {
  await expect.poll(async () => (await call('GET', path)).status, {timeout: 300_000}).toMatch(OVER);
  return call('GET', path);
}

let holds = 0;

/** Holds every worker that comes to that change of a table, until `release`. */
async function holdAt(change: string) {
  const lock = ++holds;
  // The lock is a connection's own.
  const holder = openDatabase({
    connectionString: testDatabase.connectionString,
    maxConnections: 1,
    log: quiet,
  });
  await holder.execute({text: 'select pg_advisory_lock($1)', values: [lock]});
  const [table] = /(?<= on )\w+/.exec(change)!;
  await database.execute({text: `create trigger hold before ${change} execute function hold(${lock})`});
  return {
    async reached() {
      const waiting = {
        text: `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted
          and database = (select oid from pg_database where datname = current_database())`,
        values: [lock],
      };
      await expect.poll(() => database.execute(waiting), {timeout: 300_000}).toBeGreaterThan(0);
    },
    async release() {
      await holder.execute({text: 'select pg_advisory_unlock($1)', values: [lock]});
      await database.execute({text: `drop trigger hold on ${table}`});
      await holder.close();
    },
  };
}

const IN_REPORT = `update on Compliances for each row when (new."count" > 0 and new.Status = 'running')`;
const IN_EXPORT = 'insert on ComplianceExports for each row when (new.Batch = 2)';

const inDirectory = (name: string) => readdir(join(data, name)).catch(() => [] as string[]);

/** What both stores hold, with what is half written. A killed server's own is removed after a day. */
const inStores = () =>
  Promise.all(['compliance', 'compliance/.incoming', 'export', 'export/.incoming'].map(inDirectory));

async function batchesOf(job: {id: string}): Promise<Record<string, Entries>> {
  const [folder] = (await inDirectory('export')).filter((name) => name.endsWith(job.id));
  const files = (await inDirectory(`export/${folder}`)).sort();
  const entries = files.map(async (file) => unzip(await readFile(join(data, 'export', folder!, file))));
  return Object.fromEntries((await Promise.all(entries)).map((one, i) => [files[i]!, one]));
}

/** Compares batches byte for byte, all but the manifests, which name their job. */
async function expectSameBatches(job: {id: string}, other: {id: string}): Promise<void> {
  const [mine, others] = [await batchesOf(job), await batchesOf(other)];
  expect(Object.keys(mine)).toEqual(Object.keys(others));
  expect(Object.keys(mine)).toHaveLength(4);
  for (const [file, entries] of Object.entries(others)) {
    for (const name of Object.keys(entries).filter((one) => one !== 'manifest.json')) {
      expect([file, name, mine[file]![name]!.equals(entries[name]!)]).toEqual([file, name, true]);
    }
  }
}

async function sound(...args: string[]): Promise<void> {
  const {code, stderr} = await patchbay.run(['compliance', ...args]);
  expect(code, stderr).toBe(0);
}

/** An export of the same window in which nothing happened. */
let undisturbed: {id: string};

test('SIGKILL in the midst of a report and of an export: the next server ends both, with the same bytes', async () => {
  const [inReport, inExport] = [await holdAt(IN_REPORT), await holdAt(IN_EXPORT)];
  const [report, job] = [await orderReport(), await orderExport()];
  await inReport.reached();
  await inExport.reached();
  // The report has no file under its name yet; the second batch has, and nobody remembers it.
  expect(await inDirectory('compliance')).toEqual(['.incoming']);
  expect(await inDirectory('compliance/.incoming')).toHaveLength(1);
  expect(Object.keys(await batchesOf(job))).toHaveLength(2);
  await server.kill();
  await inReport.release();
  await inExport.release();
  server = await patchbay.serve();

  expect(await outcome(reportPath(report))).toMatchObject({status: 'finished', count: POSTS});
  expect(await outcome(jobPath(job))).toMatchObject({
    status: 'success',
    data: {messages_exported: String(POSTS), job_batch_number: '4'},
  });
  const [reportAgain, jobAgain] = [await orderReport(), await orderExport()];
  await sound('report', 'verify', report.id);
  await sound('export', 'verify', job.id);
  const again = await outcome(reportPath(reportAgain));
  const csvOf = async ({id}: {id: string}) =>
    (await unzip(await readFile(join(data, `compliance/adhoc-${id}.zip`))))['posts.csv']!;
  expect((await csvOf(report)).equals(await csvOf(again))).toBe(true);
  undisturbed = await outcome(jobPath(jobAgain));
  await expectSameBatches(job, undisturbed);
});

test('case 24: a server that is stopped in the midst of a batch goes on with it in the same directory', async () => {
  const hold = await holdAt(IN_EXPORT);
  const job = await orderExport();
  await hold.reached();
  const {export_dir} = (await call('GET', jobPath(job))).data;
  const stopped = server.stop();
  await expect
    .poll(
      () =>
        fetch(server.address).then(
          () => 'serves',
          () => 'gone',
        ),
      {timeout: 300_000},
    )
    .toBe('gone');
  await hold.release();
  expect((await stopped).code).toBe(0);
  server = await patchbay.serve();
  expect(await outcome(jobPath(job))).toMatchObject({status: 'success', data: {export_dir}});
  await sound('export', 'verify', job.id);
  await expectSameBatches(job, undisturbed);
});

test('a server that is stopped does not wait for a long statement, and the next one does the work', async () => {
  const {promise: untilReleased, resolve: release} = Promise.withResolvers<void>();
  // Of all that a server does by itself, only an export reads this table.
  const held = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.execute({text: 'lock table ChannelMemberHistory in access exclusive mode'});
    held.resolve();
    await untilReleased;
  });
  await held.promise;
  const job = await orderExport();
  const waiting = {
    text: `select from pg_locks where relation = 'ChannelMemberHistory'::regclass and not granted`,
  };
  await expect.poll(() => database.execute(waiting), {timeout: 300_000}).toBe(1);
  expect((await server.stop()).code).toBe(0);
  release();
  await holding;
  server = await patchbay.serve();
  expect((await outcome(jobPath(job))).status).toBe('success');
});

test('an export that is canceled in its midst keeps the batches that were finished, and nothing else', async () => {
  const hold = await holdAt(IN_EXPORT);
  const job = await orderExport();
  await hold.reached();
  await call('POST', `${jobPath(job)}/cancel`);
  await hold.release();
  expect((await outcome(jobPath(job))).status).toBe('canceled');
  expect(Object.keys(await batchesOf(job))).toEqual([expect.stringMatching(/^batch001-/)]);
  await sound('export', 'verify', job.id);
});

test('a report is canceled when its job is, whether that waits or runs, and leaves nothing', async () => {
  const before = await inStores();
  const hold = await holdAt(IN_REPORT);
  const running = await orderReport();
  await hold.reached();
  const waiting = await orderReport();
  for (const {job_id} of [waiting, running]) await call('POST', `/jobs/${job_id}/cancel`);
  expect((await call('GET', reportPath(waiting))).status).toBe('canceled');
  await hold.release();
  expect((await outcome(reportPath(running))).status).toBe('canceled');
  expect((await outcome(jobPath({id: running.job_id}))).status).toBe('canceled');
  expect(await inStores()).toEqual(before);
});

test('no room: the job and the report say so, nothing is left, and both are made when there is room', async () => {
  await server.stop();
  server = await patchbay.serve({maxFileBytes: 512 << 10});
  const before = await inStores();
  const words =
    /could not be written: .* file of that size \(EFBIG\)\. Nothing of it was kept\. .*Settings\.Directory/;
  const [report, job] = [await orderReport(), await orderExport()];
  expect(await outcome(reportPath(report))).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(words),
  });
  expect(await outcome(jobPath(job))).toMatchObject({
    status: 'error',
    data: {error: expect.stringMatching(words), messages_exported: '0'},
  });
  expect(await inStores()).toEqual(before);
  await server.stop();
  server = await patchbay.serve();
  const [later, laterJob] = [await orderReport(), await orderExport()];
  expect((await outcome(reportPath(later))).status).toBe('finished');
  expect((await outcome(jobPath(laterJob))).status).toBe('success');
});

test('a directory that is none: the job and the report say which and what to do', async () => {
  for (const name of ['compliance', 'export']) {
    await rm(join(data, name), {recursive: true});
    await writeFile(join(data, name), 'in the way');
  }
  const [report, job] = [await orderReport(), await orderExport()];
  const words = (setting: string) =>
    expect.stringMatching(
      new RegExp(`should be a directory is a file .*the directory that ${setting}\\.Directory names`),
    );
  expect(await outcome(reportPath(report))).toMatchObject({
    status: 'failed',
    error: words('ComplianceSettings'),
  });
  expect(await outcome(jobPath(job))).toMatchObject({
    status: 'error',
    data: {error: words('ExportSettings')},
  });
  for (const name of ['compliance', 'export']) await rm(join(data, name));
  expect((await outcome(reportPath(await orderReport()))).status).toBe('finished');
});
