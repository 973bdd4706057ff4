import type {TObject, TSchema} from 'typebox';
import type {SettingAnnotations} from './settings.ts';
import {LOCAL_SETTINGS, MAXIMUM_INTEGER, SettingsSchema} from './settings.ts';

/** The schema of one value, with the JSON Schema keywords that the settings use. */
export type ValueSchema = TSchema &
  SettingAnnotations & {
    type?: 'boolean' | 'integer' | 'string' | 'array';
    default: unknown;
    description: string;
    enum?: string[];
    minimum?: number;
    maximum?: number;
    maxLength?: number;
    pattern?: string;
  };

/** One setting of the schema. */
export interface Setting {
  /** Section and name: `ServiceSettings.SiteURL`. */
  name: string;
  path: readonly string[];
  /** The environment variable: `PATCHBAY_SERVICESETTINGS_SITEURL`. */
  environmentName: string;
  /** It comes only from `config.json` or the environment, never from the database. See {@link LOCAL_SETTINGS}. */
  local: boolean;
  schema: ValueSchema;
}

/** The prefix of all of Patchbay's environment variables. */
export const ENVIRONMENT_PREFIX = 'PATCHBAY_';

/** Whether a schema is a section (of settings or sections) rather than a setting. */
export function isSection(schema: TSchema): schema is TObject {
  return 'properties' in schema;
}

function environmentNameOf(path: readonly string[]): string {
  return ENVIRONMENT_PREFIX + path.join('_').toUpperCase();
}

function settingsOf(section: TObject, path: readonly string[]): Setting[] {
  return Object.entries(section.properties).flatMap(([key, schema]) => {
    const here = [...path, key];
    if (isSection(schema)) return settingsOf(schema, here);
    const name = here.join('.');
    return {
      name,
      path: here,
      environmentName: environmentNameOf(here),
      local: LOCAL_SETTINGS.some((it) => name === it || name.startsWith(`${it}.`)),
      schema: schema as ValueSchema,
    };
  });
}

/** Every setting, in the order of the schema. */
export const settingList: readonly Setting[] = settingsOf(SettingsSchema, []);

/**
 * Settings of earlier versions. They are ignored in the configuration file and the environment, so that the server
 * starts after an upgrade, and removed from the file when it is next written.
 */
const RETIRED = ['LogSettings.EnableWebhookDebugging'];

/** Whether this is the name or the environment variable of a setting of an earlier version. */
export function isRetired(name: string): boolean {
  return RETIRED.some((it) => it === name || environmentNameOf(it.split('.')) === name);
}

/** Every setting by its full name. */
export const settingByName: ReadonlyMap<string, Setting> = new Map(settingList.map((it) => [it.name, it]));

/** Every setting by its environment variable. */
export const settingByEnvironmentName: ReadonlyMap<string, Setting> = new Map(
  settingList.map((it) => [it.environmentName, it]),
);

/** Describes the allowed values of a setting, for messages and the docs. */
export function allowedValues({
  type,
  enum: choices,
  allowed,
  minimum,
  maximum,
  maxLength,
}: ValueSchema): string {
  if (choices) return `one of ${choices.map((it) => (it === '' ? '"" (empty)' : it)).join(', ')}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'integer') {
    if (maximum === MAXIMUM_INTEGER) return `a whole number, at least ${minimum}`;
    return `a whole number from ${minimum} to ${maximum}`;
  }
  if (type === 'array') return `a list of ${allowed ?? 'texts'}`;
  if (allowed) return allowed;
  return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
}

/** Whether a secret has a value. */
export function isSet(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== '';
}
