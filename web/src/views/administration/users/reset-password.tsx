import type {UserProfile} from '@mattermost/types/users';
import {type FormEvent, useState} from 'react';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {TextField} from '../../../components/ui/field.tsx';
import {FormFooter} from '../../../components/ui/form-footer.tsx';
import {errorMessage, server} from '../../../lib/server.ts';
import {tellDone} from '../../../lib/toasts.ts';
import {refreshAdministration} from '../use-change.ts';

/** Gives somebody a new password. */
export function ResetPasswordDialog({user, onClose}: {user: UserProfile; onClose: () => void}) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (password === '') return setError('Type the new password.');
    setBusy(true);
    try {
      await server.updateUserPassword(user.id, '', password);
      await refreshAdministration();
      tellDone(`${user.username} has a new password.`);
      onClose();
    } catch (failure) {
      setError(errorMessage(failure));
      setBusy(false);
    }
  }
  return (
    <Dialog title={`A new password for ${user.username}`} size="small" onClose={onClose} keepOpen>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          <TextField
            label="New password"
            type="password"
            required
            autoFocus
            autoComplete="new-password"
            hint="Every session of the account ends. Tell it to the person in a safe way."
            value={password}
            error={error}
            onChange={(event) => setPassword(event.target.value)}
          />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          Set the password
        </FormFooter>
      </form>
    </Dialog>
  );
}
