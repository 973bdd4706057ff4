import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {RESERVED_USERNAMES} from '../../../../../server/src/messaging/users/name-rules/name-rules.ts';
import {NewPasswordField, usePasswordLength} from '../../../components/people/new-password-field.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormDialog} from '../../../components/ui/form-dialog.tsx';
import {generatePassword} from '../../../lib/generate-password.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {errorMessage, errorPath, server} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import type {Entity} from '../entity-chooser.tsx';
import {TeamField} from '../team-field.tsx';
import {refreshAdministration} from '../use-change.ts';
import {GeneratedPassword} from './generated-password.tsx';

interface NewAccount {
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  password: string;
}

const FIELDS: readonly (keyof NewAccount)[] = ['username', 'email', 'first_name', 'last_name', 'password'];

const MAX_NAME_LENGTH = 64;

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
  const {register, handleSubmit, getValues, setError, formState} = useForm<NewAccount>({
    defaultValues: {username: '', email: '', first_name: '', last_name: '', password: ''},
  });
  const {errors, isSubmitting} = formState;
  const minLength = usePasswordLength();
  const [team, setTeam] = useState<Entity>();
  const [created, setCreated] = useState<Created>();
  const show = (id: string) => navigate(`/_admin/users/${id}`);

  async function create(account: NewAccount) {
    setFailure(undefined);
    const password = account.password || generatePassword(minLength.value);
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
      if (!field) return setFailure(errorMessage(error));
      // The server reports only one field.
      const taken = await showTaken([]);
      if (!taken.includes(field)) setError(field, {message: errorMessage(error)}, {shouldFocus: true});
    }
  }

  /** Shows which names other accounts have, except at fields that have an error, and returns these fields. */
  async function showTaken(invalid: readonly string[]): Promise<readonly string[]> {
    const {username, email} = getValues();
    const taken = await findTaken(username.trim().toLowerCase(), email.trim().toLowerCase());
    const messages = {
      ...(taken.username && {username: t`This username is already taken.`}),
      ...(taken.email && {email: t`An account with this email address already exists.`}),
    };
    const fields = (['username', 'email'] as const).filter(
      (field) => messages[field] && !invalid.includes(field),
    );
    for (const field of fields) setError(field, {message: messages[field]!});
    return fields;
  }

  if (created) {
    const {id, username: name, password} = created;
    return (
      <GeneratedPassword
        title={t`${name} was created`}
        username={name}
        password={password}
        onClose={() => show(id)}
      />
    );
  }
  const checkUsername = (value: string) => {
    const username = value.trim().toLowerCase();
    if (username === '') return t`Enter a username.`;
    if (RESERVED_USERNAMES.has(username)) return t`This username is reserved.`;
    return (
      /^[a-z0-9._-]{1,64}$/.test(username) ||
      t`The username can have up to 64 lowercase letters, digits, periods, hyphens and underscores.`
    );
  };
  const checkEmail = (value: string) => {
    if (value.trim() === '') return t`Enter an email address.`;
    return /^[^\s@<>"]+@[^\s@<>"]+$/.test(value.trim()) || t`Enter a valid email address.`;
  };
  return (
    <FormDialog
      title={t`Create user`}
      submitLabel={t`Create user`}
      isChanged={formState.isDirty || team !== undefined}
      busy={isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(create, (invalid) => showTaken(Object.keys(invalid)))}
      onClose={onClose}
    >
      <TextField
        label={t`Username`}
        required
        autoFocus
        autoComplete="off"
        hint={t`Lowercase letters, digits, periods, hyphens and underscores.`}
        error={errors.username?.message}
        {...register('username', {validate: checkUsername})}
      />
      <TextField
        label={t`Email`}
        required
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...register('email', {validate: checkEmail})}
      />
      <TextField
        label={t`First name`}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={errors.first_name?.message}
        {...register('first_name')}
      />
      <TextField
        label={t`Last name`}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        error={errors.last_name?.message}
        {...register('last_name')}
      />
      <TeamField chosen={team} onChange={setTeam} />
      <NewPasswordField
        label={t`Password`}
        hint={(rules) => joinSentences([rules, t`If you leave it empty, a password is generated.`])}
        error={errors.password}
        {...register('password', {minLength})}
      />
    </FormDialog>
  );
}

/** Which of these names other accounts have. */
async function findTaken(username: string, email: string) {
  const [withUsername, withEmail] = await Promise.all([
    username === '' ? [] : server.getProfilesByUsernames([username]).catch(() => []),
    email === '' ? [] : server.searchUsers(email, {allow_inactive: true}).catch(() => []),
  ]);
  return {username: withUsername.length > 0, email: withEmail.some((user) => user.email === email)};
}
