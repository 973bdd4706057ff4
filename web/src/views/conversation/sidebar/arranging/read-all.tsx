import {plural, t} from '@lingui/core/macro';
import {ConfirmDialog} from '../../../../components/ui/confirm-dialog.tsx';
import {markChannelsRead} from '../../../../data/channels/channel-actions.ts';

/** Asks before all of these unread channels are marked as read. */
export default function ReadAllDialog({
  channelIds,
  onClose,
}: {
  channelIds: readonly string[];
  onClose: () => void;
}) {
  const unread = channelIds.length;
  return (
    <ConfirmDialog
      title={t`Mark all channels as read`}
      confirmLabel={t`Mark all as read`}
      onConfirm={() => markChannelsRead(channelIds)}
      onClose={onClose}
    >
      {plural(unread, {
        one: '# channel or conversation of this team has unread messages.',
        other: '# channels and conversations of this team have unread messages.',
      })}
    </ConfirmDialog>
  );
}
