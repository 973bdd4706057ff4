import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test, vi} from 'vitest';
import {commandLine, freePort} from '../support/command-line.ts';

// Each command is a process that starts from nothing.
vi.setConfig({testTimeout: 180_000, hookTimeout: 180_000});

let directory: string;
let patchbay: ReturnType<typeof commandLine>;
let server: Awaited<ReturnType<ReturnType<typeof commandLine>['serve']>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-compliance-'));
  patchbay = commandLine(directory, {
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: `127.0.0.1:${await freePort()}`,
  });
  server = await patchbay.serve();
  const account = {username: 'ann', email: 'ann@example.com', password: 'a long enough password'};
  let token: string | undefined;
  const call = async (path: string, body: object) => {
    const response = await fetch(`${server.address}/api/v4${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
    });
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
    token ??= response.headers.get('token') ?? undefined;
    return (await response.json()) as {id: string};
  };
  await call('/users', account);
  await call('/users/login', {login_id: account.username, password: account.password});
  const team = await call('/teams', {name: 'crew', display_name: 'Crew', type: 'O'});
  const channel = await call('/channels', {
    team_id: team.id,
    name: 'plans',
    display_name: 'Plans',
    type: 'O',
  });
  await call('/posts', {channel_id: channel.id, message: 'the plan'});
});
afterAll(async () => {
  await server.stop();
  await rm(directory, {recursive: true, force: true});
});

async function run(...args: string[]): Promise<string> {
  const {code, stdout, stderr} = await patchbay.run(['compliance', ...args]);
  expect(code, stderr).toBe(0);
  return stdout;
}

const window = ['--from', '2020-01-01', '--to', '2100-01-01'];

/** Changes a byte in the midst of a file. */
async function spoil(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[60]! ^= 0xff;
  await writeFile(file, bytes);
}

test('a report is ordered, shown, verified and downloaded', async () => {
  const made = JSON.parse(await run('report', 'create', ...window, '--desc', 'audit', '--wait', '--json'));
  expect(made).toMatchObject({status: 'finished', desc: 'audit', start_at: Date.UTC(2020, 0, 1)});
  expect(made.count).toBeGreaterThan(0);
  expect(await run('report', 'show', made.id)).toContain('finished');
  expect(await run('report', 'list')).toContain(made.id);
  expect(await run('report', 'verify', made.id)).toContain(`is valid: ${made.count} posts`);
  const target = join(directory, 'report.zip');
  expect(await run('report', 'download', made.id, '--out', target)).toBe(`Wrote ${target}.\n`);
  const stored = join(directory, 'compliance', `adhoc-${made.id}.zip`);
  expect((await readFile(target)).equals(await readFile(stored))).toBe(true);

  const again = await patchbay.run(['compliance', 'report', 'download', made.id, '--out', target]);
  expect(again).toMatchObject({code: 1, stderr: expect.stringContaining('already exists')});
  await spoil(stored);
  const spoilt = await patchbay.run(['compliance', 'report', 'verify', made.id]);
  expect(spoilt).toMatchObject({code: 1, stderr: expect.stringContaining('posts.csv is damaged')});
});

test('an export can be created, listed and verified', async () => {
  const job = JSON.parse(await run('export', 'run', ...window, '--format', 'jsonl', '--json'));
  expect(job).toMatchObject({status: 'success', data: {messages_exported: '1', job_batch_number: '1'}});
  const [row] = (await run('export', 'list', '--json'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(row).toMatchObject({jobid: job.id, format: 'jsonl', messages: 1});
  expect(await run('export', 'verify')).toBe('1 batch is valid.\n');
  expect(await run('export', 'list', ...window, '--format', 'jsonl')).toContain(row.path);
  expect(await run('export', 'list', '--format', 'csv')).toBe('');
  expect(await run('export', 'list', '--to', '2020-01-01')).toBe('');
  expect(await run('export', 'verify', ...window, '--format', 'jsonl')).toBe('1 batch is valid.\n');
  expect(await run('export', 'verify', '--from', '2100-01-01')).toBe('0 batches are valid.\n');
  await spoil(join(directory, 'export', row.path));
  expect(await patchbay.run(['compliance', 'export', 'verify', job.id])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('export.jsonl is damaged'),
  });
});

test.each([
  [['report', 'create', '--from', 'soon', '--to', '2020-01-02', '--desc', 'x'], /"soon" is not a valid time/],
  [['report', 'create', '--from', '2020-01-02', '--to', '2020-01-01', '--desc', 'x'], /must be after/],
  // Neither a day of March, nor one of some time zone, nor a time that no report can name.
  [
    ['report', 'create', '--from', '2026-02-30', '--to', '2026-04-01', '--desc', 'x'],
    /"2026-02-30" is not a valid time/,
  ],
  [['export', 'list', '--from', '2026-01-31T08:00'], /"2026-01-31T08:00" is not a valid time/],
  [
    ['report', 'create', '--from', '2020-01-01', '--to', '9'.repeat(15), '--desc', 'x'],
    /after the year 9999/,
  ],
  [['report', 'show', 'x'.repeat(26)], /no compliance report/],
  [['export', 'verify', 'x'.repeat(26)], /There are no matching batches of the export x+/],
  [['export', 'run', '--format', 'pdf'], /"pdf" is not an export format/],
])('%j is refused in a line', async (args, words) => {
  const {code, stderr} = await patchbay.run(['compliance', ...args]);
  expect(code).toBe(1);
  expect(stderr).toMatch(words);
});
