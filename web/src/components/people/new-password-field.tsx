import type {ComponentProps, ReactNode} from 'react';
import type {FieldError} from 'react-hook-form';
import {passwordHint, passwordLength} from '../../data/session/password-hint.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {TextField} from '../ui/field.tsx';

interface NewPasswordFieldProps
  extends Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete' | 'error' | 'hint'> {
  error: FieldError | undefined;
  /** Adds to the hint. The rules are empty if the error says them. */
  hint?: (rules: string) => ReactNode;
}

/** A field for a new password. Its hint has the server's rules, unless its error does. */
export function NewPasswordField({error, hint = (rules) => rules, ...field}: NewPasswordFieldProps) {
  const rules = passwordHint(useClientConfig());
  return (
    <TextField
      type="password"
      autoComplete="new-password"
      hint={hint(error?.type === 'minLength' ? '' : rules)}
      error={error?.message}
      {...field}
    />
  );
}

/** The rule for the length of a new password, for `register`. */
export function usePasswordLength() {
  const config = useClientConfig();
  return {value: passwordLength(config), message: passwordHint(config)};
}
