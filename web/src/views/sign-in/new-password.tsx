import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useMutation} from '@tanstack/react-query';
import {useForm} from 'react-hook-form';
import {NewPasswordField, usePasswordLength} from '../../components/people/new-password-field.tsx';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice, Notice} from '../../components/ui/notice.tsx';
import {requestPasswordReset, resetPassword} from '../../data/session/email-links.ts';
import {errorMessage, errorPath} from '../../lib/server.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';

/** Asks for an email with a link to set a new password. */
export function ForgotPassword() {
  const {register, handleSubmit, formState} = useForm({defaultValues: {email: ''}});
  const request = useMutation({mutationFn: ({email}: {email: string}) => requestPasswordReset(email)});
  const address = request.variables?.email.trim() ?? '';
  return (
    <FrontPage title={t`Forgot your password?`}>
      {request.isSuccess ? (
        <div role="status">
          <Notice kind="success">
            {t`If an account has the address ${address}, we sent an email there with a link to set a new password.`}
          </Notice>
        </div>
      ) : (
        <form
          className={styles.form}
          noValidate
          onSubmit={handleSubmit((values) => request.mutateAsync(values).catch(() => {}))}
        >
          <p className={styles.quiet}>
            <Trans>Enter the email address of your account to get a link to set a new password.</Trans>
          </p>
          <TextField
            label={t`Email`}
            type="email"
            autoComplete="email"
            autoFocus
            error={formState.errors.email?.message}
            {...register('email', {
              required: t`Enter an email address.`,
              pattern: {value: /^\s*[^\s@]+@[^\s@]+\s*$/, message: t`Enter a valid email address.`},
            })}
          />
          <ErrorNotice text={request.error ? errorMessage(request.error) : undefined} />
          <Button kind="primary" type="submit" busy={request.isPending} wide>
            <Trans>Send link</Trans>
          </Button>
        </form>
      )}
      <BackToSignIn />
    </FrontPage>
  );
}

/** The page that the email links to. Sets a new password. */
export function NewPassword({token}: {token: string}) {
  const {register, handleSubmit, formState, setError} = useForm({defaultValues: {password: ''}});
  const minLength = usePasswordLength();
  const problem = formState.errors.password;
  const reset = useMutation({
    mutationFn: ({password}: {password: string}) => resetPassword(token, password),
    onError: (error) => {
      if (errorPath(error) === 'password') {
        setError('password', {message: errorMessage(error)}, {shouldFocus: true});
      }
    },
  });
  if (reset.isSuccess) {
    return (
      <FrontPage title={t`Set a new password`}>
        <div role="status">
          <Notice kind="success">
            <Trans>Your password was changed. All devices were signed out.</Trans>
          </Notice>
        </div>
        <BackToSignIn />
      </FrontPage>
    );
  }
  return (
    <FrontPage title={t`Set a new password`}>
      <form
        className={styles.form}
        noValidate
        onSubmit={handleSubmit((values) => reset.mutateAsync(values).catch(() => {}))}
      >
        <NewPasswordField
          label={t`New password`}
          autoFocus
          error={problem}
          {...register('password', {required: t`Enter a password.`, minLength})}
        />
        <ErrorNotice text={reset.error && !problem ? errorMessage(reset.error) : undefined} />
        <Button kind="primary" type="submit" busy={reset.isPending} wide>
          <Trans>Set password</Trans>
        </Button>
      </form>
      <BackToSignIn />
    </FrontPage>
  );
}

/** Reloads the page, because the session may have ended. */
function BackToSignIn() {
  return (
    <p className={styles.quiet}>
      <a href="/login">
        <Trans>Go to sign-in</Trans>
      </a>
    </p>
  );
}
