import type {ChannelMembership, ServerChannel} from '@mattermost/types/channels';

/** The unread state of a channel. */
export interface Unread {
  /** Whether there are mentions, or new messages in a channel that isn't muted. */
  isUnread: boolean;
  mentions: number;
}

const NOTHING: Unread = {isUnread: false, mentions: 0};

/** Whether the person has muted the channel, so that only mentions make it unread. */
export function isMuted(membership: ChannelMembership | undefined): boolean {
  return membership?.notify_props?.mark_unread === 'mention';
}

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
  return {isUnread: mentions > 0 || (messages > 0 && !isMuted(membership)), mentions};
}
