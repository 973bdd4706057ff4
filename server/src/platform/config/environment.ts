import type {Problem} from './config-error.ts';
import {nearestName} from './nearest-name.ts';
import {badValue, unknownSetting} from './problems.ts';
import type {ValueSchema} from './setting-list.ts';
import {ENVIRONMENT_PREFIX, isRetired, settingByEnvironmentName} from './setting-list.ts';
import type {SettingValues} from './setting-values.ts';
import {checkValue} from './setting-values.ts';

/** Variables that begin with `PATCHBAY_` but are not settings, with their descriptions for the docs. */
export const otherVariables: Readonly<Record<string, string>> = {
  PATCHBAY_DATA:
    'The data directory. Default: `data` in the clone, or `~/.local/share/patchbay` if Patchbay is installed as a package.',
  PATCHBAY_SECRET_KEYS:
    "The keys that seal secrets in the database, for servers that don't share a data directory. Default: the keys in `secret-keys.json` in the data directory.",
};

/** Reads settings from environment variables, and adds every error to `problems`. */
export function readEnvironment(env: NodeJS.ProcessEnv, problems: Problem[]): SettingValues {
  const values: SettingValues = new Map();
  for (const [variable, text] of Object.entries(env)) {
    if (text === undefined || !variable.startsWith(ENVIRONMENT_PREFIX)) continue;
    if (Object.hasOwn(otherVariables, variable) || isRetired(variable)) continue;
    const setting = settingByEnvironmentName.get(variable);
    if (!setting) {
      const known = [...settingByEnvironmentName.keys(), ...Object.keys(otherVariables)];
      problems.push(unknownSetting(variable, variable, nearestName(variable, known, '_')));
      continue;
    }
    const value = parseVariable(text, setting.schema);
    if (value === undefined) {
      problems.push(badValue(setting, text, variable));
      continue;
    }
    const checked = checkValue(setting, value, variable, problems);
    if (checked !== undefined) values.set(setting.name, checked);
  }
  return values;
}

/**
 * Parses the text of a variable: `true` or `false` in any case, an integer, a list as JSON or separated by spaces or
 * commas, or the text itself. Returns undefined if it doesn't match the setting's type.
 */
export function parseVariable(text: string, {type}: Pick<ValueSchema, 'type'>): unknown {
  switch (type) {
    case 'boolean': {
      const word = text.trim().toLowerCase();
      return word === 'true' ? true : word === 'false' ? false : undefined;
    }
    case 'integer': {
      const number = /^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN;
      return Number.isSafeInteger(number) ? number : undefined;
    }
    case 'array':
      return parseList(text);
    default:
      return text;
  }
}

function parseList(text: string): unknown {
  if (!text.trim().startsWith('[')) {
    return text.split(/[\s,]+/).filter((it) => it !== '');
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
