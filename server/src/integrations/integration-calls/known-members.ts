import type {Static, TObject} from 'typebox';
import {Check} from 'typebox/value';
import {isJsonObject} from '../../platform/formats/json.ts';

/**
 * The members of an integration's answer that its schema knows. One of a wrong type counts as absent, as on the
 * reference server, and so does a value that is no object. TypeBox's own `Value.Repair` would read 5 as "5" and null
 * as "null".
 */
export function knownMembers<Schema extends TObject>(
  schema: Schema,
  value: unknown,
): Partial<Static<Schema>> {
  if (!isJsonObject(value)) return {};
  const known = Object.entries(schema.properties).filter(
    ([name, member]) => Object.hasOwn(value, name) && Check(member, value[name]),
  );
  return Object.fromEntries(known.map(([name]) => [name, value[name]])) as Partial<Static<Schema>>;
}
