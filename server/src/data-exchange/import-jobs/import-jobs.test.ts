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
  // With everything that a listening server does, its jobs among it.
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

/** A team of its own with one channel, one person, and so many posts. */
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

/** A bundle with an entry beside its lines, under a name of the same length that no honest program would write. */
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

/** Keeps posts from being written while `work` runs. */
function whilePostsAreHeld<Result>(work: () => Promise<Result>): Promise<Result> {
  return server.platform.database.transaction(async (tx) => {
    await tx.execute({text: 'lock table Posts in share mode'});
    return work();
  });
}

describe('a file', () => {
  test('whose upload breaks off is continued, checked, corrected, imported, and gone again', async () => {
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

  test('may be a zip bundle, with the files that it names, or gzip, which can name none', async () => {
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
      'is not whole',
      () => Buffer.from('PK\u0003\u0004 but nothing more'),
      /no sound zip, and nothing of it was unpacked/,
    ],
    [
      'leads out of itself',
      () => bundle('aa/evil.txt', '../evil.txt'),
      /nothing of it was unpacked: invalid relative path/,
    ],
    [
      'names a path of the server',
      () => bundle('aetc/cron.d/evil', '/etc/cron.d/evil'),
      /nothing of it was unpacked: absolute path/,
    ],
    ['has two of one name', () => bundle('import.jsonk', 'import.jsonl'), /refused.*two entries/],
    ['is a bomb', () => bundle('bomb', 'bomb', Buffer.alloc(20 << 20)), /refused.*grows \d+ times/],
    ['has no lines', () => zipOf({'data/plan.txt': Buffer.from('the plan')}), /has 0 \.jsonl files/],
  ])('that %s ends the job with its reason', async (_, make, reason) => {
    const import_file = await upload(await make(), 'unsound.zip');
    const job = await over(await ordered({import_file, mode: 'apply'}));
    expect(job).toMatchObject({status: 'error', data: {error: expect.stringMatching(reason)}});
    expect(job.data.error).toContain('unsound.zip');
    expect(job.data.error).not.toContain(server.platform.config.dataDirectory);
    expect(await linesIn()).toBe(0);
  });

  test('and its report go after their time', async () => {
    const name = await upload(jsonl([VERSION]), 'old.jsonl');
    const jobId = await ordered({import_file: name});
    await over(jobId);
    const {importJobs} = server.features;
    await importJobs.sweep();
    expect((await admin.get('/imports')).body).toContain(name);
    await importJobs.sweep(Date.now() + 31 * 24 * 60 * 60 * 1000);
    expect((await admin.get('/imports')).body).toEqual([]);
    expect((await admin.get(`/imports/jobs/${jobId}/report`)).status).toBe(404);
  });
});

test('a live server knows at once what was imported, and so do those who are connected', async () => {
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
  const heard = await socket.next('posted', ({data}) => data.post.includes('welcome to the archive'));
  expect(heard.broadcast.channel_id).toBe(archive.id);
  socket.socket.close();
});

describe('a job', () => {
  test('is made as the clients of the reference server make it', async () => {
    const import_file = await upload(jsonl(history('elsewhere', 2)));
    const data = {import_file, local_mode: 'false', extract_content: 'true'};
    const made = await admin.post('/jobs', {type: 'import_process', data});
    expect(made).toMatchObject({status: 201, body: {data: {import_file, mode: 'apply', strict: 'false'}}});
    await over(made.body.id);
    expect(await countPosts('elsewhere')).toBe(2);
    const {body} = await admin.get('/jobs/type/import_process');
    expect(body.map(({id}: {id: string}) => id)).toContain(made.body.id);
  });

  test.each([
    ['a path of the server', {local_mode: 'true'}, 400, 'data.local_mode'],
    ['another mode', {mode: 'maybe'}, 400, 'data.mode'],
    ['a flag that is none', {strict: 'yes'}, 400, 'data.strict'],
    ['no file', {import_file: ''}, 404, 'import_file'],
    ['a file that is not there', {import_file: 'none.zip'}, 404, 'import_file'],
    ['a way out of the directory', {import_file: '../config.json'}, 404, 'import_file'],
    ['a way out in other clothes', {import_file: '..\\config.json'}, 404, 'import_file'],
    ['a path from the root', {import_file: '/etc/passwd'}, 404, 'import_file'],
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
    'removes no file by the name %s',
    async (name) => {
      expect((await admin.delete(`/imports/${name}`)).status).toBeOneOf([400, 404]);
    },
  );

  test('waits for the one before it, and its file cannot be removed meanwhile', async () => {
    const [first, second] = [
      await upload(jsonl(history('first', 5))),
      await upload(jsonl(history('second', 5))),
    ];
    const {firstId, secondId} = await whilePostsAreHeld(async () => {
      const firstId = await ordered({import_file: first, mode: 'apply'});
      // Of two that wait, either may be the first.
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

  test('waits for an import at the command line', async () => {
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

  test('that is canceled says how far it is, and the next one goes on there', async () => {
    const import_file = await upload(jsonl(history('halfway', 4_000)));
    const id = await whilePostsAreHeld(async () => {
      const id = await ordered({import_file, mode: 'apply'});
      await reaches(id, 'in_progress');
      // The people are in, and the first posts wait.
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

/** Up to which line the import that is under way has come. */
async function linesIn(): Promise<number> {
  const row = await server.platform.database.row<{lines: number}>({
    text: 'select Lines from BulkImports where EndAt = 0 order by UpdateAt desc limit 1',
  });
  return row?.lines ?? 0;
}
