import type {ChannelNotifyProps} from '@mattermost/types/channels';
import type {UserNotifyProps} from '@mattermost/types/users';

/** The facts that decide whether a post causes a desktop notification. */
export interface NoticeFacts {
  channelType: string;
  isMention: boolean;
  /** For a reply in a collapsed thread: whether the person follows the thread. */
  thread: 'none' | 'followed' | 'other';
  presence: string | undefined;
  /** Whether it is outside of the person's notification hours. */
  isPaused: boolean;
}

/** Whether the person wants a notification of a post, according to their settings for the channel and in general. */
export function wantsNotice(
  {channelType, isMention, thread, presence, isPaused}: NoticeFacts,
  ofChannel: Partial<ChannelNotifyProps> = {},
  ofAll: Partial<UserNotifyProps> = {},
): boolean {
  const isMuted = ofChannel.mark_unread === 'mention';
  if (presence === 'dnd' || isPaused || isMuted) return false;
  const level = chosen(ofChannel.desktop, ofAll.desktop, 'mention');
  if (level === 'none') return false;
  if (isMention) return true;
  if (thread !== 'none') {
    return thread === 'followed' && chosen(ofChannel.desktop_threads, ofAll.desktop_threads, 'all') === 'all';
  }
  return level === 'all' || channelType === 'D' || channelType === 'G';
}

function chosen(ofChannel: string | undefined, ofAll: string | undefined, initial: string): string {
  return ofChannel && ofChannel !== 'default' ? ofChannel : ofAll || initial;
}
