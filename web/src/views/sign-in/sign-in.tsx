import {useStore} from '@nanostores/react';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice, Notice} from '../../components/ui/notice.tsx';
import {useSession, useSignIn} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {$sessionEnded, errorMessage} from '../../lib/server.ts';
import styles from './front-page.module.css';
import {FrontPage} from './front-page.tsx';

interface Credentials {
  loginId: string;
  password: string;
}

/** Asks who somebody is. It stands in the place of whatever page was asked for, which comes back afterwards. */
export function SignIn({onSignUp}: {onSignUp: (() => void) | undefined}) {
  const {SiteName, EnableSignInWithEmail, EnableSignInWithUsername} = useClientConfig();
  const signIn = useSignIn();
  const hasEnded = useStore($sessionEnded);
  // Whose session has ended is known, and need not be typed.
  const {data: before} = useSession();
  const known = (EnableSignInWithUsername === 'false' ? before?.email : before?.username) ?? '';
  const {register, handleSubmit, setFocus, formState} = useForm<Credentials>({
    defaultValues: {loginId: known, password: ''},
  });
  const enter = (credentials: Credentials) =>
    signIn.mutateAsync(credentials).catch(() => setFocus('password', {shouldSelect: true}));
  const ways = [
    ...(EnableSignInWithEmail === 'false' ? [] : ['Email']),
    ...(EnableSignInWithUsername === 'false' ? [] : ['Username']),
  ];
  return (
    <FrontPage title={`Sign in to ${SiteName || 'Patchbay'}`}>
      {hasEnded && <Notice>Your session has ended. Sign in again to go on where you were.</Notice>}
      <form className={styles.form} noValidate onSubmit={handleSubmit(enter)}>
        <TextField
          label={ways.join(' or ').replace('or Username', 'or username') || 'Name'}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={known === ''}
          error={formState.errors.loginId?.message}
          {...register('loginId', {required: 'Say who you are.'})}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus={known !== ''}
          error={formState.errors.password?.message}
          {...register('password', {required: 'Type your password.'})}
        />
        <ErrorNotice text={signIn.error ? errorMessage(signIn.error) : undefined} />
        <Button kind="primary" type="submit" busy={signIn.isPending} wide>
          Sign in
        </Button>
      </form>
      {onSignUp && (
        <p className={styles.quiet}>
          No account yet?{' '}
          <Button kind="quiet" size="small" onPress={onSignUp}>
            Create one
          </Button>
        </p>
      )}
    </FrontPage>
  );
}
