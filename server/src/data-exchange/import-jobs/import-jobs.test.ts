import {gzipSync} from 'node:zlib';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {abortUpload} from '../../../../test/support/aborted-upload.ts';
import {openSocket} from '../../../../test/support/socket-client.ts';
import {
  type ApiResponse,
  createTestServer,
  type Person,
  type TestServer,
} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';
import {createZipWriter} from '../../platform/formats/write-zip.ts';

let server: TestServer;
let address: string;
let admin: Person;

beforeAll(async () => {
  server = await createTestServer();
  admin = server.admin;
  // Like a server that is listening, with its jobs.
  address = await server.listen();
});
afterAll(() => server.close());

const VERSION = {type: 'version', version: 1};
const user = (username: string, teams: object[] = []) => ({
  type: 'user',
  user: {username, email: `${username}@example.com`, teams},
});
const team = (name: string) => ({type: 'team', team: {name, display_name: name, type: 'O'}});
const channel = (of: string, name: string) => ({
  type: 'channel',
  channel: {team: of, name, display_name: name, type: 'O'},
});
const post = (of: string, username: string, number: number, more: object = {}) => ({
  type: 'post',
  post: {
    team: of,
    channel: 'archive',
    user: username,
    message: `number ${number}`,
    create_at: 1_500_000_000_000 + number,
    ...more,
  },
});

/** A team with one channel, one user and a number of posts. */
function history(name: string, posts: number): object[] {
  return [
    VERSION,
    team(name),
    channel(name, 'archive'),
    user(`${name}er`, [{name, channels: [{name: 'archive'}]}]),
    ...Array.from({length: posts}, (_, number) => post(name, `${name}er`, number)),
  ];
}

const jsonl = (lines: readonly object[]) =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

async function zipOf(entries: Record<string, Buffer>): Promise<Buffer> {
  const zip = createZipWriter();
  const bytes = Array.fromAsync(zip.output as AsyncIterable<Buffer>);
  for (const [name, content] of Object.entries(entries)) await zip.add(name, content);
  zip.end();
  return Buffer.concat(await bytes);
}

/** A bundle with an additional entry, under a name of the same length that no ordinary program would write. */
async function bundle(name: string, evilName: string, content = Buffer.from('evil')): Promise<Buffer> {
  const zip = await zipOf({'import.jsonl': jsonl([VERSION]), [name]: content});
  return Buffer.from(zip.toString('latin1').replaceAll(name, evilName), 'latin1');
}

async function upload(content: Buffer, filename = 'history.jsonl'): Promise<string> {
  const {status, body} = await admin.post('/uploads', {type: 'import', filename, file_size: content.length});
  expect([status, body.type, body.channel_id]).toEqual([201, 'import', '']);
  const last = await send(body.id, content);
  expect(last).toMatchObject({status: 200, body: {id: body.id, name: filename, size: content.length}});
  return `${body.id}_${filename}`;
}

const send = (id: string, content: Buffer) =>
  admin.post(`/uploads/${id}`, content, {'content-type': 'application/octet-stream'});

const order = (input: object) => admin.post('/imports', input);

async function ordered(input: object): Promise<string> {
  const {status, body} = await order(input);
  expect([status, body.type, body.status]).toEqual([201, 'import_process', 'pending']);
  return body.id;
}

async function reaches(jobId: string, ...statuses: string[]): Promise<ApiResponse['body']> {
  let job: ApiResponse['body'];
  await expect
    .poll(
      async () => {
        job = (await admin.get(`/jobs/${jobId}`)).body;
        return statuses.includes(job.status) ? 'reached' : job;
      },
      {timeout: 60_000},
    )
    .toBe('reached');
  return job;
}

const over = (jobId: string) => reaches(jobId, 'success', 'warning', 'error', 'canceled');
const reportOf = async (jobId: string) => (await admin.get(`/imports/jobs/${jobId}/report`)).body;

async function countPosts(teamName: string): Promise<number> {
  const row = await server.platform.database.row<{count: number}>({
    text: `
      select count(*)::int as count from Posts p join Channels c on c.Id = p.ChannelId join Teams t on t.Id = c.TeamId
      where t.Name = $1`,
    values: [teamName],
  });
  return row!.count;
}

/** Blocks writing posts while `work` runs. */
function withPostsLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  return server.platform.database.transaction(async (tx) => {
    await tx.execute({text: 'lock table Posts in share mode'});
    return work();
  });
}

describe('a file', () => {
  test('can be uploaded with an interruption, validated, fixed, imported and deleted', async () => {
    const lines = history('ledger', 3);
    const wrong = jsonl([...lines, post('ledger', 'nobody', 9)]);
    const begun = await admin.post('/uploads', {
      type: 'import',
      filename: 'ledger.jsonl',
      file_size: wrong.length,
    });
    const {id} = begun.body;
    await abortUpload(server, address, admin, {id, part: wrong.subarray(0, 300), total: wrong.length});
    expect((await admin.get('/imports')).body).not.toContain(`${id}_ledger.jsonl`);
    expect((await send(id, wrong.subarray(300))).status).toBe(200);
    const wrongName = `${id}_ledger.jsonl`;
    expect((await admin.get('/imports')).body).toContain(wrongName);

    const checkId = await ordered({import_file: wrongName});
    const check = await over(checkId);
    expect(check).toMatchObject({
      status: 'success',
      progress: 100,
      data: {mode: 'validate', ending: 'errors', errors: '1', line_number: '8', initiated_by: admin.id},
    });
    expect(check.data.error).toBeUndefined();
    expect((await admin.get('/system/health')).body.jobs.failed).toBe(0);
    expect(await reportOf(checkId)).toMatchObject({
      file: wrongName,
      mode: 'validate',
      ending: 'errors',
      lines: 8,
      errors: 1,
      findings: expect.arrayContaining([
        expect.objectContaining({
          severity: 'error',
          examples: [{line: 8, path: 'post.user', value: '"nobody"'}],
        }),
      ]),
    });
    expect(await countPosts('ledger')).toBe(0);

    const name = await upload(jsonl([...lines, post('ledger', 'ledgerer', 9)]), 'ledger.jsonl');
    const jobId = await ordered({import_file: name, mode: 'apply'});
    expect(await over(jobId)).toMatchObject({
      // Fields that strict mode requires are missing (docs/specification.md#strict-mode).
      status: 'warning',
      progress: 100,
      data: {mode: 'apply', ending: 'done', errors: '0', line: '8'},
    });
    expect(await reportOf(jobId)).toMatchObject({
      ending: 'done',
      lines_imported: 8,
      objects: {team: {created: 1}, post: {created: 4}},
    });
    expect(await countPosts('ledger')).toBe(4);

    expect((await admin.delete(`/imports/${name}`)).status).toBe(200);
    expect((await admin.get('/imports')).body).not.toContain(name);
    expect((await admin.delete(`/imports/${name}`)).status).toBe(404);
    expect((await order({import_file: name})).status).toBe(404);
  });

  test('can be a zip bundle with files, or gzip without files', async () => {
    const withFile = jsonl([
      ...history('bundle', 0),
      post('bundle', 'bundleer', 1, {attachments: [{path: 'plan.txt'}]}),
    ]);
    const bundled = await upload(
      await zipOf({'import.jsonl': withFile, 'data/plan.txt': Buffer.from('the plan')}),
      'bundle.zip',
    );
    const packed = await upload(gzipSync(withFile), 'bundle.jsonl.gz');

    const refused = await over(await ordered({import_file: packed, mode: 'apply'}));
    expect(refused).toMatchObject({status: 'error', data: {line_number: '5'}});
    const lenient = {import_file: packed, mode: 'validate', allow_missing_files: true};
    expect(await over(await ordered(lenient))).toMatchObject({
      status: 'success',
      data: {errors: '0', warnings: expect.stringMatching(/^[1-9]/)},
    });
    const jobId = await ordered({import_file: bundled, mode: 'apply'});
    expect((await over(jobId)).data).toMatchObject({ending: 'done', errors: '0'});
    expect((await reportOf(jobId)).objects.attachment).toEqual({created: 1});
  });

  test.each([
    [
      'is incomplete',
      () => Buffer.from('PK\u0003\u0004 but nothing more'),
      /a damaged zip file, and nothing was extracted/,
    ],
    [
      'has a path outside the bundle',
      () => bundle('aa/evil.txt', '../evil.txt'),
      /nothing was extracted: invalid relative path/,
    ],
    [
      'has an absolute path',
      () => bundle('aetc/cron.d/evil', '/etc/cron.d/evil'),
      /nothing was extracted: absolute path/,
    ],
    [
      'has two entries with the same name',
      () => bundle('import.jsonk', 'import.jsonl'),
      /rejected.*two entries/,
    ],
    ['is a zip bomb', () => bundle('bomb', 'bomb', Buffer.alloc(20 << 20)), /rejected.*grows \d+ times/],
    ['has no lines', () => zipOf({'data/plan.txt': Buffer.from('the plan')}), /has 0 \.jsonl files/],
  ])('that %s ends the job with its reason', async (_, make, reason) => {
    const import_file = await upload(await make(), 'unsound.zip');
    const job = await over(await ordered({import_file, mode: 'apply'}));
    expect(job).toMatchObject({status: 'error', data: {error: expect.stringMatching(reason)}});
    expect(job.data.error).toContain('unsound.zip');
    expect(job.data.error).not.toContain(server.platform.config.dataDirectory);
    expect(await linesIn()).toBe(0);
  });

  test('from Mattermost is recognized, and missing direct channels are named with the option', async () => {
    const direct = (number: number) => ({
      type: 'direct_post',
      direct_post: {
        channel_members: ['dana', 'dora'],
        user: 'dana',
        message: `direct ${number}`,
        create_at: 1_500_000_000_000 + number,
      },
    });
    const info = {generator: 'mattermost-server', version: '9.5.1'};
    const people = [user('dana'), user('dora')];
    const name = await upload(jsonl([{...VERSION, info}, ...people, direct(1), direct(2)]), 'old.jsonl');
    const failed = await over(await ordered({import_file: name, mode: 'apply'}));
    expect(failed).toMatchObject({
      status: 'error',
      data: {error: expect.stringContaining('create_direct_channels')},
    });
    const report = await reportOf(failed.id);
    expect(report.generator).toEqual({name: 'mattermost-server', version: '9.5.1'});
    const missing = report.findings.filter(({rule}: {rule: string}) => rule === 'missing-field');
    expect(missing.map(({count}: {count: number}) => count)).toEqual([2, 2, 2, 2]);
    expect(missing[0].examples).toEqual([{line: 2, path: 'user.use_markdown_preview'}]);
    expect(report.warnings).toBe(missing.length);
    const jobId = await ordered({import_file: name, mode: 'apply', create_direct_channels: true});
    expect(await over(jobId)).toMatchObject({status: 'success', data: {ending: 'done'}});
  });

  test('and its report are deleted when they expire', async () => {
    const name = await upload(jsonl([VERSION]), 'old.jsonl');
    const jobId = await ordered({import_file: name});
    await over(jobId);
    const {importJobs} = server.features;
    await importJobs.deleteExpired();
    expect((await admin.get('/imports')).body).toContain(name);
    await importJobs.deleteExpired(Date.now() + 31 * 24 * 60 * 60 * 1000);
    expect((await admin.get('/imports')).body).toEqual([]);
    expect((await admin.get(`/imports/jobs/${jobId}/report`)).status).toBe(404);
  });
});

test('imported data is visible on a running server and to connected clients immediately', async () => {
  const ann = await server.person('ann');
  const socket = await openSocket(address, {token: ann.token});
  await socket.next('hello');
  expect((await ann.get('/users/me/teams')).body).toEqual([]);
  const lines = [...history('alive', 1), user('ann', [{name: 'alive', channels: [{name: 'archive'}]}])];
  const name = await upload(jsonl(lines));
  await over(await ordered({import_file: name, mode: 'apply'}));

  expect((await ann.get('/users/me/teams')).body).toMatchObject([{name: 'alive'}]);
  const {body: archive} = await ann.get('/teams/name/alive/channels/name/archive');
  expect((await ann.get(`/channels/${archive.id}/posts`)).body.order).toHaveLength(1);
  await admin.post(`/channels/${archive.id}/members`, {user_id: admin.id});
  await admin.post('/posts', {channel_id: archive.id, message: 'welcome to the archive'});
  const received = await socket.next('posted', ({data}) => data.post.includes('welcome to the archive'));
  expect(received.broadcast.channel_id).toBe(archive.id);
  socket.socket.close();
});

describe('a job', () => {
  test('can be created the way Mattermost clients do', async () => {
    const import_file = await upload(jsonl(history('elsewhere', 2)));
    const data = {import_file, local_mode: 'false', extract_content: 'true'};
    const created = await admin.post('/jobs', {type: 'import_process', data});
    expect(created).toMatchObject({status: 201, body: {data: {import_file, mode: 'apply', strict: 'false'}}});
    await over(created.body.id);
    expect(await countPosts('elsewhere')).toBe(2);
    const {body} = await admin.get('/jobs/type/import_process');
    expect(body.map(({id}: {id: string}) => id)).toContain(created.body.id);
  });

  test.each([
    ['a path on the server', {local_mode: 'true'}, 400, 'data.local_mode'],
    ['another mode', {mode: 'maybe'}, 400, 'data.mode'],
    ['an invalid flag', {strict: 'yes'}, 400, 'data.strict'],
    ['no file', {import_file: ''}, 404, 'import_file'],
    ['a missing file', {import_file: 'none.zip'}, 404, 'import_file'],
    ['a path outside the directory', {import_file: '../config.json'}, 404, 'import_file'],
    ['a path outside the directory with a backslash', {import_file: '..\\config.json'}, 404, 'import_file'],
    ['an absolute path', {import_file: '/etc/passwd'}, 404, 'import_file'],
    ['a name with a zero byte', {import_file: 'a\0b'}, 404, 'import_file'],
    ['a hidden file', {import_file: '.incoming'}, 404, 'import_file'],
    ['a report', {import_file: `reports/${newId()}.json`}, 404, 'import_file'],
  ])('is refused %s', async (_case, change, status, path) => {
    const import_file = await upload(jsonl([VERSION]));
    const data = {import_file, ...change};
    const refused = await admin.post('/jobs', {type: 'import_process', data});
    expect(refused).toMatchObject({status, body: {path}});
    expect((await server.anonymous.post('/jobs', {type: 'import_process', data})).status).toBe(401);
  });

  test.each(['..%2f..%2fconfig.json', '%2e%2e', '.incoming', 'reports%2fx.json', 'a%00b', 'none'])(
    'does not delete a file by the name %s',
    async (name) => {
      expect((await admin.delete(`/imports/${name}`)).status).toBeOneOf([400, 404]);
    },
  );

  test('waits for an earlier job, and its file cannot be deleted in the meantime', async () => {
    const [first, second] = [
      await upload(jsonl(history('first', 5))),
      await upload(jsonl(history('second', 5))),
    ];
    const {firstId, secondId} = await withPostsLocked(async () => {
      const firstId = await ordered({import_file: first, mode: 'apply'});
      // Either of the two waiting jobs may run first.
      await reaches(firstId, 'in_progress');
      const secondId = await ordered({import_file: second, mode: 'apply'});
      expect((await admin.get(`/jobs/${secondId}`)).body.status).toBe('pending');
      for (const name of [first, second]) {
        expect(await admin.delete(`/imports/${name}`)).toMatchObject({
          status: 409,
          body: {message: expect.stringContaining('Cancel the job')},
        });
      }
      expect((await admin.get(`/imports/jobs/${firstId}/report`)).status).toBe(404);
      return {firstId, secondId};
    });
    for (const id of [firstId, secondId]) expect((await over(id)).data.ending).toBe('done');
    expect([await countPosts('first'), await countPosts('second')]).toEqual([5, 5]);
  });

  test('waits for an import from the command line', async () => {
    const id = await server.platform.database.transaction(async (tx) => {
      await tx.execute({text: 'select pg_advisory_xact_lock(7122006)'});
      const id = await ordered({import_file: await upload(jsonl(history('patient', 1))), mode: 'apply'});
      await expect
        .poll(async () => (await admin.get(`/jobs/${id}`)).body.data.phase, {timeout: 20_000})
        .toBe('waiting for another import');
      return id;
    });
    expect((await over(id)).data.ending).toBe('done');
    expect(await countPosts('patient')).toBe(1);
  });

  test('reports its progress when it is canceled, and the next job resumes there', async () => {
    const import_file = await upload(jsonl(history('halfway', 4_000)));
    const id = await withPostsLocked(async () => {
      const id = await ordered({import_file, mode: 'apply'});
      await reaches(id, 'in_progress');
      // The users are imported, and the first posts are waiting.
      await expect.poll(linesIn, {timeout: 20_000}).toBeGreaterThanOrEqual(4);
      expect((await admin.post(`/jobs/${id}/cancel`)).status).toBe(200);
      return id;
    });
    expect((await over(id)).status).toBe('canceled');
    const report = await reportOf(id);
    expect(report.ending).toBe('interrupted');
    expect(report.lines_imported).toBeLessThan(4_004);

    const nextId = await ordered({import_file, mode: 'apply'});
    expect((await over(nextId)).data.ending).toBe('done');
    expect((await reportOf(nextId)).resumed_at_line).toBe(report.lines_imported + 1);
    expect(await countPosts('halfway')).toBe(4_000);
  });
});

/** The number of lines that the running import has written. */
async function linesIn(): Promise<number> {
  const row = await server.platform.database.row<{lines: number}>({
    text: 'select Lines from BulkImports where EndAt = 0 order by UpdateAt desc limit 1',
  });
  return row?.lines ?? 0;
}
