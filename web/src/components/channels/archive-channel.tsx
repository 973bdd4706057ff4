import type {ServerChannel} from '@mattermost/types/channels';
import {changeChannel} from '../../data/channels/channels.ts';
import {server} from '../../lib/server.ts';
import {ConfirmDialog} from '../ui/confirm-dialog.tsx';

/** Archives a channel, or takes it back out. */
export function ArchiveDialog({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  if (channel.delete_at > 0) {
    return (
      <ConfirmDialog
        title={`Restore ${channel.display_name}?`}
        confirmLabel="Restore"
        onClose={onClose}
        onConfirm={async () => {
          await server.unarchiveChannel(channel.id);
          changeChannel(channel.id, (before) => ({...before, delete_at: 0}));
        }}
      >
        Its members can write in it again.
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={`Archive ${channel.display_name}?`}
      confirmLabel="Archive"
      danger
      onClose={onClose}
      onConfirm={async () => {
        await server.deleteChannel(channel.id);
        changeChannel(channel.id, (before) => ({...before, delete_at: Date.now()}));
      }}
    >
      It can be read and found, but not written in. Incoming webhooks that post to it stop working. It can be
      restored.
    </ConfirmDialog>
  );
}
