import {afterAll, beforeAll, expect, test} from 'vitest';
import {newId} from '../../server/src/platform/database/ids.ts';
import {hashToken} from '../../server/src/platform/secrets/secrets.ts';
import {createTestServer, type Person, TEST_PASSWORD, type TestServer} from '../support/test-server.ts';

// Error responses, sign-in, cookies and access tokens, as clients see them
// (docs/specification.md#sign-in-and-sessions).

let server: TestServer;
let admin: Person;
let ann: Person;
let channelId: string;

beforeAll(async () => {
  server = await createTestServer({settings: {RateLimitSettings: {LoginPerSec: 1000, LoginMaxBurst: 1000}}});
  admin = server.admin;
  ann = await server.person('ann');
  const {teams, channels} = server.features;
  const team = await teams.create({name: 'checks', display_name: 'Checks', type: 'O'}, ann.id);
  channelId = (await channels.byName(team.id, 'town-square')).id;
});
afterAll(() => server.close());

const login = (login_id: string, password: string, headers: Record<string, string> = {}) =>
  server.anonymous.post('/users/login', {login_id, password}, headers);
const expired = {status: 401, body: {id: 'api.context.session_expired.app_error'}};

test('1. no token: 401', async () => {
  expect(await server.anonymous.get('/users/me')).toMatchObject(expired);
});

test('2. the scheme is case-insensitive', async () => {
  expect((await server.anonymous.get('/users/me', {authorization: `bEaReR ${ann.token}`})).status).toBe(200);
});

test('3. an expired token: 401, with the request id in body and header', async () => {
  const token = newId();
  await server.platform.database.execute({
    text: `insert into Sessions (Id, Token, CreateAt, ExpiresAt, LastActivityAt, UserId) values ($1, $2, 1, 2, 1, $3)`,
    values: [newId(), hashToken(token), ann.id],
  });
  const answer = await server.withToken(token).get('/users/me');
  expect(answer).toMatchObject(expired);
  expect(answer.body.request_id).toBe(answer.headers['x-request-id']);
});

test('4. an unknown path: 404 in JSON', async () => {
  const answer = await ann.get('/nope');
  expect(answer).toMatchObject({status: 404, body: {id: 'api.context.404.app_error'}});
  expect(answer.headers['content-type']).toBe('application/json');
});

test('5. a method that a path does not support: 404 in JSON', async () => {
  expect(await ann.patch(`/users/${ann.id}`, {})).toMatchObject({
    status: 404,
    body: {id: 'api.context.404.app_error'},
  });
});

test('6. an invalid id: 400', async () => {
  expect(await ann.get('/users/short')).toMatchObject({
    status: 400,
    body: {id: 'api.context.invalid_url_param.app_error'},
  });
});

test('7. a wrong password and an unknown user look the same', async () => {
  const [wrong, unknown] = [await login('ann', 'wrong'), await login('nobody', 'wrong')].map(
    ({status, body: {request_id: _, ...body}}) => ({status, body}),
  );
  expect(wrong!.status).toBe(401);
  expect(wrong).toEqual(unknown);
});

test('8. an empty password: 400', async () => {
  expect(await login('ann', '')).toMatchObject({
    status: 400,
    body: {id: 'api.user.login.blank_pwd.app_error'},
  });
});

test('9. a bot cannot sign in', async () => {
  await admin.post('/bots', {username: 'beeper'});
  expect(await login('beeper', 'anything')).toMatchObject({
    status: 401,
    body: {id: 'api.user.login.invalid_credentials_email_username'},
  });
});

test('10. neither can a deactivated user, who only sees the reason with the correct password', async () => {
  const gone = await server.person('gone');
  await admin.delete(`/users/${gone.id}`);
  expect(await login('gone', 'wrong')).toMatchObject({
    status: 401,
    body: {id: 'api.user.login.invalid_credentials_email_username'},
  });
  expect(await login('gone', TEST_PASSWORD)).toMatchObject({
    status: 401,
    body: {id: 'api.user.login.inactive.app_error'},
  });
});

test('11. three cookies for thirty days; scripts cannot read the token', async () => {
  const {headers} = await login('ann', TEST_PASSWORD, {'x-requested-with': 'XMLHttpRequest'});
  const cookies = [headers['set-cookie'] ?? []].flat();
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['MMAUTHTOKEN', 'MMUSERID', 'MMCSRF']);
  expect(cookies.filter((cookie) => cookie.includes('HttpOnly'))).toEqual([cookies[0]]);
  for (const cookie of cookies) expect(cookie).toContain('Max-Age=2592000');
});

test('12. a write with the cookie alone: 401; with the CSRF token: 201', async () => {
  const {headers} = await login('ann', TEST_PASSWORD);
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]!);
  const csrf = cookies.find((cookie) => cookie.startsWith('MMCSRF='))!.slice('MMCSRF='.length);
  const post = (more: Record<string, string>) =>
    server.anonymous.post(
      '/posts',
      {channel_id: channelId, message: 'hi'},
      {cookie: cookies.join('; '), ...more},
    );
  expect(await post({})).toMatchObject(expired);
  expect((await post({'x-csrf-token': csrf})).status).toBe(201);
});

test('13. the cookie takes precedence over the header', async () => {
  const {headers} = await login('ann', TEST_PASSWORD);
  const {body} = await admin.get('/users/me', {cookie: `MMAUTHTOKEN=${headers.token}`});
  expect(body.username).toBe('ann');
});

test('14. tokens while they are disabled: 501; for a bot: 200; for a member: 403', async () => {
  await server.platform.config.patch({ServiceSettings: {EnableUserAccessTokens: false}});
  const bot = await admin.get('/users/username/beeper');
  const make = (person: Person, userId: string) =>
    person.post(`/users/${userId}/tokens`, {description: 'check'});
  expect((await make(admin, 'me')).status).toBe(501);
  expect((await make(admin, bot.body.id)).status).toBe(200);
  expect((await make(ann, 'me')).status).toBe(403);
  await server.platform.config.patch({ServiceSettings: {EnableUserAccessTokens: true}});
});

test('15. the list afterwards: an entry without a token', async () => {
  const {body: created} = await admin.post('/users/me/tokens', {description: 'check'});
  const {body: list} = await admin.get('/users/me/tokens');
  expect(list).toMatchObject([{id: created.id}]);
  expect(list[0]).not.toHaveProperty('token');
});

test('16. disabled: 401; enabled: 200 again', async () => {
  const {body: created} = await admin.post('/users/me/tokens', {description: 'check'});
  const use = () => server.withToken(created.token).get('/users/me');
  await admin.post('/users/tokens/disable', {token_id: created.id});
  expect((await use()).status).toBe(401);
  await admin.post('/users/tokens/enable', {token_id: created.id});
  expect((await use()).status).toBe(200);
});
