import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {refreshOwnSessions} from '../../data/session/own-sessions.ts';
import {passwordHint} from '../../data/session/password-hint.ts';
import {useMe} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {errorMessage, errorPath, server} from '../../lib/server.ts';
import {tellDone} from '../../lib/toasts.ts';
import {Sessions} from './sessions.tsx';
import styles from './settings.module.css';
import {AccessTokens} from './tokens.tsx';

/** What guards the account: its password, its tokens, and where it is signed in. */
export default function Security() {
  return (
    <>
      <Password />
      <AccessTokens />
      <Sessions />
    </>
  );
}

interface Values {
  current: string;
  next: string;
}

function Password() {
  const me = useMe();
  const config = useClientConfig();
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, formState, reset, setError} = useForm<Values>({
    defaultValues: {current: '', next: ''},
  });
  const {errors} = formState;
  const length = Number(config.PasswordMinimumLength ?? 8);
  if (me.auth_service) {
    return (
      <Panel title="Password" text={`You sign in through ${me.auth_service}, so it is changed there.`}>
        {null}
      </Panel>
    );
  }

  async function save({current, next}: Values) {
    setFailure(undefined);
    try {
      await server.updateUserPassword(me.id, current, next);
      reset();
      await refreshOwnSessions();
      tellDone('The password was changed. You are signed out everywhere else.');
    } catch (error) {
      const path = errorPath(error);
      const field = path === 'current_password' ? 'current' : path ? 'next' : undefined;
      if (field) setError(field, {message: errorMessage(error)}, {shouldFocus: true});
      else setFailure(errorMessage(error));
    }
  }

  return (
    <Panel title="Password" text="Changing it signs you out everywhere but here.">
      <form className={styles.form} onSubmit={handleSubmit(save)} noValidate>
        <div className={styles.pair}>
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            error={errors.current?.message}
            {...register('current', {required: 'The current password is needed.'})}
          />
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            hint={passwordHint(config)}
            error={errors.next?.message}
            {...register('next', {
              required: 'A new password is needed.',
              minLength: {value: length, message: `At least ${length} characters.`},
            })}
          />
        </div>
        <ErrorNotice text={failure} />
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={formState.isSubmitting}>
            Change the password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
