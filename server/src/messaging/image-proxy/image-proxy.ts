import {hash} from 'node:crypto';
import {LRUCache} from 'lru-cache';
import {createFairQueue} from '../../platform/concurrency/fair-queue.ts';
import type {Config} from '../../platform/config/config.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, invalidUrlParam} from '../../platform/errors/app-error.ts';
import {mediaTypeOf} from '../../platform/formats/media-types.ts';
import type {Images} from '../../platform/images/images.ts';
import {OutboundError, type OutboundHttp} from '../../platform/outbound-http/outbound-http.ts';
import {createPictureSizes} from './picture-sizes.ts';
import type {PictureFacts} from './store.ts';

export type {PictureFacts} from './store.ts';

/** The most that is fetched of an image, in bytes. */
const MAX_IMAGE_BYTES = 10 << 20;
/** Milliseconds for a reader who looks at it, and for learning how large it is. */
const FETCH_TIMEOUT = 10_000;
const LEARN_TIMEOUT = 4_000;
/** Milliseconds for which a site that could not be reached is not tried again. */
const UNREACHABLE_LIFE = 60_000;
/** Images that are fetched at the same time, and those of them for one person and from one site. */
const FETCHES = {slots: 16, perOwner: 4, perResource: 4, maxWaiting: 100};
const CACHE_BYTES = 48 << 20;
const CACHE_LIFE = 3_600_000;

/** Pixels that images are scaled down to (docs/specification.md#message-attachments). */
export const IMAGE_BOXES = {
  image: {width: 400, height: 300},
  thumb: {width: 75, height: 75},
  icon: {width: 16, height: 16},
  full: {width: 1920, height: 1920},
} as const;

export type ImageSize = keyof typeof IMAGE_BOXES;

/** An image as it is served: of a type that no browser runs anything of. */
export interface ProxiedImage {
  data: Buffer;
  mediaType: string;
  etag: string;
}

// A browser draws it and the image library cannot read it: passed on as it is.
const BITMAP = 'image/bmp';

export type ImageProxy = ReturnType<typeof createImageProxy>;

/**
 * Other sites' images, fetched by this server so that a reader's browser never calls a third party. What arrives is
 * trusted by its bytes and not by its name, bounded, resized, and drawn anew: an SVG becomes a PNG.
 */
export function createImageProxy({
  config,
  database,
  outboundHttp,
  images,
}: {
  config: Config;
  database: Database;
  outboundHttp: OutboundHttp;
  images: Images;
}) {
  const sizes = createPictureSizes({database});
  const cache = new LRUCache<string, ProxiedImage>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({data}) => data.length + 512,
    ttl: CACHE_LIFE,
  });
  const underWay = new Map<string, Promise<ProxiedImage>>();
  const queue = createFairQueue(FETCHES);
  const unreachable = new LRUCache<string, true>({max: 5_000, ttl: UNREACHABLE_LIFE});

  async function load(url: string, size: ImageSize, timeout: number): Promise<ProxiedImage> {
    const site = siteOf(url);
    if (unreachable.has(site)) throw noImage(url, 'The site could not be reached a moment ago.');
    const answer = await outboundHttp
      .request({
        method: 'GET',
        url,
        headers: {accept: 'image/*'},
        purpose: 'image-proxy',
        timeout,
        maxBytes: MAX_IMAGE_BYTES,
      })
      .catch((error: Error) => {
        if (error instanceof OutboundError && error.fault === 'unreachable') unreachable.set(site, true);
        // Where a name leads inside the operator's network is not for every reader to know: only the log has it.
        throw noImage(url, error.message, error);
      });
    if (answer.status !== 200) throw noImage(url, `The answer had the status ${answer.status}.`);
    return imageFrom(url, answer.body, size);
  }

  async function imageFrom(url: string, body: Buffer, size: ImageSize): Promise<ProxiedImage> {
    const mediaType = await mediaTypeOf(body, '');
    if (mediaType === BITMAP) return served(body, BITMAP);
    const fitted = await images.fit(body, IMAGE_BOXES[size]);
    if (!fitted) throw noImage(url, `What arrived is no image that can be shown: ${mediaType}.`);
    const {made, original} = fitted;
    await sizes.keep(url, {
      width: original.width,
      height: original.height,
      format: original.format,
      frame_count: original.format === 'gif' ? original.frames : 0,
    });
    return served(made.data, made.extension === 'jpg' ? 'image/jpeg' : `image/${made.extension}`);
  }

  const isEnabled = () => config.get().ImageProxySettings.Enable;

  async function fetchInTurn(
    url: string,
    size: ImageSize,
    {owner, timeout}: {owner: string; timeout: number},
  ): Promise<ProxiedImage> {
    if (!isEnabled()) throw noImage(url, 'Images of other sites are off (ImageProxySettings.Enable).');
    if (!/^https?:\/\//i.test(url)) throw invalidUrlParam('url', 'It has to begin with http:// or https://.');
    const key = `${size} ${url}`;
    // What waits in the queue is not shared: whoever asks for the same image has a turn of their own.
    const known = () => cache.get(key) ?? underWay.get(key);
    const fetched = () => {
      const loading = withoutCaller(() => load(url, size, timeout))
        .then((image) => {
          cache.set(key, image);
          return image;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, loading);
      return loading;
    };
    const turn = known() ?? queue.run({owner, resource: siteOf(url)}, async () => known() ?? fetched());
    if (!turn) throw tooMany();
    return turn;
  }

  return {
    /** Whether there are images of other sites at all. */
    isEnabled,

    /**
     * The image behind a URL, fitted into the box of that size.
     *
     * @param reader for whom: what one person asks for does not hold up the others
     * @throws AppError 400 for what is no http URL, 404 when there is no image to be had, 429 when too many wait that
     *   the reader has asked for.
     */
    get: (url: string, size: ImageSize, reader: string): Promise<ProxiedImage> =>
      fetchInTurn(url, size, {owner: `reader ${reader}`, timeout: FETCH_TIMEOUT}),

    /**
     * Fetches the image behind a URL to learn how large it is, which {@link sizes} then knows.
     *
     * @param author in whose post it is: one whose pictures are nowhere to be had does not hold up the others
     * @throws AppError as {@link get}
     */
    learnSize: (url: string, author: string): Promise<ProxiedImage> =>
      fetchInTurn(url, 'full', {owner: `author ${author}`, timeout: LEARN_TIMEOUT}),

    /** Forgets what is known of pictures for long, and the oldest of too many. */
    sweep: () => sizes.sweep(Date.now()),

    /** How large the images behind these URLs are, as far as that is known. */
    sizes: (urls: readonly string[]): Promise<Map<string, PictureFacts>> => sizes.known(urls),
  };
}

function served(data: Buffer, mediaType: string): ProxiedImage {
  return {data, mediaType, etag: `"${hash('sha1', data)}"`};
}

const siteOf = (url: string) => URL.parse(url)?.host ?? '';

function tooMany(): AppError {
  return new AppError({
    id: 'api.image.get.too_many.app_error',
    message: `You have asked for more than ${FETCHES.maxWaiting} images of other sites at once. Try again in a moment.`,
    status: 429,
    retryAfter: 1_000,
  });
}

function noImage(url: string, detail: string, cause?: unknown): AppError {
  return new AppError({
    id: 'api.image.get.app_error',
    message: `The image at ${url.slice(0, 200)} could not be loaded.`,
    status: 404,
    detail,
    cause,
  });
}
