import {isDeepStrictEqual} from 'node:util';
import type {TObject} from 'typebox';
import {Check} from 'typebox/value';
import {nearestName} from './nearest-name.ts';
import type {Problem} from './problems.ts';
import {badValue, notASection, unknownSetting} from './problems.ts';
import type {Setting} from './setting-list.ts';
import {isRetired, isSection, settingByName, settingList} from './setting-list.ts';
import type {Settings} from './settings.ts';
import {SettingsSchema} from './settings.ts';

/** Values of some settings, by the settings' names with dots. */
export type SettingValues = Map<string, unknown>;

/** Stands for a secret that is set, wherever settings are shown. Sent back, it means "unchanged". */
export const MASK = '*'.repeat(32);

/** Checks one value. Returns it in its normal form, or pushes what is wrong and returns undefined. */
export function checkValue(setting: Setting, value: unknown, source: string, problems: Problem[]): unknown {
  if (!Check(setting.schema, value)) {
    problems.push(badValue(setting, value, source));
    return undefined;
  }
  // Generated links put a path behind it.
  if (setting.name === 'ServiceSettings.SiteURL') return (value as string).replace(/\/+$/, '');
  return value;
}

/**
 * Reads settings from a nested object such as `config.json` holds. Everything that is wrong is pushed to
 * `problems`; what is right is returned. With `masks`, a mask in the place of a secret passes as it is; with `retired`,
 * settings that earlier versions had are ignored.
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
        problems.push(unknownSetting(name, source, nearestKnown(name, path)));
        continue;
      }
      const masked = masks && setting.schema.secret && value === MASK;
      const checked = masked ? value : checkValue(setting, value, source, problems);
      if (checked !== undefined) values.set(name, checked);
    }
  };
  readSection(SettingsSchema, input, []);
  return values;
}

function nearestKnown(name: string, path: readonly string[]): string | undefined {
  const section =
    path.length === 0 ? nearestName(name, Object.keys(SettingsSchema.properties), '.') : undefined;
  return section ?? nearestName(name, settingByName.keys(), '.');
}

/** Puts values into their sections. */
export function nested(values: Iterable<readonly [string, unknown]>): Record<string, unknown> {
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

/** The value of every setting: from the last layer that has it, else the default. Frozen through and through. */
export function mergeSettings(...layers: readonly SettingValues[]): Settings {
  const merged = settingList.map(({name, schema}) => {
    const layer = layers.findLast((it) => it.has(name));
    return [name, structuredClone(layer ? layer.get(name) : schema.default)] as const;
  });
  return deepFrozen(nested(merged)) as Settings;
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFrozen(inner);
    Object.freeze(value);
  }
  return value;
}

/** The value of one setting, found by its path. */
export function settingValue(settings: Settings, {path}: Setting): unknown {
  return path.reduce<unknown>((section, key) => (section as Record<string, unknown>)[key], settings);
}

/** Whether two values of a setting are the same; lists count by their members. */
export const sameValue = isDeepStrictEqual;

/** The settings as they may be shown: each secret that is set has the mask in its place. */
export function maskSettings(settings: Settings): Record<string, unknown> {
  return nested(
    settingList.map((setting) => {
      const value = settingValue(settings, setting);
      return [setting.name, setting.schema.secret && value !== '' ? MASK : value] as const;
    }),
  );
}
