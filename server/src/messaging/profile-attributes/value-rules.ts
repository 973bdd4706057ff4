import {ID_PATTERN} from '../../platform/database/ids.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import {isEmailAddress} from '../users/users.ts';
import type {AttributeValue} from './schema.ts';
import type {FieldRow} from './store.ts';

/** The maximum length of a text in code points. */
const MAX_TEXT = 64;
/** The maximum number of users or options in a value. */
const MAX_ITEMS = 200;
const ID = new RegExp(ID_PATTERN);
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns a value as it is stored: texts are trimmed and empty items removed. Empty texts and lists are allowed for all
 * types and mean that there is no value.
 *
 * @throws AppError 400 for a value that the field doesn't allow.
 */
export function validValue(field: FieldRow, sent: unknown): AttributeValue {
  if (field.type === 'multiselect' || field.type === 'multiuser') {
    if (!Array.isArray(sent) || !sent.every((item) => typeof item === 'string')) {
      throw invalid(field, 'Send a list of ids.');
    }
    if (sent.length > MAX_ITEMS) throw invalid(field, `It can have at most ${MAX_ITEMS} items.`);
    const items = [...new Set(sent.map((item) => item.trim()).filter((item) => item !== ''))];
    for (const item of items) requireItem(field, item);
    return items;
  }
  if (typeof sent !== 'string') throw invalid(field, 'Send a text.');
  const value = sent.trim();
  if (value === '') return value;
  if (field.type === 'text') requireText(field, value);
  else if (field.type === 'date') requireDate(field, value);
  else requireItem(field, value);
  return value;
}

/** The ids of the users in a value; none for other types. */
export function referencedUsers(field: FieldRow, value: AttributeValue): string[] {
  if (field.type !== 'user' && field.type !== 'multiuser') return [];
  return [value].flat().filter((id) => id !== '');
}

function requireText(field: FieldRow, value: string): void {
  const length = countCodePoints(value);
  if (length > MAX_TEXT) {
    throw invalid(field, `It can have at most ${MAX_TEXT} characters, but has ${length}.`);
  }
  const kind = field.attrs.value_type;
  if (kind === 'email' && !isEmailAddress(value)) throw invalid(field, `"${value}" is not an email address.`);
  // A link with another scheme, such as `javascript:`, would run in the browser of anyone who clicks it.
  if (kind === 'url' && !(/^https?:\/\//i.test(value) && URL.canParse(value))) {
    throw invalid(field, `"${value}" is not a URL that starts with http:// or https://.`);
  }
}

function requireDate(field: FieldRow, value: string): void {
  const isReal =
    DATE.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, value.length) === value;
  if (!isReal) throw invalid(field, `"${value.slice(0, 40)}" is not a date such as 2026-11-23.`);
}

function requireItem(field: FieldRow, item: string): void {
  if (field.type === 'user' || field.type === 'multiuser') {
    if (!ID.test(item)) throw invalid(field, 'Choose a person.');
  } else if (!field.attrs.options?.some(({id}) => id === item)) {
    throw invalid(field, 'Choose one of its options.');
  }
}

function invalid(field: FieldRow, reason: string): AppError {
  return new AppError({
    id: 'app.custom_profile_attributes.validate_value.app_error',
    message: `Invalid value of the attribute "${field.attrs.display_name ?? field.name}". ${reason}`,
    status: 400,
    path: field.id,
  });
}

export function managedByAdministrators(field: FieldRow): AppError {
  return new AppError({
    id: 'app.custom_profile_attributes.property_field_is_managed.app_error',
    message: `Only administrators can set the attribute "${field.attrs.display_name ?? field.name}".`,
    status: 403,
    path: field.id,
  });
}

export function noValues(): AppError {
  return new AppError({
    id: 'api.property_value.patch.empty_body.app_error',
    message: 'Send at least one value, by the id of its attribute.',
    status: 400,
  });
}
