import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';

const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

describeInBrowser('on a phone', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows();

  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
    const {id} = await crew.post(crew.bob, 'Who is there?');
    await crew.post(crew.bob, 'No one yet', {root_id: id});
    await crew.post(crew.bob, `\`\`\`\n${'a line of code that is too long '.repeat(8)}\n\`\`\``);
  });
  afterAll(() => crew.close());

  const as = async (username: string, options: object = PHONE) => {
    const page = await windows.openAs(address, username, '/crew/channels/town-square', options);
    await page.getByText('No one yet').first().waitFor();
    return page;
  };
  const drawer = (page: Page) => page.getByRole('link', {name: 'Off-Topic'});

  /** Moves a finger by this many pixels, starting in the middle of the page. */
  async function swipe(page: Page, right: number, down = 0, from = {x: 195, y: 300}): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const touch = (type: string, touchPoints: object[]) =>
      session.send('Input.dispatchTouchEvent', {type, touchPoints} as never);
    await touch('touchStart', [from]);
    await touch('touchMove', [{x: from.x + right / 2, y: from.y + down / 2}]);
    await touch('touchMove', [{x: from.x + right, y: from.y + down}]);
    await touch('touchEnd', []);
    await session.detach();
  }

  test('a swipe opens and closes the sidebar', async () => {
    const page = await as('ann');
    await swipe(page, 30);
    await swipe(page, 80, 90);
    await swipe(page, -90);
    expect(await drawer(page).isVisible()).toBe(false);
    await swipe(page, 90);
    await drawer(page).waitFor();
    await swipe(page, 90);
    await drawer(page).waitFor();
    await swipe(page, -90);
    await drawer(page).waitFor({state: 'hidden'});
  });

  test('a swipe back closes a panel, and nothing else', async () => {
    const page = await as('ann');
    await page.getByRole('button', {name: '1 reply'}).tap();
    const panel = page.getByRole('complementary', {name: 'Side panel'});
    await panel.getByRole('article').first().waitFor();
    await swipe(page, -90);
    expect(await panel.isVisible()).toBe(true);
    await swipe(page, 90);
    await panel.waitFor({state: 'detached'});
    expect(await drawer(page).isVisible()).toBe(false);
  });

  test('a finger that scrolls a line of code does nothing else', async () => {
    const page = await as('ann');
    const {x, y, height} = (await page.getByRole('article').getByText('a line of code').boundingBox())!;
    await swipe(page, 90, 0, {x: x + 40, y: y + height / 2});
    expect(await drawer(page).isVisible()).toBe(false);
  });

  test('swipes go the other way in right-to-left languages', async () => {
    await crew.cat.put('/users/me/patch', {locale: 'ar'});
    const page = await as('cat');
    await swipe(page, 90);
    expect(await drawer(page).isVisible()).toBe(false);
    await swipe(page, -90);
    await drawer(page).waitFor();
    await swipe(page, 90);
    await drawer(page).waitFor({state: 'hidden'});
  });

  test('nothing is behind the camera or the system bars', async () => {
    const page = await as('ann');
    const session = await page.context().newCDPSession(page);
    const insets = {top: 47, bottom: 34, left: 0, right: 0};
    await session.send('Emulation.setSafeAreaInsetsOverride', {insets});
    const header = page.getByRole('main').locator('header').first();
    await expect.poll(async () => (await header.boundingBox())!.y).toBeGreaterThanOrEqual(47);
    const send = (await page.getByRole('button', {name: 'Send', exact: true}).boundingBox())!;
    expect(send.y + send.height).toBeLessThanOrEqual(844 - 34);
    await swipe(page, 90);
    await drawer(page).waitFor();
    const menu = page.getByRole('button', {name: /^Your account/});
    await expect.poll(async () => (await menu.boundingBox())!.x).toBeGreaterThanOrEqual(0);
    const {y, height} = (await menu.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(844 - 34);
  });

  test('the message box stays above a keyboard that covers the page', async () => {
    const page = await as('ann');
    // The value that Safari reports when its keyboard opens.
    const setVisible = (height: number) =>
      page.evaluate(`{
        Object.defineProperty(window.visualViewport, 'height', {value: ${height}, configurable: true});
        window.visualViewport.dispatchEvent(new Event('resize'));
      }`);
    const box = page.getByRole('textbox', {name: 'Write to Town Square'});
    const bottom = async () => {
      const {y, height} = (await box.boundingBox())!;
      return y + height;
    };
    const before = await bottom();
    await setVisible(500);
    await expect.poll(bottom).toBeLessThan(500);
    await page.getByText('No one yet').first().waitFor();
    await setVisible(844);
    await expect.poll(bottom).toBe(before);
  });
});
