import Type from 'typebox';
import {ID_PATTERN} from '../database/ids.ts';

/** An id in the API. */
export const Id = Type.String({pattern: ID_PATTERN, description: '26 letters and digits.'});

/** Milliseconds since the Unix epoch; 0 means never. */
export const Millis = Type.Integer({description: 'Milliseconds since the Unix epoch; 0 means never.'});

/*
 * Text in requests, by kind. These limits only prevent absurd sizes; features have stricter limits with their own error
 * messages.
 */
const text = (maxLength: number) => (description?: string) =>
  Type.String({maxLength, ...(description !== undefined && {description})});

/** An id that can be empty or invalid; the feature that looks it up reports the error. */
export const looseId = text(64);
/** A code, such as a type, a sort order or the name of an emoji. */
export const word = text(128);
/** A single line: a name, an address, a password. */
export const line = text(1024);
/** A URL. */
export const urlText = text(2048);
/** Longer text: a message, a description. */
export const longText = text(65_535);

/** Any JSON object with a maximum JSON length in characters. */
export const jsonMap = (maxJsonLength: number) =>
  Type.Unsafe<Record<string, unknown>>({type: 'object', 'x-max-json-length': maxJsonLength});
/** A JSON object with text values and a maximum JSON length in characters. */
export const textMap = (maxJsonLength: number) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: {type: 'string'},
    'x-max-json-length': maxJsonLength,
  });
/** Any JSON value with a maximum JSON length in characters. */
export const jsonValue = (maxJsonLength: number) =>
  Type.Unsafe<unknown>({'x-max-json-length': maxJsonLength});

/**
 * An optional field or query parameter for a feature that this server doesn't have, such as `LDAP`. Clients send whole
 * records, so `false` and empty values are allowed. Any other value is a 501 that names the field and the feature, so that
 * nothing is accepted and silently dropped.
 */
export const absentField = (feature: string) =>
  Type.Optional(
    Type.Unsafe<unknown>({
      'x-absent': feature,
      description: `Must be false or empty, because this server does not have ${feature}.`,
    }),
  );

/** A search term. Only its first words are used, see `searchWords`. */
export const SearchTerm = Type.String({
  maxLength: 1000,
  description: 'Words to search for. Only the first ten are used.',
});

/** A successful response without a record. */
export const StatusOk = Type.Object({status: Type.Literal('OK')});

/** The value of {@link StatusOk}. */
export const STATUS_OK = {status: 'OK'} as const;

/** The body of every error response (docs/specification.md#error-responses). */
export const ErrorBody = Type.Object({
  id: Type.String({description: 'A stable identifier for programs.'}),
  message: Type.String({description: 'What was wrong and what to do, for people.'}),
  detailed_error: Type.String({
    description:
      'More for programmers, such as the rule that a field breaks. Can be empty, unless ServiceSettings.EnableDeveloper is on.',
  }),
  request_id: Type.Optional(Type.String()),
  status_code: Type.Optional(Type.Integer()),
  path: Type.Optional(Type.String({description: 'The location of the error in the input.'})),
  params: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'The values in the message, such as a limit, for clients that translate it.',
    }),
  ),
});
