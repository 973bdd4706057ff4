import {ID_PATTERN, newId} from '../../platform/database/ids.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import type {AttributeField, NewAttributeField} from './schema.ts';
import type {FieldRow, StoredAttrs} from './store.ts';

/** The maximum length in code points. */
const MAX_NAME = 255;
const MAX_OPTION_NAME = 128;
const MAX_COLOR = 128;
/** The maximum number of fields. */
export const MAX_FIELDS = 20;

const VISIBILITIES = ['hidden', 'when_set', 'always'] as const;
const VALUE_TYPES = ['', 'email', 'url', 'phone'] as const;
const ID = new RegExp(ID_PATTERN);

type SentAttrs = NonNullable<NewAttributeField['attrs']>;
type Option = NonNullable<StoredAttrs['options']>[number];

const hasOptions = (type: AttributeField['type']): boolean => type === 'select' || type === 'multiselect';

/**
 * Returns the trimmed name of a field.
 *
 * @throws AppError 400 for an empty name and one that is too long.
 */
export function validName(sent: string): string {
  const name = sent.trim();
  const length = countCodePoints(name);
  if (length > 0 && length <= MAX_NAME) return name;
  throw new AppError({
    id: 'model.property_field.is_valid.app_error',
    message: `The name of an attribute must have 1 to ${MAX_NAME} characters, but this one has ${length}.`,
    status: 400,
    path: 'name',
  });
}

/**
 * Returns the attributes of a field: the sent ones, with `defaults` for missing ones. New options get ids. Leaves out
 * attributes that don't apply to the type.
 *
 * @throws AppError 422 for an attribute with a value that isn't allowed.
 */
export function validAttrs(
  type: AttributeField['type'],
  sent: SentAttrs,
  defaults: Partial<StoredAttrs>,
): StoredAttrs {
  for (const source of ['ldap', 'saml'] as const) {
    if (sent[source]?.trim()) {
      throw invalid(
        source,
        `Leave it empty: this server has no ${source.toUpperCase()} to read values from.`,
      );
    }
  }
  const managed = sent.managed?.trim() ?? defaults.managed ?? '';
  if (managed !== '' && managed !== 'admin')
    throw invalid('managed', `It must be "admin" or empty, not ${quoted(managed)}.`);
  const displayName = sent.display_name?.trim() ?? defaults.display_name ?? '';
  if (countCodePoints(displayName) > MAX_NAME) {
    throw invalid('display_name', `It can have at most ${MAX_NAME} characters.`);
  }
  return {
    visibility: requireOneOf(
      'visibility',
      VISIBILITIES,
      sent.visibility?.trim() || defaults.visibility || 'when_set',
    ),
    sort_order: sent.sort_order ?? defaults.sort_order ?? 0,
    value_type:
      type === 'text'
        ? requireOneOf('value_type', VALUE_TYPES, sent.value_type?.trim() ?? defaults.value_type ?? '')
        : '',
    managed,
    ...(displayName !== '' && {display_name: displayName}),
    ...(hasOptions(type) && {options: validOptions(sent.options ?? defaults.options ?? [])}),
  };
}

function validOptions(sent: NonNullable<SentAttrs['options']>): Option[] {
  if (sent.length === 0) throw invalid('options', 'Add at least one option to choose from.');
  const names = new Set<string>();
  const ids = new Set<string>();
  return sent.map((option, index) => {
    const path = `options[${index}]`;
    const name = option.name.trim();
    const length = countCodePoints(name);
    if (length === 0 || length > MAX_OPTION_NAME) {
      throw invalid(
        `${path}.name`,
        `An option must have 1 to ${MAX_OPTION_NAME} characters, but this one has ${length}.`,
      );
    }
    if (names.has(name)) throw invalid(`${path}.name`, `There are two options ${quoted(name)}.`);
    names.add(name);
    const id = option.id || newId();
    if (!ID.test(id))
      throw invalid(`${path}.id`, `${quoted(id)} is not an id. Leave it empty for a new option.`);
    if (ids.has(id)) throw invalid(`${path}.id`, `There are two options with the id ${id}.`);
    ids.add(id);
    const color = option.color?.trim() ?? '';
    if (countCodePoints(color) > MAX_COLOR) {
      throw invalid(`${path}.color`, `It can have at most ${MAX_COLOR} characters.`);
    }
    return {id, name, ...(color !== '' && {color})};
  });
}

function requireOneOf<const Value extends string>(
  name: string,
  values: readonly Value[],
  value: string,
): Value {
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  const allowed = values.map((one) => (one === '' ? 'empty' : one)).join(', ');
  throw invalid(name, `It must be one of ${allowed}, not ${quoted(value)}.`);
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 200));

function invalid(name: string, reason: string): AppError {
  return new AppError({
    id: 'app.custom_profile_attributes.sanitize_and_validate.app_error',
    message: `Invalid ${name} of the attribute. ${reason}`,
    status: 422,
    path: `attrs.${name}`,
  });
}

export function tooManyFields(): AppError {
  return new AppError({
    id: 'app.custom_profile_attributes.limit_reached.app_error',
    message: `There are already ${MAX_FIELDS} attributes, which is the maximum. Delete one first.`,
    status: 422,
  });
}

export function nameTaken(name: string): AppError {
  return new AppError({
    id: 'app.property_field.create.name_conflict.app_error',
    message: `There is already an attribute named ${quoted(name)}. Choose another name.`,
    status: 409,
    path: 'name',
  });
}

export function fieldNotFound(id: string): AppError {
  return new AppError({
    id: 'app.custom_profile_attributes.property_field_not_found.app_error',
    message: "This attribute doesn't exist. It may have been deleted.",
    explanation: `There is no attribute with the id ${quoted(id)}.`,
    status: 404,
  });
}

/** A field in the wire format. */
export function presentField(row: FieldRow): AttributeField {
  return {
    id: row.id,
    group_id: row.groupid,
    name: row.name,
    type: row.type,
    attrs: {...row.attrs, ldap: '', saml: ''},
    target_id: row.targetid,
    target_type: row.targettype,
    object_type: row.objecttype,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    created_by: row.createdby,
    updated_by: row.updatedby,
  };
}
