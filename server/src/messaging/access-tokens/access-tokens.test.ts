import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
let admin: Person;
let ann: Person;
let bob: Person;
let botId: string;

beforeAll(async () => {
  server = await createTestServer();
  admin = server.admin;
  ann = await server.person('ann');
  bob = await server.person('bob');
  await admin.put(`/users/${ann.id}/roles`, {roles: 'system_user system_user_access_token'});
  botId = (await admin.post('/bots', {username: 'beeper'})).body.user_id;
});
afterAll(() => server.close());

const enabled = (EnableUserAccessTokens: boolean) =>
  server.platform.config.patch({ServiceSettings: {EnableUserAccessTokens}});

async function createToken(description = 'for a script', more: object = {}) {
  const {body} = await ann.post('/users/me/tokens', {description, ...more});
  return body as {id: string; token: string};
}

describe('creating a token', () => {
  test('shows the secret once', async () => {
    const {status, body} = await ann.post('/users/me/tokens', {description: 'once'});
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{26}$/),
      token: expect.stringMatching(/^[a-z0-9]{26}$/),
      user_id: ann.id,
      description: 'once',
      is_active: true,
      create_at: expect.any(Number),
      expires_at: 0,
      last_used_at: 0,
    });
    for (const response of [await ann.get('/users/me/tokens'), await ann.get(`/users/tokens/${body.id}`)]) {
      expect(response.status).toBe(200);
      expect(JSON.stringify(response.body)).toContain(body.id);
      expect(JSON.stringify(response.body)).not.toContain(body.token);
    }
    const rows = await server.platform.database.rows({text: 'select * from UserAccessTokens'});
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  test.each([
    [{}, 'api.context.invalid_body_param.app_error'],
    [{description: ''}, 'api.context.invalid_body_param.app_error'],
    [{description: '  '}, 'api.context.invalid_body_param.app_error'],
    [{description: 'x'.repeat(256)}, 'model.user_access_token.is_valid.description.app_error'],
    [{description: 'late', expires_at: 1000}, 'api.context.invalid_body_param.app_error'],
    [{description: 'odd', expires_at: 'tomorrow'}, 'api.context.invalid_body_param.app_error'],
  ])('rejects %o', async (body, id) => {
    expect(await ann.post('/users/me/tokens', body)).toMatchObject({status: 400, body: {id}});
  });

  test('accepts 255 characters, regardless of their bytes', async () => {
    expect((await ann.post('/users/me/tokens', {description: '𝕏'.repeat(255)})).status).toBe(200);
  });

  test('requires the token role and permission to edit the account', async () => {
    const make = (person: Person, userId: string) =>
      person.post(`/users/${userId}/tokens`, {description: 'mine'});
    expect((await make(bob, 'me')).status).toBe(403);
    expect((await make(ann, bob.id)).status).toBe(403);
    expect((await make(ann, admin.id)).status).toBe(403);
    expect((await make(ann, botId)).status).toBe(404);
    expect((await make(admin, bob.id)).status).toBe(200);
    expect(await make(admin, 'yyyyyyyyyyyyyyyyyyyyyyyyyy')).toMatchObject({
      status: 404,
      body: {id: 'app.user.missing_account.const'},
    });
  });

  test('only lets system administrators create tokens for other people', async () => {
    const {body: role} = await server.admin.get('/roles/name/system_user_access_token');
    const permissions = [...role.permissions, 'edit_other_users'];
    await server.admin.put(`/roles/${role.id}/patch`, {permissions});
    const editor = await server.person('editor');
    await server.admin.put(`/users/${editor.id}/roles`, {roles: 'system_user system_user_access_token'});
    const victim = await server.person('victim');
    const {body: token} = await server.admin.post(`/users/${victim.id}/tokens`, {
      description: 'for their CI',
    });
    const ref = {token_id: token.id};
    expect((await editor.post('/users/tokens/disable', ref)).status).toBe(200);
    const refused = [
      await editor.post(`/users/${victim.id}/tokens`, {description: 'backdoor'}),
      await editor.post('/users/tokens/enable', ref),
      await editor.post(`/users/tokens/${token.id}/rotate`, {}),
    ];
    expect(refused.map(({status}) => status)).toEqual([403, 403, 403]);
    expect((await editor.post(`/users/${editor.id}/tokens`, {description: 'my own'})).status).toBe(200);
    await server.admin.put(`/roles/${role.id}/patch`, {permissions: role.permissions});
  });

  test('can be disabled for people but not for bots', async () => {
    await enabled(false);
    const make = (person: Person, userId: string) =>
      person.post(`/users/${userId}/tokens`, {description: 'now?'});
    expect(await make(admin, 'me')).toMatchObject({
      status: 501,
      body: {id: 'app.user_access_token.disabled'},
    });
    expect((await make(admin, botId)).status).toBe(200);
    expect((await make(bob, 'me')).status).toBe(403);
    await enabled(true);
  });
});

describe('using a token', () => {
  test('acts as its owner and records the time of use', async () => {
    const {id, token} = await createToken();
    expect((await server.withToken(token).get('/users/me')).body.id).toBe(ann.id);
    await expect
      .poll(async () => (await ann.get(`/users/tokens/${id}`)).body.last_used_at)
      .toBeGreaterThan(Date.now() - 60_000);
  });

  test('stops working when deactivated and works again when activated', async () => {
    const {id, token} = await createToken();
    const use = async () => (await server.withToken(token).get('/users/me')).status;
    expect(await use()).toBe(200);
    expect((await ann.post('/users/tokens/disable', {token_id: id})).body).toEqual({status: 'OK'});
    expect(await use()).toBe(401);
    expect((await ann.get(`/users/tokens/${id}`)).body.is_active).toBe(false);
    expect((await ann.post('/users/tokens/enable', {token_id: id})).status).toBe(200);
    expect(await use()).toBe(200);
  });

  test('stops working permanently when revoked', async () => {
    const {id, token} = await createToken();
    expect((await server.withToken(token).get('/users/me')).status).toBe(200);
    expect((await ann.post('/users/tokens/revoke', {token_id: id})).status).toBe(200);
    expect(await server.withToken(token).get('/users/me')).toMatchObject({
      status: 401,
      body: {id: 'api.context.session_expired.app_error'},
    });
    expect(await ann.get(`/users/tokens/${id}`)).toMatchObject({
      status: 404,
      body: {id: 'app.user_access_token.get_by_user.app_error'},
    });
  });

  test('stops working when it expires', async () => {
    const expires_at = Date.now() + 3_600_000;
    const {id, token} = await createToken('for an hour', {expires_at});
    expect((await ann.get(`/users/tokens/${id}`)).body.expires_at).toBe(expires_at);
    expect((await server.withToken(token).get('/users/me')).status).toBe(200);
    await server.platform.database.execute({
      text: 'update UserAccessTokens set ExpiresAt = 1 where Id = $1',
      values: [id],
    });
    server.platform.events.publish('caches:stale', {});
    expect((await server.withToken(token).get('/users/me')).status).toBe(401);
  });

  test('does not work while its account is deactivated or the setting for people is off', async () => {
    const {token} = await createToken();
    const use = async () => (await server.withToken(token).get('/users/me')).status;
    expect(await use()).toBe(200);
    await admin.put(`/users/${ann.id}/active`, {active: false});
    expect(await use()).toBe(401);
    await admin.put(`/users/${ann.id}/active`, {active: true});
    expect(await use()).toBe(200);
    await enabled(false);
    expect(await use()).toBe(401);
    await enabled(true);
    expect(await use()).toBe(200);
    ann = {...ann, ...server.withToken(token)};
  });

  test('survives a password change and the revocation of all sessions', async () => {
    const {token} = await createToken();
    await admin.post(`/users/${ann.id}/sessions/revoke/all`);
    expect((await server.withToken(token).get('/users/me')).status).toBe(200);
  });
});

describe('managing tokens', () => {
  test('is limited to the owner and administrators', async () => {
    const {id} = await createToken('mine');
    await admin.put(`/users/${bob.id}/roles`, {roles: 'system_user system_user_access_token'});
    for (const call of [
      () => bob.get(`/users/tokens/${id}`),
      () => bob.get(`/users/${ann.id}/tokens`),
      () => bob.get('/users/tokens'),
      () => bob.post('/users/tokens/search', {term: 'ann'}),
      () => bob.post('/users/tokens/revoke', {token_id: id}),
      () => bob.post('/users/tokens/disable', {token_id: id}),
      () => bob.post('/users/tokens/enable', {token_id: id}),
    ]) {
      expect(await call()).toMatchObject({status: 403, body: {id: 'api.context.permissions.app_error'}});
    }
    expect((await admin.get(`/users/tokens/${id}`)).status).toBe(200);
    expect((await admin.post('/users/tokens/disable', {token_id: id})).status).toBe(200);
  });

  test('supports paging and search', async () => {
    const {id} = await createToken('newest');
    expect((await ann.get('/users/me/tokens?per_page=1')).body).toMatchObject([{id}]);
    expect((await admin.get('/users/tokens?per_page=1')).body).toMatchObject([{id}]);
    const find = async (term: string) =>
      (await admin.post('/users/tokens/search', {term})).body.map((token: {id: string}) => token.id);
    expect(await find(id)).toEqual([id]);
    expect(await find(ann.id)).toContain(id);
    expect(await find('AN')).toContain(id);
    expect(await find('%')).toEqual([]);
    expect((await admin.post('/users/tokens/search', {})).status).toBe(400);
  });

  test('is audited', async () => {
    const {id} = await createToken('audited');
    expect((await admin.get('/audits?per_page=1')).body[0]).toMatchObject({
      user_id: ann.id,
      action: '/api/v4/users/me/tokens',
      extra_info: `user_id=${ann.id} token_id=${id}`,
    });
  });
});

describe('rotating a token', () => {
  const works = async (token: string) => (await server.withToken(token).get('/users/me')).status === 200;
  const rotate = (id: string, body?: object) => admin.post(`/users/tokens/${id}/rotate`, body ?? {});

  test('returns a new secret once and immediately invalidates the old one', async () => {
    const {id, token} = await createToken();
    expect(await works(token)).toBe(true);
    const {status, body} = await rotate(id);
    expect({status, body}).toMatchObject({
      status: 200,
      body: {id, user_id: ann.id, description: 'for a script'},
    });
    expect(body.token).not.toBe(token);
    expect([await works(body.token), await works(token)]).toEqual([true, false]);
    expect((await admin.get(`/users/tokens/${id}`)).body).not.toHaveProperty('token');
    const rows = await server.platform.database.rows({text: 'select * from UserAccessTokens'});
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  test('keeps the old secret valid only during the overlap', async () => {
    const {id, token} = await createToken();
    const {body: second} = await rotate(id, {overlap_ms: 60_000});
    expect([await works(second.token), await works(token)]).toEqual([true, true]);
    await server.platform.database.execute({
      text: 'update UserAccessTokens set PreviousTokenValidUntil = 1 where Id = $1',
      values: [id],
    });
    server.platform.events.publish('caches:stale', {});
    expect([await works(second.token), await works(token)]).toEqual([true, false]);
  });

  test('keeps at most two secrets', async () => {
    const {id, token} = await createToken();
    const {body: second} = await rotate(id, {overlap_ms: 60_000});
    const {body: third} = await rotate(id, {overlap_ms: 60_000});
    const valid = await Promise.all([token, second.token, third.token].map(works));
    expect(valid).toEqual([false, true, true]);
  });

  test('deactivates and revokes both secrets', async () => {
    const {id, token} = await createToken();
    const {body: second} = await rotate(id, {overlap_ms: 60_000});
    await admin.post('/users/tokens/disable', {token_id: id});
    expect([await works(second.token), await works(token)]).toEqual([false, false]);
    await admin.post('/users/tokens/enable', {token_id: id});
    expect([await works(second.token), await works(token)]).toEqual([true, true]);
    await admin.post('/users/tokens/revoke', {token_id: id});
    expect([await works(second.token), await works(token)]).toEqual([false, false]);
  });

  test('never lets a secret outlive the token', async () => {
    const {id, token} = await createToken('short', {expires_at: Date.now() + 60_000});
    await rotate(id, {overlap_ms: 3_600_000});
    await server.platform.database.execute({
      text: 'update UserAccessTokens set ExpiresAt = 1 where Id = $1',
      values: [id],
    });
    server.platform.events.publish('caches:stale', {});
    expect(await works(token)).toBe(false);
    expect((await rotate(id)).status).toBe(400);
  });

  test.each([-1, 1.5, 30 * 24 * 3_600_000 + 1, 'long'])('rejects an overlap of %j', async (overlap_ms) => {
    const {id} = await createToken();
    expect((await rotate(id, {overlap_ms})).status).toBe(400);
  });

  test('requires permission to create tokens for the account', async () => {
    const {id} = await createToken();
    expect((await bob.post(`/users/tokens/${id}/rotate`, {})).status).toBe(403);
    expect((await ann.post(`/users/tokens/${id}/rotate`, {})).status).toBe(200);
  });
});
