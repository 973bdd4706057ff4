import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {describe, expect, it} from 'vitest';
import {mergeSettings} from '../../platform/config/setting-values.ts';
import {clientConfig, clientLicense, limitedClientConfig} from './client-config.ts';

const facts = {
  version: '11.9.0',
  buildNumber: '12',
  buildHash: 'abc',
  diagnosticId: 'd',
  installedAt: 1_600_000_000_000,
  noAccounts: true,
  termsOfServiceId: '',
};

const tier = (value: string) => mergeSettings(new Map([['LicenseSettings.Tier', value]]));

describe('clientConfig', () => {
  it('has every key that the official client expects, as a string', () => {
    const declarations = readFileSync(
      createRequire(import.meta.url)
        .resolve('@mattermost/types/config')
        .replace(/js$/, 'd.ts'),
      'utf8',
    );
    const [declaration] = /type ClientConfig = \{[^}]*\}/.exec(declarations)!;
    const keys = [...declaration.matchAll(/^ {4}(\w+): /gm)].map(([, key]) => key!);
    expect(keys.length).toBeGreaterThan(200);
    const config = clientConfig(tier('enterprise'), facts);
    expect(keys.filter((key) => typeof config[key] !== 'string')).toEqual([]);
  });

  it('returns settings as strings', () => {
    const settings = mergeSettings(
      new Map<string, unknown>([
        ['ServiceSettings.SiteURL', 'https://chat.example.org'],
        ['ServiceSettings.EnableCommands', false],
        ['DisplaySettings.CustomURLSchemes', ['git', 'smb']],
      ]),
    );
    expect(clientConfig(settings, facts)).toMatchObject({
      Version: '11.9.0',
      BuildNumber: '12',
      SiteURL: 'https://chat.example.org',
      SiteName: 'Patchbay',
      EnableCommands: 'false',
      EnableUserAccessTokens: 'true',
      MaxFileSize: '104857600',
      CustomUrlSchemes: 'git,smb',
      InstallationDate: '1600000000000',
      NoAccounts: 'true',
      EnableCompliance: 'true',
      MaxPostSize: '16383',
    });
  });
});

describe('limitedClientConfig', () => {
  it('shows signed-out clients only what the sign-in pages need', () => {
    const limited = limitedClientConfig(tier('enterprise'), facts);
    expect(limited).toMatchObject({SiteName: 'Patchbay', EnableUserCreation: 'true', NoAccounts: 'true'});
    for (const key of ['EnableIncomingWebhooks', 'EnableCompliance', 'SQLDriverName', 'EnableDeveloper']) {
      expect(limited).not.toHaveProperty(key);
    }
  });
});

describe('clientLicense', () => {
  it('depends on the tier', () => {
    expect(clientLicense(tier('team'))).toEqual({IsLicensed: 'false'});
    expect(clientLicense(tier('professional'))).toMatchObject({
      IsLicensed: 'true',
      SkuShortName: 'professional',
      Compliance: 'false',
      MessageExport: 'false',
      GuestAccounts: 'true',
    });
    expect(clientLicense(tier('enterprise'))).toMatchObject({
      IsLicensed: 'true',
      SkuShortName: 'enterprise',
      Compliance: 'true',
      MessageExport: 'true',
    });
  });

  it('disables features of a higher tier in the settings that clients see', () => {
    expect(clientConfig(tier('professional'), facts)).toMatchObject({
      BuildEnterpriseReady: 'true',
      EnableCompliance: 'false',
    });
    expect(clientConfig(tier('team'), facts)).toMatchObject({BuildEnterpriseReady: 'false'});
  });
});
