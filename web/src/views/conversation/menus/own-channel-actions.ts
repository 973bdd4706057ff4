import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Team} from '@mattermost/types/teams';
import type {IconName} from '../../../components/ui/icon.tsx';
import {moveChannel, useCategories} from '../../../data/channels/categories.ts';
import {setMuted} from '../../../data/channels/channel-actions.ts';
import {channelPath} from '../../../data/channels/channel-names.ts';
import {useCollapsedThreads, useMembership} from '../../../data/channels/channels.ts';
import {markRead} from '../../../data/channels/read-state.ts';
import {getUnread, isMuted} from '../../../data/channels/unread.ts';
import {markLatestUnread} from '../../../data/posts/post-changes.ts';
import {useMe} from '../../../data/session/session.ts';
import {copyText} from '../../../lib/copy-text.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import {openChannelDialog} from './channel-dialogs.tsx';

/** What a person can do in a channel. */
export interface ChannelAction {
  name: string;
  /** What people may call it, too. */
  otherNames?: readonly string[];
  icon: IconName;
  danger?: boolean;
  open: () => void;
}

/** What the person can do in a channel without changing it for others. `team` is where the channel is shown. */
export function useOwnChannelActions(
  channel: ServerChannel,
  team: Pick<Team, 'id' | 'name'>,
): readonly ChannelAction[] {
  const me = useMe();
  const membership = useMembership(channel.id);
  const {isUnread} = getUnread(channel, membership, useCollapsedThreads());
  const muted = isMuted(membership);
  const categories = useCategories(team.id);
  const favorites = categories.find(({type}) => type === 'favorites');
  const isFavorite = favorites?.channel_ids.includes(channel.id) === true;
  const home = categories.find(
    ({type}) => type === (channel.team_id === '' ? 'direct_messages' : 'channels'),
  );
  const target = isFavorite ? home : favorites;
  const report = (error: unknown) => showError(errorMessage(error));
  const copyLink: ChannelAction = {
    name: t`Copy link`,
    icon: 'link',
    open: () => void copyText(`${window.location.origin}${channelPath(team, channel, me)}`, t`Link copied`),
  };
  if (!membership) return [copyLink];
  return [
    isUnread
      ? {name: t`Mark as read`, icon: 'check', open: () => markRead(channel.id)}
      : {name: t`Mark as unread`, icon: 'eyeOff', open: () => void markLatestUnread(channel.id)},
    ...(target
      ? [
          {
            name: isFavorite ? t`Remove from favorites` : t`Add to favorites`,
            otherNames: [isFavorite ? t`Unstar` : t`Star`],
            icon: 'star' as const,
            open: () => void moveChannel(team.id, channel.id, target.id).catch(report),
          },
        ]
      : []),
    {name: t`Notifications`, icon: 'bell', open: () => openChannelDialog(channel, 'notifications')},
    {
      name: muted ? t`Unmute` : t`Mute`,
      icon: muted ? 'bell' : 'bellOff',
      open: () => void setMuted(channel.id, !muted).catch(report),
    },
    copyLink,
  ];
}
