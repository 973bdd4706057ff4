import Type, {type StaticDecode, type TObject, type TProperties} from 'typebox';
import Value from 'typebox/value';
import {AppError} from '../../platform/errors/app-error.ts';

/** A payload as it is stored and sent. All values are strings. */
export type Texts = Record<string, string>;

/** A string in a payload. */
export const text = Type.String();
/** An integer in a payload, such as a count or a time in milliseconds. */
export const integer = Type.Codec(Type.String({pattern: '^-?[0-9]{1,15}$'}))
  .Decode((value) => Number(value))
  .Encode((value) => String(value));
/** A boolean in a payload. */
export const flag = Type.Codec(Type.Enum(['true', 'false']))
  .Decode((value) => value === 'true')
  .Encode((value) => (value ? 'true' : 'false'));

/** The values of a type of job: its input, its recorded progress, and its result. */
export interface JobPayload {
  data: TProperties;
  progress: TProperties;
  result: TProperties;
}

/** The parsed values of these properties. */
export type Values<Properties extends TProperties> = StaticDecode<TObject<Properties>>;

/** The data of a running job: its input and any recorded progress. */
export type DataOf<Payload extends JobPayload> = Values<Payload['data']> &
  Partial<Values<Payload['progress']>>;

/** @throws AppError 400 if it is not a valid payload of this type. */
export function readData<Payload extends JobPayload>(
  {data, progress}: Payload,
  stored: Readonly<Texts>,
): DataOf<Payload> {
  const schema = Type.Intersect([Type.Object(data), Type.Partial(Type.Object(progress))]);
  const [error] = Value.Errors(schema, stored);
  if (error) {
    throw new AppError({
      id: 'app.job.data.app_error',
      message: `The data of this job is invalid: ${error.instancePath} ${error.message}.`,
      status: 400,
    });
  }
  return Value.Decode(schema, stored) as DataOf<Payload>;
}

/** The string forms of the given values. */
export function writeValues<Properties extends TProperties>(
  properties: Properties,
  values: Partial<Values<Properties>>,
): Texts {
  const defined = Object.entries(values).filter(([, value]) => value !== undefined);
  const unknown = defined.find(([name]) => !Object.hasOwn(properties, name));
  if (unknown) throw new Error(`The payload of this kind of job declares no ${unknown[0]}.`);
  return Value.Encode(Type.Partial(Type.Object(properties)), Object.fromEntries(defined)) as Texts;
}
