import {type FormEvent, useState} from 'react';
import {errorMessage} from '../lib/server.ts';
import {Button} from './button.tsx';
import {Dialog, DialogBody, DialogFooter} from './dialog.tsx';
import {TextField} from './text-field.tsx';

interface NameDialogProps {
  title: string;
  label: string;
  initial: string;
  maxLength: number;
  submitLabel: string;
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for one line of text. */
export function NameDialog({
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
    if (name.trim() === '') return setError('It cannot be empty.');
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
    <Dialog title={title} size="small" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <TextField
            label={label}
            autoFocus
            value={name}
            maxLength={maxLength}
            error={error}
            onChange={(event) => setName(event.target.value)}
          />
        </DialogBody>
        <DialogFooter>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {submitLabel}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
