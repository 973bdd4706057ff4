import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice, Notice} from '../../components/ui/notice.tsx';
import {EMAIL_LINKS} from '../../data/session/email-links.ts';
import {useSession, useSignIn} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {$sessionEnded, errorMessage} from '../../lib/server.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';

interface Credentials {
  loginId: string;
  password: string;
}

/** The sign-in form. It replaces the requested page, which appears after signing in. */
export function SignIn({onSignUp}: {onSignUp: (() => void) | undefined}) {
  const {SiteName, EnableSignInWithEmail, EnableSignInWithUsername, PasswordEnableForgotLink} =
    useClientConfig();
  const signIn = useSignIn();
  const hasEnded = useStore($sessionEnded);
  // After a session expired, the username is still known.
  const {data: before} = useSession();
  const known = (EnableSignInWithUsername === 'false' ? before?.email : before?.username) ?? '';
  const {register, handleSubmit, setFocus, formState} = useForm<Credentials>({
    defaultValues: {loginId: known, password: ''},
  });
  const enter = (credentials: Credentials) =>
    signIn.mutateAsync(credentials).catch(() => setFocus('password', {shouldSelect: true}));
  const site = SiteName || 'Patchbay';
  return (
    <FrontPage title={t`Sign in to ${site}`}>
      {hasEnded && (
        <Notice>
          <Trans>Your session expired. Sign in to continue.</Trans>
        </Notice>
      )}
      <form className={styles.form} noValidate onSubmit={handleSubmit(enter)}>
        <TextField
          label={loginLabel(EnableSignInWithEmail !== 'false', EnableSignInWithUsername !== 'false')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === ''}
          error={formState.errors.loginId?.message}
          {...register('loginId', {required: t`Enter your email or username.`})}
        />
        <TextField
          label={t`Password`}
          type="password"
          autoComplete="current-password"
          autoFocus={known !== ''}
          error={formState.errors.password?.message}
          {...register('password', {required: t`Enter your password.`})}
        />
        <ErrorNotice text={signIn.error ? errorMessage(signIn.error) : undefined} />
        <Button kind="primary" type="submit" busy={signIn.isPending} wide>
          <Trans>Sign in</Trans>
        </Button>
      </form>
      {PasswordEnableForgotLink === 'true' && (
        <p className={styles.quiet}>
          <a href={EMAIL_LINKS.forgotPassword}>
            <Trans>Forgot your password?</Trans>
          </a>
        </p>
      )}
      {onSignUp && (
        <p className={styles.account}>
          <Trans>Don't have an account?</Trans>
          <Button kind="quiet" size="small" onPress={onSignUp}>
            <Trans>Create an account</Trans>
          </Button>
        </p>
      )}
    </FrontPage>
  );
}

function loginLabel(hasEmail: boolean, hasUsername: boolean): string {
  if (hasEmail && hasUsername) return t`Email or username`;
  return hasEmail ? t`Email` : t`Username`;
}
