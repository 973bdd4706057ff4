import type {UserProfile} from '@mattermost/types/users';
import {useMutation} from '@tanstack/react-query';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {ErrorState, LoadingState} from '../../components/ui/state.tsx';
import {passwordHint} from '../../data/session/password-hint.ts';
import {useSignIn} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {useInvitation} from '../../data/teams/invitations.ts';
import {errorMessage, errorPath, server} from '../../lib/server.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';

/** The page of a server that has no accounts yet: the first one is its administrator. */
export function FirstAdministrator() {
  const {SiteName} = useClientConfig();
  return (
    <FrontPage title={`Welcome to ${SiteName || 'Patchbay'}`}>
      <p className={styles.quiet}>
        This server has no accounts yet. The first one becomes its administrator.
      </p>
      <NewAccountForm inviteId="" submitLabel="Create the administrator" />
    </FrontPage>
  );
}

/** Makes an account for oneself, by an invitation to a team where the server asks for one. */
export function SignUp({inviteId, onSignIn}: {inviteId: string; onSignIn: () => void}) {
  const {SiteName} = useClientConfig();
  const invitation = useInvitation(inviteId, inviteId !== '');
  if (invitation.isLoading) return <LoadingState />;
  const team = invitation.data?.display_name;
  return (
    <FrontPage title={team ? `Join ${team}` : `Create an account on ${SiteName || 'Patchbay'}`}>
      {invitation.error ? (
        <ErrorState error={invitation.error} />
      ) : (
        <>
          {invitation.data?.description && <p className={styles.quiet}>{invitation.data.description}</p>}
          <NewAccountForm
            inviteId={inviteId}
            submitLabel={team ? 'Create an account and join' : 'Create the account'}
          />
        </>
      )}
      <p className={styles.quiet}>
        You have an account?{' '}
        <Button kind="quiet" size="small" onPress={onSignIn}>
          Sign in
        </Button>
      </p>
    </FrontPage>
  );
}

interface NewAccount {
  email: string;
  username: string;
  password: string;
}

/** Makes an account and signs it in. */
function NewAccountForm({inviteId, submitLabel}: {inviteId: string; submitLabel: string}) {
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
