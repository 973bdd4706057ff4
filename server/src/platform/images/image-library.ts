import type {Sharp as Image, default as Sharp} from 'sharp';

export type {Image, Sharp};

export interface EncodedImage {
  data: Buffer;
  extension: 'jpg' | 'png' | 'gif';
}

let loaded: Promise<typeof Sharp> | undefined;

/** The image library, loaded for the first image: most commands need none, and starting would take longer. */
export function library(): Promise<typeof Sharp> {
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

/** A PNG if the image has transparency, otherwise a JPEG. */
export async function encode(sharp: typeof Sharp, image: Image): Promise<EncodedImage> {
  // Formats such as GIF always declare transparency, so check whether the pixels use it.
  const {data, info} = await image.raw().toBuffer({resolveWithObject: true});
  const made = sharp(data, {raw: {width: info.width, height: info.height, channels: info.channels}});
  const hasAlpha = info.channels === 2 || info.channels === 4;
  const transparent = hasAlpha && !(await made.stats()).isOpaque;
  return transparent
    ? {data: await made.png().toBuffer(), extension: 'png'}
    : {data: await made.flatten().jpeg({quality: 85}).toBuffer(), extension: 'jpg'};
}
