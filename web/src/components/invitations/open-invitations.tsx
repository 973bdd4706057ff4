import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {useDates} from '../../data/preferences/display.ts';
import {
  type OpenInvitation,
  revokeInvitation,
  useOpenInvitations,
} from '../../data/teams/open-invitations.ts';
import {isolate} from '../../lib/isolate.ts';
import {errorMessage} from '../../lib/server.ts';
import {showSuccess} from '../../lib/toasts.ts';
import {PersonName} from '../people/person.tsx';
import {Button} from '../ui/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../ui/dialog.tsx';
import {MemberList, MemberRow} from '../ui/member-list.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {NotLoaded} from '../ui/state.tsx';
import {Tag} from '../ui/tag.tsx';
import styles from './invitations.module.css';

/** The open email invitations to a team that the person can see, with buttons to revoke them. */
export function OpenInvitations({
  teamId,
  teamName,
  onRevokeAll,
  onClose,
}: {
  teamId: string;
  teamName: string;
  /** Asks whether to revoke all open invitations. Undefined without permission. */
  onRevokeAll: (() => void) | undefined;
  onClose: () => void;
}) {
  const {data, error, refetch} = useOpenInvitations(teamId);
  const [failure, setFailure] = useState<string>();
  async function revoke(invitation: OpenInvitation) {
    setFailure(undefined);
    try {
      await revokeInvitation(invitation);
      showSuccess(t`Invitation revoked.`);
    } catch (thrown) {
      setFailure(errorMessage(thrown));
    }
  }
  return (
    <Dialog title={t`Open invitations to ${teamName}`} onClose={onClose}>
      <DialogBody>
        <ErrorNotice text={failure} />
        {!data ? (
          <NotLoaded error={error} onRetry={() => void refetch()} />
        ) : (
          <MemberList none={t`There are no open invitations.`}>
            {data.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onRevoke={() => void revoke(invitation)}
              />
            ))}
          </MemberList>
        )}
      </DialogBody>
      <DialogFooter
        apart={
          onRevokeAll && (
            <Button kind="quiet" onPress={onRevokeAll}>
              <Trans>Revoke open invitations</Trans>
            </Button>
          )
        }
      >
        <Button onPress={onClose}>
          <Trans>Back</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function InvitationRow({invitation, onRevoke}: {invitation: OpenInvitation; onRevoke: () => void}) {
  const dates = useDates();
  const {inviter_id, create_at, expires_at} = invitation;
  const email = isolate(invitation.email);
  const created = dates.dateTime(create_at);
  const expiresOn = dates.dateTime(expires_at);
  return (
    <MemberRow
      actions={
        <Button size="small" onPress={onRevoke} aria-label={t`Revoke the invitation for ${email}`}>
          <Trans>Revoke</Trans>
        </Button>
      }
    >
      <div className={styles.invitation}>
        <bdi>{invitation.email}</bdi> {invitation.is_guest && <Tag>{t`GUEST`}</Tag>}
        <div className={styles.quiet}>
          <Trans>
            Invited by <PersonName userId={inviter_id} />, {created}
          </Trans>
        </div>
        <div className={styles.quiet}>
          {expires_at > 0 ? t`Expires ${expiresOn}` : t`The email is waiting to be sent.`}
        </div>
      </div>
    </MemberRow>
  );
}
