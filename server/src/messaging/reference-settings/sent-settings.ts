import type {Problem} from '../../platform/config/config-error.ts';
import {CALLER, unknownSetting} from '../../platform/config/problems.ts';
import {isSection, isSet, settingByName} from '../../platform/config/setting-list.ts';
import {
  isMask,
  isSameValue,
  nestSettings,
  readSettings,
  settingValue,
} from '../../platform/config/setting-values.ts';
import {type Settings, SettingsSchema} from '../../platform/config/settings.ts';
import {invalidValues} from '../../platform/config-store/change-errors.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import {DERIVED_SETTINGS} from './derived-settings.ts';
import {FIXED_SETTINGS} from './fixed-settings.ts';
import type {SettingsAccess} from './settings-access.ts';

/**
 * The settings of Patchbay in a request that may contain all settings of the reference server. Fixed settings are
 * accepted only with their current values. Empty if the request is not an object.
 *
 * @throws AppError 400 for a fixed setting with another value, and for an unknown setting in a section that Patchbay
 *   doesn't have. The result contains other unknown settings.
 */
export function settingsInRequest(sent: unknown, settings: Settings): Record<string, unknown> {
  if (!isJsonObject(sent)) return {};
  const own = new Map<string, unknown>();
  const problems: Problem[] = [];
  const fixed: {name: string; why: string}[] = [];
  const converted: {from: string; target: string; value: unknown}[] = [];

  /** Whether the value must be validated as one of Patchbay's settings. */
  function isOwn(section: string, key: string, value: unknown): boolean {
    const name = `${section}.${key}`;
    const derived = DERIVED_SETTINGS.get(name);
    if (derived) {
      const current = derived.value(settings);
      if (isUnchanged(value, current)) return false;
      if (!derived.target) fixed.push({name, why: `It is ${shown(current)} because of other settings.`});
      else converted.push({from: name, target: derived.target.name, value: derived.target.convert(value)});
      return false;
    }
    if (hasSetting(section, key)) return true;
    const values = FIXED_SETTINGS[section];
    if (values && Object.hasOwn(values, key)) {
      if (!isUnchanged(value, values[key])) fixed.push({name, why: `It is always ${shown(values[key])}.`});
      return false;
    }
    if (!hasSection(section)) problems.push(unknownSetting(name, CALLER, undefined));
    return true;
  }

  for (const [section, values] of Object.entries(sent)) {
    const isReferenceOnly = !hasSection(section) && Object.hasOwn(FIXED_SETTINGS, section);
    if (!isJsonObject(values)) {
      if (!isReferenceOnly || values !== null) own.set(section, values);
      continue;
    }
    if (!hasSection(section) && !isReferenceOnly) {
      own.set(section, values);
      continue;
    }
    const kept = Object.entries(values).filter(([key, value]) => isOwn(section, key, value));
    if (!isReferenceOnly) own.set(section, Object.fromEntries(kept));
  }

  for (const {from, target, value} of converted) {
    const [section, key] = target.split('.') as [string, string];
    const sentSection = own.get(section) as Record<string, unknown> | undefined;
    const current = settingValue(settings, settingByName.get(target)!);
    if (sentSection && Object.hasOwn(sentSection, key) && !isSameValue(sentSection[key], current)) {
      fixed.push({name: from, why: `${target} is the same setting and changes too. Send one of them.`});
    }
    own.set(section, {...sentSection, [key]: value});
  }
  if (fixed.length > 0) throw cannotChange(fixed);
  if (problems.length > 0) throw invalidValues(problems);
  return Object.fromEntries(own);
}

/**
 * The changes in a request from a user who can't change all settings. Leaves out settings that have their current
 * value, and settings that are `null` because the user can't see them.
 *
 * @throws AppError 403 for a setting that the user can't change, 400 for unknown settings and invalid values
 */
export function changesInRequest(
  own: Record<string, unknown>,
  settings: Settings,
  {canRead, canWrite}: SettingsAccess,
): Record<string, unknown> {
  const problems: Problem[] = [];
  const sentSettings = readSettings(withoutNulls(own), CALLER, problems, {masks: true});
  if (problems.length > 0) throw invalidValues(problems);
  const changes = [...sentSettings].filter(([name, value]) => {
    const setting = settingByName.get(name)!;
    const current = settingValue(settings, setting);
    // The response must not reveal whether a guess of a hidden value is correct.
    if (!canRead(name)) return true;
    if (setting.schema.secret && isSet(current)) return !isMask(value);
    return !isSameValue(value, current);
  });
  const denied = changes.map(([name]) => name).filter((name) => !canWrite(name));
  if (denied.length > 0) throw notAllowed(denied);
  return nestSettings(changes);
}

function withoutNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, isJsonObject(value) ? withoutNulls(value) : value]),
  );
}

function hasSection(section: string): section is keyof Settings {
  return Object.hasOwn(SettingsSchema.properties, section);
}

/** Whether Patchbay has a setting, or a section of settings, with this name. */
function hasSetting(section: string, key: string): boolean {
  if (!hasSection(section)) return false;
  const schema = SettingsSchema.properties[section];
  return isSection(schema) && Object.hasOwn(schema.properties, key);
}

/** Official clients send empty values in different forms, and `null` for settings that they couldn't read. */
function isUnchanged(value: unknown, current: unknown): boolean {
  return value === null || isSameValue(value, current) || (isEmpty(value) && isEmpty(current));
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === '';
}

function shown(value: unknown): string {
  return isMask(value) ? 'a secret of the server' : JSON.stringify(value);
}

function cannotChange(settings: readonly {name: string; why: string}[]): AppError {
  return new AppError({
    id: 'api.config.update.fixed.app_error',
    message: settings.map(({name, why}) => `${name} cannot be changed on this server. ${why}`).join('\n'),
    status: 400,
    path: settings[0]!.name,
  });
}

function notAllowed(names: readonly string[]): AppError {
  return new AppError({
    id: 'api.context.permissions.app_error',
    message: `You do not have permission to change ${names.join(', ')}.`,
    status: 403,
    path: names[0]!,
  });
}
