import {open as openFile} from 'node:fs/promises';
import {limitConcurrency} from '../concurrency/limit-concurrency.ts';
import {MEDIA_TYPE_SAMPLE_BYTES, mediaTypeOf} from '../formats/media-types.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import {type EncodedImage, encode, type Image, library, type Sharp} from './image-library.ts';
import type {SvgLimits} from './svg-process.ts';
import {createSvgRenderer, SVG_LIMITS} from './svg-renderer.ts';

export type {EncodedImage};

const IMAGES_AT_ONCE = 2;
const SECONDS_PER_IMAGE = 30;

/** Media types of supported images. SVG is not supported, because it can contain scripts. */
const READABLE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/tiff', 'image/avif']);

const THUMBNAIL = {width: 120, height: 100};
const PREVIEW_WIDTH = 1920;
// A limit of JPEG. Long screenshots stay legible.
const PREVIEW_HEIGHT = 16_384;
const MINI_PREVIEW_SIDE = 16;

/** Information from the header of an image. */
export interface ImageInfo {
  /** Pixels of one frame, after applying the EXIF orientation. */
  width: number;
  height: number;
  /** 1 for a still image. */
  frames: number;
}

const SVG = 'image/svg+xml';

/** Whether the library can read the content without drawing it as SVG. */
function isPixels(mediaType: string): boolean {
  return READABLE.has(mediaType) || mediaType === 'image/apng';
}

async function readHead(file: string): Promise<Uint8Array> {
  const opened = await openFile(file);
  try {
    const {buffer, bytesRead} = await opened.read(Buffer.alloc(MEDIA_TYPE_SAMPLE_BYTES));
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

/** Whether images of this media type are supported. */
export function isReadableImage(mediaType: string): boolean {
  return READABLE.has(mediaType);
}

export type Images = ReturnType<typeof createImages>;

/**
 * Reads images from users and creates smaller ones. Files are passed by name, so that they aren't loaded into memory.
 * Images with more than `maxPixels()` (width times height, times the number of frames if all are needed) are not decoded.
 */
export function createImages({
  maxPixels,
  log,
  svgLimits = SVG_LIMITS,
}: {
  maxPixels: () => number;
  log: OperatorLog;
  svgLimits?: SvgLimits;
}) {
  const limited = limitConcurrency(IMAGES_AT_ONCE);
  const drawSvg = createSvgRenderer(log, svgLimits);

  function process<Result>(work: (sharp: typeof Sharp) => Promise<Result>): Promise<Result> {
    return limited(async () => work(await library()));
  }

  function open(sharp: typeof Sharp, file: string, {animated = false} = {}): Image {
    return sharp(file, {
      animated,
      autoOrient: true,
      failOn: 'error',
      limitInputPixels: maxPixels(),
      sequentialRead: true,
    }).timeout({seconds: SECONDS_PER_IMAGE});
  }

  async function fitPixels(sharp: typeof Sharp, bytes: Buffer, box: {width: number; height: number}) {
    const from = (animated: boolean) =>
      sharp(bytes, {
        animated,
        autoOrient: true,
        failOn: 'error',
        limitInputPixels: maxPixels(),
        sequentialRead: true,
      })
        .timeout({seconds: SECONDS_PER_IMAGE})
        .resize({...box, fit: 'inside', withoutEnlargement: true});
    const {
      pages: frames = 1,
      autoOrient,
      format,
    } = await sharp(bytes, {limitInputPixels: maxPixels()}).metadata();
    const original = {...autoOrient, frames, format};
    // Encoding an animation takes seconds, and browsers show a GIF as it is.
    const fits = original.width <= box.width && original.height <= box.height;
    if (frames > 1 && format === 'gif' && fits) {
      return {made: {data: bytes, extension: 'gif' as const}, original};
    }
    const made: EncodedImage =
      frames > 1
        ? {data: await from(true).gif().toBuffer(), extension: 'gif'}
        : await encode(sharp, from(false));
    return {made, original};
  }

  return {
    /** Reads the header of an image of any size; undefined if it isn't a supported image. */
    inspect: (file: string): Promise<ImageInfo | undefined> =>
      process(async (sharp) => {
        try {
          // Before the library reads it, because even the size of an SVG can take hours to calculate.
          if (!isPixels(await mediaTypeOf(await readHead(file), ''))) return undefined;
          const {mediaType, autoOrient, pages} = await sharp(file, {limitInputPixels: false}).metadata();
          if (!READABLE.has(mediaType ?? '')) return undefined;
          return {width: autoOrient.width, height: autoOrient.height, frames: pages ?? 1};
        } catch {
          return undefined;
        }
      }),

    /** Whether one frame of the image is small enough to be decoded. */
    isWithinLimit: ({width, height}: ImageInfo) => width * height <= maxPixels(),

    /**
     * A preview of at most 1920 pixels in width, a thumbnail of at most 120 by 100, and a JPEG of 16 by 16 pixels to show
     * while they load. For an animation, these show the first frame. Undefined if the image cannot be decoded.
     */
    previews: (file: string) =>
      process(async (sharp) => {
        try {
          const {data: preview, extension} = await encode(
            sharp,
            open(sharp, file).resize({
              width: PREVIEW_WIDTH,
              height: PREVIEW_HEIGHT,
              fit: 'inside',
              withoutEnlargement: true,
            }),
          );
          const thumbnail = await encode(
            sharp,
            sharp(preview).resize({...THUMBNAIL, withoutEnlargement: true}),
          );
          const mini = await sharp(preview)
            .resize({width: MINI_PREVIEW_SIDE, height: MINI_PREVIEW_SIDE, fit: 'fill'})
            .flatten({background: '#ffffff'})
            .jpeg({quality: 90})
            .toBuffer();
          return {preview: {data: preview, extension}, thumbnail, mini};
        } catch {
          return undefined;
        }
      }),

    /** The center of an image as a square PNG with `side` pixels; undefined if it cannot be decoded. */
    square: (file: string, side: number): Promise<Buffer | undefined> =>
      process((sharp) =>
        open(sharp, file)
          .resize({width: side, height: side, fit: 'cover'})
          .png()
          .toBuffer()
          .catch(() => undefined),
      ),

    /**
     * The image scaled down to fit into a square with `side` pixels: a PNG, or a GIF if it is animated. Undefined if it
     * cannot be decoded, or is too large with all of its frames.
     */
    within: (file: string, side: number, {frames}: ImageInfo): Promise<EncodedImage | undefined> =>
      process(async (sharp) => {
        const animated = frames > 1;
        const image = open(sharp, file, {animated}).resize({
          width: side,
          height: side,
          fit: 'inside',
          withoutEnlargement: true,
        });
        try {
          return animated
            ? {data: await image.gif().toBuffer(), extension: 'gif'}
            : {data: await image.png().toBuffer(), extension: 'png'};
        } catch {
          return undefined;
        }
      }),

    /**
     * Re-encodes an external image to fit into a box, as PNG, JPEG, or GIF if it is animated. An animated GIF that fits stays
     * as it is. Also returns information on the original. SVG is drawn without loading anything it refers to. Undefined if the image cannot be decoded, or takes
     * too long to draw.
     */
    async fit(
      bytes: Buffer,
      box: {width: number; height: number},
    ): Promise<{made: EncodedImage; original: ImageInfo & {format: string}} | undefined> {
      const mediaType = await mediaTypeOf(bytes, 'svg');
      try {
        if (mediaType === SVG) {
          // Other text, such as an error page, isn't worth starting a process.
          if (!bytes.subarray(0, MEDIA_TYPE_SAMPLE_BYTES).includes('<svg')) return undefined;
          const {made, width, height} = await drawSvg({svg: bytes, box, maxPixels: maxPixels()});
          return {made, original: {width, height, frames: 1, format: 'svg'}};
        }
        return isPixels(mediaType) ? await process((sharp) => fitPixels(sharp, bytes, box)) : undefined;
      } catch {
        return undefined;
      }
    },

    /** A part of one of our own images as PNG. Coordinates are in pixels. */
    crop: (
      file: string,
      place: {left: number; top: number; width: number; height: number},
    ): Promise<Buffer> => process((sharp) => sharp(file).extract(place).png().toBuffer()),

    /** Renders our own SVG as PNG. */
    draw: (svg: string): Promise<Buffer> => process((sharp) => sharp(Buffer.from(svg)).png().toBuffer()),
  };
}
