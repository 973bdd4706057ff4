import fc from 'fast-check';
import {Check} from 'typebox/value';
import {describe, expect, it} from 'vitest';
import type {Problem} from './config-error.ts';
import {parseVariable, readEnvironment} from './environment.ts';
import {settingByName, settingList} from './setting-list.ts';

function read(env: Record<string, string>) {
  const problems: Problem[] = [];
  const values = Object.fromEntries(readEnvironment(env, problems));
  return {values, lines: problems.map(({line}) => line)};
}

describe('parseVariable', () => {
  it.each([
    ['true', 'boolean', true],
    ['FALSE', 'boolean', false],
    ['yes', 'boolean', undefined],
    ['', 'boolean', undefined],
    ['30', 'integer', 30],
    ['-1', 'integer', -1],
    ['3.5', 'integer', undefined],
    ['1e3', 'integer', undefined],
    ['0x10', 'integer', undefined],
    ['', 'integer', undefined],
    ['9007199254740993', 'integer', undefined],
    ['a, b,,c', 'array', ['a', 'b', 'c']],
    ['a b  c', 'array', ['a', 'b', 'c']],
    ['["a","b, c"]', 'array', ['a', 'b, c']],
    ['[a', 'array', undefined],
    ['', 'array', []],
    [' as it is ', 'string', ' as it is '],
  ] as const)('parses %j as %s: %j', (text, type, value) => {
    expect(parseVariable(text, {type})).toEqual(value);
  });
});

describe('readEnvironment', () => {
  it('reads each setting from its variable', () => {
    expect(
      read({
        PATCHBAY_SERVICESETTINGS_MAXIMUMLOGINATTEMPTS: '3',
        PATCHBAY_TEAMSETTINGS_EXPERIMENTALDEFAULTCHANNELS: 'news,help',
        PATCHBAY_MESSAGEEXPORTSETTINGS_GLOBALRELAYSETTINGS_CUSTOMERTYPE: 'A10',
        PATCHBAY_DATA: '/somewhere',
        PATH: '/bin',
      }),
    ).toEqual({
      values: {
        'ServiceSettings.MaximumLoginAttempts': 3,
        'TeamSettings.ExperimentalDefaultChannels': ['news', 'help'],
        'MessageExportSettings.GlobalRelaySettings.CustomerType': 'A10',
      },
      lines: [],
    });
  });

  it('suggests the closest variable', () => {
    expect(
      read({PATCHBAY_SERVICESETTING_SITEURL: 'x', PATCHBAY_SITEURL: 'x', PATCHBAY_DATAA: 'x'}).lines,
    ).toEqual([
      'PATCHBAY_SERVICESETTING_SITEURL: there is no such setting. Did you mean PATCHBAY_SERVICESETTINGS_SITEURL?',
      'PATCHBAY_SITEURL: there is no such setting. Did you mean PATCHBAY_SERVICESETTINGS_SITEURL?',
      'PATCHBAY_DATAA: there is no such setting. Did you mean PATCHBAY_DATA?',
    ]);
  });

  it('says which values are allowed', () => {
    expect(
      read({
        PATCHBAY_SERVICESETTINGS_ENABLECOMMANDS: 'on',
        PATCHBAY_SERVICESETTINGS_MAXIMUMLOGINATTEMPTS: '0',
        PATCHBAY_TEAMSETTINGS_EXPERIMENTALDEFAULTCHANNELS: '[1]',
      }).lines,
    ).toEqual([
      'ServiceSettings.EnableCommands (PATCHBAY_SERVICESETTINGS_ENABLECOMMANDS): "on" is not allowed. It must be true or false.',
      'ServiceSettings.MaximumLoginAttempts (PATCHBAY_SERVICESETTINGS_MAXIMUMLOGINATTEMPTS): 0 is not allowed. It must be a whole number, at least 1.',
      'TeamSettings.ExperimentalDefaultChannels (PATCHBAY_TEAMSETTINGS_EXPERIMENTALDEFAULTCHANNELS): [1] is not allowed. It must be a list of channel names.',
    ]);
  });

  it('turns any text into a valid value or a one-line error, and never shows a secret', () => {
    fc.assert(
      fc.property(fc.constantFrom(...settingList), fc.string({unit: 'binary'}), (setting, text) => {
        const {values, lines} = read({[setting.environmentName]: text});
        if (lines.length > 0) {
          expect(values).toEqual({});
          expect(lines).toHaveLength(1);
          expect(lines[0]).not.toMatch(/[\n\r]/);
          expect(lines[0]).toContain(setting.environmentName);
        } else {
          expect(Object.keys(values)).toEqual([setting.name]);
          expect(Check(setting.schema, values[setting.name])).toBe(true);
        }
      }),
    );
    const dataSource = settingByName.get('SqlSettings.DataSource')!;
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{8,20}$/), (secret) => {
        expect(read({[dataSource.environmentName]: `mysql://root:${secret}@db`}).lines.join()).not.toContain(
          secret,
        );
      }),
    );
  });

  it('accepts any variable name', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary'}), (rest) => {
        const {lines} = read({[`PATCHBAY_${rest}`]: 'x'});
        for (const line of lines) expect(line).not.toMatch(/[\n\r]/);
      }),
    );
  });
});
