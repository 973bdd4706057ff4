import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {openGifProvider, type TestGifProvider} from '../support/gif-provider.ts';
import {ALLOW_LOOPBACK} from '../support/picture-site.ts';

const PATH = '/crew/channels/town-square';
const PHONE = {
  viewport: {width: 390, height: 844},
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'no-preference',
} as const;

describeInBrowser('GIFs on the page', () => {
  let crew: Crew;
  let provider: TestGifProvider;
  let address: string;

  beforeAll(async () => {
    provider = await openGifProvider();
    crew = await createCrew(ALLOW_LOOPBACK, {
      gifProvider: {api: provider.address, pictures: provider.address},
    });
    address = await crew.server.listen();
  });
  afterAll(async () => {
    await crew.close();
    await provider.close();
  });
  // After the server, so that it closes before it: connections that the browser opened for pictures would keep the
  // server open.
  const windows = testWindows('shell', {reuse: true});

  const turn = (isOn: boolean) =>
    crew.server.platform.config.patch({
      ServiceSettings: {EnableGifPicker: isOn, GiphySdkKey: isOn ? 'aGoodKey' : ''},
    });
  const open = async (page: Page) => {
    await page.getByRole('button', {name: 'Insert emoji'}).click();
    await page.getByRole('tab', {name: 'GIFs'}).click();
    return page.getByRole('searchbox', {name: 'Search GIFs'});
  };
  const gif = (page: Page, name: string) => page.getByRole('button', {name, exact: true});
  const offered = (page: Page, name: string) =>
    page.getByRole('dialog').getByRole('img', {name, exact: true});
  const shownGif = (page: Page, name: string) =>
    page.getByRole('article').getByRole('img', {name, exact: true}).last();
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.querySelector("img")?.alt');

  test('without a key, there are only emoji', async () => {
    await turn(false);
    const page = await windows.openAs(address, 'ann', PATH);
    await page.getByRole('button', {name: 'Insert emoji'}).click();
    await page.getByRole('searchbox', {name: 'Search emoji'}).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
  });

  test('a GIF is found and chosen with the keyboard, and others see it', async () => {
    await turn(true);
    const bobs = await windows.openAs(address, 'bob', PATH);
    const page = await windows.openAs(address, 'ann', PATH);
    const search = await open(page);
    await gif(page, 'popular-1 GIF').waitFor();
    await page.getByText('Powered by GIPHY').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await search.fill('cats');
    await gif(page, 'cats-1 GIF').waitFor();
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('cats-1 GIF');
    for (const [key, name] of [
      ['ArrowRight', 'cats-2 GIF'],
      ['ArrowDown', 'cats-4 GIF'],
      ['ArrowLeft', 'cats-3 GIF'],
      ['ArrowUp', 'cats-1 GIF'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused(page)).toBe(name);
    }
    await page.keyboard.press('ArrowUp');
    await search.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    const box = page.getByRole('textbox', {name: 'Write to Town Square'});
    await expect.poll(() => box.inputValue()).toBe(`![cats-1 GIF](${provider.address}/cats-1/200.gif) `);
    await page.keyboard.press('Enter');
    for (const one of [page, bobs]) {
      const picture = shownGif(one, 'cats-1 GIF');
      await picture.waitFor();
      await expect
        .poll(() => picture.evaluate<number, {naturalWidth: number}>((image) => image.naturalWidth), {
          timeout: 45_000,
        })
        .toBe(200);
      expect(await picture.getAttribute('src')).toContain('/api/v4/image?url=');
    }
  });

  test('a picture is still until the pointer or the focus is on it', async () => {
    await turn(true);
    const page = await windows.openAs(address, 'ann', PATH);
    await open(page);
    const picture = offered(page, 'popular-2 GIF');
    await picture.waitFor();
    expect(await picture.getAttribute('src')).toContain('200w_s.gif');
    await picture.hover();
    await expect.poll(() => picture.getAttribute('src'), {timeout: 45_000}).toContain('200w_d.gif');
    await page.getByRole('searchbox', {name: 'Search GIFs'}).hover();
    await expect.poll(() => picture.getAttribute('src'), {timeout: 45_000}).toContain('200w_s.gif');
    await gif(page, 'popular-2 GIF').focus();
    await expect.poll(() => picture.getAttribute('src'), {timeout: 45_000}).toContain('200w_d.gif');
    await page.keyboard.press('Escape');
    await picture.waitFor({state: 'detached'});
    await page.getByRole('button', {name: 'Insert emoji'}).and(page.locator(':focus')).waitFor();
  });

  test('more GIFs load at the end of the list, until there are no more', async () => {
    await turn(true);
    const page = await windows.openAs(address, 'ann', PATH);
    const search = await open(page);
    await search.fill('dogs');
    for (const last of [24, 48, 60]) {
      await gif(page, `dogs-${last} GIF`).scrollIntoViewIfNeeded();
    }
    expect(await page.getByRole('img', {name: /^dogs-/}).count()).toBe(60);
  });

  test('an empty result, and a provider that fails, are explained', async () => {
    await turn(true);
    const page = await windows.openAs(address, 'ann', PATH);
    const search = await open(page);
    provider.respond = (_request, response) => void response.end('{"data": []}');
    await search.fill('nothing at all');
    await page.getByText('No GIFs found').waitFor();
    provider.respond = (_request, response) => void response.writeHead(429).end();
    await search.fill('too many');
    await page.getByText('This server has reached its limit at GIPHY.').waitFor();
    provider.respond = undefined;
    await page.getByRole('button', {name: 'Try again'}).click();
    await gif(page, 'toomany-1 GIF').waitFor();
  });

  test('on a phone, GIFs play and can be sent', async () => {
    await turn(true);
    const page = await windows.openAs(address, 'bob', PATH, PHONE);
    await page.getByRole('button', {name: 'Insert emoji'}).tap();
    await page.getByRole('tab', {name: 'GIFs'}).tap();
    const picture = offered(page, 'popular-1 GIF');
    await picture.waitFor();
    expect(await picture.getAttribute('src')).toContain('200w_d.gif');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBe(390);
    await gif(page, 'popular-1 GIF').tap();
    await page.getByRole('button', {name: 'Send'}).tap();
    await shownGif(page, 'popular-1 GIF').waitFor();
  });

  test('on a phone with reduced motion, GIFs are still', async () => {
    await turn(true);
    const page = await windows.openAs(address, 'bob', PATH, {...PHONE, reducedMotion: 'reduce'});
    await page.getByRole('button', {name: 'Insert emoji'}).tap();
    await page.getByRole('tab', {name: 'GIFs'}).tap();
    const picture = offered(page, 'popular-1 GIF');
    await picture.waitFor();
    expect(await picture.getAttribute('src')).toContain('200w_s.gif');
  });

  test('an administrator tests the key before saving it', async () => {
    await turn(true);
    const page = await windows.openAs(address, 'admin', '/_admin/settings?section=ServiceSettings');
    await page.getByRole('button', {name: 'Test GIPHY key'}).click();
    await page.getByText('GIPHY accepted the key.').waitFor();
    await page.getByLabel('GIPHY SDK key').fill('aWrongKey');
    await page.getByRole('button', {name: 'Test GIPHY key'}).click();
    await page.getByText("GIPHY rejected the server's key.").waitFor();
  });
});
