import {type FieldValues, get, type Path, type RegisterOptions, type UseFormReturn} from 'react-hook-form';

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
