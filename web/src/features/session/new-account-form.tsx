import type {UserProfile} from '@mattermost/types/users';
import {useMutation} from '@tanstack/react-query';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/button.tsx';
import {ErrorNotice} from '../../components/notice.tsx';
import {TextField} from '../../components/text-field.tsx';
import {useClientConfig} from '../../lib/client-config.ts';
import {errorMessage, errorPath, server} from '../../lib/server.ts';
import {useSignIn} from '../../lib/session.ts';
import styles from './front-page.module.css';

interface NewAccount {
  email: string;
  username: string;
  password: string;
}

/** Makes an account and signs it in. */
export function NewAccountForm({inviteId, submitLabel}: {inviteId: string; submitLabel: string}) {
  const signIn = useSignIn();
  const config = useClientConfig();
  const {register, handleSubmit, formState, setError} = useForm<NewAccount>({
    defaultValues: {email: '', username: '', password: ''},
  });
  const {errors} = formState;
  const create = useMutation({
    mutationFn: async (account: NewAccount) => {
      // The server fills in what is not sent; the client library's type names all of a profile.
      await server.createUser(account as UserProfile, '', inviteId);
      await signIn.mutateAsync({loginId: account.username, password: account.password});
    },
    onError: (error) => {
      const path = errorPath(error);
      if (path === 'email' || path === 'username' || path === 'password') {
        setError(path, {message: errorMessage(error)}, {shouldFocus: true});
      }
    },
  });
  const isShownAtField = Object.keys(errors).length > 0;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit((account) => create.mutateAsync(account).catch(() => {}))}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoFocus
        error={errors.email?.message}
        {...register('email', {
          required: 'An email address is needed.',
          pattern: {value: /^[^\s@]+@[^\s@]+$/, message: 'An email address has an @ between two parts.'},
        })}
      />
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          errors.username
            ? undefined
            : 'Lower-case letters, digits, and the signs . - _, beginning with a letter.'
        }
        error={errors.username?.message}
        {...register('username', {
          required: 'A username is needed.',
          pattern: {
            value: /^[a-z][a-z0-9._-]*$/,
            message: 'Only lower-case letters, digits, and the signs . - _, beginning with a letter.',
          },
        })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={errors.password ? undefined : passwordHint(config)}
        error={errors.password?.message}
        {...register('password', {
          required: 'A password is needed.',
          minLength: {
            value: Number(config.PasswordMinimumLength ?? 8),
            message: `At least ${config.PasswordMinimumLength ?? 8} characters.`,
          },
        })}
      />
      <ErrorNotice text={create.error && !isShownAtField ? errorMessage(create.error) : undefined} />
      <Button kind="primary" type="submit" busy={create.isPending} wide>
        {submitLabel}
      </Button>
    </form>
  );
}

/** What the server's settings ask of a password. */
export function passwordHint(config: Record<string, string>): string {
  const kinds = [
    ...(config.PasswordRequireLowercase === 'true' ? ['a lower-case letter'] : []),
    ...(config.PasswordRequireUppercase === 'true' ? ['an upper-case letter'] : []),
    ...(config.PasswordRequireNumber === 'true' ? ['a digit'] : []),
    ...(config.PasswordRequireSymbol === 'true' ? ['a symbol'] : []),
  ];
  const length = `At least ${config.PasswordMinimumLength ?? 8} characters`;
  return kinds.length === 0 ? `${length}.` : `${length}, among them ${kinds.join(', ')}.`;
}
