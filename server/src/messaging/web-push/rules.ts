import type {Status} from '../statuses/schema.ts';

/** The data that determines whether a member gets a push notification for a message. */
export interface PushContext {
  /** The account's notification settings. */
  notifyProps: Readonly<Record<string, string>>;
  /** The member's settings for the channel. */
  channelNotifyProps: Readonly<Record<string, string>>;
  status: Status['status'];
  isMentioned: boolean;
  /** Whether the channel is a direct or group channel. */
  isDirect: boolean;
  isReply: boolean;
  /** Whether the message is a reply in a thread that the user follows and didn't mute. */
  isFollower: boolean;
}

/**
 * Whether to send a push notification, according to the same settings as for mobile apps (docs/push-notifications.md).
 * The channel's setting overrides the account's. Muted channels send none.
 */
export function wantsPush(one: PushContext): boolean {
  return wantsMessage(one) && allowsStatus(one);
}

function wantsMessage({
  notifyProps,
  channelNotifyProps,
  isMentioned,
  isDirect,
  isReply,
  isFollower,
}: PushContext): boolean {
  if (channelNotifyProps.mark_unread === 'mention') return false;
  const channelLevel = channelNotifyProps.push ?? 'default';
  const level = channelLevel === 'default' ? (notifyProps.push ?? 'mention') : channelLevel;
  if (level === 'none') return false;
  if (isMentioned || isDirect) return true;
  if (isReply) {
    const threadLevel = channelNotifyProps.push_threads ?? 'default';
    return (
      isFollower && (threadLevel === 'default' ? (notifyProps.push_threads ?? 'all') : threadLevel) === 'all'
    );
  }
  return level === 'all';
}

function allowsStatus({notifyProps, status}: PushContext): boolean {
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
