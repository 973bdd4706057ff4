import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {Button} from './button.tsx';
import {DialogFooter} from './dialog.tsx';

interface FormFooterProps {
  /** The label of the button that submits the form. */
  children: ReactNode;
  busy: boolean;
  onCancel: () => void;
}

/** The buttons of a form in a dialog: cancel and submit. */
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
