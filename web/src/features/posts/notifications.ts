import type {Post} from '@mattermost/types/posts';
import {me} from '../../lib/session.ts';
import {knownMembership} from '../channels/channels.ts';

/** Whether the person wants to be told of a post, by their settings for the channel and for all. */
export function wantsNotice(
  {channelType, isMention}: {channelType: string; isMention: boolean},
  ofChannel: string | undefined,
  ofAll: string | undefined,
): boolean {
  const level = ofChannel && ofChannel !== 'default' ? ofChannel : (ofAll ?? 'mention');
  if (level === 'none') return false;
  return level === 'all' || isMention || channelType === 'D' || channelType === 'G';
}

/** Tells of a post through the system, if the person has allowed that and is not looking at it. */
export function notifyOf(
  post: Post,
  {
    isMention,
    isRead,
    data,
  }: {
    isMention: boolean;
    isRead: boolean;
    data: {channel_type: string; channel_display_name: string; sender_name: string};
  },
): void {
  const own = me();
  if (isRead || post.user_id === own.id || post.type.startsWith('system_')) return;
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const ofChannel = knownMembership(post.channel_id)?.notify_props?.desktop;
  const notice = {channelType: data.channel_type, isMention};
  if (!wantsNotice(notice, ofChannel, own.notify_props?.desktop)) return;
  const place = data.channel_type === 'D' ? '' : ` in ${data.channel_display_name}`;
  const notification = new Notification(`${data.sender_name}${place}`, {
    body: post.message.slice(0, 200),
    tag: post.channel_id,
    silent: own.notify_props?.desktop_sound === 'false',
  });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}
