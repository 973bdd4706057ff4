/**
 * The vocabulary of the file format in objects.ts. It drives the checks (check.ts), the TypeScript types of checked
 * objects, and docs/bulk-import-format.md.
 */

/** How serious a violation is: see {@link Level}. */
const LEVELS = {
  /** The line cannot be imported. */
  error: 'an error',
  /** The line is imported. In strict mode it is an error. */
  lenient: 'a warning',
  /** Allowed, but an error in strict mode. */
  strict: 'allowed',
  /** Useful to know, and never an error. */
  advice: 'a warning',
} as const;

export type Level = keyof typeof LEVELS;

/** The kind of object that a name refers to: an object earlier in the file or in the database. */
type Reference = 'scheme' | 'team' | 'channel' | 'user';

export interface FieldOptions<Required extends boolean = boolean> {
  /** A phrase that describes the field in the documentation. */
  about: string;
  /** A line without the field cannot be imported. */
  required?: Required;
  /** Real files often lack it: a warning if absent, and an error in strict mode (docs/specification.md#strict-mode). */
  expected?: boolean;
  /** Other names of the field in files. */
  aliases?: readonly string[];
  /** Only in files of newer servers: an error in strict mode (docs/specification.md#strict-mode). */
  newer?: boolean;
  /** Reports never show the value. */
  secret?: boolean;
}

export interface TextOptions<Required extends boolean = boolean> extends FieldOptions<Required> {
  min?: number;
  max?: number;
  /** The unit of `min` and `max`; characters are Unicode code points. */
  unit?: 'characters' | 'bytes';
  /** The pattern of the whole text; `form` describes it in words. */
  pattern?: RegExp;
  form?: string;
  /** The only values that are allowed. */
  values?: readonly string[];
  /** The level of a value that is not in `values` or does not match `pattern`; an error by default. */
  level?: Level;
  /** Other spellings of values, and the value for each. */
  spellings?: Readonly<Record<string, string>>;
  /** Converts upper-case letters to lower case. */
  lowercase?: boolean;
  refersTo?: Reference;
}

/** A field of type `Value`. `value` exists only in the type. */
export interface Field<Value = unknown, Required extends boolean = boolean> extends FieldOptions<Required> {
  kind: 'text' | 'switch' | 'flag' | 'integer' | 'json' | 'texts' | 'object' | 'objects';
  readonly value?: Value;
  text?: TextOptions;
  integer?: {min?: number; notZero?: boolean; time?: boolean};
  /** The minimum and maximum number of entries of a list. */
  entries?: {min: number; max: number};
  object?: ObjectFormat;
  level?: Level;
}

/** The fields of an object by canonical name. */
export type Fields = Readonly<Record<string, Field>>;

/** The type of a checked object. An absent or null field is undefined. */
export type Checked<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer Value, infer Required>
    ? [Required] extends [true]
      ? Value
      : Value | undefined
    : never;
};

/** A rule about more than one field. */
export interface ObjectRule<F extends Fields = Fields> {
  /** The rule's identifier in reports. */
  rule: string;
  level: Level;
  /** The requirement, as a sentence for reports and documentation. */
  about: string;
  /** The name of the field that breaks the rule; undefined if none does. */
  broken(object: Partial<Checked<F>>): string | undefined;
}

export interface ObjectFormat<F extends Fields = Fields> {
  name: string;
  fields: F;
  rules: readonly ObjectRule<F>[];
}

/** The type of a checked object of the format. */
export type ObjectOf<Format> = Format extends ObjectFormat<infer F> ? Checked<F> : never;

/** Defines an object of the format. */
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

/** One of a few text values; `spellings` has other spellings of them. */
export function oneOf<const Value extends string, const Required extends boolean = false>(
  values: readonly Value[],
  options: FieldOptions<Required> & {spellings?: Readonly<Record<string, Value>>},
): Field<Value, Required> {
  return {...options, kind: 'text', text: {...options, values}};
}

/** A boolean kept as the text `true` or `false`. Booleans and upper case are also accepted. */
export function onOff<const Required extends boolean = false>(
  options: FieldOptions<Required> & {level?: Level},
): Field<'true' | 'false', Required> {
  return {...options, kind: 'switch'};
}

/** A boolean. The texts `true` and `false` are also accepted. */
export function flag<const Required extends boolean = false>(
  options: FieldOptions<Required>,
): Field<boolean, Required> {
  return {...options, kind: 'flag'};
}

/** A whole number of at most 2^53 - 1 in magnitude. */
export function integer<const Required extends boolean = false>(
  options: FieldOptions<Required> & {min?: number},
): Field<number, Required> {
  return {...options, kind: 'integer', integer: {min: options.min}};
}

/** A time in milliseconds since the Unix epoch. */
export function time<const Required extends boolean = false>(
  options: FieldOptions<Required> & {notZero?: boolean},
): Field<number, Required> {
  return {...options, kind: 'integer', integer: {notZero: options.notZero, time: true}};
}

/** An object with arbitrary content, at most `max` characters as JSON. The checked value is that JSON. */
export function json<const Required extends boolean = false>(
  options: FieldOptions<Required> & {max: number},
): Field<string, Required> {
  return {...options, kind: 'json', text: {about: options.about, max: options.max}};
}

/** A list of texts, each checked like `text`. */
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
