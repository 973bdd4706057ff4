import type {Static, TObject} from 'typebox';
import {Check} from 'typebox/value';
import {isJsonObject} from '../../platform/formats/json.ts';

/**
 * The fields of an integration's response that are in the schema. A field of a wrong type counts as absent, as in
 * Mattermost, and so does a value that is not an object. TypeBox's own `Value.Repair` would convert 5 to "5" and null
 * to "null".
 */
export function pickFields<Schema extends TObject>(schema: Schema, value: unknown): Partial<Static<Schema>> {
  if (!isJsonObject(value)) return {};
  const known = Object.entries(schema.properties).filter(
    ([name, member]) => Object.hasOwn(value, name) && Check(member, value[name]),
  );
  return Object.fromEntries(known.map(([name]) => [name, value[name]])) as Partial<Static<Schema>>;
}
