import {plural, t} from '@lingui/core/macro';
import {ConfirmDialog} from '../../../../components/ui/confirm-dialog.tsx';
import {markChannelsRead} from '../../../../data/channels/channel-actions.ts';
import {useUnreadChannels} from '../../../../data/channels/unread-channels.ts';
import {useCurrentTeam} from '../../../../data/teams/teams.ts';

/** Asks before all unread channels of the team are marked as read. */
export default function ReadAllDialog({onClose}: {onClose: () => void}) {
  const channels = useUnreadChannels(useCurrentTeam().id);
  const unread = channels.length;
  return (
    <ConfirmDialog
      title={t`Mark all channels as read`}
      confirmLabel={t`Mark all as read`}
      onConfirm={() => markChannelsRead(channels.map(({id}) => id))}
      onClose={onClose}
    >
      {plural(unread, {
        one: '# channel or conversation of this team has unread messages.',
        other: '# channels and conversations of this team have unread messages.',
      })}
    </ConfirmDialog>
  );
}
