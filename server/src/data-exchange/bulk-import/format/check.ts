import {nearestName} from '../../../platform/config/nearest-name.ts';
import {countCodePoints} from '../../../platform/formats/code-points.ts';
import type {Fault, Findings} from '../findings.ts';
import type {Field, Level, ObjectFormat, TextOptions} from './fields.ts';

/** Where a check is: the line, and the path from its object to the value. */
export interface Place {
  line: number;
  path: (string | number)[];
  findings: Findings;
  /** Whether the line has escapes that could produce U+0000 or half a surrogate pair. */
  hasEscapes: boolean;
  /** Unknown keys that were already reported, as `object.key`. */
  unknownKeys: Set<string>;
}

/** A checked object: fields under their canonical names, undefined where absent. */
export type CheckedObject = Record<string, unknown>;

type Check = (value: unknown, place: Place, key: string | number) => unknown;

interface CompiledField {
  name: string;
  check: Check;
  /** One bit of {@link CompiledObject.required} if the field must be present, else 0. */
  bit: number;
  absent: Fault;
  /** The strict finding for the field or alias itself. */
  present?: Fault;
}

/**
 * Compiles the checks of an object. The returned function reports findings and returns the same object with its fields
 * under their canonical names. Unknown fields stay in it.
 * TypeBox can validate values, but this also renames, repairs and drops them, and reports each finding with its
 * position and severity. A post takes three to five microseconds, against one for a compiled TypeBox schema. That is
 * little compared with reading and storing the post, so a second description of the format is not worth it.
 * The function runs for every object of every line, so all preparation happens here.
 */
export function compileObject(
  format: ObjectFormat,
): (value: unknown, place: Place) => CheckedObject | undefined {
  const fields = new Map<string, CompiledField>();
  const required: CompiledField[] = [];
  let requiredBits = 0;

  for (const [name, field] of Object.entries(format.fields)) {
    const isTracked = field.required || field.expected;
    const bit = isTracked ? 1 << required.length : 0;
    const compiled: CompiledField = {
      name,
      check: compileField(format.name, name, field),
      bit,
      absent: {
        rule: 'missing-field',
        level: field.required ? 'error' : 'lenient',
        // Exports of Mattermost lack these fields in every line.
        summarized: true,
        object: format.name,
        field: name,
        demand: field.required
          ? `Every ${format.name} must have the field ${name}.`
          : `The format requires the field ${name} in every ${format.name}. If it is missing, the stored value is kept.`,
      },
    };
    if (field.newer) {
      compiled.present = {
        rule: 'not-in-specification',
        level: 'strict',
        object: format.name,
        field: name,
        demand: `The field ${name} of a ${format.name} is an extension of the format.`,
      };
    }
    if (isTracked) {
      required.push(compiled);
      requiredBits |= bit;
    }
    fields.set(name, compiled);
    for (const alias of field.aliases ?? []) {
      fields.set(alias, {
        ...compiled,
        present: {
          rule: 'other-name',
          level: 'strict',
          object: format.name,
          field: alias,
          demand: `The format calls this field ${name}, not ${alias}.`,
        },
      });
    }
  }
  const wrongType = fault('wrong-type', format.name, '', 'The value must be an object, in braces.');
  const rules = format.rules.map(({rule, level, about, broken}) => ({
    broken,
    faults: faultsByField((field) => ({rule, level, object: format.name, field, demand: about})),
  }));

  function reportUnknownKey(key: string, place: Place): void {
    // Reported once for each key, because a key usually repeats in every line.
    const id = `${format.name}.${key}`;
    if (place.unknownKeys.has(id) || place.unknownKeys.size >= MAX_UNKNOWN_KEYS) return;
    place.unknownKeys.add(id);
    const nearest = nearestName(key, fields.keys(), ' ');
    const unknown: Fault = {
      rule: 'unknown-key',
      level: 'lenient',
      object: format.name,
      field: key.slice(0, 64),
      demand: `A ${format.name} has no such field, so it is ignored. Reported once.`,
      hint: nearest && `Did you mean ${nearest}?`,
    };
    place.findings.report(unknown, place.line, () => pathTo(place, key));
  }

  return (value, place) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      place.findings.report(wrongType, place.line, () => pathTo(place), value);
      return undefined;
    }
    // No one else uses the parsed object, so it is changed in place.
    const checked = value as CheckedObject;
    let seen = 0;
    for (const key in checked) {
      const given = checked[key];
      // Null means absent at every level.
      if (given === null) {
        checked[key] = undefined;
        continue;
      }
      const field = fields.get(key) ?? fields.get(key.toLowerCase());
      if (field === undefined) {
        reportUnknownKey(key, place);
        continue;
      }
      if (field.present) place.findings.report(field.present, place.line, () => pathTo(place, key));
      seen |= field.bit;
      const result = field.check(given, place, key);
      if (result !== given || field.name !== key) checked[field.name] = result;
    }
    if ((seen & requiredBits) !== requiredBits) {
      for (const field of required) {
        if ((seen & field.bit) === 0) {
          place.findings.report(field.absent, place.line, () => pathTo(place, field.name));
        }
      }
    }
    for (const rule of rules) {
      const field = rule.broken(checked);
      if (field !== undefined) {
        const value = format.fields[field]?.secret ? undefined : checked[field];
        place.findings.report(rule.faults(field), place.line, () => pathTo(place, field), value);
      }
    }
    return checked;
  };
}

const MAX_UNKNOWN_KEYS = 1_000;
const MAX_DEPTH = 64;

function compileField(object: string, name: string, field: Field): Check {
  if (field.secret) {
    const check = compileKind(object, name, field);
    return (value, place, key) => check(value, {...place, findings: withoutValues(place.findings)}, key);
  }
  return compileKind(object, name, field);
}

/** Reports findings without their values. */
function withoutValues(findings: Findings): Findings {
  return {...findings, report: (kind, line, path) => findings.report(kind, line, path)};
}

function compileKind(object: string, name: string, field: Field): Check {
  switch (field.kind) {
    case 'text':
      return compileText(object, name, field.text!);
    case 'switch':
      return compileSwitch(object, name, field.level ?? 'error');
    case 'flag': {
      const wrongType = fault(
        'wrong-type',
        object,
        name,
        'The value must be true or false, without quotation marks.',
      );
      return (value, place, key) => {
        if (typeof value === 'boolean') return value;
        const text = typeof value === 'string' ? value.toLowerCase() : '';
        if (text === 'true' || text === 'false') return text === 'true';
        return fail(wrongType, place, key, value);
      };
    }
    case 'integer':
      return compileInteger(object, name, field.integer ?? {});
    case 'json':
      return compileJson(object, name, field.text!.max!);
    case 'texts':
      return compileList(object, name, field, compileText(object, name, field.text!));
    case 'object':
      return within(compileObject(field.object!));
    case 'objects':
      return compileList(object, name, field, within(compileObject(field.object!)));
  }
}

function within(check: (value: unknown, place: Place) => unknown): Check {
  return (value, place, key) => {
    place.path.push(key);
    const checked = check(value, place);
    place.path.pop();
    return checked;
  };
}

function compileText(object: string, name: string, options: TextOptions): Check {
  const {
    min = 0,
    max = Number.POSITIVE_INFINITY,
    unit = 'characters',
    pattern,
    form,
    values,
    spellings,
  } = options;
  const level = options.level ?? 'error';
  const wrongType = fault('wrong-type', object, name, 'The value must be text, in quotation marks.');
  const tooLong = fault('too-long', object, name, `At most ${max.toLocaleString('en')} ${unit}.`);
  const tooShort = fault(
    'too-short',
    object,
    name,
    `At least ${min} ${unit === 'bytes' ? 'byte' : 'character'}.`,
  );
  const malformed = fault('malformed', object, name, `Allowed: ${form}.`, level);
  const badCharacter = badCharacterIn(object, name);
  const spelled = fault(
    'other-spelling',
    object,
    name,
    `The format spells this ${quoted(values)}.`,
    'strict',
  );
  const notAllowed = fault('not-allowed', object, name, `Allowed: ${quoted(values)}.`, level);
  const allowed = values && new Set(values);
  const length = unit === 'bytes' ? Buffer.byteLength : countCodePoints;

  return (value, place, key) => {
    if (typeof value !== 'string') return fail(wrongType, place, key, value);
    let text = place.hasEscapes ? withoutBadCharacters(value, badCharacter, place, key) : value;
    if (options.lowercase) text = text.toLowerCase();
    // A UTF-16 unit is at least half a code point and at most three bytes, so most texts need no counting.
    if ((unit === 'bytes' ? text.length * 3 : text.length) > max && length(text) > max) {
      return fail(tooLong, place, key, value);
    }
    if (text.length < min) return fail(tooShort, place, key, value);
    if (pattern && !pattern.test(text)) {
      fail(malformed, place, key, value);
      return level === 'error' ? undefined : text;
    }
    if (allowed && !allowed.has(text)) {
      const meant = spellings?.[text] ?? spellings?.[text.toLowerCase()] ?? lowerCased(text, allowed);
      if (meant !== undefined) {
        place.findings.report(spelled, place.line, () => pathTo(place, key), value);
        return meant;
      }
      fail(notAllowed, place, key, value);
      return level === 'error' ? undefined : text;
    }
    return text;
  };
}

function lowerCased(text: string, allowed: ReadonlySet<string>): string | undefined {
  const lower = text.toLowerCase();
  return allowed.has(lower) ? lower : undefined;
}

function compileSwitch(object: string, name: string, level: Level): Check {
  const notAllowed = fault('not-allowed', object, name, 'Allowed: true, false.', level);
  return (value, place, key) => {
    const text = typeof value === 'boolean' ? String(value) : value;
    if (text === 'true' || text === 'false') return text;
    const lower = typeof text === 'string' ? text.toLowerCase() : undefined;
    if (lower === 'true' || lower === 'false') return lower;
    return fail(notAllowed, place, key, value);
  };
}

function compileInteger(
  object: string,
  name: string,
  {min, notZero, time}: NonNullable<Field['integer']>,
): Check {
  const wrongType = fault(
    'wrong-type',
    object,
    name,
    'The value must be a whole number, without quotation marks.',
  );
  const tooSmall = fault('too-small', object, name, `At least ${min}.`);
  const zero = fault(
    'not-allowed',
    object,
    name,
    'The value must be a time in milliseconds since 1970, and not 0.',
  );
  const seconds: Fault = {
    ...fault('looks-like-seconds', object, name, 'Times must be in milliseconds since 1970.', 'advice'),
    hint: 'The number looks like seconds. If it is, multiply it by 1000.',
  };
  return (value, place, key) => {
    if (!Number.isSafeInteger(value)) return fail(wrongType, place, key, value);
    const number = value as number;
    if (min !== undefined && number < min) return fail(tooSmall, place, key, value);
    if (time) {
      if (notZero && number === 0) return fail(zero, place, key, value);
      if (number > SECONDS_IN_2001 && number < SECONDS_IN_2065) fail(seconds, place, key, value);
    }
    return number;
  };
}

const SECONDS_IN_2001 = 1_000_000_000;
const SECONDS_IN_2065 = 3_000_000_000;

/** Arbitrary content, validated and serialized as JSON that PostgreSQL accepts. */
function compileJson(object: string, name: string, max: number): Check {
  const wrongType = fault('wrong-type', object, name, 'The value must be an object, in braces.');
  const tooDeep = fault('too-deep', object, name, `At most ${MAX_DEPTH} levels of objects and lists.`);
  const tooLong = fault('too-long', object, name, `At most ${max.toLocaleString('en')} characters as JSON.`);
  const badCharacter = badCharacterIn(object, name);
  return (value, place, key) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return fail(wrongType, place, key, value);
    }
    if (depthExceeds(value, MAX_DEPTH)) return fail(tooDeep, place, key);
    const clean = place.hasEscapes ? cleaned(value, badCharacter, place, key) : value;
    const text = JSON.stringify(clean);
    if (text.length > max && countCodePoints(text) > max) return fail(tooLong, place, key);
    return text;
  };
}

function depthExceeds(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (depthExceeds((value as CheckedObject)[key], levels - 1)) return true;
  return false;
}

function cleaned(value: unknown, badCharacter: Fault, place: Place, key: string | number): unknown {
  const clean = (text: string) => withoutBadCharacters(text, badCharacter, place, key);
  const walk = (item: unknown): unknown => {
    if (typeof item === 'string') return clean(item);
    if (Array.isArray(item)) return item.map(walk);
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([inner, content]) => [clean(inner), walk(content)]));
  };
  return walk(value);
}

function compileList(object: string, name: string, {entries, about}: Field, check: Check): Check {
  const wrongType = fault('wrong-type', object, name, 'The value must be a list, in brackets.');
  const wrongNumber = fault(
    'wrong-number',
    object,
    name,
    `${entries?.min} to ${entries?.max} entries: ${about}.`,
  );
  return (value, place, key) => {
    if (!Array.isArray(value)) return fail(wrongType, place, key, value);
    if (entries && (value.length < entries.min || value.length > entries.max)) {
      fail(wrongNumber, place, key, value);
    }
    if (value.length === 0) return value;
    place.path.push(key);
    let kept = 0;
    for (let i = 0; i < value.length; i++) {
      // A null entry is dropped.
      const item = value[i] === null ? undefined : check(value[i], place, i);
      if (item !== undefined) value[kept++] = item;
    }
    place.path.pop();
    value.length = kept;
    return value;
  };
}

/** Replaces what PostgreSQL cannot store: U+0000 and unpaired surrogates. */
function withoutBadCharacters(text: string, kind: Fault, place: Place, key: string | number): string {
  if (!text.includes('\0') && text.isWellFormed()) return text;
  fail(kind, place, key, text);
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

function badCharacterIn(object: string, name: string): Fault {
  const demand = 'Text must not contain U+0000 or unpaired surrogates; they are replaced with U+FFFD.';
  return fault('bad-character', object, name, demand, 'advice');
}

/** One fault per field, created on demand. Findings are grouped by it. */
function faultsByField(make: (field: string) => Fault): (field: string) => Fault {
  const faults = new Map<string, Fault>();
  return (field) => {
    const fault = faults.get(field) ?? make(field);
    faults.set(field, fault);
    return fault;
  };
}

function fault(rule: string, object: string, field: string, demand: string, level: Level = 'error'): Fault {
  return {rule, level, object, field, demand};
}

function fail(kind: Fault, place: Place, key: string | number, value?: unknown): undefined {
  place.findings.report(kind, place.line, () => pathTo(place, key), value);
  return undefined;
}

/** The path to a value, such as `post.replies[2].user`. */
function pathTo(place: Place, key?: string | number): string {
  const parts = key === undefined ? place.path : [...place.path, key];
  return parts.reduce<string>(
    (path, part) => (typeof part === 'number' ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`),
    '',
  );
}

function quoted(values: readonly string[] | undefined): string {
  return (values ?? []).map((value) => (value === '' ? 'empty' : `"${value}"`)).join(', ');
}
