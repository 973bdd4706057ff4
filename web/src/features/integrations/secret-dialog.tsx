import type {ReactNode} from 'react';
import {Button} from '../../components/button.tsx';
import {CopyField} from '../../components/copy.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/dialog.tsx';
import {Notice} from '../../components/notice.tsx';

/** Shows a secret this once. */
export function SecretDialog({
  title,
  label,
  secret,
  children,
  onClose,
}: {
  title: string;
  label: string;
  secret: string;
  /** What to do with it. */
  children?: ReactNode;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} stays onClose={onClose}>
      <DialogBody>
        <Notice kind="warning">Copy it now. It is shown this once, and nobody can look it up later.</Notice>
        <CopyField label={label} value={secret} secret />
        {children}
      </DialogBody>
      <DialogFooter>
        <Button kind="primary" onPress={onClose}>
          I have copied it
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
