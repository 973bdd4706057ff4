import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {TextField} from '../../../components/ui/field.tsx';
import {FormDialog} from '../../../components/ui/form-dialog.tsx';
import {PickerField} from '../../../components/ui/picker-field.tsx';
import {SecretDialog} from '../../../components/ui/secret-dialog.tsx';
import {useClientConfig} from '../../../data/system/client-config.ts';
import {generatePassword} from '../../../lib/generate-password.ts';
import {errorMessage, errorPath, server} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {type Target, TargetChooser} from '../retention/targets-field.tsx';
import {refreshAdministration} from '../use-change.ts';

interface NewAccount {
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  password: string;
}

const FIELDS: readonly (keyof NewAccount)[] = ['username', 'email', 'first_name', 'last_name', 'password'];

/** The account that was created, with the password that was generated for it. */
interface Created {
  id: string;
  username: string;
  password: string;
}

/** Creates an account for another person. A password that was generated is shown once. */
export default function CreateUserDialog({onClose}: {onClose: () => void}) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, setError, formState} = useForm<NewAccount>({
    defaultValues: {username: '', email: '', first_name: '', last_name: '', password: ''},
  });
  const {errors, isSubmitting} = formState;
  const {PasswordMinimumLength = '8'} = useClientConfig();
  const [team, setTeam] = useState<Target>();
  const [created, setCreated] = useState<Created>();
  const show = (id: string) => navigate(`/_admin/users/${id}`);

  async function create(account: NewAccount) {
    setFailure(undefined);
    const password = account.password || generatePassword(Number(PasswordMinimumLength));
    try {
      const {id, username} = await server.createUser(
        {...account, password} as unknown as UserProfile,
        '',
        '',
      );
      // The account exists, and its page can add it to a team too.
      if (team) await server.addToTeam(team.id, id).catch((error) => showError(errorMessage(error)));
      await refreshAdministration();
      if (account.password) show(id);
      else setCreated({id, username, password});
    } catch (error) {
      const field = FIELDS.find((name) => name === errorPath(error));
      if (field) setError(field, {message: errorMessage(error)});
      else setFailure(errorMessage(error));
    }
  }

  if (created) return <PasswordDialog created={created} onClose={() => show(created.id)} />;
  const required = (message: string) => (value: string) => value.trim() !== '' || message;
  return (
    <FormDialog
      title={t`Create user`}
      submitLabel={t`Create user`}
      isChanged={formState.isDirty || team !== undefined}
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
        label={t`First name`}
        autoComplete="off"
        error={errors.first_name?.message}
        {...register('first_name')}
      />
      <TextField
        label={t`Last name`}
        autoComplete="off"
        error={errors.last_name?.message}
        {...register('last_name')}
      />
      <PickerField
        label={t`Team`}
        placeholder={t`No team`}
        chosen={team?.name ?? null}
        onClear={() => setTeam(undefined)}
      >
        {(close) => (
          <TargetChooser
            label={t`Team`}
            kind="activeTeams"
            without={[]}
            onChoose={(chosen) => {
              setTeam(chosen);
              close();
            }}
          />
        )}
      </PickerField>
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="new-password"
        hint={t`If you leave it empty, a password is generated.`}
        error={errors.password?.message}
        {...register('password')}
      />
    </FormDialog>
  );
}

/** Shows a generated password, to share it with the user. */
function PasswordDialog({created, onClose}: {created: Created; onClose: () => void}) {
  const name = created.username;
  return (
    <SecretDialog
      title={t`${name} was created`}
      label={t`Password`}
      secret={created.password}
      warning={
        <Trans>
          Share it with the user securely, because it isn't shown again. They can change it in their settings.
        </Trans>
      }
      onClose={onClose}
    />
  );
}
