import type {Post} from '@mattermost/types/posts';
import {isPageActive} from '../../lib/page-activity.ts';
import {collapsedThreads} from '../channels/channels.ts';
import {isOwnPost} from '../session/own-post.ts';
import {announce} from './announced-posts.ts';
import type {PostedData} from './desktop-notification.ts';

/**
 * Notifies the person of a post: announces it to screen readers if the person is looking at its channel or thread.
 * Otherwise, shows a desktop notification, if the person wants and allows it.
 */
export function notifyAbout(
  post: Post,
  {isMention, isRead, data}: {isMention: boolean; isRead: boolean; data: PostedData},
): void {
  if (isOwnPost(post) || post.type.startsWith('system_')) return;
  const isInCollapsedThread = post.root_id !== '' && collapsedThreads();
  const isSeen = isInCollapsedThread ? isOpenThread(post.root_id) : isRead;
  if (isSeen) {
    // The message is visible on the page, so a file that can't be loaded isn't worth an error.
    announce(post, isInCollapsedThread ? post.root_id : post.channel_id, data.sender_name).catch(
      () => undefined,
    );
  }
  if (isSeen || !('Notification' in window) || Notification.permission !== 'granted') return;
  import('./desktop-notification.ts')
    .then(({notifyIfWanted}) => notifyIfWanted(post, {isMention, isInCollapsedThread, data}))
    // If its code can't be loaded, the channel is still shown as unread.
    .catch(() => undefined);
}

/** Whether the person is looking at the thread. The URL contains the open thread. */
function isOpenThread(rootId: string): boolean {
  const isShown = new URLSearchParams(window.location.search).get('thread') === rootId;
  return isShown && isPageActive();
}
