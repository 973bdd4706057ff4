import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import type {BrowserContext, Page} from 'playwright-core';
import {expect} from 'vitest';

const require = createRequire(import.meta.url);

/**
 * Fonts for what the client's own font isn't used for, by the first font name in its lists for which the browser would
 * otherwise use a font of the machine, and the characters they are used for.
 */
const FONTS = [
  {
    as: 'Segoe UI',
    file: 'noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
    range: 'U+600-6FF, U+750-77F, U+8A0-8FF, U+FB50-FDFF, U+FE70-FEFF',
  },
  {as: 'SF Mono', file: 'noto-sans-mono/files/noto-sans-mono-latin-wght-normal.woff2'},
].map(({file, range, ...font}) => ({
  ...font,
  data: readFileSync(require.resolve(`@fontsource-variable/${file}`)).toString('base64'),
  descriptors: {weight: '100 900', unicodeRange: range ?? 'U+0-5FF, U+2000-2BFF'},
}));

/**
 * Makes pages look the same on every machine: with these fonts instead of installed ones, with the client's own emoji
 * pictures, and at a fixed time.
 */
export async function fixLook(context: BrowserContext, time: number): Promise<void> {
  await context.clock.setFixedTime(time);
  await context.addInitScript(`{
    for (const {as, data, descriptors} of ${JSON.stringify(FONTS)}) {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
      document.fonts.add(new FontFace(as, bytes.buffer, descriptors));
    }
    // The client detects a color emoji font by drawing with it.
    CanvasRenderingContext2D.prototype.fillText = () => {};
  }`);
}

/** Takes a picture of the page, or of a part of it, after everything on it is loaded and nothing moves. */
export async function takePicture(page: Page, part?: string): Promise<Buffer> {
  // Images outside the window would never load, and a broken image is replaced once it has failed.
  await expect
    .poll(() =>
      page.evaluate(`{
        for (const image of document.images) image.loading = 'eager';
        document.fonts.status === 'loaded' &&
          !document.querySelector('[data-loading]:not([data-specimen] *)') &&
          [...document.images].every((image) => image.complete && image.naturalWidth > 0);
      }`),
    )
    .toBe(true);
  return (part ? page.locator(part) : page).screenshot({animations: 'disabled', caret: 'hide'});
}
