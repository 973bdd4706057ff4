import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {changeAtOnce} from '../../../../test/support/concurrent-changes.ts';
import {
  createTestServer,
  type Person,
  TEST_PASSWORD,
  type TestServer,
} from '../../../../test/support/test-server.ts';

let server: TestServer;
let admin: Person;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  server = await createTestServer();
  admin = server.admin;
  ann = await server.person('ann');
  bob = await server.person('bob');
});
afterAll(() => server.close());

const newUser = (name: string, more: object = {}) => ({
  username: name,
  email: `${name}@example.com`,
  password: TEST_PASSWORD,
  ...more,
});

describe('creating an account', () => {
  test('sets the defaults and returns the full record to its creator', async () => {
    const {status, body} = await server.anonymous.post('/users', newUser('Carla', {first_name: 'Carla'}));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      username: 'carla',
      email: 'carla@example.com',
      first_name: 'Carla',
      roles: 'system_user',
      delete_at: 0,
      auth_data: '',
      auth_service: '',
      locale: 'en',
      email_verified: false,
      notify_props: {desktop: 'mention', channel: 'true', mention_keys: ''},
      timezone: {useAutomaticTimezone: 'true'},
    });
    expect(body).not.toHaveProperty('password');
  });

  test.each([
    ['username', {username: 'not ok'}, 'model.user.is_valid.username.app_error'],
    ['username', {username: 'channel'}, 'model.user.is_valid.username.app_error'],
    ['username', {username: 'x'.repeat(65)}, 'model.user.is_valid.username.app_error'],
    ['username', {username: 'ann'}, 'app.user.save.username_exists.app_error'],
    ['email', {email: 'nobody'}, 'model.user.is_valid.email.app_error'],
    ['email', {email: 'ANN@example.com'}, 'app.user.save.email_exists.app_error'],
    ['password', {password: 'short'}, 'model.user.is_valid.pwd.app_error'],
    ['password', {password: 'x'.repeat(73)}, 'model.user.is_valid.pwd.app_error'],
    ['locale', {locale: '!!'}, 'model.user.is_valid.locale.app_error'],
    ['nickname', {nickname: 'x'.repeat(65)}, 'api.context.invalid_body_param.app_error'],
    ['email', {email: undefined}, 'api.context.invalid_body_param.app_error'],
  ])('rejects an invalid %s: %o', async (path, fault, id) => {
    const {status, body} = await server.anonymous.post('/users', newUser('dora', fault));
    expect({status, id: body.id, path: body.path}).toEqual({status: 400, id, path});
  });

  test('allows only administrators to set an external service', async () => {
    const service = {auth_service: 'ldap', auth_data: 'uid=erik', password: TEST_PASSWORD};
    const rejected = await server.anonymous.post('/users', newUser('erik', service));
    expect(rejected.body).toMatchObject({auth_service: '', auth_data: ''});
    const real = await admin.post('/users', newUser('erika', service));
    expect(real.body).toMatchObject({auth_service: 'ldap', auth_data: 'uid=erik'});
    const twin = await admin.post('/users', newUser('erikb', service));
    expect(twin).toMatchObject({status: 400, body: {id: 'app.user.save.auth_data_exists.app_error'}});
  });

  test('can be disabled, except for administrators', async () => {
    await server.platform.config.patch({TeamSettings: {EnableOpenServer: false}});
    expect(await server.anonymous.post('/users', newUser('finn'))).toMatchObject({
      status: 403,
      body: {id: 'api.user.create_user.no_open_server'},
    });
    expect((await admin.post('/users', newUser('finn'))).status).toBe(201);
    await server.platform.config.patch({TeamSettings: {EnableUserCreation: false}});
    expect(await server.anonymous.post('/users', newUser('gus'))).toMatchObject({
      status: 501,
      body: {id: 'api.user.create_user.disabled.app_error'},
    });
    await server.platform.config.patch({TeamSettings: {EnableOpenServer: true, EnableUserCreation: true}});
  });
});

describe('creating an account with a team invitation', () => {
  const signUp = (iid: string, name: string, more: object = {}) =>
    server.anonymous.post(`/users?iid=${iid}`, newUser(name, more));
  const invitationTo = async (teamId: string): Promise<string> =>
    (await admin.get(`/teams/${teamId}`)).body.invite_id;

  test('adds the user to the team, even if the server is not open', async () => {
    const {teams} = server.features;
    const team = await teams.create({name: 'inviting', display_name: 'Inviting', type: 'I'}, admin.id);
    await server.platform.config.patch({TeamSettings: {EnableOpenServer: false}});
    const {status, body} = await signUp(await invitationTo(team.id), 'rob');
    expect(status).toBe(201);
    expect((await admin.get(`/teams/${team.id}/members/${body.id}`)).body).toMatchObject({
      scheme_user: true,
      scheme_admin: false,
    });
    await server.platform.config.patch({TeamSettings: {EnableOpenServer: true}});
  });

  test('creates no account if the invitation is invalid or the team does not accept it', async () => {
    expect((await signUp('nonsense', 'sue')).status).toBe(404);
    const {teams} = server.features;
    const settings = {name: 'picky', display_name: 'Picky', type: 'I', allowed_domains: 'example.org'};
    const team = await teams.create(settings, admin.id);
    expect(await signUp(await invitationTo(team.id), 'sue')).toMatchObject({
      status: 400,
      body: {id: 'api.team.join_user_to_team.allowed_domains.app_error'},
    });
    expect((await admin.get('/users/username/sue')).status).toBe(404);
    expect((await signUp(await invitationTo(team.id), 'sue', {email: 'sue@example.org'})).status).toBe(201);
  });
});

describe('reading accounts', () => {
  test('hides sign-in data from others', async () => {
    const {body} = await ann.get(`/users/${bob.id}`);
    expect(body).toMatchObject({id: bob.id, username: 'bob', email: 'bob@example.com'});
    for (const hidden of ['notify_props', 'last_password_update', 'failed_attempts', 'email_verified']) {
      expect(body).not.toHaveProperty(hidden);
    }
    expect((await admin.get(`/users/${bob.id}`)).body).toHaveProperty('notify_props');
    expect((await bob.get('/users/me')).body).toHaveProperty('notify_props');
  });

  test('hides emails and names if the settings say so', async () => {
    await bob.put('/users/me/patch', {first_name: 'Bob', last_name: 'Builder'});
    await server.platform.config.patch({PrivacySettings: {ShowEmailAddress: false, ShowFullName: false}});
    expect((await ann.get(`/users/${bob.id}`)).body).toMatchObject({
      email: '',
      first_name: '',
      last_name: '',
    });
    expect((await admin.get(`/users/${bob.id}`)).body).toMatchObject({first_name: 'Bob'});
    expect((await bob.get('/users/me')).body).toMatchObject({email: 'bob@example.com'});
    expect(await ann.get('/users/email/bob@example.com')).toMatchObject({
      status: 403,
      body: {id: 'api.user.get_user_by_email.permissions.app_error'},
    });
    expect((await ann.post('/users/search', {term: 'builder'})).body).toEqual([]);
    expect((await admin.post('/users/search', {term: 'builder'})).body).toHaveLength(1);
    await server.platform.config.patch({PrivacySettings: {ShowEmailAddress: true, ShowFullName: true}});
  });

  test('finds accounts by username and email, ignoring case', async () => {
    expect((await ann.get('/users/username/BOB')).body.id).toBe(bob.id);
    expect((await ann.get('/users/email/Bob@Example.com')).body.id).toBe(bob.id);
    for (const path of ['username/nobody', 'email/nobody@example.com', 'yyyyyyyyyyyyyyyyyyyyyyyyyy']) {
      expect(await ann.get(`/users/${path}`)).toMatchObject({
        status: 404,
        body: {id: 'app.user.missing_account.const'},
      });
    }
  });

  test('returns 304 to clients that have the record', async () => {
    const first = await ann.get(`/users/${bob.id}`);
    const etag = String(first.headers.etag);
    expect(await ann.get(`/users/${bob.id}`, {'if-none-match': etag})).toMatchObject({status: 304, body: ''});
    await bob.put('/users/me/patch', {position: 'Builder'});
    expect((await ann.get(`/users/${bob.id}`, {'if-none-match': etag})).status).toBe(200);
  });
});

describe('editing a profile', () => {
  test('changes only the given fields', async () => {
    await ann.put('/users/me/patch', {nickname: 'Annie', position: 'Baker', props: {favourite: 'rye'}});
    const {status, body} = await ann.put(`/users/${ann.id}/patch`, {position: '', locale: 'de'});
    expect(status).toBe(200);
    expect(body).toMatchObject({nickname: 'Annie', position: '', locale: 'de', props: {favourite: 'rye'}});
    expect(body.update_at).toBeGreaterThan(body.create_at);
  });

  test('keeps both of two concurrent changes', async () => {
    await Promise.all([
      ann.put('/users/me/patch', {first_name: 'Ann'}),
      ann.put('/users/me/patch', {last_name: 'Baker'}),
    ]);
    expect((await ann.get('/users/me')).body).toMatchObject({first_name: 'Ann', last_name: 'Baker'});
  });

  test('accepts a complete record, as official clients send it', async () => {
    const {body: me} = await ann.get('/users/me');
    const {status, body} = await ann.put(`/users/${ann.id}`, {...me, nickname: 'Anna'});
    expect(status).toBe(200);
    expect(body).toMatchObject({nickname: 'Anna', username: 'ann'});
    expect(await ann.put(`/users/${ann.id}`, {...me, id: bob.id})).toMatchObject({
      status: 400,
      body: {id: 'api.context.invalid_body_param.app_error', path: 'id'},
    });
  });

  test('rejects taken names', async () => {
    expect(await ann.put('/users/me/patch', {username: 'BOB'})).toMatchObject({
      status: 400,
      body: {id: 'app.user.save.username_exists.app_error', path: 'username'},
    });
  });

  test("requires the current password to change one's own email, and counts wrong ones", async () => {
    const hal = await server.person('hal');
    const email = 'hal@elsewhere.example';
    for (const password of [undefined, 'wrong']) {
      expect(await hal.put('/users/me/patch', {email, password})).toMatchObject({
        status: 400,
        body: {path: 'password'},
      });
    }
    expect((await hal.get('/users/me')).body.failed_attempts).toBe(1);
    expect((await hal.put('/users/me/patch', {email, password: TEST_PASSWORD})).body).toMatchObject({
      email,
      email_verified: false,
    });
    expect((await admin.put(`/users/${hal.id}/patch`, {email: 'hal@example.com'})).status).toBe(200);
  });

  test('is limited to the user and administrators', async () => {
    for (const change of [
      () => ann.put(`/users/${bob.id}/patch`, {nickname: 'Bobby'}),
      () => ann.put(`/users/${bob.id}/password`, {new_password: TEST_PASSWORD}),
      () => ann.put(`/users/${bob.id}/active`, {active: false}),
      () => ann.delete(`/users/${bob.id}`),
      () => ann.put(`/users/${bob.id}/roles`, {roles: 'system_user'}),
      () => ann.put(`/users/${ann.id}/roles`, {roles: 'system_user system_admin'}),
      () => ann.put(`/users/${ann.id}/auth`, {auth_service: 'ldap', auth_data: 'ann'}),
      () => ann.post(`/users/${ann.id}/email/verify/member`),
    ]) {
      expect(await change()).toMatchObject({status: 403, body: {id: 'api.context.permissions.app_error'}});
    }
    expect((await admin.put(`/users/${bob.id}/patch`, {nickname: 'Bobby'})).body.nickname).toBe('Bobby');
  });

  test('of administrators is limited to administrators', async () => {
    const {permissions} = server.features;
    const role = await permissions.roleByName('system_user_access_token');
    await permissions.changeRole(role.id, ['edit_other_users', 'manage_roles']);
    const helper = await server.person('helper');
    await admin.put(`/users/${helper.id}/roles`, {roles: 'system_user system_user_access_token'});
    expect((await helper.put(`/users/${bob.id}/patch`, {nickname: 'Bo'})).status).toBe(200);
    expect((await helper.put(`/users/${admin.id}/password`, {new_password: TEST_PASSWORD})).status).toBe(403);
    expect((await helper.put(`/users/${admin.id}/patch`, {email: 'mine@example.com'})).status).toBe(403);
    expect((await helper.put(`/users/${helper.id}/roles`, {roles: 'system_user system_admin'})).status).toBe(
      403,
    );
    const other = await server.features.sessions.open(await server.features.users.byId(admin.id));
    for (const read of ['posts/flagged', 'preferences', 'sessions', 'audits', 'posts/reminders']) {
      expect([read, (await helper.get(`/users/${bob.id}/${read}`)).status]).toEqual([read, 200]);
      expect([read, (await helper.get(`/users/${admin.id}/${read}`)).status]).toEqual([read, 403]);
    }
    expect((await helper.post(`/users/${admin.id}/sessions/revoke/all`)).status).toBe(403);
    expect((await server.withToken(other.token).get('/users/me')).status).toBe(200);
    expect((await admin.get(`/users/${helper.id}/sessions`)).status).toBe(200);
    await permissions.changeRole(role.id, role.permissions.split(' '));
  });
});

describe('passwords', () => {
  test('are changed with the current one, which revokes other sessions', async () => {
    const ina = await server.person('ina');
    const other = await server.features.sessions.open(await server.features.users.byId(ina.id));
    const next = 'another long password';
    expect(await ina.put('/users/me/password', {new_password: next})).toMatchObject({
      status: 400,
      body: {id: 'api.context.invalid_body_param.app_error', path: 'current_password'},
    });
    expect(
      await ina.put('/users/me/password', {current_password: 'wrong', new_password: next}),
    ).toMatchObject({status: 400, body: {id: 'api.user.update_password.incorrect.app_error'}});
    expect(
      await ina.put('/users/me/password', {current_password: TEST_PASSWORD, new_password: 'short'}),
    ).toMatchObject({status: 400, body: {id: 'model.user.is_valid.pwd.app_error'}});
    expect(
      await ina.put('/users/me/password', {current_password: TEST_PASSWORD, new_password: next}),
    ).toMatchObject({status: 200, body: {status: 'OK'}});
    expect((await ina.get('/users/me')).status).toBe(200);
    expect((await server.withToken(other.token).get('/users/me')).status).toBe(401);
    const login = (password: string) => server.anonymous.post('/users/login', {login_id: 'ina', password});
    expect((await login(TEST_PASSWORD)).status).toBe(401);
    expect((await login(next)).status).toBe(200);
  });

  test('are set by administrators without the current one, which revokes all sessions', async () => {
    const jo = await server.person('jo');
    await admin.put(`/users/${jo.id}/password`, {new_password: 'given by the admin'});
    expect((await jo.get('/users/me')).status).toBe(401);
  });

  test('wrong current passwords lock the account like failed sign-ins', async () => {
    const kit = await server.person('kit');
    const guess = () =>
      kit.put('/users/me/password', {current_password: 'wrong', new_password: TEST_PASSWORD});
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(400);
    expect(await guess()).toMatchObject({
      status: 401,
      body: {id: 'api.user.check_user_login_attempts.too_many.app_error'},
    });
    await admin.post(`/users/${kit.id}/reset_failed_attempts`);
    expect((await guess()).status).toBe(400);
  });
});

describe('roles', () => {
  test('take effect immediately', async () => {
    const lea = await server.person('lea');
    expect((await lea.get('/audits')).status).toBe(403);
    await admin.put(`/users/${lea.id}/roles`, {roles: 'system_user system_admin'});
    expect((await lea.get('/audits')).status).toBe(200);
    await admin.put(`/users/${lea.id}/roles`, {roles: 'system_user'});
    expect((await lea.get('/audits')).status).toBe(403);
  });

  test.each([[''], ['system_admin'], ['system_user no_such_role'], ['system_user; drop table users']])(
    'cannot be %o',
    async (roles) => {
      expect(await admin.put(`/users/${bob.id}/roles`, {roles})).toMatchObject({
        status: 400,
        body: {id: 'api.context.invalid_body_param.app_error', path: 'roles'},
      });
    },
  );

  test('keep one active administrator, even if two of them demote each other concurrently', async () => {
    const lastOne = {status: 400, body: {id: 'api.user.last_administrator.app_error'}};
    expect(await admin.put(`/users/${admin.id}/roles`, {roles: 'system_user'})).toMatchObject(lastOne);
    expect(await admin.put(`/users/${admin.id}/active`, {active: false})).toMatchObject(lastOne);
    const mia = await server.person('mia');
    await admin.put(`/users/${mia.id}/roles`, {roles: 'system_user system_admin'});
    const statuses = await Promise.all([
      admin.put(`/users/${mia.id}/roles`, {roles: 'system_user'}),
      mia.put(`/users/${admin.id}/roles`, {roles: 'system_user'}),
    ]);
    expect(statuses.map(({status}) => status).toSorted()).not.toEqual([200, 200]);
    await server.platform.database.execute({
      text: `update Users set Roles = case Username when 'admin' then 'system_admin system_user'
        else 'system_user' end where Username in ('admin', 'mia')`,
    });
    server.platform.events.publish('users:changed', {userIds: [admin.id, mia.id]});
  });
});

describe('activation', () => {
  test('deactivation revokes sessions and disables sign-in; activation restores the account', async () => {
    const ned = await server.person('ned');
    const changes: object[] = [];
    server.platform.events.inStreamOrder('user:activation-changed', (change) => changes.push(change));
    expect((await admin.put(`/users/${ned.id}/active`, {active: false})).body).toEqual({status: 'OK'});
    expect((await ned.get('/users/me')).status).toBe(401);
    expect((await admin.get(`/users/${ned.id}`)).body.delete_at).toBeGreaterThan(0);
    await admin.put(`/users/${ned.id}/active`, {active: true});
    expect((await ned.get('/users/me')).status).toBe(401);
    expect((await admin.get(`/users/${ned.id}`)).body.delete_at).toBe(0);
    expect(changes).toEqual([
      {userId: ned.id, active: false},
      {userId: ned.id, active: true},
    ]);
    expect(await admin.put(`/users/${ned.id}/active`, {})).toMatchObject({
      status: 400,
      body: {id: 'api.context.invalid_body_param.app_error', path: 'active'},
    });
  });

  test('users can deactivate themselves, but nothing is deleted permanently', async () => {
    const oda = await server.person('oda');
    expect(await oda.delete('/users/me?permanent=true')).toMatchObject({
      status: 401,
      body: {id: 'api.user.delete_user.not_enabled.app_error'},
    });
    expect((await oda.delete('/users/me')).status).toBe(200);
    expect((await oda.get('/users/me')).status).toBe(401);
  });
});

describe('guests', () => {
  test('members become guests and vice versa, including in their teams and channels', async () => {
    const {teams, channels, permissions} = server.features;
    const pia = await server.person('pia');
    const team = await teams.create({name: 'guests', display_name: 'Guests', type: 'O'}, admin.id);
    await teams.addMember(team.id, pia.id, admin.id);
    const square = await channels.byName(team.id, 'town-square');
    expect(await admin.post(`/users/${pia.id}/demote`)).toMatchObject({status: 501});
    await server.platform.config.patch({GuestAccountsSettings: {Enable: true}});
    expect((await permissions.channelStanding(pia.id, square.id))?.roles).toContain('channel_user');
    expect((await admin.post(`/users/${pia.id}/demote`)).status).toBe(200);
    expect((await permissions.channelStanding(pia.id, square.id))?.roles).toEqual([
      'channel_guest',
      'team_guest',
    ]);
    expect((await pia.get('/users/me')).body.roles).toBe('system_guest');
    expect((await pia.get(`/users/${ann.id}`)).status).toBe(403);
    expect((await pia.get(`/users/${admin.id}`)).status).toBe(200);
    expect((await pia.post('/users/ids', [ann.id, admin.id])).body).toHaveLength(1);
    expect((await pia.get('/users')).body.map((user: {username: string}) => user.username)).toEqual([
      'admin',
      'pia',
    ]);
    expect((await admin.post(`/users/${pia.id}/demote`)).status).toBe(501);
    expect((await admin.post(`/users/${pia.id}/promote`)).status).toBe(200);
    expect((await pia.get('/users/me')).body.roles).toBe('system_user');
    expect((await permissions.channelStanding(pia.id, square.id))?.roles).toContain('channel_user');
    expect((await admin.post(`/users/${pia.id}/promote`)).status).toBe(501);
  });

  test.each([
    ['loses a role', 'system_user system_user_manager', 'system_user', 200, 'system_guest'],
    ['becomes an administrator', 'system_user', 'system_user system_admin', 400, 'system_user system_admin'],
  ])('a member who %s at the same time keeps that change', async (_what, before, after, status, roles) => {
    await server.platform.config.patch({GuestAccountsSettings: {Enable: true}});
    const rex = await server.person(`rex-${status}`);
    await admin.put(`/users/${rex.id}/roles`, {roles: before});
    const answers = await changeAtOnce(server.platform.database, {table: 'Users', id: rex.id}, [
      () => admin.put(`/users/${rex.id}/roles`, {roles: after}),
      () => admin.post(`/users/${rex.id}/demote`),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, status]);
    expect((await admin.get(`/users/${rex.id}`)).body.roles).toBe(roles);
    // Later tests count administrators.
    await admin.put(`/users/${rex.id}/roles`, {roles: 'system_user'});
  });
});

test('guests need an email address in an allowed domain', async () => {
  const [inside, outside] = [await server.person('inside'), await server.person('outside')];
  await admin.put(`/users/${inside.id}/patch`, {email: 'inside@Partner.example'});
  await server.platform.config.patch({
    GuestAccountsSettings: {Enable: true, RestrictCreationToDomains: 'partner.example, @other.example'},
  });
  const refused = {
    status: 400,
    body: {id: 'api.user.create_user.accepted_domain.app_error', path: 'email'},
  };
  expect(await admin.post(`/users/${outside.id}/demote`)).toMatchObject(refused);
  expect(await admin.put(`/users/${outside.id}/roles`, {roles: 'system_guest'})).toMatchObject(refused);
  expect((await admin.post(`/users/${inside.id}/demote`)).status).toBe(200);
  const move = (email: string) => admin.put(`/users/${inside.id}/patch`, {email});
  expect(await move('inside@elsewhere.example')).toMatchObject({
    status: 400,
    body: {id: 'api.user.update_user.accepted_guest_domain.app_error', path: 'email'},
  });
  expect((await move('inside@other.example')).status).toBe(200);
  await server.platform.config.patch({
    GuestAccountsSettings: {Enable: false, RestrictCreationToDomains: ''},
  });
  expect((await admin.put(`/users/${outside.id}/roles`, {roles: 'system_guest'})).status).toBe(501);
});

test('users choose among the available languages', async () => {
  const lou = await server.person('lou');
  const choose = (locale: string) => lou.put('/users/me/patch', {locale});
  expect((await choose('fr')).status).toBe(200);
  await server.platform.config.patch({
    LocalizationSettings: {AvailableLocales: 'de, pt-BR', DefaultClientLocale: 'es'},
  });
  const refused = {status: 400, body: {id: 'model.user.is_valid.locale.app_error', path: 'locale'}};
  expect(await choose('it')).toMatchObject(refused);
  for (const locale of ['fr', 'de', 'pt-BR', 'es']) expect((await choose(locale)).status).toBe(200);
  const account = {email: 'max@example.com', username: 'max', password: TEST_PASSWORD};
  expect(await server.anonymous.post('/users', {...account, locale: 'it'})).toMatchObject(refused);
  expect((await server.anonymous.post('/users', account)).body.locale).toBe('es');
  await server.platform.config.patch({
    LocalizationSettings: {AvailableLocales: '', DefaultClientLocale: 'en'},
  });
});

test('changes by administrators are audited', async () => {
  const quin = await server.person('quintilla');
  await admin.put(`/users/${quin.id}/roles`, {roles: 'system_user system_post_all'}, {'user-agent': 'test'});
  const {body} = await admin.get('/audits?per_page=1');
  expect(body).toEqual([
    {
      id: expect.any(String),
      create_at: expect.any(Number),
      user_id: admin.id,
      action: `/api/v4/users/${quin.id}/roles`,
      extra_info: `user_id=${quin.id} roles=system_user system_post_all`,
      ip_address: '127.0.0.1',
      session_id: expect.stringMatching(/^[a-z0-9]{26}$/),
    },
  ]);
  const {create_at, action} = body[0];
  const found = async (query: object) =>
    (await admin.get(`/audits?${new URLSearchParams(query as Record<string, string>)}`)).body.map(
      (entry: {action: string}) => entry.action,
    );
  for (const query of [
    {term: 'SYSTEM_post_all'},
    {term: quin.id, user_id: admin.id, from: create_at, before: create_at + 1},
    {term: quin.id, outcome: 'success'},
    {term: quin.id, kind: 'users'},
    // The user that it was done to. A shorter part could also be in a random id.
    {term: 'QUINTIL', kind: 'users'},
  ]) {
    expect(await found(query)).toEqual([action]);
  }
  for (const query of [
    {term: 'system%post%all'},
    {term: quin.id, outcome: 'fail'},
    {term: quin.id, kind: 'sign_in'},
    {term: quin.id, before: create_at},
    {term: quin.id, from: create_at + 1},
    {term: quin.id, user_id: quin.id},
  ]) {
    expect(await found(query)).toEqual([]);
  }
  expect(await found({term: 'ADMIN', outcome: 'success', per_page: 1})).toEqual([action]);
  expect((await admin.get('/audits?outcome=maybe')).status).toBe(400);
  expect((await quin.get('/audits')).status).toBe(403);
  expect((await quin.get(`/users/${admin.id}/audits`)).status).toBe(403);
  expect((await quin.get('/users/me/audits')).body).toEqual([]);
});

test('audit entries are found by the kind of their action', async () => {
  const id = admin.id;
  const actions = {
    sign_in: [
      `/api/v4/users/${id}/sessions/revoke/all`,
      '/api/v4/users/tokens/revoke',
      'patchbay bot token',
      'patchbay user password',
    ],
    users: [`/api/v4/users/${id}`, '/api/v4/users', 'patchbay user create'],
    teams: [`/api/v4/teams/${id}/invite/email`],
    channels: [`/api/v4/channels/${id}`, `/api/v4/posts/${id}/move`],
    integrations: [`/api/v4/bots/${id}/enable`, '/api/v4/integrations/transfers/:transfer_id/accept'],
    settings: ['/api/v4/config/patch', `/api/v4/roles/${id}/patch`, 'patchbay config set'],
    data: ['/api/v4/imports', '/api/v4/jobs', 'patchbay import bulk'],
    compliance: ['/api/v4/data_retention/policies', 'patchbay compliance export run'],
  };
  for (const action of Object.values(actions).flat()) {
    await server.features.audits.record(undefined, action, 'by kind', '');
  }
  for (const [kind, expected] of Object.entries(actions)) {
    const {body} = await admin.get(`/audits?term=by%20kind&kind=${kind}`);
    expect(body.map((entry: {action: string}) => entry.action).toSorted()).toEqual(expected.toSorted());
  }
  expect((await admin.get('/audits?kind=other')).status).toBe(400);
});

test('audit entries are found by their action, and without sign-ins', async () => {
  const {audits} = server.features;
  for (const [action, info] of [
    ['/api/v4/backups', 'createBackup job=7 of=actions'],
    ['/api/v4/backups/a.zip', 'deleteBackup file=a.zip of=actions'],
    ['/api/v4/backups/a.zip/verify', 'verifyBackup file=a.zip of=actions'],
    ['patchbay user create', 'user_id=7 of=actions'],
    ['/api/v4/users/login', 'authenticated browser=Firefox os=Linux of=actions'],
  ] as const) {
    await audits.record(undefined, action, info, '');
  }
  await audits.record(undefined, '/api/v4/users/login', 'fail', '10.9.8.7');
  const found = async (query: Record<string, string>) =>
    (await admin.get(`/audits?${new URLSearchParams({term: 'of=actions', ...query})}`)).body
      .map(({extra_info}: {extra_info: string}) => extra_info.split(' ')[0])
      .toSorted();
  expect(await found({action: '/backups'})).toEqual(['createBackup']);
  expect(await found({action: '/backups/*'})).toEqual(['deleteBackup']);
  expect(await found({action: '/backups/* deleteBackup,/backups/*/verify,patchbay user create'})).toEqual([
    'deleteBackup',
    'user_id=7',
    'verifyBackup',
  ]);
  expect(await found({action: '/backups/* delete,/backups/.*'})).toEqual([]);
  expect(await found({exclude_sign_ins: 'false'})).toHaveLength(5);
  const others = ['createBackup', 'deleteBackup', 'user_id=7', 'verifyBackup'];
  expect(await found({exclude_sign_ins: 'true'})).toEqual(others);
  // Failed attempts remain.
  expect(await found({term: '10.9.8.7', exclude_sign_ins: 'true'})).toEqual(['fail']);
});

test('of ten concurrent first accounts, exactly one is administrator', async () => {
  const empty = await createTestServer({firstAccount: false});
  const responses = await Promise.all(
    Array.from({length: 10}, (_, index) => empty.anonymous.post('/users', newUser(`first${index}`))),
  );
  expect(responses.map(({status}) => status)).toEqual(Array(10).fill(201));
  const administrators = responses.filter(({body}) => body.roles.includes('system_admin'));
  expect(administrators).toHaveLength(1);
  await empty.close();
});
