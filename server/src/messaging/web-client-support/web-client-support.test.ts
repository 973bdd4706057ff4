import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';

let server: TestServer;
let member: Person;
let teamId: string;
let channelId: string;

beforeAll(async () => {
  server = await createTestServer();
  member = await server.person('member');
  const {teams, channels} = server.features;
  teamId = (await teams.create({name: 'sales', display_name: 'Sales', type: 'O'}, member.id)).id;
  const channel = await channels.create(
    {team_id: teamId, name: 'leads', display_name: 'Leads', type: 'P'},
    member.id,
  );
  channelId = channel.id;
  await server.features.systemMessages.idle();
});
afterAll(() => server.close());

describe('requests for members', () => {
  test.each([
    ['GET', '/plugins/webapp', []],
    ['GET', '/system/notices/{team}?client=web&clientVersion=5.37.0', []],
    ['PUT', '/system/notices/view', {status: 'OK'}, ['1']],
    ['POST', '/client_perf', {status: 'OK'}, {version: '0.1.0', histograms: []}],
    ['GET', '/teams/{team}/groups?paginate=false', {groups: [], total_group_count: 0}],
    ['GET', '/teams/{team}/groups_by_channels?paginate=false', {groups: {}}],
    ['GET', '/channels/{channel}/groups', {groups: [], total_group_count: 0}],
    ['GET', '/teams/{team}/members_minus_group_members', {users: [], total_count: 0}],
    ['GET', '/channels/{channel}/members_minus_group_members', {users: [], total_count: 0}],
    ['GET', '/groups/{channel}/teams', []],
    ['GET', '/groups/{channel}/channels', []],
    ['GET', '/ldap/groups', {count: 0, groups: []}],
    ['GET', '/cloud/limits', {}],
    ['GET', '/cloud/products', []],
    ['GET', '/license/load_metric', {load: 0}],
    ['GET', '/usage/storage', {bytes: 0}],
    ['GET', '/usage/teams', {active: 1, cloud_archived: 0}],
    ['GET', '/redirect_location?url=https://example.com', {location: ''}],
    ['GET', '/agents', []],
    ['GET', '/agents/status', {available: false}],
    ['GET', '/llmservices', []],
    ['POST', '/logs', {message: 'x is undefined'}, {message: 'x is undefined', level: 'ERROR'}],
  ] as [string, string, unknown, unknown?][])('%s %s', async (method, path, expected, sent) => {
    const fill = (text: string) => text.replaceAll('{team}', teamId).replaceAll('{channel}', channelId);
    const call = member[method.toLowerCase() as 'get' | 'post' | 'put'];
    const {status, body} = await call(fill(path), sent as never);
    expect([status, body]).toEqual([200, JSON.parse(fill(JSON.stringify(expected)))]);
  });

  test('user limits are available, with the number of users for administrators only', async () => {
    const limits = {
      activeUserCount: 0,
      maxUsersLimit: 0,
      maxUsersHardLimit: 0,
      lastAccessiblePostTime: 0,
      postHistoryLimit: 0,
    };
    expect((await member.get('/limits/server')).body).toEqual(limits);
    expect((await server.admin.get('/limits/server')).body).toEqual({...limits, activeUserCount: 2});
  });
});

test('web client plugins can be requested before signing in', async () => {
  expect((await server.anonymous.get('/plugins/webapp')).body).toEqual([]);
});

test.each([
  ['/brand/image', 'api.admin.get_brand_image.storage.app_error'],
  ['/terms_of_service', 'app.terms_of_service.get.no_rows.app_error'],
  ['/groups/abcdefghijklmnopqrstuvwxyz', 'app.group.no_rows'],
])('%s does not exist', async (path, id) => {
  const {status, body} = await member.get(path);
  expect([status, body.id]).toEqual([404, id]);
});

describe('requests for administrators', () => {
  test.each([
    ['/plugins', {active: [], inactive: []}],
    ['/plugins/statuses', []],
    ['/plugins/marketplace', []],
    ['/plugins/marketplace/first_admin_visit', {name: 'FirstAdminVisitMarketplace', value: 'true'}],
    ['/system/onboarding/complete', {name: 'FirstAdminSetupComplete', value: 'true'}],
    ['/upgrade_to_enterprise/status', {percentage: 0, error: ''}],
    ['/trial-license/prev', {IsLicensed: 'false'}],
    ['/warn_metrics/status', {}],
    [
      '/saml/certificate/status',
      {idp_certificate_file: false, private_key_file: false, public_certificate_file: false},
    ],
  ])('%s', async (path, expected) => {
    const {status, body} = await server.admin.get(path);
    expect([status, body]).toEqual([200, expected]);
    expect((await member.get(path)).status).toBe(403);
  });

  test('the applied database migrations, newest first', async () => {
    const {body} = await server.admin.get('/system/schema/version');
    expect(body.at(-1)).toEqual({version: 1, name: expect.stringContaining('people')});
    expect((await member.get('/system/schema/version')).status).toBe(403);
  });

  test('statistics of the server and of a team', async () => {
    await member.post('/posts', {channel_id: channelId, message: 'one', set_online: true});
    // Her activity is recorded after the response, and written even later.
    await expect.poll(async () => (await member.get('/users/me/status')).body.status).toBe('online');
    await server.features.statuses.flush();
    const numbers = async (query: string) => {
      const {status, body} = await server.admin.get(`/analytics/old${query}`);
      expect(status).toBe(200);
      return Object.fromEntries(body.map(({name, value}: {name: string; value: number}) => [name, value]));
    };
    expect(await numbers('?name=standard&team_id=')).toEqual({
      channel_open_count: 2,
      channel_private_count: 1,
      post_count: expect.any(Number),
      unique_user_count: 2,
      team_count: 1,
      total_websocket_connections: 0,
      total_master_db_connections: expect.any(Number),
      total_read_db_connections: 0,
      daily_active_users: 1,
      monthly_active_users: 1,
      inactive_user_count: 0,
    });
    expect(await numbers(`?name=standard&team_id=${teamId}`)).toMatchObject({
      channel_private_count: 1,
      unique_user_count: 1,
    });
    // The counts by type of channel add up to the number of all posts.
    const byType = await numbers('?name=post_counts_by_channel_type');
    expect(Object.keys(byType)).toEqual(expect.arrayContaining(['O', 'P']));
    const sum = Object.values<number>(byType).reduce((total, posts) => total + posts, 0);
    expect((await numbers('?name=standard')).post_count).toBe(sum);
    const today = new Date().toISOString().slice(0, 10);
    expect(await numbers('?name=user_counts_with_posts_day')).toEqual({[today]: 1});
    expect(await numbers(`?name=bot_post_counts_day&team_id=${teamId}`)).toEqual({[today]: 0});
    expect((await numbers('?name=post_counts_day'))[today]).toBeGreaterThan(0);
    expect(await numbers('?name=extra_counts')).toEqual({});
    // Requests within a minute share one count of the month's posts.
    const counted = await numbers('?name=post_counts_day');
    await member.post('/posts', {channel_id: channelId, message: 'two'});
    expect(await numbers('?name=post_counts_day')).toEqual(counted);

    const unknown = await server.admin.get('/analytics/old?name=weather');
    expect([unknown.status, unknown.body.id]).toEqual([400, 'api.context.invalid_url_param.app_error']);
    expect((await member.get('/analytics/old?name=standard')).status).toBe(403);
  });
});

test('missing features return an error', async () => {
  const responses = await Promise.all([
    server.admin.post('/plugins'),
    server.admin.post('/plugins/marketplace', {id: 'x'}),
    server.admin.get('/cloud/subscription'),
    server.admin.post('/ldap/sync'),
    server.admin.post('/upgrade_to_enterprise'),
    server.admin.get('/remotecluster'),
  ]);
  expect(responses.map(({status, body}) => [status, body.id])).toEqual(
    responses.map(() => [501, 'api.feature_not_available.app_error']),
  );
  expect(responses[3]!.body.message).toBe('This server does not have LDAP.');
  expect((await server.anonymous.post('/ldap/sync')).status).toBe(401);
});
