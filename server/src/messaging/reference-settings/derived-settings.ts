import {isMailOn} from '../../platform/config/is-mail-on.ts';
import type {Settings} from '../../platform/config/settings.ts';

const HOURS_PER_DAY = 24;

/** A setting of the reference server that follows from other settings. */
export interface DerivedSetting {
  value(settings: Settings): unknown;
  /** The setting to change instead, if the value can be converted. */
  target?: {name: string; convert(value: unknown): unknown};
}

/** A number of days, for a setting in hours. */
const days = (name: string, hours: (settings: Settings) => number): DerivedSetting => ({
  value: (settings) => Math.ceil(hours(settings) / HOURS_PER_DAY),
  target: {name, convert: (value) => (typeof value === 'number' ? value * HOURS_PER_DAY : value)},
});

/** By section and name. Names of older versions can be changed, others only show what is in effect. */
export const DERIVED_SETTINGS: ReadonlyMap<string, DerivedSetting> = new Map([
  [
    'ServiceSettings.SessionLengthWebInDays',
    days('ServiceSettings.SessionLengthWebInHours', (it) => it.ServiceSettings.SessionLengthWebInHours),
  ],
  [
    'ServiceSettings.SessionLengthMobileInDays',
    days('ServiceSettings.SessionLengthMobileInHours', (it) => it.ServiceSettings.SessionLengthMobileInHours),
  ],
  [
    'DisplaySettings.CustomUrlSchemes',
    {
      value: ({DisplaySettings}) => DisplaySettings.CustomURLSchemes,
      target: {name: 'DisplaySettings.CustomURLSchemes', convert: (value) => value},
    },
  ],
  ['FileSettings.EnableMobileUpload', {value: ({FileSettings}) => FileSettings.EnableFileAttachments}],
  ['FileSettings.EnableMobileDownload', {value: ({FileSettings}) => FileSettings.EnableFileAttachments}],
  ['PasswordSettings.EnableForgotLink', {value: isMailOn}],
  ['SupportSettings.ReportAProblemType', {value: reportAProblemType}],
  ['SupportSettings.ReportAProblemMail', {value: ({SupportSettings}) => SupportSettings.SupportEmail}],
  [
    'FeatureFlags.CollapsedThreads',
    {value: ({ServiceSettings}) => ServiceSettings.CollapsedThreads !== 'disabled'},
  ],
]);

/** How official clients report a problem: open a link, write an email, or nothing. */
export function reportAProblemType({SupportSettings}: Settings): 'link' | 'email' | 'hidden' {
  if (SupportSettings.ReportAProblemLink !== '') return 'link';
  return SupportSettings.SupportEmail !== '' ? 'email' : 'hidden';
}
