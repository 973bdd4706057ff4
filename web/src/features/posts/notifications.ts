import type {Post} from '@mattermost/types/posts';
import {goTo} from '../../lib/go-to.ts';
import {me} from '../../lib/session.ts';
import {collapsedThreads, knownMembership} from '../channels/channels.ts';
import {attachmentsOf, fallbackOf} from '../message-attachments/attachments.ts';
import {displayNameByUsername} from '../people/people.ts';
import {knownPresence} from '../people/presence.ts';
import {type NoticeFacts, wantsNotice} from './wants-notice.ts';

/** Characters of a message that a notice shows. */
const LENGTH = 200;

/** What the live event of a new post says beside the post. */
interface PostedData {
  channel_type: string;
  channel_display_name: string;
  /** `@username`, or the name that an integration has given. */
  sender_name: string;
  /** There, and naming the person, if they follow the thread. */
  followers?: string;
}

/** Tells of a post through the system, if the person has allowed that and is not looking at it. */
export function notifyOf(
  post: Post,
  {isMention, isRead, data}: {isMention: boolean; isRead: boolean; data: PostedData},
): void {
  const own = me();
  const isOwn = post.user_id === own.id && post.props.from_webhook !== 'true';
  if (isOwn || post.type.startsWith('system_')) return;
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const isApart = post.root_id !== '' && collapsedThreads();
  if (isApart ? isOpenThread(post.root_id) : isRead) return;
  const facts: NoticeFacts = {
    channelType: data.channel_type,
    isMention,
    thread: isApart ? (data.followers ? 'followed' : 'other') : 'none',
    presence: knownPresence(own.id),
  };
  if (!wantsNotice(facts, knownMembership(post.channel_id)?.notify_props, own.notify_props)) return;
  const place = data.channel_type === 'D' ? '' : ` in ${data.channel_display_name}`;
  const sender = data.sender_name.startsWith('@')
    ? displayNameByUsername(data.sender_name.slice(1))
    : data.sender_name;
  const notification = new Notification(`${sender}${place}`, {
    body: summary(post),
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

/** What a message says, in a few words and without formatting. */
function summary(post: Post): string {
  const files = (post.metadata?.files ?? []).map(({name}) => name).join(', ');
  const said = post.message || attachmentsOf(post.props).map(fallbackOf).filter(Boolean).join('\n') || files;
  const characters = [...said];
  return characters.length > LENGTH ? `${characters.slice(0, LENGTH).join('')}…` : said;
}
