import {Client4, ClientError} from '@mattermost/client';
import type {Channel} from '@mattermost/types/channels';
import type {Team} from '@mattermost/types/teams';
import type {UserProfile} from '@mattermost/types/users';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {API_VERSION} from '../../server/src/version.ts';
import {createTestServer, type Person, TEST_PASSWORD, type TestServer} from '../support/test-server.ts';

// Uses the official client library with this server. The library parses responses and throws its own errors.

let server: TestServer;
let address: string;
let ann: Person;
let admin: Client4;
let client: Client4;

beforeAll(async () => {
  server = await createTestServer({settings: {RateLimitSettings: {LoginPerSec: 1000, LoginMaxBurst: 1000}}});
  ann = await server.person('ann');
  address = await server.listen();
  admin = clientOf(server.admin.token);
  client = clientOf(ann.token);
});
afterAll(() => server.close());

function clientOf(token = ''): Client4 {
  const created = new Client4();
  created.setUrl(address);
  created.setToken(token);
  // Don't log errors, because tests describe the failures they expect.
  (created as unknown as {logToConsole: boolean}).logToConsole = false;
  return created;
}

async function failureOf(call: Promise<unknown>): Promise<ClientError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ClientError);
  return error as ClientError;
}

describe('signing in', () => {
  test('by name, email and id returns the profile and keeps the token', async () => {
    for (const login of [
      (fresh: Client4) => fresh.login('ann', TEST_PASSWORD),
      (fresh: Client4) => fresh.login('ann@example.com', TEST_PASSWORD),
    ]) {
      const fresh = clientOf();
      expect(await login(fresh)).toMatchObject({id: ann.id, username: 'ann'});
      expect(await fresh.getMe()).toMatchObject({id: ann.id});
      expect(fresh.getServerVersion()).toMatch(new RegExp(`^${API_VERSION.replaceAll('.', '\\.')}\\.`));
      await fresh.logout();
      expect(fresh.getToken()).toBe('');
    }
    expect(await clientOf().loginById(ann.id, TEST_PASSWORD)).toMatchObject({id: ann.id});
  });

  test('fails with the client’s error, which contains the id and status', async () => {
    const error = await failureOf(clientOf().login('ann', 'wrong'));
    expect(error).toMatchObject({
      server_error_id: 'api.user.login.invalid_credentials_email_username',
      status_code: 401,
      message: 'Enter a valid email or username and/or password.',
      detailed_error: '',
    });
    expect(error.url).toContain('/api/v4/users/login');
  });
});

/** Calls a route that the client has no method for. */
function fetchWith(one: Client4, path: string): Promise<unknown> {
  type Fetching = {doFetch(url: string, options: {method: string}): Promise<unknown>};
  return (one as unknown as Fetching).doFetch(one.getBaseRoute() + path, {method: 'get'});
}

describe('failures', () => {
  test.each([
    ['no session', () => clientOf().getMe(), 401, 'api.context.session_expired.app_error'],
    ['a wrong token', () => clientOf('x'.repeat(26)).getMe(), 401, 'api.context.session_expired.app_error'],
    ['no such user', () => client.getUser('y'.repeat(26)), 404, 'app.user.missing_account.const'],
    ['a bad id', () => client.getUser('short'), 400, 'api.context.invalid_url_param.app_error'],
    ['no permission', () => client.getConfig(), 403, 'api.context.permissions.app_error'],
    [
      'a missing field',
      () => client.createUser({username: 'x'} as UserProfile, '', ''),
      400,
      'api.context.invalid_body_param.app_error',
    ],
    ['an unknown route', () => fetchWith(client, '/no_such_route'), 404, 'api.context.404.app_error'],
  ])('%s', async (_what, call, status_code, server_error_id) => {
    expect(await failureOf(call() as Promise<unknown>)).toMatchObject({status_code, server_error_id});
  });
});

describe('people', () => {
  test('are created, read, found and updated', async () => {
    const wanted = {username: 'bob', email: 'bob@example.com', password: TEST_PASSWORD} as UserProfile;
    const bob = await clientOf().createUser(wanted, '', '');
    expect(await client.getUser(bob.id)).toMatchObject({username: 'bob'});
    expect(await client.getUserByUsername('bob')).toMatchObject({id: bob.id});
    expect(await client.getUserByEmail('bob@example.com')).toMatchObject({id: bob.id});
    expect(await client.getProfilesByIds([bob.id])).toMatchObject([{id: bob.id}]);
    expect(await client.getProfilesByUsernames(['bob'])).toMatchObject([{id: bob.id}]);
    expect((await client.getProfiles(0, 10)).map(({username}) => username)).toEqual(['admin', 'ann', 'bob']);
    expect((await client.getProfilesWithoutTeam(0, 10).catch(() => [])).length).toBe(0);
    expect((await admin.getProfilesWithoutTeam(0, 10)).length).toBe(3);
    expect(await client.searchUsers('bo', {})).toMatchObject([{id: bob.id}]);
    expect((await client.autocompleteUsers('bo', '', '')).users).toMatchObject([{id: bob.id}]);
    expect(await client.getTotalUsersStats()).toEqual({total_users_count: 3});
    expect(await admin.getFilteredUsersStats({roles: ['system_admin']})).toEqual({total_users_count: 1});

    const me = await client.getMe();
    expect(await client.updateUser({...me, nickname: 'Annie'})).toMatchObject({nickname: 'Annie'});
    expect(await client.patchMe({position: 'Baker'})).toMatchObject({nickname: 'Annie', position: 'Baker'});
    expect(await admin.patchUser({id: bob.id, first_name: 'Bob'})).toMatchObject({first_name: 'Bob'});
    await admin.updateUserRoles(bob.id, 'system_user system_admin');
    expect((await admin.getUser(bob.id)).roles).toBe('system_user system_admin');
    await admin.updateUserActive(bob.id, false);
    expect((await admin.getUser(bob.id)).delete_at).toBeGreaterThan(0);
    expect(await client.getKnownUsers()).toEqual([]);
    expect(await clientOf().checkUserMfa('ann')).toEqual({mfa_required: false});
  });

  test('change their passwords; the new one signs in', async () => {
    await admin.createUser(
      {username: 'cal', email: 'cal@example.com', password: TEST_PASSWORD} as UserProfile,
      '',
      '',
    );
    const cal = clientOf();
    const {id} = await cal.login('cal', TEST_PASSWORD);
    await cal.updateUserPassword(id, TEST_PASSWORD, 'quite another one');
    expect(await cal.getMe()).toMatchObject({id});
    expect((await failureOf(clientOf().login('cal', TEST_PASSWORD))).status_code).toBe(401);
    expect(await clientOf().login('cal', 'quite another one')).toMatchObject({id});
  });
});

describe('sessions and tokens', () => {
  test('are listed and revoked', async () => {
    const other = clientOf();
    await other.login('ann', TEST_PASSWORD);
    const [newest] = await client.getSessions(ann.id);
    await client.revokeSession(ann.id, newest!.id);
    expect((await failureOf(other.getMe())).status_code).toBe(401);
    expect(await client.getUserAudits(ann.id, 0, 1)).toHaveLength(1);
  });

  test('a token is created, used, disabled and revoked', async () => {
    const created = await admin.createUserAccessToken(ann.id, 'for a program');
    expect(created).toMatchObject({user_id: ann.id, description: 'for a program', is_active: true});
    const program = clientOf(created.token);
    expect(await program.getMe()).toMatchObject({id: ann.id});
    expect(await admin.getUserAccessToken(created.id)).not.toHaveProperty('token');
    expect(await admin.getUserAccessTokensForUser(ann.id)).toMatchObject([{id: created.id}]);
    expect(await admin.getUserAccessTokens()).toMatchObject([{id: created.id}]);
    await admin.disableUserAccessToken(created.id);
    expect((await failureOf(program.getMe())).status_code).toBe(401);
    await admin.enableUserAccessToken(created.id);
    expect(await program.getMe()).toMatchObject({id: ann.id});
    await admin.revokeUserAccessToken(created.id);
    expect((await failureOf(program.getMe())).status_code).toBe(401);
  });
});

describe('custom profile attributes', () => {
  test('are defined by administrators, and set by people', async () => {
    const field = await admin.createCustomProfileAttributeField({
      name: 'Office',
      type: 'select',
      attrs: {
        sort_order: 0,
        visibility: 'when_set',
        value_type: '',
        options: [{id: '', name: 'Lisbon'}],
      },
    });
    const [lisbon] = field.attrs.options!;
    const values = {[field.id]: lisbon!.id};
    expect(await client.getCustomProfileAttributeFields()).toEqual([field]);
    expect(await client.updateCustomProfileAttributeValues(values)).toEqual(values);
    expect(await admin.getUserCustomProfileAttributesValues(ann.id)).toEqual(values);
    const none = {[field.id]: ''};
    expect(await admin.updateUserCustomProfileAttributesValues(ann.id, none)).toEqual(none);
    // The client sends all fields back.
    const {name, type, attrs} = field;
    const patch = {name, type, attrs: {...attrs, visibility: 'always' as const}};
    expect(await admin.patchCustomProfileAttributeField(field.id, patch)).toMatchObject(patch);
    await admin.deleteCustomProfileAttributeField(field.id);
    expect(await client.getCustomProfileAttributeFields()).toEqual([]);
  });
});

describe('messages', () => {
  test('are restored to an earlier version, and moved with their thread', async () => {
    const team = await client.createTeam({name: 'movers', display_name: 'Movers', type: 'O'} as Team);
    const [from, to] = await Promise.all(
      ['from', 'to'].map((name) =>
        client.createChannel({team_id: team.id, name, display_name: name, type: 'O'} as Channel),
      ),
    );
    const post = await client.createPost({channel_id: from!.id, message: 'first'});
    await client.patchPost({id: post.id, message: 'second'});
    const [version] = await client.getPostEditHistory(post.id);
    expect(version).toMatchObject({message: 'first', original_id: post.id});
    const {data} = await client.restorePostVersion(post.id, version!.id, '');
    expect(data).toMatchObject({id: post.id, message: 'first'});

    expect(await client.moveThread(post.id, to!.id)).toEqual({status: 'OK'});
    const {posts} = await client.getPosts(to!.id);
    expect(Object.values(posts).map(({message}) => message)).toContain('first');
  });

  test('of a group message can become those of a private channel', async () => {
    const team = await client.createTeam({name: 'groups', display_name: 'Groups', type: 'O'} as Team);
    const people = [await server.person('gil'), await server.person('hal')];
    for (const {id} of people) await server.features.teams.addMember(team.id, id, ann.id);
    const group = await client.createGroupChannel(people.map(({id}) => id));
    const {data: teams} = await client.getGroupMessageMembersCommonTeams(group.id);
    expect(teams.map(({id}) => id)).toEqual([team.id]);
    const {data} = await client.convertGroupMessageToPrivateChannel(group.id, team.id, 'Plans', 'plans');
    expect(data).toMatchObject({id: group.id, type: 'P', name: 'plans', display_name: 'Plans'});
  });
});

describe('the server', () => {
  test('returns the client configuration', async () => {
    expect(await clientOf().getClientConfig()).toMatchObject({Version: API_VERSION, NoAccounts: 'false'});
    expect(await clientOf().getClientLicenseOld()).toMatchObject({IsLicensed: 'true'});
    expect(await clientOf().ping(true)).toMatchObject({status: 'OK', database_status: 'OK'});
    expect((await client.getRolesByNames(['system_user'])).map(({name}) => name)).toEqual(['system_user']);
  });

  test('can be configured by administrators', async () => {
    const config = await admin.getConfig();
    config.TeamSettings.SiteName = 'Conforming';
    expect((await admin.updateConfig(config)).TeamSettings.SiteName).toBe('Conforming');
    const patched = await admin.patchConfig({TeamSettings: {SiteName: 'Patched'}});
    expect(patched.TeamSettings?.SiteName).toBe('Patched');
    expect(await admin.getEnvironmentConfig()).toEqual({});
    expect(await admin.reloadConfig()).toEqual({status: 'OK'});
    expect(await admin.invalidateCaches()).toEqual({status: 'OK'});
    expect(await admin.recycleDatabase()).toEqual({status: 'OK'});
    expect((await admin.getAudits(0, 1))[0]).toMatchObject({user_id: server.admin.id});
    const role = await client.getRoleByName('system_user');
    expect(await admin.patchRole(role.id, {permissions: role.permissions})).toMatchObject({id: role.id});
  });

  test('works with the System Console', async () => {
    const {id: teamId} = await admin.createTeam({
      name: 'console',
      display_name: 'Console',
      type: 'O',
    } as never);
    const analytics = await admin.getAnalytics('standard', teamId);
    expect(analytics.find(({name}) => name === 'channel_open_count')).toMatchObject({value: 2});
    expect(await admin.getLogs({} as never)).toEqual(expect.any(Object));
    expect(await admin.getFilteredUsersStats({include_bots: false} as never)).toMatchObject({
      total_users_count: expect.any(Number),
    });
    expect(await admin.getTeams(0, 10, true)).toMatchObject({total_count: expect.any(Number)});
    expect(await admin.searchAllChannels('', {page: 0, per_page: 10, team_ids: [teamId]})).toMatchObject({
      channels: expect.arrayContaining([expect.objectContaining({team_id: teamId})]),
    });
    expect(await admin.searchAllChannels('town', {page: 0, per_page: 10, team_ids: [teamId]})).toMatchObject({
      total_count: 1,
    });
    for (const list of [
      admin.getSchemes('team'),
      admin.getComplianceReports(),
      admin.getJobsByType('ldap_sync'),
      admin.getPluginStatuses(),
      admin.getClusterStatus(),
      admin.getCloudProducts(),
      admin.getOAuthApps(),
      admin.getOutgoingOAuthConnections(teamId),
      admin.getAuthorizedOAuthApps(ann.id),
    ]) {
      expect(await list).toEqual([]);
    }
    expect((await admin.getSessions(ann.id)).length).toBeGreaterThan(0);
    expect(await admin.getSamlCertificateStatus()).toMatchObject({idp_certificate_file: false});
    expect(await failureOf(admin.createOAuthApp({name: 'x'} as never))).toMatchObject({
      status_code: 501,
      server_error_id: 'api.feature_not_available.app_error',
    });
  });

  test('rejects a change to a setting that it does not have', async () => {
    const {LdapSettings} = await admin.getConfig();
    expect(LdapSettings.Enable).toBe(false);
    expect(await failureOf(admin.patchConfig({LdapSettings: {...LdapSettings, Enable: true}}))).toMatchObject(
      {
        status_code: 400,
        message: expect.stringContaining('LdapSettings.Enable'),
      },
    );
  });
});
