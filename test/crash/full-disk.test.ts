import {mkdtemp, readFile, rm, statfs, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {canApplyLimits, commandLine} from '../support/command-line.ts';

// The disk of the embedded PostgreSQL fills up while people post.

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

test.for<[string, number, {error: string; log?: RegExp}]>([
  [
    'a few pages: PostgreSQL rejects statements that need more',
    1,
    {error: 'app.database.disk_full.app_error'},
  ],
  [
    'less than one file of its log: PostgreSQL stops immediately',
    14,
    {error: 'app.database.unavailable.app_error', log: /PANIC: .*pg_wal.*: No space left/},
  ],
])('the disk has space for %s', async ([_what, mib, expected], {skip}) => {
  const disks = {directories: [data], bytes: 256 * MIB};
  skip(!canApplyLimits({disks}), 'this system cannot mount disks');
  const patchbay = commandLine(data, {PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0'});
  server = await patchbay.serve({disks});
  const {address} = server;
  const disk = join(`/proc/${server.pid}/root`, data);
  const filler = join(disk, 'filler');
  let token = '';
  const call = (method: string, path: string, body?: object) =>
    fetch(`${address}/api/v4${path}`, {
      method,
      headers: {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
      ...(body && {body: JSON.stringify(body)}),
    });
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
  const create = async (path: string, body: object): Promise<any> => {
    const response = await call('POST', path, body);
    expect(response.ok, `${path}: ${response.status}`).toBe(true);
    token ||= response.headers.get('token') ?? '';
    return response.json();
  };
  const account = {username: 'ann', email: 'ann@example.com', password: 'a long enough password'};
  await create('/users', account);
  await create('/users/login', {login_id: 'ann', password: account.password});
  const team = await create('/teams', {name: 'team', display_name: 'Team', type: 'O'});
  const channel = await create('/channels', {
    team_id: team.id,
    name: 'talk',
    display_name: 'Talk',
    type: 'O',
  });

  const {bavail, bsize} = await statfs(disk);
  await writeFile(filler, Buffer.alloc(bavail * bsize - mib * MIB));

  const acknowledged = new Map<string, string>();
  const errors = new Set<string>();
  /** Posts a message and returns the status. */
  async function post(): Promise<number> {
    // Text that PostgreSQL can't compress.
    const message = Array.from({length: 250}, () => crypto.randomUUID()).join(' ');
    const response = await call('POST', '/posts', {channel_id: channel.id, message});
    const body = (await response.json()) as {id: string};
    if (response.status === 201) {
      acknowledged.set(body.id, message);
    } else {
      expect([response.status, Number(response.headers.get('retry-after'))]).toEqual([
        503,
        expect.any(Number),
      ]);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      errors.add(body.id);
    }
    return response.status;
  }
  let rejected = 0;
  while (rejected < 10) {
    if ((await post()) === 503) rejected++;
    expect((await fetch(`${address}/livez`)).status).toBe(200);
  }
  expect(acknowledged.size).toBeGreaterThan(0);
  expect([...errors].filter((id) => !id.startsWith('app.database.'))).toEqual([]);
  expect(errors).toContain(expected.error);
  if (expected.log) expect(await readFile(join(disk, 'postgres.log'), 'utf8')).toMatch(expected.log);

  await rm(filler);
  await expect.poll(post, {timeout: 300_000, interval: 500}).toBe(201);
  for (const [id, message] of acknowledged) {
    const response = await call('GET', `/posts/${id}`);
    expect([response.status, ((await response.json()) as {message: string}).message]).toEqual([200, message]);
  }
  const {code, stderr} = await server.stop();
  server = undefined;
  expect(code, stderr).toBe(0);
});
