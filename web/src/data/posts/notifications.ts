import type {Post} from '@mattermost/types/posts';
import {goTo} from '../../lib/go-to.ts';
import {collapsedThreads, knownMembership} from '../channels/channels.ts';
import {knownPresence} from '../people/presence.ts';
import {me} from '../session/session.ts';
import {hear} from './heard-posts.ts';
import {senderOf, summaryOf} from './summary.ts';
import {type NoticeFacts, wantsNotice} from './wants-notice.ts';

/** What the live event of a new post says beside the post. */
interface PostedData {
  channel_type: string;
  channel_display_name: string;
  /** `@username`, or the name that an integration has given. */
  sender_name: string;
  /** There, and naming the person, if they follow the thread. */
  followers?: string;
}

/**
 * Tells of a post: to screen readers if the person is looking at its place, else through the system, if the person has
 * allowed that and wants to hear of it.
 */
export function notifyOf(
  post: Post,
  {isMention, isRead, data}: {isMention: boolean; isRead: boolean; data: PostedData},
): void {
  const own = me();
  const isOwn = post.user_id === own.id && post.props.from_webhook !== 'true';
  if (isOwn || post.type.startsWith('system_')) return;
  const isApart = post.root_id !== '' && collapsedThreads();
  const isSeen = isApart ? isOpenThread(post.root_id) : isRead;
  if (isSeen) hear(post, isApart ? post.root_id : post.channel_id, data.sender_name);
  if (isSeen || !('Notification' in window) || Notification.permission !== 'granted') return;
  const facts: NoticeFacts = {
    channelType: data.channel_type,
    isMention,
    thread: isApart ? (data.followers ? 'followed' : 'other') : 'none',
    presence: knownPresence(own.id),
  };
  if (!wantsNotice(facts, knownMembership(post.channel_id)?.notify_props, own.notify_props)) return;
  const place = data.channel_type === 'D' ? '' : ` in ${data.channel_display_name}`;
  const notification = new Notification(`${senderOf(data.sender_name)}${place}`, {
    body: summaryOf(post),
    tag: post.channel_id,
    silent: own.notify_props?.desktop_sound === 'false',
  });
  notification.onclick = () => {
    window.focus();
    goTo(`/_redirect/pl/${post.id}`);
    notification.close();
  };
}

/** Whether the person is looking at a thread, which is in the address then. */
function isOpenThread(rootId: string): boolean {
  const isShown = new URLSearchParams(window.location.search).get('thread') === rootId;
  return isShown && document.visibilityState === 'visible' && document.hasFocus();
}
