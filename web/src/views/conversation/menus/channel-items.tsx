import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {openPanel} from '../../../components/panels/use-panel.ts';
import {MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {useMayBookmark} from '../../../data/channels/bookmark-changes.ts';
import {setMuted} from '../../../data/channels/channel-actions.ts';
import {permissionFor, useHasChannelPermission, useMembership} from '../../../data/channels/channels.ts';
import {useMe} from '../../../data/session/session.ts';
import {useIsOn} from '../../../data/system/client-config.ts';
import {useHasTeamPermission} from '../../../data/teams/teams.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';

/** A dialog that the menu of a channel opens; `link` and `file` add a bookmark. */
export type ChannelDialog =
  | 'settings'
  | 'add'
  | 'notifications'
  | 'date'
  | 'leave'
  | 'archive'
  | 'convert'
  | 'link'
  | 'file';

interface ChannelItemsProps {
  channel: ServerChannel;
  onDialog: (dialog: ChannelDialog) => void;
}

/** The items of the menu in a channel's header. */
export default function ChannelItems({channel, onDialog}: ChannelItemsProps) {
  const membership = useMembership(channel.id);
  const isTeamChannel = channel.type === 'O' || channel.type === 'P';
  const mayAdd = useHasChannelPermission(channel.id, permissionFor(channel, 'members'));
  const mayChange = useHasChannelPermission(channel.id, permissionFor(channel, 'properties'));
  const mayChangeBanner = useHasChannelPermission(channel.id, permissionFor(channel, 'banner'));
  const mayArchive = useHasChannelPermission(channel.id, permissionFor(channel, 'delete'));
  const mayUnarchive = useHasTeamPermission(channel.team_id, 'manage_team');
  const isMuted = membership?.notify_props?.mark_unread === 'mention';
  const me = useMe();
  const isArchived = channel.delete_at > 0;
  const mayEnd = isArchived ? mayUnarchive : mayArchive;
  const mayBookmark = useMayBookmark(channel, 'add');
  const withFiles = useIsOn('EnableFileAttachments');
  return (
    <>
      <MenuItem icon="info" onAction={() => openPanel({kind: 'info'})}>
        {isTeamChannel ? t`About this channel` : t`About this conversation`}
      </MenuItem>
      {channel.type !== 'D' ? (
        <MenuItem icon="people" onAction={() => openPanel({kind: 'members'})}>
          {t`Members`}
        </MenuItem>
      ) : null}
      {isTeamChannel && mayAdd && !isArchived ? (
        <MenuItem icon="personAdd" onAction={() => onDialog('add')}>
          {t`Add people`}
        </MenuItem>
      ) : null}
      <MenuItem icon="pin" onAction={() => openPanel({kind: 'pinned'})}>
        {t`Pinned messages`}
      </MenuItem>
      <MenuItem icon="file" onAction={() => openPanel({kind: 'files'})}>
        {t`Files`}
      </MenuItem>
      <MenuItem icon="calendar" onAction={() => onDialog('date')}>
        {t`Jump to a date`}
      </MenuItem>
      {mayBookmark ? (
        <>
          <MenuItem icon="link" onAction={() => onDialog('link')}>
            {t`Add link to bookmarks`}
          </MenuItem>
          {withFiles ? (
            <MenuItem icon="attach" onAction={() => onDialog('file')}>
              {t`Add file to bookmarks`}
            </MenuItem>
          ) : null}
        </>
      ) : null}
      {membership ? (
        <>
          <MenuSeparator />
          <MenuItem icon="bell" onAction={() => onDialog('notifications')}>
            {t`Notifications`}
          </MenuItem>
          <MenuItem
            icon={isMuted ? 'bell' : 'bellOff'}
            onAction={() =>
              void setMuted(channel.id, !isMuted).catch((error) => showError(errorMessage(error)))
            }
          >
            {isMuted ? t`Unmute` : t`Mute`}
          </MenuItem>
        </>
      ) : null}
      {(isTeamChannel ? mayChange || mayChangeBanner : true) && !isArchived ? (
        <MenuItem icon="settings" onAction={() => onDialog('settings')}>
          {isTeamChannel ? t`Channel settings` : t`Edit header`}
        </MenuItem>
      ) : null}
      {channel.type === 'G' && !me.roles.includes('system_guest') ? (
        <MenuItem icon="lock" onAction={() => onDialog('convert')}>
          {t`Convert to private channel`}
        </MenuItem>
      ) : null}
      {isTeamChannel && channel.name !== 'town-square' && (mayEnd || membership) ? (
        <>
          <MenuSeparator />
          {mayEnd ? (
            <MenuItem icon="archive" danger onAction={() => onDialog('archive')}>
              {isArchived ? t`Unarchive channel` : t`Archive channel`}
            </MenuItem>
          ) : null}
          {membership ? (
            <MenuItem icon="signOut" danger onAction={() => onDialog('leave')}>
              {t`Leave channel`}
            </MenuItem>
          ) : null}
        </>
      ) : null}
    </>
  );
}
