import type {Post} from '@mattermost/types/posts';
import {excerpt, type Token} from '../../lib/markdown/parse.ts';
import {emojiCharacter} from '../emoji/emoji-names.ts';
import {displayNameByUsername} from '../people/people.ts';
import {getFallback, readAttachments} from './attachments.ts';

/** The maximum length of a summary. */
const LENGTH = 200;

/** A post as short plain text: its message without formatting, its attachments, or the names of its files. */
export function summarize(post: Post): string {
  const files = (post.metadata?.files ?? []).map(({name}) => name).join(', ');
  const said =
    excerpt(post.message, shownText) ||
    readAttachments(post.props)
      .map((attachment) => excerpt(getFallback(attachment), shownText))
      .filter(Boolean)
      .join('\n') ||
    files;
  const characters = [...said];
  return characters.length > LENGTH ? `${characters.slice(0, LENGTH).join('')}…` : said;
}

/** Mentions have the display name, and emoji their character if it is loaded. */
function shownText({type, content}: Token): string | undefined {
  if (type === 'mention') return `@${displayNameByUsername(content)}`;
  return type === 'emoji' ? emojiCharacter(content) : undefined;
}

/** The display name of the sender in a live event, which is `@username` or a name set by an integration. */
export function getSenderName(name: string): string {
  return name.startsWith('@') ? displayNameByUsername(name.slice(1)) : name;
}
