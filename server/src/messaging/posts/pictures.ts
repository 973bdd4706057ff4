import {setTimeout as pause} from 'node:timers/promises';
import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {AppError} from '../../platform/errors/app-error.ts';
import type {ImageProxy} from '../image-proxy/image-proxy.ts';
import type {ImageMetadata} from '../link-metadata/link-metadata.ts';
import {mentionTexts, normalizeAttachments} from '../message-attachments/message-attachments.ts';
import {urlsInMarkdown} from './markdown-urls.ts';

/** The parts of a post that can contain external images. */
export interface PostWithPictures {
  /** The id of the author. */
  userid: string;
  message: string;
  props: Record<string, unknown>;
}

/** An image without stored dimensions. */
interface MissingPicture {
  url: string;
  author: string;
  key: string;
}

/** The dimensions of external images in a post by URL: `metadata.images` on the wire. */
export type PostPictures = Record<string, ImageMetadata>;

export type PostPictureFinder = ReturnType<typeof createPostPictureFinder>;

/** The maximum number of images per post whose dimensions are included. */
const MAX_PICTURES = 20;
/** The number of characters per post that are searched for images. */
const MAX_SEARCHED = 8_000;
/** How long publishing a new post may wait for the dimensions of its images, in milliseconds. */
const NEW_POST_WAIT_MS = 1_000;
/**
 * In milliseconds: how long to wait before fetching an image again whose dimensions could not be determined, and how
 * long posts don't wait for images of a site that timed out.
 */
const RETRY_AFTER_MS = 600_000;

/** Whether a Markdown text, or JSON that contains it, may have an image. */
export const mayContainImage = (text: string) => text.includes('![');

/** The URLs of images in a post: in its message, its attachments and their texts. */
export async function pictureUrls({
  message,
  props,
}: Pick<PostWithPictures, 'message' | 'props'>): Promise<string[]> {
  // Imported attachments are stored unchanged.
  const attachments = normalizeAttachments(props.attachments);
  const texts = searchedParts([message, ...mentionTexts(attachments)].filter(mayContainImage));
  const urls = [
    ...(await Promise.all(texts.map(urlsInMarkdown))).flatMap(({images}) => images),
    ...attachments.flatMap((one) => [one.image_url, one.thumb_url, one.author_icon, one.footer_icon]),
  ].filter((url) => url !== undefined && /^https?:\/\//i.test(url));
  return [...new Set(urls as string[])].slice(0, MAX_PICTURES);
}

// The parts of texts that are searched for images. Texts designed to slow down the parser rely on length, or on
// fragments that look like images.
function searchedParts(texts: readonly string[]): string[] {
  let left = MAX_SEARCHED;
  return texts.flatMap((text) => {
    const part = text
      .slice(0, left)
      .split('![', 2 * MAX_PICTURES + 1)
      .join('![');
    left -= part.length;
    return mayContainImage(part) ? part : [];
  });
}

/**
 * Finds the dimensions of external images in posts, so that clients can reserve space for them. Missing dimensions are
 * found by fetching the image, which readers will request soon anyway.
 */
export function createPostPictureFinder({imageProxy}: {imageProxy: ImageProxy}) {
  /** By author and URL, so that an author with many queued images doesn't delay others who post the same image. */
  const inFlight = new Map<string, Promise<void>>();
  const attempted = createBoundedCache<string, true>(5_000, {ttl: RETRY_AFTER_MS});
  const slowSites = createBoundedCache<string, true>(1_000, {ttl: RETRY_AFTER_MS});
  let fetched = 0;

  /** Queues fetching an image, and tracks it in `inFlight` until it is done. */
  function fetchDimensions({url, key, author}: MissingPicture): void {
    if (inFlight.has(key) || attempted.has(url)) return;
    const fetching = withoutCaller(() => imageProxy.fetchDimensions(url, author))
      .then(
        () => void attempted.set(url, true),
        // Images rejected because the queue is full are tried again on the next request.
        ({status}: AppError) => void (status !== 429 && attempted.set(url, true)),
      )
      .finally(() => {
        inFlight.delete(key);
        fetched++;
      });
    inFlight.set(key, fetching);
  }

  /** The stored dimensions of images in each post, and the fetches of missing ones. */
  async function findStored(
    posts: readonly PostWithPictures[],
    linkImages: readonly (readonly string[])[] = [],
  ): Promise<{pictures: PostPictures[]; pending: MissingPicture[]}> {
    const mayHaveAny = posts.some(mayHavePictures) || linkImages.some((urls) => urls.length > 0);
    if (!imageProxy.isEnabled() || !mayHaveAny) return {pictures: [], pending: []};
    const urlsByPost = (await Promise.all(posts.map(pictureUrls))).map((urls, index) => [
      ...new Set([...urls, ...(linkImages[index] ?? [])]),
    ]);
    const urls = new Set(urlsByPost.flat());
    if (urls.size === 0) return {pictures: [], pending: []};
    const sizes = await imageProxy.sizes([...urls]);
    const unknown = posts.flatMap(({userid: author}, index) =>
      urlsByPost[index]!.filter((url) => !sizes.has(url)).map((url) => ({
        url,
        author,
        key: `${author} ${url}`,
      })),
    );
    unknown.forEach(fetchDimensions);
    return {
      pictures: urlsByPost.map((own) =>
        Object.fromEntries(own.flatMap((url) => (sizes.has(url) ? [[url, sizes.get(url)!]] : []))),
      ),
      pending: unknown.filter(({key}) => inFlight.has(key)),
    };
  }

  return {
    /** The numbers of pending and finished fetches. */
    fetches: () => ({pending: inFlight.size, ended: fetched}),

    /**
     * The stored dimensions of images in each post, by index; an empty list if no post has images.
     *
     * @param linkImages the images from the previews of each post's links
     */
    async get(
      posts: readonly PostWithPictures[],
      linkImages?: readonly (readonly string[])[],
    ): Promise<PostPictures[]> {
      return (await findStored(posts, linkImages)).pictures;
    },

    /**
     * The dimensions of images in a new or edited post, after a short wait. Never rejects, because the post already
     * exists.
     *
     * @param linkImages the images from the previews of the post's links, which are not waited for
     */
    async getForNewPost(
      post: PostWithPictures,
      linkImages: readonly string[] = [],
    ): Promise<PostPictures | undefined> {
      try {
        const {pictures, pending} = await findStored([post], [linkImages]);
        const awaited = pending.filter(({url}) => !linkImages.includes(url) && !slowSites.has(hostOf(url)));
        if (awaited.length === 0) return pictures[0];
        const enough = new AbortController();
        await Promise.race([
          Promise.all(awaited.map(({key}) => inFlight.get(key))),
          pause(NEW_POST_WAIT_MS, undefined, {signal: enough.signal}).catch(() => {}),
        ]);
        enough.abort();
        for (const {url, key} of awaited) if (inFlight.has(key)) slowSites.set(hostOf(url), true);
        return (await findStored([post], [linkImages])).pictures[0];
      } catch {
        return undefined;
      }
    },
  };
}

const hostOf = (url: string) => URL.parse(url)?.host ?? '';

const mayHavePictures = ({message, props}: Pick<PostWithPictures, 'message' | 'props'>) =>
  mayContainImage(message) || props.attachments !== undefined;
