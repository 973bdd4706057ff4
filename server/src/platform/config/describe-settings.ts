import Type, {type Static} from 'typebox';
import {allowedValues, settingList} from './setting-list.ts';
import {MAXIMUM_INTEGER, SettingsSchema} from './settings.ts';

/** The description of a setting for a settings page. */
const SettingDescription = Type.Object({
  name: Type.String({description: 'Section and name, such as `ServiceSettings.SiteURL`.'}),
  type: Type.Enum(['boolean', 'integer', 'choice', 'list', 'text']),
  description: Type.String(),
  allowed: Type.String({description: 'The allowed values, as text.'}),
  minimum: Type.Optional(Type.Integer({description: 'The minimum of an integer.'})),
  maximum: Type.Optional(
    Type.Integer({description: 'The maximum of an integer. Absent if there is no limit.'}),
  ),
  unit: Type.Enum(['', 'byte', 'millisecond', 'second', 'minute', 'hour'], {
    description: 'The unit of a size or a time; empty for other settings.',
  }),
  default: Type.Unknown(),
  choices: Type.Array(Type.String(), {description: 'The values of a choice.'}),
  secret: Type.Boolean({description: 'The value is never shown; a mask replaces it.'}),
  restart: Type.Boolean({description: 'Changes take effect when the server restarts.'}),
  local: Type.Boolean({
    description:
      'Comes only from `config.json` or the environment of each server, and cannot be changed here.',
  }),
  environment_name: Type.String({description: 'The environment variable that sets it.'}),
});

export const SettingsDescription = Type.Object({
  sections: Type.Array(Type.Object({name: Type.String(), description: Type.String()})),
  settings: Type.Array(SettingDescription),
});

/** All settings and their sections, in the order of the schema. */
export function describeSettings(): Static<typeof SettingsDescription> {
  return {
    sections: Object.entries(SettingsSchema.properties).map(([name, section]) => ({
      name,
      description: (section as {description?: string}).description ?? '',
    })),
    settings: settingList.map(({name, environmentName, local, schema}) => ({
      name,
      type: schema.enum
        ? 'choice'
        : schema.type === 'array'
          ? 'list'
          : schema.type === 'string'
            ? 'text'
            : schema.type!,
      description: schema.description,
      allowed: allowedValues(schema),
      minimum: schema.minimum,
      maximum: schema.maximum === MAXIMUM_INTEGER ? undefined : schema.maximum,
      unit: schema.unit ?? '',
      default: schema.default,
      choices: schema.enum ?? [],
      secret: schema.secret ?? false,
      restart: schema.restart ?? false,
      local,
      environment_name: environmentName,
    })),
  };
}
