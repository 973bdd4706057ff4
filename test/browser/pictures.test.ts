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

const LANGUAGES = ['en', 'ar'] as const;
const THEMES = ['light', 'dark'] as const;
const PHONE = {width: 390, height: 844};
const DESKTOP = {width: 1280, height: 800};
const WIDE = {width: 2560, height: 900};

/** The pages whose pictures are used in documents, in English and at the size of a desktop. */
const DOCUMENTED: {[page: string]: string} = {thread: 'channel-and-thread', settings: 'settings'};

const GALLERY = 'http://gallery.test/';
/** The sections of the gallery that docs/design.md shows. */
const SECTIONS = ['colors', 'type', 'spacing', 'icons', 'controls', 'fields', 'feedback', 'data', 'messages'];
const SECTION_WINDOW = {width: 960, height: 600};

describeInBrowser('the look of', () => {
  const windows = testWindows();
  let company: Tidewater;
  beforeAll(async () => {
    company = await createTidewater();
  }, BROWSER_TEST_TIMEOUT);
  afterAll(() => company.close());

  /** A window for all pictures of a kind of device. Its theme, size and language change while a page is open. */
  async function open(kind: 'phone' | 'desktop') {
    const sizes = kind === 'phone' ? [PHONE] : [DESKTOP, WIDE];
    const faults: string[] = [];
    let language: string = LANGUAGES[0];
    await company.speak(language);
    const page = await windows.openAs(company.address, 'mira', '/_none', {
      viewport: sizes[0]!,
      locale: language,
      timezoneId: 'UTC',
      ...(kind === 'phone' && {hasTouch: true, isMobile: true}),
    });
    await fixLook(page.context(), PICTURE_TIME);

    async function compare(path: string, part?: string): Promise<void> {
      const fault = await compareWithStored(await takePicture(page, part), `${path}.webp`);
      if (fault) faults.push(fault);
    }

    async function take(name: string, shapes: readonly {width: number; height: number}[], part?: string) {
      for (const size of shapes) {
        await page.setViewportSize(size);
        for (const theme of THEMES) {
          await page.emulateMedia({colorScheme: theme});
          const isDocumented = size === DESKTOP && language === 'en' && name in DOCUMENTED;
          await compare(
            isDocumented
              ? `docs/images/${DOCUMENTED[name]}${theme === 'dark' ? '-dark' : ''}`
              : `test/browser/pictures/${name}-${size.width}-${theme}-${language}`,
            part,
          );
        }
      }
    }

    /** Runs the function in the current language, and then in the other one. */
    async function inBothLanguages(
      doing: () => Promise<void>,
      change = async (next: string) => {
        await company.speak(next);
        await page.locator(`html[lang="${next}"]`).waitFor({state: 'attached'});
      },
    ) {
      await doing();
      language = LANGUAGES.find((one) => one !== language)!;
      await change(language);
      await doing();
    }

    async function goto(path: string): Promise<void> {
      await page.goto(new URL(path, company.address).href);
      await page.locator('h1, h2, article').filter({visible: true}).first().waitFor();
      await page.waitForLoadState('networkidle');
    }

    return {
      page,
      faults,
      goto,

      /** Pictures of a page in all sizes, themes and languages. */
      async check(name: string, path: string): Promise<void> {
        await goto(path);
        await inBothLanguages(() => take(name, sizes));
      },

      /** Like `check`, for the sidebar on a phone, which closes when the language changes. */
      async checkSidebar(): Promise<void> {
        await inBothLanguages(async () => {
          await page.locator('header button').filter({visible: true}).first().click();
          await page.getByRole('navigation').filter({visible: true}).first().waitFor();
          // Otherwise, the tooltip of the team that appears under the pointer could be in the picture.
          const {width, height} = page.viewportSize()!;
          await page.mouse.move(width / 2, height - 10);
          await take('sidebar', sizes);
        });
      },

      /** Like `check`, for the sign-in page, which isn't notified of changed settings while it is open. */
      async checkSignIn(): Promise<void> {
        await page.context().clearCookies();
        await goto('/');
        await inBothLanguages(
          () => take('sign-in', sizes),
          async (next) => {
            await company.speak(next);
            await goto('/');
          },
        );
      },

      /** Pictures of the gallery. The widest window is left out, because only the margins would be wider. */
      async checkGallery(parts: readonly string[]): Promise<void> {
        await goto(GALLERY);
        await inBothLanguages(
          async () => {
            for (const part of parts) await take(part, sizes.slice(0, 1), `#${part}`);
          },
          async (next) => {
            await page.evaluate(`localStorage.setItem('patchbay:language', '${next}')`);
            await goto(GALLERY);
          },
        );
      },

      /** A picture of a section of the gallery for docs/design.md. */
      async checkSection(name: string): Promise<void> {
        await page.setViewportSize(SECTION_WINDOW);
        await page.emulateMedia({colorScheme: 'light'});
        await compare(`docs/images/design/${name}`, `#${name}`);
      },
    };
  }

  async function serveGallery(page: Page): Promise<void> {
    const gallery = buildGalleryIfStale(projectRoot);
    await page.route(`${GALLERY}**`, (route) => {
      const {pathname} = new URL(route.request().url());
      // Components already have their data.
      if (pathname.startsWith('/api/')) return route.fulfill({status: 404, json: {}});
      return route.fulfill({path: join(gallery, pathname === '/' ? 'index.html' : pathname)});
    });
  }

  test('pages and components on a phone', async () => {
    const {page, faults, check, checkSidebar, checkSignIn, checkGallery} = await open('phone');
    await check('channel', company.channelPath);
    await checkSidebar();
    await check('thread', company.threadPath);
    await check('settings', '/_settings/display');
    await check('administration', '/_admin/channels');
    await checkSignIn();
    await serveGallery(page);
    await checkGallery(['components']);
    expect(faults).toEqual([]);
  });

  test('pages and components on a desktop', async () => {
    const {page, faults, goto, check, checkSignIn, checkGallery, checkSection} = await open('desktop');
    await check('thread', company.threadPath);
    await check('settings', '/_settings/display');
    await check('administration', '/_admin/channels');
    await checkSignIn();
    await serveGallery(page);
    await checkGallery(['components', 'foundations']);
    await page.evaluate("localStorage.setItem('patchbay:language', 'en')");
    await goto(GALLERY);
    for (const name of SECTIONS) await checkSection(name);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.emulateMedia({colorScheme: 'dark'});
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
