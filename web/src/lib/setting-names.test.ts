import {expect, test} from 'vitest';
import {settingLabel} from './setting-names.ts';

test.each([
  ['ServiceSettings.EnableUserAccessTokens', 'Enable user access tokens'],
  ['ServiceSettings.SiteURL', 'Site URL'],
  ['ServiceSettings.MaximumURLLength', 'Maximum URL length'],
  ['ServiceSettings.TrustedProxyIPHeader', 'Trusted proxy IP header'],
  ['SqlSettings.MaxOpenConns', 'Maximum open connections'],
  ['ServiceSettings.WebsocketURL', 'WebSocket URL'],
  ['MessageExportSettings.GlobalRelaySettings.SMTPPort', 'Global relay: SMTP port'],
])('the label of the setting %s', (name, label) => {
  expect(settingLabel(name)).toBe(label);
});
