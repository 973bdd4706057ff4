import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  accessibilityViolations,
  BROWSER_TEST_TIMEOUT,
  describeInBrowser,
  testWindows,
  visit,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';

// These are states that no other test needs. Other pages and dialogs are checked by the tests that use them.
const DARK = {colorScheme: 'dark'} as const;

describeInBrowser('in dark, without serious accessibility problems, are', () => {
  const windows = testWindows('shell', {reuse: true});
  let crew: Crew;
  let address: string;
  beforeAll(async () => {
    crew = await createCrew();
    await crew.post(crew.bob, 'A message');
    address = await crew.server.listen();
  }, BROWSER_TEST_TIMEOUT);
  afterAll(() => crew.close());

  const check = async (page: Page, place: string) =>
    expect(await accessibilityViolations(page), place).toEqual([]);

  const loaded = async (page: Page) => {
    await page.locator('h1, h2, article').filter({visible: true}).first().waitFor();
    await expect.poll(() => page.locator('[data-loading]').count()).toBe(0);
  };

  test('pages without content', async () => {
    const page = await windows.openAs(address, 'cat', '/_none', DARK);
    for (const path of [
      '/crew/threads',
      '/crew/drafts',
      '/crew/scheduled_posts',
      '/crew/channels/town-square?panel=saved',
      '/crew/channels/town-square?search=nothing',
      '/crew/channels/missing',
    ]) {
      await visit(page, path);
      await loaded(page);
      await check(page, path);
    }
  });

  test('pages that are loading, and that fail to load', async () => {
    const page = await windows.openAs(address, 'ann', '/_none', DARK);
    for (const [path, request] of [
      ['/crew/channels/town-square', /\/channels\/\w+\/posts/],
      ['/crew/threads', '**/api/v4/users/*/teams/*/threads?*'],
      ['/_settings/security', '**/api/v4/users/*/sessions'],
    ] as const) {
      const {promise: answered, resolve: answer} = Promise.withResolvers<void>();
      const asked = page.waitForRequest(request);
      await page.route(request, async (route) => {
        await answered;
        await route.fulfill({status: 500, json: {id: 'test', message: 'The database is full.'}});
      });
      await page.goto(address + path);
      await asked;
      await page.locator('[data-loading]').first().waitFor();
      await check(page, `${path} while it is loading`);
      answer();
      await page.getByText('The database is full.').first().waitFor();
      await check(page, `${path} after an error`);
      await page.unroute(request);
    }
  });

  test('menus and dialogs', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square', DARK);
    const main = page.getByRole('main');
    await loaded(page);

    /** Opens what a button or an item of its menu opens, checks it, and closes it. */
    async function open(button: Locator, item?: string): Promise<void> {
      await button.click();
      const menu = page.getByRole('menu');
      if (item) await menu.getByRole('menuitem', {name: item, exact: true}).click();
      const opened = item ? page.getByRole('dialog').or(page.getByRole('alertdialog')) : menu;
      await opened.first().waitFor();
      await expect.poll(() => page.locator('[data-loading]').count()).toBe(0);
      await check(page, item ?? `the menu ${await button.textContent()}`);
      await page.keyboard.press('Escape');
      await opened.first().waitFor({state: 'detached'});
    }

    const team = page.getByRole('button', {name: 'Crew', exact: true});
    await open(team);
    for (const item of ['Members', 'Leave team']) await open(team, item);

    const add = page.getByRole('button', {name: 'Add channels and people'});
    await open(add);
    for (const item of ['Browse channels', 'New direct message']) await open(add, item);

    await open(page.getByRole('button', {name: 'Options for Channels'}), 'Create category');
    await page.getByRole('link', {name: 'Off-Topic'}).hover();
    await open(page.getByRole('button', {name: 'Options for Off-Topic'}));

    const channel = main.getByRole('heading', {name: 'Town Square', level: 1});
    await open(channel);
    for (const item of ['Add people', 'Notifications']) await open(channel, item);

    const message = main.getByRole('article').filter({hasText: 'A message'});
    await message.hover();
    await open(message.getByRole('button', {name: 'More actions'}), 'Delete');
  });
});
