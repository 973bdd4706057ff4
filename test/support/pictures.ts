import {crc32, deflateSync} from 'node:zlib';
import sharp, {type Color} from 'sharp';

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif';

/** An image of one color. `orientation` is the EXIF value. */
export function picture(
  width: number,
  height: number,
  {
    format = 'png',
    color = '#2266cc',
    orientation,
  }: {format?: Format; color?: Color; orientation?: number} = {},
): Promise<Buffer> {
  const image = sharp({create: {width, height, channels: 4, background: color}});
  return (orientation === undefined ? image : image.withMetadata({orientation})).toFormat(format).toBuffer();
}

/** A GIF with frames of different colors. */
export async function animation(width: number, height: number, frames: number): Promise<Buffer> {
  const images = Array.from({length: frames}, (_, index) =>
    picture(width, height, {color: {r: (index * 40) % 256, g: 80, b: 160}}),
  );
  return sharp(await Promise.all(images), {join: {animated: true}})
    .gif()
    .toBuffer();
}

/** A PNG of a few hundred bytes that declares this many pixels. */
export function pngThatClaims(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
