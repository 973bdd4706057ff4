import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useMutation} from '@tanstack/react-query';
import {useForm} from 'react-hook-form';
import {NewPasswordField, usePasswordLength} from '../../components/people/new-password-field.tsx';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {ErrorState, LoadingState} from '../../components/ui/state.tsx';
import {useSignIn} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {type EmailInvitation, useInvitation} from '../../data/teams/invitations.ts';
import {errorMessage, errorPath, server} from '../../lib/server.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';

/** The page of a server without accounts. The first account becomes the administrator. */
export function FirstAdministrator() {
  const {SiteName} = useClientConfig();
  const site = SiteName || 'Patchbay';
  return (
    <FrontPage title={t`Welcome to ${site}`}>
      <p className={styles.quiet}>
        <Trans>Create the first account. It will be the system administrator.</Trans>
      </p>
      <NewAccountForm inviteId="" submitLabel={t`Create administrator account`} />
    </FrontPage>
  );
}

/** The sign-up form. If the server requires an invitation to a team, asks for it. */
export function SignUp({
  inviteId,
  invitation: byEmail,
  onSignIn,
}: {
  inviteId: string;
  /** The email invitation, if the page was opened from its link. */
  invitation: EmailInvitation | undefined;
  onSignIn: () => void;
}) {
  const {SiteName} = useClientConfig();
  const invitation = useInvitation(inviteId, inviteId !== '');
  if (invitation.isLoading) return <LoadingState />;
  const site = SiteName || 'Patchbay';
  const team = byEmail ? byEmail.teamName : invitation.data?.display_name;
  return (
    <FrontPage title={team ? t`Join ${team}` : t`Create an account on ${site}`}>
      {invitation.error ? (
        <ErrorState error={invitation.error} />
      ) : (
        <>
          {invitation.data?.description && <p className={styles.quiet}>{invitation.data.description}</p>}
          <NewAccountForm
            inviteId={inviteId}
            invitation={byEmail}
            submitLabel={team ? t`Create account and join` : t`Create account`}
          />
        </>
      )}
      <p className={styles.account}>
        <Trans>Already have an account?</Trans>
        <Button kind="quiet" size="small" onPress={onSignIn}>
          <Trans>Sign in</Trans>
        </Button>
      </p>
    </FrontPage>
  );
}

interface NewAccount {
  email: string;
  first_name: string;
  last_name: string;
  username: string;
  password: string;
}

const FIELDS: readonly (keyof NewAccount)[] = ['email', 'first_name', 'last_name', 'username', 'password'];

/** Creates an account and signs it in. */
function NewAccountForm({
  inviteId,
  invitation,
  submitLabel,
}: {
  inviteId: string;
  invitation?: EmailInvitation | undefined;
  submitLabel: string;
}) {
  const signIn = useSignIn();
  const {register, handleSubmit, formState, setError} = useForm<NewAccount>({
    defaultValues: {
      email: invitation?.email ?? '',
      first_name: '',
      last_name: '',
      username: '',
      password: '',
    },
  });
  const {errors} = formState;
  const create = useMutation({
    mutationFn: async (account: NewAccount) => {
      // The server sets the fields that aren't sent, but the client library's type requires a complete profile.
      await server.createUser(account as UserProfile, invitation?.token ?? '', inviteId);
      // The invitation is accepted, so the page after signing in must not ask again.
      window.history.replaceState(null, '', '/');
      await signIn.mutateAsync({loginId: account.username, password: account.password});
    },
    onError: (error) => {
      const field = FIELDS.find((name) => name === errorPath(error));
      if (field) setError(field, {message: errorMessage(error)}, {shouldFocus: true});
    },
  });
  const minLength = usePasswordLength();
  const usernameRule = t`Use lowercase letters, numbers, periods, hyphens and underscores. Start with a letter.`;
  const isShownAtField = Object.keys(errors).length > 0;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={handleSubmit((account) => create.mutateAsync(account).catch(() => {}))}
    >
      <TextField
        label={t`Email`}
        type="email"
        autoComplete="email"
        autoFocus={!invitation}
        readOnly={invitation !== undefined}
        error={errors.email?.message}
        {...register('email', {
          required: t`Enter an email address.`,
          pattern: {value: /^[^\s@]+@[^\s@]+$/, message: t`Enter a valid email address.`},
        })}
      />
      <div className={styles.names}>
        <TextField
          label={t`First name`}
          autoComplete="given-name"
          maxLength={64}
          hint={t`Optional`}
          error={errors.first_name?.message}
          {...register('first_name')}
        />
        <TextField
          label={t`Last name`}
          autoComplete="family-name"
          maxLength={64}
          hint={t`Optional`}
          error={errors.last_name?.message}
          {...register('last_name')}
        />
      </div>
      <TextField
        label={t`Username`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={errors.username ? undefined : usernameRule}
        error={errors.username?.message}
        {...register('username', {
          required: t`Enter a username.`,
          pattern: {
            value: /^[a-z][a-z0-9._-]*$/,
            message: usernameRule,
          },
        })}
      />
      <NewPasswordField
        label={t`Password`}
        error={errors.password}
        {...register('password', {required: t`Enter a password.`, minLength})}
      />
      <ErrorNotice text={create.error && !isShownAtField ? errorMessage(create.error) : undefined} />
      <Button kind="primary" type="submit" busy={create.isPending} wide>
        {submitLabel}
      </Button>
    </form>
  );
}
