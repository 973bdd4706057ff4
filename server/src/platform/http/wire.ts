import Type from 'typebox';
import {ID_PATTERN} from '../database/ids.ts';

/** An id on the wire. */
export const Id = Type.String({pattern: ID_PATTERN, description: '26 letters and digits.'});

/** Milliseconds since the Unix epoch; 0 means never. */
export const Millis = Type.Integer({description: 'Milliseconds since the Unix epoch; 0 means never.'});

/*
 * Texts of requests, by what they are. These bounds keep anything of absurd size out; the rules below have narrower ones,
 * with words of their own for the person.
 */
const text = (maxLength: number) => (description?: string) =>
  Type.String({maxLength, ...(description !== undefined && {description})});

/** An id that may also be empty; the rule that looks for it says so if it is none. */
export const looseId = text(64);
/** A code, such as a type, a sort order or the name of an emoji. */
export const word = text(128);
/** What fits on a line: a name, an address, a password. */
export const line = text(1024);
/** The address of something on the web. */
export const urlText = text(2048);
/** What people write: a message, a description. */
export const longText = text(65_535);

/** Any JSON object, of at most so many characters as JSON. */
export const jsonMap = (maxJsonLength: number) =>
  Type.Unsafe<Record<string, unknown>>({type: 'object', 'x-max-json-length': maxJsonLength});
/** A JSON object whose values are texts, of at most so many characters as JSON. */
export const textMap = (maxJsonLength: number) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: {type: 'string'},
    'x-max-json-length': maxJsonLength,
  });
/** Any JSON value, of at most so many characters as JSON. */
export const jsonValue = (maxJsonLength: number) =>
  Type.Unsafe<unknown>({'x-max-json-length': maxJsonLength});

/** What a search looks for. Only the first words of it count, see `searchWords`. */
export const SearchTerm = Type.String({maxLength: 1000, description: 'Words, of which the first ten count.'});

/** Success where there is no record to return. */
export const StatusOk = Type.Object({status: Type.Literal('OK')});

/** The value of {@link StatusOk}. */
export const STATUS_OK = {status: 'OK'} as const;

/** The body of every error response (docs/specification.md#error-responses). */
export const ErrorBody = Type.Object({
  id: Type.String({description: 'Stable identifier for programs.'}),
  message: Type.String({description: 'What was wrong and what to do, for a person.'}),
  detailed_error: Type.String({
    description:
      'More words where the message is fixed; for all other failures empty unless ServiceSettings.EnableDeveloper is on.',
  }),
  request_id: Type.Optional(Type.String()),
  status_code: Type.Optional(Type.Integer()),
  path: Type.Optional(Type.String({description: 'Where in the input the fault lies.'})),
});
