import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {revokeInvitations} from '../../data/teams/open-invitations.ts';
import {showSuccess} from '../../lib/toasts.ts';
import {ConfirmDialog} from '../ui/confirm-dialog.tsx';

interface RevokeInvitationsProps {
  onClose: () => void;
  onRevoked?: () => Promise<void>;
}

/** Asks whether to revoke all open email invitations. */
export default function RevokeInvitations({onClose, onRevoked}: RevokeInvitationsProps) {
  return (
    <ConfirmDialog
      title={t`Revoke all open invitations?`}
      confirmLabel={t`Revoke invitations`}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await revokeInvitations();
        await onRevoked?.();
        showSuccess(t`All open invitations were revoked.`);
      }}
    >
      <Trans>
        Invitations by email that no one has accepted yet stop working, in all teams. The invitation link
        stays valid.
      </Trans>
    </ConfirmDialog>
  );
}
