import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {Button} from './button.tsx';
import {DialogFooter} from './dialog.tsx';

interface FormFooterProps {
  /** What the form does, on the button that does it. */
  children: ReactNode;
  busy: boolean;
  onCancel: () => void;
}

/** The foot of a form in a dialog: to leave it, or to send it. */
export function FormFooter({children, busy, onCancel}: FormFooterProps) {
  return (
    <DialogFooter>
      <Button onPress={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
      <Button kind="primary" type="submit" busy={busy}>
        {children}
      </Button>
    </DialogFooter>
  );
}
