import {expect, test} from 'vitest';
import {settingByName} from '../../../server/src/platform/config/setting-list.ts';
import {LABELS, settingLabel} from './setting-names.ts';

test.each([
  ['ServiceSettings.EnableCustomEmoji', 'Enable custom emoji'],
  ['ServiceSettings.SiteURL', 'Site URL'],
  ['ServiceSettings.MaximumURLLength', 'Maximum URL length'],
  ['ClusterSettings.BusURLs', 'Bus URLs'],
  ['TeamSettings.MaxUsersPerTeam', 'Maximum users per team'],
  ['DataRetentionSettings.FileRetentionDays', 'File retention (days)'],
  ['EmailSettings.FeedbackEmail', 'Sender address'],
  ['ServiceSettings.WebsocketURL', 'WebSocket URL'],
  ['MessageExportSettings.GlobalRelaySettings.SMTPPort', 'Global relay: SMTP port'],
])('the label of the setting %s', (name, label) => {
  expect(settingLabel(name)).toBe(label);
});

test('only settings have a label', () => {
  expect(Object.keys(LABELS).filter((name) => !settingByName.has(name))).toEqual([]);
});
