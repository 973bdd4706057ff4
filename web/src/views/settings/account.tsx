import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {rememberMe} from '../../data/people/people.ts';
import {useMe} from '../../data/session/session.ts';
import {errorMessage, errorPath, server} from '../../lib/server.ts';
import {tellDone} from '../../lib/toasts.ts';
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
      tellDone('Your account was changed.');
    } catch (error) {
      const field = FIELDS.find((name) => name === errorPath(error));
      if (field) setError(field, {message: errorMessage(error)}, {shouldFocus: true});
      else setFailure(errorMessage(error));
    }
  }

  return (
    <Panel
      title="Account"
      text={
        isFromElsewhere
          ? `You sign in through ${me.auth_service}, so these are changed there.`
          : 'You sign in with either of them.'
      }
    >
      <form className={styles.form} onSubmit={handleSubmit(save)} noValidate>
        <div className={styles.pair}>
          <TextField
            label="Username"
            required
            maxLength={64}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            readOnly={isFromElsewhere}
            hint="Mentions of the old one no longer reach you."
            error={errors.username?.message}
            {...register('username', {
              validate: (name) =>
                /^[a-z0-9._-]+$/.test(name) || 'Only lower-case letters, digits, and the signs . - _.',
            })}
          />
          <TextField
            label="Email"
            type="email"
            required
            maxLength={128}
            autoComplete="email"
            readOnly={isFromElsewhere}
            error={errors.email?.message}
            {...register('email', {
              pattern: {
                value: /^[^\s@]+@[^\s@]+$/,
                message: 'An email address has an @ between two parts.',
              },
              required: 'An email address is needed.',
            })}
          />
          {changesEmail && (
            <TextField
              label="Current password"
              type="password"
              required
              autoComplete="current-password"
              hint="Asked for because the address can be used to sign in."
              error={errors.password?.message}
              {...register('password', {required: 'The password is needed to change the email address.'})}
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
              Save the account
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}
