import {
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form';
import {errorMessage, errorPath} from '../../lib/server.ts';

/** Returns the error in a text, or `true` if it is valid. */
type Rule = (text: string) => true | string;

/** The props of a text field in a form: its registration and its error. */
export function formField<T extends FieldValues>(
  form: UseFormReturn<T>,
  name: Path<T>,
  validate: Rule | Record<string, Rule> = {},
) {
  const fault = get(form.formState.errors, name) as {message?: string} | undefined;
  return {...form.register(name, {validate} as RegisterOptions<T, Path<T>>), error: fault?.message};
}

/**
 * Shows an error of the server at its field. If it belongs to none of these fields, returns its text, which is shown
 * below the form.
 */
export function showServerError<T extends FieldValues>(
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): string | undefined {
  // `callback_urls[1]` and `emoji.name` refer to the fields `callback_urls` and `name`.
  const path = errorPath(error)
    ?.replace(/\[\d+\]$/, '')
    .replace(/^.*\./, '');
  const field = fields.find((one) => one === path);
  if (!field) return errorMessage(error);
  setError(field, {message: errorMessage(error)}, {shouldFocus: true});
  return undefined;
}
