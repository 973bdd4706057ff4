import {join} from 'node:path';
import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {projectRoot} from '../../scripts/bootstrap.js';
import {buildGalleryIfStale} from '../../scripts/build-web.ts';
import {
  accessibilityViolations,
  BROWSER_TEST_TIMEOUT,
  describeInBrowser,
  testWindows,
} from '../support/browser.ts';
import {fixLook, takePicture} from '../support/picture-page.ts';
import {compareWithStored} from '../support/stored-pictures.ts';
import {createTidewater, PICTURE_TIME, type Tidewater} from '../support/tidewater.ts';

interface Shape {
  width: number;
  height: number;
  theme: 'light' | 'dark';
}

/**
 * Each pair of a width, a theme and a language is in one of these, so that half of the twelve combinations show what all of
 * them would. The first of each language is a phone, with touch.
 */
const SHAPES: {[language: string]: readonly [Shape, Shape, Shape]} = {
  en: [
    {width: 390, height: 844, theme: 'light'},
    {width: 1280, height: 800, theme: 'dark'},
    {width: 2560, height: 1440, theme: 'light'},
  ],
  ar: [
    {width: 390, height: 844, theme: 'dark'},
    {width: 1280, height: 800, theme: 'light'},
    {width: 2560, height: 1440, theme: 'dark'},
  ],
};

interface Documented extends Omit<Shape, 'theme'> {
  theme?: Shape['theme'];
  /** The element to show. By default, the window. */
  part?: string;
}

const GALLERY = 'http://gallery.test/';
/** The sections of the gallery that docs/design.md shows. */
const SECTIONS = ['colors', 'type', 'spacing', 'icons', 'controls', 'fields', 'feedback', 'data', 'messages'];
/** On wider pages, the gallery only has wider margins. */
const WIDEST_GALLERY = 1280;

describeInBrowser('the look of', () => {
  const windows = testWindows();
  let company: Tidewater;
  beforeAll(async () => {
    company = await createTidewater();
  }, BROWSER_TEST_TIMEOUT);
  afterAll(() => company.close());

  const faults: string[] = [];
  async function check(page: Page, path: string, part?: string): Promise<void> {
    const fault = await compareWithStored(await takePicture(page, part), `${path}.webp`);
    if (fault) faults.push(fault);
  }

  /** A page in the first shape of a language, which is a phone, or in the others. */
  async function open(language: string, kind: 'phone' | 'desktop', widest = Number.POSITIVE_INFINITY) {
    await company.speak(language);
    const [phone, ...desktops] = SHAPES[language]!;
    const shapes = kind === 'phone' ? [phone] : desktops.filter(({width}) => width <= widest);
    const page = await windows.openAs(company.address, 'mira', '/_none', {
      viewport: shapes[0]!,
      locale: language,
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      ...(kind === 'phone' && {hasTouch: true, isMobile: true}),
    });
    await fixLook(page.context(), PICTURE_TIME);
    return {
      page,
      async goto(path: string): Promise<void> {
        await page.goto(new URL(path, company.address).href);
        await page.locator('h1, h2, article').filter({visible: true}).first().waitFor();
        await page.waitForLoadState('networkidle');
      },
      async check(name: string, part?: string): Promise<void> {
        for (const {theme, ...viewport} of shapes) {
          await page.setViewportSize(viewport);
          await page.emulateMedia({colorScheme: theme});
          await check(page, `test/browser/pictures/${name}-${viewport.width}-${theme}-${language}`, part);
        }
      },
      /** A picture for the documents, which are in English. */
      async checkDocumented(name: string, {theme = 'light', part, ...viewport}: Documented): Promise<void> {
        if (language !== 'en' || kind !== 'desktop') return;
        await page.setViewportSize(viewport);
        await page.emulateMedia({colorScheme: theme});
        await check(page, `docs/images/${name}`, part);
      },
    };
  }

  const kinds = Object.keys(SHAPES).flatMap((language) => [
    [language, 'desktop'] as const,
    [language, 'phone'] as const,
  ]);

  test.for(kinds)('pages in %s on a %s', async ([language, kind]) => {
    faults.length = 0;
    const {page, goto, check, checkDocumented} = await open(language, kind);
    const window = {width: 1280, height: 800};
    await goto(company.channelPath);
    await check('channel');
    if (kind === 'phone') {
      await page.locator('header button').filter({visible: true}).first().click();
      await page.getByRole('navigation').filter({visible: true}).first().waitFor();
      await check('sidebar');
    }
    await goto(company.threadPath);
    await check('thread');
    await checkDocumented('channel-and-thread', window);
    await checkDocumented('channel-and-thread-dark', {...window, theme: 'dark'});
    await goto('/_settings/notifications');
    await check('settings');
    if (language === 'en' && kind === 'desktop') await goto('/_settings/display');
    await checkDocumented('settings', window);
    await checkDocumented('settings-dark', {...window, theme: 'dark'});
    await goto('/_admin/channels');
    await check('administration');
    await page.context().clearCookies();
    await goto('/');
    await check('sign-in');
    expect(faults).toEqual([]);
  });

  test.for(kinds)('components in %s on a %s', async ([language, kind]) => {
    faults.length = 0;
    const gallery = buildGalleryIfStale(projectRoot);
    const {page, goto, check, checkDocumented} = await open(language, kind, WIDEST_GALLERY);
    const window = {width: 960, height: 600};
    await page.route(`${GALLERY}**`, (route) => {
      const {pathname} = new URL(route.request().url());
      // Components have their data already.
      if (pathname.startsWith('/api/')) return route.fulfill({status: 404, json: {}});
      return route.fulfill({path: join(gallery, pathname === '/' ? 'index.html' : pathname)});
    });
    await goto(GALLERY);
    await check('components', '#components');
    if (kind === 'desktop') await check('foundations', '#foundations');
    if (language === 'en') expect(await accessibilityViolations(page)).toEqual([]);
    for (const name of SECTIONS) await checkDocumented(`design/${name}`, {...window, part: `#${name}`});
    expect(faults).toEqual([]);
  });
});
