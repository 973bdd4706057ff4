import {setTimeout as pause, setImmediate as yieldToOthers} from 'node:timers/promises';
import {LRUCache} from 'lru-cache';
import {limitConcurrency} from '../../platform/concurrency/limit-concurrency.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {AppError} from '../../platform/errors/app-error.ts';
import type {ImageProxy, PictureFacts} from '../image-proxy/image-proxy.ts';
import {mentionTexts, normaliseAttachments} from '../message-attachments/message-attachments.ts';

/** What may have pictures of other sites in it. */
export interface PictureHolder {
  /** Who has written it. */
  userid: string;
  message: string;
  props: Record<string, unknown>;
}

/** A picture whose size is not known yet. */
interface Unknown {
  url: string;
  author: string;
  key: string;
}

/** The sizes of the pictures in a post by their URLs: `metadata.images` on the wire. */
export type PostPictures = Record<string, PictureFacts>;

export type PostPictureFinder = ReturnType<typeof createPostPictureFinder>;

/** Pictures of one post whose sizes are told. */
const MAX_PICTURES = 20;
/** Characters of one post in which pictures are looked for. */
const MAX_SEARCHED = 8_000;
/** Characters of texts whose pictures are remembered. */
const MAX_REMEMBERED = 1 << 20;
/** How long those that see a new post may wait for the sizes of its pictures. */
const NEW_POST_WAIT_MS = 1_000;
/**
 * How long a picture that was fetched, or could not be, is left alone though its size is still unknown; and how long no
 * post waits for pictures of a site for one of which a post has waited in vain.
 */
const LEFT_ALONE_MS = 600_000;

/** Whether there may be a picture in a text in Markdown, or in JSON that holds it. */
export const mayHoldPicture = (text: string) => text.includes('![');

/** The addresses of the pictures in a post: of its message, and of its attachments and their texts. */
export async function pictureUrls({
  message,
  props,
}: Pick<PictureHolder, 'message' | 'props'>): Promise<string[]> {
  // What was imported is stored as it came.
  const attachments = normaliseAttachments(props.attachments);
  const texts = searchedParts([message, ...mentionTexts(attachments)].filter(mayHoldPicture));
  const urls = [
    ...(await Promise.all(texts.map(urlsInMarkdown))).flat(),
    ...attachments.flatMap((one) => [one.image_url, one.thumb_url, one.author_icon, one.footer_icon]),
  ].filter((url) => url !== undefined && /^https?:\/\//i.test(url));
  return [...new Set(urls as string[])].slice(0, MAX_PICTURES);
}

// What was written to keep the parser busy does so with its length, and with what begins like pictures and is none.
function searchedParts(texts: readonly string[]): string[] {
  let left = MAX_SEARCHED;
  return texts.flatMap((text) => {
    const part = text
      .slice(0, left)
      .split('![', 2 * MAX_PICTURES + 1)
      .join('![');
    left -= part.length;
    return mayHoldPicture(part) ? part : [];
  });
}

const remembered = new LRUCache<string, Promise<string[]>>({
  maxSize: MAX_REMEMBERED,
  sizeCalculation: (_urls, text) => text.length,
});
const oneByOne = limitConcurrency(1);

function urlsInMarkdown(text: string): Promise<string[]> {
  const known = remembered.get(text);
  if (known) return known;
  // A page of texts that take long would keep all other requests waiting.
  const urls = oneByOne(async () => {
    await yieldToOthers();
    parser ??= loadParser();
    const tokens = (await parser).parse(text, {}).flatMap(({children}) => children ?? []);
    return tokens.filter(({type}) => type === 'image').map((image) => String(image.attrGet('src')));
  });
  remembered.set(text, urls);
  return urls;
}

// Most servers go for hours without such a picture, and without the memory for the parser.
async function loadParser() {
  const {default: MarkdownIt} = await import('markdown-it');
  return new MarkdownIt();
}

let parser: ReturnType<typeof loadParser> | undefined;

/**
 * Finds how large the pictures of other sites in posts are, so that whoever shows a post keeps their places. What is
 * not known yet is learned by fetching the picture, which its readers will want in a moment anyway.
 */
export function createPostPictureFinder({imageProxy}: {imageProxy: ImageProxy}) {
  /** By author and URL: one who waits for many pictures keeps nobody else from the same picture. */
  const underWay = new Map<string, Promise<void>>();
  const tried = new LRUCache<string, true>({max: 5_000, ttl: LEFT_ALONE_MS});
  const slowSites = new LRUCache<string, true>({max: 1_000, ttl: LEFT_ALONE_MS});

  /** Fetches a picture in its turn; `underWay` has it until it has been fetched, or cannot be. */
  function learn({url, key, author}: Unknown): void {
    if (underWay.has(key) || tried.has(url)) return;
    const fetching = withoutCaller(() => imageProxy.learnSize(url, author))
      .then(
        () => void tried.set(url, true),
        // What was refused because too many wait is left for the next time that somebody asks.
        ({status}: AppError) => void (status !== 429 && tried.set(url, true)),
      )
      .finally(() => underWay.delete(key));
    underWay.set(key, fetching);
  }

  /** What is known of the pictures in each post, and those that are being learned. */
  async function known(
    posts: readonly PictureHolder[],
  ): Promise<{pictures: PostPictures[]; learning: Unknown[]}> {
    if (!imageProxy.isEnabled() || !posts.some(mayHavePictures)) return {pictures: [], learning: []};
    const urlsOf = await Promise.all(posts.map(pictureUrls));
    const urls = new Set(urlsOf.flat());
    if (urls.size === 0) return {pictures: [], learning: []};
    const sizes = await imageProxy.sizes([...urls]);
    const unknown = posts.flatMap(({userid: author}, index) =>
      urlsOf[index]!.filter((url) => !sizes.has(url)).map((url) => ({url, author, key: `${author} ${url}`})),
    );
    unknown.forEach(learn);
    return {
      pictures: urlsOf.map((own) =>
        Object.fromEntries(own.flatMap((url) => (sizes.has(url) ? [[url, sizes.get(url)!]] : []))),
      ),
      learning: unknown.filter(({key}) => underWay.has(key)),
    };
  }

  return {
    /** What is known now of the pictures in each post, by the post's place; none for all if there are none at all. */
    async of(posts: readonly PictureHolder[]): Promise<PostPictures[]> {
      return (await known(posts)).pictures;
    },

    /**
     * The pictures in a post that is new, or has changed: waits for them, but not for long. Never rejects, since the
     * post is there all the same.
     */
    async ofNew(post: PictureHolder): Promise<PostPictures | undefined> {
      try {
        const {pictures, learning} = await known([post]);
        const awaited = learning.filter(({url}) => !slowSites.has(siteOf(url)));
        if (awaited.length === 0) return pictures[0];
        const enough = new AbortController();
        await Promise.race([
          Promise.all(awaited.map(({key}) => underWay.get(key))),
          pause(NEW_POST_WAIT_MS, undefined, {signal: enough.signal}).catch(() => {}),
        ]);
        enough.abort();
        for (const {url, key} of awaited) if (underWay.has(key)) slowSites.set(siteOf(url), true);
        return (await known([post])).pictures[0];
      } catch {
        return undefined;
      }
    },
  };
}

const siteOf = (url: string) => URL.parse(url)?.host ?? '';

const mayHavePictures = ({message, props}: Pick<PictureHolder, 'message' | 'props'>) =>
  mayHoldPicture(message) || props.attachments !== undefined;
