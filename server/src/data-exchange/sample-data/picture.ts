import {crc32, deflateSync} from 'node:zlib';
import type {Random} from './random.ts';

/** A PNG with a gradient between two random colors. */
export function picture(random: Random, width: number, height: number): Buffer {
  const from = [random.between(0, 255), random.between(0, 255), random.between(0, 255)];
  const to = [random.between(0, 255), random.between(0, 255), random.between(0, 255)];
  // Each row starts with its filter type, here none.
  const pixels = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = (x + y) / (width + height);
      for (let channel = 0; channel < 3; channel++) {
        const value = from[channel]! + (to[channel]! - from[channel]!) * share;
        pixels[y * (1 + width * 3) + 1 + x * 3 + channel] = Math.round(value);
      }
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per sample, RGB.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, {level: 6})),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
