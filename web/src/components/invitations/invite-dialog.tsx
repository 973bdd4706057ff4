import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {type ReactNode, useState} from 'react';
import {Link} from 'react-router';
import {useHasPermission, useIsAdministrator} from '../../data/session/permissions.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {useCurrentTeam, useHasTeamPermission} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {showSuccess} from '../../lib/toasts.ts';
import {PeopleChooser} from '../people/people-chooser.tsx';
import {Button} from '../ui/button.tsx';
import {CopyField} from '../ui/copy.tsx';
import {DialogBody} from '../ui/dialog.tsx';
import {InputDialog} from '../ui/input-dialog.tsx';
import {ErrorNotice, Notice} from '../ui/notice.tsx';
import {RadioField} from '../ui/radio-field.tsx';
import {type EmailInput, InviteByEmail} from './invite-by-email.tsx';
import {InviteFooter, type InviteFooterProps} from './invite-footer.tsx';
import {OpenInvitations} from './open-invitations.tsx';
import RevokeInvitations from './revoke-invitations.tsx';

/** The maximum number of people with an account who can be added at the same time. */
const MAX_PEOPLE = 50;

type InviteMethod = 'member' | 'guest' | 'account';

const NO_INPUT: EmailInput = {text: '', channelIds: [], message: ''};

interface InviteDialogProps {
  onClose: () => void;
  /** The label of the button that closes the dialog. */
  closeLabel?: string;
}

/** Invites people to the current team: by email as members or guests, with a link, or if they have an account. */
export default function InviteDialog({onClose, closeLabel = t`Close`}: InviteDialogProps) {
  const team = useCurrentTeam();
  const name = team.display_name;
  const byEmail = useIsOn('EnableEmailInvitations');
  const withGuests = useIsOn('EnableGuestAccounts');
  const mayAdd = useHasTeamPermission(team.id, 'add_user_to_team') === true;
  const mayInvite = useHasTeamPermission(team.id, 'invite_user') === true && mayAdd;
  const mayInviteGuests = useHasTeamPermission(team.id, 'invite_guest') === true && withGuests;
  const mayRevoke = useHasPermission('invalidate_email_invite') === true;
  const [chosen, setChosen] = useState<InviteMethod>();
  const [view, setView] = useState<'invite' | 'open' | 'revoke'>('invite');
  const [email, setEmail] = useState(NO_INPUT);
  const [sent, setSent] = useState(NO_INPUT);
  const [people, setPeople] = useState<UserProfile[]>([]);
  const ways = [
    ...(byEmail && mayInvite ? [{value: 'member', label: t`New members by email`}] : []),
    ...(byEmail && mayInviteGuests
      ? [{value: 'guest', label: t`Guests by email`, hint: t`Guests only see the channels that you choose.`}]
      : []),
    ...(mayAdd ? [{value: 'account', label: t`People with an account on this server`}] : []),
  ];
  const way = chosen ?? (ways[0]?.value as InviteMethod | undefined);

  if (view === 'open') {
    return (
      <OpenInvitations
        teamId={team.id}
        teamName={name}
        onRevokeAll={mayRevoke ? () => setView('revoke') : undefined}
        onClose={() => setView('invite')}
      />
    );
  }
  if (view === 'revoke') return <RevokeInvitations onClose={() => setView('open')} />;
  const footer = {
    closeLabel,
    onClose,
    onOpenInvitations:
      byEmail && (mayInvite || mayInviteGuests || mayRevoke) ? () => setView('open') : undefined,
  };
  const beginning = (
    <>
      {!byEmail && <EmailIsOff />}
      {ways.length > 1 && (
        <RadioField
          label={t`Invite`}
          options={ways}
          value={way ?? ''}
          onChange={(value) => {
            setChosen(value as InviteMethod);
            // A member's channels may not be allowed for a guest.
            setEmail({...email, channelIds: []});
          }}
        />
      )}
      {way !== 'guest' && team.invite_id && (
        <CopyField
          label={t`Anyone with this link can join`}
          value={`${window.location.origin}/signup_user_complete/?id=${team.invite_id}`}
        />
      )}
    </>
  );
  return (
    <InputDialog
      title={t`Invite people to ${name}`}
      isChanged={people.length > 0 || JSON.stringify(email) !== JSON.stringify(sent)}
      onClose={onClose}
    >
      {way === 'member' || way === 'guest' ? (
        // The key resets errors and results.
        <InviteByEmail
          key={way}
          teamId={team.id}
          isGuest={way === 'guest'}
          input={email}
          onChange={setEmail}
          onSent={setSent}
          {...footer}
        >
          {beginning}
        </InviteByEmail>
      ) : (
        <AddToTeam teamId={team.id} mayAdd={mayAdd} people={people} onChange={setPeople} {...footer}>
          {beginning}
        </AddToTeam>
      )}
    </InputDialog>
  );
}

/** Says that the server doesn't send invitations, and tells administrators what to do about it. */
function EmailIsOff() {
  const isAdministrator = useIsAdministrator();
  return (
    <Notice>
      {isAdministrator ? (
        <Trans>
          Invitations by email are off on this server.{' '}
          <Link to="/_admin/settings?section=EmailSettings">Set up email</Link> and{' '}
          <Link to="/_admin/settings?section=ServiceSettings">turn on email invitations</Link>, or share the
          link.
        </Trans>
      ) : (
        <Trans>Invitations by email are off on this server. Share the link instead.</Trans>
      )}
    </Notice>
  );
}

/** Adds people with an account to the team. */
function AddToTeam({
  teamId,
  mayAdd,
  people,
  onChange,
  children,
  ...footer
}: InviteFooterProps & {
  teamId: string;
  mayAdd: boolean;
  people: readonly UserProfile[];
  onChange: (people: UserProfile[]) => void;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function add() {
    setBusy(true);
    setFailure(undefined);
    try {
      await server.addUsersToTeam(
        teamId,
        people.map(({id}) => id),
      );
      const added = people.length;
      showSuccess(
        plural(added, {
          one: '# person was added to the team.',
          other: '# people were added to the team.',
        }),
      );
      footer.onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <>
      <DialogBody>
        {children}
        {mayAdd && (
          <PeopleChooser
            label={t`People with an account`}
            chosen={people}
            onChange={onChange}
            most={MAX_PEOPLE}
            among={{not_in_team_id: teamId}}
          />
        )}
        <ErrorNotice text={failure} />
      </DialogBody>
      <InviteFooter {...footer}>
        {mayAdd && (
          <Button kind="primary" busy={busy} isDisabled={people.length === 0} onPress={() => void add()}>
            <Trans>Add to team</Trans>
          </Button>
        )}
      </InviteFooter>
    </>
  );
}
