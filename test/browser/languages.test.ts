import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {layoutFaults, showPseudoLanguage} from '../support/pseudo-language.ts';
import {TEST_PASSWORD} from '../support/test-server.ts';

/** Pages of each kind. The settings page has descriptions from the server, in English. */
const PAGES = [
  '/crew/channels/town-square',
  '/crew/threads',
  '/_teams',
  '/_start',
  '/_settings/profile',
  '/_settings/security',
  '/_settings/notifications',
  '/_settings/display',
  '/_settings/messages',
  '/_settings/sidebar',
  '/_integrations/crew',
  '/_integrations/crew/incoming',
  '/_integrations/crew/outgoing',
  '/_integrations/crew/commands',
  '/_integrations/crew/bots',
  '/_integrations/crew/emoji',
  '/_admin',
  '/_admin/users',
  '/_admin/teams',
  '/_admin/channels',
  '/_admin/import',
  '/_admin/compliance',
  '/_admin/exports',
  '/_admin/all-integrations',
  '/_admin/jobs',
  '/_admin/audits',
  '/_admin/health',
  '/_admin/backups',
];

describeInBrowser('languages of the page', () => {
  const windows = testWindows();
  let crew: Crew;
  let address: string;
  beforeAll(async () => {
    crew = await createCrew();
    await crew.post(crew.bob, 'Hello **Ann**');
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const htmlOf = (page: Page) => page.locator('html');
  const loaded = async (page: Page) => {
    await page.locator('h1, h2, article').filter({visible: true}).first().waitFor();
    await expect.poll(() => page.locator('[data-loading]').count()).toBe(0);
  };

  test('can be chosen in the settings and are kept at the next sign-in', async () => {
    const page = await windows.openAs(address, 'ann', '/_settings/display');
    await page.getByRole('combobox', {name: 'Language'}).selectOption('Deutsch');
    await page.getByRole('heading', {name: 'Sprache'}).waitFor();
    expect(await htmlOf(page).getAttribute('lang')).toBe('de');
    await expect.poll(async () => (await crew.ann.get('/users/me')).body.locale).toBe('de');

    await page.getByRole('button', {name: /ann$/}).first().click();
    await page.getByRole('menuitem', {name: 'Abmelden'}).click();
    // Before sign-in the server's language is shown, or the one that is chosen there.
    await page.getByRole('heading', {name: 'Sign in to Patchbay'}).waitFor();
    await page.getByRole('combobox', {name: 'Language'}).selectOption('Français');
    await expect.poll(() => htmlOf(page).getAttribute('lang')).toBe('fr');
    await page.reload();
    await page.locator('html[lang=fr]').waitFor();
    await page.locator('input[type=password]').fill(TEST_PASSWORD);
    await page.locator('input[autocomplete=username]').fill('ann');
    await page.locator('button[type=submit]').click();
    await page.locator('html[lang=de]').waitFor();
    await crew.ann.put('/users/me/patch', {locale: 'en'});
  });

  test('can be chosen as soon as the server allows them', async () => {
    const open = await windows.openAs(address, 'ann', '/_settings/display');
    const connected = open.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
    await open.reload();
    await connected;
    await open.locator('html[lang=en]').waitFor();
    await crew.server.platform.config.patch({
      LocalizationSettings: {AvailableLocales: 'de,ja', DefaultClientLocale: 'ja'},
    });
    await open.locator('html[lang=ja]').waitFor();
    const page = await windows.openSignedOut(address);
    await page.locator('html[lang=ja]').waitFor();
    const names = await page.getByRole('combobox').locator('option').allTextContents();
    expect(names).toEqual(['Deutsch', '日本語']);
    await crew.server.platform.config.patch({
      LocalizationSettings: {AvailableLocales: '', DefaultClientLocale: 'en'},
    });
    await open.locator('html[lang=en]').waitFor();
  });

  test('are right-to-left in Arabic, and accessible', async () => {
    await crew.ann.put('/users/me/patch', {locale: 'ar'});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await page.locator('html[dir=rtl][lang=ar]').waitFor();
    for (const path of [
      '/crew/channels/town-square',
      '/_settings/notifications',
      '/_integrations/crew/incoming',
    ]) {
      await page.goto(address + path);
      await loaded(page);
      expect(await accessibilityViolations(page), path).toEqual([]);
      expect(await page.evaluate('document.scrollingElement.scrollWidth <= innerWidth'), path).toBe(true);
    }
    await crew.ann.put('/users/me/patch', {locale: 'en'});
  });

  test('fit on a narrow screen with longer texts, and no text is missing', async () => {
    const page = await windows.openAs(address, 'admin', '/', {viewport: {width: 320, height: 720}});
    await showPseudoLanguage(page);
    const names = [
      ...[
        'ann',
        'bob',
        'cat',
        'admin',
        'stranger',
        'example.com',
        'Crew',
        'crew',
        'Town Square',
        'Off-Topic',
      ],
      ...[
        'Hello',
        'Patchbay',
        'Node.js',
        'PostgreSQL',
        'authenticated',
        'browser',
        'os',
        'Unknown',
        'Chrome',
        'Linux',
        'Ada Lovelace',
        'Countess',
      ],
      // Dates and durations are in the language of the page too, which is English.
      ...[
        'Jan',
        'Feb',
        'Mar',
        'Apr',
        'May',
        'Jun',
        'Jul',
        'Aug',
        'Sep',
        'Oct',
        'Nov',
        'Dec',
        'sec',
        'min',
        'day',
      ],
    ];
    const faults: {[path: string]: string[]} = {};
    for (const path of PAGES) {
      await page.goto(address + path);
      await loaded(page);
      const found = await layoutFaults(page, names);
      if (found.length > 0) faults[path] = found;
    }
    expect(faults).toEqual({});
  });
});
