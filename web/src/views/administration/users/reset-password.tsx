import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {type FormEvent, useState} from 'react';
import {DialogBody} from '../../../components/ui/dialog.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {InputDialog} from '../../../components/ui/input-dialog.tsx';
import {passwordHint} from '../../../data/session/password-hint.ts';
import {useClientConfig} from '../../../data/system/client-config.ts';
import {joinSentences} from '../../../lib/sentences.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {showSuccess} from '../../../lib/toasts.ts';
import {refreshAdministration} from '../use-change.ts';

export function ResetPasswordDialog({user, onClose}: {user: UserProfile; onClose: () => void}) {
  const name = user.username;
  const config = useClientConfig();
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password === '') return setError(t`Enter a new password.`);
    setBusy(true);
    try {
      await server.updateUserPassword(user.id, '', password);
      await refreshAdministration();
      showSuccess(t`The password of ${name} was reset.`);
      onClose();
    } catch (failure) {
      setError(errorMessage(failure));
      setBusy(false);
    }
  }
  return (
    <InputDialog
      title={t`Reset password for ${name}`}
      size="small"
      isChanged={password !== ''}
      onClose={onClose}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          <TextField
            label={t`New password`}
            type="password"
            required
            autoFocus
            autoComplete="new-password"
            hint={joinSentences([
              passwordHint(config),
              t`This signs the user out everywhere. Share the password with them securely.`,
            ])}
            value={password}
            error={error}
            onChange={(event) => setPassword(event.target.value)}
          />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          <Trans>Reset password</Trans>
        </FormFooter>
      </form>
    </InputDialog>
  );
}
