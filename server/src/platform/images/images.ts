import sharp, {type Sharp} from 'sharp';
import {limitConcurrency} from '../concurrency/limit-concurrency.ts';

// Every image is met once, and each is worked on by one thread: throughput comes from working on two at a time.
sharp.cache(false);
sharp.concurrency(1);
// The library chooses a reader by content. It may choose among these and no others, whatever was built into it.
sharp.block({operation: ['VipsForeignLoad']});
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`),
});

const IMAGES_AT_ONCE = 2;
const SECONDS_PER_IMAGE = 30;

/** Media types of the images that are read. SVG is not among them: it is a document that can hold scripts. */
const READABLE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/tiff', 'image/avif']);

const THUMBNAIL = {width: 120, height: 100};
const PREVIEW_WIDTH = 1920;
// The most that a JPEG can have; a long screenshot stays legible.
const PREVIEW_HEIGHT = 16_384;
const MINI_PREVIEW_SIDE = 16;

/** What the header of an image says. */
export interface ImageInfo {
  /** Pixels as the image is shown: turned as its orientation says, one frame of an animation. */
  width: number;
  height: number;
  /** 1 for a still image. */
  frames: number;
}

/** An image that was made here. */
export interface EncodedImage {
  data: Buffer;
  extension: 'jpg' | 'png' | 'gif';
}

/** Whether images of this media type are read here. */
export function isReadableImage(mediaType: string): boolean {
  return READABLE.has(mediaType);
}

export type Images = ReturnType<typeof createImages>;

/**
 * Reads images that come from outside and makes small ones of them. Files are given by name, so that none is held in
 * memory whole. What is larger than `maxPixels()` (width times height, times the frames where all are needed) is not
 * decoded.
 */
export function createImages({maxPixels}: {maxPixels: () => number}) {
  const inTurn = limitConcurrency(IMAGES_AT_ONCE);

  function open(file: string, {animated = false} = {}): Sharp {
    return sharp(file, {
      animated,
      autoOrient: true,
      failOn: 'error',
      limitInputPixels: maxPixels(),
      sequentialRead: true,
    }).timeout({seconds: SECONDS_PER_IMAGE});
  }

  return {
    /** What the file's header says, whatever its size; undefined if it is no image that is read here. */
    async inspect(file: string): Promise<ImageInfo | undefined> {
      try {
        const {mediaType, autoOrient, pages} = await inTurn(() =>
          sharp(file, {limitInputPixels: false}).metadata(),
        );
        if (!READABLE.has(mediaType ?? '')) return undefined;
        return {width: autoOrient.width, height: autoOrient.height, frames: pages ?? 1};
      } catch {
        return undefined;
      }
    },

    /** Whether an image, or one frame of it, is small enough to be decoded. */
    isWithinLimit: ({width, height}: ImageInfo) => width * height <= maxPixels(),

    /**
     * A preview of at most 1920 pixels in width, a thumbnail of at most 120 by 100, and a JPEG of 16 by 16 pixels to
     * show before either is there. Of an animation, its first frame. Undefined if the image cannot be decoded.
     */
    previews: (file: string) =>
      inTurn(async () => {
        try {
          const {data: preview, extension} = await encode(
            open(file).resize({
              width: PREVIEW_WIDTH,
              height: PREVIEW_HEIGHT,
              fit: 'inside',
              withoutEnlargement: true,
            }),
          );
          const thumbnail = await encode(sharp(preview).resize({...THUMBNAIL, withoutEnlargement: true}));
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

    /** The middle of an image as a square PNG of so many pixels a side; undefined if it cannot be decoded. */
    square: (file: string, side: number): Promise<Buffer | undefined> =>
      inTurn(() =>
        open(file)
          .resize({width: side, height: side, fit: 'cover'})
          .png()
          .toBuffer()
          .catch(() => undefined),
      ),

    /**
     * The image within a square of so many pixels a side, its proportions and its animation kept: a PNG, or a GIF if
     * it moves. Undefined if it cannot be decoded, or is too large with all its frames.
     */
    within: (file: string, side: number, {frames}: ImageInfo): Promise<EncodedImage | undefined> =>
      inTurn(async () => {
        const animated = frames > 1;
        const image = open(file, {animated}).resize({
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
     * Foreign bytes as an image of our own making within a box: a PNG, a JPEG, or a GIF if it moves; and what they were.
     * A drawing in SVG is drawn, and nothing that it refers to is loaded. Undefined if it cannot be decoded.
     */
    fit: (
      bytes: Buffer,
      box: {width: number; height: number},
    ): Promise<{made: EncodedImage; original: ImageInfo & {format: string}} | undefined> =>
      inTurn(async () => {
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
              : await encode(from(false));
          return {made, original: {...autoOrient, frames, format}};
        } catch {
          return undefined;
        }
      }),

    /** A part of an image of our own, as a PNG; in pixels. */
    crop: (
      file: string,
      place: {left: number; top: number; width: number; height: number},
    ): Promise<Buffer> => inTurn(() => sharp(file).extract(place).png().toBuffer()),

    /** A PNG of a drawing of our own. */
    draw: (svg: string): Promise<Buffer> => inTurn(() => sharp(Buffer.from(svg)).png().toBuffer()),
  };
}

/** A PNG if something shines through, else a JPEG. */
async function encode(image: Sharp): Promise<EncodedImage> {
  // Formats such as GIF always say that they have transparency; whether they use it only the pixels tell.
  const {data, info} = await image.raw().toBuffer({resolveWithObject: true});
  const made = sharp(data, {raw: {width: info.width, height: info.height, channels: info.channels}});
  const hasAlpha = info.channels === 2 || info.channels === 4;
  const transparent = hasAlpha && !(await made.stats()).isOpaque;
  return transparent
    ? {data: await made.png().toBuffer(), extension: 'png'}
    : {data: await made.flatten().jpeg({quality: 85}).toBuffer(), extension: 'jpg'};
}
