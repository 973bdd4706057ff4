import type {FastifyRequest} from 'fastify';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import {actorOf, connectionIdOf} from './sessions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let server: TestServer;
let ann: Person;

beforeAll(async () => {
  server = await createTestServer({settings: {GuestAccountsSettings: {Enable: true}}});
  ann = await server.person('ann');
});
afterAll(() => server.close());
beforeEach(() =>
  server.platform.config.patch({
    ServiceSettings: {
      ExtendSessionLengthWithActivity: true,
      SessionIdleTimeoutInMinutes: 60,
      EnableUserAccessTokens: true,
      SessionLengthWebInHours: 720,
      SessionLengthMobileInHours: 1440,
    },
    GuestAccountsSettings: {Enable: true},
  }),
);

const service = (ServiceSettings: object) => server.platform.config.patch({ServiceSettings});
const status = async (token: string) => (await server.withToken(token).get('/users/me')).status;

/** Sets columns of a session or access token, and clears the caches of all servers. */
async function set(token: string, columns: Record<string, number>): Promise<void> {
  for (const table of ['Sessions', 'UserAccessTokens']) {
    for (const [column, value] of Object.entries(columns)) {
      const name = table === 'UserAccessTokens' && column === 'LastActivityAt' ? 'LastUsedAt' : column;
      await server.platform.database.execute({
        text: `update ${table} set ${name} = $2 where Token = $1`,
        values: [hashToken(token), value],
      });
    }
  }
  server.platform.events.publish('caches:stale', {});
}

async function stored(token: string): Promise<{lastactivityat: number; expiresat: number}> {
  const row = await server.platform.database.row<{lastactivityat: number; expiresat: number}>({
    text: `
      select LastActivityAt, ExpiresAt from Sessions where Token = $1
      union all select LastUsedAt, ExpiresAt from UserAccessTokens where Token = $1`,
    values: [hashToken(token)],
  });
  return row!;
}

async function open(person: {id: string}, deviceId = ''): Promise<string> {
  return (await server.features.sessions.open({id: person.id, roles: 'system_user'}, {deviceId})).token;
}

async function accessToken(userId: string): Promise<string> {
  const {status: created, body} = await server.admin.post(`/users/${userId}/tokens`, {description: 'test'});
  expect(created).toBe(200);
  return body.token;
}

describe('a session', () => {
  test('that was idle for longer than the idle timeout is invalid, unless activity extends sessions', async () => {
    await service({ExtendSessionLengthWithActivity: false});
    const token = await open(ann);
    const {sessions} = server.features;
    const session = (await sessions.resolve(token))!;
    expect(sessions.isExpired(session, session.lastActivityAt + 60 * MINUTE)).toBe(false);
    expect(sessions.isExpired(session, session.lastActivityAt + 60 * MINUTE + 1)).toBe(true);
    await set(token, {LastActivityAt: Date.now() - 59 * MINUTE});
    expect(await status(token)).toBe(200);
    await set(token, {LastActivityAt: Date.now() - 61 * MINUTE});
    expect(await status(token)).toBe(401);
    await service({SessionIdleTimeoutInMinutes: 0});
    expect(await status(token)).toBe(200);
    await service({SessionIdleTimeoutInMinutes: 60, ExtendSessionLengthWithActivity: true});
    expect(await status(token)).toBe(200);
  });

  test('is invalid as soon as it expires', async () => {
    const {sessions} = server.features;
    const session = (await sessions.resolve(await open(ann)))!;
    expect(sessions.isExpired(session, session.expiresAt - 1)).toBe(false);
    expect(sessions.isExpired(session, session.expiresAt)).toBe(true);
  });

  test.each([
    ['a browser', '', 720],
    ['a mobile device', 'android_rn:1', 1440],
  ])('of %s lasts as long as its setting says', async (_kind, deviceId, hours) => {
    const {expiresat} = await stored(await open(ann, deviceId));
    expect(expiresat).toBeGreaterThan(Date.now() + (hours - 1) * HOUR);
    expect(expiresat).toBeLessThanOrEqual(Date.now() + hours * HOUR);
  });

  test('that is attached to a mobile device lasts as long as a mobile session', async () => {
    const token = await open(ann);
    expect(
      (await server.withToken(token).put('/users/sessions/device', {device_id: 'apple_rn:7'})).status,
    ).toBe(200);
    expect((await stored(token)).expiresat).toBeGreaterThan(Date.now() + 1439 * HOUR);
    await server.withToken(token).get('/users/me');
    const session = (await server.features.sessions.resolve(token))!;
    expect(session.deviceId).toBe('apple_rn:7');
    session.expiresAt -= 25 * HOUR;
    expect(await server.features.sessions.recordActivity(session)).toBe(true);
    expect(session.expiresAt).toBeGreaterThan(Date.now() + 1439 * HOUR);
  });

  test('of a guest is invalid while guest accounts are disabled, even if it is cached', async () => {
    const gil = await server.person('gil');
    expect((await server.admin.post(`/users/${gil.id}/demote`)).status).toBe(200);
    const token = await open(gil);
    expect(await status(token)).toBe(200);
    await server.platform.config.patch({GuestAccountsSettings: {Enable: false}});
    expect([await status(token), await status(ann.token)]).toEqual([401, 200]);
  });

  test('has the roles of its account as soon as they change', async () => {
    const ria = await server.person('ria');
    expect((await ria.get('/jobs')).status).toBe(403);
    await server.admin.put(`/users/${ria.id}/roles`, {roles: 'system_user system_admin'});
    expect((await ria.get('/jobs')).status).toBe(200);
    await server.admin.put(`/users/${ria.id}/roles`, {roles: 'system_user'});
    expect((await ria.get('/jobs')).status).toBe(403);
    await server.platform.database.execute({
      text: `update Users set Roles = ' system_user ' where Id = $1`,
      values: [ria.id],
    });
    server.platform.events.publish('caches:stale', {});
    expect((await server.features.sessions.resolve(ria.token))!.roles).toEqual(['system_user']);
  });

  test('keeps working when another user signs out or is deactivated', async () => {
    const [tom, una] = [await server.person('tom'), await server.person('una')];
    const before = await server.features.sessions.resolve(tom.token);
    await una.post('/users/me/sessions/revoke/all');
    await server.admin.put(`/users/${una.id}/active`, {active: false});
    // The same object, because only changed sessions are removed from the cache.
    expect(await server.features.sessions.resolve(tom.token)).toBe(before);
  });

  test('is loaded again, with other sessions still cached, after it was attached to a device', async () => {
    const {sessions} = server.features;
    const [attached, other] = [await open(ann), await open(ann)];
    const before = [await sessions.resolve(attached), await sessions.resolve(other)];
    await sessions.attachDevice(before[0]!, 'apple_rn:8', {});
    expect(await sessions.resolve(attached)).not.toBe(before[0]);
    expect(await sessions.resolve(other)).toBe(before[1]);
  });

  test('is loaded again after it was revoked, but not after another one was', async () => {
    const {sessions} = server.features;
    const bea = await server.person('bea');
    const tokens = [await open(ann), await open(ann), bea.token];
    const resolve = () => Promise.all(tokens.map((token) => sessions.resolve(token)));
    /** Which sessions are still cached after an event. */
    async function keptAfter(revoked: {userId: string; sessionIds?: string[]}) {
      const before = await resolve();
      server.platform.events.publish('sessions:revoked', revoked);
      const after = await resolve();
      return after.map((session, index) => session === before[index]);
    }
    const ids = (await resolve()).map((session) => session!.id);
    expect(await keptAfter({userId: ann.id, sessionIds: [ids[0]!]})).toEqual([false, true, true]);
    expect(await keptAfter({userId: bea.id, sessionIds: [ids[0]!]})).toEqual([true, true, true]);
    expect(await keptAfter({userId: ann.id})).toEqual([false, false, true]);
  });

  test('ends when its user signs in again on the same device, even if it is cached', async () => {
    const token = await open(ann, 'android_rn:9');
    expect(await status(token)).toBe(200);
    await open(ann, 'android_rn:9');
    expect(await status(token)).toBe(401);
  });

  test('ends after a transaction that revoked the others of its user', async () => {
    const {sessions} = server.features;
    const cy = await server.person('cy');
    const token = await open(cy);
    const {id} = (await sessions.resolve(cy.token))!;
    expect([await status(token), await status(cy.token)]).toEqual([200, 200]);
    const publish = await server.platform.database.transaction((tx) => sessions.revokeWithin(tx, cy.id, id));
    publish();
    expect([await status(token), await status(cy.token)]).toEqual([401, 200]);
  });

  test('is not cached if it was revoked while it was loaded', async () => {
    const {sessions} = server.features;
    const token = await open(ann);
    const loading = sessions.resolve(token);
    server.platform.events.publish('sessions:revoked', {userId: ann.id});
    const loaded = await loading;
    const next = await sessions.resolve(token);
    expect(next).not.toBe(loaded);
    // Nothing changed while it was loaded again.
    expect(await sessions.resolve(token)).toBe(next);
  });

  test('is deleted after it expired', async () => {
    const [old, current] = [await open(ann), await open(ann)];
    await set(old, {ExpiresAt: Date.now() - 1});
    await server.features.sessions.sweep();
    const left = await server.platform.database.rows<{token: string}>({
      text: 'select Token from Sessions where Token = any($1)',
      values: [[hashToken(old), hashToken(current)]],
    });
    expect(left.map(({token}) => token)).toEqual([hashToken(current)]);
  });

  test('is found by the first 50 characters, as on the reference server', async () => {
    const token = await open(ann);
    const padded = token.padEnd(50, 'x');
    await server.platform.database.execute({
      text: 'update Sessions set Token = $2 where Token = $1',
      values: [hashToken(token), hashToken(padded)],
    });
    expect(await status(`${padded}yyyy`)).toBe(200);
    expect(await status(token)).toBe(401);
  });

  test('ends with the account, even if it is cached', async () => {
    const vic = await server.person('vic');
    const token = await open(vic);
    expect(await status(token)).toBe(200);
    await server.admin.put(`/users/${vic.id}/active`, {active: false});
    expect(await status(token)).toBe(401);
  });
});

describe('activity', () => {
  test('without extension is recorded at most every five minutes, and does not change the expiry', async () => {
    await service({ExtendSessionLengthWithActivity: false});
    const {sessions} = server.features;
    const token = await open(ann);
    const {expiresat} = await stored(token);
    const earlier = Date.now() - 4 * MINUTE;
    await set(token, {LastActivityAt: earlier});
    expect(await sessions.recordActivity((await sessions.resolve(token))!)).toBe(false);
    expect((await stored(token)).lastactivityat).toBe(earlier);
    await set(token, {LastActivityAt: Date.now() - 6 * MINUTE});
    expect(await sessions.recordActivity((await sessions.resolve(token))!)).toBe(false);
    const after = await stored(token);
    expect(after.lastactivityat).toBeGreaterThan(Date.now() - MINUTE);
    expect(after.expiresat).toBe(expiresat);
  });

  test.each([
    ['a hundredth of the length', 720, 7 * HOUR, 8 * HOUR],
    ['a day', 24 * 365, 23 * HOUR, 25 * HOUR],
    ['five minutes', 1, 4 * MINUTE, 6 * MINUTE],
  ])('extends a session after %s', async (_name, hours, early, late) => {
    await service({SessionLengthWebInHours: hours});
    const {sessions} = server.features;
    const session = (await sessions.resolve(await open(ann)))!;
    const full = session.expiresAt;
    session.expiresAt = full - early;
    expect(await sessions.recordActivity(session)).toBe(false);
    session.expiresAt = full - late;
    expect(await sessions.recordActivity(session)).toBe(true);
    expect(session.expiresAt).toBeGreaterThanOrEqual(full);
    expect(session.lastActivityAt).toBeGreaterThan(Date.now() - MINUTE);
  });

  test('of an access token is recorded at most once a minute, and never extends the token', async () => {
    const {sessions} = server.features;
    const token = await accessToken(ann.id);
    const recent = Date.now() - 50_000;
    await set(token, {LastActivityAt: recent});
    const session = (await sessions.resolve(token))!;
    expect(await sessions.recordActivity(session)).toBe(false);
    expect([session.lastActivityAt, (await stored(token)).lastactivityat]).toEqual([recent, recent]);
    await set(token, {LastActivityAt: Date.now() - 61_000});
    await sessions.resolve(token);
    await expect.poll(async () => (await stored(token)).lastactivityat).toBeGreaterThan(recent);
    expect((await stored(token)).expiresat).toBe(0);
  });
});

describe('an access token', () => {
  test('has no idle timeout, and works for years if it does not expire', async () => {
    await service({ExtendSessionLengthWithActivity: false});
    const token = await accessToken(ann.id);
    await set(token, {LastActivityAt: Date.now() - 1000 * 24 * HOUR});
    expect(await status(token)).toBe(200);
  });

  test('stops working as soon as its bot is deactivated, directly or with its owner', async () => {
    const olga = await server.person('olga');
    const bots = await Promise.all(
      ['alone', 'owned'].map(async (username) => (await server.admin.post('/bots', {username})).body.user_id),
    );
    await server.admin.post(`/bots/${bots[1]}/assign/${olga.id}`);
    const [alone, owned] = [await accessToken(bots[0]), await accessToken(bots[1])];
    expect([await status(alone), await status(owned)]).toEqual([200, 200]);
    expect((await server.admin.post(`/bots/${bots[0]}/disable`)).status).toBe(200);
    expect([await status(alone), await status(owned)]).toEqual([401, 200]);
    await server.admin.put(`/users/${olga.id}/active`, {active: false});
    await expect.poll(() => status(owned)).toBe(401);
  });

  test('of a bot works while tokens of people are disabled', async () => {
    const bot = (await server.admin.post('/bots', {username: 'robot'})).body;
    const [ofBot, ofPerson] = [await accessToken(bot.user_id), await accessToken(ann.id)];
    expect([await status(ofBot), await status(ofPerson)]).toEqual([200, 200]);
    await service({EnableUserAccessTokens: false});
    expect([await status(ofBot), await status(ofPerson), await status(ann.token)]).toEqual([200, 401, 200]);
  });
});

test.each([
  ['abc', 'abc'],
  [undefined, ''],
  [['a', 'b'], ''],
])('the connection id in the header %j is %j', (header, id) => {
  const headers = {'connection-id': header};
  expect(connectionIdOf({headers} as unknown as FastifyRequest)).toBe(id);
});

test('a request without a session has no actor', () => {
  expect(() => actorOf({session: undefined} as FastifyRequest)).toThrow(
    expect.objectContaining({status: 401}),
  );
});
