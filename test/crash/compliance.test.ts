import {chmod, mkdtemp, readdir, readFile, rm, stat, statfs, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import type {Database} from '../../server/src/platform/database/database.ts';
import {type Entries, unzip} from '../support/archives.ts';
import {canApplyLimits, commandLine} from '../support/command-line.ts';
import {holdChange} from '../support/hold-change.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

// Reports and exports that are canceled, that run out of disk space, or whose server is killed or stopped.

vi.setConfig({testTimeout: 600_000, hookTimeout: 600_000});

const START = Date.UTC(2021, 0, 1);
const POSTS = 12_000;
const BATCH_SIZE = 3_000;
const END = START + POSTS;
const ENDED = /^(finished|failed|success|warning|error|canceled)$/;

let data: string;
let testDatabase: TestDatabase;
let database: Database;
let patchbay: ReturnType<typeof commandLine>;
let server: Awaited<ReturnType<ReturnType<typeof commandLine>['serve']>>;
let token: string;
/** A report and an export of the same posts, which completed without interruption. */
let uninterrupted: {report: {id: string}; job: {id: string}};
/** The size of a batch of the export. */
let batchBytes: number;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'patchbay-compliance-'));
  testDatabase = await createTestDatabase();
  ({database} = testDatabase);
  patchbay = commandLine(data, {
    PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString,
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
    PATCHBAY_MESSAGEEXPORTSETTINGS_BATCHSIZE: String(BATCH_SIZE),
  });
  const account = ['--username', 'ann', '--email', 'ann@example.com', '--password', 'a long enough password'];
  expect((await patchbay.run(['user', 'create', ...account])).code).toBe(0);
  token = (await patchbay.run(['token', 'create', 'ann', '--description', 'test'])).stdout.trim();
  await database.execute({
    text: `
      insert into Channels (Id, CreateAt, UpdateAt, TeamId, Type, DisplayName, Name)
      values (repeat('c', 26), 1, 1, repeat('t', 26), 'O', 'Channel', 'channel')`,
  });
  // Creates one post per millisecond, with text that hardly compresses.
  await database.execute({
    text: `
      insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
      select lpad(n::text, 26, 'p'), $1::bigint + n, $1::bigint + n, (select Id from Users where Username = 'ann'),
        repeat('c', 26), (select string_agg(md5(n::text || i), '') from generate_series(1, 8) i)
      from generate_series(0, $2::int - 1) n`,
    values: [START, POSTS],
  });
  server = await patchbay.serve();
  const [report, job] = [await createReport(), await createExport()];
  uninterrupted = {report: await outcome(reportPath(report)), job: await outcome(jobPath(job))};
  const [firstBatch] = await batchFiles(uninterrupted.job);
  batchBytes = (await stat(firstBatch!)).size;
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
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
  return (await response.json()) as any;
}

const createReport = () => call('POST', '/compliance/reports', {desc: 'all', start_at: START, end_at: END});
const createExport = () =>
  call('POST', '/jobs', {
    type: 'message_export',
    data: {export_type: 'csv', batch_start_time: String(START), job_end_time: String(END)},
  });
const reportPath = ({id}: {id: string}) => `/compliance/reports/${id}`;
const jobPath = ({id}: {id: string}) => `/jobs/${id}`;

/** Waits until a job or report has ended, and returns it. */
function outcome(path: string) {
  const ended = async () => {
    const it = await call('GET', path);
    expect(it.status).toMatch(ENDED);
    return it;
  };
  return vi.waitFor(ended, {timeout: 300_000});
}

const holdAt = (change: string) => holdChange(database, testDatabase.connectionString, change);

const IN_REPORT = `update on Compliances for each row when (new."count" > 0 and new.Status = 'running')`;
const IN_EXPORT = 'insert on ComplianceExports for each row when (new.Batch = 2)';

const inDirectory = (name: string) => readdir(join(data, name)).catch(() => [] as string[]);

/**
 * The files in both stores, including incomplete ones. Incomplete files of a killed server are deleted after a day.
 */
const filesInStores = () =>
  Promise.all(['compliance', 'compliance/.incoming', 'export', 'export/.incoming'].map(inDirectory));

/** The rows in a report's archive. */
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

/**
 * Compares the batches with those of the uninterrupted export, except for the manifests, which contain the job's id.
 */
async function expectSameBatches(job: {id: string}): Promise<void> {
  const [found, expected] = [await batchesOf(job), await batchesOf(uninterrupted.job)];
  expect(Object.keys(found)).toEqual(Object.keys(expected));
  expect(Object.keys(found)).toHaveLength(4);
  for (const [file, entries] of Object.entries(expected)) {
    for (const name of Object.keys(entries).filter((one) => one !== 'manifest.json')) {
      expect([file, name, found[file]![name]!.equals(entries[name]!)]).toEqual([file, name, true]);
    }
  }
}

async function expectValid(...args: string[]): Promise<void> {
  const {code, stderr} = await patchbay.run(['compliance', ...args]);
  expect(code, stderr).toBe(0);
}

/**
 * Starts the next server, and makes the jobs of the previous one look as if they had been silent for an hour, so that
 * the next server takes them over.
 */
async function nextServer() {
  await database.execute({
    text: `update Jobs set LastActivityAt = LastActivityAt - 3600000 where Status in ('in_progress', 'cancel_requested')`,
  });
  return patchbay.serve();
}

/** Expects a new report and a new export to fail for this reason and to leave no files. */
async function expectFailures(reason: string): Promise<void> {
  const before = await filesInStores();
  const [report, job] = [await createReport(), await createExport()];
  expect(await outcome(reportPath(report))).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(errorFor(reason, 'ComplianceSettings')),
  });
  expect(await outcome(jobPath(job))).toMatchObject({
    status: 'error',
    data: {error: expect.stringMatching(errorFor(reason, 'ExportSettings')), messages_exported: '0'},
  });
  expect(await filesInStores()).toEqual(before);
}

/** The error of a job that could not write an archive: what was wrong, where, and what to do. */
const errorFor = (reason: string, section: string) =>
  new RegExp(
    `could not be written: .*${reason}.*No partial archive was kept.* in the directory set in ${section}\\.Directory, then try again`,
  );

async function expectSuccess(): Promise<void> {
  const [report, job] = [await createReport(), await createExport()];
  expect((await outcome(reportPath(report))).status).toBe('finished');
  expect((await outcome(jobPath(job))).status).toBe('success');
}

test('a report and an export whose server is killed are completed by the next server, with the same bytes', async () => {
  const [inReport, inExport] = [await holdAt(IN_REPORT), await holdAt(IN_EXPORT)];
  const [report, job] = [await createReport(), await createExport()];
  await inReport.reached();
  await inExport.reached();
  // The report doesn't have a final file yet. The second batch has one, but it isn't recorded.
  expect((await inDirectory('compliance')).sort()).toEqual([
    '.incoming',
    `adhoc-${uninterrupted.report.id}.zip`,
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
  await expectValid('report', 'verify', report.id);
  await expectValid('export', 'verify', job.id);
  expect((await csvOf(report)).equals(await csvOf(uninterrupted.report))).toBe(true);
  await expectSameBatches(job);
});

test('an export whose server is stopped during a batch continues in the same directory', async () => {
  const hold = await holdAt(IN_EXPORT);
  const job = await createExport();
  await hold.reached();
  const {export_dir} = (await call('GET', jobPath(job))).data;
  const stopped = server.stop();
  await expect
    .poll(
      () =>
        fetch(server.address).then(
          () => 'running',
          () => 'stopped',
        ),
      {timeout: 300_000},
    )
    .toBe('stopped');
  await hold.release();
  expect((await stopped).code).toBe(0);
  server = await nextServer();
  expect(await outcome(jobPath(job))).toMatchObject({status: 'success', data: {export_dir}});
  await expectValid('export', 'verify', job.id);
  await expectSameBatches(job);
});

test('a server that is stopped does not wait for a long statement of an export, and the next server completes it', async () => {
  const {promise: untilReleased, resolve: release} = Promise.withResolvers<void>();
  // Without requests, only the export reads this table.
  const held = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.execute({text: 'lock table ChannelMemberHistory in access exclusive mode'});
    held.resolve();
    await untilReleased;
  });
  await held.promise;
  const job = await createExport();
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

test('a canceled export keeps only the batches that were complete', async () => {
  const hold = await holdAt(IN_EXPORT);
  const job = await createExport();
  await hold.reached();
  await call('POST', `${jobPath(job)}/cancel`);
  await hold.release();
  expect((await outcome(jobPath(job))).status).toBe('canceled');
  expect(Object.keys(await batchesOf(job))).toEqual([expect.stringMatching(/^batch001-/)]);
  await expectValid('export', 'verify', job.id);
});

test('a report is canceled with its job, whether it is pending or running, and leaves no files', async () => {
  const before = await filesInStores();
  const hold = await holdAt(IN_REPORT);
  const running = await createReport();
  await hold.reached();
  const pending = await createReport();
  for (const {job_id} of [pending, running]) await call('POST', `/jobs/${job_id}/cancel`);
  expect((await call('GET', reportPath(pending))).status).toBe('canceled');
  await hold.release();
  expect((await outcome(reportPath(running))).status).toBe('canceled');
  expect((await outcome(jobPath({id: running.job_id}))).status).toBe('canceled');
  expect(await filesInStores()).toEqual(before);
});

const boundByModes = canApplyLimits({boundByModes: true});

test('a file size limit fails the job and the report, and both succeed without it', async () => {
  await server.stop();
  server = await patchbay.serve({maxFileBytes: 128 << 10});
  await expectFailures('too large for the file system \\(EFBIG\\)');
  await server.stop();
  server = await patchbay.serve({boundByModes});
  await expectSuccess();
});

test.runIf(boundByModes)(
  'a read-only directory fails both, and both succeed when it is writable',
  async () => {
    const setModes = async (mode: number) => {
      for (const name of ['compliance', 'export']) await chmod(join(data, name), mode);
    };
    await setModes(0o500);
    await expectFailures('the server has no write permission \\(EACCES\\)');
    await setModes(0o700);
    await expectSuccess();
  },
);

test('a file in place of the directory fails both, and both succeed with a directory', async () => {
  for (const name of ['compliance', 'export']) {
    await rm(join(data, name), {recursive: true});
    await writeFile(join(data, name), 'not a directory');
  }
  await expectFailures('a file is in place of a directory');
  for (const name of ['compliance', 'export']) await rm(join(data, name));
  await expectSuccess();
});

test('a full disk keeps finished files, and the rest is created when there is space', async ({skip}) => {
  const disks = {directories: ['compliance', 'export'].map((name) => join(data, name)), bytes: 8 << 20};
  skip(!canApplyLimits({disks}), 'this system cannot mount disks');
  const space = 1.5 * batchBytes;
  await server.stop();
  server = await patchbay.serve({disks});
  // The disks are mounted only for this server.
  const onDisk = (name: string) => join(`/proc/${server.pid}/root`, data, name);
  const stored = async (name: string) =>
    (await readdir(onDisk(name), {recursive: true})).filter((entry) => entry.endsWith('.zip')).sort();
  const incomplete = (name: string) => readdir(join(onDisk(name), '.incoming'));
  const filler = (name: string) => join(onDisk(name), 'filler');
  // Enough space for one batch, but not for two batches or for a report, which contains all posts.
  for (const name of ['compliance', 'export']) {
    const {bavail, bsize} = await statfs(onDisk(name));
    await writeFile(filler(name), Buffer.alloc(bavail * bsize - space));
  }

  // The same job as the scheduled one.
  const createDailyExport = () => call('POST', '/jobs', {type: 'message_export', data: {export_type: 'csv'}});
  const [report, job] = [await createReport(), await createDailyExport()];
  const full = 'the disk is full \\(ENOSPC\\)';
  expect(await outcome(reportPath(report))).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(errorFor(full, 'ComplianceSettings')),
  });
  expect(await outcome(jobPath(job))).toMatchObject({
    status: 'error',
    data: {
      error: expect.stringMatching(errorFor(full, 'ExportSettings')),
      messages_exported: String(BATCH_SIZE),
      job_batch_number: '1',
    },
  });
  expect(await stored('compliance')).toEqual([]);
  expect(await stored('export')).toEqual([expect.stringMatching(/\/batch001-/)]);
  for (const name of ['compliance', 'export']) {
    expect(await incomplete(name)).toEqual([]);
    await rm(filler(name));
  }

  const [secondReport, next] = [await createReport(), await createDailyExport()];
  expect((await outcome(reportPath(secondReport))).status).toBe('finished');
  expect(await outcome(jobPath(next))).toMatchObject({
    status: 'success',
    data: {messages_exported: String(POSTS - BATCH_SIZE), job_batch_number: '3'},
  });
  expect(await stored('compliance')).toEqual([`adhoc-${secondReport.id}.zip`]);
  expect(await stored('export')).toHaveLength(4);
});
