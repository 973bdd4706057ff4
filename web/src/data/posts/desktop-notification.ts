import {t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import type {UserProfile} from '@mattermost/types/users';
import {
  allowsNotifications,
  parseNotificationSchedule,
} from '../../../../server/src/messaging/preferences/notification-schedule/notification-schedule.ts';
import {getTimeZone} from '../../lib/dates.ts';
import {goTo} from '../../lib/go-to.ts';
import {loadedMembership} from '../channels/channels.ts';
import {loadedPresence} from '../people/presence.ts';
import {preference} from '../preferences/preferences.ts';
import {me} from '../session/session.ts';
import {displayedPost} from './broadcasts.ts';
import {type NoticeFacts, wantsNotice} from './wants-notice.ts';

/** The live event of a new post contains this in addition to the post. */
export interface PostedData {
  channel_type: string;
  channel_display_name: string;
  /** `@username`, or the name set by an integration. */
  sender_name: string;
  /** Set if the person follows the thread. */
  followers?: string;
}

/** Shows a desktop notification of a post, if the person wants one. */
export async function notifyIfWanted(
  post: Post,
  {
    isMention,
    isInCollapsedThread,
    data,
  }: {isMention: boolean; isInCollapsedThread: boolean; data: PostedData},
): Promise<void> {
  const own = me();
  const facts: NoticeFacts = {
    channelType: data.channel_type,
    isMention,
    thread: isInCollapsedThread ? (data.followers ? 'followed' : 'other') : 'none',
    presence: loadedPresence(own.id),
    isPaused: isPaused(own),
  };
  if (wantsNotice(facts, loadedMembership(post.channel_id)?.notify_props, own.notify_props)) {
    await show(post, data);
  }
}

async function show(post: Post, data: PostedData): Promise<void> {
  const own = me();
  const {getSenderName, summarize} = await import('./summary.ts');
  const sender = getSenderName(data.sender_name);
  const channel = data.channel_display_name;
  const title = data.channel_type === 'D' ? sender : t`${sender} in ${channel}`;
  const isSilent = own.notify_props?.desktop_sound === 'false';
  // Until the person has used the page, it can't play sounds. Then the system plays its own, if it has one.
  const playsSound = !isSilent && navigator.userActivation?.hasBeenActive === true;
  const notification = new Notification(title, {
    body: summarize(displayedPost(post)),
    tag: post.channel_id,
    silent: isSilent || playsSound,
  });
  if (playsSound) void playOwnSound(own);
  notification.onclick = () => {
    window.focus();
    goTo(`/_redirect/pl/${post.id}`);
    notification.close();
  };
}

async function playOwnSound(own: UserProfile): Promise<void> {
  // A sound that can't be loaded or played isn't worth an error: the notification is visible.
  const sounds = await import('./notification-sounds.ts').catch(() => undefined);
  const props = own.notify_props as unknown as Record<string, string>;
  await sounds?.playSoundOnce(sounds.getChosenSound(props)).catch(() => undefined);
}

/** Whether the person's notification schedule pauses notifications now. */
function isPaused(own: UserProfile): boolean {
  const schedule = parseNotificationSchedule(preference('notifications', 'schedule', ''));
  return schedule !== undefined && !allowsNotifications(schedule, Date.now(), getTimeZone(own));
}
