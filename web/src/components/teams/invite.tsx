import {plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useMutation} from '@tanstack/react-query';
import {useState} from 'react';
import {useIsOn} from '../../data/system/client-config.ts';
import {inviteByEmail} from '../../data/teams/invitations.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {tellDone, tellError} from '../../lib/toasts.ts';
import {AddPeopleDialog} from '../people/add-people-dialog.tsx';
import {Button} from '../ui/button.tsx';
import {CopyField} from '../ui/copy.tsx';
import {TextField} from '../ui/field.tsx';

/** Sends invitations. Not shown if the server sends none. */
function InviteByEmail({teamId}: {teamId: string}) {
  const isOn = useIsOn('EnableEmailInvitations');
  const [text, setText] = useState('');
  const emails = text.split(/[\s,;]+/).filter(Boolean);
  const invitation = useMutation({
    mutationFn: () => inviteByEmail(teamId, emails),
    onSuccess({sent, errors}) {
      if (sent > 0) {
        setText('');
        tellDone(plural(sent, {one: '# invitation was sent.', other: '# invitations were sent.'}));
      }
      for (const error of errors) tellError(error);
    },
    onError: (error) => tellError(errorMessage(error)),
  });
  if (!isOn) return null;
  return (
    <>
      <TextField
        label={t`Invite by email`}
        placeholder="ana@example.com, ben@example.com"
        hint={t`Separate addresses with commas or spaces, up to 20. The invitations work for 48 hours.`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button
          isDisabled={emails.length === 0 || emails.length > 20}
          busy={invitation.isPending}
          onPress={() => invitation.mutate()}
        >
          <Trans>Send invitations</Trans>
        </Button>
      </div>
    </>
  );
}

/** Adds people with an account to the team, and shows a link to invite others. */
export default function InviteDialog({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  const name = team.display_name;
  return (
    <AddPeopleDialog
      title={t`Invite people to ${name}`}
      label={t`People with an account`}
      among={{not_in_team_id: team.id}}
      cancelLabel={t`Close`}
      addLabel={t`Add to team`}
      onAdd={async (userIds) => {
        await server.addUsersToTeam(team.id, userIds);
        const added = userIds.length;
        tellDone(
          plural(added, {
            one: '# person was added to the team.',
            other: '# people were added to the team.',
          }),
        );
      }}
      onClose={onClose}
    >
      <InviteByEmail teamId={team.id} />
      {team.invite_id && (
        <CopyField
          label={t`Anyone with this link can join`}
          value={`${window.location.origin}/signup_user_complete/?id=${team.invite_id}`}
        />
      )}
    </AddPeopleDialog>
  );
}
