import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {openPanel} from '../../../components/panels/use-panel.ts';
import {isTownSquare} from '../../../data/channels/addresses.ts';
import {useMayBookmark} from '../../../data/channels/bookmark-changes.ts';
import {permissionFor, useHasChannelPermission, useMembership} from '../../../data/channels/channels.ts';
import {useMe} from '../../../data/session/session.ts';
import {useIsOn} from '../../../data/system/client-config.ts';
import {useHasTeamPermission} from '../../../data/teams/teams.ts';
import {type ChannelDialog, openChannelDialog} from './channel-dialogs.tsx';
import type {ChannelAction} from './own-channel-actions.ts';

/**
 * What the person can do in the open channel besides `useOwnChannelActions`, in groups, for its menu and the palette.
 */
export function useChannelActions(channel: ServerChannel): readonly ChannelAction[][] {
  const membership = useMembership(channel.id);
  const isTeamChannel = channel.type === 'O' || channel.type === 'P';
  const mayAdd = useHasChannelPermission(channel.id, permissionFor(channel, 'members'));
  const mayChange = useHasChannelPermission(channel.id, permissionFor(channel, 'properties'));
  const mayChangeBanner = useHasChannelPermission(channel.id, permissionFor(channel, 'banner'));
  const mayArchive = useHasChannelPermission(channel.id, permissionFor(channel, 'delete'));
  const mayUnarchive = useHasTeamPermission(channel.team_id, 'manage_team');
  const me = useMe();
  const isArchived = channel.delete_at > 0;
  const mayEnd = isArchived ? mayUnarchive : mayArchive;
  const mayBookmark = useMayBookmark(channel, 'add');
  const withFiles = useIsOn('EnableFileAttachments');
  const dialog = (name: ChannelDialog) => () => openChannelDialog(channel, name);
  const when = (isOffered: boolean | undefined, action: ChannelAction) => (isOffered ? [action] : []);
  const isEditable = isTeamChannel ? mayChange || mayChangeBanner : true;
  const mayClose = isTeamChannel && !isTownSquare(channel);
  return [
    [
      {
        name: isTeamChannel ? t`About this channel` : t`About this conversation`,
        otherNames: [t`Details`],
        icon: 'info',
        open: () => openPanel({kind: 'info'}),
      },
      ...when(channel.type !== 'D', {
        name: t`Members`,
        icon: 'people',
        open: () => openPanel({kind: 'members'}),
      }),
      ...when(isTeamChannel && mayAdd && !isArchived, {
        name: t`Add people`,
        icon: 'personAdd',
        open: dialog('add'),
      }),
      {name: t`Pinned messages`, icon: 'pin', open: () => openPanel({kind: 'pinned'})},
      {name: t`Files`, icon: 'file', open: () => openPanel({kind: 'files'})},
      {name: t`Jump to a date`, icon: 'calendar', open: dialog('date')},
      ...when(mayBookmark, {name: t`Add link to bookmarks`, icon: 'link', open: dialog('link')}),
      ...when(mayBookmark && withFiles, {
        name: t`Add file to bookmarks`,
        icon: 'attach',
        open: dialog('file'),
      }),
    ],
    [
      ...when(isEditable && !isArchived, {
        name: isTeamChannel ? t`Channel settings` : t`Edit header`,
        icon: 'settings',
        open: dialog('settings'),
      }),
      ...when(channel.type === 'G' && !me.roles.includes('system_guest'), {
        name: t`Convert to private channel`,
        icon: 'lock',
        open: dialog('convert'),
      }),
    ],
    [
      ...when(mayClose && mayEnd, {
        name: isArchived ? t`Unarchive channel` : t`Archive channel`,
        icon: 'archive',
        danger: true,
        open: dialog('archive'),
      }),
      ...when(mayClose && membership !== undefined, {
        name: t`Leave channel`,
        icon: 'signOut',
        danger: true,
        open: dialog('leave'),
      }),
    ],
  ];
}
