import {mkdir, readdir, readFile, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {refusal} from '../../../../test/support/expect-error.ts';
import {formBody} from '../../../../test/support/forms.ts';
import {picture} from '../../../../test/support/pictures.ts';
import {runJobs} from '../../../../test/support/running-jobs.ts';
import type {ApiResponse, Person} from '../../../../test/support/test-server.ts';
import {openArchive} from '../../platform/formats/read-zip.ts';

let crew: Crew;
let admin: Person;
let jobs: {stop(): Promise<void>};

beforeAll(async () => {
  crew = await createCrew();
  ({admin} = crew.server);
  jobs = await runJobs(crew.server);
});
afterAll(async () => {
  await jobs.stop();
  await crew.close();
});

const DAY = 24 * 60 * 60 * 1000;
const exportDirectory = () => join(crew.server.dataDirectory, 'export');

/** All options of an export, as `mmctl export create` sends them with all flags. */
const ALL = {
  include_attachments: 'true',
  include_profile_pictures: 'true',
  include_archived_channels: 'true',
  include_roles_and_schemes: 'true',
};

async function finished(jobId: string): Promise<ApiResponse['body']> {
  await expect
    .poll(async () => (await admin.get(`/jobs/${jobId}`)).body.status, {timeout: 60_000})
    .toMatch(/^(success|warning|error|canceled)$/);
  return (await admin.get(`/jobs/${jobId}`)).body;
}

/** Creates an export and returns the name of its file. */
async function exported(data: Record<string, string> = ALL): Promise<string> {
  const {status, body} = await admin.post('/jobs', {type: 'export_process', data});
  expect([status, body.status]).toEqual([201, 'pending']);
  const job = await finished(body.id);
  expect(job).toMatchObject({status: 'success', data: {export_file: `${body.id}_export.zip`}});
  return job.data.export_file;
}

async function bytes(path: string, headers: Record<string, string> = {}) {
  const {
    statusCode,
    rawPayload,
    headers: sent,
  } = await crew.server.app.inject({
    url: `/api/v4${path}`,
    headers: {authorization: `Bearer ${admin.token}`, ...headers},
  });
  return {status: statusCode, bytes: rawPayload, headers: sent};
}

/** The entries of an export on the server, and its lines. */
async function contentsOf(name: string) {
  const archive = await openArchive(join(exportDirectory(), name));
  const lines = (await text(await archive.read(archive.entries.get('import.jsonl')!))).trimEnd().split('\n');
  const entries = [...archive.entries.keys()];
  await archive.close();
  return {entries, lines: lines.map((line) => JSON.parse(line))};
}

test('an export is created, listed, downloaded in parts, imported and deleted, as mmctl does', async () => {
  await crew.post(crew.ann, 'to be exported');
  const name = await exported({include_attachments: 'true', include_roles_and_schemes: 'true'});
  expect((await admin.get('/exports')).body).toContain(name);

  const whole = await bytes(`/exports/${name}`);
  expect(whole).toMatchObject({status: 200, headers: {'content-type': 'application/zip'}});
  const job = (await admin.get('/jobs/type/export_process')).body[0];
  expect(job.data.size).toBe(String(whole.bytes.length));
  // An interrupted download continues where it stopped.
  const start = await bytes(`/exports/${name}`, {range: 'bytes=0-99'});
  const rest = await bytes(`/exports/${name}`, {range: 'bytes=100-'});
  expect([start.status, rest.status]).toEqual([206, 206]);
  expect(Buffer.concat([start.bytes, rest.bytes]).equals(whole.bytes)).toBe(true);

  const upload = await admin.post('/uploads', {
    type: 'import',
    filename: name,
    file_size: whole.bytes.length,
    user_id: 'me',
  });
  const sent = await admin.post(`/uploads/${upload.body.id}`, whole.bytes, {
    'content-type': 'application/octet-stream',
  });
  expect(sent.status).toBe(200);
  const import_file = `${upload.body.id}_${name}`;
  expect((await admin.get('/imports')).body).toContain(import_file);
  const data = {import_file, local_mode: 'false', extract_content: 'true'};
  const started = await admin.post('/jobs', {type: 'import_process', data});
  expect(await finished(started.body.id)).toMatchObject({status: 'success', data: {errors: '0'}});

  expect(await admin.delete(`/exports/${name}`)).toMatchObject({status: 200, body: {status: 'OK'}});
  expect((await admin.get('/exports')).body).not.toContain(name);
  const missing = refusal(404, 'api.export.export_not_found.app_error');
  expect(await admin.get(`/exports/${name}`)).toMatchObject(missing);
  expect(await admin.delete(`/exports/${name}`)).toMatchObject(missing);
});

test('options control files, pictures, archived channels, roles and schemes', async () => {
  const {ann, bob} = crew;
  const image = await picture(40, 40);
  const profile = formBody([{name: 'image', fileName: 'me.png', content: image}]);
  expect((await ann.post(`/users/${ann.id}/image`, profile.body, profile.headers)).status).toBe(200);
  const {file_infos} = (
    await ann.post(`/files?channel_id=${crew.channelId}&filename=plan.txt`, 'the plan', {
      'content-type': 'application/octet-stream',
    })
  ).body;
  await crew.post(ann, 'with a file', {file_ids: [file_infos[0].id]});
  const archived = await crew.channel('archived', [ann, bob]);
  await crew.post(ann, 'in the archive', {channel_id: archived});
  expect((await admin.delete(`/channels/${archived}`)).status).toBe(200);
  const scheme = await admin.post('/schemes', {name: 'strict', display_name: 'Strict', scope: 'team'});
  expect((await admin.put(`/teams/${crew.teamId}/scheme`, {scheme_id: scheme.body.id})).status).toBe(200);

  const full = await contentsOf(await exported());
  expect(full.entries).toEqual(
    expect.arrayContaining(['data/pictures/ann.png', 'data/files/00000001/plan.txt']),
  );
  const types = (lines: {type: string}[]) => new Set(lines.map(({type}) => type));
  expect(types(full.lines)).toContain('scheme');
  expect(JSON.stringify(full.lines)).toContain('in the archive');

  const least = await contentsOf(await exported({}));
  expect(least.entries).toEqual(['import.jsonl']);
  expect(types(least.lines)).not.toContain('scheme');
  expect(types(least.lines)).not.toContain('role');
  const lines = JSON.stringify(least.lines);
  expect(lines).toContain('with a file');
  // Nothing refers to what the file doesn't contain.
  for (const absent of ['archived', 'in the archive', '"scheme":', 'profile_image', 'plan.txt']) {
    expect(lines).not.toContain(absent);
  }
});

test('an unknown option, or one with another value, is rejected by name', async () => {
  const create = (data: object) => admin.post('/jobs', {type: 'export_process', data});
  expect(await create({include_everything: 'true'})).toMatchObject({
    status: 400,
    body: {path: 'data.include_everything', message: expect.stringContaining('"include_everything" is not')},
  });
  expect(await create({include_attachments: 'yes'})).toMatchObject({
    status: 400,
    body: {path: 'data.include_attachments', message: expect.stringContaining('not "yes"')},
  });
});

test('a name can only refer to files directly in the export directory', async () => {
  const folder = join(exportDirectory(), 'compliance-export-2026');
  await mkdir(folder, {recursive: true});
  await writeFile(join(folder, 'batch001.zip'), 'compliance');
  await writeFile(join(crew.server.dataDirectory, 'outside.zip'), 'outside');
  expect((await admin.get('/exports')).body.join()).not.toContain('compliance');
  for (const name of [
    'compliance-export-2026%2fbatch001.zip',
    'compliance-export-2026',
    '..%2foutside.zip',
    '%2e%2e%2foutside.zip',
    '..%5coutside.zip',
    '.incoming',
    'a%00b',
    'x'.repeat(1000),
  ]) {
    for (const call of [admin.get, admin.delete]) {
      const {status} = await call(`/exports/${name}`);
      expect([name, [400, 404].includes(status)]).toEqual([name, true]);
    }
  }
  expect((await contentsOfFolder(folder))[0]).toBe('compliance');
});

async function contentsOfFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

test('someone who can manage other jobs cannot export, see exports or cancel them', async () => {
  const {database} = crew.server.platform;
  const manager = await crew.server.person('manager');
  await database.execute({
    text: `insert into Roles (Id, Name, DisplayName, Description, CreateAt, UpdateAt, DeleteAt, Permissions, SchemeManaged, BuiltIn)
      values ('jobmanagerjobmanagerjobman', 'job_manager', '', '', 1, 1, 0, 'manage_jobs read_jobs', false, false)`,
  });
  await database.execute({
    text: `update Users set Roles = 'system_user job_manager' where Id = $1`,
    values: [manager.id],
  });
  crew.server.platform.events.publish('caches:stale', {});
  const pending = await admin.post('/jobs', {type: 'export_process'});
  for (const type of ['export_process', 'export_delete', 'import_delete']) {
    expect(await manager.post('/jobs', {type})).toMatchObject({status: 403});
    expect(await manager.get(`/jobs/type/${type}`)).toMatchObject({status: 403});
  }
  expect(await manager.post(`/jobs/${pending.body.id}/cancel`)).toMatchObject({status: 403});
  await finished(pending.body.id);
});

test('old exports are deleted, and compliance exports are not', async () => {
  const old = new Date(Date.now() - 31 * DAY);
  const folder = join(exportDirectory(), 'compliance-export-2020');
  await mkdir(folder, {recursive: true});
  const batch = join(folder, 'batch001.zip');
  for (const file of [join(exportDirectory(), 'old_export.zip'), join(exportDirectory(), 'new.zip'), batch]) {
    await writeFile(file, 'x');
    if (!file.endsWith('new.zip')) await utimes(file, old, old);
  }
  const runDeletion = async () => {
    const {body} = await admin.post('/jobs', {type: 'export_delete'});
    expect((await finished(body.id)).status).toBe('success');
    return (await admin.get('/exports')).body as string[];
  };
  const {ExportSettings} = (await admin.get('/config')).body;
  expect(ExportSettings.RetentionDays).toBe(30);
  await admin.put('/config/patch', {ExportSettings: {RetentionDays: 0}});
  expect(await runDeletion()).toEqual(expect.arrayContaining(['old_export.zip', 'new.zip']));
  await admin.put('/config/patch', {ExportSettings: {RetentionDays: 30}});
  const left = await runDeletion();
  expect(left).toContain('new.zip');
  expect(left).not.toContain('old_export.zip');
  expect(await contentsOfFolder(folder)).toEqual(['x']);
});

test('a canceled export leaves no file', async () => {
  const {database} = crew.server.platform;
  let jobId = '';
  // The lock on the table blocks the export, so that it is canceled while it runs.
  await database.transaction(async (tx) => {
    await tx.execute({text: 'lock table Schemes in access exclusive mode'});
    jobId = (await admin.post('/jobs', {type: 'export_process', data: ALL})).body.id;
    await expect.poll(async () => (await admin.get(`/jobs/${jobId}`)).body.status).toBe('in_progress');
    expect((await admin.post(`/jobs/${jobId}/cancel`)).status).toBe(200);
  });
  expect((await finished(jobId)).status).toBe('canceled');
  expect((await admin.get('/exports')).body).not.toContain(`${jobId}_export.zip`);
});
