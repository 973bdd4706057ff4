import {isMailOn} from '../../platform/config/is-mail-on.ts';
import type {Settings} from '../../platform/config/settings.ts';

const HOURS_PER_DAY = 24;

/** A setting of the reference server whose value is determined by other settings. */
export interface DerivedSetting {
  value(settings: Settings): unknown;
  /** The setting that is changed instead. Without it, the setting can't be changed. */
  target?: {name: string; convert(value: unknown): unknown};
}

/** A setting in days, derived from a setting in hours. */
const days = (name: string, hours: (settings: Settings) => number): DerivedSetting => ({
  value: (settings) => Math.ceil(hours(settings) / HOURS_PER_DAY),
  target: {name, convert: (value) => (typeof value === 'number' ? value * HOURS_PER_DAY : value)},
});

/**
 * By section and name. Settings with names from older versions can be changed; the others only show the current state.
 */
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

/** How official clients let users report a problem: with a link, by email, or not at all. */
export function reportAProblemType({SupportSettings}: Settings): 'link' | 'email' | 'hidden' {
  if (SupportSettings.ReportAProblemLink !== '') return 'link';
  return SupportSettings.SupportEmail !== '' ? 'email' : 'hidden';
}
