import {AppError} from '../../platform/errors/app-error.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import {
  DIALOG_LIMITS,
  type Dialog,
  type DialogElement,
  type DialogOption,
  TEXT_SUBTYPES,
  type TextSubtype,
} from './rules/dialog.ts';

// Parsed by hand, not with a TypeBox schema. TypeBox reports a missing field at its parent and an invalid boolean as a
// failure of each alternative. It also doesn't support unset values, limits that depend on the type, and fields that
// depend on each other. A schema would need code for all of this, and a table to translate its errors into these
// messages.
const TYPES = ['text', 'textarea', 'select', 'radio', 'bool'] as const;

/**
 * Parses a dialog from an integration. Empty, null and 0 mean unset, and get the default. Unknown fields are ignored
 * (docs/specification.md#dialogs).
 *
 * @throws AppError 400 with the path of the field, its value and what is allowed
 */
export function parseDialog(value: unknown): Dialog {
  const raw = objectAt('dialog', value);
  const elements = raw.elements == null ? [] : raw.elements;
  if (!Array.isArray(elements)) throw invalid('dialog.elements', elements, 'is not a list');
  if (elements.length > DIALOG_LIMITS.elements) {
    throw invalid('dialog.elements', elements.length, `are too many (at most ${DIALOG_LIMITS.elements})`);
  }
  const read = elements.map((element, index) => readElement(`dialog.elements[${index}]`, element));
  requireUniqueNames(read);
  return {
    callbackId: text('dialog.callback_id', raw.callback_id),
    title: required('dialog.title', raw.title, DIALOG_LIMITS.title),
    introductionText: text('dialog.introduction_text', raw.introduction_text),
    iconUrl: webAddress('dialog.icon_url', raw.icon_url),
    elements: read,
    submitLabel: text('dialog.submit_label', raw.submit_label) || 'Submit',
    notifyOnCancel: flag('dialog.notify_on_cancel', raw.notify_on_cancel),
    state: text('dialog.state', raw.state),
  };
}

function readElement(path: string, value: unknown): DialogElement {
  const raw = objectAt(path, value);
  const type = oneOf(`${path}.type`, raw.type, TYPES);
  const base = {
    displayName: required(`${path}.display_name`, raw.display_name, DIALOG_LIMITS.displayName),
    name: required(`${path}.name`, raw.name, DIALOG_LIMITS.name),
    optional: flag(`${path}.optional`, raw.optional),
    helpText: text(`${path}.help_text`, raw.help_text, DIALOG_LIMITS.helpText),
  };
  switch (type) {
    case 'text':
    case 'textarea':
      return {...base, ...readText(path, type, raw)};
    case 'select':
    case 'radio':
      return {...base, ...readChoice(path, type, raw)};
    case 'bool':
      return {
        ...base,
        type,
        default: boolDefault(`${path}.default`, raw.default),
        placeholder: text(`${path}.placeholder`, raw.placeholder, DIALOG_LIMITS.boolPlaceholder),
      };
  }
}

function readText(path: string, type: 'text' | 'textarea', raw: Raw) {
  const limit = DIALOG_LIMITS[type];
  const maxLength = wholeNumber(`${path}.max_length`, raw.max_length) || limit;
  const minLength = wholeNumber(`${path}.min_length`, raw.min_length);
  if (maxLength > DIALOG_LIMITS.maxLength)
    throw invalid(`${path}.max_length`, maxLength, `is greater than ${DIALOG_LIMITS.maxLength}`);
  if (minLength > maxLength) {
    throw invalid(`${path}.min_length`, minLength, `is greater than max_length (${maxLength})`);
  }
  return {
    type,
    subtype: subtypeOf(`${path}.subtype`, type, raw.subtype),
    minLength,
    maxLength,
    default: text(`${path}.default`, raw.default, limit),
    placeholder: text(`${path}.placeholder`, raw.placeholder, limit),
  };
}

function subtypeOf(path: string, type: 'text' | 'textarea', value: unknown): TextSubtype {
  if (value == null || value === '') return 'text';
  const allowed = type === 'text' ? TEXT_SUBTYPES : TEXT_SUBTYPES.filter((subtype) => subtype !== 'password');
  return oneOf(path, value, allowed);
}

function readChoice(path: string, type: 'select' | 'radio', raw: Raw) {
  const source = raw.data_source;
  const dataSource =
    source == null || source === ''
      ? ('' as const)
      : oneOf(`${path}.data_source`, source, ['users', 'channels']);
  const options = dataSource === '' ? readOptions(`${path}.options`, raw.options) : [];
  const chosen = text(`${path}.default`, raw.default, DIALOG_LIMITS.select);
  if (dataSource === '' && chosen !== '' && !options.some((option) => option.value === chosen)) {
    throw invalid(`${path}.default`, chosen, 'is not the value of an option');
  }
  return {
    type,
    dataSource,
    options,
    default: chosen,
    placeholder: text(`${path}.placeholder`, raw.placeholder, DIALOG_LIMITS.select),
  };
}

function readOptions(path: string, value: unknown): DialogOption[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw invalid(path, value, 'needs at least one option, because there is no data_source');
  }
  return value.map((option, index) => {
    const raw = objectAt(`${path}[${index}]`, option);
    return {
      text: required(`${path}[${index}].text`, raw.text),
      value: required(`${path}[${index}].value`, raw.value),
    };
  });
}

function requireUniqueNames(elements: readonly DialogElement[]): void {
  elements.forEach(({name}, index) => {
    if (elements.findIndex((element) => element.name === name) < index) {
      throw invalid(`dialog.elements[${index}].name`, name, 'is also the name of an earlier element');
    }
  });
}

type Raw = Record<string, unknown>;

function objectAt(path: string, value: unknown): Raw {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Raw;
  throw invalid(path, value, 'is not an object');
}

function text(path: string, value: unknown, limit = Number.POSITIVE_INFINITY): string {
  if (value == null) return '';
  if (typeof value !== 'string') throw invalid(path, value, 'is not text');
  const length = countCodePoints(value);
  if (length > limit) throw invalid(path, value, `has ${length} characters (at most ${limit} are allowed)`);
  return value;
}

function required(path: string, value: unknown, limit?: number): string {
  const read = text(path, value, limit);
  if (read === '') throw invalid(path, value, 'is required');
  return read;
}

function webAddress(path: string, value: unknown): string {
  const address = text(path, value);
  if (address !== '' && !/^https?:\/\//i.test(address)) {
    throw invalid(path, address, 'does not start with http:// or https://');
  }
  return address;
}

// Integrations also send booleans as text (docs/specification.md#dialogs).
function flag(path: string, value: unknown): boolean {
  if (value == null || value === '' || value === false || value === 'false') return false;
  if (value === true || value === 'true') return true;
  throw invalid(path, value, 'is not true or false');
}

function boolDefault(path: string, value: unknown): string {
  if (value == null || value === '') return '';
  return String(flag(path, value));
}

function wholeNumber(path: string, value: unknown): number {
  if (value == null || value === '') return 0;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw invalid(path, value, 'is not a whole number of 0 or more');
}

function oneOf<Value extends string>(path: string, value: unknown, allowed: readonly Value[]): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw invalid(path, value, `is not one of ${allowed.join(', ')}`);
  return found;
}

function invalid(path: string, value: unknown, fault: string): AppError {
  const shown = JSON.stringify(value) ?? 'nothing';
  return new AppError({
    id: 'api.dialog.open.invalid.app_error',
    message: `${path} ${fault}: ${shown.length > 80 ? `${shown.slice(0, 77)}…` : shown}.`,
    status: 400,
    path,
  });
}
