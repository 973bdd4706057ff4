import type {ServerChannel} from '@mattermost/types/channels';
import {useChannels, useCollapsedThreads, useMemberships} from './channels.ts';
import {getUnread} from './unread.ts';

/** The channels of a team that have unread messages, and the conversations that do. */
export function useUnreadChannels(teamId: string): ServerChannel[] {
  const channels = useChannels();
  const memberships = useMemberships();
  const collapsed = useCollapsedThreads();
  return Object.values(channels).filter(
    (channel) =>
      (channel.team_id === teamId || channel.team_id === '') &&
      getUnread(channel, memberships[channel.id], collapsed).isUnread,
  );
}
