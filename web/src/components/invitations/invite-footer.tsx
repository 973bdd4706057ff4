import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {Button} from '../ui/button.tsx';
import {DialogFooter} from '../ui/dialog.tsx';

export interface InviteFooterProps {
  closeLabel: string;
  onClose: () => void;
  /** Shows the open invitations. Undefined without permission to invite by email. */
  onOpenInvitations: (() => void) | undefined;
}

/** The footer of the dialog that invites people, with the main action as its children. */
export function InviteFooter({
  closeLabel,
  onClose,
  onOpenInvitations,
  children,
}: InviteFooterProps & {children: ReactNode}) {
  return (
    <DialogFooter
      apart={
        onOpenInvitations && (
          <Button kind="quiet" onPress={onOpenInvitations}>
            <Trans>Open invitations</Trans>
          </Button>
        )
      }
    >
      <Button onPress={onClose}>{closeLabel}</Button>
      {children}
    </DialogFooter>
  );
}
