import type {Status} from '../statuses/schema.ts';

/** The data that determines whether a member gets a push notification for a message. */
export interface PushCase {
  /** The account's notification settings. */
  notifyProps: Readonly<Record<string, string>>;
  /** The member's settings for the channel. */
  channelNotifyProps: Readonly<Record<string, string>>;
  status: Status['status'];
  isMentioned: boolean;
  /** Whether the channel is a direct or group channel. */
  isDirect: boolean;
  isReply: boolean;
  /** Whether the message is a reply in a thread that the user follows. */
  isFollower: boolean;
}

/**
 * Whether to send a push notification, according to the same settings as for mobile apps (docs/push-notifications.md).
 * The channel's setting overrides the account's. Muted channels send none.
 */
export function wantsPush(one: PushCase): boolean {
  return wantsMessage(one) && isStatusRight(one);
}

function wantsMessage({
  notifyProps,
  channelNotifyProps,
  isMentioned,
  isDirect,
  isReply,
  isFollower,
}: PushCase): boolean {
  if (channelNotifyProps.mark_unread === 'mention') return false;
  const ofChannel = channelNotifyProps.push ?? 'default';
  const level = ofChannel === 'default' ? (notifyProps.push ?? 'mention') : ofChannel;
  if (level === 'none') return false;
  if (isMentioned || isDirect) return true;
  if (isReply) {
    const ofThreads = channelNotifyProps.push_threads ?? 'default';
    return (
      isFollower && (ofThreads === 'default' ? (notifyProps.push_threads ?? 'all') : ofThreads) === 'all'
    );
  }
  return level === 'all';
}

function isStatusRight({notifyProps, status}: PushCase): boolean {
  switch (status) {
    case 'dnd':
      return false;
    case 'online':
      return notifyProps.push_status === 'online';
    case 'away':
      return notifyProps.push_status !== 'offline';
    case 'offline':
      return true;
  }
}
