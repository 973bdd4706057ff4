import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {
  type ApiResponse,
  createTestServer,
  type Person,
  TEST_PASSWORD,
  type TestServer,
} from '../../../../test/support/test-server.ts';
import {newId} from '../../platform/database/ids.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';

const THIRTY_DAYS = 30 * 24 * 3600;

let server: TestServer;
let admin: Person;
let ann: Person;

beforeAll(async () => {
  server = await createTestServer({settings: {RateLimitSettings: {LoginPerSec: 1000, LoginMaxBurst: 1000}}});
  admin = server.admin;
  ann = await server.person('ann');
});
afterAll(() => server.close());

const login = (login_id: string, password = TEST_PASSWORD, headers: Record<string, string> = {}) =>
  server.anonymous.post('/users/login', {login_id, password}, headers);

/** The cookies that a response sets: values and attributes by name. */
function cookiesOf({headers}: ApiResponse): Record<string, {value: string; attributes: string[]}> {
  const lines = [headers['set-cookie'] ?? []].flat();
  return Object.fromEntries(
    lines.map((line) => {
      const [pair, ...attributes] = line.split('; ');
      const [name, value] = pair!.split('=') as [string, string];
      return [name, {value, attributes}];
    }),
  );
}

describe('signing in', () => {
  test.each([['ann'], ['ANN'], [' ann '], ['ann@example.com'], ['Ann@Example.COM']])(
    'as %o creates a session',
    async (loginId) => {
      const {status, headers, body} = await login(loginId);
      expect(status).toBe(200);
      expect(body).toMatchObject({id: ann.id, username: 'ann', roles: 'system_user'});
      expect(headers).toMatchObject({
        token: expect.stringMatching(/^[a-z0-9]{26}$/),
        'content-type': 'application/json',
        'x-request-id': expect.stringMatching(/^[a-z0-9]{26}$/),
        'x-version-id': expect.stringMatching(/^11\.9\.0\.[^.]+\.[0-9a-f]{32}\.true$/),
        'x-ratelimit-limit': '1001',
        'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
        'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      });
      expect((await server.withToken(String(headers.token)).get('/users/me')).body.id).toBe(ann.id);
    },
  );

  test('sets three cookies for thirty days, and scripts cannot read the token', async () => {
    const response = await login('ann');
    const cookies = cookiesOf(response);
    expect(Object.keys(cookies).toSorted()).toEqual(['MMAUTHTOKEN', 'MMCSRF', 'MMUSERID']);
    for (const [name, {attributes}] of Object.entries(cookies)) {
      expect(attributes).toEqual(expect.arrayContaining(['Max-Age=2592000', 'Path=/', 'SameSite=Lax']));
      expect(attributes.includes('HttpOnly')).toBe(name === 'MMAUTHTOKEN');
      expect(attributes).not.toContain('Secure');
    }
    expect(cookies.MMAUTHTOKEN!.value).toBe(response.headers.token);
    expect(cookies.MMUSERID!.value).toBe(ann.id);
  });

  test.each([
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'https://evil.example'],
  ])('is rejected for a form on another site (%s: %s)', async (name, value) => {
    const response = await login('ann', TEST_PASSWORD, {[name]: value});
    expect(response).toMatchObject({status: 403, body: {id: 'api.user.login.cross_site.app_error'}});
    expect(response.headers.token).toBeUndefined();
    expect(cookiesOf(response)).toEqual({});
  });

  test('works from a page of this server', async () => {
    expect((await login('ann', TEST_PASSWORD, {'sec-fetch-site': 'same-origin'})).status).toBe(200);
  });

  test('marks the cookies Secure for HTTPS', async () => {
    await server.platform.config.patch({ServiceSettings: {SiteURL: 'https://chat.example.com'}});
    for (const {attributes} of Object.values(cookiesOf(await login('ann')))) {
      expect(attributes).toContain('Secure');
    }
    await server.platform.config.patch({
      ServiceSettings: {SiteURL: '', TrustedProxyIPHeader: ['X-Forwarded-For']},
    });
    const forwarded = await login('ann', TEST_PASSWORD, {'x-forwarded-proto': 'https'});
    expect(cookiesOf(forwarded).MMAUTHTOKEN!.attributes).toContain('Secure');
    await server.platform.config.patch({ServiceSettings: {TrustedProxyIPHeader: []}});
    const forged = await login('ann', TEST_PASSWORD, {'x-forwarded-proto': 'https'});
    expect(cookiesOf(forged).MMAUTHTOKEN!.attributes).not.toContain('Secure');
  });

  test('ignores fields that are not strings', async () => {
    const {status, body} = await server.anonymous.post('/users/login', {login_id: 'ann', password: 42});
    expect({status, id: body.id}).toEqual({status: 400, id: 'api.user.login.blank_pwd.app_error'});
  });

  test('is audited and visible to the user', async () => {
    const bea = await server.person('bea');
    await login('bea', 'wrong');
    await login('bea');
    expect((await bea.get('/users/me/audits')).body).toMatchObject([
      {
        action: '/api/v4/users/login',
        extra_info: 'authenticated browser=Unknown os=Unknown',
        ip_address: '127.0.0.1',
      },
      {action: '/api/v4/users/login', extra_info: 'fail', ip_address: '127.0.0.1'},
    ]);
    // Makes the audit log entries older.
    await server.platform.database.execute({
      text: `update Audits set CreateAt = 1000 where UserId = $1 and ExtraInfo = 'fail'`,
      values: [bea.id],
    });
    await server.features.audits.deleteBefore(1001);
    expect((await bea.get('/users/me/audits')).body).toMatchObject([
      {extra_info: 'authenticated browser=Unknown os=Unknown'},
    ]);
  });
});

describe('sign-in errors', () => {
  test.each([
    ['a blank password', {login_id: 'ann', password: ''}, 400, 'api.user.login.blank_pwd.app_error'],
    ['no password', {login_id: 'ann'}, 400, 'api.user.login.blank_pwd.app_error'],
    ['no body', undefined, 400, 'api.user.login.blank_pwd.app_error'],
    ['a list', [], 400, 'api.user.login.blank_pwd.app_error'],
    ['no name', {password: TEST_PASSWORD}, 401, 'api.user.login.invalid_credentials_email_username'],
  ])('%s', async (_what, body, status, id) => {
    expect(await server.anonymous.post('/users/login', body)).toMatchObject({status, body: {id}});
  });

  test('a body that is not JSON', async () => {
    const response = await server.anonymous.post('/users/login', '{"login_id": "ann"', {
      'content-type': 'application/json',
    });
    expect(response).toMatchObject({status: 400, body: {id: 'api.context.invalid_body_param.app_error'}});
  });

  test('a wrong password has the same result whether or not the account exists', async () => {
    await admin.post('/bots', {username: 'beeper'});
    await admin.post('/users', {
      username: 'ldapper',
      email: 'l@example.com',
      auth_service: 'ldap',
      auth_data: 'uid=l',
    });
    const [carl, guest] = [await server.person('carl'), await server.person('visitor')];
    await admin.put(`/users/${carl.id}/active`, {active: false});
    await server.platform.database.execute({
      text: `update Users set Roles = 'system_guest' where Id = $1`,
      values: [guest.id],
    });
    const names = ['ann', 'nobody', 'nobody@example.com', 'beeper', 'ldapper', 'carl', 'visitor'];
    const failures = [];
    for (const name of names) {
      const {status, headers, body} = await login(name, 'wrong');
      const {request_id, ...rest} = body;
      expect(request_id).toBe(headers['x-request-id']);
      failures.push({status, body: rest});
    }
    for (const failure of failures) expect(failure).toEqual(failures[0]);
    expect(failures[0]).toEqual({
      status: 401,
      body: {
        id: 'api.user.login.invalid_credentials_email_username',
        message: 'Enter a valid email or username and/or password.',
        detailed_error: '',
        status_code: 401,
      },
    });
  });

  test('a deactivated account is only revealed to users who know its password', async () => {
    const dora = await server.person('dora');
    await admin.put(`/users/${dora.id}/active`, {active: false});
    expect(await login('dora', 'wrong')).toMatchObject({
      status: 401,
      body: {id: 'api.user.login.invalid_credentials_email_username'},
    });
    expect(await login('dora')).toMatchObject({
      status: 401,
      body: {id: 'api.user.login.inactive.app_error'},
    });
  });

  test('an email address must be verified first if required', async () => {
    await server.platform.config.patch({EmailSettings: {RequireEmailVerification: true}});
    expect(await login('ann')).toMatchObject({
      status: 401,
      body: {id: 'api.user.login.not_verified.app_error'},
    });
    expect((await admin.post(`/users/${ann.id}/email/verify/member`)).body.email_verified).toBe(true);
    expect((await login('ann')).status).toBe(200);
    await server.platform.config.patch({EmailSettings: {RequireEmailVerification: false}});
  });

  test('a disabled sign-in method', async () => {
    await server.platform.config.patch({EmailSettings: {EnableSignInWithUsername: false}});
    expect((await login('ann')).status).toBe(401);
    expect((await login('ann@example.com')).status).toBe(200);
    await server.platform.config.patch({EmailSettings: {EnableSignInWithUsername: true}});
  });

  test('too many attempts from one address return 429 with the time to wait', async () => {
    await server.platform.config.patch({
      RateLimitSettings: {LoginPerSec: 1, LoginMaxBurst: 1},
      ServiceSettings: {TrustedProxyIPHeader: ['X-Real-IP']},
    });
    onTestFinished(async () => {
      await server.platform.config.patch({
        RateLimitSettings: {LoginPerSec: 1000, LoginMaxBurst: 1000},
        ServiceSettings: {TrustedProxyIPHeader: []},
      });
    });
    const attempt = (address: string) => login('ann', TEST_PASSWORD, {'x-real-ip': address});
    // More than the limit allows, even while it refills on a slow machine.
    const responses = await Promise.all(Array.from({length: 20}, () => attempt('10.1.1.1')));
    const refused = responses.filter(({status}) => status !== 200);
    expect(responses.length - refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]).toMatchObject({
      status: 429,
      headers: {
        'x-ratelimit-limit': '2',
        'x-ratelimit-remaining': '0',
        'retry-after': expect.stringMatching(/^[12]$/),
      },
      body: {id: 'api.context.rate_limit.app_error'},
    });
    expect((await attempt('10.1.1.2')).status).toBe(200);
  });
});

describe('lockout', () => {
  const LOCKED = {status: 401, body: {id: 'api.user.check_user_login_attempts.too_many.app_error'}};
  const from = (address: string, name: string, password = TEST_PASSWORD) =>
    login(name, password, {'x-real-ip': address});
  /** Makes the counted attempts older by this many minutes. */
  const pass = (minutes: number) =>
    server.platform.database.execute({
      text: `update RateLimits set ArrivalAt = ArrivalAt - $1 where Key like 'sign-in %'`,
      values: [minutes * 60_000],
    });

  // A week, so that the limit doesn't refill while a slow machine runs the test.
  const WEEK = 7 * 24 * 60;
  const settings = (TrustedProxyIPHeader: string[], LoginLockoutMinutes: number) =>
    server.platform.config.patch({ServiceSettings: {TrustedProxyIPHeader, LoginLockoutMinutes}});
  beforeAll(() => settings(['X-Real-IP'], WEEK));
  afterAll(() => settings([], 30));

  test('ten failures block even the correct password until an administrator unlocks the account', async () => {
    const dan = await server.person('dan');
    for (let attempt = 0; attempt < 10; attempt++) expect((await login('dan', 'wrong')).status).toBe(401);
    expect(await login('dan')).toMatchObject(LOCKED);
    expect(await login('dan', 'wrong')).toMatchObject(LOCKED);
    expect(Number((await login('dan')).headers['retry-after'])).toBeGreaterThan(0);
    expect((await dan.get('/users/me')).status).toBe(200);
    await admin.post(`/users/${dan.id}/reset_failed_attempts`);
    expect((await login('dan')).status).toBe(200);
  });

  test('applies to the address of the failures, so that others cannot lock a user out', async () => {
    await server.person('gil');
    for (let attempt = 0; attempt < 11; attempt++) await from('10.2.2.1', 'gil', 'wrong');
    expect(await from('10.2.2.1', 'gil')).toMatchObject(LOCKED);
    expect((await from('10.2.2.10', 'gil')).status).toBe(200);
    // Signing in from another address doesn't reset the attacker's failures.
    expect(await from('10.2.2.1', 'gil')).toMatchObject(LOCKED);
  });

  test('slows down guesses from many addresses', async () => {
    await server.platform.config.patch({ServiceSettings: {MaximumLoginAttempts: 1}});
    onTestFinished(async () => {
      await server.platform.config.patch({ServiceSettings: {MaximumLoginAttempts: 10}});
    });
    await server.person('hue');
    for (let host = 1; host <= 50; host++) await from(`10.3.3.${host}`, 'hue', 'wrong');
    expect(await from('10.3.3.200', 'hue')).toMatchObject(LOCKED);
    await pass(WEEK / 6);
    expect((await from('10.3.3.201', 'hue')).status).toBe(200);
  });

  test('expires', async () => {
    await server.person('ira');
    for (let attempt = 0; attempt < 11; attempt++) await login('ira', 'wrong');
    expect(await login('ira')).toMatchObject(LOCKED);
    await pass(WEEK);
    expect((await login('ira', 'wrong')).body.id).toBe('api.user.login.invalid_credentials_email_username');
    expect((await login('ira')).status).toBe(200);
  });

  test('also applies to accounts that do not exist', async () => {
    for (let attempt = 0; attempt < 10; attempt++) await login('not-here', 'wrong');
    expect(await login('not-here', 'wrong')).toMatchObject(LOCKED);
  });

  test('is reset by a successful sign-in', async () => {
    await server.person('eve');
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 9; attempt++) await login('eve', 'wrong');
      expect((await login('eve')).status).toBe(200);
    }
  });

  test('counts concurrent attempts', async () => {
    await server.person('fay');
    const guesses = await Promise.all(
      Array.from({length: 60}, (_, index) => login('fay', index === 59 ? TEST_PASSWORD : `guess ${index}`)),
    );
    expect(guesses.filter(({status}) => status === 200)).toEqual([]);
  });
});

describe('guests', () => {
  const DISABLED = {status: 401, body: {id: 'api.user.login.guest_accounts.disabled.error'}};
  let guest: Person;

  beforeAll(async () => {
    await server.platform.config.patch({GuestAccountsSettings: {Enable: true}});
    guest = await server.person('guest');
    expect((await admin.post(`/users/${guest.id}/demote`)).status).toBe(200);
  });

  test('sign in while guest accounts are enabled', async () => {
    expect((await login('guest')).status).toBe(200);
    expect((await guest.get('/users/me')).status).toBe(200);
  });

  test('cannot sign in with a password if a setting disables it', async () => {
    await server.platform.config.patch({GuestAccountsSettings: {AllowEmailAccounts: false}});
    expect(await login('guest')).toMatchObject(DISABLED);
    await server.platform.config.patch({GuestAccountsSettings: {AllowEmailAccounts: true}});
  });

  test('cannot sign in or use sessions while guest accounts are disabled', async () => {
    await server.platform.config.patch({GuestAccountsSettings: {Enable: false}});
    expect(await login('guest')).toMatchObject(DISABLED);
    expect((await guest.get('/users/me')).status).toBe(401);
    await server.platform.config.patch({GuestAccountsSettings: {Enable: true}});
    expect((await guest.get('/users/me')).status).toBe(200);
  });
});

describe('the session of a request', () => {
  test('none: 401', async () => {
    expect(await server.anonymous.get('/users/me')).toMatchObject({
      status: 401,
      body: {
        id: 'api.context.session_expired.app_error',
        message: 'Invalid or expired session, please login again.',
      },
    });
  });

  test.each(['bEaReR', 'Bearer', 'Token', 'TOKEN'])('is found with the scheme %s', async (scheme) => {
    const {status} = await server.anonymous.get('/users/me', {authorization: `${scheme} ${ann.token}`});
    expect(status).toBe(200);
  });

  test.each([['Bearer'], ['Bearer '], ['Basic YTpi'], ['Bearer nonsense'], [`Bearer ${'x'.repeat(4000)}`]])(
    'is missing with a malformed header %#: 401',
    async (authorization) => {
      const response = await server.anonymous.get('/users/me', {authorization});
      expect(response).toMatchObject({status: 401, body: {id: 'api.context.session_expired.app_error'}});
    },
  );

  test('that has expired: 401, with the request id in body and header', async () => {
    const token = newId();
    const past = Date.now() - 1;
    await server.platform.database.execute({
      text: `insert into Sessions (Id, Token, CreateAt, ExpiresAt, LastActivityAt, UserId)
        values ($1, $2, $3, $3, $3, $4)`,
      values: [newId(), hashToken(token), past, ann.id],
    });
    const {status, headers, body} = await server.withToken(token).get('/users/me');
    expect(status).toBe(401);
    expect(body).toMatchObject({
      id: 'api.context.session_expired.app_error',
      request_id: headers['x-request-id'],
    });
  });

  test('that expires while it is cached: 401', async () => {
    const token = String((await login('ann')).headers.token);
    const me = async () => (await server.withToken(token).get('/users/me')).status;
    expect(await me()).toBe(200);
    (await server.features.sessions.resolve(token))!.expiresAt = Date.now();
    expect(await me()).toBe(401);
  });

  test('comes from the cookie before the header', async () => {
    const {headers} = await login('ann');
    const response = await admin.get('/users/me', {cookie: `MMAUTHTOKEN=${headers.token}`});
    expect(response.body.id).toBe(ann.id);
  });

  test('clears an invalid cookie', async () => {
    const response = await server.anonymous.get('/users/me', {cookie: 'MMAUTHTOKEN=nonsense'});
    expect(response.status).toBe(401);
    expect(cookiesOf(response)).toMatchObject({
      MMAUTHTOKEN: {value: ''},
      MMUSERID: {value: ''},
      MMCSRF: {value: ''},
    });
    for (const {attributes} of Object.values(cookiesOf(response))) expect(attributes).toContain('Path=/');
  });

  test.each([
    ['a request without a cookie', {}],
    ['a wrong token in the header', {authorization: 'Bearer nonsense'}],
    ['a page of another site', {cookie: 'MMAUTHTOKEN=nonsense', 'sec-fetch-site': 'cross-site'}],
    [
      'a page of another site in an old browser',
      {cookie: 'MMAUTHTOKEN=nonsense', origin: 'https://evil.example'},
    ],
  ])('does not clear a cookie for %s', async (_what, headers) => {
    const response = await server.anonymous.get('/users/me', headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(cookiesOf(response)).toEqual({});
  });

  test('is not looked up for a health check, which works while the sessions cannot be read', async () => {
    await server.platform.database.transaction(async (tx) => {
      await tx.execute({text: 'lock table Sessions'});
      expect((await server.withToken(newId()).get('/system/ping')).status).toBe(200);
    });
  });

  test('has no secrets in the database', async () => {
    const {headers} = await login('ann');
    const rows = await server.platform.database.rows({text: 'select * from Sessions'});
    expect(JSON.stringify(rows)).not.toContain(headers.token);
  });
});

describe('writes with a cookie', () => {
  let cookie: string;
  let csrf: string;
  beforeAll(async () => {
    const cookies = cookiesOf(await login('ann'));
    cookie = `MMAUTHTOKEN=${cookies.MMAUTHTOKEN!.value}`;
    csrf = cookies.MMCSRF!.value;
  });
  const write = (headers: Record<string, string>) =>
    server.anonymous.put('/users/me/patch', {nickname: 'Annie'}, {cookie, ...headers});

  test('require no proof for reading', async () => {
    expect((await server.anonymous.get('/users/me', {cookie})).status).toBe(200);
  });

  test.each([
    ['nothing', {}],
    ['a wrong token', {'x-csrf-token': newId()}],
    ['an empty token', {'x-csrf-token': ''}],
    ['a wrong token and the other header', {'x-csrf-token': 'x', 'x-requested-with': 'XMLHttpRequest'}],
    ['another header', {'x-requested-with': 'form'}],
  ])('are rejected with %s', async (_what, headers) => {
    const response = await write(headers as Record<string, string>);
    expect(response).toMatchObject({status: 401, body: {id: 'api.context.session_expired.app_error'}});
    expect(cookiesOf(response)).toEqual({});
  });

  test('are accepted with the token of the CSRF cookie, or with the header that only scripts can set', async () => {
    expect((await write({'x-csrf-token': csrf})).status).toBe(200);
    expect((await write({'x-requested-with': 'XMLHttpRequest'})).status).toBe(200);
  });

  test('are not authenticated by an additional Authorization header', async () => {
    expect((await write({authorization: `Bearer ${ann.token}`})).status).toBe(401);
  });

  test('are treated as anonymous if no session is required', async () => {
    const response = await server.anonymous.post('/users/logout', undefined, {cookie});
    expect(response.status).toBe(200);
    expect((await server.anonymous.get('/users/me', {cookie})).status).toBe(200);
  });
});

describe('sessions', () => {
  test('are listed without their tokens', async () => {
    const gus = await server.person('gus');
    await login('gus', TEST_PASSWORD, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36',
    });
    const {status, body} = await gus.get('/users/me/sessions');
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({
      user_id: gus.id,
      token: '',
      is_oauth: false,
      props: {os: 'Linux', browser: 'Chrome/120.0'},
    });
    expect(JSON.stringify(body)).not.toContain('csrf');
    expect((await ann.get(`/users/${gus.id}/sessions`)).status).toBe(403);
    expect((await admin.get(`/users/${gus.id}/sessions`)).body).toHaveLength(2);
  });

  test('can be attached to a mobile device, which revokes its other sessions', async () => {
    const lou = await server.person('lou');
    const signIn = () => server.anonymous.post('/users/login', {login_id: 'lou', password: TEST_PASSWORD});
    const [lost, phone] = [await signIn(), await signIn()].map(({headers}) =>
      server.withToken(String(headers.token)),
    );
    const device = {device_id: 'android_rn:abc'};
    expect((await lost!.put('/users/sessions/device', device)).status).toBe(200);
    expect((await lost!.get('/users/me')).status).toBe(200);
    expect((await phone!.put('/users/sessions/device', {...device, mobile_version: '2.20'})).status).toBe(
      200,
    );
    expect((await lost!.get('/users/me')).status).toBe(401);
    const {body} = await lou.get('/users/me/sessions');
    expect(body.map((session: {device_id: string}) => session.device_id).sort()).toEqual([
      '',
      'android_rn:abc',
    ]);
    const ofPhone = body.find((session: {device_id: string}) => session.device_id !== '');
    expect(ofPhone).toMatchObject({props: {mobile_version: '2.20'}, expired_notify: false});
    expect((await phone!.put('/users/sessions/device', {})).body.id).toBe(
      'api.context.invalid_body_param.app_error',
    );
    expect((await server.anonymous.put('/users/sessions/device', device)).status).toBe(401);
    expect((await server.anonymous.post('/users/login/type', {login_id: 'lou'})).body).toEqual({
      auth_service: '',
      is_deactivated: false,
    });
  });

  test('can be revoked individually', async () => {
    const hal = await server.person('hal');
    const token = String((await login('hal')).headers.token);
    const [newest] = (await hal.get('/users/me/sessions')).body;
    expect((await ann.post(`/users/${hal.id}/sessions/revoke`, {session_id: newest.id})).status).toBe(403);
    expect((await ann.post('/users/me/sessions/revoke', {session_id: newest.id})).status).toBe(400);
    expect((await hal.post('/users/me/sessions/revoke', {session_id: newest.id})).status).toBe(200);
    expect((await server.withToken(token).get('/users/me')).status).toBe(401);
    expect((await hal.get('/users/me')).status).toBe(200);
  });

  test('can be revoked together, for a user and for everyone', async () => {
    const ian = await server.person('ian');
    const token = String((await login('ian')).headers.token);
    expect((await ian.post('/users/me/sessions/revoke/all')).status).toBe(200);
    for (const client of [ian, server.withToken(token)]) {
      expect((await client.get('/users/me')).status).toBe(401);
    }
    const jan = await server.person('jan');
    expect((await jan.post('/users/sessions/revoke/all')).status).toBe(403);
    const boss = server.withToken(String((await login('admin')).headers.token));
    expect((await boss.post('/users/sessions/revoke/all')).status).toBe(200);
    for (const client of [jan, boss]) expect((await client.get('/users/me')).status).toBe(401);
    admin = {...admin, ...server.withToken(String((await login('admin')).headers.token))};
    ann = {...ann, ...server.withToken(String((await login('ann')).headers.token))};
  });

  test('are revoked by signing out, which always succeeds', async () => {
    const response = await login('ann');
    const client = server.withToken(String(response.headers.token));
    const bye = await client.post('/users/logout');
    expect(bye).toMatchObject({status: 200, body: {status: 'OK'}});
    expect(Object.keys(cookiesOf(bye)).toSorted()).toEqual(['MMAUTHTOKEN', 'MMCSRF', 'MMUSERID']);
    expect((await client.get('/users/me')).status).toBe(401);
    expect((await client.post('/users/logout')).status).toBe(200);
    expect((await server.anonymous.post('/users/logout')).status).toBe(200);
  });

  test.each([
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'https://evil.example'],
  ])('cannot be revoked by a form on another site (%s: %s)', async (name, value) => {
    const response = await server.anonymous.post('/users/logout', undefined, {[name]: value});
    expect(response.status).toBe(200);
    expect(cookiesOf(response)).toEqual({});
  });

  test('are extended by activity, at most once per hundredth of their length', async () => {
    const {sessions} = server.features;
    const token = String((await login('ann')).headers.token);
    const session = (await sessions.resolve(token))!;
    expect(await sessions.recordActivity(session)).toBe(false);
    session.expiresAt -= 25 * 3_600_000;
    expect(await sessions.recordActivity(session)).toBe(true);
    const stored = await server.platform.database.row<{expiresat: number}>({
      text: 'select ExpiresAt from Sessions where Token = $1',
      values: [hashToken(token)],
    });
    expect(stored!.expiresat).toBe(session.expiresAt);
    expect(session.expiresAt).toBeGreaterThan(Date.now() + 719 * 3_600_000);
  });

  test('update their cookies when a request extends them', async () => {
    const {teams, channels, sessions} = server.features;
    const team = await teams.create({name: 'cookies', display_name: 'Cookies', type: 'O'}, ann.id);
    const {id: channel_id} = await channels.byName(team.id, 'town-square');
    const signedIn = await login('ann');
    const token = String(signedIn.headers.token);
    const headers = {cookie: `MMAUTHTOKEN=${token}`, 'x-requested-with': 'XMLHttpRequest'};
    const post = () => server.anonymous.post('/posts', {channel_id, message: 'hi'}, headers);
    expect(cookiesOf(await post())).toEqual({});
    (await sessions.resolve(token))!.expiresAt -= 25 * 3_600_000;
    const renewed = cookiesOf(await post());
    const first = cookiesOf(signedIn);
    expect(Object.keys(renewed)).toEqual(['MMAUTHTOKEN', 'MMUSERID', 'MMCSRF']);
    for (const {attributes} of Object.values(renewed)) {
      const age = Number(attributes.find((one) => one.startsWith('Max-Age='))!.slice('Max-Age='.length));
      const expiry = Date.parse(
        attributes.find((one) => one.startsWith('Expires='))!.slice('Expires='.length),
      );
      expect(age).toBeGreaterThan(THIRTY_DAYS - 180);
      expect(age).toBeLessThanOrEqual(THIRTY_DAYS);
      expect(expiry).toBeGreaterThan(Date.now() + (THIRTY_DAYS - 180) * 1000);
      expect(expiry).toBeLessThanOrEqual(Date.now() + THIRTY_DAYS * 1000);
    }
    expect(renewed.MMCSRF!.value).toBe(first.MMCSRF!.value);
    expect(renewed.MMAUTHTOKEN!.value).toBe(token);
    expect(renewed.MMAUTHTOKEN!.attributes).toContain('HttpOnly');
    expect(cookiesOf(await post())).toEqual({});
    // A token in the header is not the browser's session.
    (await sessions.resolve(token))!.expiresAt -= 25 * 3_600_000;
    const response = await server.withToken(token).post('/posts', {channel_id, message: 'hi'});
    expect([response.status, cookiesOf(response)]).toEqual([201, {}]);
  });

  test('are limited to 500 per user; the least recently used ones are revoked first', async () => {
    const kim = await server.person('kim');
    await server.platform.database.execute({
      text: `
        insert into Sessions (Id, Token, CreateAt, ExpiresAt, LastActivityAt, UserId)
        select 'filler' || n, 'filler' || n, 1, $2, 1 + n, $1 from generate_series(1, 499) n`,
      values: [kim.id, Date.now() + 3_600_000],
    });
    await login('kim');
    const {body} = await kim.get('/users/me/sessions');
    expect(body).toHaveLength(500);
    expect(body.map((session: {id: string}) => session.id)).not.toContain('filler1');
  });
});
