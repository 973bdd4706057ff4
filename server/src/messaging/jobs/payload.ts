import Type, {type StaticDecode, type TObject, type TProperties} from 'typebox';
import Value from 'typebox/value';
import {AppError} from '../../platform/errors/app-error.ts';

/** A payload as it is stored and sent: all values are texts. */
export type Texts = Record<string, string>;

/** A text of a payload. */
export const text = Type.String();
/** A whole number of a payload, such as a count or a time in milliseconds. */
export const whole = Type.Codec(Type.String({pattern: '^-?[0-9]{1,15}$'}))
  .Decode((value) => Number(value))
  .Encode((value) => String(value));
/** A yes or no of a payload. */
export const flag = Type.Codec(Type.Enum(['true', 'false']))
  .Decode((value) => value === 'true')
  .Encode((value) => (value ? 'true' : 'false'));

/** What belongs to a job of a kind: what it is created with, what it records on its way, and what it ends with. */
export interface JobPayload {
  data: TProperties;
  progress: TProperties;
  result: TProperties;
}

/** The values of such properties, as the code uses them. */
export type Values<Properties extends TProperties> = StaticDecode<TObject<Properties>>;

/** What a job that is taken up has: whatever of its progress was recorded before. */
export type DataOf<Payload extends JobPayload> = Values<Payload['data']> &
  Partial<Values<Payload['progress']>>;

/** @throws AppError 400 if it is not the payload of such a job. */
export function readData<Payload extends JobPayload>(
  {data, progress}: Payload,
  stored: Readonly<Texts>,
): DataOf<Payload> {
  const schema = Type.Intersect([Type.Object(data), Type.Partial(Type.Object(progress))]);
  const [fault] = Value.Errors(schema, stored);
  if (fault) {
    throw new AppError({
      id: 'app.job.data.app_error',
      message: `The data of this job cannot be used: ${fault.instancePath} ${fault.message}.`,
      status: 400,
    });
  }
  return Value.Decode(schema, stored) as DataOf<Payload>;
}

/** The texts of those values that there are. */
export function writeValues<Properties extends TProperties>(
  properties: Properties,
  values: Partial<Values<Properties>>,
): Texts {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const unknown = given.find(([name]) => !Object.hasOwn(properties, name));
  if (unknown) throw new Error(`The payload of this kind of job declares no ${unknown[0]}.`);
  return Value.Encode(Type.Partial(Type.Object(properties)), Object.fromEntries(given)) as Texts;
}
