import type {FieldValues, Path, UseFormSetError} from 'react-hook-form';
import {errorMessage, errorPath} from '../../lib/server.ts';

/**
 * Puts the server's words about a field at that field. What is about none of the fields that the form shows is
 * returned, to stand at the foot of the form.
 */
export function placeRefusal<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): string | undefined {
  // `callback_urls[1]` and `emoji.name` are about the fields `callback_urls` and `name`.
  const path = errorPath(error)
    ?.replace(/\[\d+\]$/, '')
    .replace(/^.*\./, '');
  const field = fields.find((one) => one === path);
  if (!field) return errorMessage(error);
  setError(field, {message: errorMessage(error)}, {shouldFocus: true});
  return undefined;
}
