import {isMask, maskSettings} from '../../platform/config/setting-values.ts';
import type {Settings} from '../../platform/config/settings.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import {DERIVED_SETTINGS} from './derived-settings.ts';
import {FIXED_SETTINGS} from './fixed-settings.ts';
import type {SettingsAccess} from './settings-access.ts';

export {reportAProblemType} from './derived-settings.ts';
export {changesInRequest, settingsInRequest} from './sent-settings.ts';
export {type SettingsAccess, settingsAccess} from './settings-access.ts';

/** Values to leave out, so that the settings can be applied to another server. */
export interface Omissions {
  /** Secrets, which are only shown as masks. */
  masked?: boolean;
  /** Settings with their default value, and settings that can't be changed. */
  defaults?: boolean;
}

/**
 * All settings in the reference server's shape: those of Patchbay with secrets masked, and fixed values for the rest
 * (docs/compatibility.md#settings). Settings that the reader can't see are `null`. If something is left out, they are
 * missing, so that this doesn't reveal anything.
 */
export function presentSettings(
  settings: Settings,
  {canRead}: Pick<SettingsAccess, 'canRead'>,
  {masked = false, defaults = false}: Omissions = {},
): Record<string, Record<string, unknown>> {
  const own = maskSettings(settings, {changedOnly: defaults}) as Record<string, Record<string, unknown>>;
  const sections = defaults ? own : withReferenceSettings(own, settings);
  for (const [section, values] of Object.entries(sections)) {
    for (const key of Object.keys(values)) {
      if (canRead(`${section}.${key}`)) continue;
      if (masked || defaults) delete values[key];
      else values[key] = null;
    }
  }
  return masked ? withoutMasks(sections) : sections;
}

function withReferenceSettings(
  own: Record<string, Record<string, unknown>>,
  settings: Settings,
): Record<string, Record<string, unknown>> {
  const names = new Set([...Object.keys(own), ...Object.keys(FIXED_SETTINGS)]);
  const sections: Record<string, Record<string, unknown>> = Object.fromEntries(
    [...names].map((name) => [name, {...FIXED_SETTINGS[name], ...own[name]}]),
  );
  for (const [name, {value}] of DERIVED_SETTINGS) {
    const [section, key] = name.split('.') as [string, string];
    sections[section]![key] = value(settings);
  }
  return sections;
}

/** A copy without masked secrets, in sections of any depth. */
function withoutMasks<Values extends Record<string, unknown>>(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isMask(value))
      .map(([key, value]) => [key, isJsonObject(value) ? withoutMasks(value) : value]),
  ) as Values;
}
