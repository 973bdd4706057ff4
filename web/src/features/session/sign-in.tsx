import {useForm} from 'react-hook-form';
import {Button} from '../../components/button.tsx';
import {ErrorNotice, Notice} from '../../components/notice.tsx';
import {TextField} from '../../components/text-field.tsx';
import {useClientConfig} from '../../lib/client-config.ts';
import {errorMessage, sessionEnded} from '../../lib/server.ts';
import {useSignIn} from '../../lib/session.ts';
import {useStore} from '../../lib/store.ts';
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
  const hasEnded = useStore(sessionEnded);
  const {register, handleSubmit, formState} = useForm<Credentials>({
    defaultValues: {loginId: '', password: ''},
  });
  const ways = [
    ...(EnableSignInWithEmail === 'false' ? [] : ['Email']),
    ...(EnableSignInWithUsername === 'false' ? [] : ['Username']),
  ];
  return (
    <FrontPage title={`Sign in to ${SiteName || 'Patchbay'}`}>
      {hasEnded && <Notice>Your session has ended. Sign in again to go on where you were.</Notice>}
      <form
        className={styles.form}
        noValidate
        onSubmit={handleSubmit((credentials) => signIn.mutateAsync(credentials).catch(() => {}))}
      >
        <TextField
          label={ways.join(' or ').replace('or Username', 'or username') || 'Name'}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={formState.errors.loginId?.message}
          {...register('loginId', {required: 'Say who you are.'})}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
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
