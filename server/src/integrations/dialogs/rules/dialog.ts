// Shared with the web client, so it must not import Node.js modules.

/** Limits of dialogs, in characters unless stated otherwise (docs/specification.md#dialog-limits). */
export const DIALOG_LIMITS = {
  title: 24,
  /** Elements per dialog. */
  elements: 5,
  displayName: 24,
  name: 300,
  helpText: 150,
  /** The default and placeholder of a text or textarea, and its length if the dialog doesn't set one. */
  text: 150,
  textarea: 3000,
  /** The highest maximum length that a dialog can set. */
  maxLength: 3000,
  /** The default, placeholder and each value of a select. */
  select: 3000,
  boolPlaceholder: 150,
  /** The default and placeholder of a date or datetime. */
  date: 150,
  /** Selections in one multiselect. */
  selections: 100,
  /** Options that a lookup returns. */
  lookupItems: 100,
  /** Minutes between the times of a datetime, unless it sets them. */
  timeInterval: 60,
} as const;

/** The subtypes of a text element. A textarea cannot be a `password`. */
export const TEXT_SUBTYPES = ['text', 'email', 'number', 'password', 'tel', 'url'] as const;

export type TextSubtype = (typeof TEXT_SUBTYPES)[number];

export interface DialogOption {
  text: string;
  value: string;
}

interface ElementBase {
  displayName: string;
  name: string;
  optional: boolean;
  helpText: string;
  /** A multiselect separates values with commas. */
  default: string;
  placeholder: string;
}

interface Refreshable {
  /** Whether a change asks `sourceUrl` for a new form. */
  refresh?: boolean;
}

/** Where the options of a select come from: the dialog itself, the server, or a lookup. */
export type DataSource = '' | 'users' | 'channels' | 'dynamic';

/** An element. Fields that are optional are missing in dialogs that an older version stored. */
export type DialogElement = ElementBase &
  (
    | {type: 'text' | 'textarea'; subtype: TextSubtype; minLength: number; maxLength: number}
    | ({
        type: 'select' | 'radio';
        dataSource: DataSource;
        /** Where a `dynamic` select looks up its options. */
        dataSourceUrl?: string;
        options: DialogOption[];
        multiselect?: boolean;
      } & Refreshable)
    | ({type: 'bool'} & Refreshable)
    | ({
        type: 'date' | 'datetime';
        /** The first and last day: a date or a time relative to now (`rules/dates.ts`); empty for none. */
        minDate: string;
        maxDate: string;
        /** Minutes between the times that a datetime offers. */
        timeInterval: number;
        /** The zone of a datetime; empty for the user's. */
        timeZone: string;
        /** Whether other times can be entered than those that a datetime offers. */
        manualTimeEntry: boolean;
      } & Refreshable)
  );

export type DateElement = Extract<DialogElement, {type: 'date' | 'datetime'}>;
export type ChoiceElement = Extract<DialogElement, {type: 'select' | 'radio'}>;

/** A validated dialog, with defaults for unset fields. */
export interface Dialog {
  callbackId: string;
  title: string;
  introductionText: string;
  iconUrl: string;
  elements: DialogElement[];
  submitLabel: string;
  notifyOnCancel: boolean;
  state: string;
  /** Where elements with `refresh` get a new form; empty for none. */
  sourceUrl?: string;
  /** The elements of earlier steps of a form with several steps, whose values are submitted again. */
  earlierElements?: DialogElement[];
}

/** The values of a multiselect's default. */
export function defaultSelections(list: string): string[] {
  return [...new Set(list.split(',').flatMap((value) => value.trim() || []))];
}
