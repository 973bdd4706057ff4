/**
 * The vocabulary in which objects.ts states the file format. What is stated there drives the checks (check.ts),
 * the TypeScript types of what has passed them, and docs/bulk-import-format.md.
 */

/** What it means that a rule is broken: see {@link Level}. */
const LEVELS = {
  /** The line cannot be imported. */
  error: 'an error',
  /** The line is imported; under `--strict` it is an error. */
  lenient: 'a warning',
  /** Nothing to speak of, except under `--strict`, where it is an error. */
  strict: 'allowed',
  /** Worth knowing, and never an error. */
  advice: 'a warning',
} as const;

export type Level = keyof typeof LEVELS;

/** What a value that is a name refers to, in the file before this line or in the database. */
type Reference = 'scheme' | 'team' | 'channel' | 'user';

export interface FieldOptions<Required extends boolean = boolean> {
  /** What the field is, as a phrase for the documentation. */
  about: string;
  /** Without it the line cannot be imported. */
  required?: Required;
  /** Real files often lack it: a warning if absent, and an error in strict mode (docs/specification.md#strict-mode). */
  expected?: boolean;
  /** Other names under which files carry the field. */
  aliases?: readonly string[];
  /** Only in files of newer servers: an error in strict mode (docs/specification.md#strict-mode). */
  newer?: boolean;
  /** The value is for nobody's eyes: no report shows it. */
  secret?: boolean;
}

export interface TextOptions<Required extends boolean = boolean> extends FieldOptions<Required> {
  min?: number;
  max?: number;
  /** What `min` and `max` count; characters are Unicode code points. */
  unit?: 'characters' | 'bytes';
  /** The form of the whole text; `form` says the same in words. */
  pattern?: RegExp;
  form?: string;
  /** The only values that are allowed. */
  values?: readonly string[];
  /** What breaking `values` or `pattern` means; an error unless stated otherwise. */
  level?: Level;
  /** Other spellings of values, and what each stands for. */
  spellings?: Readonly<Record<string, string>>;
  /** Upper-case letters are taken for lower-case ones. */
  folded?: boolean;
  refersTo?: Reference;
}

/** A field of type `Value`. `value` exists only in the type. */
export interface Field<Value = unknown, Required extends boolean = boolean> extends FieldOptions<Required> {
  kind: 'text' | 'switch' | 'flag' | 'integer' | 'json' | 'texts' | 'object' | 'objects';
  readonly value?: Value;
  text?: TextOptions;
  integer?: {min?: number; notZero?: boolean; time?: boolean};
  /** How many entries a list may have. */
  entries?: {min: number; max: number};
  object?: ObjectFormat;
  level?: Level;
}

/** Whatever a field of the record can be: its name is the canonical key. */
export type Fields = Readonly<Record<string, Field>>;

/** The type of an object that has passed all checks; an absent field, or one that is null, is undefined. */
export type Checked<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer Value, infer Required>
    ? [Required] extends [true]
      ? Value
      : Value | undefined
    : never;
};

/** A rule that takes more than one field to check. */
export interface ObjectRule<F extends Fields = Fields> {
  /** The rule's identifier in reports. */
  rule: string;
  level: Level;
  /** What the rule demands, as a sentence for reports and documentation. */
  about: string;
  /** The name of the field that breaks the rule, or undefined while none does. */
  broken(object: Partial<Checked<F>>): string | undefined;
}

export interface ObjectFormat<F extends Fields = Fields> {
  name: string;
  fields: F;
  rules: readonly ObjectRule<F>[];
}

/** The checked form of an object. */
export type ObjectOf<Format> = Format extends ObjectFormat<infer F> ? Checked<F> : never;

/** States an object of the format. */
export function object<const F extends Fields>(
  name: string,
  fields: F,
  rules: readonly ObjectRule<NoInfer<F>>[] = [],
): ObjectFormat<F> {
  return {name, fields, rules};
}

/** Text. */
export function text<const Required extends boolean = false>(
  options: TextOptions<Required>,
): Field<string, Required> {
  return {...options, kind: 'text', text: options};
}

/** Text that is one of a few values; `spellings` are other ways to write them. */
export function oneOf<const Value extends string, const Required extends boolean = false>(
  values: readonly Value[],
  options: FieldOptions<Required> & {spellings?: Readonly<Record<string, Value>>},
): Field<Value, Required> {
  return {...options, kind: 'text', text: {...options, values}};
}

/** Yes or no, kept as the text `true` or `false`; a boolean and any case are understood as well. */
export function onOff<const Required extends boolean = false>(
  options: FieldOptions<Required> & {level?: Level},
): Field<'true' | 'false', Required> {
  return {...options, kind: 'switch'};
}

/** A boolean; the texts `true` and `false` are understood as well. */
export function flag<const Required extends boolean = false>(
  options: FieldOptions<Required>,
): Field<boolean, Required> {
  return {...options, kind: 'flag'};
}

/** A whole number of at most 2^53 - 1 in size. */
export function integer<const Required extends boolean = false>(
  options: FieldOptions<Required> & {min?: number},
): Field<number, Required> {
  return {...options, kind: 'integer', integer: {min: options.min}};
}

/** A moment in milliseconds since the Unix epoch. */
export function time<const Required extends boolean = false>(
  options: FieldOptions<Required> & {notZero?: boolean},
): Field<number, Required> {
  return {...options, kind: 'integer', integer: {notZero: options.notZero, time: true}};
}

/** An object of free content, at most `max` characters long as JSON. What was checked is that JSON. */
export function json<const Required extends boolean = false>(
  options: FieldOptions<Required> & {max: number},
): Field<string, Required> {
  return {...options, kind: 'json', text: {about: options.about, max: options.max}};
}

/** A list of texts, each checked as `text` says. */
export function texts<const Required extends boolean = false>(
  options: TextOptions<Required> & {entries?: {min: number; max: number}},
): Field<string[], Required> {
  return {...options, kind: 'texts', text: options};
}

/** An object within the object. */
export function nested<F extends Fields, const Required extends boolean = false>(
  format: ObjectFormat<F>,
  options: FieldOptions<Required>,
): Field<Checked<F>, Required> {
  return {...options, kind: 'object', object: format as unknown as ObjectFormat};
}

/** A list of objects. */
export function list<F extends Fields, const Required extends boolean = false>(
  format: ObjectFormat<F>,
  options: FieldOptions<Required> & {entries?: {min: number; max: number}},
): Field<Checked<F>[], Required> {
  return {...options, kind: 'objects', object: format as unknown as ObjectFormat};
}
