import {i18n} from '@lingui/core';
import {beforeAll, describe, expect, test} from 'vitest';
import type {Setting} from '../../../data/administration/settings.ts';
import {amountText, errorsBySetting, sectionTitle} from './setting-words.ts';

describe('labels', () => {
  beforeAll(() => i18n.loadAndActivate({locale: 'en', messages: {}}));

  test('of a section come from the catalog, or from its name', () => {
    expect(sectionTitle('SqlSettings')).toBe('Database');
    expect(sectionTitle('FutureThingSettings')).toBe('Future thing');
  });
});

test('errors are assigned to their settings', () => {
  const setting = {type: 'text', allowed: 'a URL'} as Setting;
  const settings = new Map(
    ['ServiceSettings.SiteURL', 'TeamSettings.MaxUsersPerTeam'].map((name) => [name, setting]),
  );
  const message = [
    'ServiceSettings.SiteURL (request): "x" is not allowed. It must be a URL.',
    'TeamSettings.MaxUsersPerTeam is set by the environment variable PATCHBAY_X.',
    'Something else went wrong.',
  ].join('\n');
  expect([...errorsBySetting(message, settings)]).toEqual([
    ['ServiceSettings.SiteURL', '"x" is not allowed. It must be a URL.'],
    ['TeamSettings.MaxUsersPerTeam', 'Is set by the environment variable PATCHBAY_X.'],
    ['', 'Something else went wrong.'],
  ]);
});

describe('sizes and times', () => {
  beforeAll(() => i18n.loadAndActivate({locale: 'en', messages: {}}));

  test.each([
    ['byte', 104_857_600, '100 MB'],
    ['byte', '2048', '2.0 kB'],
    ['hour', 720, '30 days'],
    ['second', 5400, '90 min'],
    ['second', '31536000', '365 days'],
    ['millisecond', 250, '250 ms'],
    ['second', -1, undefined],
    ['second', 0, undefined],
    ['second', '', undefined],
    ['second', '1.5', undefined],
    ['', 50, undefined],
  ] as const)('%s %s: %s', (unit, value, expected) => {
    expect(amountText({unit} as Setting, value)).toBe(expected);
  });
});
