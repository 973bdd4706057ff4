import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {changeChannel} from '../../../data/channels/channels.ts';
import {server} from '../../../lib/server.ts';
import {ConfirmDialog} from '../../ui/confirm-dialog.tsx';

/** Archives a channel, or unarchives it. */
export default function ArchiveDialog({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const name = channel.display_name;
  if (channel.delete_at > 0) {
    return (
      <ConfirmDialog
        title={t`Unarchive ${name}?`}
        confirmLabel={t`Unarchive`}
        onClose={onClose}
        onConfirm={async () => {
          await server.unarchiveChannel(channel.id);
          changeChannel(channel.id, (before) => ({...before, delete_at: 0}));
        }}
      >
        <Trans>Its members can post in it again.</Trans>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={t`Archive ${name}?`}
      confirmLabel={t({message: 'Archive', context: 'verb'})}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await server.deleteChannel(channel.id);
        changeChannel(channel.id, (before) => ({...before, delete_at: Date.now()}));
      }}
    >
      <Trans>
        Its messages stay readable, but no one can post in it, and its incoming webhooks stop working. You can
        unarchive it later.
      </Trans>
    </ConfirmDialog>
  );
}
