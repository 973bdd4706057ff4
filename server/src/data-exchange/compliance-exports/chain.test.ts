import {readdir, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {text} from 'node:stream/consumers';
import {SMTPServer} from 'smtp-server';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {unzip} from '../../../../test/support/archives.ts';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {type ParsedExport, readJsonLines} from '../../../../test/support/export-readers.ts';
import {quiet} from '../../../../test/support/quiet.ts';
import {runJobs} from '../../../../test/support/running-jobs.ts';
import {directories} from '../../platform/config/directories.ts';
import type {Database} from '../../platform/database/database.ts';
import {openDatabase} from '../../platform/database/database.ts';

// The chain of scheduled exports when records arrive late, and when exports fail, are repeated or are removed. Each
// test continues the chain of the previous one, at its own minute.

const MINUTE = 60_000;
const START = Date.UTC(2021, 0, 1);
/** Records with a timestamp this many milliseconds ago may still arrive. */
const SETTLING_TIME = 15_000;

let crew: Crew;
let jobs: {stop(): Promise<void>};
let database: Database;
let minute = 0;

beforeAll(async () => {
  crew = await createCrew({
    MessageExportSettings: {DownloadExportResults: true, ExportFromTimestamp: START, ExportFormat: 'jsonl'},
  });
  ({database} = crew.server.platform);
  // Memberships only change where a test does so.
  await database.execute({text: 'update ChannelMemberHistory set JoinTime = $1', values: [START - MINUTE]});
  jobs = await runJobs(crew.server);
});
afterAll(async () => {
  await jobs.stop();
  await crew.close();
});

interface Job {
  id: string;
  status: string;
  data: Record<string, string>;
}

const settings = (patch: object) => crew.server.platform.config.patch({MessageExportSettings: patch});

async function whenOver(id: string): Promise<Job> {
  const read = async () => (await crew.server.admin.get(`/jobs/${id}`)).body;
  await expect
    .poll(async () => (await read()).status, {timeout: 120_000})
    .toMatch(/^(success|warning|error|canceled)$/);
  return read();
}

/** Continues the chain up to a time. */
async function continueChain(to: number): Promise<Job> {
  const data = {job_end_time: String(to)};
  const {status, body} = await crew.server.admin.post('/jobs', {type: 'message_export', data});
  expect(status, JSON.stringify(body)).toBe(201);
  return whenOver(body.id);
}

async function download({id}: Job) {
  const {app, admin} = crew.server;
  const headers = {authorization: `Bearer ${admin.token}`};
  return app.inject({url: `/api/v4/jobs/${id}/download`, headers});
}

/** Parses the batches of a job, in order. */
async function parseBatches(job: Job): Promise<ParsedExport[]> {
  const {statusCode, rawPayload} = await download(job);
  expect(statusCode, rawPayload.toString()).toBe(200);
  const batches = await Promise.all(Object.values(await unzip(rawPayload)).map(unzip));
  return batches.map(readJsonLines);
}

const textsOf = (batches: readonly ParsedExport[]) =>
  batches.map(({messages}) => messages.map(({text}) => text).sort());

/** A time that no other test uses. */
function nextMinute(): number {
  return START + ++minute * MINUTE;
}

const say = (message: string, createAt: number, more: object = {}) =>
  crew.server.features.posts.create({
    channelId: crew.channelId,
    userId: crew.ann.id,
    message,
    createAt,
    ...more,
  });

async function faultsOf(job: Job): Promise<string[]> {
  const {status, body} = await crew.server.admin.post(`/compliance/exports/${job.id}/verify`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.flatMap(({faults}: {faults: string[]}) => faults);
}

test('late posts are in the next run, and membership changes are not exported twice', async () => {
  const at = nextMinute();
  await say('in time', at + 100);
  const members = await crew.channel('comings', [crew.ann]);
  await database.execute({
    text: 'update ChannelMemberHistory set JoinTime = $1 where ChannelId = $2',
    values: [at + 150, members],
  });
  const first = await continueChain(at + 200);
  expect(textsOf(await parseBatches(first))).toEqual([['in time']]);
  await settings({BatchSize: 1});
  for (const offset of [120, 130, 140, 250]) await say(`at ${offset}`, at + offset);
  const second = await continueChain(at + 300);
  await settings({BatchSize: 10_000});
  const batches = await parseBatches(second);
  expect(textsOf(batches)).toEqual([['at 120'], ['at 130'], ['at 140'], ['at 250']]);
  for (const {memberships} of batches)
    expect(memberships.filter(({channel}) => channel === members)).toEqual([]);
  expect([...(await faultsOf(first)), ...(await faultsOf(second))]).toEqual([]);
  expect((await continueChain(at + 300)).data.job_batch_number).toBe('0');
});

async function upload(name: string, content: string): Promise<string> {
  const path = `/files?channel_id=${crew.channelId}&filename=${name}`;
  const {body} = await crew.ann.post(path, content, {'content-type': 'application/octet-stream'});
  return body.file_infos[0].id;
}

test('a file removed before the export is recorded, with its content if an edit removed it', async () => {
  const at = nextMinute();
  const post = await say('with a plan', at, {fileIds: [await upload('plan.txt', 'the plan')]});
  // As if an import updated the message without its file.
  const imported = await say('imported', at + 1, {fileIds: [await upload('note.txt', 'a note')]});
  for (const change of [
    `update Posts set FileIds = '[]', UpdateAt = $2 where Id = $1`,
    'update FileInfo set DeleteAt = $2 where PostId = $1',
  ]) {
    await database.execute({text: change, values: [imported.id, at + 11]});
  }
  await crew.ann.put(`/posts/${post.id}/patch`, {message: 'without', file_ids: []});
  await database.execute({
    text: 'update Posts set UpdateAt = $2 where Id = $1 or OriginalId = $1',
    values: [post.id, at + 10],
  });
  const {rawPayload} = await download(await continueChain(at + 20));
  const [batch] = await Promise.all(Object.values(await unzip(rawPayload)).map(unzip));
  const {messages, files} = readJsonLines(batch!);
  const former = messages.find(({update}) => update === 'EditedOriginalMsg')!;
  expect(former.text).toBe('with a plan');
  expect(files).toEqual(
    expect.arrayContaining([
      {id: former.id, name: 'plan.txt', entry: expect.any(String)},
      {id: post.id, name: 'plan.txt', entry: undefined},
      {id: imported.id, name: 'note.txt', entry: undefined},
    ]),
  );
  expect(files).toHaveLength(3);
  expect(batch![files.find(({entry}) => entry)!.entry!]!.toString()).toBe('the plan');
});

test('a failed run keeps its finished batches, and the next run continues after them', async () => {
  const at = nextMinute();
  await settings({BatchSize: 1});
  for (const offset of [1, 2, 3]) await say(`number ${offset}`, at + offset);
  await database.execute({
    text: `
      create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
      create trigger refuse before insert on ComplianceExports for each row when (new.Batch = 2)
        execute function refuse()`,
  });
  const failed = await continueChain(at + 10);
  expect(failed).toMatchObject({status: 'error', data: {messages_exported: '1', is_downloadable: 'true'}});
  expect(textsOf(await parseBatches(failed))).toEqual([['number 1']]);
  await database.execute({text: 'drop trigger refuse on ComplianceExports'});
  const next = await continueChain(at + 10);
  await settings({BatchSize: 10_000});
  expect(textsOf(await parseBatches(next))).toEqual([['number 2'], ['number 3']]);

  // When restarted manually, it exports nothing, because everything is exported.
  await say('later', at + 20);
  expect((await crew.server.admin.patch(`/jobs/${failed.id}/status`, {status: 'pending'})).status).toBe(200);
  const again = await whenOver(failed.id);
  expect(again).toMatchObject({status: 'success', data: {messages_exported: '1', job_batch_number: '1'}});
  expect(textsOf(await parseBatches(await continueChain(at + 30)))).toEqual([['later']]);
  expect([...(await faultsOf(failed)), ...(await faultsOf(next))]).toEqual([]);
});

describe('Global Relay', () => {
  /** The ids and senders of the emails that the mail server accepted. */
  let acceptedEmails: string[] = [];
  let senders: string[] = [];
  let room = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(room-- > 0 ? null : new Error('mailbox full')),
    onData(stream, {envelope: {mailFrom}}, done) {
      senders.push(mailFrom ? mailFrom.address : '');
      text(stream).then((content) => {
        acceptedEmails.push(/^Message-ID: (.*)$/m.exec(content)![1]!.trim());
        done();
      }, done);
    },
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const {port} = server.server.address() as {port: number};
    await settings({
      ExportFormat: 'globalrelay',
      GlobalRelaySettings: {
        CustomerType: 'CUSTOM',
        EmailAddress: 'archive@example.org',
        CustomSMTPServerName: '127.0.0.1',
        CustomSMTPPort: String(port),
      },
    });
  });
  afterAll(async () => {
    await settings({ExportFormat: 'jsonl'});
    await new Promise<void>((resolve) => server.close(resolve));
  });

  /** Continues the chain with a limited number of accepted emails, and returns their ids. */
  async function sendUntil(to: number, emails: number, status: string): Promise<string[]> {
    [acceptedEmails, room] = [[], emails];
    expect(await continueChain(to)).toMatchObject({status});
    return acceptedEmails;
  }

  test('after a run that could not send all emails, the next run sends the same ones again, then newer ones', async () => {
    const at = nextMinute();
    const direct = await crew.server.features.channels.directChannel(crew.ann.id, crew.bob.id, crew.ann.id);
    await say('to all', at);
    await say('to bob', at + 1, {channelId: direct.id});
    const some = await sendUntil(at + 10, 1, 'error');
    expect(some).toHaveLength(1);
    await say('later', at + 20);
    expect(await sendUntil(at + 30, 1, 'error')).toEqual(some);
    const all = await sendUntil(at + 40, 10, 'success');
    expect(all).toHaveLength(3);
    expect(all[0]).toBe(some[0]);
    expect(new Set(all).size).toBe(3);
  });

  test('the emails of a deleted account have a sender address', async () => {
    const at = nextMinute();
    const leaver = await crew.server.person('leaver');
    await crew.server.features.teams.addMember(crew.teamId, leaver.id, crew.ann.id);
    await crew.server.features.systemMessages.idle();
    const channel = await crew.channel('leaving', [leaver]);
    await say('goodbye', at, {channelId: channel, userId: leaver.id});
    await database.execute({text: 'delete from Users where Id = $1', values: [leaver.id]});
    senders = [];
    await sendUntil(at + 10, 10, 'success');
    expect(senders).toContain(`${leaver.id}@patchbay.invalid`);
  });

  test('an email with more content than before has a new id', async () => {
    const at = nextMinute();
    await say('in the window', at);
    const order = async () => {
      const data = {batch_start_time: String(at), job_end_time: String(at + 10)};
      [acceptedEmails, room] = [[], 10];
      const {body} = await crew.server.admin.post('/jobs', {type: 'message_export', data});
      expect((await whenOver(body.id)).status).toBe('success');
      return acceptedEmails;
    };
    const [once, again] = [await order(), await order()];
    expect(again).toEqual(once);
    await say('imported later', at + 5);
    expect(await order()).not.toEqual(once);
    await sendUntil(at + 10, 10, 'success');
  });
});

test('verification detects that the last batch and its record were removed', async () => {
  const at = nextMinute();
  await settings({BatchSize: 1});
  for (const offset of [1, 2]) await say(`of two ${offset}`, at + offset);
  const job = await continueChain(at + 10);
  await settings({BatchSize: 10_000});
  const row = await database.row<{path: string}>({
    text: 'delete from ComplianceExports where JobId = $1 and Batch = 2 returning *',
    values: [job.id],
  });
  expect(await faultsOf(job)).toEqual(['The export wrote 2 batches, but only 1 are left.']);
  const names = Object.keys(row!);
  await database.execute({
    text: `insert into ComplianceExports (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
    values: Object.values(row!),
  });
  expect(await faultsOf(job)).toEqual([]);
});

test('a run that is canceled by force during a batch keeps its finished batches', async () => {
  const at = nextMinute();
  await settings({BatchSize: 1});
  for (const offset of [1, 2]) await say(`acceptedEmails ${offset}`, at + offset);
  const LOCK = 77;
  await database.execute({
    text: `
      create function hold() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$;
      create trigger hold before insert on ComplianceExports for each row when (new.Batch = 2)
        execute function hold()`,
  });
  const holder = openDatabase({connectionString: database.connectionString, maxConnections: 1, log: quiet});
  await holder.execute({text: `select pg_advisory_lock(${LOCK})`});
  const {admin, features, platform} = crew.server;
  const {body: job} = await admin.post('/jobs', {
    type: 'message_export',
    data: {job_end_time: String(at + 9)},
  });
  const waiting = {
    text: `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  };
  await expect.poll(() => database.execute(waiting), {timeout: 120_000}).toBe(1);
  const acceptedEmails = await admin.patch(`/jobs/${job.id}/status`, {status: 'canceled', force: true});
  expect(acceptedEmails.status).toBe(200);
  await holder.close();
  const [finished] = await features.complianceExports.batches(job.id);
  const {exports} = directories(platform.config);
  const files = () => readdir(join(exports, dirname(finished!.path)));
  await expect.poll(files, {timeout: 120_000}).toEqual([basename(finished!.path)]);
  await database.execute({text: 'drop trigger hold on ComplianceExports'});
  await settings({BatchSize: 10_000});
  expect(textsOf(await parseBatches(await continueChain(at + 10)))).toEqual([['acceptedEmails 2']]);
});

test('verification detects a replaced batch, and a removed start of the chain', async () => {
  const at = nextMinute();
  await say('of the batch', at);
  const job = await continueChain(at + 1);
  const {admin, features, platform} = crew.server;
  const [batch] = await features.complianceExports.batches(job.id);
  const {body: ordered} = await admin.post('/compliance/reports', {desc: 'd', start_at: at, end_at: at + 1});
  const report = `/compliance/reports/${ordered.id}`;
  await expect.poll(async () => (await admin.get(report)).body.status, {timeout: 120_000}).toBe('finished');
  const {app} = crew.server;
  const headers = {authorization: `Bearer ${admin.token}`};
  const archive = (await app.inject({url: `/api/v4${report}/download`, headers})).rawPayload;
  const file = join(directories(platform.config).exports, batch!.path);
  const exported = Object.values(await unzip((await download(job)).rawPayload))[0]!;
  await writeFile(file, archive);
  expect(await faultsOf(job)).toEqual(['The archive is of a different kind: "patchbay-compliance-report".']);
  await writeFile(file, exported);
  await features.complianceArchives.write(`adhoc-${ordered.id}.zip`, exported);
  expect((await admin.post(`${report}/verify`)).body.faults).toEqual([
    'The archive is of a different kind: "patchbay-compliance-export".',
  ]);

  expect(await faultsOf(job)).toEqual([]);
  const before = await database.row<{path: string}>({
    text: 'delete from ComplianceExports where Path <> $1 returning Path',
    values: [batch!.path],
  });
  expect(before).toBeDefined();
  expect(await faultsOf(job)).toEqual([
    expect.stringMatching(/^The database no longer has the previous batch/),
  ]);
});

test('an export ends before the start of a transaction that is still writing', async () => {
  const writer = openDatabase({connectionString: database.connectionString, maxConnections: 1, log: quiet});
  await writer.transaction(async (tx) => {
    await tx.execute({text: 'lock table Posts in row exclusive mode'});
    const row = await tx.row<{began: number}>({
      text: 'select floor(extract(epoch from now()) * 1000)::bigint as began',
    });
    const {data} = await continueChain(Date.now());
    expect(Number(data.job_end_time)).toBeLessThanOrEqual(row!.began - SETTLING_TIME);
  });
  await writer.close();
});
