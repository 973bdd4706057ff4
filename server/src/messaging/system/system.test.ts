import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {rotateKeys} from '../../platform/secrets/stored-secrets.ts';
import {API_VERSION, PRODUCT_VERSION} from '../../version.ts';

let server: TestServer;
let admin: Person;
let ann: Person;

beforeAll(async () => {
  server = await createTestServer({
    settings: {MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: 'canary-smtp'}}},
  });
  admin = server.admin;
  ann = await server.person('ann');
});
afterAll(() => server.close());

describe('ping', () => {
  test('is public in short form', async () => {
    const {status, body} = await server.anonymous.get('/system/ping');
    expect({status, body}).toMatchObject({status: 200, body: {status: 'OK'}});
    expect(body).not.toHaveProperty('version');
  });

  test('has more details for users who request and may see them', async () => {
    const {body} = await server.anonymous.get('/system/ping?get_server_status=true&use_rest_semantics=true');
    expect(body).toMatchObject({
      status: 'OK',
      database_status: 'OK',
      filestore_status: 'OK',
      version: PRODUCT_VERSION,
      api_version: API_VERSION,
    });
  });
});

test('in numbers is only for administrators', async () => {
  expect((await ann.get('/system/health')).status).toBe(403);
  const {status, body} = await admin.get('/system/health');
  expect({status, body}).toMatchObject({
    status: 200,
    body: {
      version: PRODUCT_VERSION,
      database: {version: expect.stringMatching(/^\d+/)},
      jobs: {waiting: 0, running: 0, failed: 0},
      storage: {directory: server.platform.config.dataDirectory},
    },
  });
  const {started_at, memory, database, storage} = body;
  for (const figure of [started_at, memory.used, database.size, database.connections, storage.total]) {
    expect(figure).toBeGreaterThan(0);
  }
});

test('which steps of the setup are done', async () => {
  expect((await ann.get('/system/setup')).status).toBe(403);
  const setup = async () => {
    const {status, body} = await admin.get('/system/setup');
    expect(status).toBe(200);
    return body;
  };
  const nothing = {site_url: false, email: false, people: true, import_or_integration: false, backups: false};
  expect(await setup()).toEqual(nothing);
  await admin.put(`/users/${ann.id}/active`, {active: false});
  // The server's own bots are not integrations.
  await server.features.bots.systemBot();
  expect(await setup()).toEqual({...nothing, people: false});
  await admin.put(`/users/${ann.id}/active`, {active: true});
  // Her deactivation ended her session.
  ann = await server.person('ann-again');
  const bot = await admin.post('/bots', {username: 'builder'});
  expect((await setup()).import_or_integration).toBe(true);
  await admin.post(`/bots/${bot.body.user_id}/disable`);
  expect((await setup()).import_or_integration).toBe(false);
  await server.platform.config.patch({
    ServiceSettings: {SiteURL: 'https://chat.example.com'},
    EmailSettings: {SMTPServer: 'mail.example.com', FeedbackEmail: 'chat@example.com'},
    BackupSettings: {Enable: true},
  });
  expect(await setup()).toMatchObject({site_url: true, email: true, backups: true});
  await server.platform.config.patch({
    ServiceSettings: {SiteURL: ''},
    EmailSettings: {SMTPServer: '', FeedbackEmail: ''},
    BackupSettings: {Enable: false},
  });
});

test('the keys that seal secrets are described, but not returned', async () => {
  expect((await ann.get('/system/secret_keys')).status).toBe(403);
  const {database, sealing} = server.platform;
  const {status, body} = await admin.get('/system/secret_keys');
  const [current] = sealing.keys.keys();
  const key = {id: current!.id, create_at: Date.parse(current!.createdAt!), is_current: true};
  expect([status, body]).toEqual([
    200,
    {source: sealing.keys.source, is_fixed: false, plain: 0, keys: [{...key, secrets: expect.any(Number)}]},
  ]);
  const {secrets} = body.keys[0];
  expect(secrets).toBeGreaterThan(0);
  const text = JSON.stringify(body);
  for (const encoding of ['base64', 'base64url', 'hex'] as const) {
    expect(text).not.toContain(current!.bytes.toString(encoding).slice(0, 16));
  }
  const next = sealing.keys.addKey();
  expect((await admin.get('/system/secret_keys')).body.keys).toEqual([
    {id: next.id, create_at: expect.any(Number), is_current: true, secrets: 0},
    {...key, is_current: false, secrets},
  ]);
  await rotateKeys(database, sealing);
  expect((await admin.get('/system/secret_keys')).body.keys).toMatchObject([{secrets}, {secrets: 0}]);
});

describe('nodes', () => {
  test('without a cluster are one node, which cannot be drained', async () => {
    const {id, hostname} = server.platform.cluster.node;
    const {status, body} = await admin.get('/cluster/nodes');
    expect({status, body}).toMatchObject({
      status: 200,
      body: [
        {
          id,
          hostname,
          is_this_node: true,
          responds: true,
          draining: false,
          connections: 0,
          bus_lag: null,
          replica_lag: null,
          warnings: [],
        },
      ],
    });
    expect(await admin.post(`/cluster/nodes/${id}/drain`)).toMatchObject({
      status: 409,
      body: {id: 'app.cluster.last_node.app_error'},
    });
    expect(await admin.post(`/cluster/nodes/${ann.id}/drain`)).toMatchObject({
      status: 404,
      body: {id: 'app.cluster.no_such_node.app_error'},
    });
  });

  test('are not ready while they drain', async () => {
    const {app, platform} = server;
    const readiness = async () => (await app.inject('/readyz')).statusCode;
    expect(await readiness()).toBe(200);
    platform.cluster.setDraining(true);
    expect(await readiness()).toBe(503);
    expect((await app.inject('/livez')).statusCode).toBe(200);
    // Undrains the node with the API, so that it accepts clients again.
    expect((await admin.delete(`/cluster/nodes/${platform.cluster.node.id}/drain`)).status).toBe(200);
    expect(await readiness()).toBe(200);
  });
});

test('recent activity is only for administrators', async () => {
  expect((await ann.get('/system/activity')).status).toBe(403);
  const sums = async () => {
    const {status, body} = await admin.get('/system/activity?points=2');
    expect(status).toBe(200);
    expect(body.points.length).toBeLessThanOrEqual(2);
    const names = ['requests', 'errors', 'posts', 'webhooks', 'calls', 'failed_calls', 'memory'];
    return Object.fromEntries(
      names.map((name) => [
        name,
        body.points.reduce((sum: number, point: Record<string, number>) => sum + point[name]!, 0),
      ]),
    );
  };
  const team = await server.features.teams.create({name: 'busy', display_name: 'Busy', type: 'O'}, admin.id);
  const {id: channel_id} = await server.features.channels.byName(team.id, 'town-square');
  await server.features.systemMessages.idle();
  const {body: incoming} = await admin.post('/hooks/incoming', {channel_id});
  // This address is not allowed.
  await admin.post('/commands', {team_id: team.id, trigger: 'call', url: 'http://127.0.0.1:9/', method: 'P'});
  const before = await sums();
  expect(before).toMatchObject({memory: expect.toSatisfy((bytes: number) => bytes > 1e6)});
  await admin.post('/posts', {channel_id, message: 'Hello'});
  await server.anonymous.post(`/hooks/${incoming.id}`, {text: 'Hello'});
  await server.anonymous.post(`/hooks/${incoming.id}`, {});
  // Not a call to an integration.
  await admin.get(`/image?url=${encodeURIComponent('http://127.0.0.1:9/boat.png')}`);
  expect((await admin.post('/commands/execute', {channel_id, command: '/call'})).status).toBe(500);
  // A request is counted only after its response was sent.
  await expect.poll(sums).toMatchObject({
    errors: before.errors! + 1,
    posts: before.posts! + 2,
    webhooks: before.webhooks! + 2,
    calls: before.calls! + 1,
    failed_calls: before.failed_calls! + 1,
  });
  expect((await sums()).requests).toBeGreaterThan(before.requests! + 4);
});

describe('settings for clients', () => {
  test('include more with a session than without', async () => {
    const {body: anonymous} = await server.anonymous.get('/config/client?format=old');
    const {body: signedIn} = await ann.get('/config/client?format=old');
    expect(anonymous).toMatchObject({
      SiteName: 'Patchbay',
      Version: API_VERSION,
      NoAccounts: 'false',
      DiagnosticId: expect.stringMatching(/^[a-z0-9]{26}$/),
    });
    expect(anonymous).not.toHaveProperty('EnableIncomingWebhooks');
    expect(signedIn).toMatchObject({...anonymous, EnableIncomingWebhooks: 'true'});
    expect(Number(anonymous.InstallationDate)).toBeGreaterThan(1_700_000_000_000);
    expect(Object.values(signedIn).every((value) => typeof value === 'string')).toBe(true);
  });

  test('include a permanent installation id', async () => {
    const {createSystem} = await import('./system.ts');
    const again = await createSystem({
      ...server.platform,
      users: server.features.users,
      termsOfService: server.features.termsOfService,
      fileStore: server.features.fileStore,
      versions: {api: API_VERSION, product: PRODUCT_VERSION},
    });
    expect(again.diagnosticId).toBe(server.features.system.diagnosticId);
    expect(again.installedAt).toBe(server.features.system.installedAt);
  });

  test('include the license', async () => {
    const {body} = await server.anonymous.get('/license/client?format=old');
    expect(body).toMatchObject({IsLicensed: 'true', SkuShortName: 'enterprise', Compliance: 'true'});
  });

  test.each(['config', 'license'])(
    'do not depend on the format that older clients ask for: %s',
    async (what) => {
      const {status, body} = await server.anonymous.get(`/${what}/client`);
      expect(status).toBe(200);
      expect((await server.anonymous.get(`/${what}/client?format=old`)).body).toEqual(body);
    },
  );

  test('time zones have names', async () => {
    expect((await ann.get('/system/timezones')).body).toEqual(
      expect.arrayContaining(['UTC', 'Europe/Berlin']),
    );
  });
});

describe('settings', () => {
  test('are visible to administrators with masked secrets', async () => {
    const {status, body} = await admin.get('/config');
    expect(status).toBe(200);
    expect(body.ServiceSettings.MaximumLoginAttempts).toBe(10);
    expect(body.MessageExportSettings.GlobalRelaySettings.SMTPPassword).toBe('*'.repeat(32));
    expect(JSON.stringify(body)).not.toContain('canary-smtp');
  });

  test('are described with their limits', async () => {
    const {status, body} = await admin.get('/config/schema');
    expect(status).toBe(200);
    expect(body.sections[0]).toMatchObject({
      name: 'ServiceSettings',
      description: expect.stringMatching(/./),
    });
    const byName = new Map(body.settings.map((one: {name: string}) => [one.name, one]));
    expect(byName.get('ServiceSettings.ListenAddress')).toMatchObject({
      type: 'text',
      default: '127.0.0.1:8065',
      restart: true,
      secret: false,
      environment_name: 'PATCHBAY_SERVICESETTINGS_LISTENADDRESS',
    });
    expect(byName.get('MessageExportSettings.GlobalRelaySettings.SMTPPassword')).toMatchObject({
      secret: true,
      unit: '',
    });
    expect(byName.get('FileSettings.MaxFileSize')).toMatchObject({type: 'integer', unit: 'byte'});
    expect(byName.get('TeamSettings.TeammateNameDisplay')).toMatchObject({
      type: 'choice',
      choices: ['username', 'nickname_full_name', 'full_name'],
    });
    expect(JSON.stringify(body)).not.toContain('canary-smtp');
  });

  test('are only for administrators', async () => {
    for (const response of [
      await ann.get('/config'),
      await ann.get('/config/environment'),
      await ann.put('/config', {}),
      await ann.put('/config/patch', {}),
      await ann.post('/config/reload'),
      await ann.get('/config/status'),
      await ann.get('/config/history'),
      await ann.post('/config/history/1/restore'),
      await ann.post('/caches/invalidate'),
      await ann.post('/database/recycle'),
    ]) {
      expect(response).toMatchObject({status: 403, body: {id: 'api.context.permissions.app_error'}});
    }
  });

  test('can be patched, take effect immediately, are stored, and audited by name', async () => {
    const {status, body} = await admin.put('/config/patch', {
      TeamSettings: {SiteName: 'Elsewhere'},
      MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: 'canary-new'}},
    });
    expect(status).toBe(200);
    expect(body.TeamSettings.SiteName).toBe('Elsewhere');
    expect((await server.anonymous.get('/config/client?format=old')).body.SiteName).toBe('Elsewhere');
    const [audit] = (await admin.get('/audits?per_page=1')).body;
    expect(audit).toMatchObject({
      action: '/api/v4/config/patch',
      extra_info: 'TeamSettings.SiteName MessageExportSettings.GlobalRelaySettings.SMTPPassword',
    });
  });

  test('can be replaced as a whole, as the System Console does', async () => {
    const {body: whole} = await admin.get('/config');
    whole.TeamSettings.SiteName = 'Third';
    const {status} = await admin.put('/config', whole);
    expect(status).toBe(200);
    expect(server.platform.config.get().MessageExportSettings.GlobalRelaySettings.SMTPPassword).toBe(
      'canary-new',
    );
    expect(server.platform.config.get().TeamSettings.SiteName).toBe('Third');
  });

  test.each([
    [{ServiceSettings: {SiteUrl: 'http://x'}}, 'ServiceSettings.SiteURL'],
    [{ServiceSettings: {MaximumLoginAttempts: 0}}, 'MaximumLoginAttempts'],
    [{ServiceSettings: 'all'}, 'ServiceSettings'],
  ])('are rejected if invalid: %o', async (patch, named) => {
    const {status, body} = await admin.put('/config/patch', patch);
    expect(status).toBe(400);
    expect(body.message).toContain(named);
  });

  test('have a history without secrets, whose versions can be restored', async () => {
    const before = (await admin.get('/config')).body;
    await admin.put('/config/patch', {
      TeamSettings: {SiteName: 'Fourth'},
      MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: 'canary-newer'}},
    });
    const {body: history} = await admin.get('/config/history?per_page=2');
    expect(history).toHaveLength(2);
    const [latest, previous] = history;
    expect(latest).toEqual({
      version: previous.version + 1,
      create_at: expect.any(Number),
      user_id: admin.id,
      origin: 'change',
      restored_version: 0,
      changes: [
        {name: 'TeamSettings.SiteName', before: 'Third', after: 'Fourth'},
        {
          name: 'MessageExportSettings.GlobalRelaySettings.SMTPPassword',
          before: '*'.repeat(32),
          after: '*'.repeat(32),
        },
      ],
    });
    expect(JSON.stringify(await admin.get('/config/history'))).not.toContain('canary');

    const restored = await admin.post(`/config/history/${previous.version}/restore`);
    expect(restored).toMatchObject({status: 200, body: before});
    expect(server.platform.config.get().MessageExportSettings.GlobalRelaySettings.SMTPPassword).toBe(
      'canary-new',
    );
    const [audit] = (await admin.get('/audits?per_page=1')).body;
    expect(audit).toMatchObject({
      action: `/api/v4/config/history/${previous.version}/restore`,
      extra_info: 'TeamSettings.SiteName MessageExportSettings.GlobalRelaySettings.SMTPPassword',
    });
    expect((await admin.get('/config/history?per_page=1')).body).toMatchObject([
      {origin: 'restore', restored_version: previous.version, user_id: admin.id},
    ]);
    expect(await admin.post('/config/history/9999/restore')).toMatchObject({status: 404});
    expect(await admin.post('/config/history/x/restore')).toMatchObject({status: 400});
  });

  test('show which ones are pinned, and what is invalid in the database', async () => {
    const {config, database} = server.platform;
    const file = join(config.dataDirectory, 'config.json');
    await writeFile(file, JSON.stringify({TeamSettings: {MaxUsersPerTeam: 9}}));
    await database.execute({
      text: `
        update Configurations set Settings = Settings || '{"TeamSettings.SiteName": 5}'
        where Version = (select max(Version) from Configurations)`,
    });
    await admin.post('/config/reload');
    expect((await admin.get('/config/status')).body).toEqual({
      version: config.version(),
      pinned: [{name: 'TeamSettings.MaxUsersPerTeam', source: 'file', place: file}],
      problems: [expect.stringContaining('TeamSettings.SiteName (database, version')],
    });
    expect((await admin.get('/config')).body.TeamSettings).toMatchObject({
      SiteName: 'Fourth',
      MaxUsersPerTeam: 9,
    });
    expect(await admin.put('/config/patch', {TeamSettings: {MaxUsersPerTeam: 10}})).toMatchObject({
      status: 400,
      body: {message: expect.stringContaining(`TeamSettings.MaxUsersPerTeam is set in ${file}`)},
    });
    await writeFile(file, '{}');
    await admin.put('/config/patch', {TeamSettings: {SiteName: 'Fifth'}});
  });

  test('can be reloaded from the file', async () => {
    const file = join(server.platform.config.dataDirectory, 'config.json');
    await writeFile(file, JSON.stringify({TeamSettings: {SiteName: 'By hand'}}));
    expect((await admin.post('/config/reload')).body).toEqual({status: 'OK'});
    expect(server.platform.config.get().TeamSettings.SiteName).toBe('By hand');
    await writeFile(file, 'not json');
    expect(await admin.post('/config/reload')).toMatchObject({status: 409});
    await writeFile(file, '{}');
  });
});

test('caches are cleared on request', async () => {
  await server.platform.database.execute({
    text: `update Users set Roles = 'system_user system_admin' where Id = $1`,
    values: [ann.id],
  });
  expect((await ann.get('/config')).status).toBe(403);
  expect((await admin.post('/caches/invalidate')).status).toBe(200);
  expect((await ann.get('/config')).status).toBe(200);
  expect((await admin.post('/database/recycle')).status).toBe(200);
});

describe('the recent log', () => {
  test('is available to administrators, without secrets', async () => {
    server.platform.log.fatal({token: 'hunter2'}, 'the first line');
    server.platform.log.fatal('the second line');
    const lines: string[] = (await server.admin.get('/logs')).body;
    const entries = lines.slice(-2).map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      {level: 'fatal', msg: 'the first line', token: '[secret]'},
      {level: 'fatal', msg: 'the second line'},
    ]);
    expect((await server.admin.get('/logs?page=1&logs_per_page=1')).body).toEqual([lines.at(-2)]);
    const download = await server.admin.get('/logs/download');
    expect(download.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="patchbay.log"',
    });
    expect(String(download.body)).toContain(lines.at(-1));
    const reader = await server.person('log-reader');
    expect((await reader.get('/logs')).status).toBe(403);
    expect((await reader.get('/logs/download')).status).toBe(403);
  });

  test('can be searched by level and time', async () => {
    server.platform.log.fatal('found');
    const query = async (body: object) =>
      Object.values((await server.admin.post('/logs/query', body)).body)[0];
    expect(await query({log_levels: ['fatal']})).toContainEqual(expect.objectContaining({msg: 'found'}));
    expect(await query({log_levels: ['debug']})).toEqual([]);
    expect(await query({date_to: '2020-01-01T00:00:00Z'})).toEqual([]);
    expect(await query({server_names: ['elsewhere']})).toBeUndefined();
    expect(await server.admin.post('/logs/query', {date_from: 'soon'})).toMatchObject({
      status: 400,
      body: {path: 'date_from'},
    });
  });
});
