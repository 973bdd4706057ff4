import type {TObject, TSchema} from 'typebox';
import type {SettingAnnotations} from './settings.ts';
import {MAXIMUM_INTEGER, SettingsSchema} from './settings.ts';

/** The schema of one value: of JSON Schema's words, those that the settings use. */
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
  /** Section and name with dots: `ServiceSettings.SiteURL`. */
  name: string;
  path: readonly string[];
  /** The variable of the environment that sets it: `PATCHBAY_SERVICESETTINGS_SITEURL`. */
  environmentName: string;
  schema: ValueSchema;
}

/** Every variable of the environment that belongs to Patchbay begins so. */
export const ENVIRONMENT_PREFIX = 'PATCHBAY_';

/** Whether a schema is a section, which holds settings or sections, rather than the value of a setting. */
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
    return {
      name: here.join('.'),
      path: here,
      environmentName: environmentNameOf(here),
      schema: schema as ValueSchema,
    };
  });
}

/** Every setting, in the order of the schema. */
export const settingList: readonly Setting[] = settingsOf(SettingsSchema, []);

/**
 * Settings that earlier versions had. A configuration file or an environment that still has them is not refused, so
 * that an upgrade starts; they are dropped from the file with its next change.
 */
const RETIRED = [
  'ServiceSettings.EnableLinkPreviews',
  'EmailSettings.FeedbackName',
  'EmailSettings.FeedbackEmail',
  'EmailSettings.SMTPServer',
  'EmailSettings.SMTPPort',
  'EmailSettings.SMTPServerTimeout',
  'EmailSettings.ConnectionSecurity',
  'EmailSettings.EnableSMTPAuth',
  'EmailSettings.SMTPUsername',
  'EmailSettings.SMTPPassword',
  'LogSettings.EnableWebhookDebugging',
  'LocalizationSettings.DefaultServerLocale',
  'ExportSettings.RetentionDays',
];

/** Whether an earlier version had a setting of this name, with dots or as a variable of the environment. */
export function isRetired(name: string): boolean {
  return RETIRED.some((it) => it === name || environmentNameOf(it.split('.')) === name);
}

/** Every setting by its name with dots. */
export const settingByName: ReadonlyMap<string, Setting> = new Map(settingList.map((it) => [it.name, it]));

/** Every setting by its variable of the environment. */
export const settingByEnvironmentName: ReadonlyMap<string, Setting> = new Map(
  settingList.map((it) => [it.environmentName, it]),
);

/** What a setting may hold, in words: for messages and the documentation. */
export function allowedValues({type, enum: choices, form, minimum, maximum, maxLength}: ValueSchema): string {
  if (choices) return `one of ${choices.map((it) => (it === '' ? '"" (empty)' : it)).join(', ')}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'integer') {
    if (maximum === MAXIMUM_INTEGER) return `a whole number, at least ${minimum}`;
    return `a whole number from ${minimum} to ${maximum}`;
  }
  if (type === 'array') return `a list of ${form ?? 'texts'}`;
  if (form) return form;
  return maxLength === undefined ? 'text' : `text of at most ${maxLength} characters`;
}
