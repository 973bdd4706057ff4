import {mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {AppError} from '../errors/app-error.ts';
import {loadConfig} from './config.ts';
import type {ConfigError} from './config-error.ts';
import {directories} from './directories.ts';
import type {Settings} from './settings.ts';

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'patchbay-config-'));
});
afterEach(() => rm(data, {recursive: true}));

const file = () => join(data, 'config.json');
const load = (env: Record<string, string> = {}) => loadConfig({dataDirectory: data, env});
const store = (settings: unknown) => writeFile(file(), JSON.stringify(settings));
const stored = async () => JSON.parse(await readFile(file(), 'utf8'));

async function problemsOf(loading: Promise<unknown>): Promise<string[]> {
  const error: ConfigError = await loading.then(
    () => expect.fail('it loaded'),
    (it) => it,
  );
  expect(error.name).toBe('ConfigError');
  return error.message.split('\n').slice(1);
}

async function refusalOf(change: Promise<unknown>): Promise<AppError> {
  const error: AppError = await change.then(
    () => expect.fail('it was accepted'),
    (it) => it,
  );
  expect(error.name).toBe('AppError');
  return error;
}

describe('loading', () => {
  it('uses the defaults without a file, and does not write one', async () => {
    const config = await load();
    expect(config.get()).toMatchObject({
      ServiceSettings: {ListenAddress: '127.0.0.1:8065', SiteURL: '', EnableUserAccessTokens: true},
      ComplianceSettings: {Enable: true, BatchSize: 30_000},
      LicenseSettings: {Tier: 'enterprise'},
    });
    expect(config.dataDirectory).toBe(data);
    expect(await readdir(data)).toEqual([]);
  });

  it('overrides the defaults with the file, and the file with the environment', async () => {
    await store({
      TeamSettings: {SiteName: 'File'},
      ServiceSettings: {MaximumLoginAttempts: 4, SiteURL: 'https://a.b/'},
    });
    const config = await load({PATCHBAY_TEAMSETTINGS_SITENAME: 'Environment'});
    expect(config.get()).toMatchObject({
      TeamSettings: {SiteName: 'Environment', RestrictDirectMessage: 'any'},
      ServiceSettings: {MaximumLoginAttempts: 4, SiteURL: 'https://a.b'},
    });
    expect(config.environmentOverrides()).toEqual({TeamSettings: {SiteName: true}});
  });

  it('returns frozen settings', async () => {
    const settings = (await load()).get();
    expect(() => {
      settings.TeamSettings.SiteName = 'x';
    }).toThrow(TypeError);
    expect(() => settings.ServiceSettings.TrustedProxyIPHeader.push('x')).toThrow(TypeError);
  });

  it('reports every problem at once, with its location, the allowed values and a suggestion', async () => {
    await store({
      ServiceSettings: {SitURL: 'https://a.b', MaximumLoginAttempts: 'ten', CollapsedThreads: 'on'},
      Compliance: {Enable: true},
      SiteURL: 'https://a.b',
      TeamSettings: 3,
      MessageExportSettings: {GlobalRelaySettings: {SMTPPasword: 'canary', SMTPPassword: 1234567}},
    });
    const problems = await problemsOf(load({PATCHBAY_SQLSETTINGS_DATASOURCE: 'mysql://root:canary@db'}));
    expect(problems).toEqual([
      '  SqlSettings.DataSource (PATCHBAY_SQLSETTINGS_DATASOURCE): the value (a secret, not shown) is not allowed. It must be a URL that begins with postgres:// or postgresql://, or empty.',
      `  ServiceSettings.SitURL (${file()}): there is no such setting. Did you mean ServiceSettings.SiteURL?`,
      `  ServiceSettings.MaximumLoginAttempts (${file()}): "ten" is not allowed. It must be a whole number, at least 1.`,
      `  ServiceSettings.CollapsedThreads (${file()}): "on" is not allowed. It must be one of disabled, default_off, default_on, always_on.`,
      `  Compliance (${file()}): there is no such setting. See docs/configuration.md.`,
      `  SiteURL (${file()}): there is no such setting. Did you mean ServiceSettings.SiteURL?`,
      `  TeamSettings (${file()}): must be an object of settings.`,
      `  MessageExportSettings.GlobalRelaySettings.SMTPPasword (${file()}): there is no such setting. Did you mean MessageExportSettings.GlobalRelaySettings.SMTPPassword?`,
      `  MessageExportSettings.GlobalRelaySettings.SMTPPassword (${file()}): the value (a secret, not shown) is not allowed. It must be text.`,
    ]);
  });

  it.each([
    ['{"TeamSettings":\n  {"SiteName" "x"}}', 'is not valid JSON: line 2, column 15.'],
    ['{"SqlSettings": {"DataSource": canary}}', 'is not valid JSON: unexpected "c".'],
    ['', 'is not valid JSON.'],
  ])('says where the file %j is not valid JSON, without quoting it', async (text, why) => {
    await writeFile(file(), text);
    expect(await problemsOf(load())).toEqual([`  ${file()}: ${why}`]);
  });

  it('says why the file cannot be read', async () => {
    await mkdir(file());
    expect((await problemsOf(load()))[0]).toContain(`${file()}: cannot be read: EISDIR`);
  });

  it('ignores settings of earlier versions in the file and in the environment', async () => {
    await store({EmailSettings: {SMTPServer: 'mail.example.org'}, TeamSettings: {SiteName: 'File'}});
    const config = await load({PATCHBAY_EMAILSETTINGS_SMTPPORT: '25'});
    expect(config.get()).not.toHaveProperty('EmailSettings.SMTPServer');
    await config.patch({ServiceSettings: {EnableCommands: false}});
    expect(await stored()).toEqual({
      ServiceSettings: {EnableCommands: false},
      TeamSettings: {SiteName: 'File'},
    });
    const refusal = await refusalOf(config.patch({EmailSettings: {SMTPServer: 'x'}}));
    expect(refusal.message).toContain('EmailSettings.SMTPServer (request): there is no such setting.');
  });

  it('rejects names of built-in object properties', async () => {
    await writeFile(file(), '{"__proto__": {"x": 1}, "constructor": {}, "TeamSettings": {"toString": 1}}');
    expect(await problemsOf(load())).toHaveLength(3);
  });

  it.each([
    ['ServiceSettings.ListenAddress', 'localhost:65536'],
    ['ServiceSettings.SiteURL', 'chat.example.org'],
    ['ServiceSettings.SiteURL', 'https://user:word@chat.example.org'],
    ['ServiceSettings.SiteURL', 'https://chat.example.org/?a=b'],
    ['ServiceSettings.SiteURL', 'https://[x'],
    ['ServiceSettings.AllowedUntrustedInternalConnections', 'localhost 10.0.0.0/33'],
    ['MessageExportSettings.DailyRunTime', '24:00'],
    ['FileSettings.MaxFileSize', 0],
    ['LocalizationSettings.AvailableLocales', 'en,,de'],
    ['GuestAccountsSettings.RestrictCreationToDomains', 7],
  ])('rejects %s = %j', async (name, value) => {
    const [section, setting] = name.split('.');
    await store({[section!]: {[setting!]: value}});
    const [problem] = await problemsOf(load());
    expect(problem).toContain(`${name} (${file()}): ${JSON.stringify(value)} is not allowed. It must be `);
  });

  it('requires the Global Relay settings once the export is enabled', async () => {
    const relay = {EmailAddress: 'nobody', CustomerType: 'CUSTOM'};
    const MessageExportSettings = {ExportFormat: 'globalrelay', GlobalRelaySettings: relay};
    await store({MessageExportSettings});
    const config = await load();
    const refusal = await refusalOf(config.patch({MessageExportSettings: {EnableExport: true}}));
    expect(refusal.id).toBe('model.config.is_valid.message_export.global_relay.smtp_username.app_error');
    expect(refusal.message.split('\n').map((it) => it.split(' ')[0]!.split('.').at(-1))).toEqual([
      'SMTPUsername',
      'SMTPPassword',
      'EmailAddress',
      'CustomSMTPServerName',
    ]);
  });
});

describe('changing', () => {
  it('takes effect, notifies the listeners, and is stored', async () => {
    const config = await load();
    const hash = config.hash();
    const seen: [string, string][] = [];
    const end = config.onChange((now, before) =>
      seen.push([now.TeamSettings.SiteName, before.TeamSettings.SiteName]),
    );

    expect(await config.patch({TeamSettings: {SiteName: 'One'}})).toBe(config.get());
    await config.patch({TeamSettings: {SiteName: 'One'}});
    end();
    await config.patch({TeamSettings: {SiteName: 'Two'}});

    expect(seen).toEqual([['One', 'Patchbay']]);
    expect(config.get().TeamSettings.SiteName).toBe('Two');
    expect(config.hash()).toMatch(/^[0-9a-f]{32}$/);
    expect(config.hash()).not.toBe(hash);
    const again = await load();
    expect(again.get()).toEqual(config.get());
    expect(again.hash()).toBe(config.hash());
  });

  it('stores only values that differ from the defaults, in a file only its owner can read', async () => {
    const config = await loadConfig({
      dataDirectory: join(data, 'new', 'place'),
      env: {PATCHBAY_TEAMSETTINGS_SITENAME: 'Environment'},
    });
    await config.patch({
      ServiceSettings: {EnableCommands: false, EnableDeveloper: false},
      TeamSettings: {SiteName: 'Environment'},
    });
    const place = join(data, 'new', 'place');
    expect(JSON.parse(await readFile(join(place, 'config.json'), 'utf8'))).toEqual({
      ServiceSettings: {EnableCommands: false},
    });
    expect((await stat(join(place, 'config.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(place)).toEqual(['config.json']);
    await config.patch({ServiceSettings: {EnableCommands: true}});
    expect(JSON.parse(await readFile(join(place, 'config.json'), 'utf8'))).toEqual({});
  });

  it('keeps all concurrent changes', async () => {
    const config = await load();
    const flags = ['EnableCommands', 'EnableIncomingWebhooks', 'EnableOutgoingWebhooks', 'EnableCustomEmoji'];
    await Promise.all(flags.map((it) => config.patch({ServiceSettings: {[it]: false}})));
    expect((await load()).get().ServiceSettings).toMatchObject(
      Object.fromEntries(flags.map((it) => [it, false])),
    );
  });

  it('keeps and applies what another program stored in the meantime', async () => {
    const config = await load();
    const other = await load();
    await other.patch({TeamSettings: {SiteName: 'Other'}});
    await config.patch({ServiceSettings: {EnableCommands: false}});
    expect(await stored()).toEqual({
      TeamSettings: {SiteName: 'Other'},
      ServiceSettings: {EnableCommands: false},
    });
    expect(config.get().TeamSettings.SiteName).toBe('Other');
  });

  it('changes nothing if the file is no longer valid', async () => {
    const config = await load();
    await store({TeamSettings: {SiteNam: 'x'}});
    const refusal = await refusalOf(config.patch({ServiceSettings: {EnableCommands: false}}));
    expect(refusal.status).toBe(409);
    expect(refusal.message).toContain('Did you mean TeamSettings.SiteName?');
    expect(config.get().ServiceSettings.EnableCommands).toBe(true);
    await rm(file());
    await config.patch({ServiceSettings: {EnableCommands: false}});
    expect(config.get().ServiceSettings.EnableCommands).toBe(false);
  });

  it('changes nothing if the file cannot be written', async () => {
    const config = await load();
    await rm(data, {recursive: true});
    await writeFile(data, '');
    const refusal = await refusalOf(config.patch({ServiceSettings: {EnableCommands: false}}));
    expect(refusal.message).toContain(file());
    expect(config.get().ServiceSettings.EnableCommands).toBe(true);
  });

  it('resets settings that a full replacement leaves out', async () => {
    const relay = {GlobalRelaySettings: {SMTPPassword: 'canary'}};
    await store({TeamSettings: {SiteName: 'File'}, MessageExportSettings: relay});
    const config = await load({PATCHBAY_LOGSETTINGS_CONSOLELEVEL: 'warn'});
    const full = structuredClone(config.masked()) as Settings;
    full.ServiceSettings.EnableCommands = false;
    await config.replace(full);
    expect(await stored()).toEqual({
      ServiceSettings: {EnableCommands: false},
      TeamSettings: {SiteName: 'File'},
      MessageExportSettings: relay,
    });
    await config.replace({ServiceSettings: {EnableCommands: false}});
    expect(await stored()).toEqual({ServiceSettings: {EnableCommands: false}});
    expect(config.get().LogSettings.ConsoleLevel).toBe('warn');
  });

  it.each([
    [null, 'The settings (request): must be an object of settings.'],
    [[], 'The settings (request): must be an object of settings.'],
    [{Nothing: {}}, 'Nothing (request): there is no such setting. See docs/configuration.md.'],
    [
      {TeamSettings: {'a\nb': 1}},
      '"TeamSettings.a\\nb" (request): there is no such setting. See docs/configuration.md.',
    ],
    [
      {PasswordSettings: {MinimumLength: 4}},
      'PasswordSettings.MinimumLength (request): 4 is not allowed. It must be a whole number from 5 to 72.',
    ],
  ])('rejects %j', async (input, message) => {
    const config = await load();
    const before = config.get();
    expect(await refusalOf(config.patch(input))).toMatchObject({status: 400, message});
    expect(config.get()).toBe(before);
    expect(await readdir(data)).toEqual([]);
  });

  it('rejects changes to settings that come from the environment, and names the variable', async () => {
    const config = await load({PATCHBAY_TEAMSETTINGS_SITENAME: 'Environment'});
    expect(
      await refusalOf(config.patch({TeamSettings: {SiteName: 'x', EnableOpenServer: false}})),
    ).toMatchObject({
      status: 400,
      path: 'TeamSettings.SiteName',
      message:
        'TeamSettings.SiteName is set by the environment variable PATCHBAY_TEAMSETTINGS_SITENAME. Change it there and restart the server.',
    });
    expect(config.get().TeamSettings.EnableOpenServer).toBe(true);
    await config.replace(config.get());
    expect(await readdir(data)).toEqual([]);
  });
});

describe('secrets', () => {
  const mask = '********************************';
  const relayPassword = (SMTPPassword: string) => ({
    MessageExportSettings: {GlobalRelaySettings: {SMTPPassword}},
  });

  it('are masked, and sending the mask back keeps the secret', async () => {
    const config = await load({PATCHBAY_SQLSETTINGS_DATASOURCE: 'postgres://root:canary@db/x'});
    await config.patch(relayPassword('canary'));
    expect(config.masked()).toMatchObject({
      SqlSettings: {DataSource: mask},
      MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: mask, SMTPUsername: ''}},
    });
    expect(JSON.stringify(config.masked())).not.toContain('canary');
    await config.replace(config.masked());
    expect(config.get()).toMatchObject(relayPassword('canary'));
    expect(config.get().SqlSettings.DataSource).toContain('canary');
    await config.patch(relayPassword(''));
    expect(config.get()).toMatchObject(relayPassword(''));
  });

  it('cannot be a mask in the file', async () => {
    await store({SqlSettings: {DataSource: mask}});
    expect(await problemsOf(load())).toHaveLength(1);
  });
});

describe('directories', () => {
  it('are in the data directory unless a setting changes that', async () => {
    expect(directories(await load())).toEqual({
      files: join(data, 'files'),
      imports: join(data, 'import'),
      exports: join(data, 'export'),
      backups: join(data, 'backups'),
      compliance: join(data, 'compliance'),
    });
    await store({FileSettings: {Directory: '/srv/files'}, ComplianceSettings: {Directory: 'reports/'}});
    expect(directories(await load())).toMatchObject({
      files: '/srv/files',
      compliance: join(data, 'reports', 'compliance'),
    });
  });
});
