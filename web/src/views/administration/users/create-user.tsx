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

/** Makes an account for somebody else. */
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
      const made = await server.createUser(account as unknown as UserProfile, '', '');
      await refreshAdministration();
      navigate(`/_admin/users/${made.id}`);
    } catch (error) {
      const field = FIELDS.find((name) => name === errorPath(error));
      if (field) setError(field, {message: errorMessage(error)});
      else setFailure(errorMessage(error));
    }
  }

  const filledIn = (what: string) => (value: string) => value.trim() !== '' || `It needs ${what}.`;
  return (
    <FormDialog
      title="New account"
      submitLabel="Make the account"
      busy={isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(create)}
      onClose={onClose}
    >
      <TextField
        label="Username"
        required
        autoFocus
        autoComplete="off"
        hint="Lower-case letters, digits, dots, hyphens and underscores."
        error={errors.username?.message}
        {...register('username', {validate: filledIn('a username')})}
      />
      <TextField
        label="Email"
        required
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email', {validate: filledIn('an email address')})}
      />
      <TextField
        label="Password"
        required
        type="password"
        autoComplete="new-password"
        hint="Tell it to the person in a safe way; they can change it in their settings."
        error={errors.password?.message}
        {...register('password', {validate: filledIn('a password')})}
      />
    </FormDialog>
  );
}
