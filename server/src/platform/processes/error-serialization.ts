import pg from 'pg';
import {AppError} from '../errors/app-error.ts';

/** An error as it goes from one process to another, which keeps neither its class nor what was added to it. */
export interface SerializedError {
  /** Of which of the known classes it is; undefined for any other. */
  className: string | undefined;
  message: string;
  stack: string | undefined;
  /** Its own fields that are plain values, such as `code`. */
  fields: Record<string, unknown>;
  cause: SerializedError | undefined;
}

/** Classes that somebody asks for by `instanceof`. */
const CLASSES: Readonly<Record<string, new (...args: never[]) => Error>> = {
  AppError,
  DatabaseError: pg.DatabaseError,
};

/** Takes an error apart, its causes too. What is thrown without being an error counts as one with that text. */
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

/** The error that was taken apart, as far as programs ask: its class, message, stack, plain fields and causes. */
export function deserializeError({className, message, stack, fields, cause}: SerializedError): Error {
  const error = new Error(message, cause && {cause: deserializeError(cause)});
  if (className !== undefined) Object.setPrototypeOf(error, CLASSES[className]!.prototype);
  return Object.assign(error, fields, {stack});
}
