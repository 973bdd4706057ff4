import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {rememberMe} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage, errorPath, server} from '../../lib/server.ts';
import {showSuccess} from '../../lib/toasts.ts';
import styles from './settings.module.css';

interface AccountValues {
  username: string;
  email: string;
  password: string;
}

const FIELDS = ['username', 'email', 'password'] as const;

export function Account() {
  const me = useMe();
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, formState, reset, setError, watch} = useForm<AccountValues>({
    defaultValues: {username: me.username, email: me.email, password: ''},
  });
  const {errors} = formState;
  const isFromElsewhere = me.auth_service !== '';
  const service = me.auth_service;
  const changesEmail = watch('email') !== me.email;

  async function save({username, email, password}: AccountValues) {
    setFailure(undefined);
    try {
      const patch = {
        ...(username === me.username ? {} : {username}),
        ...(email === me.email ? {} : {email, password}),
      };
      rememberMe(await server.patchMe(patch));
      reset({username, email, password: ''});
      showSuccess(t`Account saved.`);
    } catch (error) {
      const field = FIELDS.find((name) => name === errorPath(error));
      if (field) setError(field, {message: errorMessage(error)}, {shouldFocus: true});
      else setFailure(errorMessage(error));
    }
  }

  return (
    <Panel
      title={t`Account`}
      text={
        isFromElsewhere
          ? t`You sign in with ${service}. Change your username and email there.`
          : t`You can sign in with either one.`
      }
    >
      <form className={styles.form} onSubmit={handleSubmit(save)} noValidate>
        <div className={styles.pair}>
          <TextField
            label={t`Username`}
            required
            maxLength={64}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={isFromElsewhere}
            hint={t`Mentions of your old username won't notify you.`}
            error={errors.username?.message}
            {...register('username', {
              validate: (name) =>
                /^[a-z0-9._-]+$/.test(name) ||
                t`Use only lowercase letters, numbers, periods, hyphens and underscores.`,
            })}
          />
          <TextField
            label={t`Email`}
            type="email"
            required
            maxLength={128}
            autoComplete="email"
            readOnly={isFromElsewhere}
            error={errors.email?.message}
            {...register('email', {
              pattern: {
                value: /^[^\s@]+@[^\s@]+$/,
                message: t`Enter a valid email address.`,
              },
              required: t`Enter an email address.`,
            })}
          />
          {changesEmail && (
            <TextField
              label={t`Current password`}
              type="password"
              required
              autoComplete="current-password"
              hint={t`Required, because you can sign in with your email address.`}
              error={errors.password?.message}
              {...register('password', {required: t`Enter your password to change your email address.`})}
            />
          )}
        </div>
        <ErrorNotice text={failure} />
        {!isFromElsewhere && (
          <div className={styles.buttons}>
            <Button
              kind="primary"
              type="submit"
              busy={formState.isSubmitting}
              isDisabled={!formState.isDirty}
            >
              <Trans>Save</Trans>
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}
