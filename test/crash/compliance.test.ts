import {chmod, mkdtemp, readdir, readFile, rm, stat, statfs, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import type {Database} from '../../server/src/platform/database/database.ts';
import {type Entries, unzip} from '../support/archives.ts';
import {canApplyLimits, commandLine} from '../support/command-line.ts';
import {holdChange} from '../support/hold-change.ts';
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
/** A report and an export of the same posts as all others here, in which nothing happened. */
let undisturbed: {report: {id: string}; job: {id: string}};

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
  server = await patchbay.serve();
  const [report, job] = [await orderReport(), await orderExport()];
  undisturbed = {report: await outcome(reportPath(report)), job: await outcome(jobPath(job))};
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
function outcome(path: string) {
  const over = async () => {
    const it = await call('GET', path);
    expect(it.status).toMatch(OVER);
    return it;
  };
  return vi.waitFor(over, {timeout: 300_000});
}

const holdAt = (change: string) => holdChange(database, testDatabase.connectionString, change);

const IN_REPORT = `update on Compliances for each row when (new."count" > 0 and new.Status = 'running')`;
const IN_EXPORT = 'insert on ComplianceExports for each row when (new.Batch = 2)';

const inDirectory = (name: string) => readdir(join(data, name)).catch(() => [] as string[]);

/** What both stores hold, with what is half written. A killed server's own is removed after a day. */
const inStores = () =>
  Promise.all(['compliance', 'compliance/.incoming', 'export', 'export/.incoming'].map(inDirectory));

/** The rows of a report's archive. */
async function csvOf({id}: {id: string}): Promise<Buffer> {
  return (await unzip(await readFile(join(data, `compliance/adhoc-${id}.zip`))))['posts.csv']!;
}

async function batchFiles(job: {id: string}): Promise<string[]> {
  const [folder] = (await inDirectory('export')).filter((name) => name.endsWith(job.id));
  return (await inDirectory(`export/${folder}`)).sort().map((name) => join(data, 'export', folder!, name));
}

async function batchesOf(job: {id: string}): Promise<Record<string, Entries>> {
  const batches: Record<string, Entries> = {};
  for (const file of await batchFiles(job)) batches[basename(file)] = await unzip(await readFile(file));
  return batches;
}

/** Compares batches byte for byte, all but the manifests, which name their job. */
async function expectUndisturbed(job: {id: string}): Promise<void> {
  const [mine, others] = [await batchesOf(job), await batchesOf(undisturbed.job)];
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

/** Starts the server after one that has ended; it would wait for a while whether that is only silent. */
async function nextServer() {
  await database.execute({
    text: `update Jobs set LastActivityAt = LastActivityAt - 3600000 where Status in ('in_progress', 'cancel_requested')`,
  });
  return patchbay.serve();
}

/** Orders a report and an export, which fail for this reason and leave nothing. */
async function expectFailures(reason: string): Promise<void> {
  const before = await inStores();
  const [report, job] = [await orderReport(), await orderExport()];
  expect(await outcome(reportPath(report))).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(wordsOf(reason, 'ComplianceSettings')),
  });
  expect(await outcome(jobPath(job))).toMatchObject({
    status: 'error',
    data: {error: expect.stringMatching(wordsOf(reason, 'ExportSettings')), messages_exported: '0'},
  });
  expect(await inStores()).toEqual(before);
}

/** What a job says that could not write an archive: what was wrong, where, and what to do. */
const wordsOf = (reason: string, section: string) =>
  new RegExp(
    `could not be written: .*${reason}.*No partial archive was kept.* in the directory set in ${section}\\.Directory, then try again`,
  );

async function expectBothMade(): Promise<void> {
  const [report, job] = [await orderReport(), await orderExport()];
  expect((await outcome(reportPath(report))).status).toBe('finished');
  expect((await outcome(jobPath(job))).status).toBe('success');
}

test('SIGKILL in the midst of a report and of an export: the next server ends both, with the same bytes', async () => {
  const [inReport, inExport] = [await holdAt(IN_REPORT), await holdAt(IN_EXPORT)];
  const [report, job] = [await orderReport(), await orderExport()];
  await inReport.reached();
  await inExport.reached();
  // The report has no final file yet. The second batch does, but it isn't recorded.
  expect((await inDirectory('compliance')).sort()).toEqual([
    '.incoming',
    `adhoc-${undisturbed.report.id}.zip`,
  ]);
  expect(await inDirectory('compliance/.incoming')).toHaveLength(1);
  expect(Object.keys(await batchesOf(job))).toHaveLength(2);
  await server.kill();
  await inReport.release();
  await inExport.release();
  server = await nextServer();

  expect(await outcome(reportPath(report))).toMatchObject({status: 'finished', count: POSTS});
  expect(await outcome(jobPath(job))).toMatchObject({
    status: 'success',
    data: {messages_exported: String(POSTS), job_batch_number: '4'},
  });
  await sound('report', 'verify', report.id);
  await sound('export', 'verify', job.id);
  expect((await csvOf(report)).equals(await csvOf(undisturbed.report))).toBe(true);
  await expectUndisturbed(job);
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
  server = await nextServer();
  expect(await outcome(jobPath(job))).toMatchObject({status: 'success', data: {export_dir}});
  await sound('export', 'verify', job.id);
  await expectUndisturbed(job);
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
  server = await nextServer();
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

test('a file size limit fails the job and the report, and both succeed without it', async () => {
  await server.stop();
  server = await patchbay.serve({maxFileBytes: 512 << 10});
  await expectFailures('too large for the file system \\(EFBIG\\)');
  await server.stop();
  server = await patchbay.serve();
  await expectBothMade();
});

test('a full disk keeps finished files, and the rest is created when there is space', async ({skip}) => {
  const disks = {directories: ['compliance', 'export'].map((name) => join(data, name)), bytes: 16 << 20};
  skip(!canApplyLimits({disks}), 'this system allows no disks of their own');
  const [first] = await batchFiles(undisturbed.job);
  const room = 1.5 * (await stat(first!)).size;
  await server.stop();
  server = await patchbay.serve({disks});
  // Only this server has these disks; others see them by way of it.
  const seen = (name: string) => join(`/proc/${server.pid}/root`, data, name);
  const stored = async (name: string) =>
    (await readdir(seen(name), {recursive: true})).filter((entry) => entry.endsWith('.zip')).sort();
  const halfWritten = (name: string) => readdir(join(seen(name), '.incoming'));
  const filling = (name: string) => join(seen(name), 'filling');
  // Room for one batch and not for two, and not for a report, which has them all.
  for (const name of ['compliance', 'export']) {
    const {bavail, bsize} = await statfs(seen(name));
    await writeFile(filling(name), Buffer.alloc(bavail * bsize - room));
  }

  // What the schedule would order.
  const orderDaily = () => call('POST', '/jobs', {type: 'message_export', data: {export_type: 'csv'}});
  const [report, job] = [await orderReport(), await orderDaily()];
  const full = 'the disk is full \\(ENOSPC\\)';
  expect(await outcome(reportPath(report))).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(wordsOf(full, 'ComplianceSettings')),
  });
  expect(await outcome(jobPath(job))).toMatchObject({
    status: 'error',
    data: {
      error: expect.stringMatching(wordsOf(full, 'ExportSettings')),
      messages_exported: '5000',
      job_batch_number: '1',
    },
  });
  expect(await stored('compliance')).toEqual([]);
  expect(await stored('export')).toEqual([expect.stringMatching(/\/batch001-/)]);
  for (const name of ['compliance', 'export']) {
    expect(await halfWritten(name)).toEqual([]);
    await rm(filling(name));
  }

  const [reportAgain, next] = [await orderReport(), await orderDaily()];
  expect((await outcome(reportPath(reportAgain))).status).toBe('finished');
  expect(await outcome(jobPath(next))).toMatchObject({
    status: 'success',
    data: {messages_exported: String(POSTS - 5000), job_batch_number: '3'},
  });
  expect(await stored('compliance')).toEqual([`adhoc-${reportAgain.id}.zip`]);
  expect(await stored('export')).toHaveLength(4);
});

test('a read-only directory fails both, and both succeed when it is writable', async ({skip}) => {
  skip(!canApplyLimits({boundByModes: true}), 'file modes do not bind root here');
  await server.stop();
  server = await patchbay.serve({boundByModes: true});
  const setModes = async (mode: number) => {
    for (const name of ['compliance', 'export']) await chmod(join(data, name), mode);
  };
  await setModes(0o500);
  await expectFailures('the server has no write permission \\(EACCES\\)');
  await setModes(0o700);
  await expectBothMade();
});

test('a file instead of the directory fails both, and both succeed with a directory', async () => {
  for (const name of ['compliance', 'export']) {
    await rm(join(data, name), {recursive: true});
    await writeFile(join(data, name), 'in the way');
  }
  await expectFailures('a file is in place of a directory');
  for (const name of ['compliance', 'export']) await rm(join(data, name));
  await expectBothMade();
});
