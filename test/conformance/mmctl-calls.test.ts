// The calls of Mattermost's command-line tool mmctl, grouped by command: the requests that its sources make, with
// their headers, query values, and bodies with a value for every field. The tests check the parts of the responses
// that the commands read or print.

import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Crew, createCrew} from '../support/crew.ts';
import {runJobs} from '../support/running-jobs.ts';
import {type ApiResponse, type Client, TEST_PASSWORD} from '../support/test-server.ts';

const HEADERS = {'user-agent': 'mmctl/11.9.0 (linux)'};
const PAGE = 'page=0&per_page=200';

let crew: Crew;
let jobs: {stop(): Promise<void>};
let mmctl: Client;

beforeAll(async () => {
  crew = await createCrew();
  jobs = await runJobs(crew.server);
  mmctl = crew.server.admin;
});
afterAll(async () => {
  await jobs.stop();
  await crew.close();
});

/** Makes a request, such as `GET /users/me`, and returns its body. The status must be 200 or the given one. */
async function call(request: string, body?: unknown, status = 200): Promise<ApiResponse['body']> {
  const [method, path] = request.split(' ') as [string, string];
  const answer =
    method === 'GET'
      ? await mmctl.get(path, HEADERS)
      : await mmctl[method.toLowerCase() as 'post' | 'put' | 'delete'](path, body, HEADERS);
  expect([request, answer.status, answer.body]).toEqual([request, status, answer.body]);
  return answer.body;
}

const names = (list: {name: string}[]) => list.map(({name}) => name);
const usernames = (list: {username: string}[]) => list.map(({username}) => username);

/** Returns the job after it has finished. */
async function finished(id: string): Promise<ApiResponse['body']> {
  await expect
    .poll(async () => (await call(`GET /jobs/${id}`)).status, {timeout: 60_000})
    .toMatch(/^(success|warning|error)$/);
  return call(`GET /jobs/${id}`);
}

test('auth login, with a password or an access token', async () => {
  const {admin, anonymous, withToken} = crew.server;
  const login = {login_id: admin.username, password: TEST_PASSWORD};
  const {status, headers, body} = await anonymous.post('/users/login', login, HEADERS);
  expect([status, body.id]).toEqual([200, admin.id]);
  const {token} = await call(`POST /users/${admin.id}/tokens`, {description: 'mmctl'});
  for (const session of [String(headers.token), token]) {
    const me = await withToken(session).get('/users/me', HEADERS);
    expect([me.status, me.body.username]).toEqual([200, admin.username]);
    // The version of the server. With --strict, its first two numbers must be those of mmctl.
    expect(me.headers['x-version-id']).toMatch(/^11\.9\.0\./);
  }
});

test('user create, search, list, deactivate, activate, and roles', async () => {
  const dave = await call(
    'POST /users',
    {
      id: '',
      delete_at: 0,
      username: 'dave',
      password: TEST_PASSWORD,
      auth_service: '',
      email: 'dave@example.com',
      nickname: '',
      first_name: 'Dave',
      last_name: '',
      position: '',
      roles: '',
      locale: '',
      timezone: null,
      disable_welcome_email: false,
    },
    201,
  );
  await call(`POST /users/${dave.id}/email/verify/member`);
  for (const by of ['email/dave@example.com', 'username/dave', dave.id]) {
    expect((await call(`GET /users/${by}`)).username).toBe('dave');
  }
  await call('GET /users/email/dave', undefined, 404);
  expect(usernames(await call(`GET /users?${PAGE}`))).toContain('dave');
  expect(usernames(await call(`GET /users?${PAGE}&in_team=${crew.teamId}`))).not.toContain('dave');
  await call(`PUT /users/${dave.id}/active`, {active: false});
  expect(usernames(await call(`GET /users?${PAGE}&inactive=true`))).toEqual(['dave']);
  await call(`PUT /users/${dave.id}/active`, {active: true});
  await call(`PUT /users/${dave.id}/roles`, {roles: 'system_user system_admin'});
  await call(`PUT /users/${dave.id}/roles`, {roles: 'system_user'});
  expect((await call('GET /users/username/dave')).roles).toBe('system_user');
});

test('team create, list and users add', async () => {
  const team = {
    id: '',
    create_at: 0,
    update_at: 0,
    delete_at: 0,
    display_name: 'Provident',
    name: 'provident',
    description: '',
    email: '',
    type: 'O',
    company_name: '',
    allowed_domains: '',
    invite_id: '',
    allow_open_invite: false,
    scheme_id: null,
    group_constrained: null,
    policy_id: null,
    cloud_limits_archived: false,
  };
  await call('POST /teams', team, 201);
  expect(names(await call(`GET /teams?${PAGE}`))).toEqual(expect.arrayContaining(['crew', 'provident']));
  const {id} = await call('GET /teams/name/provident');
  const member = {
    team_id: id,
    user_id: crew.stranger.id,
    roles: '',
    delete_at: 0,
    scheme_guest: false,
    scheme_user: false,
    scheme_admin: false,
    explicit_roles: '',
  };
  await call(`POST /teams/${id}/members`, member, 201);
});

test('channel create, list, users add and modify', async () => {
  const channel = {
    id: '',
    create_at: 0,
    update_at: 0,
    delete_at: 0,
    team_id: crew.teamId,
    type: 'P',
    display_name: 'News',
    name: 'news',
    header: '',
    purpose: '',
    last_post_at: 0,
    total_msg_count: 0,
    extra_update_at: 0,
    creator_id: '',
    scheme_id: null,
    props: null,
    group_constrained: null,
    autotranslation: false,
    shared: null,
    total_msg_count_root: 0,
    policy_id: null,
    last_root_post_at: 0,
    banner_info: null,
    policy_enforced: false,
    default_category_name: '',
  };
  const {id} = await call('POST /channels', channel, 201);
  expect(names(await call(`GET /teams/${crew.teamId}/channels?${PAGE}`))).toContain('town-square');
  expect(await call(`GET /teams/${crew.teamId}/channels/deleted?${PAGE}`)).toEqual([]);
  expect(names(await call(`GET /teams/${crew.teamId}/channels/private?${PAGE}`))).toEqual(['news']);
  expect((await call(`GET /teams/${crew.teamId}/channels/name/news?include_deleted=true`)).id).toBe(id);
  await call(`POST /channels/${id}/members`, {user_id: crew.bob.id}, 201);
  await call(`PUT /channels/${id}/privacy`, {privacy: 'O'});
  await call(`DELETE /channels/${id}/members/${crew.bob.id}`);
});

test('export create, job list and show, list, download, delete', async () => {
  const created = await call(
    'POST /jobs',
    {
      id: '',
      type: 'export_process',
      priority: 0,
      create_at: 0,
      start_at: 0,
      last_activity_at: 0,
      status: '',
      progress: 0,
      data: {include_attachments: 'true', include_roles_and_schemes: 'true'},
    },
    201,
  );
  expect(await finished(created.id)).toMatchObject({type: 'export_process', status: 'success'});
  const listed = await call('GET /jobs/type/export_process?page=0&per_page=10');
  expect(listed).toMatchObject([{id: created.id, data: {include_attachments: 'true'}}]);
  const [name] = await call('GET /exports');
  expect(name).toBe(`${created.id}_export.zip`);
  const rest = await mmctl.get(`/exports/${name}`, {...HEADERS, range: 'bytes=2-'});
  expect([rest.status, rest.headers['content-range']]).toEqual([206, expect.stringMatching(/^bytes 2-/)]);
  await call(`DELETE /exports/${name}`);
  expect(await call('GET /exports')).toEqual([]);
});

test('import upload, list available, process, and job list and show', async () => {
  const lines = [
    {type: 'version', version: 1},
    {type: 'team', team: {name: 'imported', display_name: 'Imported', type: 'O'}},
  ];
  const content = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const session = {
    id: '',
    type: 'import',
    create_at: 0,
    user_id: 'me',
    filename: 'import.jsonl',
    file_size: content.length,
    file_offset: 0,
  };
  const {id} = await call('POST /uploads', session, 201);
  expect(await call('GET /users/me/uploads')).toMatchObject([{id, file_offset: 0}]);
  expect((await mmctl.post(`/uploads/${id}`, content, HEADERS)).status).toBe(200);
  expect(await call('GET /imports')).toContain(`${id}_import.jsonl`);
  const data = {import_file: `${id}_import.jsonl`, local_mode: 'false', extract_content: 'true'};
  const created = await call('POST /jobs', {id: '', type: 'import_process', priority: 0, data}, 201);
  expect(await finished(created.id)).toMatchObject({
    status: 'success',
    data: {import_file: data.import_file},
  });
  expect(await call('GET /jobs/type/import_process?page=0&per_page=10')).toMatchObject([{id: created.id}]);
  expect((await call('GET /teams/name/imported')).display_name).toBe('Imported');
});

test('config get, set, patch, export and reload', async () => {
  const config = await call('GET /config');
  expect(config.ServiceSettings.SiteURL).toEqual(expect.any(String));
  config.TeamSettings.SiteName = 'Provident';
  config.LogSettings.ConsoleLevel = 'DEBUG';
  const changed = await call('PUT /config/patch', config);
  expect(changed).toMatchObject({
    TeamSettings: {SiteName: 'Provident'},
    LogSettings: {ConsoleLevel: 'debug'},
  });
  const defaults = await call('GET /config?remove_masked=true&remove_defaults=true');
  expect(defaults).toMatchObject({TeamSettings: {SiteName: 'Provident'}});
  expect(defaults.TeamSettings).not.toHaveProperty('MaxUsersPerTeam');
  expect(await call('GET /config?remove_masked=true&remove_defaults=false')).toHaveProperty('LdapSettings');
  await call('POST /config/reload');
});

test('bot create with a token, list, disable and enable', async () => {
  const bot = {user_id: '', username: 'herald', display_name: 'Herald', description: '', owner_id: ''};
  const zero = {create_at: 0, update_at: 0, delete_at: 0};
  const {user_id, owner_id} = await call('POST /bots', {...bot, ...zero}, 201);
  const {token} = await call(`POST /users/${user_id}/tokens`, {description: 'autogenerated'});
  expect((await crew.server.withToken(token).get('/users/me', HEADERS)).body.username).toBe('herald');
  expect(usernames(await call(`GET /bots?${PAGE}`))).toEqual(['herald']);
  expect(await call(`GET /bots?${PAGE}&only_orphaned=true`)).toEqual([]);
  expect(usernames(await call('POST /users/ids', [owner_id]))).toEqual([crew.server.admin.username]);
  await call(`POST /bots/${user_id}/disable`);
  expect(usernames(await call(`GET /bots?${PAGE}&include_deleted=true`))).toEqual(['herald']);
  await call(`POST /bots/${user_id}/enable`);
});

test('webhook create-incoming, create-outgoing and list', async () => {
  const {admin} = crew.server;
  const zero = {id: '', create_at: 0, update_at: 0, delete_at: 0};
  const incoming = {
    ...zero,
    user_id: admin.id,
    channel_id: crew.channelId,
    team_id: '',
    display_name: 'In',
    description: '',
    username: '',
    icon_url: '',
    channel_locked: false,
  };
  const {id} = await call('POST /hooks/incoming', incoming, 201);
  const outgoing = {
    ...zero,
    token: '',
    creator_id: admin.id,
    channel_id: crew.channelId,
    team_id: crew.teamId,
    trigger_words: ['in'],
    trigger_when: 0,
    callback_urls: ['https://example.com'],
    display_name: 'Out',
    description: '',
    content_type: 'application/json',
    username: '',
    icon_url: '',
  };
  await call('POST /hooks/outgoing', outgoing, 201);
  for (const kind of ['incoming', 'outgoing']) {
    expect(await call(`GET /hooks/${kind}?${PAGE}&team_id=${crew.teamId}`)).toHaveLength(1);
  }
  expect((await call(`GET /hooks/incoming/${id}`)).display_name).toBe('In');
  await call(`DELETE /hooks/incoming/${id}`);
});

test('command create, list, modify and archive', async () => {
  const command = {
    id: '',
    token: '',
    create_at: 0,
    update_at: 0,
    delete_at: 0,
    creator_id: crew.server.admin.id,
    team_id: crew.teamId,
    trigger: 'greet',
    method: 'P',
    username: '',
    icon_url: '',
    auto_complete: false,
    auto_complete_desc: '',
    auto_complete_hint: '',
    display_name: 'Greet',
    description: '',
    url: 'https://example.com/greet',
  };
  const created = await call('POST /commands', command, 201);
  const list = await call(`GET /commands?team_id=${crew.teamId}&custom_only=true`);
  expect(list).toMatchObject([{id: created.id, trigger: 'greet'}]);
  const changed = {...(await call(`GET /commands/${created.id}`)), display_name: 'Hello'};
  expect((await call(`PUT /commands/${created.id}`, changed)).display_name).toBe('Hello');
  await call(`DELETE /commands/${created.id}`);
});

test('token generate, list and revoke', async () => {
  const {id, token} = await call(`POST /users/${crew.bob.id}/tokens`, {description: 'bot'});
  expect(token).toMatch(/^[a-z0-9]{26}$/);
  expect(await call(`GET /users/${crew.bob.id}/tokens?${PAGE}`)).toMatchObject([
    {id, description: 'bot', is_active: true},
  ]);
  await call('POST /users/tokens/revoke', {token_id: id});
  expect(await call(`GET /users/${crew.bob.id}/tokens?${PAGE}`)).toEqual([]);
});

test('system version, status and getbusy; setting it busy is not available', async () => {
  const {headers} = await mmctl.get('/system/ping', HEADERS);
  expect(headers['x-version-id']).toMatch(/^11\.9\.0\./);
  expect(await call('GET /system/ping?get_server_status=true')).toMatchObject({
    status: 'OK',
    database_status: 'OK',
    filestore_status: 'OK',
  });
  expect(await call('GET /server_busy')).toMatchObject({busy: false});
  await call('POST /server_busy?seconds=60', undefined, 501);
});

test('permissions role show, add and remove', async () => {
  const role = await call('GET /roles/name/system_user_manager');
  const added = ['sysconsole_read_reporting_server_logs', 'manage_public_channel_banner'];
  const ancillary = await call('POST /permissions/ancillary', added);
  expect(ancillary).toEqual(['get_logs']);
  const permissions = [...role.permissions, ...added, ...ancillary];
  expect((await call(`PUT /roles/${role.id}/patch`, {permissions})).permissions).toEqual(
    expect.arrayContaining([...added, 'get_logs']),
  );
  const {permissions: restored} = await call(`PUT /roles/${role.id}/patch`, {permissions: role.permissions});
  expect(restored).not.toContain('get_logs');
});

test('logs, and commands of features that this server does not have say so', async () => {
  expect(await call('GET /logs?page=0&logs_per_page=200')).toEqual(expect.any(Array));
  for (const request of ['POST /ldap/sync', 'POST /integrity', 'POST /plugins/install_from_url']) {
    const {id, message} = await call(request, {}, 501);
    expect([id, message]).toEqual([
      'api.feature_not_available.app_error',
      expect.stringContaining('does not have'),
    ]);
  }
});
