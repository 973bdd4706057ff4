import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {refusal} from '../../../../test/support/expect-error.ts';
import {importSource, VERSION} from '../../../../test/support/import-source.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';

const LAST_ONE = refusal(400, 'api.user.last_administrator.app_error');

let server: TestServer;
let admin: Person;

beforeEach(async () => {
  server = await createTestServer({
    settings: {
      ServiceSettings: {EnableAPIUserDeletion: true},
      GuestAccountsSettings: {Enable: true},
    },
  });
  ({admin} = server);
});
afterEach(() => server.close());

async function administrator(username: string): Promise<Person> {
  const person = await server.person(username);
  const response = await admin.put(`/users/${person.id}/roles`, {roles: 'system_user system_admin'});
  expect(response.status).toBe(200);
  return person;
}

const importUser = (user: object) =>
  server.features.bulkImport.apply(importSource([VERSION, {type: 'user', user}]));

describe('the last administrator', () => {
  const ways: [string, (id: string) => Promise<unknown>][] = [
    ['other roles', (id) => admin.put(`/users/${id}/roles`, {roles: 'system_user'})],
    ['deactivation', (id) => admin.put(`/users/${id}/active`, {active: false})],
    ['deletion', (id) => admin.delete(`/users/${id}`)],
    ['permanent deletion', (id) => admin.delete(`/users/${id}?permanent=true`)],
    ['conversion to a bot', (id) => admin.post(`/users/${id}/convert_to_bot`)],
    [
      'an external sign-in service',
      (id) => admin.put(`/users/${id}/auth`, {auth_service: 'ldap', auth_data: 'x'}),
    ],
  ];

  test.each(ways)('cannot be removed by %s', async (_, demote) => {
    expect(await demote(admin.id)).toMatchObject(LAST_ONE);
    expect((await admin.get('/users/me')).body).toMatchObject({
      roles: 'system_admin system_user',
      delete_at: 0,
      auth_service: '',
    });
    expect((await admin.get('/audits')).status).toBe(200);
  });

  test('can be removed if there is another one; bots and deactivated accounts do not count', async () => {
    const [bot, gone] = [await administrator('robot'), await administrator('gone')];
    expect((await admin.post(`/users/${bot.id}/convert_to_bot`)).status).toBe(200);
    expect((await admin.delete(`/users/${gone.id}`)).status).toBe(200);
    expect(await admin.delete(`/users/${admin.id}`)).toMatchObject(LAST_ONE);
    const second = await administrator('second');
    expect((await second.post(`/users/${admin.id}/convert_to_bot`)).status).toBe(200);
    expect(await second.put(`/users/${second.id}/roles`, {roles: 'system_user'})).toMatchObject(LAST_ONE);
  });

  test('must have a password if the previous one had one', async () => {
    const synced = await administrator('synced');
    expect((await admin.put(`/users/${synced.id}/auth`, {auth_service: 'saml', auth_data: 'y'})).status).toBe(
      200,
    );
    expect(await admin.delete(`/users/${admin.id}`)).toMatchObject(LAST_ONE);
    expect((await admin.delete(`/users/${synced.id}`)).status).toBe(200);
  });

  test.each([
    ['roles', 'roles'],
    ['convert', 'convert_to_bot'],
    ['delete', ''],
  ])('remains when two administrators remove each other concurrently: %s', async (_, path) => {
    const second = await administrator('second');
    const remove = (actor: Person, other: Person) => {
      if (path === 'roles') return actor.put(`/users/${other.id}/roles`, {roles: 'system_user'});
      return path ? actor.post(`/users/${other.id}/${path}`) : actor.delete(`/users/${other.id}`);
    };
    // Both sessions stay valid while both requests are checked, so only this rule can reject a request.
    const responses = await Promise.all([remove(admin, second), remove(second, admin)]);
    expect(responses.map(({status}) => status).filter((status) => status === 200)).toHaveLength(1);
    const left = await server.platform.database.rows({
      text: `
        select from Users u where 'system_admin' = any(string_to_array(Roles, ' ')) and DeleteAt = 0
          and not exists (select from Bots where UserId = u.Id)`,
    });
    expect(left).toHaveLength(1);
  });
});

describe('a bulk import', () => {
  const root = {username: 'admin', email: 'admin@example.com'};

  test.each([
    ['roles', {roles: 'system_user'}],
    ['delete_at', {delete_at: 1_600_000_000_000}],
    ['auth_service', {auth_service: 'ldap', auth_data: 'uid=1'}],
  ])('cannot remove the last administrator with %s', async (_, fields) => {
    const report = await importUser({...root, ...fields});
    expect(report).toMatchObject({
      ending: 'failed',
      problem: expect.stringContaining(
        'Without admin, there would be no active system administrator who can sign in',
      ),
    });
    expect((await admin.get('/audits')).status).toBe(200);
  });

  test('can replace the administrator with another one in the same file', async () => {
    const report = await server.features.bulkImport.apply(
      importSource([
        VERSION,
        {type: 'user', user: {...root, roles: 'system_user'}},
        {
          type: 'user',
          user: {username: 'next', email: 'next@example.com', roles: 'system_admin system_user'},
        },
      ]),
    );
    expect(report).toMatchObject({ending: 'done'});
    expect((await admin.get('/audits')).status).toBe(403);
  });

  test("cannot remove permissions from the administrators' role", async () => {
    const role = {name: 'system_admin', display_name: 'Root', description: '', permissions: ['create_post']};
    const report = await server.features.bulkImport.apply(importSource([VERSION, {type: 'role', role}]));
    expect(report).toMatchObject({ending: 'done'});
    expect((await admin.get('/audits')).status).toBe(200);
    expect((await admin.get('/roles/name/system_admin')).body).toMatchObject({display_name: 'Root'});
  });
});
