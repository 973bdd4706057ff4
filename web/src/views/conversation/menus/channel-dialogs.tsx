import type {ServerChannel} from '@mattermost/types/channels';
import {useEffect, useRef} from 'react';
import {useLocation} from 'react-router';
import {lazyComponent, lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {withCatalog} from '../../../lib/i18n.ts';
import {$teamDialog, closeTeamDialog} from '../team-dialog-state.ts';

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
const CreateCategoryDialog = lazyDialog(() => withCatalog('conversation', import('./create-category.tsx')));
const DateDialog = lazyComponent(() =>
  withCatalog('conversation', import('../../../components/jump-to-date/date-dialog.tsx')),
);
const LeaveChannelDialog = lazyComponent(() =>
  withCatalog('conversation', import('../../../components/channels/dialogs/leave-channel.tsx')),
);
const NotificationsDialog = lazyComponent(() =>
  withCatalog('conversation', import('./channel-notifications.tsx')),
);

/** A dialog about a channel; `link` and `file` add a bookmark, and `category` creates one with the channel. */
export type ChannelDialog =
  | 'settings'
  | 'add'
  | 'notifications'
  | 'date'
  | 'leave'
  | 'archive'
  | 'convert'
  | 'category'
  | 'link'
  | 'file';

/** Opens a dialog about a channel of the open team. Loaded with the menus, so that the first page doesn't contain it. */
export function openChannelDialog(channel: ServerChannel, dialog: ChannelDialog): void {
  $teamDialog.set(<OpenDialog channel={channel} dialog={dialog} onClose={closeTeamDialog} />);
}

interface OpenDialogProps {
  channel: ServerChannel;
  dialog: ChannelDialog;
  onClose: () => void;
}

function OpenDialog({channel, dialog, onClose}: OpenDialogProps) {
  const {pathname} = useLocation();
  const openedAt = useRef(pathname);
  // The person may go back while the dialog is open.
  const hasLeft = pathname !== openedAt.current;
  useEffect(() => {
    if (hasLeft) onClose();
  }, [hasLeft, onClose]);
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
    case 'category':
      return <CreateCategoryDialog channelId={channel.id} onClose={onClose} />;
    case 'link':
    case 'file':
      return <BookmarkDialog channel={channel} type={dialog} onClose={onClose} />;
  }
}
