import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {SETTING_PROBLEMS} from '../../../../../server/src/platform/warnings/warnings.ts';
import type {Setting} from '../../../data/administration/settings.ts';
import {byteSize, inUnits} from '../../../lib/numbers.ts';
import {serverText} from '../../../lib/server-texts.ts';
import {serverWarning} from '../../../lib/server-warnings.ts';
import {nameWithoutSuffix} from '../../../lib/setting-names.ts';

/**
 * The errors in the server's message by setting, for those of `settings`. Other lines are joined under ''.
 */
export function errorsBySetting(
  message: string,
  settings: ReadonlyMap<string, Setting>,
): Map<string, string> {
  const errors = new Map<string, string>();
  for (const line of message.split('\n')) {
    const {name, text} = readProblem(line, settings);
    if (settings.has(name)) errors.set(name, text);
    else errors.set('', [errors.get(''), line].filter(Boolean).join('\n'));
  }
  return errors;
}

/**
 * A line in which the server says what is wrong with a setting. It begins with the name of the setting and, in
 * parentheses, where its value came from. The name is empty if the line is something else.
 */
export function readProblem(
  line: string,
  settings: ReadonlyMap<string, Setting>,
): {name: string; text: string} {
  const [, name, problem] = /^([\w.]+)(?: \([^)]*\))?:? (.*?)(?: See docs\/\S+)?$/.exec(line) ?? [];
  if (name === undefined || problem === undefined) return {name: '', text: line};
  const setting = settings.get(name);
  const text = serverWarning(problem, SETTING_PROBLEMS, (value) =>
    setting && value === setting.allowed ? allowedText(setting) : serverText(value),
  );
  return {name, text: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`};
}

const SECTION_TITLES: Record<string, MessageDescriptor> = {
  ServiceSettings: msg`Server`,
  TeamSettings: msg`Users and teams`,
  SqlSettings: msg`Database`,
  FileSettings: msg`Files`,
  EmailSettings: msg`Email`,
  WebPushSettings: msg`Push notifications`,
  PasswordSettings: msg`Passwords`,
  PrivacySettings: msg`Privacy`,
  RateLimitSettings: msg`Rate limits`,
  LogSettings: msg`Logging`,
  MetricsSettings: msg`Metrics`,
  TracingSettings: msg`Tracing`,
  LicenseSettings: msg`License`,
  LocalizationSettings: msg`Languages`,
  GuestAccountsSettings: msg`Guest accounts`,
  ComplianceSettings: msg`Compliance reports`,
  DataRetentionSettings: msg`Data retention`,
  MessageExportSettings: msg`Scheduled exports`,
  JobSettings: msg`Jobs`,
  ImportSettings: msg`Bulk import`,
  ExportSettings: msg`Export files`,
  ClusterSettings: msg`Cluster`,
  BackupSettings: msg`Backups`,
  SupportSettings: msg`Support and terms`,
  AnnouncementSettings: msg`Announcement banner`,
  ThemeSettings: msg`Themes`,
  DisplaySettings: msg`Message display`,
  ImageProxySettings: msg`Image proxy`,
};

export function sectionTitle(name: string): string {
  const title = SECTION_TITLES[name];
  return title ? i18n._(title) : nameWithoutSuffix(name);
}

/** A value as text. */
export function valueText(value: unknown): string {
  if (value === true) return t({message: 'on', context: 'value of a switch'});
  if (value === false) return t({message: 'off', context: 'value of a switch'});
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return text || t({message: 'empty', context: 'value of a setting'});
}

/** The allowed values of a setting, without a period at the end. */
export function allowedText({type, allowed, choices, minimum, maximum}: Setting): string {
  if (type === 'boolean') return t`on or off`;
  if (type === 'choice') {
    const values = choices.map((choice) => choice || t`(empty)`).join(', ');
    return t`one of these: ${values}`;
  }
  if (type !== 'integer') return serverText(allowed);
  // As people type them, without separators.
  const [least, most] = [String(minimum), String(maximum)];
  return maximum === undefined
    ? t`a whole number, at least ${least}`
    : t`a whole number from ${least} to ${most}`;
}

/** In milliseconds, the largest first. */
const TIME_UNITS = {day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000, millisecond: 1};

/**
 * A size or a time in the largest suitable unit: `100 MB` for 104857600 bytes, and `30 days` for 720 hours. Undefined for
 * other settings, and for values such as 0 and -1, which can mean that there is no limit.
 */
export function amountText({unit}: Setting, value: unknown): string | undefined {
  const amount = Number(value);
  if (unit === '' || !Number.isSafeInteger(amount) || amount <= 0) return undefined;
  if (unit === 'byte') return byteSize(amount);
  const millis = amount * TIME_UNITS[unit];
  const [largest, size] = Object.entries(TIME_UNITS).find((entry) => millis % entry[1] === 0)!;
  return inUnits(millis / size, largest);
}
