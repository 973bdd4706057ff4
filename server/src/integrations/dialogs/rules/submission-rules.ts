// Shared with the web client, so that both validate in the same way. It must not import Node.js modules.

import type {DialogElement} from './dialog.ts';

/** The input by element name. */
export type Submission = Record<string, string | number | boolean | undefined>;

/** The values to send to the integration, and errors, by element name. */
export interface ValidatedSubmission {
  values: Record<string, string | number | boolean>;
  errors: Record<string, string>;
}

/** Why a value is invalid. */
export type SubmissionFault =
  | {rule: 'required' | 'email' | 'number' | 'url' | 'tel' | 'options' | 'users' | 'channels'}
  | {rule: 'minLength' | 'maxLength'; limit: number; length: number};

/** Describes a fault in English. The web client describes it in the language of the page. */
function describeInEnglish(fault: SubmissionFault): string {
  switch (fault.rule) {
    case 'required':
      return 'This field is required.';
    case 'minLength':
      return `Enter at least ${fault.limit} characters. You entered ${fault.length}.`;
    case 'maxLength':
      return `Enter at most ${fault.limit} characters. You entered ${fault.length}.`;
    case 'email':
      return 'Enter a valid email address.';
    case 'number':
      return 'Enter a number.';
    case 'url':
      return 'Enter a URL that starts with http:// or https://.';
    case 'tel':
      return 'Enter a phone number.';
    case 'options':
    case 'users':
    case 'channels':
      return `Choose one of the ${fault.rule}.`;
  }
}

/**
 * Validates the input of a dialog (docs/specification.md#dialog-submissions). Drops unknown elements and converts
 * numbers from text. An empty optional field stays empty.
 */
export function validateSubmission(
  elements: readonly DialogElement[],
  submission: Submission,
  describe: (fault: SubmissionFault) => string = describeInEnglish,
): ValidatedSubmission {
  // Maps, because an element may have any name, including `__proto__`.
  const values = new Map<string, string | number | boolean>();
  const errors = new Map<string, string>();
  for (const element of elements) {
    const entered = Object.hasOwn(submission, element.name) ? submission[element.name] : undefined;
    const value = enteredValue(element, entered);
    const fault = faultIn(element, value);
    if (fault) errors.set(element.name, describe(fault));
    else values.set(element.name, typed(element, value));
  }
  return {values: Object.fromEntries(values), errors: Object.fromEntries(errors)};
}

function enteredValue(element: DialogElement, entered: unknown): string | boolean {
  if (element.type === 'bool') return entered === true || entered === 'true';
  if (typeof entered === 'number' || typeof entered === 'boolean') return String(entered);
  return typeof entered === 'string' ? entered : '';
}

function faultIn(element: DialogElement, value: string | boolean): SubmissionFault | undefined {
  const isEmpty = typeof value === 'boolean' ? !value : value.trim() === '';
  if (isEmpty) return element.optional ? undefined : {rule: 'required'};
  if (typeof value === 'boolean') return undefined;
  switch (element.type) {
    case 'text':
    case 'textarea':
      return textFault(element, value);
    case 'select':
    case 'radio':
      return choiceFault(element, value);
  }
  return undefined;
}

function textFault(
  {minLength, maxLength, subtype}: Extract<DialogElement, {type: 'text' | 'textarea'}>,
  value: string,
): SubmissionFault | undefined {
  const length = [...value].length;
  if (length < minLength) return {rule: 'minLength', limit: minLength, length};
  if (length > maxLength) return {rule: 'maxLength', limit: maxLength, length};
  if (subtype === 'text' || subtype === 'password') return undefined;
  return hasFormat(subtype, value) ? undefined : {rule: subtype};
}

function hasFormat(subtype: 'email' | 'number' | 'url' | 'tel', value: string): boolean {
  switch (subtype) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(value.trim());
    case 'number':
      return Number.isFinite(Number(value));
    case 'url':
      return isWebAddress(value.trim());
    case 'tel':
      return /^\+?(?=(?:\D*\d){3})[\d\s().\-/x#*]+$/.test(value.trim());
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

const ID = /^[a-z0-9]{26}$/;

function choiceFault(
  {dataSource, options}: Extract<DialogElement, {type: 'select' | 'radio'}>,
  value: string,
): SubmissionFault | undefined {
  if (dataSource === '') {
    return options.some((option) => option.value === value) ? undefined : {rule: 'options'};
  }
  return ID.test(value) ? undefined : {rule: dataSource};
}

function typed(element: DialogElement, value: string | boolean): string | number | boolean {
  const isNumber =
    element.type === 'text' || element.type === 'textarea' ? element.subtype === 'number' : false;
  return isNumber && typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}
