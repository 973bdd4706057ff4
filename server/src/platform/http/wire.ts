import Type from 'typebox';
import {ID_PATTERN} from '../ids/ids.ts';

/** An id on the wire. */
export const Id = Type.String({pattern: ID_PATTERN, description: '26 letters and digits.'});

/** Milliseconds since the Unix epoch; 0 means never. */
export const Millis = Type.Integer({description: 'Milliseconds since the Unix epoch; 0 means never.'});

/** Success where there is no record to return. */
export const StatusOk = Type.Object({status: Type.Literal('OK')});

/** The value of {@link StatusOk}. */
export const STATUS_OK = {status: 'OK'} as const;

/** The body of every failure (reference facts, section 1). */
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
