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

// Read by hand and not by a TypeBox schema: TypeBox reports a missing field at its parent, a flag that is neither true
// nor false as a failure of each alternative, and knows nothing of unset values, limits that depend on the type, and
// fields that depend on each other. A schema would need all of this around it, and a table that turns its errors into
// these words.
const TYPES = ['text', 'textarea', 'select', 'radio', 'bool'] as const;

/**
 * Reads a dialog as an integration sent it. Fields that are empty, null or 0 are unset and get their defaults. Unknown
 * fields are ignored (docs/specification.md#dialogs).
 *
 * @throws AppError 400 that names the field by its path, its value and what is allowed.
 */
export function readDialog(value: unknown): Dialog {
  const raw = objectAt('dialog', value);
  const elements = raw.elements == null ? [] : raw.elements;
  if (!Array.isArray(elements)) throw invalid('dialog.elements', elements, 'is no list');
  if (elements.length > DIALOG_LIMITS.elements) {
    throw invalid(
      'dialog.elements',
      elements.length,
      `are too many: a dialog has at most ${DIALOG_LIMITS.elements}`,
    );
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
  const maxLength = whole(`${path}.max_length`, raw.max_length) || limit;
  const minLength = whole(`${path}.min_length`, raw.min_length);
  if (maxLength > DIALOG_LIMITS.maxLength)
    throw invalid(`${path}.max_length`, maxLength, `is over ${DIALOG_LIMITS.maxLength}`);
  if (minLength > maxLength) {
    throw invalid(`${path}.min_length`, minLength, `is over max_length, which is ${maxLength}`);
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
    throw invalid(path, value, 'needs at least one option where there is no data_source');
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
      throw invalid(`dialog.elements[${index}].name`, name, 'is the name of an element before it');
    }
  });
}

type Raw = Record<string, unknown>;

function objectAt(path: string, value: unknown): Raw {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Raw;
  throw invalid(path, value, 'is no object');
}

function text(path: string, value: unknown, limit = Number.POSITIVE_INFINITY): string {
  if (value == null) return '';
  if (typeof value !== 'string') throw invalid(path, value, 'is no text');
  const length = countCodePoints(value);
  if (length > limit) throw invalid(path, value, `has ${length} characters; at most ${limit} are allowed`);
  return value;
}

function required(path: string, value: unknown, limit?: number): string {
  const read = text(path, value, limit);
  if (read === '') throw invalid(path, value, 'is needed');
  return read;
}

function webAddress(path: string, value: unknown): string {
  const address = text(path, value);
  if (address !== '' && !/^https?:\/\//i.test(address)) {
    throw invalid(path, address, 'does not begin with http:// or https://');
  }
  return address;
}

// Integrations send booleans as text, too (docs/specification.md#dialogs).
function flag(path: string, value: unknown): boolean {
  if (value == null || value === '' || value === false || value === 'false') return false;
  if (value === true || value === 'true') return true;
  throw invalid(path, value, 'is neither true nor false');
}

function boolDefault(path: string, value: unknown): string {
  if (value == null || value === '') return '';
  return String(flag(path, value));
}

function whole(path: string, value: unknown): number {
  if (value == null || value === '') return 0;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw invalid(path, value, 'is no whole number from 0');
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
