// The calls that the pages of the official System Console (5.37 and 11.x) make when they open, and what each page
// reads from the response. If one of them fails, a page stays empty or shows an error.

import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../support/test-server.ts';

let server: TestServer;
let ann: Person;
let ids: Record<string, string>;

beforeAll(async () => {
  server = await createTestServer();
  ann = await server.person('ann');
  const {admin} = server;
  const team = (await admin.post('/teams', {name: 'console', display_name: 'Console', type: 'O'})).body;
  await admin.post(`/teams/${team.id}/members`, {team_id: team.id, user_id: ann.id});
  const channel = (await admin.get(`/teams/${team.id}/channels/name/town-square`)).body;
  const scheme = (await admin.post('/schemes', {display_name: 'Team scheme', scope: 'team'})).body;
  await admin.put(`/teams/${team.id}/scheme`, {scheme_id: scheme.id});
  const group = await admin.post('/groups', {
    name: 'crew',
    display_name: 'Crew',
    source: 'custom',
    allow_reference: true,
    user_ids: [ann.id],
  });
  const policy = await admin.post('/data_retention/policies', {
    display_name: 'A year',
    post_duration: 365,
    team_ids: [team.id],
    channel_ids: [],
  });
  const report = await admin.post('/compliance/reports', {
    desc: 'November',
    start_at: Date.UTC(2026, 10, 1),
    end_at: Date.UTC(2026, 10, 30),
  });
  const token = await admin.post(`/users/${ann.id}/tokens`, {description: 'for a program'});
  const bot = await admin.post('/bots', {username: 'robot', display_name: 'Robot'});
  await admin.post('/posts', {channel_id: channel.id, message: 'Hello'});
  expect([group, policy, report, token, bot].map(({status}) => status)).toEqual([201, 201, 201, 200, 201]);
  ids = {
    admin: admin.id,
    ann: ann.id,
    bot: bot.body.user_id,
    channel: channel.id,
    group: group.body.id,
    policy: policy.body.id,
    report: report.body.id,
    scheme: scheme.id,
    team: team.id,
  };
});
afterAll(() => server.close());

const some = (of: object) => expect.arrayContaining([expect.objectContaining(of)]);
const count = expect.any(Number);
const text = expect.any(String);
const flag = expect.any(Boolean);
const paging = 'page=0&per_page=60';

/** A call: the method and path, the part of the response that the page reads, and the body. */
type Call = [call: string, reads: unknown, body?: unknown];

const analytics = (names: readonly string[]) =>
  names.map((name) => expect.objectContaining({name, value: count}));
const day = {name: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), value: count};

const CALLS: Record<string, Call[]> = {
  'the frame of the console': [
    ['GET /config', {ServiceSettings: {SiteURL: text}, ExperimentalSettings: expect.any(Object)}],
    ['GET /config/environment', {}],
    ['GET /license/client?format=old', {IsLicensed: 'true'}],
    [
      'GET /permissions/ancillary?subsection_permissions=sysconsole_read_user_management_users',
      expect.any(Array),
    ],
    ['GET /plugins', {active: [], inactive: []}],
    ['GET /plugins/statuses', []],
    ['GET /trial-license/prev', {IsLicensed: 'false'}],
    ['GET /upgrade_to_enterprise/status', {percentage: 0, error: ''}],
    ['GET /cloud/limits', {}],
    ['GET /cloud/products', []],
    ['GET /usage/posts', {count}],
    ['GET /usage/storage', {bytes: 0}],
    ['GET /usage/teams', {active: 1, cloud_archived: 0}],
    ['GET /limits/server', {activeUserCount: count, maxUsersLimit: 0}],
    ['GET /custom_profile_attributes/fields', []],
    [
      'POST /roles/names',
      some({name: 'system_admin', permissions: expect.arrayContaining(['manage_system'])}),
      ['system_admin', 'system_manager'],
    ],
  ],
  'license and edition': [
    ['GET /users/stats', {total_users_count: 2}],
    ['GET /users/stats/filtered?include_bots=false&include_deleted=false', {total_users_count: 2}],
    ['GET /license/load_metric', {load: 0}],
    ['GET /cloud/check-cws-connection', {status: 'unavailable'}],
    ['GET /system/schema/version', some({version: count, name: text})],
  ],
  'statistics of the system and of a team': [
    [
      'GET /analytics/old?name=standard&team_id=',
      expect.arrayContaining(
        analytics([
          'channel_open_count',
          'channel_private_count',
          'post_count',
          'unique_user_count',
          'team_count',
          'total_websocket_connections',
          'total_master_db_connections',
          'total_read_db_connections',
          'daily_active_users',
          'monthly_active_users',
          'inactive_user_count',
        ]),
      ),
    ],
    ['GET /analytics/old?name=post_counts_day&team_id=', some(day)],
    ['GET /analytics/old?name=bot_post_counts_day&team_id=', expect.any(Array)],
    ['GET /analytics/old?name=user_counts_with_posts_day&team_id=', some(day)],
    ['GET /analytics/old?name=extra_counts&team_id=', expect.any(Array)],
    ['GET /analytics/old?name=standard&team_id={team}', expect.arrayContaining(analytics(['post_count']))],
    ['GET /users?in_team={team}&page=0&per_page=20&sort=create_at', some({id: text, create_at: count})],
    [
      'GET /users?in_team={team}&page=0&per_page=20&sort=last_activity_at',
      some({id: text, last_activity_at: count}),
    ],
    [
      'GET /teams?page=0&per_page=1000&include_total_count=false&exclude_policy_constrained=false',
      some({id: text}),
    ],
  ],
  'server logs': [
    ['GET /logs?page=0&logs_per_page=1000', expect.any(Array)],
    ['POST /logs/query', expect.any(Object), {server_names: [], log_levels: [], date_from: '', date_to: ''}],
    [
      'GET /audits?page=0&per_page=100',
      some({
        id: text,
        create_at: count,
        user_id: text,
        action: text,
        extra_info: text,
        ip_address: text,
        session_id: text,
      }),
    ],
    ['GET /cluster/status', []],
  ],
  users: [
    [`GET /users?${paging}&sort=`, some({id: text, roles: text, auth_service: '', mfa_active: false})],
    ['GET /users?page=0&per_page=50&without_team=true', expect.any(Array)],
    ['GET /users?page=0&per_page=50&role=system_admin', [expect.objectContaining({roles: text})]],
    ['GET /users?page=0&per_page=50&inactive=true', []],
    ['GET /users?page=0&per_page=50&in_team={team}&team_roles=team_user', some({id: text})],
    [
      'POST /users/search',
      some({username: 'ann'}),
      {term: 'ann', team_id: '', allow_inactive: true, limit: 50},
    ],
    ['GET /users/stats/filtered?in_team={team}&include_deleted=true', {total_users_count: 2}],
    [
      'GET /reports/users?page_size=10&sort_column=Username&sort_direction=asc',
      some({username: 'ann', total_posts: count, days_active: count}),
    ],
    ['GET /reports/users/count', 2],
    ['GET /reports/users/count?role_filter=system_admin', 1],
    ['POST /users/tokens/search', some({description: 'for a program'}), {term: 'ann'}],
  ],
  'a user': [
    ['GET /users/{ann}', {id: text, email: text, notify_props: expect.any(Object)}],
    ['GET /users/{ann}/teams', some({id: text})],
    [
      'GET /users/{ann}/teams/members',
      some({team_id: text, scheme_admin: false, scheme_user: true, delete_at: 0}),
    ],
    ['GET /users/{ann}/sessions', some({user_id: text, device_id: text, props: expect.any(Object)})],
    [`GET /users/{ann}/tokens?${paging}`, some({is_active: true})],
    ['GET /users/{ann}/audits', expect.any(Array)],
    ['GET /users/{ann}/custom_profile_attributes', {}],
    ['GET /users/{ann}/preferences', expect.any(Array)],
    ['GET /users/{ann}/groups', some({name: 'crew'})],
  ],
  groups: [
    ['GET /ldap/groups?page=0&per_page=200&q=', {count: 0, groups: []}],
    [
      'GET /groups?filter_allow_reference=false&page=0&per_page=10&include_member_count=true',
      some({name: 'crew', source: 'custom', member_count: 1, has_syncables: false}),
    ],
    [
      'GET /groups?not_associated_to_team={team}&page=0&per_page=60&q=&include_member_count=true',
      expect.any(Array),
    ],
    ['GET /groups/{group}', {display_name: 'Crew', allow_reference: true}],
    ['GET /groups/{group}/stats', {group_id: text, total_member_count: 1}],
    [
      'GET /groups/{group}/members?page=0&per_page=20&sort=',
      {members: some({username: 'ann'}), total_member_count: 1},
    ],
    ['GET /groups/{group}/teams', []],
    ['GET /groups/{group}/channels', []],
    ['GET /users?in_group={group}&page=0&per_page=20', some({username: 'ann'})],
  ],
  'teams and a team': [
    [
      'GET /teams?page=0&per_page=10&include_total_count=true&exclude_policy_constrained=false',
      {teams: some({name: 'console'}), total_count: 1},
    ],
    [
      'POST /teams/search',
      {teams: some({name: 'console'}), total_count: 1},
      {term: 'con', page: 0, per_page: 10},
    ],
    ['POST /teams/search', some({name: 'console'}), {term: 'con'}],
    [
      'GET /teams/{team}',
      {
        scheme_id: text,
        allowed_domains: '',
        group_constrained: expect.toSatisfy((one) => one == null || one === false),
      },
    ],
    ['GET /teams/{team}/stats', {team_id: text, total_member_count: 2, active_member_count: 2}],
    [
      'GET /teams/{team}/members?page=0&per_page=10&sort=Username&exclude_deleted_users=true',
      some({user_id: text, scheme_admin: flag}),
    ],
    [
      'GET /teams/{team}/groups?paginate=false&filter_allow_reference=false&include_member_count=true',
      {groups: [], total_group_count: 0},
    ],
    [
      'GET /teams/{team}/members_minus_group_members?group_ids={group}&page=0&per_page=10',
      {users: [], total_count: 0},
    ],
    ['GET /schemes/{scheme}', {id: text, scope: 'team'}],
  ],
  'channels and a channel': [
    [
      'GET /channels?page=0&per_page=10&not_associated_to_group=&exclude_default_channels=false&include_total_count=true&include_deleted=false&exclude_policy_constrained=false',
      {
        channels: some({
          name: 'town-square',
          team_display_name: 'Console',
          team_name: 'console',
          team_update_at: count,
        }),
        total_count: 2,
      },
    ],
    [
      'POST /channels/search?system_console=true',
      {channels: some({name: 'town-square'}), total_count: 1},
      {
        term: 'town',
        not_associated_to_group: '',
        exclude_default_channels: false,
        page: 0,
        per_page: 10,
        deleted: false,
        public: true,
      },
    ],
    ['POST /channels/search?include_deleted=true', expect.anything(), {term: 'town'}],
    [
      'GET /channels/{channel}',
      {id: text, team_id: text, scheme_id: expect.toSatisfy((one) => one === null || one === '')},
    ],
    ['GET /channels/{channel}/stats', {channel_id: text, member_count: 2, guest_count: 0}],
    [
      'GET /channels/{channel}/moderations',
      some({
        name: 'create_post',
        roles: expect.objectContaining({
          members: {value: true, enabled: true},
          guests: {value: true, enabled: true},
        }),
      }),
    ],
    [`GET /channels/{channel}/members?${paging}`, some({user_id: text, scheme_admin: flag})],
    ['GET /channels/{channel}/member_counts_by_group?include_timezones=false', expect.any(Array)],
    [
      'GET /channels/{channel}/groups?paginate=false&filter_allow_reference=false&include_member_count=true',
      {groups: [], total_group_count: 0},
    ],
    ['GET /channels/{channel}/access_control/attributes', {}],
    ['GET /users?in_channel={channel}&page=0&per_page=10&sort=admin', some({id: text})],
    ['GET /users/stats/filtered?in_channel={channel}&include_bots=true', {total_users_count: 2}],
  ],
  'permissions and system roles': [
    [
      'GET /schemes?scope=team&page=0&per_page=30',
      some({
        name: text,
        default_team_admin_role: text,
        default_channel_user_role: text,
        default_playbook_admin_role: text,
      }),
    ],
    ['GET /schemes?scope=channel&page=0&per_page=30', []],
    ['GET /schemes/{scheme}/teams?page=0&per_page=60', some({name: 'console'})],
    [
      'POST /roles/names',
      some({name: 'channel_guest', scheme_managed: flag, built_in: flag}),
      [
        'channel_guest',
        'team_guest',
        'system_guest',
        'custom_group_user',
        'playbook_admin',
        'playbook_member',
        'run_admin',
        'run_member',
      ],
    ],
    ['GET /roles', some({name: 'system_user_manager'})],
    ['GET /users?page=0&per_page=10&role=system_manager', []],
    ['GET /users/stats/filtered?roles=system_admin', {total_users_count: 1}],
  ],
  compliance: [
    [
      `GET /compliance/reports?${paging}`,
      some({id: text, status: text, count, type: text, desc: 'November', keywords: text, emails: text}),
    ],
    ['GET /compliance/reports/{report}', {id: text}],
    ['GET /jobs/type/message_export?page=0&per_page=20', expect.any(Array)],
  ],
  'data retention': [
    [
      'GET /data_retention/policy',
      {
        message_deletion_enabled: flag,
        file_deletion_enabled: flag,
        message_retention_cutoff: count,
        file_retention_cutoff: count,
      },
    ],
    [
      'GET /data_retention/policies?page=0&per_page=10',
      {
        policies: some({
          id: text,
          display_name: 'A year',
          post_duration: 365,
          team_count: 1,
          channel_count: 0,
        }),
        total_count: 1,
      },
    ],
    ['GET /data_retention/policies/{policy}', {id: text, post_duration: 365}],
    [
      'GET /data_retention/policies/{policy}/teams?page=0&per_page=10',
      {teams: some({name: 'console'}), total_count: 1},
    ],
    ['GET /data_retention/policies/{policy}/channels?page=0&per_page=10', {channels: [], total_count: 0}],
    ['POST /data_retention/policies/{policy}/teams/search', some({name: 'console'}), {term: 'con'}],
    ['POST /data_retention/policies/{policy}/channels/search', [], {term: 'x'}],
    ['GET /jobs/type/data_retention?page=0&per_page=10', expect.any(Array)],
  ],
  'the tables of jobs': [
    'ldap_sync',
    'elasticsearch_post_indexing',
    'elasticsearch_post_aggregation',
    'bleve_post_indexing',
    'migrations',
    'plugins',
    'export_process',
    'import_process',
    'import_delete',
    'export_delete',
    'expiry_notify',
    'product_notices',
    'active_users',
    'cloud',
    'resend_invitation_email',
    'extract_content',
    'access_control_sync',
  ].map((type): Call => [`GET /jobs/type/${type}?page=0&per_page=10`, expect.any(Array)]),
  'integrations, plugins and the rest': [
    ['GET /plugins/marketplace?filter=&local_only=true', []],
    ['GET /bots?page=0&per_page=60&include_deleted=true', some({username: 'robot', owner_id: text})],
    ['GET /bots/{bot}', {username: 'robot'}],
    ['GET /oauth/outgoing_connections?team_id={team}', []],
    ['GET /saml/certificate/status', {idp_certificate_file: false}],
    ['GET /exports', expect.any(Array)],
    ['GET /imports', expect.any(Array)],
    [
      'GET /system/ping?get_server_status=true',
      {status: 'OK', database_status: 'OK', filestore_status: 'OK'},
    ],
    ['GET /warn_metrics/status', {}],
    ['GET /server_busy', {busy: false}],
    ['POST /caches/invalidate', {status: 'OK'}],
    ['POST /config/reload', {status: 'OK'}],
    ['POST /database/recycle', {status: 'OK'}],
  ],
};

describe.each(Object.entries(CALLS))('%s', (_page, calls) => {
  test.each(calls)('%s', async (call, reads, body) => {
    const [method, path] = call.split(' ') as [string, string];
    const fill = (words: string) =>
      words.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? _whole);
    const {admin} = server;
    const answer = method === 'GET' ? await admin.get(fill(path)) : await admin.post(fill(path), body);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
    // Objects may contain more than this, but lists may not.
    expect({reads: answer.body}).toMatchObject({reads});
  });
});
