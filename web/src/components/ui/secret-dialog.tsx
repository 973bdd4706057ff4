import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {Button} from './button.tsx';
import {CopyField} from './copy.tsx';
import {Dialog, DialogBody, DialogFooter} from './dialog.tsx';
import {Notice} from './notice.tsx';

interface SecretDialogProps {
  title: string;
  label: string;
  secret: string;
  /** Says that it isn't shown again. */
  warning?: ReactNode;
  /** Instructions for using the secret. */
  children?: ReactNode;
  onClose: () => void;
}

/** Shows a new secret. It can't be shown again later. */
export function SecretDialog({title, label, secret, warning, children, onClose}: SecretDialogProps) {
  return (
    <Dialog title={title} keepOpen onClose={onClose}>
      <DialogBody>
        <Notice kind="warning">
          {warning ?? <Trans>Copy it now. You won't be able to see it again.</Trans>}
        </Notice>
        <CopyField label={label} value={secret} secret />
        {children}
      </DialogBody>
      <DialogFooter>
        <Button kind="primary" onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
