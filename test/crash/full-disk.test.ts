import {mkdtemp, readFile, rm, statfs, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {canApplyLimits, commandLine} from '../support/command-line.ts';

// The disk with the built-in PostgreSQL runs full while people write.

vi.setConfig({testTimeout: 600_000});

const MIB = 1 << 20;

let data: string;
let server: Awaited<ReturnType<ReturnType<typeof commandLine>['serve']>> | undefined;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'patchbay-full-'));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(data, {recursive: true, force: true});
});

test.for<[string, number, {refusal: string; log?: RegExp}]>([
  ['a few pages: PostgreSQL refuses what needs another', 1, {refusal: 'app.database.disk_full.app_error'}],
  [
    'less than another file of its log: PostgreSQL stops at once',
    14,
    {refusal: 'app.database.unavailable.app_error', log: /PANIC: .*pg_wal.*: No space left/},
  ],
])('room for %s', async ([_what, mib, expected], {skip}) => {
  const disks = {directories: [data], bytes: 256 * MIB};
  skip(!canApplyLimits({disks}), 'this system allows no disks of their own');
  const patchbay = commandLine(data, {PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0'});
  server = await patchbay.serve({disks});
  const {address} = server;
  const disk = join(`/proc/${server.pid}/root`, data);
  const filling = join(disk, 'filling');
  let token = '';
  const call = (method: string, path: string, body?: object) =>
    fetch(`${address}/api/v4${path}`, {
      method,
      headers: {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
      ...(body && {body: JSON.stringify(body)}),
    });
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
  const made = async (path: string, body: object): Promise<any> => {
    const answer = await call('POST', path, body);
    expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
    token ||= answer.headers.get('token') ?? '';
    return answer.json();
  };
  const account = {username: 'ann', email: 'ann@example.com', password: 'a long enough password'};
  await made('/users', account);
  await made('/users/login', {login_id: 'ann', password: account.password});
  const team = await made('/teams', {name: 'team', display_name: 'Team', type: 'O'});
  const channel = await made('/channels', {team_id: team.id, name: 'talk', display_name: 'Talk', type: 'O'});

  const {bavail, bsize} = await statfs(disk);
  await writeFile(filling, Buffer.alloc(bavail * bsize - mib * MIB));

  const acknowledged = new Map<string, string>();
  const refusals = new Set<string>();
  async function write(): Promise<number> {
    // Nothing that PostgreSQL could make smaller.
    const message = Array.from({length: 250}, () => crypto.randomUUID()).join(' ');
    const answer = await call('POST', '/posts', {channel_id: channel.id, message});
    const body = (await answer.json()) as {id: string};
    if (answer.status === 201) {
      acknowledged.set(body.id, message);
    } else {
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      refusals.add(body.id);
    }
    return answer.status;
  }
  let refused = 0;
  while (refused < 10) {
    if ((await write()) === 503) refused++;
    expect((await fetch(`${address}/livez`)).status).toBe(200);
  }
  expect(acknowledged.size).toBeGreaterThan(0);
  expect([...refusals].filter((id) => !id.startsWith('app.database.'))).toEqual([]);
  expect(refusals).toContain(expected.refusal);
  if (expected.log) expect(await readFile(join(disk, 'postgres.log'), 'utf8')).toMatch(expected.log);

  await rm(filling);
  await expect.poll(write, {timeout: 300_000, interval: 500}).toBe(201);
  for (const [id, message] of acknowledged) {
    const answer = await call('GET', `/posts/${id}`);
    expect([answer.status, ((await answer.json()) as {message: string}).message]).toEqual([200, message]);
  }
  const {code, stderr} = await server.stop();
  server = undefined;
  expect(code, stderr).toBe(0);
});
