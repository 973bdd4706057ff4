import pg from 'pg';
import {AppError} from '../errors/app-error.ts';

/** An error for another process. Structured cloning would lose its class and additional fields. */
export interface SerializedError {
  /** The name of a known class; undefined for others. */
  className: string | undefined;
  message: string;
  stack: string | undefined;
  /** Its own fields with primitive values, such as `code`. */
  fields: Record<string, unknown>;
  cause: SerializedError | undefined;
}

/** Classes that are used with `instanceof`. */
const CLASSES: Readonly<Record<string, new (...args: never[]) => Error>> = {
  AppError,
  DatabaseError: pg.DatabaseError,
};

/** Serializes an error and its causes. Other thrown values become an error with their text. */
export function serializeError(thrown: unknown): SerializedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const {message, stack, cause} = error;
  const isPlain = ([name, value]: [string, unknown]) =>
    name !== 'cause' && ['string', 'number', 'boolean'].includes(typeof value);
  return {
    className: Object.keys(CLASSES).find((name) => error instanceof CLASSES[name]!),
    message,
    stack,
    fields: Object.fromEntries(Object.entries(error).filter(isPlain)),
    cause: cause === undefined ? undefined : serializeError(cause),
  };
}

/** Restores the class, message, stack, primitive fields and causes of an error. */
export function deserializeError({className, message, stack, fields, cause}: SerializedError): Error {
  const error = new Error(message, cause && {cause: deserializeError(cause)});
  if (className !== undefined) Object.setPrototypeOf(error, CLASSES[className]!.prototype);
  return Object.assign(error, fields, {stack});
}
