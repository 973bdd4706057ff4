import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {TextField} from '../../../components/ui/field.tsx';
import {FormDialog} from '../../../components/ui/form-dialog.tsx';
import {useIsOn} from '../../../data/system/client-config.ts';
import {errorMessage, errorPath, server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {refreshAdministration} from '../use-change.ts';

const FIELDS = ['username', 'email', 'first_name', 'last_name', 'nickname', 'position'] as const;

type EditedProfile = Pick<UserProfile, (typeof FIELDS)[number]>;

/** Edits the names and the email address of another person. */
export default function EditUserDialog({user, onClose}: {user: UserProfile; onClose: () => void}) {
  const [failure, setFailure] = useState<string>();
  const mustVerify = useIsOn('RequireEmailVerification');
  const {username, email, first_name, last_name, nickname, position} = user;
  const {register, handleSubmit, setError, watch, formState} = useForm<EditedProfile>({
    defaultValues: {username, email, first_name, last_name, nickname, position},
  });
  const {errors, dirtyFields, isDirty, isSubmitting} = formState;

  async function save(profile: EditedProfile) {
    setFailure(undefined);
    try {
      // The user may change other fields at the same time.
      const changed = FIELDS.filter((name) => dirtyFields[name]).map((name) => [name, profile[name]]);
      if (changed.length > 0) {
        await server.patchUser({id: user.id, ...Object.fromEntries(changed)} as UserProfile);
        await refreshAdministration();
        showSuccess(t`Profile saved.`);
      }
      onClose();
    } catch (error) {
      const field = FIELDS.find((name) => name === errorPath(error));
      if (field) setError(field, {message: errorMessage(error)});
      else setFailure(errorMessage(error));
    }
  }

  return (
    <FormDialog
      title={t`Edit ${username}`}
      submitLabel={t`Save`}
      isChanged={isDirty}
      busy={isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <TextField
        label={t`Username`}
        required
        autoFocus
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          watch('username') === username ? undefined : t`Mentions of the old username won't notify the user.`
        }
        error={errors.username?.message}
        {...register('username', {validate: (name) => name.trim() !== '' || t`Enter a username.`})}
      />
      <TextField
        label={t`Email`}
        type="email"
        required
        maxLength={128}
        autoComplete="off"
        hint={
          watch('email') === email
            ? undefined
            : mustVerify
              ? t`The user has to verify the new address with a link that they get by email before they can sign in again.`
              : t`The new address isn't verified. The user can sign in with it right away.`
        }
        error={errors.email?.message}
        {...register('email', {required: t`Enter an email address.`})}
      />
      <TextField
        label={t`First name`}
        autoComplete="off"
        maxLength={64}
        error={errors.first_name?.message}
        {...register('first_name')}
      />
      <TextField
        label={t`Last name`}
        autoComplete="off"
        maxLength={64}
        error={errors.last_name?.message}
        {...register('last_name')}
      />
      <TextField
        label={t`Nickname`}
        autoComplete="off"
        maxLength={64}
        error={errors.nickname?.message}
        {...register('nickname')}
      />
      <TextField
        label={t({message: 'Position', context: 'job'})}
        autoComplete="off"
        maxLength={128}
        error={errors.position?.message}
        {...register('position')}
      />
    </FormDialog>
  );
}
