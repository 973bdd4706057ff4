import {randomBytes} from 'node:crypto';
import {existsSync} from 'node:fs';
import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {SCHEMA_OPTIONS} from '../../server/src/commands/platform.ts';
import {restoreBackup} from '../../server/src/data-exchange/backup/backup.ts';
import {loadLocalSettings} from '../../server/src/platform/config/local-settings.ts';
import {createFileStore} from '../../server/src/platform/file-store/create-file-store.ts';
import {storeLocations} from '../../server/src/platform/file-store/store-locations.ts';
import {SEALED_COLUMNS} from '../../server/src/secret-columns.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {refusal} from '../support/expect-error.ts';
import {formBody} from '../support/forms.ts';
import {picture} from '../support/pictures.ts';
import {quiet} from '../support/quiet.ts';
import {runJobs} from '../support/running-jobs.ts';
import {type S3Server, startS3Server} from '../support/s3-server.ts';
import {createEmptyDatabase} from '../support/test-database.ts';
import {type Client, createTestServer, type Person, type TestServer} from '../support/test-server.ts';

// Two servers that store their files in one bucket, and none on their disks.

const OCTETS = {'content-type': 'application/octet-stream'};
const MIB = 1024 * 1024;
const FINISHED = /^(success|warning|error|canceled)$/;

let s3: S3Server;
let crew: Crew;
let second: TestServer;
let jobs: {stop(): Promise<void>};
let ann: Person;
let admin: Person;
/** Ann's client for the other server. */
let annOnSecond: Client;

beforeAll(async () => {
  s3 = await startS3Server();
  const {FileSettings} = s3.settings;
  crew = await createCrew({
    FileSettings: {...FileSettings, AmazonS3PathPrefix: 'chat'},
    MessageExportSettings: {DownloadExportResults: true},
  });
  ({ann} = crew);
  ({admin} = crew.server);
  jobs = await runJobs(crew.server);
  second = await createTestServer({sharing: crew.server});
  annOnSecond = second.withToken(ann.token);
});
afterAll(async () => {
  await jobs.stop();
  await second.close();
  await crew.close();
  await s3.close();
});

/** Downloads bytes from a server. */
async function download(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const {statusCode, rawPayload} = await server.app.inject({
    url: `/api/v4${path}`,
    headers: {authorization: `Bearer ${admin.token}`, ...headers},
  });
  return {status: statusCode, bytes: rawPayload};
}

async function finishedJob(id: string) {
  await expect.poll(async () => (await admin.get(`/jobs/${id}`)).body.status).toMatch(FINISHED);
  return (await admin.get(`/jobs/${id}`)).body;
}

test('the parts of an upload can go to different servers, and any server serves its ranges', async () => {
  const content = randomBytes(12 * MIB);
  const session = {channel_id: crew.channelId, filename: 'film.mp4', file_size: content.length};
  const {id} = (await ann.post('/uploads', session)).body;
  expect((await ann.post(`/uploads/${id}`, content.subarray(0, 7 * MIB), OCTETS)).status).toBe(204);
  expect((await annOnSecond.get(`/uploads/${id}`)).body.file_offset).toBe(7 * MIB);
  const {status, body} = await annOnSecond.post(`/uploads/${id}`, content.subarray(7 * MIB), OCTETS);
  expect(status).toBe(200);

  expect((await download(crew.server, `/files/${body.id}`)).bytes.equals(content)).toBe(true);
  const range = await download(second, `/files/${body.id}`, {range: 'bytes=6000000-6000099'});
  expect(range.status).toBe(206);
  expect(range.bytes.equals(content.subarray(6_000_000, 6_000_100))).toBe(true);
  const {fileStore} = crew.server.features;
  expect(await Array.fromAsync(fileStore.list('uploads'))).toEqual([]);
});

test('previews, profile images and emoji are available on the other server', async () => {
  const image = await picture(600, 400);
  const upload = `/files?channel_id=${crew.channelId}&filename=a.png`;
  const file = (await ann.post(upload, image, OCTETS)).body.file_infos[0];
  expect(file).toMatchObject({width: 600, height: 400, has_preview_image: true});
  for (const kind of ['thumbnail', 'preview']) {
    expect((await download(second, `/files/${file.id}/${kind}`)).status).toBe(200);
  }
  const profile = formBody([{name: 'image', fileName: 'me.png', content: image}]);
  expect((await ann.post(`/users/${ann.id}/image`, profile.body, profile.headers)).status).toBe(200);
  const stored = await download(crew.server, `/users/${ann.id}/image`);
  expect((await download(second, `/users/${ann.id}/image`)).bytes.equals(stored.bytes)).toBe(true);

  const emoji = formBody([
    {name: 'emoji', value: JSON.stringify({name: 'blue', creator_id: admin.id})},
    {name: 'image', fileName: 'blue.png', content: await picture(32, 32)},
  ]);
  const {body} = await admin.post('/emoji', emoji.body, emoji.headers);
  expect((await download(second, `/emoji/${body.id}/image`)).status).toBe(200);
});

test('an unavailable bucket causes a 503, and files work again when it is back', async () => {
  const upload = `/files?channel_id=${crew.channelId}&filename=a.txt`;
  const {id} = (await ann.post(upload, 'text', OCTETS)).body.file_infos[0];
  await s3.cut();
  const unavailable = refusal(503, 'api.file.storage_unavailable.app_error');
  expect(await ann.get(`/files/${id}`)).toMatchObject(unavailable);
  expect(await ann.post(upload, 'more', OCTETS)).toMatchObject(unavailable);
  // Messages don't require the bucket.
  await crew.post(ann, 'still here');
  await s3.repair();
  expect((await ann.get(`/files/${id}`)).body).toBe('text');
  expect((await ann.post(upload, 'more', OCTETS)).status).toBe(201);
});

test('the connection can be tested with the current settings and with others', async () => {
  const check = (settings?: object) => admin.post('/file/s3_test', settings && {FileSettings: settings});
  expect(await check()).toMatchObject({status: 200, body: {status: 'OK'}});
  // Sent like by the settings page, with a masked secret.
  const {FileSettings} = (await admin.get('/config')).body;
  expect(FileSettings.AmazonS3SecretAccessKey).toBe('*'.repeat(32));
  expect(await check(FileSettings)).toMatchObject({status: 200});
  expect(await check({AmazonS3Bucket: 'nowhere'})).toMatchObject({
    status: 400,
    body: {message: expect.stringMatching(/^FileSettings.AmazonS3Bucket: There is no bucket "nowhere"\./)},
  });
  expect(await check({AmazonS3Bucket: ''})).toMatchObject(
    refusal(400, 'api.admin.test_s3.missing_s3_bucket'),
  );
  expect(await check({AmazonS3Endpoint: 'https://s3.example.com'})).toMatchObject({status: 400});
  // The current secret must not be sent to another host.
  const endpoint = {AmazonS3Endpoint: FileSettings.AmazonS3Endpoint.replace('127.0.0.1', 'localhost')};
  expect(endpoint.AmazonS3Endpoint).not.toBe(FileSettings.AmazonS3Endpoint);
  const secretNeeded = refusal(400, 'api.config.test.secret_needed.app_error');
  expect(await check(endpoint)).toMatchObject(secretNeeded);
  expect(await check({...FileSettings, ...endpoint})).toMatchObject(secretNeeded);
  const {secretAccessKey} = s3.connection;
  expect(await check({...endpoint, AmazonS3SecretAccessKey: secretAccessKey})).toMatchObject({status: 200});
  expect((await ann.post('/file/s3_test')).status).toBe(403);
});

test('a bulk export is written to the bucket, and any server serves its ranges and deletes it', async () => {
  const {body} = await admin.post('/jobs', {type: 'export_process', data: {include_attachments: 'true'}});
  const {data, status} = await finishedJob(body.id);
  expect(status).toMatch(/^(success|warning)$/);
  const adminOnSecond = second.withToken(admin.token);
  expect((await adminOnSecond.get('/exports')).body).toContain(data.export_file);
  const range = await download(second, `/exports/${data.export_file}`, {range: 'bytes=0-1'});
  expect([range.status, range.bytes.toString()]).toEqual([206, 'PK']);
  expect((await adminOnSecond.delete(`/exports/${data.export_file}`)).status).toBe(200);
  expect((await admin.get('/exports')).body).toEqual([]);
});

test('compliance exports and reports are written to the bucket, verified and downloaded', async () => {
  await ann.post('/posts', {channel_id: crew.channelId, message: 'for the record'});
  const data = {batch_start_time: '1', job_end_time: String(Date.now() + 60_000), export_type: 'csv'};
  const {body} = await admin.post('/jobs', {type: 'message_export', data});
  expect(await finishedJob(body.id)).toMatchObject({status: 'success'});
  const verified = await second.withToken(admin.token).post(`/compliance/exports/${body.id}/verify`);
  expect(verified.body).toMatchObject([{faults: []}]);
  const zip = await download(second, `/jobs/${body.id}/download`);
  expect(zip.bytes.subarray(0, 2).toString()).toBe('PK');

  const report = await admin.post('/compliance/reports', {
    desc: 'all',
    start_at: 1,
    end_at: Date.now() + 60_000,
  });
  const statusOf = async () => (await admin.get(`/compliance/reports/${report.body.id}`)).body.status;
  await expect.poll(statusOf).toBe('finished');
  const result = await admin.post(`/compliance/reports/${report.body.id}/verify`);
  expect(result.body).toMatchObject({faults: []});
});

test('an import file that was uploaded to one server is imported by the other', async () => {
  const lines = [
    {type: 'version', version: 1},
    {type: 'team', team: {name: 'imported', display_name: 'Imported', type: 'O'}},
  ];
  const content = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const session = {type: 'import', filename: 'history.jsonl', file_size: content.length};
  const other = second.withToken(admin.token);
  const {id} = (await other.post('/uploads', session)).body;
  expect((await other.post(`/uploads/${id}`, content, OCTETS)).status).toBe(200);
  const {body} = await admin.post('/jobs', {
    type: 'import_process',
    data: {import_file: `${id}_history.jsonl`, mode: 'apply'},
  });
  expect(await finishedJob(body.id)).toMatchObject({status: 'success'});
  expect((await admin.get('/teams/name/imported')).status).toBe(200);
});

test('a backup is written to the bucket, verified there, and restored into another folder of the bucket', async () => {
  await admin.put('/config/patch', {BackupSettings: {Passphrase: 'correct horse battery'}});
  const job = await finishedJob((await admin.post('/backups')).body.id);
  expect(job).toMatchObject({status: 'success'});
  const [backup] = (await second.withToken(admin.token).get('/backups')).body;
  expect(backup).toMatchObject({name: job.data.file, size: Number(job.data.size), encrypted: true});
  const start = await download(second, `/backups/${backup.name}`, {range: 'bytes=0-9'});
  expect(start.bytes.toString()).toBe('patchbay e');
  const verification = await admin.post(`/backups/${backup.name}/verify`);
  expect(await finishedJob(verification.body.id)).toMatchObject({status: 'success'});

  const target = await createEmptyDatabase();
  const root = await mkdtemp(join(tmpdir(), 'patchbay-restore-'));
  const {FileSettings} = s3.settings;
  const env = {
    PATCHBAY_SQLSETTINGS_DATASOURCE: target.connectionString,
    PATCHBAY_FILESETTINGS_AMAZONS3PATHPREFIX: 'restored',
    ...Object.fromEntries(
      Object.entries(FileSettings).map(([name, value]) => [
        `PATCHBAY_FILESETTINGS_${name.toUpperCase()}`,
        String(value),
      ]),
    ),
  };
  const restore = () =>
    restoreBackup({
      place: {store: storeLocations(crew.server.platform.config).backups, name: backup.name},
      passphrase: 'correct horse battery',
      dataDirectory: join(root, 'data'),
      env,
      database: SCHEMA_OPTIONS,
      sealedColumns: SEALED_COLUMNS,
      log: quiet,
    });
  try {
    await restore();
    const config = await loadLocalSettings({dataDirectory: join(root, 'data'), env});
    const restored = createFileStore(storeLocations(config).files);
    const listed = async (store: typeof restored) =>
      (await Array.fromAsync(store.list('files'))).map(({path, size}) => [path, size]);
    const original = await listed(crew.server.features.fileStore);
    expect(original.length).toBeGreaterThan(3);
    expect(await listed(restored)).toEqual(original);

    await rm(join(root, 'data'), {recursive: true});
    await expect(restore()).rejects.toThrow(/s3:\/\/patchbay\/restored\/files\/ at .* is not empty/);
  } finally {
    await target.close();
    await rm(root, {recursive: true, force: true});
  }

  expect((await admin.delete(`/backups/${backup.name}`)).status).toBe(200);
  expect((await admin.get('/backups')).body).toEqual([]);
});

test('a backup that is interrupted by the bucket fails with the reason and leaves nothing', async () => {
  s3.onRequest = ({method, url}, response) => {
    if (method === 'PUT' && url!.includes('/backups/')) response.writeHead(403).end();
  };
  const job = await finishedJob((await admin.post('/backups')).body.id);
  s3.onRequest = () => {};
  expect(job).toMatchObject({
    status: 'error',
    data: {
      error: expect.stringMatching(/could not be written\. No partial file was kept\. write patchbay-.*403/),
    },
  });
  expect((await admin.get('/backups')).body).toEqual([]);
});

test('nothing was stored on the disk of the servers', async () => {
  const {dataDirectory} = crew.server;
  for (const name of ['files', 'import', 'export', 'compliance', 'backups']) {
    expect(existsSync(join(dataDirectory, name)), name).toBe(false);
  }
  const left = await readdir(join(dataDirectory, 'temporary'), {recursive: true, withFileTypes: true});
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
});
