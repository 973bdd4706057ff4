import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {commandLine, freePort} from '../support/command-line.ts';

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

/** Damages the compressed data of the first entry of a zip: its first block gets a type that doesn't exist. */
async function damage(file: string): Promise<void> {
  const bytes = await readFile(file);
  const [nameLength, extraLength] = [bytes.readUInt16LE(26), bytes.readUInt16LE(28)];
  bytes[30 + nameLength + extraLength] = 0xff;
  await writeFile(file, bytes);
}

test('a report can be created, shown, verified and downloaded', async () => {
  const report = JSON.parse(await run('report', 'create', ...window, '--desc', 'audit', '--wait', '--json'));
  expect(report).toMatchObject({status: 'finished', desc: 'audit', start_at: Date.UTC(2020, 0, 1)});
  expect(report.count).toBeGreaterThan(0);
  expect(await run('report', 'show', report.id)).toContain('finished');
  expect(await run('report', 'list')).toContain(report.id);
  expect(await run('report', 'verify', report.id)).toContain(`is valid: ${report.count} posts`);
  const target = join(directory, 'report.zip');
  expect(await run('report', 'download', report.id, '--out', target)).toBe(`Wrote ${target}.\n`);
  const stored = join(directory, 'compliance', `adhoc-${report.id}.zip`);
  expect((await readFile(target)).equals(await readFile(stored))).toBe(true);

  const again = await patchbay.run(['compliance', 'report', 'download', report.id, '--out', target]);
  expect(again).toMatchObject({code: 1, stderr: expect.stringContaining('already exists')});
  await damage(stored);
  const damaged = await patchbay.run(['compliance', 'report', 'verify', report.id]);
  expect(damaged).toMatchObject({code: 1, stderr: expect.stringContaining('posts.csv is damaged')});
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
  await damage(join(directory, 'export', row.path));
  expect(await patchbay.run(['compliance', 'export', 'verify', job.id])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('export.jsonl is damaged'),
  });
});

test.each([
  [['report', 'create', '--from', 'soon', '--to', '2020-01-02', '--desc', 'x'], /"soon" is not a valid time/],
  [['report', 'create', '--from', '2020-01-02', '--to', '2020-01-01', '--desc', 'x'], /must be after/],
  // A date that doesn't exist, a time without a time zone, and a time too far in the future.
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
])('%j is rejected with a message on one line', async (args, message) => {
  const {code, stderr} = await patchbay.run(['compliance', ...args]);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
});
