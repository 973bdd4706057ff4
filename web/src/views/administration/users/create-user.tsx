import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {TextField} from '../../../components/ui/field.tsx';
import {FormDialog} from '../../../components/ui/form-dialog.tsx';
import {errorMessage, errorPath, server} from '../../../lib/server.ts';
import {refreshAdministration} from '../use-change.ts';

interface NewAccount {
  username: string;
  email: string;
  password: string;
}

const FIELDS: readonly (keyof NewAccount)[] = ['username', 'email', 'password'];

/** Creates an account for another person. */
export default function CreateUserDialog({onClose}: {onClose: () => void}) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, setError, formState} = useForm<NewAccount>({
    defaultValues: {username: '', email: '', password: ''},
  });
  const {errors, isSubmitting} = formState;

  async function create(account: NewAccount) {
    setFailure(undefined);
    try {
      const created = await server.createUser(account as unknown as UserProfile, '', '');
      await refreshAdministration();
      navigate(`/_admin/users/${created.id}`);
    } catch (error) {
      const field = FIELDS.find((name) => name === errorPath(error));
      if (field) setError(field, {message: errorMessage(error)});
      else setFailure(errorMessage(error));
    }
  }

  const required = (message: string) => (value: string) => value.trim() !== '' || message;
  return (
    <FormDialog
      title={t`Create user`}
      submitLabel={t`Create user`}
      isChanged={formState.isDirty}
      busy={isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(create)}
      onClose={onClose}
    >
      <TextField
        label={t`Username`}
        required
        autoFocus
        autoComplete="off"
        hint={t`Lowercase letters, digits, periods, hyphens and underscores.`}
        error={errors.username?.message}
        {...register('username', {validate: required(t`Enter a username.`)})}
      />
      <TextField
        label={t`Email`}
        required
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email', {validate: required(t`Enter an email address.`)})}
      />
      <TextField
        label={t`Password`}
        required
        type="password"
        autoComplete="new-password"
        hint={t`Share it with the user securely. They can change it in their settings.`}
        error={errors.password?.message}
        {...register('password', {validate: required(t`Enter a password.`)})}
      />
    </FormDialog>
  );
}
