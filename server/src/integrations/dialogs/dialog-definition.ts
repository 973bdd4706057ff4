import {AppError} from '../../platform/errors/app-error.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import {urlProblem} from '../../platform/outbound-http/outbound-url.ts';
import {isDate, isDateTime, isRelativeTime, isTimeZone} from './rules/dates.ts';
import {
  type DataSource,
  DIALOG_LIMITS,
  type Dialog,
  type DialogElement,
  type DialogOption,
  defaultSelections,
  TEXT_SUBTYPES,
  type TextSubtype,
} from './rules/dialog.ts';

// Parsed by hand, not with a TypeBox schema. TypeBox reports a missing field at its parent and an invalid boolean as a
// failure of each alternative. It also doesn't support unset values, limits that depend on the type, and fields that
// depend on each other. A schema would need code for all of this, and a table to translate its errors into these
// messages.
const TYPES = ['text', 'textarea', 'select', 'radio', 'bool', 'date', 'datetime'] as const;
type ElementType = (typeof TYPES)[number];

const MINUTES_PER_DAY = 1440;

/**
 * Parses a dialog from an integration. Empty, null and 0 mean unset, and get the default. Unknown fields are ignored,
 * but a feature that an element of its type doesn't have is rejected (docs/specification.md#dialogs).
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
  const sourceUrl = integrationUrl('dialog.source_url', raw.source_url);
  const refreshing = read.findIndex((element) => 'refresh' in element && element.refresh);
  if (refreshing >= 0 && sourceUrl === '') {
    throw invalid(`dialog.elements[${refreshing}].refresh`, true, 'needs dialog.source_url');
  }
  return {
    callbackId: text('dialog.callback_id', raw.callback_id),
    title: required('dialog.title', raw.title, DIALOG_LIMITS.title),
    introductionText: text('dialog.introduction_text', raw.introduction_text),
    iconUrl: webAddress('dialog.icon_url', raw.icon_url),
    elements: read,
    submitLabel: text('dialog.submit_label', raw.submit_label) || 'Submit',
    notifyOnCancel: flag('dialog.notify_on_cancel', raw.notify_on_cancel),
    state: text('dialog.state', raw.state),
    sourceUrl,
  };
}

function readElement(path: string, value: unknown): DialogElement {
  const raw = objectAt(path, value);
  const type = oneOf(`${path}.type`, raw.type, TYPES);
  requireSupported(path, type, raw);
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
        refresh: flag(`${path}.refresh`, raw.refresh),
      };
    case 'date':
    case 'datetime':
      return {...base, ...readDate(path, type, raw)};
  }
}

/** The features that only some types of elements have, with these types. */
const FEATURES: Readonly<Record<string, readonly ElementType[]>> = {
  multiselect: ['select'],
  data_source: ['select', 'radio'],
  data_source_url: ['select'],
  refresh: ['select', 'radio', 'bool', 'date', 'datetime'],
  min_date: ['date', 'datetime'],
  max_date: ['date', 'datetime'],
  time_interval: ['datetime'],
  datetime_config: ['date', 'datetime'],
  // Fields of later versions of the reference server.
  action_button: [],
  file_config: [],
};

/** @throws AppError 400 for a feature that would have no effect, with its name */
function requireSupported(path: string, type: ElementType, raw: Raw): void {
  for (const [name, types] of Object.entries(FEATURES)) {
    const value = raw[name];
    if (types.includes(type) || value == null || value === '' || value === 0) continue;
    if (value === false || value === 'false') continue;
    const where = types.length === 0 ? 'is not supported' : `only works for ${types.join(', ')}`;
    throw invalid(`${path}.${name}`, value, where);
  }
}

const DATE_FEATURES = [
  'min_date',
  'max_date',
  'time_interval',
  'location_timezone',
  'manual_time_entry',
  'allow_manual_time_entry',
];

function readDate(path: string, type: 'date' | 'datetime', raw: Raw) {
  const configPath = `${path}.datetime_config`;
  const config = raw.datetime_config == null ? {} : objectAt(configPath, raw.datetime_config);
  const unknown = Object.keys(config).find((name) => !DATE_FEATURES.includes(name));
  if (unknown !== undefined) throw invalid(`${configPath}.${unknown}`, config[unknown], 'is not supported');
  // The fields of the element itself are the older notation.
  const field = (name: string): [path: string, value: unknown] =>
    config[name] == null || config[name] === ''
      ? [`${path}.${name}`, raw[name]]
      : [`${configPath}.${name}`, config[name]];
  const day = (name: string): string => {
    const [where, value] = field(name);
    const entered = text(where, value, DIALOG_LIMITS.date);
    if (entered === '' || isRelativeTime(entered) || isDate(entered)) return entered;
    // Only the day matters.
    if (isDateTime(entered)) return entered.slice(0, 10);
    throw invalid(where, entered, 'is not a date (2026-01-31) or relative to today (today, +7d)');
  };
  return {
    type,
    minDate: day('min_date'),
    maxDate: day('max_date'),
    timeInterval: timeInterval(...field('time_interval')),
    timeZone: timeZone(`${configPath}.location_timezone`, config.location_timezone),
    manualTimeEntry:
      flag(`${configPath}.manual_time_entry`, config.manual_time_entry) ||
      flag(`${configPath}.allow_manual_time_entry`, config.allow_manual_time_entry),
    default: dateDefault(`${path}.default`, type, raw.default),
    placeholder: text(`${path}.placeholder`, raw.placeholder, DIALOG_LIMITS.date),
    refresh: flag(`${path}.refresh`, raw.refresh),
  };
}

function dateDefault(path: string, type: 'date' | 'datetime', value: unknown): string {
  const entered = text(path, value, DIALOG_LIMITS.date);
  if (entered === '' || isRelativeTime(entered)) return entered;
  if (type === 'date' && (isDate(entered) || isDateTime(entered))) return entered.slice(0, 10);
  if (type === 'datetime' && isDateTime(entered)) return entered;
  const example = type === 'date' ? '2026-01-31' : '2026-01-31T08:00:00Z';
  throw invalid(path, entered, `is not a ${type} (${example}) or relative to today (today, +7d)`);
}

function timeInterval(path: string, value: unknown): number {
  const minutes = wholeNumber(path, value) || DIALOG_LIMITS.timeInterval;
  if (MINUTES_PER_DAY % minutes === 0) return minutes;
  throw invalid(path, minutes, `does not divide a day of ${MINUTES_PER_DAY} minutes into equal parts`);
}

function timeZone(path: string, value: unknown): string {
  const name = text(path, value, DIALOG_LIMITS.date);
  if (name !== '' && !isTimeZone(name)) throw invalid(path, name, 'is not a time zone, such as Europe/Paris');
  return name;
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
  const sources: DataSource[] = type === 'select' ? ['users', 'channels', 'dynamic'] : ['users', 'channels'];
  const dataSource = source == null || source === '' ? '' : oneOf(`${path}.data_source`, source, sources);
  const dataSourceUrl = integrationUrl(`${path}.data_source_url`, raw.data_source_url);
  if (dataSource === 'dynamic') {
    if (dataSourceUrl === '') throw invalid(`${path}.data_source_url`, raw.data_source_url, 'is required');
    if (Array.isArray(raw.options) && raw.options.length > 0) {
      throw invalid(`${path}.options`, raw.options, 'have no effect with the data_source dynamic');
    }
  } else if (dataSourceUrl !== '') {
    throw invalid(`${path}.data_source_url`, dataSourceUrl, 'only works with the data_source dynamic');
  }
  const options = dataSource === '' ? readOptions(`${path}.options`, raw.options) : [];
  const multiselect = flag(`${path}.multiselect`, raw.multiselect);
  const chosen = text(`${path}.default`, raw.default, DIALOG_LIMITS.select);
  const selected = multiselect ? defaultSelections(chosen) : [chosen].filter(Boolean);
  if (selected.length > DIALOG_LIMITS.selections) {
    throw invalid(`${path}.default`, chosen, `has more than ${DIALOG_LIMITS.selections} values`);
  }
  if (dataSource === '' && !selected.every((value) => options.some((option) => option.value === value))) {
    throw invalid(`${path}.default`, chosen, 'is not the value of an option');
  }
  return {
    type,
    dataSource,
    dataSourceUrl,
    options,
    multiselect,
    default: chosen,
    placeholder: text(`${path}.placeholder`, raw.placeholder, DIALOG_LIMITS.select),
    refresh: flag(`${path}.refresh`, raw.refresh),
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

/** The URL of an integration that the server calls. */
function integrationUrl(path: string, value: unknown): string {
  const url = text(path, value);
  const problem = url === '' ? undefined : urlProblem(url);
  if (problem) throw invalid(path, url, `cannot be called: ${problem}`);
  return url;
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
