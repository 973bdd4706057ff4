import type {Post} from '@mattermost/types/posts';
import {changeDraft, getDraft} from '../../../data/drafts/drafts.ts';
import {displayedMessage} from '../../../data/posts/system-messages.ts';
import {CODE} from '../../../lib/markdown/code.ts';
import {focusMessageBox} from '../../keyboard/message-box.ts';

/** Characters that would format a name. */
const MARKS = /[\\`*~<>[\]]/g;

/** Code, or the @ of a mention. */
const CODE_OR_MENTION = new RegExp(`${CODE.source}|(?<![\\p{L}\\p{N}_@/])@(?=[a-z0-9])`, 'gimu');

/** A word joiner, which isn't visible. After an @, no mention follows. */
const JOINER = '\u2060';

/**
 * Adds a message as a quote of its author, with a link to it, to the message box of its channel or thread, and focuses the
 * box. Of a message without text, the names of its files are quoted.
 */
export function quotePost(
  post: Post,
  place: 'channel' | 'thread' | 'list',
  author: string | undefined,
  link: string,
): void {
  const placeId = place === 'thread' ? post.root_id || post.id : post.channel_id;
  const before = getDraft(placeId).message.trimEnd();
  // A nickname such as `@channel` must not notify anyone.
  const name = author && `**[${author.replaceAll('@', '').replace(MARKS, '\\$&')}](${link})**\n`;
  const files = (post.metadata?.files ?? []).map((file) => `[${file.name.replace(MARKS, '\\$&')}](${link})`);
  const text = displayedMessage(post).trim() || files.join(', ');
  // People who were mentioned in the message have been notified.
  const silent = text.replace(CODE_OR_MENTION, (found) => (found === '@' ? `@${JOINER}` : found));
  const quote = `${name ?? ''}${silent}`.replace(/^/gm, '> ');
  changeDraft(placeId, {message: `${before === '' ? '' : `${before}\n\n`}${quote}\n\n`});
  const shown = document.querySelector(`[data-place="${place}"][data-post="${post.id}"]`);
  // After the menu has returned the focus.
  setTimeout(focusMessageBox, 0, shown);
}
