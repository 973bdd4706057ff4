import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {PERMISSIONS} from '../permissions/built-in-roles.ts';

let server: TestServer;
let admin: Person;
let ann: Person;

beforeAll(async () => {
  server = await createTestServer();
  admin = server.admin;
  ann = await server.person('ann');
});
afterAll(() => server.close());

describe('reading roles', () => {
  test('by name, without unknown ones', async () => {
    const {body} = await ann.post('/roles/names', ['system_user', 'no_such_role', '', 'channel_admin']);
    expect(body.map((role: {name: string}) => role.name).toSorted()).toEqual([
      'channel_admin',
      'system_user',
    ]);
    expect(body.find((role: {name: string}) => role.name === 'system_user')).toMatchObject({
      built_in: true,
      scheme_managed: true,
      permissions: expect.arrayContaining(['create_team', 'create_direct_channel']),
    });
  });

  test('by id and by name', async () => {
    const {body: role} = await ann.get('/roles/name/system_user');
    expect((await ann.get(`/roles/${role.id}`)).body).toEqual(role);
    for (const path of ['name/no_such_role', 'yyyyyyyyyyyyyyyyyyyyyyyyyy']) {
      expect(await ann.get(`/roles/${path}`)).toMatchObject({
        status: 404,
        body: {id: 'app.role.get.app_error'},
      });
    }
    expect((await ann.get('/roles')).status).toBe(403);
    expect((await admin.get('/roles')).body.length).toBeGreaterThanOrEqual(14);
  });

  test('members cannot create tokens, bots or ephemeral posts by default', async () => {
    const {body} = await ann.get('/roles/name/system_user');
    for (const absent of [
      'create_user_access_token',
      'create_bot',
      'create_post_ephemeral',
      'manage_system',
    ]) {
      expect(body.permissions).not.toContain(absent);
    }
  });
});

describe('roles for the System Console', () => {
  /** Valid bodies by the end of the path, so that the response depends only on permissions. */
  const BODIES: Record<string, object> = {
    active: {active: false},
    schemes: {name: 'mine', display_name: 'Mine', scope: 'team'},
  };
  const statusesOf = async (role: string, calls: readonly string[]) => {
    const person = await server.person(role.replaceAll('_', '-'));
    await admin.put(`/users/${person.id}/roles`, {roles: `system_user ${role}`});
    return Promise.all(
      calls.map(async (call) => {
        const [method, path] = call.split(' ') as ['get' | 'post' | 'put', string];
        const {status} =
          method === 'get'
            ? await person.get(path)
            : await person[method](path, BODIES[path.split('/').at(-1)!] ?? {});
        return `${status} ${call}`;
      }),
    );
  };

  test('a system manager sees statistics and manages teams and channels, but not accounts', async () => {
    expect(
      await statusesOf('system_manager', [
        'get /analytics/old?name=standard',
        'get /channels',
        'get /schemes',
        'get /roles',
        'post /caches/invalidate',
        'get /audits',
        `put /users/${ann.id}/patch`,
        `put /users/${admin.id}/active`,
        'post /schemes',
      ]),
    ).toEqual([
      '200 get /analytics/old?name=standard',
      '200 get /channels',
      '200 get /schemes',
      '200 get /roles',
      '200 post /caches/invalidate',
      '403 get /audits',
      `403 put /users/${ann.id}/patch`,
      `403 put /users/${admin.id}/active`,
      '403 post /schemes',
    ]);
  });

  test('a user manager sees teams, channels and roles, but no statistics', async () => {
    expect(
      await statusesOf('system_user_manager', [
        'get /channels',
        'get /schemes',
        'get /analytics/old?name=standard',
        'post /caches/invalidate',
        'get /audits',
      ]),
    ).toEqual([
      '200 get /channels',
      '200 get /schemes',
      '403 get /analytics/old?name=standard',
      '403 post /caches/invalidate',
      '403 get /audits',
    ]);
  });

  test('a viewer sees statistics and audits, but changes nothing', async () => {
    expect(
      await statusesOf('system_read_only_admin', [
        'get /analytics/old?name=standard',
        'get /audits',
        'get /channels',
        'post /caches/invalidate',
        'post /schemes',
        `put /users/${ann.id}/patch`,
      ]),
    ).toEqual([
      '200 get /analytics/old?name=standard',
      '200 get /audits',
      '200 get /channels',
      '403 post /caches/invalidate',
      '403 post /schemes',
      `403 put /users/${ann.id}/patch`,
    ]);
  });

  test.each(['system_manager', 'system_user_manager', 'system_read_only_admin'])(
    '%s does not allow reading private and direct messages',
    async (role) => {
      const team = await admin.post('/teams', {
        name: `team-${role.replaceAll('_', '-')}`,
        display_name: 'T',
        type: 'O',
      });
      const {body: secret} = await admin.post('/channels', {
        team_id: team.body.id,
        name: 'secret',
        display_name: 'S',
        type: 'P',
      });
      const {body: direct} = await admin.post('/channels/direct', [ann.id, admin.id]);
      const reader = await server.person(`reader-${role.replaceAll('_', '-')}`);
      await admin.put(`/users/${reader.id}/roles`, {roles: `system_user ${role}`});
      for (const {id} of [secret, direct]) {
        expect((await reader.get(`/channels/${id}/posts`)).status).toBe(403);
      }
      const {body: granted} = await admin.get(`/roles/name/${role}`);
      expect(granted.permissions).not.toContain('download_compliance_export_result');
    },
  );

  test('system administrators have all permissions of the System Console', async () => {
    const {body} = await admin.get('/roles/name/system_admin');
    expect(body.permissions.filter((name: string) => name.startsWith('sysconsole_'))).toHaveLength(114);
  });
});

describe('changing roles', () => {
  test('takes effect immediately and is audited', async () => {
    const {body: role} = await admin.get('/roles/name/system_user');
    expect((await ann.post('/users/me/tokens', {description: 'may I?'})).status).toBe(403);
    const permissions = [...role.permissions, 'create_user_access_token'];
    const {status, body} = await admin.put(`/roles/${role.id}/patch`, {permissions});
    expect(status).toBe(200);
    expect(body.permissions).toEqual(permissions);
    expect((await ann.post('/users/me/tokens', {description: 'now I may'})).status).toBe(200);
    await admin.put(`/roles/${role.id}/patch`, {permissions: role.permissions});
    expect((await ann.post('/users/me/tokens', {description: 'no more'})).status).toBe(403);
    expect((await admin.get('/audits?per_page=1')).body[0].extra_info).toMatch(/^role=system_user /);
  });

  test('requires permission to manage roles and validates permissions', async () => {
    const {body: role} = await admin.get('/roles/name/system_user');
    expect((await ann.put(`/roles/${role.id}/patch`, {permissions: []})).status).toBe(403);
    expect(await admin.put(`/roles/${role.id}/patch`, {permissions: ['fly']})).toMatchObject({
      status: 400,
      body: {id: 'api.context.invalid_body_param.app_error', message: expect.stringContaining('"fly"')},
    });
    expect((await admin.put(`/roles/${role.id}/patch`, {})).body).toEqual(role);
    expect((await admin.put('/roles/yyyyyyyyyyyyyyyyyyyyyyyyyy/patch', {permissions: []})).status).toBe(404);
  });

  test('cannot lock out the administrators', async () => {
    const {body: role} = await admin.get('/roles/name/system_admin');
    expect(await admin.put(`/roles/${role.id}/patch`, {permissions: []})).toMatchObject({
      status: 400,
      body: {id: 'api.roles.patch_roles.administrator.app_error'},
    });
  });

  test('adds the permissions that sections of the System Console also need', async () => {
    const sections = ['sysconsole_read_user_management_teams', 'sysconsole_read_reporting_server_logs', 'x'];
    const expected = ['list_private_teams', 'list_public_teams', 'view_team', 'get_logs'];
    expect((await admin.post('/permissions/ancillary', sections)).body).toEqual(expected);
    const query = `subsection_permissions=${sections.join(',')}`;
    expect((await admin.get(`/permissions/ancillary?${query}`)).body).toEqual(expected);
    expect((await admin.get('/permissions/ancillary')).body).toEqual([]);
    const all = [...PERMISSIONS].filter((permission) => permission.startsWith('sysconsole_'));
    const {body} = await admin.post('/permissions/ancillary', all);
    expect(body.filter((permission: string) => !PERMISSIONS.has(permission))).toEqual([]);
    expect(body).not.toContain('read_channel');
    expect(body).not.toContain('download_compliance_export_result');
  });

  test('is kept after a restart, and administrators get the permissions of a new version', async () => {
    const {database} = server.platform;
    await database.execute({
      text: `update Roles set Permissions = 'manage_system' where Name in ('system_admin', 'team_admin')`,
    });
    await server.features.permissions.ensureBuiltInRoles();
    server.platform.events.publish('caches:stale', {});
    expect((await admin.get('/roles/name/system_admin')).body.permissions.toSorted()).toEqual(
      [...PERMISSIONS].toSorted(),
    );
    expect((await admin.get('/roles/name/team_admin')).body.permissions).toEqual(['manage_system']);
  });

  test('gives other roles the new permissions of a new version, but not removed ones', async () => {
    const {database, events} = server.platform;
    const {body: scheme} = await admin.post('/schemes', {display_name: 'Apart', scope: 'channel'});
    const names = ['channel_user', 'channel_guest', scheme.default_channel_user_role];
    // The state left by a version without reactions, in which users had lost permission to post.
    await database.execute({
      text: `
        update Systems set Value = replace(Value, '"add_reaction",', '') where Name = 'ShippedPermissions'`,
    });
    await database.execute({
      text: `
        update Roles set Permissions = array_to_string(
          array_remove(array_remove(string_to_array(Permissions, ' '), 'create_post'), 'add_reaction'), ' ')
        where Name = any($1)`,
      values: [names],
    });
    for (let start = 0; start < 2; start++) await server.features.permissions.ensureBuiltInRoles();
    events.publish('caches:stale', {});
    for (const name of names) {
      const {permissions} = (await admin.get(`/roles/name/${name}`)).body;
      expect(permissions.filter((permission: string) => permission === 'add_reaction')).toHaveLength(1);
      expect(permissions).not.toContain('create_post');
    }
  });
});
