import type {ComponentProps} from 'react';
import type {FieldError} from 'react-hook-form';
import {passwordHint, passwordLength} from '../../data/session/password-hint.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {joinSentences} from '../../lib/sentences.ts';
import {TextField} from '../ui/field.tsx';

interface NewPasswordFieldProps
  extends Omit<ComponentProps<typeof TextField>, 'type' | 'autoComplete' | 'error' | 'hint'> {
  error: FieldError | undefined;
  /** More about the field, after the server's rules. */
  hint?: string;
}

/** A field for a new password. Its hint has the server's rules, unless its error does. */
export function NewPasswordField({error, hint, ...field}: NewPasswordFieldProps) {
  const rules = passwordHint(useClientConfig());
  return (
    <TextField
      type="password"
      autoComplete="new-password"
      hint={joinSentences([error?.type === 'minLength' ? undefined : rules, hint])}
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
