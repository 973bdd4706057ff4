import {t} from '@lingui/core/macro';
import {type FormEvent, useState} from 'react';
import {errorMessage} from '../../lib/server.ts';
import {DialogBody} from './dialog.tsx';
import {TextField} from './field.tsx';
import {FormFooter} from './form-footer.tsx';
import {InputDialog} from './input-dialog.tsx';
import type {NameDialogProps} from './name-dialog.tsx';

/** The dialog of `NameDialog`, loaded on demand. */
export default function NameWindow({
  title,
  label,
  initial,
  maxLength,
  submitLabel,
  onSubmit,
  onClose,
}: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === '') return setError(t`Enter a name.`);
    setBusy(true);
    try {
      await onSubmit(name.trim());
      onClose();
    } catch (failure) {
      setError(errorMessage(failure));
      setBusy(false);
    }
  }
  return (
    <InputDialog title={title} size="small" isChanged={name !== initial} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <TextField
            label={label}
            required
            autoFocus
            value={name}
            maxLength={maxLength}
            error={error}
            onChange={(event) => setName(event.target.value)}
          />
        </DialogBody>
        <FormFooter busy={busy} onCancel={onClose}>
          {submitLabel}
        </FormFooter>
      </form>
    </InputDialog>
  );
}
