import {describe, expect, test} from 'vitest';
import {faultsBySetting, readableName, sectionTitle, settingLabel} from './setting-words.ts';

describe('names as people read them', () => {
  test.each([
    ['EnableUserAccessTokens', 'Enable user access tokens'],
    ['SiteURL', 'Site URL'],
    ['MaximumURLLength', 'Maximum URL length'],
    ['TrustedProxyIPHeader', 'Trusted proxy IP header'],
    ['MaxOpenConns', 'Maximum open connections'],
    ['WebsocketURL', 'WebSocket URL'],
  ])('%s', (name, readable) => {
    expect(readableName(name)).toBe(readable);
  });

  test('of a section', () => {
    expect(sectionTitle('MessageExportSettings')).toBe('Message export');
  });

  test('of a setting in its section', () => {
    expect(settingLabel('TeamSettings.SiteName')).toBe('Site name');
    expect(settingLabel('MessageExportSettings.GlobalRelaySettings.SMTPPort')).toBe(
      'Global relay: SMTP port',
    );
  });
});

test('faults go to the settings that they are of', () => {
  const names = new Set(['ServiceSettings.SiteURL', 'TeamSettings.MaxUsersPerTeam']);
  const message = [
    'ServiceSettings.SiteURL (request): "x" is not allowed. It must be a URL.',
    'TeamSettings.MaxUsersPerTeam is set by the environment variable PATCHBAY_X.',
    'Something else went wrong.',
  ].join('\n');
  expect([...faultsBySetting(message, names)]).toEqual([
    ['ServiceSettings.SiteURL', '"x" is not allowed. It must be a URL.'],
    ['TeamSettings.MaxUsersPerTeam', 'Is set by the environment variable PATCHBAY_X.'],
    ['', 'Something else went wrong.'],
  ]);
});
