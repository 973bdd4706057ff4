// Shared with the web client, so that both judge a submission alike: no imports of Node's.

import type {DialogElement} from './dialog.ts';

/** What a person entered, by the name of the element. */
export type Submission = Record<string, string | number | boolean | undefined>;

/** A submission with each value in the form in which the integration gets it, and what is wrong, by name. */
export interface JudgedSubmission {
  values: Record<string, string | number | boolean>;
  errors: Record<string, string>;
}

const REQUIRED = 'This field is required.';

/**
 * Checks what was entered into a dialog's elements (docs/specification.md#dialog-submissions). Drops values of unknown
 * elements, and turns the text of a number into a number. An empty optional field stays empty.
 */
export function judgeSubmission(
  elements: readonly DialogElement[],
  submission: Submission,
): JudgedSubmission {
  // Maps, because an element may have any name, `__proto__` too.
  const values = new Map<string, string | number | boolean>();
  const errors = new Map<string, string>();
  for (const element of elements) {
    const entered = Object.hasOwn(submission, element.name) ? submission[element.name] : undefined;
    const value = enteredValue(element, entered);
    const error = errorIn(element, value);
    if (error !== undefined) errors.set(element.name, error);
    else values.set(element.name, typed(element, value));
  }
  return {values: Object.fromEntries(values), errors: Object.fromEntries(errors)};
}

function enteredValue(element: DialogElement, entered: unknown): string | boolean {
  if (element.type === 'bool') return entered === true || entered === 'true';
  if (typeof entered === 'number' || typeof entered === 'boolean') return String(entered);
  return typeof entered === 'string' ? entered : '';
}

function errorIn(element: DialogElement, value: string | boolean): string | undefined {
  if (typeof value === 'boolean') return value || element.optional ? undefined : REQUIRED;
  if (value.trim() === '') return element.optional ? undefined : REQUIRED;
  switch (element.type) {
    case 'text':
    case 'textarea':
      return textError(element, value);
    case 'select':
    case 'radio':
      return choiceError(element, value);
  }
  return undefined;
}

function textError(
  {minLength, maxLength, subtype}: Extract<DialogElement, {type: 'text' | 'textarea'}>,
  value: string,
): string | undefined {
  const length = [...value].length;
  if (length < minLength) return `Enter at least ${minLength} characters; these are ${length}.`;
  if (length > maxLength) return `Enter at most ${maxLength} characters; these are ${length}.`;
  switch (subtype) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value.trim()) ? undefined : 'Enter a valid email address.';
    case 'number':
      return Number.isFinite(Number(value)) ? undefined : 'Enter a number.';
    case 'url':
      return isWebAddress(value.trim())
        ? undefined
        : 'Enter an address that begins with http:// or https://.';
    case 'tel':
      return /^\+?(?=(?:\D*\d){3})[\d\s().\-/x#*]+$/.test(value.trim())
        ? undefined
        : 'Enter a telephone number.';
    default:
      return undefined;
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const ID = /^[a-z0-9]{26}$/;

function choiceError(
  {dataSource, options}: Extract<DialogElement, {type: 'select' | 'radio'}>,
  value: string,
): string | undefined {
  if (dataSource === '') {
    return options.some((option) => option.value === value) ? undefined : 'Choose one of the options.';
  }
  return ID.test(value) ? undefined : `Choose one of the ${dataSource}.`;
}

function typed(element: DialogElement, value: string | boolean): string | number | boolean {
  const isNumber =
    element.type === 'text' || element.type === 'textarea' ? element.subtype === 'number' : false;
  return isNumber && typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}
