import {urlsInMarkdown} from './markdown-urls.ts';
import type {PostWithPictures} from './pictures.ts';

/** The parts of a post that determine which of its links have previews. */
export type PostWithLinks = Pick<PostWithPictures, 'message' | 'props'> & {type: string};

/** The maximum number of links with a preview per post. */
const MAX_LINKS = 3;
/** The number of characters per post that are searched for links. */
const MAX_SEARCHED = 8_000;

/** Whether a Markdown text, or JSON that contains it, may have a bare URL. */
export const mayContainLink = (text: string) => text.includes('://');

/**
 * The first links in a message that clients can preview. None if the author removed the preview
 * (`props.remove_link_preview`), an integration disabled it (`props.unsafe_links`), or the post has attachments.
 */
export async function previewableLinks({message, props, type}: PostWithLinks): Promise<string[]> {
  if (!mayContainLink(message) || props.attachments !== undefined || type.startsWith('system_')) return [];
  if (isTrue(props.remove_link_preview) || isTrue(props.unsafe_links)) return [];
  const {links} = await urlsInMarkdown(message.slice(0, MAX_SEARCHED));
  return [...new Set(links)].filter((url) => /^https?:\/\//i.test(url)).slice(0, MAX_LINKS);
}

const isTrue = (value: unknown) => value === true || value === 'true';
