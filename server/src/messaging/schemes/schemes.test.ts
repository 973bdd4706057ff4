import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {changeAtOnce} from '../../../../test/support/concurrent-changes.ts';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
let admin: Person;
let ann: Person;
let teamId: string;

beforeAll(async () => {
  server = await createTestServer();
  admin = server.admin;
  ann = await server.person('ann');
  const {teams} = server.features;
  teamId = (await teams.create({name: 'schemed', display_name: 'Schemed', type: 'O'}, admin.id)).id;
  await teams.addMember(teamId, ann.id, ann.id);
});
afterAll(() => server.close());

const make = (more: object = {}) =>
  admin.post('/schemes', {display_name: 'Strict', description: 'Few rights', scope: 'team', ...more});

describe('a scheme', () => {
  test('starts with copies of the built-in roles', async () => {
    const {status, body} = await make({name: 'strict'});
    expect(status).toBe(201);
    expect(body).toMatchObject({name: 'strict', display_name: 'Strict', scope: 'team', delete_at: 0});
    const pairs = [
      [body.default_team_user_role, 'team_user'],
      [body.default_channel_admin_role, 'channel_admin'],
    ];
    for (const [copy, original] of pairs) {
      const {body: role} = await ann.get(`/roles/name/${copy}`);
      expect(role.scheme_managed).toBe(true);
      expect(role.built_in).toBe(false);
      expect(role.permissions).toEqual((await ann.get(`/roles/name/${original}`)).body.permissions);
    }
  });

  test('for channels has no team roles', async () => {
    const {body} = await make({scope: 'channel'});
    expect(body.name).toBe(body.id);
    expect(body.default_team_user_role).toBe('');
    expect(body.default_channel_user_role).toMatch(/^[a-z0-9]{26}$/);
  });

  test.each([
    [{name: 'x'}, 'app.scheme.save.invalid_scheme.app_error'],
    [{name: 'Not Ok'}, 'app.scheme.save.invalid_scheme.app_error'],
    [{name: 'strict'}, 'app.scheme.save.name_exists.app_error'],
    [{scope: 'planet'}, 'api.context.invalid_body_param.app_error'],
    [{display_name: ''}, 'api.context.invalid_body_param.app_error'],
  ])('cannot be created with %o', async (fault, id) => {
    expect(await make(fault)).toMatchObject({status: 400, body: {id}});
  });

  test('that is deleted at the same time is not edited, and its name is free again', async () => {
    const {body: scheme} = await make({name: 'twice'});
    const answers = await changeAtOnce(server.platform.database, {table: 'Schemes', id: scheme.id}, [
      () => admin.delete(`/schemes/${scheme.id}`),
      () => admin.put(`/schemes/${scheme.id}/patch`, {description: 'new'}),
    ]);
    expect(answers.map(({status}) => status)).toEqual([200, 404]);
    const again = await make({name: 'twice'});
    expect(again.status).toBe(201);
    await admin.delete(`/schemes/${again.body.id}`);
  });

  test('requires a tier', async () => {
    await server.platform.config.patch({LicenseSettings: {Tier: 'team'}});
    expect(await make()).toMatchObject({status: 501, body: {id: 'api.scheme.create_scheme.license.error'}});
    await server.platform.config.patch({LicenseSettings: {Tier: 'enterprise'}});
  });

  test('can be renamed', async () => {
    const {body} = await make({name: 'before'});
    const renamed = await admin.put(`/schemes/${body.id}/patch`, {name: 'after', description: ''});
    expect(renamed.body).toMatchObject({name: 'after', display_name: 'Strict', description: ''});
    expect((await admin.get(`/schemes/${body.id}`)).body).toEqual(renamed.body);
    expect((await admin.put(`/schemes/${body.id}/patch`, {name: 'strict'})).status).toBe(400);
  });

  test('is listed by scope', async () => {
    const names = async (query: string) =>
      (await admin.get(`/schemes?${query}`)).body.map((scheme: {name: string}) => scheme.name);
    expect(await names('scope=team')).toEqual(['after', 'strict']);
    expect(await names('scope=channel')).toHaveLength(1);
    expect(await names('per_page=1')).toEqual(['after']);
  });
});

test('permissions removed by a scheme are missing in its team until it is deleted', async () => {
  const {body: scheme} = await make();
  const newChannel = (name: string) =>
    ann.post('/channels', {team_id: teamId, name, display_name: name, type: 'O'});
  expect((await newChannel('before')).status).toBe(201);

  const {body: role} = await admin.get(`/roles/name/${scheme.default_team_user_role}`);
  await admin.put(`/roles/${role.id}/patch`, {
    permissions: role.permissions.filter((permission: string) => permission !== 'create_public_channel'),
  });
  expect((await admin.put(`/teams/${teamId}/scheme`, {scheme_id: scheme.id})).status).toBe(200);
  expect((await newChannel('meanwhile')).status).toBe(403);
  expect((await admin.get(`/schemes/${scheme.id}/teams`)).body).toMatchObject([{id: teamId}]);
  expect((await admin.get(`/schemes/${scheme.id}/channels`)).status).toBe(400);

  expect((await admin.delete(`/schemes/${scheme.id}`)).body).toEqual({status: 'OK'});
  expect((await newChannel('after')).status).toBe(201);
  expect(await admin.get(`/schemes/${scheme.id}`)).toMatchObject({
    status: 404,
    body: {id: 'app.scheme.get.app_error'},
  });
});
