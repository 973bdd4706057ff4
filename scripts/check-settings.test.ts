import {describe, expect, test} from 'vitest';
import {settingsRead, unusedSettings, withoutComments} from './check-settings.ts';

const SECTIONS = new Set(['TeamSettings', 'MailSettings', 'Relay']);
const read = (code: string) => [...settingsRead(withoutComments(code), SECTIONS)].toSorted();

describe('settingsRead', () => {
  test.each([
    ['a property', 'config.get().TeamSettings.SiteName', ['TeamSettings.SiteName']],
    ['a property on the next line', 'settings\n  .TeamSettings\n  .SiteName', ['TeamSettings.SiteName']],
    ['destructuring', 'const {A, B: c} = config.get().TeamSettings;', ['TeamSettings.A', 'TeamSettings.B']],
    [
      'destructuring over several lines',
      'const {A, B} =\n  config.get().TeamSettings;',
      ['TeamSettings.A', 'TeamSettings.B'],
    ],
    [
      'nested destructuring',
      'function f({TeamSettings: {A}, MailSettings: {B}}: Settings) {}',
      ['MailSettings.B', 'TeamSettings.A'],
    ],
    [
      'renamed sections',
      'const {TeamSettings: team, MailSettings: mail} = s; team.A; mail.B;',
      ['MailSettings.B', 'TeamSettings.A'],
    ],
    ['a variable', 'const team = config.get().TeamSettings; use(team.A)', ['TeamSettings.A']],
    ['a parameter', "function f(relay: Settings['MailSettings']['Relay']) { relay.A }", ['Relay.A']],
    ['a type alias', "type R = Settings['Relay'];\nfunction f(relay: R) { relay.A }", ['Relay.A']],
    ['a destructured section', 'const {TeamSettings} = config.get(); TeamSettings.A', ['TeamSettings.A']],
  ])('finds %s', (_, code, names) => {
    expect(read(code)).toEqual(expect.arrayContaining(names));
  });

  test.each([
    ['a comment', '// see TeamSettings.SiteName\n/* TeamSettings.Other */'],
    ['a message', "throw new Error('Turn on TeamSettings.SiteName.')"],
    ['the same name in another section', 'config.get().OtherSettings.SiteName'],
    ['a section alone', 'show(config.get().TeamSettings)'],
  ])('ignores %s', (_, code) => {
    expect(read(code)).toEqual([]);
  });
});

describe('unusedSettings', () => {
  const NAMES = ['TeamSettings.SiteName', 'MailSettings.Relay.Port'];
  const clientConfig = (entry: string) => ({
    file: 'server/src/messaging/client-config/client-config.ts',
    text: `export function clientConfig({TeamSettings: team}: Settings) {\n  return strings({\n    ${entry},\n  });\n}\n`,
  });
  const check = (server: {file: string; text: string}[], web: {file: string; text: string}[] = []) =>
    unusedSettings(NAMES, server, web, {officialClients: new Map([['Known', 'shown there']])}).filter(
      (line) => !line.startsWith('MailSettings'),
    );
  const reader = {file: 'server/src/a.ts', text: 'config.get().TeamSettings.SiteName'};

  test('accepts settings that the server reads, also in nested sections', () => {
    const relay = {file: 'server/src/b.ts', text: 'settings.MailSettings.Relay.Port'};
    expect(unusedSettings(NAMES, [reader, relay], [])).toEqual([]);
  });

  test('reports unused settings', () => {
    expect(unusedSettings(NAMES, [], [])).toEqual([
      'TeamSettings.SiteName: no code reads it',
      'MailSettings.Relay.Port: no code reads it',
    ]);
  });

  test.each([
    'server/src/a.test.ts',
    'server/src/platform/config/settings.ts',
    'server/src/platform/config/rules.ts',
  ])('ignores %s', (file) => {
    expect(check([{...reader, file}])).toHaveLength(1);
  });

  test('counts the client configuration only if a client reads the key', () => {
    const server = [clientConfig('SiteTitle: team.SiteName')];
    expect(check(server)).toEqual([
      'TeamSettings.SiteName: it is only sent to clients as SiteTitle, which the web client does not read',
    ]);
    expect(check(server, [{file: 'web/src/a.tsx', text: 'useClientConfig().SiteTitle'}])).toEqual([]);
    expect(check(server, [{file: 'web/src/a.tsx', text: "useIsOn('SiteTitle')"}])).toEqual([]);
    expect(check(server, [{file: 'web/src/a.tsx', text: '// SiteTitle'}])).toHaveLength(1);
    expect(check([clientConfig('Known: team.SiteName')])).toEqual([]);
  });

  test('accepts a setting that is documented to have no effect', () => {
    const withoutEffect = new Map([['TeamSettings.SiteName', 'a reason']]);
    expect(unusedSettings(['TeamSettings.SiteName'], [], [], {withoutEffect})).toEqual([]);
  });
});
