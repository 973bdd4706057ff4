import {nearestName} from './nearest-name.ts';
import type {Problem} from './problems.ts';
import {badValue, unknownSetting} from './problems.ts';
import type {ValueSchema} from './setting-list.ts';
import {ENVIRONMENT_PREFIX, isRetired, settingByEnvironmentName} from './setting-list.ts';
import type {SettingValues} from './setting-values.ts';
import {checkValue} from './setting-values.ts';

/** Variables that begin with `PATCHBAY_` and are not settings, each with what it is for (for the documentation). */
export const otherVariables: Readonly<Record<string, string>> = {
  PATCHBAY_DATA:
    'The data directory. Default: `data` in the clone; installed as a package, `~/.local/share/patchbay`.',
  PATCHBAY_SECRET_KEYS:
    'The keys that seal secrets in the database, for servers that share no data directory. Default: those in `secret-keys.json` in the data directory.',
};

/** Reads the settings that the environment holds. Everything that is wrong is pushed to `problems`. */
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
 * The value that a variable's text stands for: `true` or `false` in any case, a whole number, a list as JSON or
 * separated by commas, or the text itself. Undefined if it is none of the setting's type.
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
    return text
      .split(',')
      .map((it) => it.trim())
      .filter((it) => it !== '');
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
