import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {errorMessage} from '../../lib/server.ts';
import {Button} from './button.tsx';
import type {ConfirmDialogProps} from './confirm-dialog.tsx';
import {Dialog, DialogBody, DialogFooter} from './dialog.tsx';
import {ErrorNotice} from './notice.tsx';

/** The dialog of `ConfirmDialog`, loaded on demand. */
export default function ConfirmWindow({
  title,
  children,
  confirmLabel,
  cancelLabel = t`Cancel`,
  danger = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function confirm() {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={title} size="small" role="alertdialog" onClose={onClose}>
      <DialogBody>
        <div>{children}</div>
        <ErrorNotice text={failure} />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>{cancelLabel}</Button>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} autoFocus onPress={() => void confirm()}>
          {confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
