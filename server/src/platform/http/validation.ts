import {Ajv, type ErrorObject, type ValidateFunction} from 'ajv';
import addFormats from 'ajv-formats';
import type {FastifySchemaCompiler} from 'fastify';
import {
  type AppError,
  type ErrorParams,
  featureNotAvailable,
  invalidBodyParam,
  invalidUrlParam,
} from '../errors/app-error.ts';
import {compileOnce} from './compile-once.ts';

/** The keyword of `absentField` in wire.ts. */
const ABSENT = 'x-absent';

// Bodies are JSON with proper types; paths and queries are text that is converted to numbers and booleans. Unknown
// members are ignored, because official clients send whole records back.
const bodyAjv = addFormats.default(
  new Ajv({useDefaults: true, allErrors: false, verbose: true, strict: false}),
);
bodyAjv.addKeyword({
  keyword: 'x-max-json-length',
  schemaType: 'number',
  error: {message: ({schema}) => `must NOT have more than ${schema} characters as JSON`},
  validate: (most: number, value: unknown) => (JSON.stringify(value)?.length ?? 0) <= most,
});
const textAjv = addFormats.default(
  new Ajv({useDefaults: true, allErrors: false, verbose: true, strict: false, coerceTypes: 'array'}),
);
for (const ajv of [bodyAjv, textAjv]) {
  ajv.addKeyword({
    keyword: ABSENT,
    schemaType: 'string',
    validate: (_feature: string, value: unknown) => isUnset(value),
  });
}

/** Whether this is the value that clients send for a feature that they don't use. */
function isUnset(value: unknown): boolean {
  if (value !== null && typeof value === 'object') return Object.keys(value).length === 0;
  return value === null || value === false || value === 'false' || value === '' || value === 0;
}

/**
 * Creates the validator of a part of a request. `null` for an optional member of a body counts as missing, as on the
 * reference server. The schema is compiled at the first request, for the same reason as in `compileSerializer`.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({schema, httpPart}) => {
  let check: ((value: unknown) => {value: unknown} | {error: SchemaViolation}) | undefined;
  return (value: unknown) => {
    check ??= compileCheck({schema, part: httpPart ?? 'body'});
    return check(value);
  };
};

const compileCheck = compileOnce(({schema, part}: {schema: object; part: string}) => {
  const validate = (part === 'body' ? bodyAjv : textAjv).compile(withSafeIntegers(schema) as object);
  const isValid = part === 'body' ? acceptingNulls(schema, validate) : acceptingEmpty(schema, validate);
  return (value: unknown) =>
    isValid(value) ? {value} : {error: new SchemaViolation(part, (validate.errors ?? [])[0])};
});

// In JSON Schema, 1e308 is an integer. Beyond these limits, numbers are not exact and don't fit into a column.
const SAFE_INTEGER = {minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER};

/** Adds limits to every integer in a schema that has none. */
function withSafeIntegers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withSafeIntegers);
  if (schema === null || typeof schema !== 'object') return schema;
  const bounded = Object.fromEntries(
    Object.entries(schema).map(([name, inner]) => [name, withSafeIntegers(inner)]),
  );
  return bounded.type === 'integer' ? {...SAFE_INTEGER, ...bounded} : bounded;
}

function acceptingNulls(schema: object, validate: ValidateFunction): (value: unknown) => boolean {
  const {properties, required = []} = schema as {properties?: Record<string, object>; required?: string[]};
  if (!properties) return (value) => validate(value) as boolean;
  const mayBeAbsent = new Set(Object.keys(properties).filter((name) => !required.includes(name)));
  return (value) => {
    if (value !== null && typeof value === 'object') {
      const members = value as Record<string, unknown>;
      for (const name in members) if (members[name] === null && mayBeAbsent.has(name)) delete members[name];
    }
    return validate(value) as boolean;
  };
}

// An empty value of a parameter that isn't text counts as missing, as on the reference server.
function acceptingEmpty(schema: object, validate: ValidateFunction): (value: unknown) => boolean {
  const mayBeEmpty = optionalNonText(schema);
  return (value) => {
    const members = (value ?? {}) as Record<string, unknown>;
    for (const name of mayBeEmpty) if (members[name] === '') delete members[name];
    return validate(value) as boolean;
  };
}

function optionalNonText(schema: object): string[] {
  const {
    properties = {},
    required = [],
    allOf = [],
  } = schema as {
    properties?: Record<string, {type?: string; pattern?: string}>;
    required?: string[];
    allOf?: object[];
  };
  const own = Object.entries(properties)
    .filter(([, {type, pattern}]) => type !== undefined && (type !== 'string' || pattern !== undefined))
    .map(([name]) => name);
  return [...own.filter((name) => !required.includes(name)), ...allOf.flatMap(optionalNonText)];
}

/** The error of a validator, which Fastify passes to the error handler. */
export class SchemaViolation extends Error {
  readonly part: string;
  readonly violation: ErrorObject | undefined;

  constructor(part: string, violation: ErrorObject | undefined) {
    super(violation?.message ?? 'invalid');
    this.part = part;
    this.violation = violation;
  }

  /** The error response: the field's path, the shortened value, and the allowed values. */
  toAppError(): AppError {
    const violation = this.violation;
    const name = violation ? fieldName(violation) : 'body';
    if (violation?.keyword === ABSENT) return featureNotAvailable(String(violation.schema), name);
    const fault = violation && {
      ...describe(name || 'body', violation),
      explanation: `${explain(violation)}.`,
    };
    return this.part === 'body' ? invalidBodyParam(name || 'body', fault) : invalidUrlParam(name, fault);
  }
}

function fieldName({instancePath, keyword, params}: ErrorObject): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((text, step) => (/^\d+$/.test(step) ? `${text}[${step}]` : text ? `${text}.${step}` : step), '');
  if (keyword !== 'required') return path;
  const missing = String((params as {missingProperty: string}).missingProperty);
  return path ? `${path}.${missing}` : missing;
}

/** A sentence for people if they can cause the violation. The rule and its limit are sent too, for translations. */
function describe(name: string, {keyword, params}: ErrorObject): {message?: string; params: ErrorParams} {
  const {limit} = params as {limit?: number};
  if (limit === undefined || !LIMITS[keyword]) return {params: {rule: keyword}};
  return {message: `${name} ${LIMITS[keyword](limit)}.`, params: {rule: keyword, limit}};
}

const characters = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`;
const entries = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;

const LIMITS: Readonly<Record<string, (limit: number) => string>> = {
  maxLength: (limit) => `can have at most ${characters(limit)}`,
  minLength: (limit) => `needs at least ${characters(limit)}`,
  maxItems: (limit) => `can have at most ${entries(limit)}`,
  minItems: (limit) => `needs at least ${entries(limit)}`,
  maximum: (limit) => `can be at most ${limit}`,
  minimum: (limit) => `must be at least ${limit}`,
};

// Errors are logged and shown, so they must not contain secrets.
const SECRET_FIELD = /password|token|secret/i;

function explain({keyword, params, message, data, instancePath}: ErrorObject): string {
  if (keyword === 'required') return 'It is required';
  const allowed =
    keyword === 'enum'
      ? `must be one of ${(params as {allowedValues: unknown[]}).allowedValues.join(', ')}`
      : message;
  return SECRET_FIELD.test(instancePath) ? `It ${allowed}` : `It ${allowed}, and is ${shorten(data)}`;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
