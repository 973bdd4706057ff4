import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {NewPasswordField, usePasswordLength} from '../../components/people/new-password-field.tsx';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {refreshOwnSessions} from '../../data/session/own-sessions.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage, errorPath, server} from '../../lib/server.ts';
import {showSuccess} from '../../lib/toasts.ts';
import {Sessions} from './sessions.tsx';
import styles from './settings.module.css';
import {AccessTokens} from './tokens.tsx';

/** Password, personal access tokens, and active sessions. */
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
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, formState, reset, setError} = useForm<Values>({
    defaultValues: {current: '', next: ''},
  });
  const {errors} = formState;
  const minLength = usePasswordLength();
  const service = me.auth_service;
  if (service) {
    return (
      <Panel title={t`Password`} text={t`You sign in with ${service}. Change your password there.`}>
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
      showSuccess(t`Password changed. Your other sessions were signed out.`);
    } catch (error) {
      const path = errorPath(error);
      const field = path === 'current_password' ? 'current' : path ? 'next' : undefined;
      if (field) setError(field, {message: errorMessage(error)}, {shouldFocus: true});
      else setFailure(errorMessage(error));
    }
  }

  return (
    <Panel title={t`Password`} text={t`Changing your password signs you out on all other devices.`}>
      <form className={styles.form} onSubmit={handleSubmit(save)} noValidate>
        <div className={styles.pair}>
          <TextField
            label={t`Current password`}
            type="password"
            autoComplete="current-password"
            error={errors.current?.message}
            {...register('current', {required: t`Enter your current password.`})}
          />
          <NewPasswordField
            label={t`New password`}
            error={errors.next}
            {...register('next', {required: t`Enter a new password.`, minLength})}
          />
        </div>
        <ErrorNotice text={failure} />
        <div className={styles.buttons}>
          <Button kind="primary" type="submit" busy={formState.isSubmitting}>
            <Trans>Change password</Trans>
          </Button>
        </div>
      </form>
    </Panel>
  );
}
