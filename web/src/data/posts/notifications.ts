import {t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import type {UserProfile} from '@mattermost/types/users';
import {
  allowsNotifications,
  parseNotificationSchedule,
} from '../../../../server/src/messaging/preferences/notification-schedule/notification-schedule.ts';
import {getTimeZone} from '../../lib/dates.ts';
import {goTo} from '../../lib/go-to.ts';
import {collapsedThreads, loadedMembership} from '../channels/channels.ts';
import {loadedPresence} from '../people/presence.ts';
import {preference} from '../preferences/preferences.ts';
import {me} from '../session/session.ts';
import {announce} from './announced-posts.ts';
import {displayedPost} from './broadcasts.ts';
import {type NoticeFacts, wantsNotice} from './wants-notice.ts';

/** The live event of a new post contains this in addition to the post. */
interface PostedData {
  channel_type: string;
  channel_display_name: string;
  /** `@username`, or the name set by an integration. */
  sender_name: string;
  /** Set if the person follows the thread. */
  followers?: string;
}

/**
 * Notifies the person of a post: announces it to screen readers if the person is looking at its channel or thread.
 * Otherwise, shows a desktop notification, if the person wants and allows it.
 */
export function notifyAbout(
  post: Post,
  {isMention, isRead, data}: {isMention: boolean; isRead: boolean; data: PostedData},
): void {
  const own = me();
  const isOwn = post.user_id === own.id && post.props.from_webhook !== 'true';
  if (isOwn || post.type.startsWith('system_')) return;
  const isInCollapsedThread = post.root_id !== '' && collapsedThreads();
  const isSeen = isInCollapsedThread ? isOpenThread(post.root_id) : isRead;
  if (isSeen) {
    // The message is visible on the page, so a file that can't be loaded isn't worth an error.
    announce(post, isInCollapsedThread ? post.root_id : post.channel_id, data.sender_name).catch(
      () => undefined,
    );
  }
  if (isSeen || !('Notification' in window) || Notification.permission !== 'granted') return;
  const facts: NoticeFacts = {
    channelType: data.channel_type,
    isMention,
    thread: isInCollapsedThread ? (data.followers ? 'followed' : 'other') : 'none',
    presence: loadedPresence(own.id),
    isPaused: isPaused(own),
  };
  if (!wantsNotice(facts, loadedMembership(post.channel_id)?.notify_props, own.notify_props)) return;
  // If its code can't be loaded, the channel is still shown as unread.
  show(post, data).catch(() => undefined);
}

/** Shows a desktop notification. Its code is loaded when the first one is needed. */
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

/** Whether the person is looking at the thread. The URL contains the open thread. */
function isOpenThread(rootId: string): boolean {
  const isShown = new URLSearchParams(window.location.search).get('thread') === rootId;
  return isShown && document.visibilityState === 'visible' && document.hasFocus();
}
