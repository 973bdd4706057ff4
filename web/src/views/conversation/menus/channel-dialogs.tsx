import type {ServerChannel} from '@mattermost/types/channels';
import {lazyComponent, lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {withCatalog} from '../../../lib/i18n.ts';
import type {ChannelDialog} from './channel-items.tsx';

const AddMembersDialog = lazyDialog(() => import('../add-members.tsx'));
const ArchiveDialog = lazyComponent(() =>
  withCatalog('conversation', import('../../../components/channels/dialogs/archive-channel.tsx')),
);
const BookmarkDialog = lazyDialog(() =>
  withCatalog('conversation', import('../bookmarks/bookmark-dialog.tsx')),
);
const ChannelSettingsDialog = lazyDialog(() => withCatalog('conversation', import('./channel-settings.tsx')));
const ConvertGroupDialog = lazyDialog(() =>
  withCatalog('conversation', import('../../../components/channels/dialogs/convert-group.tsx')),
);
const DateDialog = lazyComponent(() =>
  withCatalog('conversation', import('../../../components/jump-to-date/date-dialog.tsx')),
);
const LeaveChannelDialog = lazyComponent(() =>
  withCatalog('conversation', import('../../../components/channels/dialogs/leave-channel.tsx')),
);
const NotificationsDialog = lazyComponent(() =>
  withCatalog('conversation', import('./channel-notifications.tsx')),
);

interface ChannelDialogsProps {
  channel: ServerChannel;
  dialog: ChannelDialog;
  onClose: () => void;
}

/** The dialog that the menu of a channel opens. Loaded with the menu, so that the first page doesn't contain it. */
export default function ChannelDialogs({channel, dialog, onClose}: ChannelDialogsProps) {
  switch (dialog) {
    case 'settings':
      return <ChannelSettingsDialog channel={channel} onClose={onClose} />;
    case 'add':
      return <AddMembersDialog channel={channel} onClose={onClose} />;
    case 'notifications':
      return <NotificationsDialog channel={channel} onClose={onClose} />;
    case 'date':
      return <DateDialog channelId={channel.id} at={Date.now()} onClose={onClose} />;
    case 'leave':
      return <LeaveChannelDialog channel={channel} onClose={onClose} />;
    case 'archive':
      return <ArchiveDialog channel={channel} onClose={onClose} />;
    case 'convert':
      return <ConvertGroupDialog channel={channel} onClose={onClose} />;
    case 'link':
    case 'file':
      return <BookmarkDialog channel={channel} type={dialog} onClose={onClose} />;
  }
}
