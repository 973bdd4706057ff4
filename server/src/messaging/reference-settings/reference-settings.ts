import {maskSettings} from '../../platform/config/setting-values.ts';
import type {Settings} from '../../platform/config/settings.ts';
import {DERIVED_SETTINGS} from './derived-settings.ts';
import {FIXED_SETTINGS} from './fixed-settings.ts';
import type {SettingsAccess} from './settings-access.ts';

export {reportAProblemType} from './derived-settings.ts';
export {changesInRequest, settingsInRequest} from './sent-settings.ts';
export {type SettingsAccess, settingsAccess} from './settings-access.ts';

/**
 * All settings in the reference server's shape: those of Patchbay with secrets masked, and fixed values for the rest
 * (docs/compatibility.md#settings). Settings that the reader can't see are `null`.
 */
export function presentSettings(
  settings: Settings,
  {canRead}: Pick<SettingsAccess, 'canRead'>,
): Record<string, Record<string, unknown>> {
  const own = maskSettings(settings) as Record<string, Record<string, unknown>>;
  const names = new Set([...Object.keys(own), ...Object.keys(FIXED_SETTINGS)]);
  const sections: Record<string, Record<string, unknown>> = Object.fromEntries(
    [...names].map((name) => [name, {...FIXED_SETTINGS[name], ...own[name]}]),
  );
  for (const [name, {value}] of DERIVED_SETTINGS) {
    const [section, key] = name.split('.') as [string, string];
    sections[section]![key] = value(settings);
  }
  for (const [section, values] of Object.entries(sections)) {
    for (const key of Object.keys(values)) if (!canRead(`${section}.${key}`)) values[key] = null;
  }
  return sections;
}
