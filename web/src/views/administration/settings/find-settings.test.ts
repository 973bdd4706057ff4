import {i18n} from '@lingui/core';
import {beforeAll, expect, test} from 'vitest';
import type {Setting} from '../../../data/administration/settings.ts';
import {findSettings} from './find-settings.ts';

beforeAll(() => i18n.loadAndActivate({locale: 'en', messages: {}}));

test('a setting whose label has the words comes before those that mention them', () => {
  const setting = (name: string, description: string) => ({name, description}) as Setting;
  const settings = [
    setting('ServiceSettings.GiphySdkKey', 'Limits the file size of GIFs.'),
    setting('ImportSettings.Profile', 'The size of a file.'),
    setting('FileSettings.MaxFileSize', 'The limit of an upload.'),
    setting('EmailSettings.SMTPServer', 'The host.'),
  ];
  const found = (term: string) => findSettings(settings, term).map((one) => one.setting.name);
  expect(found('File size')).toEqual([
    'FileSettings.MaxFileSize',
    'ServiceSettings.GiphySdkKey',
    'ImportSettings.Profile',
  ]);
  expect(found('smtp')).toEqual(['EmailSettings.SMTPServer']);
  expect(found('FileSettings.MaxFileSize')).toEqual(['FileSettings.MaxFileSize']);
});
