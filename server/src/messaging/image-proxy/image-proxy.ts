import {hash} from 'node:crypto';
import {LRUCache} from 'lru-cache';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError, invalidUrlParam} from '../../platform/errors/app-error.ts';
import type {Images} from '../../platform/images/images.ts';
import {mediaTypeOf} from '../../platform/media-types/media-types.ts';
import type {OutboundHttp} from '../../platform/outbound-http/outbound-http.ts';
import {createPictureSizes} from './picture-sizes.ts';
import type {PictureFacts} from './store.ts';

export type {PictureFacts} from './store.ts';

/** The most that is fetched of an image, in bytes. */
const MAX_IMAGE_BYTES = 10 << 20;
const FETCH_TIMEOUT = 10_000;
const CACHE_BYTES = 48 << 20;
const CACHE_LIFE = 3_600_000;

/** Boxes in pixels into which images are fitted (specification, Message attachment and Limits). */
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

  async function load(url: string, size: ImageSize): Promise<ProxiedImage> {
    const answer = await outboundHttp
      .request({
        method: 'GET',
        url,
        headers: {accept: 'image/*'},
        purpose: 'image-proxy',
        timeout: FETCH_TIMEOUT,
        maxBytes: MAX_IMAGE_BYTES,
      })
      .catch((error: Error) => {
        // Where a name leads inside the operator's network is not for every reader to know.
        throw noImage(url, error.message);
      });
    if (answer.status !== 200) throw noImage(url, `The answer had the status ${answer.status}.`);
    return imageFrom(url, answer.body, size);
  }

  async function imageFrom(url: string, body: Buffer, size: ImageSize): Promise<ProxiedImage> {
    const mediaType = await mediaTypeOf(body, '');
    if (mediaType === BITMAP) return served(body, BITMAP);
    const fitted = await images.fitted(body, IMAGE_BOXES[size]);
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

  return {
    /** Whether there are images of other sites at all. */
    isEnabled,

    /**
     * The image behind a URL, fitted into the box of that size.
     *
     * @throws AppError 400 for what is no http URL, 404 when there is no image to be had.
     */
    async get(url: string, size: ImageSize): Promise<ProxiedImage> {
      if (!isEnabled()) throw noImage(url, 'Images of other sites are off (ImageProxySettings.Enable).');
      if (!/^https?:\/\//i.test(url))
        throw invalidUrlParam('url', 'It has to begin with http:// or https://.');
      const key = `${size} ${url}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const pending =
        underWay.get(key) ??
        load(url, size)
          .then((image) => {
            cache.set(key, image);
            return image;
          })
          .finally(() => underWay.delete(key));
      underWay.set(key, pending);
      return pending;
    },

    /** How large the images behind these URLs are, as far as that is known. */
    sizes: (urls: readonly string[]): Promise<Map<string, PictureFacts>> => sizes.known(urls),
  };
}

function served(data: Buffer, mediaType: string): ProxiedImage {
  return {data, mediaType, etag: `"${hash('sha1', data)}"`};
}

function noImage(url: string, detail: string): AppError {
  return new AppError({
    id: 'api.image.get.app_error',
    message: `The image at ${url.slice(0, 200)} could not be loaded.`,
    status: 404,
    detail,
  });
}
