import Type, {type Static} from 'typebox';
import {allowedValues, settingList} from './setting-list.ts';
import {SettingsSchema} from './settings.ts';

/** A setting, as a page that offers it needs to know it. */
const SettingDescription = Type.Object({
  name: Type.String({description: 'Section and name with dots: `ServiceSettings.SiteURL`.'}),
  type: Type.Enum(['boolean', 'integer', 'choice', 'list', 'text']),
  description: Type.String(),
  allowed: Type.String({description: 'What it may hold, in words.'}),
  default: Type.Unknown(),
  choices: Type.Array(Type.String(), {description: 'All values that a choice may have.'}),
  secret: Type.Boolean({description: 'Its value is never shown; a mask stands for it.'}),
  restart: Type.Boolean({description: 'It takes effect when the server starts.'}),
  environment_name: Type.String({description: 'The variable of the environment that sets it.'}),
});

export const SettingsDescription = Type.Object({
  sections: Type.Array(Type.Object({name: Type.String(), description: Type.String()})),
  settings: Type.Array(SettingDescription),
});

/** Every setting and the sections that they are in, in the order of the schema. */
export function describeSettings(): Static<typeof SettingsDescription> {
  return {
    sections: Object.entries(SettingsSchema.properties).map(([name, section]) => ({
      name,
      description: (section as {description?: string}).description ?? '',
    })),
    settings: settingList.map(({name, environmentName, schema}) => ({
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
      default: schema.default,
      choices: schema.enum ?? [],
      secret: schema.secret ?? false,
      restart: schema.restart ?? false,
      environment_name: environmentName,
    })),
  };
}
