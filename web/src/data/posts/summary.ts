import type {Post} from '@mattermost/types/posts';
import {displayNameByUsername} from '../people/people.ts';
import {attachmentsOf, fallbackOf} from './attachments.ts';

/** Characters of a message that a summary has. */
const LENGTH = 200;

/** What a message says, in a few words and without formatting: its text, its attachments' summaries, or its files. */
export function summaryOf(post: Post): string {
  const files = (post.metadata?.files ?? []).map(({name}) => name).join(', ');
  const said = post.message || attachmentsOf(post.props).map(fallbackOf).filter(Boolean).join('\n') || files;
  const characters = [...said];
  return characters.length > LENGTH ? `${characters.slice(0, LENGTH).join('')}…` : said;
}

/** What to call the sender of a live event: it is `@username`, or the name that an integration has given. */
export function senderOf(name: string): string {
  return name.startsWith('@') ? displayNameByUsername(name.slice(1)) : name;
}
