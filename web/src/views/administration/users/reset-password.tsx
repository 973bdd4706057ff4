import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {NewPasswordField, usePasswordLength} from '../../../components/people/new-password-field.tsx';
import {FormDialog} from '../../../components/ui/form-dialog.tsx';
import {generatePassword} from '../../../lib/generate-password.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {errorMessage, errorPath, server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {refreshAdministration} from '../use-change.ts';
import {GeneratedPassword} from './generated-password.tsx';

/** Sets another person's password. A password that was generated is shown once. */
export default function ResetPasswordDialog({user, onClose}: {user: UserProfile; onClose: () => void}) {
  const name = user.username;
  const {register, handleSubmit, setError, formState} = useForm({defaultValues: {password: ''}});
  const minLength = usePasswordLength();
  const [generated, setGenerated] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function reset({password: entered}: {password: string}) {
    const password = entered || generatePassword(minLength.value);
    setFailure(undefined);
    try {
      await server.updateUserPassword(user.id, '', password);
      await refreshAdministration();
    } catch (error) {
      const message = errorMessage(error);
      return errorPath(error) === 'password' ? setError('password', {message}) : setFailure(message);
    }
    if (!entered) return setGenerated(password);
    showSuccess(t`The password of ${name} was reset.`);
    onClose();
  }

  if (generated) {
    return (
      <GeneratedPassword
        title={t`New password for ${name}`}
        username={name}
        password={generated}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t`Reset password for ${name}`}
      submitLabel={t`Reset password`}
      size="small"
      isChanged={formState.isDirty}
      busy={formState.isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(reset)}
      onClose={onClose}
    >
      <NewPasswordField
        label={t`New password`}
        autoFocus
        hint={(rules) =>
          joinSentences([
            rules,
            t`If you leave it empty, a password is generated.`,
            t`This signs the user out everywhere. Share the password with them securely.`,
          ])
        }
        error={formState.errors.password}
        {...register('password', {minLength})}
      />
    </FormDialog>
  );
}
