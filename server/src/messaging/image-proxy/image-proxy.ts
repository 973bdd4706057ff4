import {hash} from 'node:crypto';
import {LRUCache} from 'lru-cache';
import {createBoundedCache} from '../../platform/concurrency/bounded-cache.ts';
import {createFairQueue} from '../../platform/concurrency/fair-queue.ts';
import type {Config} from '../../platform/config/config.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import {AppError, invalidUrlParam} from '../../platform/errors/app-error.ts';
import {mediaTypeOf} from '../../platform/formats/media-types.ts';
import type {Images} from '../../platform/images/images.ts';
import {OutboundError, type OutboundHttp} from '../../platform/outbound-http/outbound-http.ts';
import type {ImageMetadata, LinkMetadataStore} from '../link-metadata/link-metadata.ts';

/** The maximum size of a fetched image, in bytes. */
const MAX_IMAGE_BYTES = 10 << 20;
/** How long to wait for an image that a reader requested or whose size is needed, in milliseconds. */
const FETCH_TIMEOUT = 10_000;
const DIMENSIONS_TIMEOUT = 4_000;
/** How long to wait before trying an unreachable site again, in milliseconds. */
const UNREACHABLE_LIFE = 60_000;
/** How long content that can't be shown isn't fetched again, in milliseconds. */
const UNUSABLE_LIFE = 600_000;
/** The number of concurrent fetches, in total, per person and per site. */
const FETCHES = {slots: 16, perOwner: 4, perResource: 4, maxWaiting: 100};
const CACHE_BYTES = 48 << 20;
const CACHE_LIFE = 3_600_000;

/** The maximum dimensions of resized images (docs/specification.md#message-attachments). */
export const IMAGE_BOXES = {
  image: {width: 400, height: 300},
  thumb: {width: 75, height: 75},
  icon: {width: 16, height: 16},
  full: {width: 1920, height: 1920},
} as const;

export type ImageSize = keyof typeof IMAGE_BOXES;

/** An image ready to serve, of a type that browsers don't execute. */
export interface ProxiedImage {
  data: Buffer;
  mediaType: string;
  etag: string;
}

// Browsers can show bitmaps, but the image library cannot read them, so they are passed through.
const BITMAP = 'image/bmp';

export type ImageProxy = ReturnType<typeof createImageProxy>;

/**
 * Fetches images of other sites, so that readers' browsers never contact a third party. The content, not the declared
 * type, determines the format; images are limited in size, resized and re-encoded, except animated GIFs that are small
 * enough. An SVG becomes a PNG.
 */
export function createImageProxy({
  config,
  linkMetadata,
  outboundHttp,
  images,
}: {
  config: Config;
  linkMetadata: LinkMetadataStore;
  outboundHttp: OutboundHttp;
  images: Images;
}) {
  const cache = new LRUCache<string, ProxiedImage>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({data}) => data.length + 512,
    ttl: CACHE_LIFE,
  });
  const inFlight = new Map<string, Promise<ProxiedImage>>();
  const queue = createFairQueue(FETCHES);
  const unreachable = createBoundedCache<string, true>(5_000, {ttl: UNREACHABLE_LIFE});
  const unusable = createBoundedCache<string, true>(5_000, {ttl: UNUSABLE_LIFE});

  async function load(url: string, size: ImageSize, timeout: number): Promise<ProxiedImage> {
    // With the scheme and port, because a closed port says nothing about the site's other ports.
    const origin = URL.parse(url)?.origin ?? '';
    if (unreachable.has(origin)) throw imageUnavailable(url, 'The site was unreachable a moment ago.');
    if (unusable.has(url)) throw imageUnavailable(url, 'The response was not an image a moment ago.');
    const response = await outboundHttp
      .request({
        method: 'GET',
        url,
        headers: {accept: 'image/*'},
        purpose: 'image-proxy',
        timeout,
        maxBytes: MAX_IMAGE_BYTES,
      })
      .catch((error: Error) => {
        if (error instanceof OutboundError && error.fault === 'unreachable') unreachable.set(origin, true);
        // The error may reveal addresses in the operator's network, so it is only logged.
        throw imageUnavailable(url, error.message, error);
      });
    if (response.status !== 200)
      throw imageUnavailable(url, `The response had the status ${response.status}.`);
    return imageFrom(url, response.body, size);
  }

  async function imageFrom(url: string, body: Buffer, size: ImageSize): Promise<ProxiedImage> {
    const mediaType = await mediaTypeOf(body, '');
    if (mediaType === BITMAP) return served(body, BITMAP);
    const resized = await images.fit(body, IMAGE_BOXES[size]);
    if (!resized) {
      unusable.set(url, true);
      throw imageUnavailable(url, `The response is not an image that can be shown: ${mediaType}.`);
    }
    const {made: image, original} = resized;
    const {width, height, format, frames} = original;
    const data = {width, height, format, frame_count: format === 'gif' ? frames : 0};
    await linkMetadata.set(url, {type: 'image', data});
    return served(image.data, image.extension === 'jpg' ? 'image/jpeg' : `image/${image.extension}`);
  }

  const isEnabled = () => config.get().ImageProxySettings.Enable;

  async function fetchInTurn(
    url: string,
    size: ImageSize,
    {owner, timeout}: {owner: string; timeout: number},
  ): Promise<ProxiedImage> {
    if (!isEnabled())
      throw imageUnavailable(url, 'Images of other sites are disabled (ImageProxySettings.Enable).');
    if (!/^https?:\/\//i.test(url))
      throw invalidUrlParam('url', 'The address must start with http:// or https://.');
    const key = `${size} ${url}`;
    // Queued requests are not shared: each requester of an image has their own place in the queue.
    const cachedOrPending = () => cache.get(key) ?? inFlight.get(key);
    const fetched = () => {
      const loading = withoutCaller(() => load(url, size, timeout))
        .then((image) => {
          cache.set(key, image);
          return image;
        })
        .finally(() => inFlight.delete(key));
      inFlight.set(key, loading);
      return loading;
    };
    const turn =
      cachedOrPending() ??
      queue.run({owner, resource: hostOf(url)}, async () => cachedOrPending() ?? fetched());
    if (!turn) throw tooMany();
    return turn;
  }

  return {
    /** Whether images of other sites are enabled. */
    isEnabled,

    /**
     * The image at a URL, scaled to fit the given size.
     *
     * @param reader the user who requests it; one user's requests don't delay those of others
     * @throws AppError 400 for a URL that is not http, 404 if the image cannot be loaded, 429 if the reader has too
     *   many requests waiting.
     */
    get: (url: string, size: ImageSize, reader: string): Promise<ProxiedImage> =>
      fetchInTurn(url, size, {owner: `reader ${reader}`, timeout: FETCH_TIMEOUT}),

    /**
     * Fetches the image at a URL to store its dimensions for {@link sizes}.
     *
     * @param author the author of the post; images that cannot be loaded don't delay those of other authors
     * @throws AppError as in {@link get}
     */
    fetchDimensions: (url: string, author: string): Promise<ProxiedImage> =>
      fetchInTurn(url, 'full', {owner: `author ${author}`, timeout: DIMENSIONS_TIMEOUT}),

    /** The stored dimensions of the images at these URLs. */
    async sizes(urls: readonly string[]): Promise<Map<string, ImageMetadata>> {
      const stored = await linkMetadata.get(urls);
      return new Map([...stored].flatMap(([url, {type, data}]) => (type === 'image' ? [[url, data]] : [])));
    },
  };
}

function served(data: Buffer, mediaType: string): ProxiedImage {
  return {data, mediaType, etag: `"${hash('sha1', data)}"`};
}

const hostOf = (url: string) => URL.parse(url)?.host ?? '';

function tooMany(): AppError {
  return new AppError({
    id: 'api.image.get.too_many.app_error',
    message: `You have requested more than ${FETCHES.maxWaiting} images of other sites at once. Try again in a moment.`,
    status: 429,
    retryAfter: 1_000,
  });
}

function imageUnavailable(url: string, detail: string, cause?: unknown): AppError {
  return new AppError({
    id: 'api.image.get.app_error',
    message: `The image at ${url.slice(0, 200)} could not be loaded.`,
    status: 404,
    detail,
    cause,
  });
}
