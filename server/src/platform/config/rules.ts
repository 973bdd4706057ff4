import {parseIpNetwork} from '../addresses/ip-addresses.ts';
import {parseListenAddress} from '../addresses/listen-address.ts';
import type {Problem} from './config-error.ts';
import {badValue} from './problems.ts';
import {settingByName} from './setting-list.ts';
import {settingValue} from './setting-values.ts';
import type {Settings} from './settings.ts';

/** A condition on one or more settings that the schema can't express. */
interface Rule {
  setting: string;
  holds(settings: Settings, now: number): boolean;
  allowed: string;
  /** The error id, if the API has a specific one. */
  errorId?: string;
}

const relayError = (name: string) => `model.config.is_valid.message_export.global_relay.${name}.app_error`;

/** The Global Relay mail settings are required only while exports are sent there. */
function relayRule(
  name: string,
  errorId: string,
  allowed: string,
  holds: (value: string, custom: boolean) => boolean,
): Rule {
  return {
    setting: `MessageExportSettings.GlobalRelaySettings.${name}`,
    holds({MessageExportSettings: {EnableExport, ExportFormat, GlobalRelaySettings: relay}}) {
      if (!EnableExport || ExportFormat !== 'globalrelay') return true;
      return holds(String(relay[name as keyof typeof relay]), relay.CustomerType === 'CUSTOM');
    },
    allowed,
    errorId: relayError(errorId),
  };
}

const rules: readonly Rule[] = [
  {
    setting: 'ServiceSettings.ListenAddress',
    holds: ({ServiceSettings}) => parseListenAddress(ServiceSettings.ListenAddress) !== undefined,
    allowed: 'host:port with a port from 0 to 65535',
  },
  {
    setting: 'ServiceSettings.SiteURL',
    holds: ({ServiceSettings: {SiteURL}}) => SiteURL === '' || URL.canParse(SiteURL),
    allowed: 'a URL that begins with http:// or https://, or empty',
  },
  {
    setting: 'ServiceSettings.WebsocketURL',
    holds: ({ServiceSettings: {WebsocketURL}}) => WebsocketURL === '' || URL.canParse(WebsocketURL),
    allowed: 'a URL that begins with ws:// or wss://, or empty',
  },
  {
    setting: 'ServiceSettings.AllowedUntrustedInternalConnections',
    holds: ({ServiceSettings}) =>
      ServiceSettings.AllowedUntrustedInternalConnections.split(/[\s,]+/)
        .filter((it) => it.includes('/'))
        .every((it) => parseIpNetwork(it)),
    allowed: 'hosts, addresses and networks such as 10.0.0.0/8, separated by spaces or commas',
  },
  {
    setting: 'ServiceSettings.TrustedProxies',
    holds: ({ServiceSettings}) => ServiceSettings.TrustedProxies.every((it) => parseIpNetwork(it)),
    allowed: 'a list of IP addresses and networks such as 10.0.3.0/24',
  },
  {
    setting: 'ClusterSettings.BusURLs',
    holds: ({ClusterSettings: {Enable, BusURLs}}) =>
      (!Enable || BusURLs.length > 0) && BusURLs.every((url) => URL.canParse(url)),
    allowed: 'one or more URLs such as nats://10.0.0.5:4222 while ClusterSettings.Enable is on',
  },
  {
    setting: 'ClusterSettings.Enable',
    holds: ({ClusterSettings: {Enable}, SqlSettings: {DataSource}}) => !Enable || DataSource !== '',
    allowed:
      'false while SqlSettings.DataSource is empty, because other nodes cannot use the embedded database of this one',
  },
  {
    setting: 'SqlSettings.DataSourceReplicas',
    holds: ({SqlSettings: {DataSource, DataSourceReplicas, DataSourceSearchReplicas}}) =>
      DataSource !== '' || DataSourceReplicas.length + DataSourceSearchReplicas.length === 0,
    allowed:
      'empty, like SqlSettings.DataSourceSearchReplicas, while SqlSettings.DataSource is empty, because the embedded database has no replicas',
  },
  {
    setting: 'FileSettings.AmazonS3Bucket',
    holds: ({FileSettings: {DriverName, AmazonS3Bucket}}) =>
      DriverName !== 'amazons3' || AmazonS3Bucket !== '',
    allowed: 'the name of a bucket while FileSettings.DriverName is amazons3',
  },
  {
    setting: 'FileSettings.AmazonS3SecretAccessKey',
    holds: ({FileSettings: {DriverName, AmazonS3AccessKeyId, AmazonS3SecretAccessKey}}) =>
      DriverName !== 'amazons3' || (AmazonS3AccessKeyId === '') === (AmazonS3SecretAccessKey === ''),
    allowed: 'the secret of FileSettings.AmazonS3AccessKeyId, or empty if that is empty too',
  },
  {
    setting: 'MessageExportSettings.ExportFromTimestamp',
    holds: ({MessageExportSettings: {EnableExport, ExportFromTimestamp}}, now) =>
      !EnableExport || ExportFromTimestamp <= now,
    allowed: 'a time in milliseconds since 1970-01-01 UTC that is not in the future',
  },
  relayRule('SMTPUsername', 'smtp_username', 'set while exports are sent to Global Relay', (it) => it !== ''),
  relayRule('SMTPPassword', 'smtp_password', 'set while exports are sent to Global Relay', (it) => it !== ''),
  relayRule(
    'EmailAddress',
    'email_address',
    'an email address while exports are sent to Global Relay',
    (it) => /^[^\s@]+@[^\s@]+$/.test(it),
  ),
  relayRule(
    'CustomSMTPServerName',
    'customer_type_custom',
    'the host of a mail server while the customer type is CUSTOM',
    (it, custom) => !custom || it !== '',
  ),
  relayRule(
    'CustomSMTPPort',
    'customer_type_custom',
    'the port of a mail server while the customer type is CUSTOM',
    (it, custom) => !custom || it !== '',
  ),
];

/** The allowed values by setting, for the settings that people can change in the web client. */
export const RULES_FOR_PEOPLE = rules
  .filter(({setting}) => !settingByName.get(setting)!.local)
  .map(({allowed}) => allowed);

/**
 * Checks all rules. `sourceOf` returns where a setting's value comes from; `now` is in milliseconds since the epoch.
 */
export function findRuleViolations(
  settings: Settings,
  sourceOf: (name: string) => string,
  now: number,
): Problem[] {
  return rules
    .filter((rule) => !rule.holds(settings, now))
    .map(({setting: name, allowed, errorId}) => {
      const setting = settingByName.get(name)!;
      const problem = badValue(setting, settingValue(settings, setting), sourceOf(name), allowed);
      return errorId ? {...problem, errorId} : problem;
    });
}
