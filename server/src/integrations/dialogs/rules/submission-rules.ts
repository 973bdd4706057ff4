// Shared with the web client, so that both validate in the same way. It must not import Node.js modules.

import {type Calendar, dayOf, daysAfter, isDate, isInstant, resolveDay} from './dates.ts';
import {type ChoiceElement, type DateElement, DIALOG_LIMITS, type DialogElement} from './dialog.ts';

/** A value of an element; a list for a multiselect. */
export type SubmittedValue = string | number | boolean | string[];

/** The input by element name. */
export type Submission = Record<string, SubmittedValue | undefined>;

/** The values to send to the integration, and errors, by element name. */
export interface ValidatedSubmission {
  values: Record<string, SubmittedValue>;
  errors: Record<string, string>;
}

/** Why a value is invalid. */
export type SubmissionFault =
  | {rule: 'required' | 'email' | 'number' | 'url' | 'tel' | 'options' | 'users' | 'channels'}
  | {rule: 'date' | 'datetime'}
  | {rule: 'minDate' | 'maxDate'; day: string}
  | {rule: 'selections'; limit: number; count: number}
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
    case 'date':
      return 'Enter a date.';
    case 'datetime':
      return 'Enter a date and a time.';
    case 'minDate':
      return `Enter ${fault.day} or a later date.`;
    case 'maxDate':
      return `Enter ${fault.day} or an earlier date.`;
    case 'selections':
      return `Select at most ${fault.limit} values. You selected ${fault.count}.`;
    case 'options':
    case 'users':
    case 'channels':
      return `Choose one of the ${fault.rule}.`;
  }
}

/** How dates are checked. */
export interface DateRules extends Calendar {
  /**
   * The number of days by which a date may exceed its limits. The server allows one, because it may not know the time zone
   * of the user's device.
   */
  tolerance: number;
}

/**
 * Validates the input of a dialog (docs/specification.md#dialog-submissions). Drops unknown elements and converts
 * numbers from text. An empty optional field stays empty.
 */
export function validateSubmission(
  elements: readonly DialogElement[],
  submission: Submission,
  dates: DateRules,
  describe: (fault: SubmissionFault) => string = describeInEnglish,
): ValidatedSubmission {
  // Maps, because an element may have any name, including `__proto__`.
  const values = new Map<string, SubmittedValue>();
  const errors = new Map<string, string>();
  for (const element of elements) {
    const entered = Object.hasOwn(submission, element.name) ? submission[element.name] : undefined;
    const value = enteredValue(element, entered);
    const fault = faultIn(element, value, dates);
    if (fault) errors.set(element.name, describe(fault));
    else values.set(element.name, typed(element, value));
  }
  return {values: Object.fromEntries(values), errors: Object.fromEntries(errors)};
}

/**
 * The input of an unfinished form: the values that are valid so far, and empty ones. Drops unknown elements and earlier
 * ones without input.
 */
export function unfinishedValues(
  elements: readonly DialogElement[],
  submission: Submission,
  dates: DateRules,
): ValidatedSubmission['values'] {
  const entered = elements.filter(({name}) => Object.hasOwn(submission, name));
  const optional = entered.map((element) => ({...element, optional: true, minLength: 0}));
  return validateSubmission(optional, submission, dates).values;
}

function enteredValue(element: DialogElement, entered: unknown): string | boolean | string[] {
  if (element.type === 'bool') return entered === true || entered === 'true';
  if (isMultiselect(element)) return selections(entered);
  if (typeof entered === 'number' || typeof entered === 'boolean') return String(entered);
  return typeof entered === 'string' ? entered : '';
}

function isMultiselect(element: DialogElement): element is ChoiceElement {
  return element.type === 'select' && element.multiselect === true;
}

/** Clients without support for multiselects send one value. */
function selections(entered: unknown): string[] {
  const list = Array.isArray(entered) ? entered : [entered];
  return [...new Set(list.filter((value) => typeof value === 'string' && value !== ''))];
}

function isEmpty(value: string | boolean | string[]): boolean {
  if (typeof value === 'boolean') return !value;
  return Array.isArray(value) ? value.length === 0 : value.trim() === '';
}

function faultIn(
  element: DialogElement,
  value: string | boolean | string[],
  dates: DateRules,
): SubmissionFault | undefined {
  if (isEmpty(value)) return element.optional ? undefined : {rule: 'required'};
  if (typeof value === 'boolean') return undefined;
  if (Array.isArray(value)) {
    const limit = DIALOG_LIMITS.selections;
    if (value.length > limit) return {rule: 'selections', limit, count: value.length};
    return isMultiselect(element) ? firstFault(value, (one) => choiceFault(element, one)) : undefined;
  }
  switch (element.type) {
    case 'date':
    case 'datetime':
      return dateFault(element, value, dates);
    case 'text':
    case 'textarea':
      return textFault(element, value);
    case 'select':
    case 'radio':
      return choiceFault(element, value);
  }
  return undefined;
}

function firstFault(
  values: readonly string[],
  faultOf: (value: string) => SubmissionFault | undefined,
): SubmissionFault | undefined {
  for (const value of values) {
    const fault = faultOf(value);
    if (fault) return fault;
  }
  return undefined;
}

function dateFault(
  {type, minDate, maxDate, timeZone}: DateElement,
  value: string,
  {now, timeZone: usersZone, tolerance}: DateRules,
): SubmissionFault | undefined {
  if (!(type === 'date' ? isDate(value) : isInstant(value))) return {rule: type};
  const calendar = {now, timeZone: timeZone || usersZone};
  const day = type === 'date' ? value : dayOf(Date.parse(value), calendar.timeZone);
  const min = minDate && resolveDay(minDate, calendar);
  if (min && daysAfter(min, day) > tolerance) return {rule: 'minDate', day: min};
  const max = maxDate && resolveDay(maxDate, calendar);
  if (max && daysAfter(day, max) > tolerance) return {rule: 'maxDate', day: max};
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

function choiceFault({dataSource, options}: ChoiceElement, value: string): SubmissionFault | undefined {
  if (dataSource === 'dynamic') {
    const length = [...value].length;
    const limit = DIALOG_LIMITS.select;
    return length > limit ? {rule: 'maxLength', limit, length} : undefined;
  }
  if (dataSource === '') {
    return options.some((option) => option.value === value) ? undefined : {rule: 'options'};
  }
  return ID.test(value) ? undefined : {rule: dataSource};
}

function typed(element: DialogElement, value: string | boolean | string[]): SubmittedValue {
  const isNumber =
    element.type === 'text' || element.type === 'textarea' ? element.subtype === 'number' : false;
  return isNumber && typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}
