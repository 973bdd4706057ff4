import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import sharp from 'sharp';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {animation, picture, pngThatClaims} from '../../../../test/support/pictures.ts';
import {limitConcurrency} from '../concurrency/limit-concurrency.ts';
import {createLogger} from '../logging/logger.ts';
import {createImages} from './images.ts';
import {SVG_LIMITS} from './svg-renderer.ts';

const log = createLogger({level: 'fatal', pretty: false});
const images = createImages({maxPixels: () => 4_000_000, log});
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-images-'));
});
afterAll(() => rm(directory, {recursive: true, force: true}));

let count = 0;
async function file(content: Buffer | string): Promise<string> {
  const name = join(directory, String(count++));
  await writeFile(name, content);
  return name;
}

const size = async (data: Buffer) => {
  const {width, height, format, pages = 1} = await sharp(data).metadata();
  return {width, height, format, pages};
};

describe('the header', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif'] as const)('of a %s is read', async (format) => {
    expect(await images.inspect(await file(await picture(40, 30, {format})))).toEqual({
      width: 40,
      height: 30,
      frames: 1,
    });
  });

  test('of a rotated photo: the displayed dimensions', async () => {
    const photo = await picture(40, 30, {format: 'jpeg', orientation: 6});
    expect(await images.inspect(await file(photo))).toEqual({width: 30, height: 40, frames: 1});
  });

  test('of an animation: the dimensions and number of frames', async () => {
    expect(await images.inspect(await file(await animation(20, 10, 3)))).toEqual({
      width: 20,
      height: 10,
      frames: 3,
    });
  });

  test('of a huge image is read without decoding it', async () => {
    const facts = await images.inspect(await file(pngThatClaims(100_000, 100_000)));
    expect(facts).toEqual({width: 100_000, height: 100_000, frames: 1});
    expect(images.isWithinLimit(facts!)).toBe(false);
  });

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'],
    ['text', 'hello'],
    ['nothing', ''],
    ['a PNG cut off in its header', Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1')],
    ['a portable pixmap', 'P3\n1 1\n255\n0 0 0\n'],
    ['a matrix', '1 1\n7\n'],
  ])('%s is not an image', async (_case, content) => {
    expect(await images.inspect(await file(content))).toBeUndefined();
  });
});

describe('previews', () => {
  test('of a large image are smaller, and of a small image the same size', async () => {
    const large = (await images.previews(await file(await picture(2400, 1200, {format: 'jpeg'}))))!;
    expect(await size(large.preview.data)).toEqual({width: 1920, height: 960, format: 'jpeg', pages: 1});
    expect(await size(large.thumbnail.data)).toEqual({width: 120, height: 100, format: 'jpeg', pages: 1});
    expect(await size(large.mini)).toEqual({width: 16, height: 16, format: 'jpeg', pages: 1});

    const small = (await images.previews(await file(await picture(30, 20))))!;
    expect(await size(small.preview.data)).toMatchObject({width: 30, height: 20});
    expect(await size(small.thumbnail.data)).toMatchObject({width: 30, height: 20});
  });

  test.each([
    [3000, 2],
    [2, 3000],
    [1, 1],
  ])('of %i by %i pixels fit their limits', async (width, height) => {
    const {thumbnail, preview} = (await images.previews(await file(await picture(width, height))))!;
    const [small, middle] = [await size(thumbnail.data), await size(preview.data)];
    expect(small.width).toBeLessThanOrEqual(120);
    expect(small.height).toBeLessThanOrEqual(100);
    expect(middle.width).toBeLessThanOrEqual(1920);
  });

  test('are PNG only if the image has transparency', async () => {
    const clear = await images.previews(
      await file(await picture(50, 50, {color: {r: 1, g: 2, b: 3, alpha: 0.5}})),
    );
    expect([clear?.preview.extension, clear?.thumbnail.extension]).toEqual(['png', 'png']);
    const opaque = await images.previews(await file(await picture(50, 50, {format: 'gif'})));
    expect([opaque?.preview.extension, opaque?.thumbnail.extension]).toEqual(['jpg', 'jpg']);
  });

  test('are rotated upright and contain no metadata', async () => {
    const photo = await picture(400, 300, {format: 'jpeg', orientation: 6});
    const {preview} = (await images.previews(await file(photo)))!;
    const {width, height, exif, orientation} = await sharp(preview.data).metadata();
    expect({width, height, exif, orientation}).toEqual({width: 300, height: 400});
  });

  test.each([
    ['is larger than the limit', () => pngThatClaims(100_000, 100_000)],
    ['has fewer pixels than its header says', () => pngThatClaims(1000, 1000)],
  ])('are not created for an image that %s', async (_case, content) => {
    expect(await images.previews(await file(content()))).toBeUndefined();
  });
});

test('a square is cut from the center', async () => {
  const data = (await images.square(await file(await picture(400, 100, {format: 'webp'})), 128))!;
  expect(await size(data)).toEqual({width: 128, height: 128, format: 'png', pages: 1});
  expect(await images.square(await file('no image'), 128)).toBeUndefined();
});

describe('fitting into a square', () => {
  const within = async (content: Buffer) => {
    const name = await file(content);
    return images.within(name, 128, (await images.inspect(name))!);
  };

  test('keeps proportions and does not enlarge small images', async () => {
    expect(await size((await within(await picture(512, 256)))!.data)).toMatchObject({width: 128, height: 64});
    expect(await size((await within(await picture(20, 10)))!.data)).toMatchObject({width: 20, height: 10});
  });

  test('keeps animations', async () => {
    const made = (await within(await animation(256, 128, 4)))!;
    expect(made.extension).toBe('gif');
    expect(await size(made.data)).toEqual({width: 128, height: 64, format: 'gif', pages: 4});
  });

  test('does not decode an animation whose frames together exceed the limit', async () => {
    const tight = createImages({maxPixels: () => 256 * 128 * 3, log});
    const name = await file(await animation(256, 128, 4));
    const facts = (await tight.inspect(name))!;
    expect(tight.isWithinLimit(facts)).toBe(true);
    expect(await tight.previews(name)).toBeDefined();
    expect(await tight.within(name, 128, facts)).toBeUndefined();
  });
});

test('our own SVG is rendered as PNG', async () => {
  const data = await images.draw('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
  expect(await size(data)).toMatchObject({width: 8, height: 8, format: 'png'});
});

test('the concurrency is limited, and work starts in order even after failures', async () => {
  const limited = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const outcomes = await Promise.allSettled(
    Array.from({length: 9}, (_, index) =>
      limited(async () => {
        started.push(index);
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        if (index % 3 === 0) throw new Error('failed');
        return index;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(outcomes.filter(({status}) => status === 'fulfilled')).toHaveLength(6);
});

test('an animated GIF that fits is not encoded again', async () => {
  const small = await animation(256, 128, 4);
  expect((await images.fit(small, {width: 400, height: 300}))?.made.data).toEqual(small);
  const {made, original} = (await images.fit(small, {width: 128, height: 128}))!;
  expect(await size(made.data)).toEqual({width: 128, height: 64, format: 'gif', pages: 4});
  expect(original).toMatchObject({width: 256, height: 128, frames: 4, format: 'gif'});
});

describe('an SVG', () => {
  const box = {width: 400, height: 300};

  /** A small file that draws a shape 10 to the power of `depth` times, each time on a transparent layer. */
  function nested(depth: number, size = 'width="4000" height="4000"'): string {
    const levels = Array.from({length: depth}, (_, level) => {
      const uses = `<use href="#g${level}"/>`.repeat(10);
      return `<g id="g${level + 1}" opacity="0.9">${uses}</g>`;
    });
    const shape = '<path id="g0" d="M0 0L4000 4000L0 4000z" opacity="0.5"/>';
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${shape}${levels.join('')}</defs><use href="#g${depth}"/></svg>`;
  }

  test('is drawn, and shows its own size', async () => {
    const drawn = (await images.fit(Buffer.from(nested(1, 'width="800" height="300"')), box))!;
    expect(drawn.original).toEqual({width: 800, height: 300, frames: 1, format: 'svg'});
    expect(await size(drawn.made.data)).toMatchObject({width: 400, height: 150});
  });

  test('that takes too long is not drawn, and does not delay other images', async () => {
    const hasty = createImages({
      maxPixels: () => 33_000_000,
      log,
      svgLimits: {...SVG_LIMITS, maxMillis: 300},
    });
    let isOver = false;
    const slow = hasty.fit(Buffer.from(nested(9)), {width: 1920, height: 1920}).finally(() => {
      isOver = true;
    });
    expect(await hasty.fit(await picture(40, 30), box)).toBeDefined();
    // Without a size of its own, even its size takes hours to calculate.
    expect(await hasty.inspect(await file(nested(9, '')))).toBeUndefined();
    expect(isOver).toBe(false);
    expect(await slow).toBeUndefined();
  });
});
