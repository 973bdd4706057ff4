import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {createTestServer, type Person, type TestServer} from '../../../../test/support/test-server.ts';
import {settingByName, settingList} from '../../platform/config/setting-list.ts';
import {needsAdministrator} from './console-sections.ts';
import {DERIVED_SETTINGS} from './derived-settings.ts';
import {FIXED_SETTINGS} from './fixed-settings.ts';

const MASK = '*'.repeat(32);

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await createTestServer({
    settings: {
      EmailSettings: {SMTPPassword: 'canary-smtp'},
      BackupSettings: {Passphrase: 'canary-passphrase'},
    },
  });
  admin = server.admin;
});
afterAll(() => server.close());

const fixedNames = Object.entries(FIXED_SETTINGS).flatMap(([section, values]) =>
  Object.keys(values).map((key) => `${section}.${key}`),
);

/** The settings that the official client declares, with the JavaScript type of their values. */
function officialSettings(): Map<string, string> {
  const file = createRequire(import.meta.url)
    .resolve('@mattermost/types/config')
    .replace(/\.js$/, '.d.ts');
  const declarations = new Map(
    [...readFileSync(file, 'utf8').matchAll(/^export type (\w+) = \{\n([\s\S]*?)^\};/gm)].map(
      ([, name, body]) => [name!, [...body!.matchAll(/^ {4}(\w+)\??: ([^;\n]+);?$/gm)]] as const,
    ),
  );
  const typeOf = (type: string) =>
    type.endsWith('[]') || type === 'boolean' || type === 'number' || type === 'string'
      ? type.replace(/.*\[\]$/, 'object')
      : type.startsWith("'")
        ? 'string'
        : 'object';
  return new Map(
    declarations
      .get('AdminConfig')!
      .flatMap(([, section, type]) =>
        (declarations.get(type!) ?? []).map(
          ([, key, value]) => [`${section}.${key}`, typeOf(value!)] as const,
        ),
      ),
  );
}

describe('the settings of the reference server', () => {
  test('are all present, with the types of the official client', async () => {
    const {body} = await admin.get('/config');
    const official = officialSettings();
    expect(official.size).toBeGreaterThan(500);
    const wrong = [...official].filter(([name, type]) => {
      const [section, key] = name.split('.') as [string, string];
      return typeof body[section]?.[key] !== type;
    });
    // `CollapsedThreads` has a named union type.
    expect(wrong.filter(([name]) => name !== 'ServiceSettings.CollapsedThreads')).toEqual([]);
  });

  test('are either fixed, derived or settings of Patchbay', () => {
    expect(fixedNames.filter((name) => settingByName.has(name) || DERIVED_SETTINGS.has(name))).toEqual([]);
    expect([...DERIVED_SETTINGS.keys()].filter((name) => settingByName.has(name))).toEqual([]);
    const targets = [...DERIVED_SETTINGS.values()].flatMap(({target}) => target?.name ?? []);
    expect(targets.filter((name) => !settingByName.has(name))).toEqual([]);
  });

  test('can be saved as a whole without changes', async () => {
    const before = (await admin.get('/config')).body;
    expect(before).toMatchObject({
      EmailSettings: {SMTPPassword: MASK},
      FileSettings: {PublicLinkSalt: MASK},
      LdapSettings: {Enable: false},
    });
    for (const path of ['/config', '/config/patch']) {
      expect(await admin.put(path, before)).toMatchObject({status: 200, body: before});
    }
    expect(server.platform.config.get()).toMatchObject({
      EmailSettings: {SMTPPassword: 'canary-smtp'},
      BackupSettings: {Passphrase: 'canary-passphrase'},
    });
  });

  test('can be exported without secrets and defaults, to be applied to another server', async () => {
    const {body: before} = await admin.get('/config');
    const change = {LogSettings: {ConsoleLevel: 'ERROR'}};
    expect((await admin.put('/config/patch', change)).body.LogSettings.ConsoleLevel).toBe('error');
    const all = (await admin.get('/config?remove_masked=true&remove_defaults=false')).body;
    expect(all.EmailSettings).not.toHaveProperty('SMTPPassword');
    expect(all).toMatchObject({LdapSettings: {Enable: false}, LogSettings: {ConsoleLevel: 'error'}});
    expect(JSON.stringify(all)).not.toContain('***');
    const changed = (await admin.get('/config?remove_defaults=true')).body;
    expect(changed.EmailSettings.SMTPPassword).toMatch(/^\*+$/);
    expect(changed.LogSettings).toEqual({ConsoleLevel: 'error'});
    expect(changed).not.toHaveProperty('LdapSettings');
    expect((await admin.put('/config/patch', changed)).status).toBe(200);
    expect((await admin.put('/config', before)).status).toBe(200);
  });

  test('can be saved as a whole with a change of one setting that Patchbay has', async () => {
    const {body} = await admin.get('/config');
    body.TeamSettings.SiteName = 'Changed';
    body.PluginSettings.Plugins = null;
    expect((await admin.put('/config', body)).body.TeamSettings.SiteName).toBe('Changed');
    expect(server.platform.config.get().TeamSettings.SiteName).toBe('Changed');
  });

  test.each([
    [{LdapSettings: {Enable: true}}, 'LdapSettings.Enable', 'false'],
    [
      {TeamSettings: {SiteName: 'Not this', LockTeammateNameDisplay: true}},
      'LockTeammateNameDisplay',
      'false',
    ],
    [{FileSettings: {PublicLinkSalt: 'mine'}}, 'FileSettings.PublicLinkSalt', 'a secret of the server'],
    [{FileSettings: {EnableMobileUpload: false}}, 'FileSettings.EnableMobileUpload', 'true'],
    [{CloudSettings: {CWSURL: 'https://example.com'}}, 'CloudSettings.CWSURL', '""'],
  ])('cannot be changed if Patchbay does not have them: %o', async (change, name, value) => {
    const before = server.platform.config.get();
    for (const path of ['/config', '/config/patch']) {
      const {status, body} = await admin.put(path, change);
      expect([status, body.id]).toEqual([400, 'api.config.update.fixed.app_error']);
      expect(body.message).toContain(name);
      expect(body.message).toContain(value);
      expect(body.message).not.toContain('mine');
    }
    expect(server.platform.config.get()).toBe(before);
  });

  test('that do not exist are rejected', async () => {
    for (const [change, name] of [
      [{LdapSettings: {Enabled: true}}, 'LdapSettings.Enabled'],
      [{NoSettings: {}}, 'NoSettings'],
      [{TeamSettings: {SiteNames: ''}}, 'TeamSettings.SiteNames'],
      [{LdapSettings: 'off'}, 'LdapSettings'],
      [{constructor: {name: 'x'}}, 'constructor'],
    ] as const) {
      const {status, body} = await admin.put('/config/patch', change);
      expect([status, body.message]).toEqual([400, expect.stringContaining(name)]);
    }
  });

  test('with names from older versions change the settings that replaced them', async () => {
    const {body} = await admin.put('/config/patch', {ServiceSettings: {SessionLengthWebInDays: 7}});
    expect(body.ServiceSettings).toMatchObject({SessionLengthWebInDays: 7, SessionLengthWebInHours: 168});
    const schemes = await admin.put('/config/patch', {DisplaySettings: {CustomUrlSchemes: ['zoommtg']}});
    expect(schemes.body.DisplaySettings).toMatchObject({
      CustomUrlSchemes: ['zoommtg'],
      CustomURLSchemes: ['zoommtg'],
    });
    expect(
      await admin.put('/config/patch', {
        ServiceSettings: {SessionLengthWebInDays: 3, SessionLengthWebInHours: 10},
      }),
    ).toMatchObject({status: 400, body: {path: 'ServiceSettings.SessionLengthWebInDays'}});
    expect(
      await admin.put('/config/patch', {ServiceSettings: {SessionLengthWebInDays: 'long'}}),
    ).toMatchObject({status: 400, body: {path: 'ServiceSettings.SessionLengthWebInHours'}});
  });
});

describe('people with permissions for the System Console', () => {
  let manager: Person;
  let viewer: Person;

  beforeAll(async () => {
    manager = await server.person('manager');
    viewer = await server.person('viewer');
    await admin.put(`/users/${manager.id}/roles`, {roles: 'system_user system_manager'});
    await admin.put(`/users/${viewer.id}/roles`, {roles: 'system_user system_read_only_admin'});
  });

  test('see the settings of their sections, without secrets', async () => {
    const {status, body} = await manager.get('/config');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ServiceSettings: {SiteURL: expect.any(String), EnableCommands: true, EnableAPIUserDeletion: null},
      TeamSettings: {SiteName: expect.any(String)},
      EmailSettings: {SMTPServer: '', SMTPPassword: MASK},
      MessageExportSettings: {EnableExport: null, GlobalRelaySettings: null},
      BackupSettings: {Passphrase: null},
      ThemeSettings: {AllowCustomThemes: null},
      FeatureFlags: {AppsEnabled: false},
    });
    expect(JSON.stringify(body)).not.toContain('canary');
    const {body: seen} = await viewer.get('/config');
    expect(seen).toMatchObject({
      MessageExportSettings: {EnableExport: false},
      BackupSettings: {Passphrase: null},
      ServiceSettings: {EnableAPIUserDeletion: null},
    });
    expect(await viewer.get('/config/environment')).toMatchObject({status: 200, body: {}});
    for (const path of ['/config/status', '/config/history', '/config/schema']) {
      expect((await manager.get(path)).status).toBe(403);
    }
  });

  test('save the settings of their sections, alone or with all other settings', async () => {
    await admin.put('/config/patch', {ThemeSettings: {AllowCustomThemes: false}});
    const {body} = await manager.get('/config');
    body.TeamSettings.SiteName = 'Managed';
    const saved = await manager.put('/config', body);
    expect(saved).toMatchObject({
      status: 200,
      body: {TeamSettings: {SiteName: 'Managed'}, ThemeSettings: {AllowCustomThemes: null}},
    });
    // Leaving out a setting does not reset it if the user may not change it.
    expect((await manager.put('/config', {TeamSettings: {SiteName: 'Again'}})).status).toBe(200);
    expect(server.platform.config.get()).toMatchObject({
      TeamSettings: {SiteName: 'Again'},
      ThemeSettings: {AllowCustomThemes: false},
      EmailSettings: {SMTPPassword: 'canary-smtp'},
      BackupSettings: {Passphrase: 'canary-passphrase'},
    });
    const [latest] = (await admin.get('/config/history?per_page=1')).body;
    expect(latest).toMatchObject({user_id: manager.id, changes: [{name: 'TeamSettings.SiteName'}]});
  });

  test.each([
    ['a section of others', {PasswordSettings: {MinimumLength: 5}}],
    ['a setting of administrators', {ServiceSettings: {EnableAPIUserDeletion: true}}],
    ['where links in emails lead', {ServiceSettings: {SiteURL: 'https://evil.example'}}],
    ['the mail server', {EmailSettings: {SMTPServer: 'evil.example'}}],
    ['a secret', {EmailSettings: {SMTPPassword: 'x'}}],
    ['where files are stored', {FileSettings: {Directory: '/tmp'}}],
    ['the bucket for files', {FileSettings: {AmazonS3Endpoint: 'evil.example'}}],
    [
      'which internal addresses are allowed',
      {ServiceSettings: {AllowedUntrustedInternalConnections: '10.0.0.1'}},
    ],
    ['details in errors', {ServiceSettings: {EnableDeveloper: true}}],
    ['a setting of the reference server only', {LdapSettings: {Enable: true}}],
  ])('cannot change %s', async (_what, change) => {
    const before = server.platform.config.get();
    for (const person of [manager, viewer]) {
      for (const path of ['/config', '/config/patch']) {
        const {status, body} = await person.put(path, {TeamSettings: {SiteName: 'Smuggled'}, ...change});
        expect([400, 403]).toContain(status);
        expect(body.message).toMatch(/permission|cannot be changed/);
      }
    }
    expect(server.platform.config.get()).toBe(before);
  });

  test('cannot tell from the response whether they guessed a value', async () => {
    const tries = [
      {EmailSettings: {SMTPPassword: 'canary-smtp'}},
      {EmailSettings: {SMTPPassword: 'wrong'}},
      {BackupSettings: {Passphrase: 'canary-passphrase'}},
      {ThemeSettings: {AllowCustomThemes: false}},
      {ThemeSettings: {AllowCustomThemes: true}},
    ];
    const statuses = await Promise.all(
      tries.map(async (change) => (await manager.put('/config/patch', change)).status),
    );
    expect(statuses).toEqual(tries.map(() => 403));
  });

  test('cannot change any secret, even in sections that they may change', () => {
    const secrets = settingList.filter(({schema, local}) => schema.secret && !local).map(({name}) => name);
    const changeable = secrets.filter(
      (name) => !needsAdministrator(name) && name !== 'BackupSettings.Passphrase',
    );
    expect(changeable).toEqual([]);
  });

  test('cannot change roles with their permissions for settings', async () => {
    const {body: role} = await admin.get('/roles/name/system_manager');
    const permissions = [...role.permissions, 'manage_system'];
    expect((await manager.put(`/roles/${role.id}/patch`, {permissions})).status).toBe(403);
    expect(await manager.put('/config/patch', {roles: {system_manager: permissions}})).toMatchObject({
      status: 400,
    });
    expect(
      (await manager.put(`/users/${manager.id}/roles`, {roles: 'system_user system_admin'})).status,
    ).toBe(403);
  });

  test('lose access when an administrator removes the permission', async () => {
    const {body: role} = await admin.get('/roles/name/system_manager');
    const without = role.permissions.filter((name: string) => name !== 'sysconsole_write_site_customization');
    await admin.put(`/roles/${role.id}/patch`, {permissions: without});
    expect(await manager.put('/config/patch', {TeamSettings: {SiteName: 'Too late'}})).toMatchObject({
      status: 403,
      body: {path: 'TeamSettings.SiteName'},
    });
    await admin.put(`/roles/${role.id}/patch`, {permissions: role.permissions});
  });
});
