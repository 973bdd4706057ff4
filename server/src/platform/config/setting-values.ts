import {isDeepStrictEqual} from 'node:util';
import type {TObject} from 'typebox';
import {Check} from 'typebox/value';
import type {Problem} from './config-error.ts';
import {nearestName} from './nearest-name.ts';
import {badValue, notASection, unknownSetting} from './problems.ts';
import type {Setting} from './setting-list.ts';
import {isRetired, isSection, isSet, settingByName, settingList} from './setting-list.ts';
import type {Settings} from './settings.ts';
import {SettingsSchema} from './settings.ts';

/** Values of settings by the settings' full names. */
export type SettingValues = Map<string, unknown>;

/** Replaces secrets wherever settings are shown. If it is sent back, the secret doesn't change. */
export const MASK = '*'.repeat(32);

/** Whether this is the mask that is shown instead of a secret: the mask, or a list with it. */
export function isMask(value: unknown): boolean {
  return value === MASK || (Array.isArray(value) && value.length > 0 && value.every((item) => item === MASK));
}

/** Checks and normalizes one value. If it isn't allowed, adds to `problems` and returns undefined. */
export function checkValue(setting: Setting, value: unknown, source: string, problems: Problem[]): unknown {
  const choices: unknown[] = setting.schema.enum ?? [];
  // The reference server has some of the same choices in upper case, such as levels of the log.
  const choice =
    typeof value === 'string' && choices.find((one) => String(one).toLowerCase() === value.toLowerCase());
  if (choice) return choice;
  if (!Check(setting.schema, value)) {
    problems.push(badValue(setting, value, source));
    return undefined;
  }
  // Generated links append a path.
  if (setting.name === 'ServiceSettings.SiteURL') return (value as string).replace(/\/+$/, '');
  return value;
}

/**
 * Reads settings from a nested object such as the content of `config.json`. Adds every error to `problems` and returns
 * the valid settings. With `masks`, a mask in place of a secret is accepted; with `retired`, settings of earlier
 * versions are ignored.
 */
export function readSettings(
  input: unknown,
  source: string,
  problems: Problem[],
  {masks = false, retired = false} = {},
): SettingValues {
  const values: SettingValues = new Map();
  const readSection = (section: TObject, given: unknown, path: readonly string[]): void => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      problems.push(notASection(path.join('.'), source));
      return;
    }
    for (const [key, value] of Object.entries(given)) {
      const name = [...path, key].join('.');
      const schema = Object.hasOwn(section.properties, key) ? section.properties[key] : undefined;
      if (value === undefined) continue;
      if (schema && isSection(schema)) {
        readSection(schema, value, [...path, key]);
        continue;
      }
      const setting = schema && settingByName.get(name);
      if (!setting) {
        if (retired && isRetired(name)) continue;
        problems.push(unknownSetting(name, source, nearestSetting(name, path)));
        continue;
      }
      const masked = masks && setting.schema.secret && isMask(value);
      const checked = masked ? value : checkValue(setting, value, source, problems);
      if (checked !== undefined) values.set(name, checked);
    }
  };
  readSection(SettingsSchema, input, []);
  return values;
}

function nearestSetting(name: string, path: readonly string[]): string | undefined {
  const section =
    path.length === 0 ? nearestName(name, Object.keys(SettingsSchema.properties), '.') : undefined;
  return section ?? nearestName(name, settingByName.keys(), '.');
}

/** Turns full names into nested sections. */
export function nestSettings(values: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const path = name.split('.');
    let section = root;
    for (const key of path.slice(0, -1)) {
      section[key] ??= {};
      section = section[key] as Record<string, unknown>;
    }
    section[path.at(-1)!] = value;
  }
  return root;
}

/** The values in the order of the schema, so that they are easy to read. */
export function inOrder(values: ReadonlyMap<string, unknown>): SettingValues {
  return new Map(settingList.filter(({name}) => values.has(name)).map(({name}) => [name, values.get(name)]));
}

/** All settings, each from the last layer that has it, or its default. The result is deeply frozen. */
export function mergeSettings(...layers: readonly ReadonlyMap<string, unknown>[]): Settings {
  const merged = settingList.map(({name, schema}) => {
    const layer = layers.findLast((it) => it.has(name));
    return [name, structuredClone(layer ? layer.get(name) : schema.default)] as const;
  });
  return deepFrozen(nestSettings(merged)) as Settings;
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFrozen(inner);
    Object.freeze(value);
  }
  return value;
}

/** The value of one setting. */
export function settingValue(settings: Settings, {path}: Setting): unknown {
  return path.reduce<unknown>((section, key) => (section as Record<string, unknown>)[key], settings);
}

/** Whether two values are equal; lists are compared by their items. */
export const isSameValue = isDeepStrictEqual;

/**
 * The settings with a mask in place of each secret that is set. A list of secrets becomes a list with one mask. With
 * `changedOnly`, only those whose value is not the default.
 */
export function maskSettings(settings: Settings, {changedOnly = false} = {}): Record<string, unknown> {
  const masked = settingList.map((setting) => {
    const value = settingValue(settings, setting);
    if (changedOnly && isSameValue(value, setting.schema.default)) return undefined;
    if (!setting.schema.secret || !isSet(value)) return [setting.name, value] as const;
    return [setting.name, Array.isArray(value) ? [MASK] : MASK] as const;
  });
  return nestSettings(masked.filter((setting) => setting !== undefined));
}
