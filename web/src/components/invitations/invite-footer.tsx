import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {Button} from '../ui/button.tsx';
import {DialogFooter} from '../ui/dialog.tsx';

export interface InviteFooterProps {
  closeLabel: string;
  onClose: () => void;
  /** Asks whether to revoke all open invitations; undefined if the person may not. */
  onRevoke: (() => void) | undefined;
}

/** The buttons of the dialog that invites people, with the main action as its children. */
export function InviteFooter({
  closeLabel,
  onClose,
  onRevoke,
  children,
}: InviteFooterProps & {children: ReactNode}) {
  return (
    <DialogFooter
      apart={
        onRevoke && (
          <Button kind="quiet" onPress={onRevoke}>
            <Trans>Revoke open invitations</Trans>
          </Button>
        )
      }
    >
      <Button onPress={onClose}>{closeLabel}</Button>
      {children}
    </DialogFooter>
  );
}
