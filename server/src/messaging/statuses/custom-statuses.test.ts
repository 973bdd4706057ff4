import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
let anna: Person;
let people = 0;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  anna = await server.person(`anna${++people}`);
});

const NEVER = '0001-01-01T00:00:00Z';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function shown() {
  const {customStatus} = (await server.admin.get(`/users/${anna.id}`)).body.props;
  return customStatus === '' ? undefined : JSON.parse(customStatus);
}

async function offered(): Promise<string[]> {
  const {body} = await anna.get('/users/me/preferences/custom_status/name/recent_custom_statuses');
  return JSON.parse(body.value).map(({text}: {text: string}) => text);
}

test('a custom status is visible to others until it is cleared', async () => {
  const expires_at = inAnHour();
  const {status, body} = await anna.put('/users/me/status/custom', {
    emoji: 'palm_tree',
    text: 'On vacation',
    duration: 'one_hour',
    expires_at,
  });
  expect([status, body]).toEqual([200, {status: 'OK'}]);
  expect(await shown()).toEqual({emoji: 'palm_tree', text: 'On vacation', duration: 'one_hour', expires_at});
  expect((await anna.delete('/users/me/status/custom')).body).toEqual({status: 'OK'});
  expect(await shown()).toBeUndefined();
});

test('other props of the account are unchanged', async () => {
  await anna.put('/users/me/patch', {props: {favourite: 'rye'}});
  await anna.put('/users/me/status/custom', {text: 'Hello'});
  expect((await anna.get('/users/me')).body.props).toMatchObject({favourite: 'rye'});
});

test.each([
  [
    'text alone gets a default emoji',
    {text: 'Hi'},
    {emoji: 'speech_balloon', text: 'Hi', duration: '', expires_at: NEVER},
  ],
  ['an emoji needs no text', {emoji: 'wave'}, {emoji: 'wave', text: '', duration: '', expires_at: NEVER}],
  ['text is cut to 100 runes', {text: '🌱'.repeat(120)}, {text: '🌱'.repeat(100)}],
])('%s', async (_name, said, expected) => {
  await anna.put('/users/me/status/custom', said);
  expect(await shown()).toMatchObject(expected);
});

test.each([
  ['an empty status', {emoji: '', text: ''}],
  ['an unknown duration', {text: 'Hi', duration: 'a_while', expires_at: inAnHour()}],
  ['an expiry in the past', {text: 'Hi', duration: 'today', expires_at: '2020-01-01T00:00:00Z'}],
  ['an invalid expiry', {text: 'Hi', duration: 'today', expires_at: 'soon'}],
])('%s is rejected', async (_name, said) => {
  const {status, body} = await anna.put('/users/me/status/custom', said);
  expect([status, body.id]).toEqual([400, 'api.context.invalid_body_param.app_error']);
});

test('the last five statuses are suggested once each until they are removed', async () => {
  for (const text of ['one', 'two', 'three', 'one', 'four', 'five', 'six']) {
    await anna.put('/users/me/status/custom', {emoji: 'wave', text});
  }
  expect(await offered()).toEqual(['six', 'five', 'four', 'one', 'three']);
  await anna.post('/users/me/status/custom/recent/delete', {emoji: 'wave', text: 'four'});
  await anna.delete('/users/me/status/custom/recent', {emoji: 'wave', text: 'six'});
  expect(await offered()).toEqual(['five', 'one', 'three']);
});

test('only administrators can set the status of others', async () => {
  const ben = await server.person(`ben${people}`);
  expect((await ben.put(`/users/${anna.id}/status/custom`, {text: 'Silly'})).status).toBe(403);
  expect((await ben.delete(`/users/${anna.id}/status/custom`)).status).toBe(403);
  expect((await server.admin.put(`/users/${anna.id}/status/custom`, {text: 'Ill'})).status).toBe(200);
});
