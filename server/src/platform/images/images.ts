import type {Sharp as Image, default as Sharp} from 'sharp';
import {limitConcurrency} from '../concurrency/limit-concurrency.ts';

const IMAGES_AT_ONCE = 2;
const SECONDS_PER_IMAGE = 30;

/** Media types of supported images. SVG is not supported, because it can contain scripts. */
const READABLE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/tiff', 'image/avif']);

const THUMBNAIL = {width: 120, height: 100};
const PREVIEW_WIDTH = 1920;
// A limit of JPEG. Long screenshots stay legible.
const PREVIEW_HEIGHT = 16_384;
const MINI_PREVIEW_SIDE = 16;

let loaded: Promise<typeof Sharp> | undefined;

/** The image library, loaded for the first image: most commands need none, and starting would take longer. */
function library(): Promise<typeof Sharp> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<typeof Sharp> {
  const {default: sharp} = await import('sharp');
  // Each image is processed once, by one thread. We process two images at a time instead.
  sharp.cache(false);
  sharp.concurrency(1);
  // The library chooses a decoder by content. Only allow these.
  sharp.block({operation: ['VipsForeignLoad']});
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff', 'Heif', 'Svg'].map(
      (name) => `VipsForeignLoad${name}`,
    ),
  });
  return sharp;
}

/** Information from the header of an image. */
export interface ImageInfo {
  /** Pixels of one frame, after applying the EXIF orientation. */
  width: number;
  height: number;
  /** 1 for a still image. */
  frames: number;
}

export interface EncodedImage {
  data: Buffer;
  extension: 'jpg' | 'png' | 'gif';
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
export function createImages({maxPixels}: {maxPixels: () => number}) {
  const limited = limitConcurrency(IMAGES_AT_ONCE);

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

  return {
    /** Reads the header of an image of any size; undefined if it isn't a supported image. */
    inspect: (file: string): Promise<ImageInfo | undefined> =>
      process(async (sharp) => {
        try {
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
     * Re-encodes an external image to fit into a box, as PNG, JPEG, or GIF if it is animated. Also returns information on
     * the original. SVG is rendered without loading anything it refers to. Undefined if the image cannot be decoded.
     */
    fit: (
      bytes: Buffer,
      box: {width: number; height: number},
    ): Promise<{made: EncodedImage; original: ImageInfo & {format: string}} | undefined> =>
      process(async (sharp) => {
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
        try {
          const {
            pages: frames = 1,
            autoOrient,
            format,
          } = await sharp(bytes, {limitInputPixels: maxPixels()}).metadata();
          const made: EncodedImage =
            frames > 1
              ? {data: await from(true).gif().toBuffer(), extension: 'gif'}
              : await encode(sharp, from(false));
          return {made, original: {...autoOrient, frames, format}};
        } catch {
          return undefined;
        }
      }),

    /** A part of one of our own images as PNG. Coordinates are in pixels. */
    crop: (
      file: string,
      place: {left: number; top: number; width: number; height: number},
    ): Promise<Buffer> => process((sharp) => sharp(file).extract(place).png().toBuffer()),

    /** Renders our own SVG as PNG. */
    draw: (svg: string): Promise<Buffer> => process((sharp) => sharp(Buffer.from(svg)).png().toBuffer()),
  };
}

/** A PNG if the image has transparency, otherwise a JPEG. */
async function encode(sharp: typeof Sharp, image: Image): Promise<EncodedImage> {
  // Formats such as GIF always declare transparency, so check whether the pixels use it.
  const {data, info} = await image.raw().toBuffer({resolveWithObject: true});
  const made = sharp(data, {raw: {width: info.width, height: info.height, channels: info.channels}});
  const hasAlpha = info.channels === 2 || info.channels === 4;
  const transparent = hasAlpha && !(await made.stats()).isOpaque;
  return transparent
    ? {data: await made.png().toBuffer(), extension: 'png'}
    : {data: await made.flatten().jpeg({quality: 85}).toBuffer(), extension: 'jpg'};
}
