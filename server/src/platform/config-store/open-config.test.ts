import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {quiet} from '../../../../test/support/quiet.ts';
import {createTestConfig} from '../../../../test/support/test-config.ts';
import {createTestDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {createTestSealing} from '../../../../test/support/test-sealing.ts';
import type {ConfigError} from '../config/config-error.ts';
import {directories} from '../config/directories.ts';
import type {Settings} from '../config/settings.ts';
import type {Database} from '../database/database.ts';
import type {AppError} from '../errors/app-error.ts';
import {followSettings} from './follow-settings.ts';

let data: string;
let testDatabase: TestDatabase;
let database: Database;
const sealing = createTestSealing();
let warnings: string[];
const log = {...quiet, warn: (details: object) => void warnings.push(JSON.stringify(details))};
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({database} = testDatabase);
});
afterAll(() => testDatabase.close());
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'patchbay-config-'));
  warnings = [];
  await database.execute({text: 'truncate Configurations, Systems'});
});
afterEach(() => rm(data, {recursive: true}));

const file = () => join(data, 'config.json');
const load = (env: Record<string, string> = {}) =>
  createTestConfig({dataDirectory: data, env, database, sealing, log});
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
    expect(config.pins().get('TeamSettings.SiteName')).toEqual({
      value: 'Environment',
      source: 'environment',
      place: 'PATCHBAY_TEAMSETTINGS_SITENAME',
    });
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
    await store({LogSettings: {EnableWebhookDebugging: true}, TeamSettings: {SiteName: 'File'}});
    const config = await load({PATCHBAY_LOGSETTINGS_ENABLEWEBHOOKDEBUGGING: 'true'});
    expect(config.get()).not.toHaveProperty('LogSettings.EnableWebhookDebugging');
    const refusal = await refusalOf(config.patch({LogSettings: {EnableWebhookDebugging: true}}));
    expect(refusal.message).toContain('LogSettings.EnableWebhookDebugging: there is no such setting.');
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
    const config = await load();
    await config.patch({MessageExportSettings});
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

    expect(await config.patch({TeamSettings: {SiteName: 'One'}})).toEqual(['TeamSettings.SiteName']);
    expect(await config.patch({TeamSettings: {SiteName: 'One'}})).toEqual([]);
    end();
    await config.patch({TeamSettings: {SiteName: 'Two'}});

    expect(seen).toEqual([['One', 'Patchbay']]);
    expect(config.get().TeamSettings.SiteName).toBe('Two');
    expect(config.hash()).toMatch(/^[0-9a-f]{32}$/);
    expect(config.hash()).not.toBe(hash);
    const again = await load();
    expect(again.get()).toEqual(config.get());
    expect(again.hash()).toBe(config.hash());
    expect(again.version()).toBe(3);
    expect(await readdir(data)).toEqual([]);
  });

  it('keeps all concurrent changes, of several servers', async () => {
    const servers = [await load(), await load()];
    const flags = ['EnableCommands', 'EnableIncomingWebhooks', 'EnableOutgoingWebhooks', 'EnableCustomEmoji'];
    await Promise.all(flags.map((it, index) => servers[index % 2]!.patch({ServiceSettings: {[it]: false}})));
    const expected = Object.fromEntries(flags.map((it) => [it, false]));
    expect((await load()).get().ServiceSettings).toMatchObject(expected);
    expect(await servers[0]!.history({offset: 0, limit: 10})).toHaveLength(5);
    await Promise.all(servers.map((it) => it.reload()));
    for (const it of servers) expect(it.get().ServiceSettings).toMatchObject(expected);
  });

  it('resets settings that a full replacement leaves out', async () => {
    const relay = {GlobalRelaySettings: {SMTPPassword: 'canary'}};
    const config = await load({PATCHBAY_LOGSETTINGS_CONSOLELEVEL: 'warn'});
    await config.patch({TeamSettings: {SiteName: 'Here'}, MessageExportSettings: relay});
    const full = structuredClone(config.masked()) as Settings;
    full.ServiceSettings.EnableCommands = false;
    expect(await config.replace(full)).toEqual(['ServiceSettings.EnableCommands']);
    expect(config.get()).toMatchObject({TeamSettings: {SiteName: 'Here'}, MessageExportSettings: relay});
    expect(await config.replace({ServiceSettings: {EnableCommands: false}})).toEqual([
      'TeamSettings.SiteName',
      'MessageExportSettings.GlobalRelaySettings.SMTPPassword',
    ]);
    expect(config.get().LogSettings.ConsoleLevel).toBe('warn');
  });

  it.each([
    [null, 'The settings: must be an object of settings.'],
    [[], 'The settings: must be an object of settings.'],
    [{Nothing: {}}, 'Nothing: there is no such setting. See docs/configuration.md.'],
    [
      {TeamSettings: {'a\nb': 1}},
      '"TeamSettings.a\\nb": there is no such setting. See docs/configuration.md.',
    ],
    [
      {PasswordSettings: {MinimumLength: 4}},
      'PasswordSettings.MinimumLength: 4 is not allowed. It must be a whole number from 5 to 72.',
    ],
    [
      {ServiceSettings: {TrustedProxies: ['nowhere']}},
      'ServiceSettings.TrustedProxies: ["nowhere"] is not allowed. It must be a list of IP addresses and networks such as 10.0.3.0/24.',
    ],
  ])('rejects %j', async (input, message) => {
    const config = await load();
    const before = config.get();
    expect(await refusalOf(config.patch(input))).toMatchObject({status: 400, message});
    expect(config.get()).toBe(before);
    expect(config.version()).toBe(1);
  });

  it('rejects changes to settings that come from elsewhere, and says where', async () => {
    await store({TeamSettings: {MaxUsersPerTeam: 5}});
    const config = await load({PATCHBAY_TEAMSETTINGS_SITENAME: 'Environment'});
    const change = {
      TeamSettings: {SiteName: 'x', MaxUsersPerTeam: 6, EnableOpenServer: false},
      SqlSettings: {MaxOpenConns: 5},
    };
    expect(await refusalOf(config.patch(change))).toMatchObject({
      status: 400,
      id: 'api.config.update.set_elsewhere.app_error',
      path: 'TeamSettings.SiteName',
      message: [
        'TeamSettings.SiteName is set by the environment variable PATCHBAY_TEAMSETTINGS_SITENAME. Change it there and restart the server.',
        `TeamSettings.MaxUsersPerTeam is set in ${file()}, which overrides the database. Change it there.`,
        `SqlSettings.MaxOpenConns can only be set in ${file()} or with the environment variable PATCHBAY_SQLSETTINGS_MAXOPENCONNS, on each server.`,
      ].join('\n'),
    });
    expect(config.get().TeamSettings.EnableOpenServer).toBe(true);
    expect(await config.replace(config.get())).toEqual([]);
    expect(config.version()).toBe(1);
  });

  it('applies a changed file, and changes nothing if it is not valid', async () => {
    const config = await load();
    await config.patch({TeamSettings: {SiteName: 'Database'}});
    await store({TeamSettings: {SiteName: 'File'}});
    expect(await config.reload()).toEqual(['TeamSettings.SiteName']);
    expect(config.get().TeamSettings.SiteName).toBe('File');
    await store({TeamSettings: {SiteNam: 'x'}});
    const refusal = await refusalOf(config.reload());
    expect(refusal).toMatchObject({status: 409, message: expect.stringContaining('TeamSettings.SiteName?')});
    expect(config.get().TeamSettings.SiteName).toBe('File');
    await rm(file());
    await config.reload();
    expect(config.get().TeamSettings.SiteName).toBe('Database');
  });
});

it('follows changes by other servers, including those it missed while disconnected', async () => {
  const [one, other] = [await load(), await load()];
  const stop = await followSettings(other, database, (error) => expect.fail(String(error)));
  const nextName = () =>
    new Promise<string>((resolve) => {
      const end = other.onChange((now) => {
        end();
        resolve(now.TeamSettings.SiteName);
      });
    });
  let name = nextName();
  await one.patch({TeamSettings: {SiteName: 'One'}});
  expect(await name).toBe('One');
  expect(other.hash()).toBe(one.hash());

  name = nextName();
  const ended = await database.execute({
    text: `
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen "patchbay_settings"'`,
  });
  expect(ended).toBe(1);
  await one.patch({TeamSettings: {SiteName: 'Two'}});
  expect(await name).toBe('Two');
  await stop();
});

describe('the history', () => {
  it('says who changed what, and restores earlier versions', async () => {
    const config = await load();
    await config.patch({TeamSettings: {SiteName: 'One', MaxUsersPerTeam: 7}}, 'ann');
    await config.patch({TeamSettings: {SiteName: 'Two'}});
    expect(await config.restore(2, 'bob')).toEqual(['TeamSettings.SiteName']);
    const history = await config.history({offset: 0, limit: 10});
    const change = (name: string, before: unknown, after: unknown) => ({
      name: `TeamSettings.${name}`,
      before,
      after,
    });
    expect(history).toMatchObject([
      {
        version: 4,
        userId: 'bob',
        origin: 'restore',
        restoredVersion: 2,
        changes: [change('SiteName', 'Two', 'One')],
      },
      {version: 3, userId: '', origin: 'change', changes: [change('SiteName', 'One', 'Two')]},
      {
        version: 2,
        userId: 'ann',
        origin: 'change',
        restoredVersion: 0,
        changes: [change('SiteName', 'Patchbay', 'One'), change('MaxUsersPerTeam', 50_000, 7)],
      },
      {version: 1, userId: '', origin: 'initial', changes: []},
    ]);
    expect(await config.history({offset: 1, limit: 1})).toEqual([history[1]]);
    await config.restore(1);
    expect(config.get()).toEqual((await load()).get());
    expect(config.get().TeamSettings.MaxUsersPerTeam).toBe(50_000);
    expect(await refusalOf(config.restore(99))).toMatchObject({status: 404});
  });

  it('does not restore what is set elsewhere now, or is no longer allowed', async () => {
    const before = await load();
    await before.patch({TeamSettings: {SiteName: 'One', MaxUsersPerTeam: 7}});
    await before.patch({TeamSettings: {SiteName: 'Two', MaxUsersPerTeam: 8}});
    const config = await load({PATCHBAY_TEAMSETTINGS_SITENAME: 'Environment'});
    expect(await config.restore(2)).toEqual(['TeamSettings.MaxUsersPerTeam']);
    expect(config.get().TeamSettings).toMatchObject({SiteName: 'Environment', MaxUsersPerTeam: 7});
    await config.patch({TeamSettings: {MaxUsersPerTeam: 9}});
    await database.execute({
      text: `update Configurations set Settings = '{"TeamSettings.MaxUsersPerTeam": 0}' where Version = 2`,
    });
    expect(await refusalOf(config.restore(2))).toMatchObject({
      status: 400,
      message: expect.stringContaining(
        'TeamSettings.MaxUsersPerTeam (database, version 2): 0 is not allowed.',
      ),
    });
  });

  it('keeps the last thousand versions', async () => {
    const config = await load();
    await database.execute({
      text: `insert into Configurations (Version, CreateAt, Origin) select v, 0, 'change' from generate_series(2, 1001) v`,
    });
    await config.patch({TeamSettings: {SiteName: 'One'}});
    expect(await database.row({text: 'select min(Version), max(Version) from Configurations'})).toEqual({
      min: 3,
      max: 1002,
    });
  });
});

describe('stored values that are not valid', () => {
  const setValues = (values: object, version = 'max(Version)') =>
    database.execute({
      text: `
        update Configurations set Settings = Settings || $1
        where Version = (select ${version} from Configurations)`,
      values: [JSON.stringify(values)],
    });

  it('are reported and replaced by earlier values or defaults', async () => {
    const config = await load();
    await config.patch({
      TeamSettings: {EnableOpenServer: false},
      ServiceSettings: {TrustedProxies: ['10.0.0.1']},
    });
    await config.patch({TeamSettings: {SiteName: 'One'}});
    await setValues({
      'TeamSettings.EnableOpenServer': 'maybe',
      'TeamSettings.MaxUsersPerTeam': 0,
      'ServiceSettings.TrustedProxies': ['nowhere'],
      'ServiceSettings.OfTheNextVersion': {a: 1},
      'SqlSettings.MaxOpenConns': 3,
    });
    const again = await load();
    expect(again.get()).toMatchObject({
      TeamSettings: {EnableOpenServer: false, MaxUsersPerTeam: 50_000, SiteName: 'One'},
      ServiceSettings: {TrustedProxies: ['10.0.0.1']},
      SqlSettings: {MaxOpenConns: 20},
    });
    const problems = [
      'ServiceSettings.OfTheNextVersion (database, version 3): there is no such setting.',
      'SqlSettings.MaxOpenConns (database, version 3): is ignored.',
      'ServiceSettings.TrustedProxies (database, version 3): ["nowhere"] is not allowed.',
      'TeamSettings.EnableOpenServer (database, version 3): "maybe" is not allowed.',
      'TeamSettings.MaxUsersPerTeam (database, version 3): 0 is not allowed.',
    ];
    for (const problem of problems) {
      expect(again.problems()).toContainEqual(expect.stringContaining(problem));
      expect(JSON.parse(warnings.at(-1)!).problems).toContainEqual(expect.stringContaining(problem));
    }
    expect(again.problems()).toHaveLength(problems.length);

    // A server that was running sees the same.
    await config.reload();
    expect(config.get()).toEqual(again.get());

    // The next change stores the values in effect, and keeps settings that only a newer version has.
    expect(await again.patch({TeamSettings: {SiteName: 'Two'}})).toEqual(['TeamSettings.SiteName']);
    expect(again.problems()).toEqual([expect.stringContaining('OfTheNextVersion (database, version 4)')]);
    const row = await database.row({text: 'select Settings from Configurations where Version = 4'});
    expect(row).toEqual({
      settings: {
        'TeamSettings.SiteName': 'Two',
        'TeamSettings.EnableOpenServer': false,
        'ServiceSettings.TrustedProxies': ['10.0.0.1'],
        'ServiceSettings.OfTheNextVersion': {a: 1},
      },
    });
  });

  it.each(['[]', '"x"', '{"TeamSettings": {}}'])('as a whole, such as %s', async (settings) => {
    const config = await load();
    await config.patch({TeamSettings: {SiteName: 'One'}});
    await config.patch({TeamSettings: {SiteName: 'Two'}});
    await database.execute({
      text: `update Configurations set Settings = $1, Secrets = 'plain', Changes = '5' where Version = 3`,
      values: [settings],
    });
    const again = await load();
    expect(again.problems().length).toBeGreaterThan(0);
    expect(again.get().TeamSettings.SiteName).toBe(settings.startsWith('{') ? 'Patchbay' : 'One');
    expect((await again.history({offset: 0, limit: 1}))[0]!.changes).toEqual([]);
  });

  it('do not hide that the file and the environment contradict each other', async () => {
    await store({MessageExportSettings: {EnableExport: true}});
    const env = {PATCHBAY_MESSAGEEXPORTSETTINGS_EXPORTFORMAT: 'globalrelay'};
    expect((await problemsOf(load(env)))[0]).toContain('SMTPUsername (default): "" is not allowed.');
  });
});

describe('config.json of earlier versions', () => {
  const settings = {
    TeamSettings: {SiteName: 'File', MaxUsersPerTeam: 50_000},
    SqlSettings: {MaxOpenConns: 5},
    MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: 'canary'}},
    LogSettings: {EnableWebhookDebugging: true},
  };
  const installed = () => database.execute({text: `insert into Systems values ('InstallationDate', '1')`});

  it('moves to the database once, with a copy of the original', async () => {
    await installed();
    await store(settings);
    const config = await load();
    expect(config.get()).toMatchObject({
      TeamSettings: {SiteName: 'File'},
      SqlSettings: {MaxOpenConns: 5},
      MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: 'canary'}},
    });
    expect(await stored()).toEqual({SqlSettings: {MaxOpenConns: 5}});
    const copy = `${file()}.before-database`;
    expect(JSON.parse(await readFile(copy, 'utf8'))).toEqual(settings);
    expect((await readdir(data)).sort()).toEqual(['config.json', 'config.json.before-database']);
    const [first] = await config.history({offset: 0, limit: 5});
    expect(first).toMatchObject({version: 1, origin: 'file', userId: ''});
    expect(first!.changes).toEqual([
      {name: 'TeamSettings.SiteName', before: 'Patchbay', after: 'File'},
      {
        name: 'MessageExportSettings.GlobalRelaySettings.SMTPPassword',
        before: '',
        after: '********************************',
      },
    ]);
    await config.patch({TeamSettings: {SiteName: 'Changed'}});

    // The operator writes a new file.
    await store({TeamSettings: {SiteName: 'Pinned'}});
    const again = await load();
    expect(again.get().TeamSettings.SiteName).toBe('Pinned');
    expect(again.version()).toBe(2);
    expect(await stored()).toEqual({TeamSettings: {SiteName: 'Pinned'}});
  });

  it('moves completely, even if a move was interrupted', async () => {
    await installed();
    await store(settings);
    await load();
    await store(settings);
    await database.execute({text: `insert into Systems values ('SettingsFileMoving', 'true')`});
    const config = await load();
    expect(config.version()).toBe(1);
    expect(await stored()).toEqual({SqlSettings: {MaxOpenConns: 5}});
    await config.patch({TeamSettings: {SiteName: 'Changed'}});
  });

  it('stays in a new installation, because an operator wrote it', async () => {
    await store(settings);
    const config = await load();
    expect(await config.history({offset: 0, limit: 5})).toMatchObject([{origin: 'initial', changes: []}]);
    expect(await stored()).toEqual(settings);
    expect(await refusalOf(config.patch({TeamSettings: {SiteName: 'x'}}))).toMatchObject({status: 400});
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
    await config.patch(relayPassword('another canary'));
    expect((await load()).get()).toMatchObject(relayPassword('another canary'));
    await config.patch(relayPassword(''));
    expect(config.get()).toMatchObject(relayPassword(''));

    const history = await config.history({offset: 0, limit: 5});
    const name = 'MessageExportSettings.GlobalRelaySettings.SMTPPassword';
    expect(history.map(({changes}) => changes)).toEqual([
      [{name, before: mask, after: ''}],
      [{name, before: mask, after: mask}],
      [{name, before: '', after: mask}],
      [],
    ]);
    const rows = await database.rows({text: 'select t::text from Configurations t'});
    expect(JSON.stringify(rows)).not.toContain('canary');
    expect(JSON.stringify(rows)).toContain('sealed:');
    await config.restore(3);
    expect(config.get()).toMatchObject(relayPassword('another canary'));
  });

  it('that cannot be opened are replaced by those of the previous version', async () => {
    const config = await load();
    await config.patch(relayPassword('canary'));
    await config.patch({TeamSettings: {SiteName: 'One'}});
    await database.execute({
      text: `update Configurations c set Secrets = o.Secrets from Configurations o where c.Version = 3 and o.Version = 2`,
    });
    const again = await load();
    expect(again.get()).toMatchObject(relayPassword('canary'));
    expect(again.problems()).toEqual([
      expect.stringContaining('Configurations.Secrets (database, version 3)'),
    ]);
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
