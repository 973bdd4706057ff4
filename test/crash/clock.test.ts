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

// The clock of a machine is set while the server runs: an hour forward, then back to two hours before that.

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
  me = await made('/users', {username: 'ann', email: 'ann@example.com', password: PASSWORD});
  const login = await call('POST', '/users/login', {login_id: 'ann', password: PASSWORD});
  token = login.headers.get('token')!;
  team = await made('/teams', {name: 'team', display_name: 'Team', type: 'O'});
  channel = await made('/channels', {team_id: team.id, name: 'talk', display_name: 'Talk', type: 'O'});
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

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body.
async function bodyOf(answering: Promise<Response>): Promise<any> {
  const answer = await answering;
  const text = await answer.text();
  expect(answer.ok, `${answer.url}: ${answer.status} ${text}`).toBe(true);
  return JSON.parse(text);
}

const made = (path: string, body: object) => bodyOf(call('POST', path, body));
const read = (path: string) => bodyOf(call('GET', path));

const write = (message: string) => made('/posts', {channel_id: channel.id, message});

/** Sets the server's clock so far from ours. Milliseconds. */
async function setClock(offset: number): Promise<void> {
  const file = join(directory, 'clock');
  await rm(`${file}.taken`, {force: true});
  await writeFile(file, String(offset));
  process.kill(server.pid, 'SIGUSR2');
  await expect
    .poll(() => existsSync(`${file}.taken`) && readFileSync(`${file}.taken`, 'utf8'))
    .toBe(String(offset));
}

/** What holds whatever the clock does. */
async function expectItWorks(word: string): Promise<void> {
  expect((await call('GET', '/users/me')).status).toBe(200);
  // Signing in is limited per address by what the database keeps, requests by what the process keeps.
  for (let i = 0; i < 3; i++) {
    expect((await call('POST', '/users/login', {login_id: 'ann', password: PASSWORD})).status).toBe(200);
  }
  // A job that a person orders, an outgoing webhook, and a dialog.
  const job = await made('/jobs', {type: 'message_export', data: {export_type: 'csv'}});
  await expect.poll(async () => (await read(`/jobs/${job.id}`)).status).toBe('success');
  integration.answer = json({});
  const before = integration.received.length;
  await write(`hook ${word}`);
  await expect.poll(() => integration.received.length).toBe(before + 1);

  await made('/commands/execute', {channel_id: channel.id, command: '/form'});
  const trigger = integration.received.at(-1)!.form.get('trigger_id');
  const dialog = {title: word, elements: [{display_name: 'A', name: 'a', type: 'text'}]};
  await made('/actions/dialogs/open', {trigger_id: trigger, url: integration.url, dialog});
  await made('/actions/dialogs/submit', {url: integration.url, submission: {a: word}});
  expect(JSON.parse(integration.received.at(-1)!.body)).toMatchObject({submission: {a: word}});
}

test('an hour forward and two hours back', async () => {
  await made('/hooks/outgoing', {
    team_id: team.id,
    channel_id: channel.id,
    trigger_words: ['hook'],
    callback_urls: [integration.url],
    display_name: 'hook',
  });
  await made('/commands', {team_id: team.id, trigger: 'form', method: 'P', url: integration.url});
  const asked = await write('remind me of this');
  const target_time = Math.floor(Date.now() / 1000) + 1800;
  await made(`/users/${me.id}/posts/${asked.id}/reminder`, {target_time});
  await expectItWorks('before');
  await made('/commands/execute', {channel_id: channel.id, command: '/form'});
  const trigger_id = integration.received.at(-1)!.form.get('trigger_id');

  await setClock(HOUR);
  // Half an hour is over at once.
  const reminders = async () =>
    testDatabase.database.execute({text: `select from Posts where Message like 'Here is your reminder%'`});
  await expect.poll(reminders).toBe(1);
  const late = await call('POST', '/actions/dialogs/open', {
    trigger_id,
    url: integration.url,
    dialog: {title: 'x'},
  });
  expect([late.status, ((await late.json()) as {id: string}).id]).toEqual([
    400,
    'interactive_message.decode_trigger_id.expired',
  ]);
  await expectItWorks('forward');
  // Posts have the database's clock, which is right.
  const forward = await write('an hour later');
  expect(forward.create_at).toBeGreaterThan(asked.create_at);
  expect(forward.create_at).toBeLessThan(asked.create_at + HOUR / 2);

  await setClock(-HOUR);
  await expectItWorks('back');
  const back = [await write('back'), await write('and later')];
  // Later posts have later times, and requests for posts since the last one return them.
  const {order} = await read(`/channels/${channel.id}/posts?per_page=3`);
  expect(order).toEqual([back[1].id, back[0].id, expect.any(String)]);
  const news = await read(`/channels/${channel.id}/posts?since=${forward.create_at}`);
  expect(Object.keys(news.posts)).toEqual(expect.arrayContaining(back.map(({id}) => id)));
  const edited = await call('PUT', `/posts/${asked.id}/patch`, {message: 'edited'});
  expect(edited.status).toBe(200);
  expect((await read('/jobs/type/message_export')).length).toBe(3);
});
