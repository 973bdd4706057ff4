import type {ChannelMembership, ServerChannel} from '@mattermost/types/channels';

/** The unread state of a channel. */
export interface Unread {
  /** Whether there are mentions, or new messages in a channel that isn't muted. */
  isUnread: boolean;
  mentions: number;
}

const NOTHING: Unread = {isUnread: false, mentions: 0};

export function getUnread(
  channel: ServerChannel | undefined,
  membership: ChannelMembership | undefined,
  collapsed: boolean,
): Unread {
  if (!channel || !membership || channel.delete_at > 0) return NOTHING;
  const mentions = collapsed ? membership.mention_count_root : membership.mention_count;
  const messages = collapsed
    ? channel.total_msg_count_root - membership.msg_count_root
    : channel.total_msg_count - membership.msg_count;
  const isMuted = membership.notify_props?.mark_unread === 'mention';
  return {isUnread: mentions > 0 || (messages > 0 && !isMuted), mentions};
}
