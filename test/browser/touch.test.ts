import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  accessibilityViolations,
  describeInBrowser,
  longPress,
  swipe,
  testWindows,
  visit,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {picture} from '../support/pictures.ts';

const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

/** Movements begin where the finger leaves and end later. */
const MOVING_PHONE = {...PHONE, reducedMotion: 'no-preference'};

describeInBrowser('on a phone', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
    const {id} = await crew.post(crew.bob, 'Who is there?');
    await crew.post(crew.bob, 'No one yet', {root_id: id});
    const photo = await crew.bob.post(
      `/files?channel_id=${crew.channelId}&filename=quay.png`,
      await picture(300, 200),
    );
    await crew.post(crew.bob, 'The quay', {file_ids: [photo.body.file_infos[0].id]});
    await crew.post(crew.bob, `\`\`\`\n${'a line of code that is too long '.repeat(8)}\n\`\`\``);
  });
  afterAll(() => crew.close());

  const as = async (username: string, options: object = PHONE) => {
    const page = await windows.openAs(address, username, '/crew/channels/town-square', options);
    await page.getByText('Who is there?').first().waitFor();
    return page;
  };
  const drawer = (page: Page) => page.getByRole('link', {name: 'Off-Topic'});

  const side = (page: Page) => page.getByRole('complementary', {name: 'Side panel'});

  const question = (page: Page) => page.getByText('Who is there?', {exact: true});

  test('the first steps are above the message box, and make room for the keyboard', async () => {
    const channels = ['anchorage', 'breakwater-and-harbor-wall', 'canal'];
    for (const name of channels) await crew.channel(name, [crew.bob, crew.cat]);
    const page = await as('ann');
    const steps = page.getByRole('region', {name: 'Getting started'});
    await steps.getByText('Step 1 of 3').waitFor();
    const box = page.getByRole('textbox', {name: 'Write to Town Square'});
    const {y, height} = (await steps.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual((await box.boundingBox())!.y);
    expect(await accessibilityViolations(page)).toEqual([]);
    await box.tap();
    await steps.waitFor({state: 'hidden'});
    await box.blur();
    await steps.getByRole('button', {name: 'Next'}).tap();
    await steps.getByText('The button at the top opens the list of your channels.').waitFor();
    // Three suggested channels leave most of the page to the messages.
    for (const name of channels) await steps.getByRole('button', {name: `Join ${name}`}).waitFor();
    expect((await steps.boundingBox())!.height).toBeLessThan(180);
    expect(await accessibilityViolations(page)).toEqual([]);
    await steps.getByRole('button', {name: `Join ${channels[2]}`}).tap();
    await steps.getByText('Joined').waitFor();
    await page.getByRole('main').getByRole('button', {name: 'Open navigation'}).tap();
    await drawer(page).waitFor();
    expect(await steps.count()).toBeLessThanOrEqual(1);
    await page.keyboard.press('Escape');
    await steps.getByRole('button', {name: 'Skip all'}).tap();
    await steps.waitFor({state: 'detached'});
  });

  test('a swipe opens and closes the sidebar', async () => {
    const page = await as('ann', MOVING_PHONE);
    await swipe(page, 30);
    await drawer(page).waitFor({state: 'hidden'});
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

  test('a finger that moves over a button does not press it', async () => {
    const page = await as('ann');
    await page.getByRole('button', {name: 'Open navigation'}).tap();
    const category = page.getByRole('button', {name: 'Channels', exact: true, expanded: true});
    const {x, y, height} = (await category.boundingBox())!;
    // There is nothing to swipe in this direction.
    await swipe(page, 90, 0, {x: x + 20, y: y + height / 2});
    await page.getByRole('button', {name: 'Find channels'}).tap();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await category.waitFor();
    expect(await drawer(page).isVisible()).toBe(true);
  });

  test('the sidebar and a panel follow the finger', async () => {
    const page = await as('ann', MOVING_PHONE);
    const sidebar = page.getByRole('navigation', {name: 'Channels'});
    const right = async () => {
      const {x, width} = (await sidebar.boundingBox())!;
      return Math.round(x + width);
    };
    await swipe(page, 150, 0, undefined, async () => expect.poll(right).toBe(150));
    // Slow and not far enough.
    await sidebar.waitFor({state: 'hidden'});
    await swipe(page, 190, 0, undefined, async () => expect.poll(right).toBe(190));
    await expect.poll(right).toBe(342);
    // A link to the page that is already open closes it too.
    await page.getByRole('link', {name: 'Town Square'}).tap();
    await sidebar.waitFor({state: 'hidden'});

    await page.getByRole('button', {name: '1 reply'}).tap();
    await side(page).getByRole('article').first().waitFor();
    const left = async () => Math.round((await side(page).boundingBox())!.x);
    await swipe(page, 150, 0, undefined, async () => expect.poll(left).toBe(150));
    await expect.poll(left).toBe(0);
  });

  test('the button of the sidebar shows what is unread', async () => {
    const page = await as('ann');
    const button = page.getByRole('main').getByRole('button', {name: 'Open navigation'});
    const description = async () => {
      const id = await button.getAttribute('aria-describedby');
      return (await page.locator(`[id="${id}"]`).innerText()).trim();
    };
    expect(await description()).toBe('');
    const quiet = await crew.channel('quiet', [crew.ann, crew.bob]);
    await crew.post(crew.bob, 'Not for you', {channel_id: quiet});
    await expect.poll(description).toBe('Unread messages');
    await crew.post(crew.bob, 'For @ann', {channel_id: quiet});
    await expect.poll(description).toMatch(/1 mention$/);
    // The number is above the icon of the button, and in front of the channel's.
    const id = await button.getAttribute('aria-describedby');
    const number = (await page.locator(`[id="${id}"]`).boundingBox())!;
    const icon = (await button.locator('path').boundingBox())!;
    expect(number.y + number.height).toBeLessThan(icon.y);
    const hash = page.locator('header').filter({visible: true}).locator('svg').nth(1);
    expect(number.x + number.width).toBeLessThan((await hash.boundingBox())!.x);
    await button.tap();
    await page.getByRole('link', {name: 'quiet 1 mention'}).tap();
    await page.getByText('For @ann').waitFor();
    await expect.poll(description).toBe('');
  });

  test('editing a draft opens the keyboard, with the cursor at the end', async () => {
    const page = await as('ann');
    await page.getByRole('textbox', {name: 'Write to Town Square'}).fill('A draft');
    await page.getByRole('textbox', {name: 'Write to Town Square'}).blur();
    await visit(page, '/crew/drafts');
    await page.getByRole('article').getByRole('button', {name: 'Edit'}).tap();
    await page.getByRole('textbox', {name: 'Write to Town Square'}).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('!');
    await expect
      .poll(() => page.getByRole('textbox', {name: 'Write to Town Square'}).inputValue())
      .toBe('A draft!');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
  });

  test('a finger that rests on a channel opens its menu', async () => {
    const page = await as('ann');
    await page.getByRole('button', {name: 'Open navigation'}).tap();
    await longPress(page, drawer(page), 'menu');
    await page.getByRole('menuitem', {name: 'Mute'}).tap();
    await page.getByRole('menu').waitFor({state: 'detached'});
    // The finger opened nothing else.
    expect(page.url()).toBe(`${address}/crew/channels/town-square`);
    await longPress(page, drawer(page), 'menu');
    await page.getByRole('menuitem', {name: 'Unmute'}).tap();
    await page.getByRole('menu').waitFor({state: 'detached'});
    await drawer(page).tap();
    await page.getByRole('heading', {name: 'Off-Topic', level: 1}).waitFor();
  });

  test('the sidebar leads to mentions and saved messages, and stays open when the team changes', async () => {
    await crew.server.features.teams.create({name: 'galley', display_name: 'Galley', type: 'O'}, crew.ann.id);
    const page = await as('ann');
    const open = () => page.getByRole('button', {name: 'Open navigation'}).tap();
    const heading = (name: string) => page.getByRole('heading', {name, exact: true});
    await open();
    await page.getByRole('link', {name: 'Saved messages'}).tap();
    await heading('Saved messages').waitFor();
    await drawer(page).waitFor({state: 'hidden'});
    // The panel is a page here: it has one button, at its start, which leads back.
    const {x} = (await page.getByRole('button', {name: 'Back'}).boundingBox())!;
    expect(x).toBeLessThan((await heading('Saved messages').boundingBox())!.x);
    expect(await page.getByRole('button', {name: 'Close panel'}).isVisible()).toBe(false);
    await page.getByRole('button', {name: 'Back'}).tap();
    await heading('Saved messages').waitFor({state: 'detached'});
    // On pages without panels, they open next to the last channel, and closing them goes back.
    await open();
    await page.getByRole('link', {name: 'Threads'}).tap();
    await heading('Threads').waitFor();
    await open();
    await page.getByRole('link', {name: 'Recent mentions'}).tap();
    await heading('Recent mentions').waitFor();
    expect(page.url()).toBe(`${address}/crew/channels/town-square?panel=mentions`);
    await page.getByRole('button', {name: 'Back'}).tap();
    await heading('Threads').waitFor();

    await open();
    await page.getByRole('link', {name: 'Galley'}).tap();
    await page.getByRole('button', {name: 'Galley'}).waitFor();
    await page.getByRole('link', {name: 'Off-Topic'}).tap();
    await page.getByRole('heading', {name: 'Off-Topic', level: 1}).waitFor();
    await drawer(page).waitFor({state: 'hidden'});
    expect(page.url()).toBe(`${address}/galley/channels/off-topic`);
  });

  test('a sheet is dragged down, and menus are sheets', async () => {
    const page = await as('ann', MOVING_PHONE);
    await longPress(page, question(page));
    const sheet = page.getByRole('dialog', {name: 'Message actions'});
    const title = page.getByText('Message actions', {exact: true});
    const top = async () => Math.round((await title.boundingBox())!.y);
    // Once it has opened.
    await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);
    const before = await top();
    const from = {x: 195, y: before + 5};
    await swipe(page, 0, 100, from, async () => expect.poll(top).toBe(before + 100));
    await expect.poll(top).toBe(before);
    await swipe(page, 0, 500, from);
    await sheet.waitFor({state: 'detached'});

    await page.getByRole('button', {name: 'Open navigation'}).tap();
    await page.getByRole('button', {name: /^Your account/}).tap();
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await expect
      .poll(async () => {
        const {x, y, width, height} = (await menu.boundingBox())!;
        return {x, width, bottom: Math.round(y + height)};
      })
      .toEqual({x: 0, width: 390, bottom: 844});
    const item = page.getByRole('menuitemradio', {name: 'Away'});
    const itemTop = async () => Math.round((await item.boundingBox())!.y);
    const atRest = await itemTop();
    const onItem = {x: 195, y: atRest + 20};
    await swipe(page, 0, 100, onItem, async () => expect.poll(itemTop).toBe(atRest + 100));
    await expect.poll(itemTop).toBe(atRest);
    await swipe(page, 0, 400, onItem);
    await menu.waitFor({state: 'detached'});
  });

  test('the message box offers formatting in a row of its own, and keeps the focus', async () => {
    const page = await as('ann');
    const field = page.getByRole('textbox', {name: 'Write to Town Square'});
    const toggle = page.getByRole('button', {name: 'Formatting'});
    const button = (name: string) => page.getByRole('button', {name, exact: true});
    const hasFocus = () => field.and(page.locator(':focus')).waitFor();
    await field.fill('lamp');
    await field.press('Control+a');
    await button('Bold').waitFor({state: 'hidden'});
    await toggle.tap();
    await button('Bold').waitFor();
    await hasFocus();
    await button('Bold').tap();
    await expect.poll(() => field.inputValue()).toBe('**lamp**');
    await hasFocus();
    await button('Quote').tap();
    await expect.poll(() => field.inputValue()).toBe('> **lamp**');
    await hasFocus();
    // The row is above the other buttons, which stay in one row, and all of them can be hit with a thumb.
    const box = async (name: string) => (await button(name).boundingBox())!;
    for (const width of [390, 320]) {
      await page.setViewportSize({width, height: 844});
      const [bold, attach, send] = [await box('Bold'), await box('Attach files'), await box('Send')];
      expect(attach.y).toBeGreaterThanOrEqual(bold.y + 44);
      expect(send.y).toBe(attach.y);
      expect(send.x + send.width).toBeLessThanOrEqual(width);
      for (const {width, height} of [bold, await box('Preview'), await box('Formatting')]) {
        expect([width, height].every((size) => size >= 44)).toBe(true);
      }
    }
    await button('Preview').tap();
    await page.getByRole('region', {name: 'Preview'}).getByText('lamp').waitFor();
    await button('Preview').tap();
    await toggle.tap();
    await button('Bold').waitFor({state: 'hidden'});
    await field.fill('');
  });

  test('the sheet of a menu has a title, and marks what is chosen', async () => {
    const page = await as('ann');
    const open = () => page.getByRole('button', {name: 'Priority', exact: true}).tap();
    const menu = page.getByRole('menu', {name: 'Priority'});
    const choice = (name: string, checked: boolean) => menu.getByRole('menuitemradio', {name, checked});
    await open();
    await page.getByText('Priority', {exact: true}).filter({visible: true}).waitFor();
    await choice('Standard', true).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await choice('Urgent', false).tap();
    await menu.waitFor({state: 'detached'});
    await page.getByText('URGENT', {exact: true}).waitFor();
    await open();
    await choice('Urgent', true).waitFor();
    await choice('Standard', false).tap();
    await page.getByText('URGENT', {exact: true}).waitFor({state: 'detached'});
  });

  test('the day above messages opens a sheet', async () => {
    const page = await as('ann');
    await page.getByRole('button', {name: 'Today, jump to a date'}).first().tap();
    await page.getByRole('menuitem', {name: 'Choose a date…'}).tap();
    const dialog = page.getByRole('dialog', {name: 'Jump to a date'});
    await dialog.getByRole('button', {name: /^Today, /}).tap();
    await dialog.waitFor({state: 'detached'});
    await question(page).waitFor();
    // It is a page of its own, and the next test starts without it.
    await visit(page, '/crew/channels/town-square');
  });

  test('a sheet whose contents are scrolled is not dragged by them', async () => {
    const page = await as('ann', MOVING_PHONE);
    await page.getByRole('button', {name: 'Insert emoji'}).tap();
    const picker = page.getByRole('dialog', {name: 'Emoji'});
    const emoji = picker.getByRole('button', {name: ':grinning:', exact: true}).first();
    await emoji.waitFor();
    await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);
    const {y} = (await emoji.boundingBox())!;
    const from = {x: 195, y: y + 20};
    const scroll = (top: number) =>
      page.evaluate(`{
        const scrolls = (one) => one.scrollHeight > one.clientHeight && getComputedStyle(one).overflowY === 'auto';
        [...document.querySelectorAll('[role="dialog"] *')].find(scrolls).scrollTop = ${top};
      }`);
    await scroll(90);
    const top = async () => (await picker.boundingBox())!.y;
    const before = await top();
    await swipe(page, 0, 300, from, async () => expect(await top()).toBe(before));
    await scroll(0);
    await swipe(page, 0, 300, from);
    await picker.waitFor({state: 'detached'});
  });

  test('a swipe back closes a panel, and nothing else', async () => {
    const page = await as('ann', MOVING_PHONE);
    const place = await page.evaluate('navigation.currentEntry.index');
    await page.getByRole('button', {name: '1 reply'}).tap();
    const panel = side(page);
    await panel.getByRole('article').first().waitFor();
    await swipe(page, -90);
    expect(await panel.isVisible()).toBe(true);
    await swipe(page, 90);
    await panel.waitFor({state: 'detached'});
    expect(await drawer(page).isVisible()).toBe(false);
    // Going back doesn't open it again.
    await expect.poll(() => page.evaluate('navigation.currentEntry.index')).toBe(place);
  });

  test('on a tablet, a panel is next to the channel, and the sidebar is in the drawer meanwhile', async () => {
    const page = await as('ann', {...PHONE, viewport: {width: 768, height: 1024}});
    await drawer(page).waitFor();
    // The actions of a message are next to the finger.
    await longPress(page, question(page));
    const actions = page.getByRole('dialog', {name: 'Message actions'});
    const [text, menu] = [(await question(page).boundingBox())!, (await actions.boundingBox())!];
    const finger = text.x + text.width / 2;
    expect(Math.min(Math.abs(menu.x - finger), Math.abs(menu.x + menu.width - finger))).toBeLessThan(10);
    await page.keyboard.press('Escape');
    await actions.waitFor({state: 'detached'});
    await page.getByRole('button', {name: '1 reply'}).tap();
    await side(page).getByText('No one yet').waitFor();
    const [channel, panel] = [
      (await page.getByRole('region', {name: 'Messages in Town Square'}).boundingBox())!,
      (await side(page).boundingBox())!,
    ];
    expect(channel.width).toBeGreaterThanOrEqual(360);
    expect(panel.width).toBeGreaterThanOrEqual(360);
    expect(panel.x).toBeGreaterThanOrEqual(channel.x + channel.width);
    await drawer(page).waitFor({state: 'hidden'});
    await page.getByRole('button', {name: 'Open navigation'}).tap();
    await page.getByRole('link', {name: 'Recent mentions'}).waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({state: 'hidden'});
    await side(page).getByRole('button', {name: 'Close panel'}).tap();
    await drawer(page).waitFor();
    expect(await page.getByRole('button', {name: 'Open navigation'}).isVisible()).toBe(false);
  });

  test('a finger that scrolls a line of code does nothing else', async () => {
    const page = await as('ann');
    const {x, y, height} = (await page.getByRole('article').getByText('a line of code').boundingBox())!;
    await swipe(page, 90, 0, {x: x + 40, y: y + height / 2});
    expect(await drawer(page).isVisible()).toBe(false);
  });

  test('a finger hits a name, a time and a mark if it is a little next to them', async () => {
    const channelId = await crew.channel('lines', [crew.ann]);
    const {id} = await crew.post(crew.ann, 'High watr', {channel_id: channelId});
    await crew.ann.put(`/posts/${id}/patch`, {message: 'High water'});
    const page = await as('ann');
    await visit(page, '/crew/channels/lines');
    const post = page.getByRole('article').filter({hasText: 'High water'});
    const above = async (one: Locator) => {
      const {x, y, width} = (await one.boundingBox())!;
      await page.touchscreen.tap(x + width / 2, y - 5);
    };
    const close = async (name: string) => {
      await page.getByRole('dialog', {name}).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({state: 'detached'});
    };
    await above(post.getByRole('button', {name: 'edited'}));
    await close('Edit history');
    await above(post.getByRole('button', {name: 'ann', exact: true}));
    await close('Profile');
    await above(post.getByRole('link'));
    await page.locator('[data-highlighted]').getByText('High water').waitFor();
  });

  test('swipes go the other way in right-to-left languages', async () => {
    await crew.cat.put('/users/me/patch', {locale: 'ar'});
    const page = await as('cat', MOVING_PHONE);
    await swipe(page, 90);
    expect(await drawer(page).isVisible()).toBe(false);
    await swipe(page, -90);
    await drawer(page).waitFor();
    await swipe(page, 90);
    await drawer(page).waitFor({state: 'hidden'});
  });

  test('a finger that rests on a message opens its actions', async () => {
    const page = await as('ann');
    const post = page.getByRole('article').filter({has: question(page)});
    const sheet = page.getByRole('dialog', {name: 'Message actions'});
    await question(page).tap();
    const actions = page.getByRole('button', {name: 'More actions'});
    expect(await actions.count()).toBe(0);
    // Nor does the focus that returns from a file.
    await page.getByRole('button', {name: 'Show quay.png'}).tap();
    await page.getByRole('dialog', {name: 'quay.png'}).getByRole('button', {name: 'Close'}).tap();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await page
      .locator(':focus')
      .and(page.getByRole('button', {name: 'Show quay.png'}))
      .waitFor();
    expect(await actions.count()).toBe(0);
    const background = "getComputedStyle(document.activeElement.closest('article')).backgroundColor";
    expect(await page.evaluate(background)).toBe('rgba(0, 0, 0, 0)');

    await longPress(page, question(page));
    expect(await accessibilityViolations(page)).toEqual([]);
    await sheet.getByRole('button', {name: ':eyes:'}).tap();
    const reaction = post.getByRole('button', {name: ':eyes:, 1 reaction'});
    await reaction.waitFor();
    // The button with the finger does nothing.
    await longPress(page, reaction);
    await sheet.getByText('You reacted with :eyes:').waitFor();
    expect(await reaction.getAttribute('aria-pressed')).toBe('true');

    await sheet.getByRole('button', {name: 'Forward message'}).tap();
    await page.getByRole('dialog', {name: 'Forward message'}).getByRole('button', {name: 'Cancel'}).tap();
    await page.getByRole('dialog').waitFor({state: 'detached'});

    // With a keyboard, the actions appear too, but most people have none.
    await page.getByRole('textbox', {name: 'Write to Town Square'}).press('Shift+ArrowUp');
    await page.keyboard.press('m');
    const copy = page.getByRole('menuitem', {name: 'Copy link'});
    await copy.waitFor();
    expect(await copy.locator('kbd').first().isVisible()).toBe(false);
    await page.keyboard.press('Escape');

    await longPress(page, question(page));
    await sheet.getByRole('button', {name: 'Reply in thread'}).tap();
    await side(page).getByText('No one yet').waitFor();
  });

  test('the keyboard starts lines, and stays open after a message is sent', async () => {
    const page = await as('ann');
    const box = page.getByRole('textbox', {name: 'Write to Town Square'});
    // Safari zooms in on smaller text.
    const size = "parseFloat(getComputedStyle(document.querySelector('[data-message-box]')).fontSize)";
    expect(await page.evaluate(size)).toBeGreaterThanOrEqual(16);
    await box.tap();
    await page.keyboard.type('First line');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second line');
    await page.getByRole('button', {name: 'Send', exact: true}).tap();
    await page
      .getByRole('article')
      .filter({hasText: /First line\s*Second line/})
      .waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.matches('[data-message-box]')")).toBe(true);
    // Back closes the editor, also after an emoji was inserted.
    await longPress(page, page.getByText('First line').last());
    await page.getByRole('dialog').getByRole('button', {name: 'Edit'}).tap();
    const editor = page.getByRole('textbox', {name: 'Edit message'});
    await page.getByRole('article').filter({has: editor}).getByRole('button', {name: 'Insert emoji'}).tap();
    await page.getByRole('dialog', {name: 'Emoji'}).getByRole('button', {name: ':tada:'}).first().tap();
    await expect.poll(() => editor.inputValue()).toContain(':tada:');
    await page.goBack();
    await editor.waitFor({state: 'detached'});
    await page.getByRole('heading', {name: 'Town Square', level: 1}).waitFor();
    // The bar is for a mouse.
    expect(await page.getByRole('button', {name: 'More actions'}).count()).toBe(0);
    // The search of the emoji picker would open a keyboard over it.
    await page.getByRole('button', {name: 'Insert emoji'}).tap();
    await page.getByRole('dialog', {name: 'Emoji'}).getByRole('button', {name: ':tada:'}).first().waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).not.toBe('INPUT');
  });

  test('a voice message takes two taps', async () => {
    const page = await as('ann', {...PHONE, permissions: ['microphone']});
    const record = page.getByRole('button', {name: 'Record voice message'});
    const recorder = page.getByRole('group', {name: 'Voice message', exact: true});
    const players = page.getByRole('article').getByRole('group', {name: /^Voice message/});
    await record.tap();
    await recorder.getByText('0:01').waitFor();
    await recorder.getByRole('button', {name: 'Cancel'}).tap();
    await recorder.waitFor({state: 'detached'});
    await record.tap();
    await recorder.getByText('0:01').waitFor();
    expect(await players.count()).toBe(0);
    await recorder.getByRole('button', {name: 'Send'}).tap();
    await players.getByText(/^0:0[1-9]$/).waitFor();
    // No keyboard covers it.
    expect(await page.evaluate("document.activeElement.matches('textarea')")).toBe(false);
    // It is like text, and so not a preview.
    const preference = {user_id: crew.ann.id, category: 'display_settings', name: 'collapse_previews'};
    await crew.ann.put('/users/me/preferences', [{...preference, value: 'true'}]);
    await page.getByText('quay.png', {exact: true}).waitFor();
    expect(await players.count()).toBe(1);
    await crew.ann.put('/users/me/preferences', [{...preference, value: 'false'}]);
    await page.getByText('quay.png', {exact: true}).waitFor({state: 'detached'});
  });

  test('Back closes what covers the page, and then goes back', async () => {
    const page = await as('ann');
    const heading = (name: string) => page.getByRole('heading', {name, level: 1}).waitFor();
    const open = page.getByRole('button', {name: 'Open navigation'});
    await open.tap();
    await drawer(page).tap();
    await heading('Off-Topic');
    await page.getByRole('button', {name: 'Open navigation'}).tap();
    await page.getByRole('link', {name: 'Town Square'}).tap();
    await heading('Town Square');
    await drawer(page).waitFor({state: 'hidden'});

    await longPress(page, question(page));
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await page.getByRole('heading', {name: 'Town Square', level: 1}).tap();
    await page.getByRole('menu').waitFor();
    await page.goBack();
    await page.getByRole('menu').waitFor({state: 'detached'});
    await open.tap();
    await drawer(page).waitFor();
    await page.goBack();
    await drawer(page).waitFor({state: 'hidden'});
    await page.getByRole('button', {name: 'Show quay.png'}).tap();
    await page.getByRole('dialog', {name: 'quay.png'}).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({state: 'detached'});

    // What was closed in another way isn't in the way.
    for (let times = 0; times < 2; times++) {
      await page.getByRole('heading', {name: 'Town Square', level: 1}).tap();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({state: 'detached'});
    }
    await page.getByRole('button', {name: '1 reply'}).tap();
    await side(page).getByText('No one yet').waitFor();
    await longPress(page, side(page).getByText('No one yet'));
    await page.getByRole('dialog').getByRole('button', {name: ':eyes:'}).tap();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await page.goBack();
    await side(page).waitFor({state: 'detached'});
    await heading('Town Square');
    await page.goBack();
    await heading('Off-Topic');
    await page.goBack();
    await heading('Town Square');
    await page.goForward();
    await heading('Off-Topic');
  });

  test('a message that was found is opened with a tap', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/off-topic?search=there', PHONE);
    await side(page).getByText('Who is there?').tap();
    await side(page).waitFor({state: 'detached'});
    await question(page).waitFor();
    expect(page.url()).toContain('/crew/channels/town-square');
    await page.goBack();
    await side(page).getByText('Who is there?').waitFor();
  });

  test('files of a message that is written are in one row', async () => {
    const page = await as('ann');
    const box = page.getByRole('textbox', {name: 'Write to Town Square'});
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', {name: 'Attach files'}).tap();
    const buffer = await picture(40, 40);
    const names = ['one', 'two', 'three', 'four'].map((name) => `${name} with a long name.png`);
    await (await chooser).setFiles(names.map((name) => ({name, mimeType: 'image/png', buffer})));
    const files = page.getByRole('list', {name: 'Files'}).getByRole('listitem');
    await page.getByRole('button', {name: 'Send', exact: true, disabled: false}).waitFor();
    const tops = await files.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops).toHaveLength(4);
    expect(new Set(tops).size).toBe(1);
    const last = page.getByRole('button', {name: `Remove ${names.at(-1)}`});
    await last.scrollIntoViewIfNeeded();
    for (const name of names.reverse()) await page.getByRole('button', {name: `Remove ${name}`}).tap();
    await files.first().waitFor({state: 'detached'});
    // A phone that is held sideways shows messages above the box while a person writes.
    await page.setViewportSize({width: 740, height: 190});
    await box.tap();
    await page.getByRole('main').locator('header').first().waitFor({state: 'hidden'});
    await box.blur();
    await page.getByRole('main').locator('header').first().waitFor();
  });

  test('a phone that is held sideways has a message box of one row until someone writes', async () => {
    await crew.channel('sideways', [crew.ann]);
    const options = {...PHONE, viewport: {width: 844, height: 390}};
    const page = await windows.openAs(address, 'ann', '/crew/channels/sideways', options);
    const box = page.getByRole('textbox', {name: 'Write to sideways'});
    const attach = page.getByRole('button', {name: 'Attach files'});
    const send = page.getByRole('button', {name: 'Send', exact: true});
    const place = async (one: Locator) => (await one.boundingBox())!;
    const middle = ({y, height}: {y: number; height: number}) => y + height / 2;
    const [field, first, last] = [await place(box), await place(attach), await place(send)];
    expect(Math.abs(middle(field) - middle(first))).toBeLessThan(4);
    expect(field.x).toBeGreaterThan(first.x + first.width);
    expect(field.x + field.width).toBeLessThanOrEqual(last.x);
    const messages = await place(page.getByRole('region', {name: 'Messages in sideways'}));
    expect(messages.height).toBeGreaterThan(390 * 0.6);
    expect(await accessibilityViolations(page)).toEqual([]);

    // The field takes the row above while someone writes. The buttons stay where they are.
    await box.tap();
    await expect.poll(async () => (await place(box)).width).toBeGreaterThan(field.width + 100);
    expect([await place(attach), await place(send)]).toEqual([first, last]);
    await box.fill(Array.from({length: 9}, (_, line) => `Line ${line}`).join('\n'));
    await box.blur();
    // The text area scrolls in the element around it.
    await expect.poll(async () => (await place(box.locator('xpath=..'))).height).toBe(field.height);
    await send.tap();
    await page.getByRole('article').filter({hasText: 'Line 8'}).waitFor();

    // A menu is a sheet, which ends inside the window.
    await page.getByRole('button', {name: /^Your account/}).tap();
    await page.getByRole('menuitem', {name: 'Sign out'}).scrollIntoViewIfNeeded();
    const end = await place(page.getByRole('menuitem', {name: 'Sign out'}));
    expect(end.y + end.height).toBeLessThanOrEqual(390);
  });

  test('a wide table fades out at the edges that hide a part of it, in its own direction', async () => {
    const channelId = await crew.channel('tables', [crew.ann]);
    const row = (cell: string, count: number) => `|${` ${cell} |`.repeat(count)}`;
    for (const [cell, count] of [
      ['price list', 9],
      ['قائمة الأسعار', 9],
      ['x', 2],
    ] as const) {
      const message = [row(cell, count), row('---', count), row(cell, count)].join('\n');
      await crew.post(crew.ann, message, {channel_id: channelId});
    }
    const page = await windows.openAs(address, 'ann', '/crew/channels/tables', PHONE);
    await page.getByRole('table').nth(2).waitFor();
    // Whether the left and the right edge fade, at the start, in the middle and at the end.
    const edges = (table: number) =>
      page.evaluate<string[]>(`(async () => {
        const frame = document.querySelectorAll('table')[${table}].parentElement;
        const hidden = frame.scrollWidth - frame.clientWidth;
        const forward = getComputedStyle(frame).direction === 'rtl' ? -1 : 1;
        const states = [];
        for (const part of [0, 0.5, 1]) {
          frame.scrollLeft = part * hidden * forward;
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const {maskImage, maskPosition} = getComputedStyle(frame);
          const [left, right] = maskPosition.split(',').map((place) => Number.parseInt(place, 10));
          states.push(maskImage === 'none' ? 'none' : (left === 0 ? '<' : '') + (right === 0 ? '' : '>'));
        }
        return states;
      })()`);
    expect(await edges(0)).toEqual(['>', '<>', '<']);
    expect(await edges(1)).toEqual(['<', '<>', '>']);
    expect(await edges(2)).toEqual(['none', 'none', 'none']);
  });

  test('several suggestions are visible above the keyboard of a phone that is held sideways', async () => {
    await crew.channel('crowded', [crew.ann, crew.bob, crew.cat]);
    // The keyboard makes the page smaller.
    const options = {...PHONE, viewport: {width: 844, height: 190}};
    const page = await windows.openAs(address, 'ann', '/crew/channels/crowded', options);
    const box = page.getByRole('textbox', {name: 'Write to crowded'});
    await box.tap();
    await page.keyboard.type('@');
    const list = page.getByRole('listbox', {name: 'Suggestions'});
    await list.getByRole('option', {name: /bob/}).waitFor();
    const frame = (await list.boundingBox())!;
    expect(frame.y).toBeGreaterThanOrEqual(0);
    for (const name of [/ ann \(you\)$/, / bob$/, / cat$/]) {
      const {y, height} = (await list.getByRole('option', {name}).boundingBox())!;
      expect(y).toBeGreaterThanOrEqual(frame.y);
      expect(y + height).toBeLessThanOrEqual(frame.y + frame.height);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await list.getByRole('option', {name: /cat/}).tap();
    expect(await box.inputValue()).toBe('@cat ');
  });

  test('suggestions are one below the other above the keyboard of an upright phone', async () => {
    await crew.channel('upright', [crew.ann, crew.bob, crew.cat]);
    const options = {...PHONE, viewport: {width: 390, height: 480}};
    const page = await windows.openAs(address, 'ann', '/crew/channels/upright', options);
    await page.getByRole('textbox', {name: 'Write to upright'}).tap();
    await page.keyboard.type('@');
    const list = page.getByRole('listbox', {name: 'Suggestions'});
    await list.getByRole('option', {name: /bob/}).waitFor();
    const boxes = await Promise.all((await list.getByRole('option').all()).map((one) => one.boundingBox()));
    expect(boxes.length).toBeGreaterThan(3);
    for (const {width} of boxes.map((box) => box!)) expect(width).toBeGreaterThan(300);
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
    await swipe(page, -90);
    await drawer(page).waitFor({state: 'hidden'});
    await longPress(page, question(page));
    const last = page.getByRole('dialog').getByRole('button').last();
    await last.scrollIntoViewIfNeeded();
    const end = (await last.boundingBox())!;
    // Its contents scroll by whole pixels.
    expect(Math.floor(end.y + end.height)).toBeLessThanOrEqual(844 - 34);
    await session.send('Emulation.setSafeAreaInsetsOverride', {insets: {}});
    await session.detach();
  });

  test('a page below a header with two lines ends where the window ends', async () => {
    const narrow = {...PHONE, viewport: {width: 320, height: 640}};
    const page = await windows.openAs(address, 'ann', '/crew/threads', narrow);
    const header = page.getByRole('main').locator('header').first();
    const filter = header.getByRole('button', {name: 'Unread only'});
    await filter.waitFor();
    const before = (await header.boundingBox())!.height;
    // A person can choose larger text in the browser.
    await page.evaluate("document.documentElement.style.fontSize = '24px'");
    // Twice as high, because the buttons are below the title.
    await expect.poll(async () => (await header.boundingBox())!.height).toBeGreaterThan(1.9 * before);
    const bottom = () =>
      page.getByRole('main').evaluate((main) => main.lastElementChild!.getBoundingClientRect().bottom);
    expect(await bottom()).toBe(640);
    await filter.tap();
    await page.getByRole('heading', {name: 'Threads', level: 1}).waitFor();
    // The title of a page has two lines itself, next to the button that goes back.
    await visit(page, '/_integrations/crew/incoming_webhooks');
    const title = page.getByRole('heading', {name: 'Incoming webhooks', level: 1});
    await expect.poll(async () => (await title.boundingBox())!.height).toBeGreaterThan(50);
    expect((await title.boundingBox())!.x).toBeGreaterThan(50);
    await page.getByRole('button', {name: 'Back to integrations'}).tap();
    await page.getByRole('heading', {name: 'Integrations in Crew', level: 1}).waitFor();
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
    await page.getByText('Who is there?').first().waitFor();
    // So does a dialog.
    await longPress(page, question(page));
    await page.getByRole('button', {name: 'Remind me…'}).tap();
    const action = page.getByRole('button', {name: 'Set reminder'});
    await action.waitFor();
    await expect
      .poll(async () => {
        const {y, height} = (await action.boundingBox())!;
        return y + height;
      })
      .toBeLessThan(500);
    await setVisible(844);
    // A finger hits the whole row of a choice.
    const choice = page.getByRole('radio', {name: 'In 3 hours'});
    const {y, height} = (await choice.boundingBox())!;
    await page.touchscreen.tap(330, y + height / 2 + 20);
    expect(await choice.isChecked()).toBe(true);
    await page.getByRole('button', {name: 'Cancel'}).tap();
    await expect.poll(bottom).toBe(before);
  });

  test('a list of choices and the buttons of a dialog are in reach above a keyboard, also held sideways', async () => {
    const page = await as('ann', {...PHONE, viewport: {width: 844, height: 390}});
    const setVisible = (height: number) =>
      page.evaluate(`{
        Object.defineProperty(window.visualViewport, 'height', {value: ${height}, configurable: true});
        window.visualViewport.dispatchEvent(new Event('resize'));
      }`);
    const isVisible = async (element: Locator) => {
      const {y, height} = (await element.boundingBox())!;
      return y >= 0 && y + height <= 190;
    };
    await longPress(page, question(page));
    await page.getByRole('button', {name: 'Forward message'}).tap();
    const dialog = page.getByRole('dialog', {name: 'Forward message'});
    await dialog.getByRole('combobox').tap();
    await page.getByRole('combobox').and(page.locator('input:focus')).waitFor();
    await setVisible(190);
    const option = page.getByRole('option', {name: 'Off-Topic'});
    await expect.poll(() => isVisible(page.locator('input:focus'))).toBe(true);
    // The whole list, in the window that it belongs to.
    await expect.poll(() => isVisible(page.getByRole('listbox'))).toBe(true);
    await option.scrollIntoViewIfNeeded();
    expect(await isVisible(option)).toBe(true);
    await option.tap();
    await option.waitFor({state: 'detached'});
    const comment = dialog.getByRole('textbox');
    await comment.tap();
    await page.keyboard.type('From the pier');
    expect(await isVisible(comment)).toBe(true);
    await dialog.getByRole('button', {name: 'Forward', exact: true}).tap();
    await dialog.waitFor({state: 'detached'});
    await page.getByText('Forwarded to Off-Topic').waitFor();
  });
});
