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
  /** The default and placeholder of a select. */
  select: 3000,
  boolPlaceholder: 150,
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
  default: string;
  placeholder: string;
}

export type DialogElement = ElementBase &
  (
    | {type: 'text' | 'textarea'; subtype: TextSubtype; minLength: number; maxLength: number}
    | {type: 'select' | 'radio'; dataSource: '' | 'users' | 'channels'; options: DialogOption[]}
    | {type: 'bool'}
  );

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
}
