import {existsSync, readFileSync} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {projectRoot} from '../../scripts/bootstrap.js';
import {commandLine} from '../support/command-line.ts';
import {type Integration, json, startIntegration} from '../support/integration.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

// While the server is running, its clock is set one hour forward, and then two hours back.

const HOUR = 3_600_000;
const PASSWORD = 'a long enough password';

let directory: string;
let testDatabase: TestDatabase;
let integration: Integration;
let server: Awaited<ReturnType<ReturnType<typeof commandLine>['serve']>>;
let token = '';
let team: {id: string};
let channel: {id: string};
let me: {id: string};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-clock-'));
  [testDatabase, integration] = await Promise.all([createTestDatabase(), startIntegration()]);
  server = await commandLine(join(directory, 'data'), {
    PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString,
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
    PATCHBAY_SERVICESETTINGS_ALLOWEDUNTRUSTEDINTERNALCONNECTIONS: '127.0.0.1',
    PATCHBAY_RATELIMITSETTINGS_ENABLE: 'true',
    PATCHBAY_RATELIMITSETTINGS_PERSEC: '100',
    PATCHBAY_RATELIMITSETTINGS_MAXBURST: '1000',
    NODE_OPTIONS: `--import=${pathToFileURL(join(projectRoot, 'test/support/moved-clock.ts'))}`,
    MOVED_CLOCK: join(directory, 'clock'),
  }).serve();
  me = await create('/users', {username: 'ann', email: 'ann@example.com', password: PASSWORD});
  const login = await call('POST', '/users/login', {login_id: 'ann', password: PASSWORD});
  token = login.headers.get('token')!;
  team = await create('/teams', {name: 'team', display_name: 'Team', type: 'O'});
  channel = await create('/channels', {team_id: team.id, name: 'talk', display_name: 'Talk', type: 'O'});
});
afterAll(async () => {
  await server?.stop();
  await Promise.all([testDatabase.close(), integration.close()]);
  await rm(directory, {recursive: true, force: true});
});

function call(method: string, path: string, body?: object) {
  return fetch(`${server.address}/api/v4${path}`, {
    method,
    headers: {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
    ...(body && {body: JSON.stringify(body)}),
  });
}

// biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
async function bodyOf(request: Promise<Response>): Promise<any> {
  const response = await request;
  const text = await response.text();
  expect(response.ok, `${response.url}: ${response.status} ${text}`).toBe(true);
  return JSON.parse(text);
}

const create = (path: string, body: object) => bodyOf(call('POST', path, body));
const read = (path: string) => bodyOf(call('GET', path));

const post = (message: string) => create('/posts', {channel_id: channel.id, message});

/** Sets the offset of the server's clock from the clock of this process, in milliseconds. */
async function setClock(offset: number): Promise<void> {
  const file = join(directory, 'clock');
  await rm(`${file}.taken`, {force: true});
  await writeFile(file, String(offset));
  process.kill(server.pid, 'SIGUSR2');
  await expect
    .poll(() => existsSync(`${file}.taken`) && readFileSync(`${file}.taken`, 'utf8'))
    .toBe(String(offset));
}

/** Expects everything that must work regardless of the clock. `name` makes the texts unique. */
async function expectItWorks(name: string): Promise<void> {
  expect((await call('GET', '/users/me')).status).toBe(200);
  // The limit of sign-ins per address is stored in the database, and the limit of requests is in memory.
  for (let i = 0; i < 3; i++) {
    expect((await call('POST', '/users/login', {login_id: 'ann', password: PASSWORD})).status).toBe(200);
  }
  // A job, an outgoing webhook, and a dialog.
  const job = await create('/jobs', {type: 'message_export', data: {export_type: 'csv'}});
  await expect.poll(async () => (await read(`/jobs/${job.id}`)).status).toBe('success');
  integration.answer = json({});
  const before = integration.received.length;
  await post(`hook ${name}`);
  await expect.poll(() => integration.received.length).toBe(before + 1);

  await create('/commands/execute', {channel_id: channel.id, command: '/form'});
  const trigger = integration.received.at(-1)!.form.get('trigger_id');
  const dialog = {title: name, elements: [{display_name: 'A', name: 'a', type: 'text'}]};
  await create('/actions/dialogs/open', {trigger_id: trigger, url: integration.url, dialog});
  await create('/actions/dialogs/submit', {url: integration.url, submission: {a: name}});
  expect(JSON.parse(integration.received.at(-1)!.body)).toMatchObject({submission: {a: name}});
}

test('everything works after the clock is set an hour forward and two hours back', async () => {
  await create('/hooks/outgoing', {
    team_id: team.id,
    channel_id: channel.id,
    trigger_words: ['hook'],
    callback_urls: [integration.url],
    display_name: 'hook',
  });
  await create('/commands', {team_id: team.id, trigger: 'form', method: 'P', url: integration.url});
  const original = await post('remind me of this');
  const target_time = Math.floor(Date.now() / 1000) + 1800;
  await create(`/users/${me.id}/posts/${original.id}/reminder`, {target_time});
  await expectItWorks('before');
  await create('/commands/execute', {channel_id: channel.id, command: '/form'});
  const trigger_id = integration.received.at(-1)!.form.get('trigger_id');

  await setClock(HOUR);
  // The half hour has passed.
  const reminders = async () =>
    testDatabase.database.execute({text: `select from Posts where Message like 'Here is your reminder%'`});
  await expect.poll(reminders).toBe(1);
  const expired = await call('POST', '/actions/dialogs/open', {
    trigger_id,
    url: integration.url,
    dialog: {title: 'x'},
  });
  expect([expired.status, ((await expired.json()) as {id: string}).id]).toEqual([
    400,
    'interactive_message.decode_trigger_id.expired',
  ]);
  await expectItWorks('forward');
  // Posts use the database's clock, which did not change.
  const forward = await post('an hour later');
  expect(forward.create_at).toBeGreaterThan(original.create_at);
  expect(forward.create_at).toBeLessThan(original.create_at + HOUR / 2);

  await setClock(-HOUR);
  await expectItWorks('back');
  const back = [await post('back'), await post('and later')];
  // Later posts have later times, and requests for posts since the last one return them.
  const {order} = await read(`/channels/${channel.id}/posts?per_page=3`);
  expect(order).toEqual([back[1].id, back[0].id, expect.any(String)]);
  const newPosts = await read(`/channels/${channel.id}/posts?since=${forward.create_at}`);
  expect(Object.keys(newPosts.posts)).toEqual(expect.arrayContaining(back.map(({id}) => id)));
  const edited = await call('PUT', `/posts/${original.id}/patch`, {message: 'edited'});
  expect(edited.status).toBe(200);
  expect((await read('/jobs/type/message_export')).length).toBe(3);
});
