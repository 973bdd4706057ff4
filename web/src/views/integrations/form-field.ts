import {
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form';
import {errorMessage, errorPath} from '../../lib/server.ts';

/** Says what is wrong with a text, or `true`. */
type Rule = (text: string) => true | string;

/** What a field of text shows of a form: its registration, and what is wrong with what was entered. */
export function formField<T extends FieldValues>(
  form: UseFormReturn<T>,
  name: Path<T>,
  validate: Rule | Record<string, Rule> = {},
) {
  const fault = get(form.formState.errors, name) as {message?: string} | undefined;
  return {...form.register(name, {validate} as RegisterOptions<T, Path<T>>), error: fault?.message};
}

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
