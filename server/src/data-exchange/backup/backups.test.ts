import {existsSync} from 'node:fs';
import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {unzip} from '../../../../test/support/archives.ts';
import {refusal} from '../../../../test/support/expect-error.ts';
import {runJobs} from '../../../../test/support/running-jobs.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {backupName} from './backup-directory.ts';

let server: TestServer;
let admin: Person;
let jobs: {stop(): Promise<void>};
let directory: string;

beforeAll(async () => {
  server = await createTestServer();
  ({admin} = server);
  directory = join(server.platform.config.dataDirectory, 'backups');
  jobs = await runJobs(server);
});
afterAll(async () => {
  await jobs.stop();
  await server.close();
});

async function finished(id: string) {
  const over = ['success', 'warning', 'error', 'canceled'];
  await expect.poll(async () => over.includes((await admin.get(`/jobs/${id}`)).body.status)).toBe(true);
  return (await admin.get(`/jobs/${id}`)).body;
}

async function create() {
  const {status, body} = await admin.post('/backups');
  expect(status).toBe(201);
  return finished(body.id);
}

test('a backup is created, listed, downloaded, verified and deleted', async () => {
  const job = await create();
  expect(job).toMatchObject({type: 'backup', status: 'success', progress: 100});
  const name = job.data.file;
  const [listed] = (await admin.get('/backups')).body;
  expect(listed).toEqual({
    name,
    size: Number(job.data.size),
    create_at: expect.any(Number),
    reason: 'manual',
    encrypted: false,
  });
  const stored = await readFile(join(directory, name));
  expect(JSON.parse((await unzip(stored))['manifest.json']!.toString())).toMatchObject({reason: 'manual'});

  const download = await server.app.inject({
    url: `/api/v4/backups/${name}`,
    headers: {authorization: `Bearer ${admin.token}`, range: 'bytes=10-19'},
  });
  expect(download.statusCode).toBe(206);
  expect(download.rawPayload.equals(stored.subarray(10, 20))).toBe(true);
  expect(download.headers).toMatchObject({
    'content-range': `bytes 10-19/${stored.length}`,
    'content-disposition': expect.stringContaining(name),
    'cache-control': 'no-store',
  });

  const sound = await admin.post(`/backups/${name}/verify`);
  expect(sound.status).toBe(201);
  expect(await finished(sound.body.id)).toMatchObject({status: 'success', data: {file: name}});
  stored[60]! ^= 1;
  await writeFile(join(directory, name), stored);
  const damaged = await finished((await admin.post(`/backups/${name}/verify`)).body.id);
  expect(damaged).toMatchObject({status: 'error', data: {error: expect.stringMatching(/damaged|changed/)}});

  expect((await admin.delete(`/backups/${name}`)).status).toBe(200);
  expect(existsSync(join(directory, name))).toBe(false);
  expect(await admin.get(`/backups/${name}`)).toMatchObject(refusal(404, 'app.backup.missing.app_error'));
  const audits = (await admin.get('/audits?per_page=100')).body.map(
    (audit: {action: string}) => audit.action,
  );
  expect(audits.join(' ')).toContain('/api/v4/backups');
});

test('backups are encrypted and verified with the passphrase from the settings', async () => {
  await admin.put('/config/patch', {BackupSettings: {Passphrase: 'correct horse battery'}});
  try {
    const {data} = await create();
    expect(data.file).toMatch(/\.zip\.encrypted$/);
    expect((await readFile(join(directory, data.file))).includes('manifest.json')).toBe(false);
    const verified = await admin.post(`/backups/${data.file}/verify`);
    expect(await finished(verified.body.id)).toMatchObject({status: 'success'});
  } finally {
    await admin.put('/config/patch', {BackupSettings: {Passphrase: ''}});
  }
});

test('a scheduled backup deletes expired scheduled backups and nothing else', async () => {
  await rm(directory, {recursive: true});
  await create();
  const day = 24 * 60 * 60 * 1000;
  const old = [20, 30, 40, 50].map((days) => Date.now() - days * day);
  const kept = [
    backupName(old[0]!, 'manual', false),
    backupName(old[3]!, 'migration', true),
    backupName(old[0]!, 'scheduled', false),
    backupName(Date.now() - 13 * day, 'scheduled', false),
    'notes.txt',
  ];
  const over = [old[1]!, old[2]!, old[3]!].map((time) => backupName(time, 'scheduled', false));
  for (const name of [...kept, ...over]) await writeFile(join(directory, name), '');
  const [manual] = (await admin.get('/backups')).body;

  const {id} = await server.features.jobs.create('backup', {reason: 'scheduled'});
  const {data} = await finished(id);
  expect((await readdir(directory)).sort()).toEqual([...kept, manual.name, data.file].sort());
});

test('the settings define the daily run time', async () => {
  const {schedule} = server.features.jobs.workers.get('backup')!;
  const settings = server.platform.config.get();
  expect(schedule!(settings)).toBeUndefined();
  const BackupSettings = {...settings.BackupSettings, Enable: true, DailyRunTime: '04:05'};
  expect(schedule!({...settings, BackupSettings})).toMatchObject({cron: '5 4 * * *'});
});

test('a canceled backup leaves no files behind', async () => {
  const before = await readdir(directory);
  const {body} = await admin.post('/backups');
  await admin.post(`/jobs/${body.id}/cancel`);
  expect(await finished(body.id)).toMatchObject({status: 'canceled'});
  expect(await readdir(directory)).toEqual(before);
});

test('a resumed backup job starts over', async () => {
  const name = backupName(Date.now() - 1000, 'manual', false);
  await writeFile(join(directory, `${name}.part`), 'half');
  const again = await server.features.jobs.create('backup', {reason: 'manual', file: name});
  const {data} = await finished(again.id);
  expect(data.file).not.toBe(name);
  expect((await readdir(directory)).filter((it) => it.endsWith('.part'))).toEqual([]);
  // A backup that was complete when its server died is not created again.
  const whole = await server.features.jobs.create('backup', {reason: 'manual', file: data.file});
  expect(await finished(whole.id)).toMatchObject({status: 'success', data: {file: data.file}});
});

test('only system administrators can access backups, and only backup files', async () => {
  const [{name}] = (await admin.get('/backups')).body;
  const person = await server.person('priya');
  for (const client of [person, server.anonymous]) {
    const status = client === person ? 403 : 401;
    expect((await client.get('/backups')).status).toBe(status);
    expect((await client.post('/backups')).status).toBe(status);
    expect((await client.post('/jobs', {type: 'backup'})).status).toBe(status);
    expect((await client.get(`/backups/${name}`)).status).toBe(status);
    expect((await client.post(`/backups/${name}/verify`)).status).toBe(status);
    expect((await client.delete(`/backups/${name}`)).status).toBe(status);
  }
  for (const path of ['notes.txt', '..%2fconfig.json', 'patchbay-x.zip']) {
    expect((await admin.get(`/backups/${path}`)).status).toBeGreaterThanOrEqual(400);
    expect((await admin.delete(`/backups/${path}`)).status).toBeGreaterThanOrEqual(400);
  }
  expect(existsSync(join(directory, 'notes.txt'))).toBe(true);
  const forged = await admin.post('/jobs', {type: 'backup_verify', data: {file: '../config.json'}});
  expect(forged).toMatchObject(refusal(404, 'app.backup.missing.app_error'));
});
