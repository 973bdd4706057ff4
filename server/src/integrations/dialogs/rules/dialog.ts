// Shared with the web client: no imports of Node's.

/** Limits of dialogs, in characters unless stated otherwise (docs/specification.md#dialog-limits). */
export const DIALOG_LIMITS = {
  title: 24,
  /** Elements a dialog. */
  elements: 5,
  displayName: 24,
  name: 300,
  helpText: 150,
  /** Default and placeholder of a text or a textarea, and its length where the dialog names none. */
  text: 150,
  textarea: 3000,
  /** The most that a dialog may let people enter. */
  maxLength: 3000,
  /** Default and placeholder of a select. */
  select: 3000,
  boolPlaceholder: 150,
} as const;

/** What a text element's subtype may be; a textarea has no `password`. */
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

/** A dialog whose fields are within their limits and whose unset fields have their defaults. */
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
