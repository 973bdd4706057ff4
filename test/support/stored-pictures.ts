import {existsSync} from 'node:fs';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import {projectRoot} from '../../scripts/bootstrap.js';

/** Whether pictures that differ are stored instead of reported. */
const isStoring = process.env.STORE_PICTURES === '1';

/** Stored pictures are compared at a quarter of their size, so that the edges of letters don't matter. */
const REDUCTION = 4;
/** How much the color of a point must differ to count, from 0 to 1. */
const THRESHOLD = 0.05;
/** The maximum number of points that may differ. A moved button or an icon of another color changes more. */
const MAX_DIFFERENCES = 8;
/** Wider pictures are stored at half their size. In pixels. */
const MAX_WIDTH = 1600;

/**
 * Compares a picture of a page with the stored one at `path`, relative to the project. Returns what is wrong, or
 * undefined. If `STORE_PICTURES` is 1, stores the picture instead.
 */
export async function compareWithStored(shot: Buffer, path: string): Promise<string | undefined> {
  const file = join(projectRoot, path);
  const {width} = await sharp(shot).metadata();
  const kept =
    width > MAX_WIDTH
      ? await sharp(shot)
          .resize({width: width / 2})
          .png()
          .toBuffer()
      : shot;
  const fault = existsSync(file) ? await difference(kept, await readFile(file)) : 'is not stored';
  if (!fault) return undefined;
  const target = isStoring ? file : join(projectRoot, 'reports/pictures', path);
  await mkdir(dirname(target), {recursive: true});
  await writeFile(target, await sharp(kept).webp({quality: 82, effort: 4, smartSubsample: true}).toBuffer());
  return isStoring ? undefined : `${path} ${fault}. The new picture is ${relative(projectRoot, target)}.`;
}

async function difference(shot: Buffer, stored: Buffer): Promise<string | undefined> {
  const [{width, height}, before] = await Promise.all([sharp(shot).metadata(), sharp(stored).metadata()]);
  if (before.width !== width || before.height !== height) {
    return `has another size: ${before.width} × ${before.height} instead of ${width} × ${height}`;
  }
  const size = {width: Math.round(width / REDUCTION), height: Math.round(height / REDUCTION)};
  const [old, now] = await Promise.all([reduced(stored, size), reduced(shot, size)]);
  const points = pixelmatch(old, now, undefined, size.width, size.height, {
    threshold: THRESHOLD,
    includeAA: true,
  });
  return points > MAX_DIFFERENCES ? `differs in ${points} points (at most ${MAX_DIFFERENCES})` : undefined;
}

async function reduced(image: Buffer, size: {width: number; height: number}): Promise<Buffer> {
  // Decode first: if it knows the target size, libvips decodes WebP files differently.
  const {data, info} = await sharp(image).ensureAlpha().raw().toBuffer({resolveWithObject: true});
  return sharp(data, {raw: info})
    .resize({...size, fit: 'fill', kernel: 'linear'})
    .raw()
    .toBuffer();
}
