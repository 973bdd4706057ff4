import {type AddressInfo, connect, createServer, type Socket} from 'node:net';
import type {Locator, Page, Request} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  accessibilityViolations,
  BROWSER_TEST_TIMEOUT,
  describeInBrowser,
  openAs,
  testWindows,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';

describeInBrowser('channels on the page', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
  }, BROWSER_TEST_TIMEOUT);
  afterAll(() => crew.close());

  const as = (username: string, path: string) => windows.openAs(address, username, path);

  const message = (page: Pick<Page, 'getByRole'>, text: string) =>
    page.getByRole('article').filter({hasText: text});
  const heightOf = async (page: Page, text: string) => (await message(page, text).boundingBox())!.y;
  const styleOf = (element: Locator, property: 'color' | 'backgroundColor') =>
    element.evaluate((node, name) => node.ownerDocument.defaultView!.getComputedStyle(node)[name], property);
  const sidebar = (page: Page) => page.getByRole('navigation', {name: 'Channels', exact: true});
  const newLine = (page: Page) => page.getByRole('separator', {name: 'New messages'});

  test('unread messages are counted in the sidebar and are below a line in the channel', async () => {
    const channelId = await crew.channel('harbour', [crew.ann, crew.bob]);
    await crew.post(crew.bob, 'read long ago', {channel_id: channelId});
    await crew.ann.post('/channels/members/me/view', {channel_id: channelId});
    const page = await as('ann', '/crew/channels/town-square');
    await sidebar(page).getByRole('link', {name: 'harbour', exact: true}).waitFor();
    await crew.post(crew.bob, 'the first new one', {channel_id: channelId});
    await sidebar(page).getByRole('link', {name: 'harbour unread'}).waitFor();
    await crew.post(crew.bob, 'the second is for @ann', {channel_id: channelId});
    const counted = sidebar(page).getByRole('link', {name: 'harbour 1 mention'});
    await counted.waitFor();
    await expect.poll(() => page.title()).toBe('(1) Town Square · Patchbay');
    expect(await accessibilityViolations(page)).toEqual([]);

    const told = page.waitForResponse(/channels\/members\/me\/view$/);
    await counted.click();
    await newLine(page).waitFor();
    const [before, at, after] = [
      await heightOf(page, 'read long ago'),
      (await newLine(page).boundingBox())!.y,
      await heightOf(page, 'the first new one'),
    ];
    expect([before < at, at < after]).toEqual([true, true]);
    await sidebar(page).getByRole('link', {name: 'harbour', exact: true}).waitFor();
    await told;
    await page.reload();
    await message(page, 'the second is for').waitFor();
    await sidebar(page).getByRole('link', {name: 'harbour', exact: true}).waitFor();
    expect(await newLine(page).count()).toBe(0);

    // All channels of a category can be marked as read at once.
    const otherId = await crew.channel('harbour-2', [crew.ann, crew.bob]);
    await sidebar(page).getByRole('link', {name: 'Town Square'}).click();
    await page.getByRole('heading', {name: 'Town Square', level: 1}).waitFor();
    await crew.post(crew.bob, 'more', {channel_id: channelId});
    await crew.post(crew.bob, '@ann, and more', {channel_id: otherId});
    await sidebar(page).getByRole('link', {name: 'harbour unread'}).waitFor();
    await sidebar(page).getByRole('link', {name: 'harbour-2 1 mention'}).waitFor();
    await sidebar(page).getByText('Channels', {exact: true}).hover();
    await sidebar(page).getByRole('button', {name: 'Options for Channels'}).click();
    await page.getByRole('menuitem', {name: 'Mark all as read'}).click();
    await sidebar(page).getByRole('link', {name: 'harbour', exact: true}).waitFor();
    await page.reload();
    await sidebar(page).getByRole('link', {name: 'harbour-2', exact: true}).waitFor();
    const read = sidebar(page).getByRole('link', {name: 'harbour', exact: true});
    // The menu opens at the pointer.
    const {x, y, height} = (await read.boundingBox())!;
    await read.click({button: 'right', position: {x: 40, y: height / 2}});
    const menu = page.getByRole('menu', {name: 'Options for harbour'});
    await menu.getByRole('menuitem', {name: 'Copy link'}).waitFor();
    const opened = (await menu.boundingBox())!;
    expect(Math.abs(opened.x - x - 40)).toBeLessThan(10);
    expect(Math.abs(opened.y - y - height / 2)).toBeLessThan(10);
    await menu.getByRole('menuitem', {name: 'Mark as unread'}).click();
    await sidebar(page).getByRole('link', {name: 'harbour unread'}).click({button: 'right'});
    await menu.getByRole('menuitem', {name: 'Mark as read'}).click();
    await read.waitFor();
    // The menu in the header of the channel has the same items.
    await read.click();
    await page.getByRole('button', {name: 'harbour', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Copy link'}).waitFor();
    await page.getByRole('menuitem', {name: 'Mark as unread'}).click();
    await sidebar(page).getByRole('link', {name: 'harbour unread'}).waitFor();
    await page.getByRole('button', {name: 'harbour', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Add to favorites'}).click();
    const favorites = sidebar(page).getByRole('region', {name: 'Favorites'});
    await favorites.getByRole('link', {name: 'harbour unread'}).waitFor();
    await page.getByRole('button', {name: 'harbour', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Move', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Create category'}).click();
    await page.getByRole('dialog').getByRole('textbox', {name: 'Name'}).fill('Ports');
    await page.getByRole('dialog').getByRole('button', {name: 'Create'}).click();
    const ports = sidebar(page).getByRole('region', {name: 'Ports'});
    await ports.getByRole('link', {name: 'harbour unread'}).waitFor();
  });

  test('the list and its line stay in place when more messages arrive while someone catches up', async () => {
    const channelId = await crew.channel('backlog', [crew.ann, crew.bob]);
    await crew.post(crew.bob, 'read long ago', {channel_id: channelId});
    await crew.ann.post('/channels/members/me/view', {channel_id: channelId});
    for (let number = 1; number <= 24; number++) {
      await crew.post(crew.bob, `unread ${number}.`, {channel_id: channelId});
    }
    const page = await as('ann', '/crew/channels/backlog');
    await newLine(page).waitFor();
    // The button is below the messages, so that it covers none.
    const jump = await page.getByRole('button', {name: 'Jump to latest'}).boundingBox();
    const list = await page.getByRole('region', {name: 'Messages in backlog'}).boundingBox();
    expect(jump!.y).toBeGreaterThanOrEqual(list!.y + list!.height);
    const [line, first] = [(await newLine(page).boundingBox())!.y, await heightOf(page, 'unread 1.')];
    await crew.post(crew.bob, 'one more', {channel_id: channelId});
    await sidebar(page).getByRole('link', {name: 'backlog unread'}).waitFor();
    expect([(await newLine(page).boundingBox())!.y, await heightOf(page, 'unread 1.')]).toEqual([
      line,
      first,
    ]);

    // Further up, the day of the messages is above them.
    const day = page
      .getByRole('button', {name: 'Today, jump to a date'})
      .and(page.locator(':not([data-scrolls] *)'));
    expect(await day.count()).toBe(0);
    await message(page, 'unread 1.').hover();
    await page.mouse.wheel(0, 90);
    await day.waitFor();
    // Soon, it no longer covers a message, unless it has the focus.
    const opacity = () =>
      page.evaluate(`{
        const days = [...document.querySelectorAll('[aria-label$=", jump to a date"]')];
        getComputedStyle(days.find((one) => !one.closest('[data-scrolls]')).parentElement).opacity;
      }`);
    await expect.poll(opacity).toBe('0');
    await page.keyboard.press('Shift');
    await day.focus();
    await expect.poll(opacity).toBe('1');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: '1 new message'}).click();
    await message(page, 'one more').waitFor();
    await day.waitFor({state: 'detached'});
    await sidebar(page).getByRole('link', {name: 'backlog', exact: true}).waitFor();
  });

  test('a channel opened by its URL shows its unread messages', async () => {
    const channelId = await crew.channel('quay', [crew.ann, crew.bob]);
    await crew.ann.post('/channels/members/me/view', {channel_id: channelId});
    await crew.post(crew.bob, 'come while away', {channel_id: channelId});
    const page = await as('ann', '/crew/channels/quay');
    await message(page, 'come while away').waitFor();
    await newLine(page).waitFor();
  });

  test('a thread moves to another channel, and members of both see a notice', async () => {
    await crew.channel('elsewhere', [crew.ann, crew.bob]);
    const from = await crew.channel('beginning', [crew.ann, crew.bob]);
    const root = await crew.post(crew.bob, 'Where does this belong?', {channel_id: from});
    await crew.post(crew.ann, 'Not here', {channel_id: from, root_id: root.id});
    const bobs = await as('bob', '/crew/channels/elsewhere');
    const page = await as('ann', '/crew/channels/beginning');
    const moved = message(page, 'Where does this belong?').first();
    await moved.hover();
    await moved.getByRole('button', {name: 'More actions'}).click();
    await page.getByRole('menuitem', {name: 'Move thread'}).click();
    const dialog = page.getByRole('dialog', {name: 'Move thread'});
    await dialog.getByRole('button', {name: 'Move'}).click();
    await dialog.getByText('Select a channel.').waitFor();
    await dialog.getByRole('combobox', {name: 'Channel'}).click();
    await page.getByRole('combobox', {name: 'Channel'}).and(page.locator('input:focus')).fill('elsew');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', {name: 'Move'}).click();
    await page.getByText('Thread moved to elsewhere').waitFor();
    await message(page, '@ann moved a thread to another channel.').waitFor();
    await message(page, 'Where does this belong?').waitFor({state: 'detached'});
    await message(bobs, 'Where does this belong?')
      .getByRole('button', {name: /^\d+ repl/})
      .click();
    await message(bobs, '@ann moved this thread from another channel.').waitFor();
  });

  test('a group message is converted to a private channel, and its members are redirected', async () => {
    const {body: group} = await crew.ann.post('/channels/group', [crew.ann.id, crew.bob.id, crew.cat.id]);
    await crew.post(crew.bob, 'said in the group', {channel_id: group.id});
    const bobs = await as('bob', `/crew/messages/${group.name}`);
    await message(bobs, 'said in the group').waitFor();
    const page = await as('ann', `/crew/messages/${group.name}`);
    await page.getByRole('heading', {name: 'bob, cat', level: 1}).click();
    await page.getByRole('menuitem', {name: 'Convert to private channel'}).click();
    const dialog = page.getByRole('dialog', {name: 'Convert to private channel'});
    await dialog.getByRole('textbox', {name: 'Name'}).fill('Inner circle');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', {name: 'Convert'}).click();
    await page.waitForURL('**/crew/channels/inner-circle');
    await message(
      page,
      '@ann created this channel from a group message with @ann, @bob, and @cat.',
    ).waitFor();
    await sidebar(page).getByRole('link', {name: 'Inner circle'}).waitFor();
    await bobs.waitForURL('**/crew/channels/inner-circle');
    await message(bobs, 'said in the group').waitFor();
    await sidebar(bobs).getByRole('link', {name: 'Inner circle'}).waitFor();
  });

  test('are arranged with the mouse, with keys and in menus, and other windows follow', async () => {
    for (const name of ['anchor', 'buoy', 'crane']) await crew.channel(name, [crew.cat]);
    const path = `/users/${crew.cat.id}/teams/${crew.teamId}/channels/categories`;
    await crew.cat.post(path, {user_id: crew.cat.id, team_id: crew.teamId, display_name: 'Projects'});
    const other = await as('cat', '/crew/channels/town-square');
    const page = await as('cat', '/crew/channels/town-square');
    const section = (at: Page, name: string) => sidebar(at).getByRole('region', {name});
    const names = async (at: Page, name: string) =>
      (await section(at, name).getByRole('link').allTextContents()).map((text) => /^\D+/.exec(text)![0]);
    const row = (name: string) => sidebar(page).getByRole('listitem').filter({hasText: name});

    await row('crane').hover();
    await expect.poll(() => row('crane').getAttribute('draggable')).toBe('true');
    await row('crane').dragTo(row('anchor'), {targetPosition: {x: 40, y: 2}});
    const arranged = ['crane', 'anchor', 'buoy'];
    const firstNames = async (at: Page) => (await names(at, 'Channels')).slice(0, arranged.length);
    await expect.poll(() => firstNames(page)).toEqual(arranged);
    await expect.poll(() => firstNames(other)).toEqual(arranged);
    await row('buoy').dragTo(sidebar(page).getByRole('button', {name: 'Projects', exact: true}));
    await expect.poll(() => names(other, 'Projects')).toEqual(['buoy']);

    // While a channel is dragged, an empty Favorites section appears at the top.
    expect(await section(page, 'Favorites').count()).toBe(0);
    await row('crane').hover();
    await page.mouse.down();
    await row('anchor').hover();
    const line = sidebar(page).locator('[data-side]');
    await expect.poll(() => line.getAttribute('data-side')).toBe('after');
    await section(page, 'Favorites').hover();
    const top = async (name: string) => (await section(page, name).boundingBox())!.y;
    expect(await top('Favorites')).toBeLessThan(await top('Channels'));
    // It covers no other link.
    const [place, threads] = [section(page, 'Favorites'), sidebar(page).getByRole('link', {name: 'Threads'})];
    const {y, height} = (await place.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual((await threads.boundingBox())!.y);
    await page.mouse.up();
    await expect.poll(() => names(other, 'Favorites')).toEqual(['crane']);
    // It has the focus, but doesn't look as if the pointer were there.
    await row('anchor').hover();
    const options = row('crane').getByRole('button', {name: 'Options for crane'}).locator('..');
    await expect
      .poll(() => options.evaluate((it) => it.ownerDocument.defaultView!.getComputedStyle(it).opacity))
      .toBe('0');

    await row('anchor').getByRole('button', {name: 'Options for anchor'}).focus();
    await page.keyboard.press('Tab');
    expect(await page.getByRole('button', {name: 'Move anchor'}).evaluate((it) => it.matches(':focus'))).toBe(
      true,
    );
    await page.keyboard.press('Enter');
    const buoy = sidebar(page).getByRole('link', {name: 'buoy'});
    const isAtBuoy = () => buoy.evaluate((it) => it.matches(':focus'));
    for (let presses = 0; presses < 20 && !(await isAtBuoy()); presses++) await page.keyboard.press('Tab');
    expect(await isAtBuoy()).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => names(other, 'Projects')).toEqual(['anchor', 'buoy']);
    expect(await accessibilityViolations(page)).toEqual([]);

    const choose = async (menu: string, item: string) => {
      await sidebar(page).getByRole('button', {name: menu}).click();
      await page.getByRole('menuitem', {name: item, exact: true}).click();
    };
    await choose('Options for anchor', 'Move');
    await page.getByRole('menuitem', {name: 'Move down'}).click();
    // That closes both menus.
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await expect.poll(() => names(other, 'Projects')).toEqual(['buoy', 'anchor']);
    // The drags changed how the channels are sorted. Until then, those of this category were sorted by name.
    await sidebar(page).getByRole('button', {name: 'Options for Channels'}).click();
    const sorting = page.getByRole('menuitemradio', {checked: true});
    await expect.poll(() => sorting.allInnerTexts()).toEqual(['Sort manually']);
    await page.keyboard.press('Escape');
    // Members of the team can't leave this channel.
    await sidebar(page).getByRole('button', {name: 'Options for Town Square'}).click();
    await page.getByRole('menuitem', {name: 'Copy link'}).waitFor();
    expect(await page.getByRole('menuitem', {name: 'Leave channel'}).count()).toBe(0);
    await page.keyboard.press('Escape');
    // A category with channels isn't deleted by one click.
    await choose('Options for Projects', 'Delete category');
    const question = page.getByRole('alertdialog', {name: 'Delete the category “Projects”?'});
    expect(await accessibilityViolations(page)).toEqual([]);
    await question.getByRole('button', {name: 'Cancel'}).click();
    await choose('Options for Projects', 'Move down');
    const headings = () => sidebar(other).getByRole('region').getByRole('heading').allTextContents();
    await expect
      .poll(async () => (await headings()).slice(0, 3))
      .toEqual(['Favorites', 'Channels', 'Projects']);
    await choose('Options for Projects', 'Delete category');
    await question.getByRole('button', {name: 'Delete'}).click();
    await section(other, 'Projects').waitFor({state: 'detached'});
    await section(other, 'Channels').getByRole('link', {name: 'buoy'}).waitFor();
  });

  test('a category is renamed in its menu', async () => {
    const path = `/users/${crew.cat.id}/teams/${crew.teamId}/channels/categories`;
    const names = {user_id: crew.cat.id, team_id: crew.teamId};
    await crew.cat.post(path, {...names, display_name: 'Repairs'});
    const other = await as('cat', '/crew/channels/town-square');
    const page = await as('cat', '/crew/channels/town-square');
    await sidebar(page).getByRole('button', {name: 'Options for Repairs'}).click();
    await page.getByRole('menuitem', {name: 'Rename'}).click();
    const dialog = page.getByRole('dialog', {name: 'Rename category'});
    const name = dialog.getByRole('textbox', {name: 'Name'});
    await expect.poll(() => name.inputValue()).toBe('Repairs');
    expect(await accessibilityViolations(page)).toEqual([]);
    await name.fill('Shipyard');
    await page.keyboard.press('Enter');
    await dialog.waitFor({state: 'detached'});
    for (const window of [page, other]) {
      await sidebar(window).getByRole('region', {name: 'Shipyard'}).waitFor();
      expect(await sidebar(window).getByRole('region', {name: 'Repairs'}).count()).toBe(0);
    }
  });

  test('a long list shows the open channel, and leads to the unread ones', async () => {
    const ids: string[] = [];
    for (let number = 10; number < 40; number++) {
      ids.push(await crew.channel(`dock-${number}`, [crew.cat, crew.bob]));
    }
    const page = await as('cat', '/crew/channels/dock-39');
    windows.discard(page);
    await page.setViewportSize({width: 1280, height: 700});
    const isVisible = (name: string) =>
      sidebar(page)
        .getByRole('link', {name})
        .evaluate((link) => {
          const {left, top, height} = link.getBoundingClientRect();
          return link.contains(link.ownerDocument.elementFromPoint(left + 4, top + height / 2));
        });
    await expect.poll(() => isVisible('dock-39')).toBe(true);
    expect(await isVisible('dock-12')).toBe(false);
    const above = page.getByRole('button', {name: /^\d+ unread channels? above$/});
    await crew.post(crew.bob, 'Ahoy', {channel_id: ids[2]});
    await above.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await above.press('Enter');
    await expect.poll(() => isVisible('dock-12')).toBe(true);
    // The keyboard is at the channel, because the button is gone.
    await page
      .locator(':focus')
      .and(sidebar(page).getByRole('link', {name: 'dock-12'}))
      .waitFor();

    // Channels that the keys lead to are visible too.
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByRole('heading', {name: 'dock-38', level: 1}).waitFor();
    await expect.poll(() => isVisible('dock-38')).toBe(true);
    await sidebar(page).getByRole('link', {name: 'dock-12'}).click();
    await expect.poll(() => isVisible('dock-12')).toBe(true);
    await crew.post(crew.bob, '@cat, ahoy', {channel_id: ids[28]});
    await page.getByRole('button', {name: /^\d+ unread channels? below$/}).click();
    await expect.poll(() => isVisible('dock-38')).toBe(true);
  });

  test('has bookmarks for links and files, which members add, move and delete', async () => {
    await crew.channel('mooring', [crew.ann, crew.bob]);
    const other = await as('bob', '/crew/channels/mooring');
    const page = await as('ann', '/crew/channels/mooring');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', {name: 'mooring', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Add link to bookmarks'}).click();
    await dialog.getByRole('textbox', {name: 'Link'}).fill('example.com/plan');
    await dialog.getByRole('button', {name: 'Add bookmark'}).click();
    const bar = (at: Page) => at.getByRole('grid', {name: 'Bookmarks'});
    await bar(other).getByRole('row', {name: 'example.com'}).waitFor();
    await page.getByRole('button', {name: 'Add bookmark'}).click();
    await page.getByRole('menuitem', {name: 'Add file to bookmarks'}).click();
    await dialog.getByLabel('File').setInputFiles({
      name: 'tides.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('High water at noon'),
    });
    await dialog.getByRole('textbox', {name: 'Name'}).fill('Tide table');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', {name: 'Add bookmark'}).click();
    await bar(page).getByRole('row', {name: 'Tide table'}).waitFor();
    const names = () => bar(other).getByRole('row').allTextContents();
    await expect.poll(names).toEqual(['example.com', 'Tide table']);

    await bar(page)
      .getByRole('row', {name: 'Tide table'})
      .dragTo(bar(page).getByRole('row', {name: 'example.com'}), {targetPosition: {x: 2, y: 10}});
    await expect.poll(names).toEqual(['Tide table', 'example.com']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await bar(other).getByRole('row', {name: 'Tide table'}).click();
    await other.getByRole('dialog').getByRole('heading', {name: 'tides.txt'}).waitFor();
    await other.keyboard.press('Escape');

    await bar(page).getByRole('button', {name: 'Options for Tide table'}).click();
    await page.getByRole('menuitem', {name: 'Delete'}).click();
    await page.getByRole('alertdialog').getByRole('button', {name: 'Delete'}).click();
    await expect.poll(names).toEqual(['example.com']);
  });

  test('shows how many members it has in the list of channels, and people find themselves as “(you)”', async () => {
    await crew.channel('kiosk', [crew.ann, crew.bob]);
    const page = await as('cat', '/crew/channels/town-square');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', {name: 'Add channels and people'}).click();
    await page.getByRole('menuitem', {name: 'Browse channels'}).click();
    await page.getByRole('option', {name: /^kiosk *2 members$/}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // One request for all channels.
    expect(requests.filter((url) => url.endsWith('/stats/member_count'))).toHaveLength(1);
    // It can be joined from here, and is left out then.
    const found = (name: RegExp) => page.getByRole('option', {name});
    const hide = page.getByRole('checkbox', {name: 'Hide joined channels'});
    await found(/^Town Square.*Joined$/).waitFor();
    await hide.check();
    await found(/^Town Square/).waitFor({state: 'hidden'});
    await found(/^kiosk/)
      .getByText('Join', {exact: true})
      .click();
    await page.getByRole('textbox', {name: 'Write to kiosk'}).waitFor();
    await page.getByRole('button', {name: 'Add channels and people'}).click();
    await page.getByRole('menuitem', {name: 'Browse channels'}).click();
    await hide.and(page.locator(':checked')).waitFor();
    expect(await found(/^kiosk/).count()).toBe(0);
    await hide.uncheck();
    await found(/^kiosk *3 members *Joined$/).waitFor();
    // The archived channels are a list of their own.
    await crew.ann.delete(`/channels/${await crew.channel('closed-kiosk', [crew.ann])}`);
    await page.getByRole('checkbox', {name: 'Archived channels'}).check();
    await found(/^closed-kiosk *1 member *Archived$/).waitFor();
    expect(await found(/^kiosk/).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('combobox', {name: 'Channels'}).fill('nothing like this');
    await page.getByText('No archived channels found').waitFor();
    await page.getByRole('combobox', {name: 'Channels'}).fill('kiosk clos');
    await found(/^closed-kiosk/).click();
    await page.getByRole('heading', {name: 'closed-kiosk', level: 1}).waitFor();
    await page.getByRole('button', {name: 'Add channels and people'}).click();
    await page.getByRole('menuitem', {name: 'Browse channels'}).click();
    await found(/^kiosk/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', {name: 'Add channels and people'}).click();
    await page.getByRole('menuitem', {name: 'New direct message'}).click();
    await page.getByRole('option', {name: 'cat (you)'}).click();
    await page.getByRole('button', {name: 'Start conversation'}).click();
    await page.getByRole('heading', {name: 'cat (you)', level: 1}).waitFor();
    const sidebar = page.getByRole('navigation', {name: 'Channels'});
    await sidebar.getByRole('link', {name: 'cat (you)'}).waitFor();
    await page.goto(`${address}/crew/channels/town-square?panel=members`);
    await page.getByRole('complementary').getByRole('button', {name: 'cat (you)'}).waitFor();
    await page.getByRole('textbox', {name: 'Write to Town Square'}).fill('@ca');
    await page.getByRole('option', {name: 'cat (you)'}).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('cat');
    await page.getByRole('option', {name: 'cat (you)'}).waitFor();
  });

  test('is created, described, found and archived, and can still be read', async () => {
    const page = await as('ann', '/crew/channels/town-square');
    // The composer gets the focus when it appears.
    await page.locator('textarea:focus').waitFor();
    const add = page.getByRole('button', {name: 'Add channels and people'});
    await add.press('ArrowDown');
    await page.locator('[role=menuitem]:focus').getByText('Browse channels').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button:focus').and(add).waitFor();
    await add.click();
    await page.getByRole('menuitem', {name: 'Create channel'}).click();
    await page.getByRole('button', {name: 'Create channel'}).click();
    await page.getByText('Enter a channel name.').waitFor();
    await page.getByRole('textbox', {name: 'Name'}).fill('Release planning');
    await page.getByRole('textbox', {name: 'Purpose'}).fill('What goes out, and when');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Create channel'}).click();
    const title = page.getByRole('heading', {name: 'Release planning', level: 1});
    await title.waitFor();
    await page.getByText(/^ann created this channel on /).waitFor();
    await page.getByRole('region').getByText('What goes out, and when').waitFor();
    expect(new URL(page.url()).pathname).toBe('/crew/channels/release-planning');

    await title.click();
    await page.getByRole('menuitem', {name: 'Channel settings'}).click();
    await page.getByRole('textbox', {name: 'Header'}).fill('See [the board](https://example.com/board)');
    await page.getByRole('button', {name: 'Save', exact: true}).click();
    await page.getByRole('main').getByRole('link', {name: 'the board'}).first().waitFor();

    // People in the team can read it before they join.
    const {id} = (await crew.ann.get(`/teams/${crew.teamId}/channels/name/release-planning`)).body;
    await crew.post(crew.ann, 'The first plan', {channel_id: id});
    await crew.post(crew.ann, 'The plan is in ~release-planning, not in ~nowhere');
    const bobs = await as('bob', '/crew/channels/town-square');
    const mention = message(bobs, 'The plan is in');
    await mention.getByRole('link', {name: '~Release planning'}).waitFor();
    await mention.getByText('not in ~nowhere').waitFor();
    await bobs.getByRole('button', {name: 'Add channels and people'}).click();
    await bobs.getByRole('menuitem', {name: 'Browse channels'}).click();
    await bobs.getByRole('option', {name: /^Release planning/}).click();
    await bobs.getByText('You are viewing Release planning').waitFor();
    await message(bobs, 'The first plan').hover();
    await message(bobs, 'The first plan').getByRole('button', {name: 'More actions'}).click();
    // Without their shortcuts.
    const items = async () =>
      (await bobs.getByRole('menuitem').allInnerTexts()).map((text) => text.split('\n')[0]);
    expect(await items()).toEqual(['Copy link', 'Copy text', 'Forward message', 'Remind me…']);
    await bobs.keyboard.press('Escape');
    await bobs.getByRole('heading', {name: 'Release planning', level: 1}).click();
    await bobs.getByRole('menuitem', {name: 'Members'}).waitFor();
    expect(await items()).toEqual([
      'About this channel',
      'Members',
      'Pinned messages',
      'Files',
      'Jump to a date',
      'Copy link',
    ]);
    await bobs.keyboard.press('Escape');
    expect((await crew.bob.get(`/channels/${id}/members/me`)).status).toBe(404);
    expect(await accessibilityViolations(bobs)).toEqual([]);
    // A member gets events. A message from before is shown too.
    await crew.post(crew.ann, 'The second plan', {channel_id: id});
    await bobs.getByRole('button', {name: 'Join channel'}).click();
    await message(bobs, 'The second plan').waitFor();
    await bobs.getByRole('textbox', {name: 'Write to Release planning'}).fill('Friday');
    await bobs.keyboard.press('Enter');
    await message(page, 'Friday').waitFor();

    await title.click();
    await page.getByRole('menuitem', {name: 'Channel settings'}).click();
    const settings = page.getByRole('dialog', {name: 'Channel settings'});
    await settings.getByRole('checkbox', {name: 'Show a banner'}).check();
    await settings.getByRole('button', {name: 'Save'}).click();
    await settings.getByText('Enter a text for the banner.').waitFor();
    await settings.getByRole('textbox', {name: 'Banner text'}).fill('Frozen until [Friday](https://a.test)');
    await settings.getByLabel('Banner color').fill('#1b4f9c');
    const preview = settings.getByRole('region', {name: 'Channel banner'});
    await preview.getByRole('link', {name: 'Friday'}).waitFor();
    expect(await styleOf(preview, 'color')).toBe('rgb(255, 255, 255)');
    expect(await accessibilityViolations(page)).toEqual([]);
    await settings.getByRole('button', {name: 'Save'}).click();
    const banner = bobs.getByRole('region', {name: 'Channel banner'});
    await banner.getByText('Frozen until').waitFor();
    expect(await styleOf(banner, 'backgroundColor')).toBe('rgb(27, 79, 156)');
    await bobs.getByRole('heading', {name: 'Release planning', level: 1}).click();
    await bobs.getByRole('menuitem', {name: 'Channel settings'}).click();
    await bobs.getByRole('textbox', {name: 'Header'}).waitFor();
    expect(await bobs.getByRole('checkbox', {name: 'Show a banner'}).count()).toBe(0);
    await bobs.keyboard.press('Escape');
    await title.click();
    await page.getByRole('menuitem', {name: 'Channel settings'}).click();
    await settings.getByRole('checkbox', {name: 'Show a banner'}).uncheck();
    await settings.getByRole('button', {name: 'Save'}).click();
    await banner.waitFor({state: 'detached'});

    // People who have the channel open are redirected to its new URL.
    const {body: channel} = await crew.ann.get(`/teams/${crew.teamId}/channels/name/release-planning`);
    await crew.ann.put(`/channels/${channel.id}/patch`, {name: 'releases'});
    for (const window of [bobs, page]) await window.waitForURL('**/crew/channels/releases');
    await message(bobs, 'Friday').waitFor();

    await title.click();
    await page.getByRole('menuitem', {name: 'Archive channel'}).click();
    await page.getByRole('alertdialog').getByRole('button', {name: 'Archive'}).click();
    await bobs.getByText('This channel is archived.').waitFor();
    // An event from before the change of the URL, which the server can repeat after a reload, is not followed.
    await page.routeWebSocket(/websocket/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((frame) => {
        const event = JSON.parse(String(frame));
        const isCarrier =
          event.event === 'channel_updated' && JSON.parse(event.data.channel).name === 'off-topic';
        if (isCarrier) event.data.channel = JSON.stringify(channel);
        socket.send(JSON.stringify(event));
      });
    });
    await page.reload();
    await page.getByText('This channel is archived.').waitFor();
    await message(page, 'Friday').waitFor();
    const {body: offTopic} = await crew.ann.get(`/teams/${crew.teamId}/channels/name/off-topic`);
    await crew.ann.put(`/channels/${offTopic.id}/patch`, {header: 'About anything'});
    await crew.post(crew.bob, 'Where is the plan, @ann?');
    await sidebar(page).getByRole('link', {name: 'Town Square 1'}).waitFor();
    expect(new URL(page.url()).pathname).toBe('/crew/channels/releases');
    await sidebar(page).getByRole('link', {name: 'Town Square 1'}).click();
    await sidebar(page).getByRole('link', {name: 'Release planning'}).waitFor({state: 'detached'});
    // Other tests count the mentions in Town Square.
    await expect
      .poll(async () => (await crew.ann.get(`/channels/${crew.channelId}/members/me`)).body.mention_count)
      .toBe(0);
  });

  test('tells a person who is removed from a private channel', async () => {
    const channelId = await crew.channel('cellar', [crew.ann, crew.bob], 'P');
    const page = await as('bob', '/crew/channels/cellar');
    await page.getByRole('textbox', {name: 'Write to cellar'}).waitFor();
    await crew.ann.delete(`/channels/${channelId}/members/${crew.bob.id}`);
    await page.getByRole('heading', {name: "You're no longer a member of cellar"}).waitFor();
    await sidebar(page).getByRole('link', {name: 'cellar'}).waitFor({state: 'detached'});
    await page.goto(`${address}/crew/messages/${'y'.repeat(26)}`);
    await page.getByRole('heading', {name: 'Person not found'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('a search result gives a long name the space, and its buttons cover neither the name nor the link', async () => {
    const {body: channel} = await crew.ann.post('/channels', {
      team_id: crew.teamId,
      name: 'committee',
      display_name: 'The committee for the naming of the channels of this server',
      type: 'O',
    });
    await crew.post(crew.ann, 'xylophone', {channel_id: channel.id});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=xylophone', {
      viewport: {width: 390, height: 844},
    });
    const jump = page.getByRole('link', {name: 'Jump'});
    await jump.waitFor();
    const lines = await jump.evaluate((link) => {
      const words = link.ownerDocument.createRange();
      words.selectNodeContents(link);
      return words.getClientRects().length;
    });
    expect(lines).toBe(1);
    await page.mouse.move(0, 0);
    const before = (await jump.boundingBox())!;
    expect(before.x + before.width).toBeGreaterThan(390 - 24);
    await message(page, 'xylophone').hover();
    const more = message(page, 'xylophone').getByRole('button', {name: 'More actions'});
    await more.waitFor();
    expect(await jump.boundingBox()).toEqual(before);
    expect((await more.boundingBox())!.y).toBeGreaterThanOrEqual(before.y + before.height);
    await jump.click();
    await page.waitForURL('**/crew/channels/committee?post=*');
  });

  test('warns the last member who leaves a private channel', async () => {
    await crew.channel('attic', [crew.ann], 'P');
    const page = await as('ann', '/crew/channels/attic');
    await page.getByRole('button', {name: 'attic', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Leave channel'}).click();
    const question = page.getByRole('alertdialog', {name: 'Leave attic?'});
    await question.getByText('You are the last member').waitFor();
    await question.getByRole('button', {name: 'Cancel'}).click();
    await page.getByRole('textbox', {name: 'Write to attic'}).waitFor();
  });

  test('offer what the scheme of the team lets people do', async () => {
    const {admin} = crew.server;
    const {body: scheme} = await admin.post('/schemes', {display_name: 'Strict', scope: 'team'});
    const {body: role} = await admin.get(`/roles/name/${scheme.default_team_user_role}`);
    const permissions = role.permissions.filter((name: string) => !/^create_\w+_channel$/.test(name));
    await admin.put(`/roles/${role.id}/patch`, {permissions});
    const {body: inChannel} = await admin.get(`/roles/name/${scheme.default_channel_user_role}`);
    const remaining = inChannel.permissions.filter((name: string) => name !== 'delete_post');
    await admin.put(`/roles/${inChannel.id}/patch`, {permissions: remaining});
    await admin.put(`/teams/${crew.teamId}/scheme`, {scheme_id: scheme.id});
    const page = await as('bob', '/crew/channels/town-square');
    await page.getByRole('button', {name: 'Add channels and people'}).click();
    await page.getByRole('menuitem', {name: 'New direct message'}).waitFor();
    expect(await page.getByRole('menuitem', {name: 'Create channel'}).count()).toBe(0);
    await page.getByRole('menuitem', {name: 'Browse channels'}).click();
    await page.getByRole('option', {name: /^Town Square/}).waitFor();
    expect(await page.getByRole('button', {name: 'Create channel'}).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+/');
    await page.getByRole('term').getByText('Edit', {exact: true}).waitFor();
    expect(await page.getByRole('term').getByText('Delete', {exact: true}).count()).toBe(0);
    await admin.delete(`/schemes/${scheme.id}`);
  });

  test('with many messages scrolls in both directions, keeps its position, and opens at a permalink', async () => {
    const COUNT = 300;
    const channelId = await crew.channel('log', [crew.bob, crew.ann]);
    const ids: string[] = [];
    for (let number = 1; number <= COUNT; number++) {
      ids.push((await crew.post(crew.bob, `Line ${number}.`, {channel_id: channelId})).id);
    }
    await crew.ann.post('/channels/members/me/view', {channel_id: channelId});
    const page = await as('ann', '/crew/channels/log');
    const list = page.getByRole('region', {name: 'Messages in log'});
    const isInView = async (text: string) => {
      const box = await message(page, text).boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height;
    };
    await message(page, `Line ${COUNT}.`).waitFor();
    expect(await isInView(`Line ${COUNT}.`)).toBe(true);
    // An idle page runs no animation, which would use the processor all day.
    const isMoving = "document.getAnimations().some(({playState}) => playState === 'running')";
    await expect.poll(() => page.evaluate(isMoving)).toBe(false);

    // Older messages appear above the visible ones, which don't move.
    let releaseOlder = () => {};
    const held = new Promise<void>((resolve) => {
      releaseOlder = resolve;
    });
    const asked = page.waitForRequest(/posts\?before=/);
    await page.route(/posts\?before=/, async (route) => {
      await held;
      await route.continue();
    });
    await list.hover();
    await page.mouse.wheel(0, -200);
    await list.evaluate((element) => element.scrollTo({top: 0, behavior: 'instant'}));
    await expect.poll(() => list.evaluate(({scrollTop}) => scrollTop)).toBe(0);
    await asked;
    // The messages at the top are drawn in the next frame.
    const {y: top} = (await list.boundingBox())!;
    const first = list.getByRole('article').first();
    await expect.poll(async () => (await first.boundingBox())!.y - top).toBeLessThan(200);
    const texts = await list.getByRole('article').allInnerTexts();
    const shown = /Line \d+\./.exec(texts[3]!)![0];
    const before = await heightOf(page, shown);
    releaseOlder();
    await expect.poll(() => list.evaluate(({scrollTop}) => scrollTop)).toBeGreaterThan(500);
    // The first message no longer needs a header, so it can move by the height of the header.
    expect(Math.abs((await heightOf(page, shown)) - before)).toBeLessThan(40);
    while ((await message(page, 'Line 1.').count()) === 0) await page.mouse.wheel(0, -900);
    const area = page.getByRole('textbox', {name: 'Write to log'});
    await area.fill('Noted.');
    await area.press('Enter');
    await expect.poll(() => isInView('Noted.')).toBe(true);
    await page.mouse.wheel(0, -2000);
    await page.getByRole('button', {name: 'Jump to latest'}).click();
    await expect
      .poll(() => area.evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(true);
    await message(page, `Line ${COUNT}.`).hover();
    // The element under the pointer was removed, and the element that is there now reacts to the pointer.
    await message(page, `Line ${COUNT}.`).getByRole('button', {name: 'Save for later'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.goto(`${address}/crew/pl/${ids[149]}`);
    await message(page, 'Line 150.').waitFor();
    await expect.poll(() => isInView('Line 150.')).toBe(true);
    // The search of the browser scrolls without a wheel, a finger or a key. The list doesn't scroll back.
    const loaded = page.waitForResponse(/posts\?before=/);
    await list.evaluate((element) => element.scrollTo({top: 0, behavior: 'instant'}));
    await loaded;
    await expect.poll(() => list.evaluate(({scrollTop}) => scrollTop)).toBeGreaterThan(500);
    expect(await message(page, 'Line 150.').count()).toBe(0);
    await list.hover();
    while ((await message(page, `Line ${COUNT}.`).count()) === 0) await page.mouse.wheel(0, 900);

    await page.goto(`${address}/crew/pl/${ids[99]}`);
    await message(page, 'Line 100.').waitFor();
    await page.getByRole('button', {name: 'Jump to latest'}).click();
    await message(page, `Line ${COUNT}.`).waitFor();
    await expect.poll(() => isInView(`Line ${COUNT}.`)).toBe(true);
    await expect.poll(() => isInView(`Line ${COUNT - 1}.`)).toBe(true);
  });

  test('in a channel that the person never viewed, messages since they were added are new', async () => {
    const channelId = await crew.channel('wharf', [crew.bob]);
    await crew.post(crew.bob, 'before ann came', {channel_id: channelId});
    await crew.bob.post(`/channels/${channelId}/members`, {user_id: crew.ann.id});
    await crew.post(crew.bob, 'after ann came', {channel_id: channelId});
    const page = await as('ann', '/crew/channels/wharf');
    await newLine(page).waitFor();
    const line = (await newLine(page).boundingBox())!.y;
    expect(await heightOf(page, 'before ann came')).toBeLessThan(line);
    expect(await heightOf(page, 'after ann came')).toBeGreaterThan(line);
  });

  test('two changes of the address before the page renders are both kept', async () => {
    const channelId = await crew.channel('bollard', [crew.ann, crew.bob]);
    const first = await crew.post(crew.bob, 'moored', {channel_id: channelId});
    await crew.post(crew.bob, 'cast off', {channel_id: channelId, root_id: first.id});
    for (let n = 1; n <= 40; n++) await crew.post(crew.bob, `rope ${n}`, {channel_id: channelId});
    const page = await as('ann', `/crew/pl/${first.id}`);
    await page.getByRole('button', {name: '1 reply'}).waitFor();
    await page.getByRole('button', {name: 'Jump to latest'}).waitFor();
    await page.evaluate(`
      for (const name of ['1 reply', 'Jump to latest']) {
        [...document.querySelectorAll('button')].find((one) => one.textContent.includes(name)).click();
      }
    `);
    await message(page, 'rope 40').waitFor();
    await page.getByRole('complementary').getByRole('article').filter({hasText: 'cast off'}).waitFor();
    expect(new URL(page.url()).search).toBe(`?thread=${first.id}`);
    // Closing another panel doesn't open the thread again.
    const panel = page.getByRole('complementary');
    await page.getByRole('button', {name: 'About this channel'}).click();
    await panel.getByText('Public channel').waitFor();
    await page.getByRole('button', {name: 'Close panel'}).click();
    await panel.waitFor({state: 'detached'});
    expect(new URL(page.url()).search).toBe('');
    await message(page, 'rope 40').waitFor();

    // A panel that is opened while another one closes is open in the end, and Back closes it.
    await page.goto(`${address}/crew/channels/bollard`);
    await page.getByRole('button', {name: 'About this channel'}).click();
    await panel.getByText('Public channel').waitFor();
    await page.evaluate(`
      for (const name of ['Close panel', 'Saved messages']) {
        document.querySelector('button[aria-label="' + name + '"]').click();
      }
    `);
    await panel.getByRole('heading', {name: 'Saved messages', exact: true}).waitFor();
    expect(new URL(page.url()).search).toBe('?panel=saved');
    await page.goBack();
    await panel.waitFor({state: 'detached'});
    expect(new URL(page.url()).search).toBe('');
  });

  test('the day above messages leads to other days', async () => {
    const DAY = 86_400_000;
    const now = Date.now();
    const channelId = await crew.channel('diary', [crew.ann]);
    // No message is 41 to 45 days old.
    for (let days = 100; days >= 0; days--) {
      if (days >= 41 && days <= 45) continue;
      const at = {channel_id: channelId, create_at: now - days * DAY};
      await crew.post(crew.server.admin, `Written ${days} days ago.`, at);
    }
    await crew.ann.post('/channels/members/me/view', {channel_id: channelId});
    const page = await as('ann', '/crew/channels/diary');
    const list = page.getByRole('region', {name: 'Messages in diary'});
    const written = (days: number) => page.getByText(`Written ${days} days ago.`, {exact: true});
    const isInView = async (days: number) =>
      (await written(days).isVisible()) &&
      (await written(days).boundingBox())!.y > (await list.boundingBox())!.y;
    // From the day of a message in view. The day that floats above the list can disappear while the list settles.
    const choose = async (item: string, daysAgo: number) => {
      const date = new Date(now - daysAgo * DAY).toLocaleDateString('en-US', {month: 'long', day: 'numeric'});
      const name = new RegExp(`\\b${date}\\b.*, jump to a date$`);
      await list.getByRole('button', {name}).click();
      await page.getByRole('menuitem', {name: item}).click();
    };

    await written(0).waitFor();
    await page.getByRole('button', {name: 'Today, jump to a date'}).click();
    await page.getByRole('menu', {name: 'Today'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('menuitem', {name: 'A week ago'}).click();
    await expect.poll(() => isInView(7)).toBe(true);
    await choose('A month ago', 7);
    await expect.poll(() => isInView(30)).toBe(true);
    // It keeps its place beside a panel.
    await page.getByRole('button', {name: 'About this channel'}).click();
    await page.getByRole('complementary', {name: 'Side panel'}).getByText('Public channel').waitFor();
    expect(await isInView(30)).toBe(true);
    await choose('The first message', 30);
    await expect.poll(() => isInView(100)).toBe(true);
    await page.getByText('Anyone in the team can find and join this channel.').waitFor();

    // The day that floats above the list stays while its menu is open, also if a date reaches the top of the list.
    const floating = page
      .getByRole('button', {name: /, jump to a date$/})
      .and(page.locator(':not([data-scrolls] *)'));
    const scrollToNext = (kind: 'message' | 'date', past = 5) =>
      page.evaluate(`{
        const list = document.querySelector('[aria-label="Messages in diary"]');
        const below = (row) => row.getBoundingClientRect().top - list.getBoundingClientRect().top;
        const [next] = [...list.querySelectorAll('[data-index]')]
          .filter((row) => below(row) > 20 && (row.querySelector('[data-post]') === null) === ${kind === 'date'})
          .sort((a, b) => below(a) - below(b));
        list.scrollTop += below(next) + ${past};
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }`);
    await scrollToNext('message');
    await floating.click();
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await scrollToNext('date');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({state: 'detached'});
    await floating.waitFor({state: 'detached'});
    // It is never over a date between the messages.
    await scrollToNext('message');
    await floating.waitFor();
    await scrollToNext('date', -15);
    await floating.waitFor({state: 'hidden'});

    // A day without messages leads to the next message.
    const dialog = page.getByRole('dialog', {name: 'Jump to a date'});
    const pick = async (daysAgo: number) => {
      const date = new Date(now - daysAgo * DAY);
      const format = (options: Intl.DateTimeFormatOptions) => date.toLocaleDateString('en-US', options);
      for (const part of ['year', 'month'] as const) {
        await dialog.getByRole('combobox', {name: part}).click();
        const name = format({[part]: part === 'year' ? 'numeric' : 'long'});
        await page.getByRole('option', {name, exact: true}).click();
      }
      const day = format({weekday: 'long', day: 'numeric', month: 'long', year: 'numeric'});
      await dialog.getByRole('button', {name: day}).click();
    };
    await choose('Choose a date…', 100);
    await dialog.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await pick(45);
    await dialog.waitFor({state: 'detached'});
    await expect.poll(() => isInView(40)).toBe(true);

    // The menu of the channel offers the same.
    const today = dialog.getByRole('button', {name: /^Today, /});
    for (const key of ['Escape', 'Enter']) {
      await page.getByRole('button', {name: 'diary', exact: true}).click();
      await page.getByRole('menuitem', {name: 'Jump to a date'}).click();
      await today.press(key);
      await dialog.waitFor({state: 'detached'});
    }
    await expect.poll(() => isInView(0)).toBe(true);

    // Today is the day in the person's time zone, not in the browser's, and later days can't be chosen.
    const day = (timeZone?: string) => new Date().toLocaleDateString('en-CA', {timeZone});
    const timeZone = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'].find((zone) => day(zone) !== day())!;
    const {timezone} = (await crew.ann.get('/users/me')).body;
    const manual = {useAutomaticTimezone: 'false', automaticTimezone: '', manualTimezone: timeZone};
    await crew.ann.put('/users/me/patch', {timezone: manual});
    await page.reload();
    await page.getByRole('button', {name: 'diary', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Jump to a date'}).click();
    const format = {weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone} as const;
    const label = `Today, ${new Date().toLocaleDateString('en-US', format)}`;
    const offered = dialog.locator('[role="gridcell"] [role="button"]:not([aria-disabled]):visible');
    await expect.poll(() => offered.last().getAttribute('aria-label')).toContain(label);

    // If the server is slow, the dialog says that it loads. If it fails, the dialog stays open, and the day can be chosen again.
    let fail = () => {};
    const isFailing = new Promise<void>((resolve) => {
      fail = resolve;
    });
    await page.route('**/posts?from_create_at=*', async (route) => {
      await isFailing;
      await route.fulfill({status: 500, json: {message: 'The diary is closed.'}});
    });
    await today.press('Enter');
    await dialog.getByText('Loading…').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    fail();
    await dialog.getByRole('alert').filter({hasText: 'The diary is closed.'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.unroute('**/posts?from_create_at=*');
    await today.and(page.locator(':focus')).press('Enter');
    await dialog.waitFor({state: 'detached'});

    // Days in a search are the person's too.
    await page.goto(`${address}/crew/channels/diary?search=Written on:${day(timeZone)}`);
    await message(page.getByRole('complementary'), 'Written 0 days ago.').waitFor();
    await crew.ann.put('/users/me/patch', {timezone});
  });

  test('a list only has a button for more if there is more', async () => {
    const channelId = await crew.channel('lighthouse', [crew.ann]);
    for (let n = 1; n <= 60; n++) await crew.post(crew.ann, `beacon ${n}`, {channel_id: channelId});
    const page = await as('ann', '/crew/channels/lighthouse?search=beacon');
    const found = page.getByRole('complementary').getByRole('article');
    const more = page.getByRole('button', {name: 'Show more'});
    await expect.poll(() => found.count()).toBe(60);
    expect(await more.count()).toBe(0);

    await crew.post(crew.ann, 'beacon 61', {channel_id: channelId});
    await page.reload();
    await more.waitFor();
    // What is loaded stays if more can't be loaded.
    const failure = {id: 'api.post.search', message: 'The lamp is out.', status_code: 500};
    await page.route('**/posts/search*', (route) => route.fulfill({status: 500, json: failure}), {times: 1});
    await more.click();
    await page.getByText('The lamp is out.').waitFor();
    expect(await found.count()).toBe(60);
    await more.click();
    await expect.poll(() => found.count()).toBe(61);
    await more.waitFor({state: 'detached'});
  });

  test('says that the connection is lost, and nothing is missing afterwards', async () => {
    const channelId = await crew.channel('pier', [crew.ann, crew.bob]);
    const [changed, deleted, asked] = [
      await crew.post(crew.bob, 'as first written', {channel_id: channelId}),
      await crew.post(crew.bob, 'not to stay', {channel_id: channelId}),
      await crew.post(crew.bob, 'who comes along?', {channel_id: channelId}),
    ];
    const inThread = {channel_id: channelId, root_id: asked.id};
    const unsaid = await crew.post(crew.bob, 'somebody?', inThread);
    const reaction = {user_id: crew.bob.id, post_id: asked.id, emoji_name: 'boat'};
    await crew.bob.post('/reactions', reaction);
    const otherId = (
      await crew.bob.post('/channels', {
        team_id: crew.teamId,
        name: 'slipway',
        display_name: 'Slipway',
        type: 'P',
      })
    ).body.id;
    const line = await lineTo(address);
    const {page, context, faults} = await openAs(
      windows.browser(),
      line.address,
      'ann',
      '/crew/channels/pier',
    );
    await message(page, 'as first written').waitFor();
    const thread = page.getByRole('complementary');
    const question = message(page, 'who comes along?').first();
    await question.hover();
    await question.getByRole('button', {name: 'Reply in thread'}).click();
    await message(thread, 'somebody?').waitFor();
    await message(thread, 'who comes').getByRole('button', {name: ':boat:, 1 reaction'}).waitFor();

    line.cut();
    await page.getByText("You're offline. Reconnecting…").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await crew.bob.put(`/posts/${changed.id}/patch`, {message: 'as written again'});
    await crew.bob.delete(`/posts/${deleted.id}`);
    await crew.post(crew.bob, 'said meanwhile', {channel_id: channelId});
    await crew.post(crew.bob, 'elsewhere, @ann');
    await crew.post(crew.bob, 'I do, after all', inThread);
    await crew.bob.delete(`/posts/${unsaid.id}`);
    await crew.bob.delete(`/users/${crew.bob.id}/posts/${asked.id}/reactions/boat`);
    await crew.bob.post(`/channels/${otherId}/members`, {user_id: crew.ann.id});
    await crew.ann.put('/users/me/preferences', [
      {user_id: crew.ann.id, category: 'display_settings', name: 'message_display', value: 'compact'},
    ]);
    await page.getByRole('textbox', {name: 'Write to pier'}).fill('into the void');
    await page.keyboard.press('Enter');
    await message(page, 'into the void').getByText('Not sent yet.', {exact: false}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    line.mend();
    await message(page, 'said meanwhile').waitFor();
    await message(page, 'as written again').waitFor();
    await message(page, 'not to stay').waitFor({state: 'detached'});
    await sidebar(page).getByRole('link', {name: 'Town Square 1 mention'}).waitFor();
    await message(thread, 'I do, after all').waitFor();
    await message(thread, 'somebody?').waitFor({state: 'detached'});
    await page.getByRole('button', {name: ':boat:', exact: false}).waitFor({state: 'detached'});
    await sidebar(page).getByRole('link', {name: 'Slipway'}).waitFor();
    await page.locator('[data-display=compact]').first().waitFor();
    await page.getByText("You're offline. Reconnecting…").waitFor({state: 'detached'});
    await page.getByText('Not sent yet.', {exact: false}).waitFor({state: 'detached'});
    const {posts} = (await crew.bob.get(`/channels/${channelId}/posts`)).body;
    const said = Object.values<{message: string}>(posts).map((post) => post.message);
    expect(said).toEqual(expect.arrayContaining(['as written again', 'said meanwhile', 'into the void']));
    expect(faults).toEqual([]);
    await context.close();
    await line.close();
  });

  test('keeps its messages if the server is out of reach when missed events are loaded', async () => {
    const channelId = await crew.channel('boathouse', [crew.ann, crew.bob]);
    await crew.post(crew.bob, 'here before', {channel_id: channelId});
    const page = await as('ann', '/_none');
    windows.discard(page);
    // As if the server had restarted while the page was loading.
    const shown = Promise.withResolvers<void>();
    await page.routeWebSocket(/websocket/, (client) => {
      client.connectToServer().onMessage(async (text) => {
        await shown.promise;
        const event = JSON.parse(text.toString());
        if (event.event === 'hello') event.data.recent_event_ages = null;
        client.send(JSON.stringify(event));
      });
    });
    const changes = (request: Request) => request.url().includes(`${channelId}/posts?since=`);
    await page.route(`**/${channelId}/posts?since=*`, async (route) => {
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    });
    const failed = page.waitForEvent('requestfailed', changes);
    await page.goto(`${address}/crew/channels/boathouse`);
    await message(page, 'here before').waitFor();
    shown.resolve();
    await failed;
    await page.getByText("You're offline. Reconnecting…").waitFor();
    expect(await message(page, 'here before').isVisible()).toBe(true);
    await page.unroute(`**/${channelId}/posts?since=*`);
    const repeated = page.waitForRequest(changes);
    await page.context().setOffline(false);
    await repeated;
    expect(await message(page, 'here before').isVisible()).toBe(true);
  });

  test('messages written while offline are sent when the connection is back, once and in order', async () => {
    const channelId = await crew.channel('jetty', [crew.ann, crew.bob]);
    const line = await lineTo(address);
    const {page, context} = await openAs(windows.browser(), line.address, 'ann', '/crew/channels/jetty');
    const write = async (text: string) => {
      await page.getByRole('textbox', {name: 'Write to jetty'}).fill(text);
      await page.keyboard.press('Enter');
    };
    const waiting = page.getByRole('article', {name: 'Sending'}).filter({hasText: 'Not sent yet.'});
    const written = async () => {
      const {posts} = (await crew.bob.get(`/channels/${channelId}/posts`)).body;
      return Object.values<{message: string; create_at: number; user_id: string; type: string}>(posts)
        .filter((post) => post.user_id === crew.ann.id && post.type === '')
        .sort((a, b) => a.create_at - b.create_at)
        .map((post) => post.message);
    };
    await write('land ahoy');
    await expect.poll(written).toEqual(['land ahoy']);
    await expect.poll(() => page.getByRole('article', {name: 'Sending'}).count()).toBe(0);

    line.cut();
    await write('first');
    await waiting.filter({hasText: 'first'}).waitFor();
    await write('second');
    await expect.poll(() => waiting.count()).toBe(2);
    line.mend();
    await waiting.first().waitFor({state: 'detached'});
    await expect.poll(written).toEqual(['land ahoy', 'first', 'second']);

    // The server receives this message, but its response is lost, and the server forgets its pending id and events.
    await page.route(
      '**/api/v4/posts',
      async (route) => {
        line.cut();
        const {pending_post_id: _, ...post} = route.request().postDataJSON();
        await crew.post(crew.ann, post.message, post);
        for (let n = 0; n < 130; n++) await crew.post(crew.bob, 'so much is going on elsewhere');
        await route.abort();
      },
      {times: 1},
    );
    await write('land ahoy');
    await write('it is mine');
    await expect.poll(() => waiting.count()).toBe(2);
    line.mend();
    await message(page, 'it is mine').waitFor();
    await expect.poll(() => page.getByRole('article', {name: 'Sending'}).count()).toBe(0);
    expect(await written()).toEqual(['land ahoy', 'first', 'second', 'land ahoy', 'it is mine']);
    expect(await message(page, 'land ahoy').count()).toBe(2);
    await context.close();
    await line.close();
  });

  test("a message without a response is sent again, and doesn't block later ones forever", async () => {
    await crew.channel('lock', [crew.ann, crew.bob]);
    const page = await as('ann', '/crew/channels/lock');
    await page.route('**/api/v4/posts', () => {}, {times: 1});
    for (const text of ['the first boat', 'the second boat']) {
      await page.getByRole('textbox', {name: 'Write to lock'}).fill(text);
      await page.keyboard.press('Enter');
    }
    await message(page, 'the second boat').waitFor();
    await expect.poll(() => page.getByRole('article', {name: 'Sending'}).count(), {timeout: 60_000}).toBe(0);
    await page.reload();
    await message(page, 'the second boat').waitFor();
    expect(await page.getByText(/^the (?:first|second) boat$/).allTextContents()).toEqual([
      'the first boat',
      'the second boat',
    ]);
  });

  test("the channel header doesn't move while the page loads", async () => {
    const channelId = await crew.channel('signpost', [crew.ann, crew.bob]);
    await crew.ann.put(`/channels/${channelId}/patch`, {header: 'This way to the sea.'});
    const pinned = await crew.post(crew.ann, 'Mind the step.', {channel_id: channelId});
    await crew.ann.post(`/posts/${pinned.id}/pin`);
    const page = await as('ann', '/crew/channels/signpost');
    const words = page.locator('header').getByText('This way to the sea.');
    const counts = Promise.withResolvers<void>();
    await page.route('**/stats*', async (route) => {
      await counts.promise;
      await route.continue();
    });
    await page.reload();
    await message(page, 'Mind the step.').waitFor();
    const before = (await words.isVisible()) ? (await words.boundingBox())!.x : undefined;
    counts.resolve();
    await page.getByRole('button', {name: '2 members'}).waitFor();
    await page.getByRole('button', {name: '1 pinned message'}).waitFor();
    await words.waitFor();
    expect([undefined, (await words.boundingBox())!.x]).toContain(before);
  });

  test('a message that the server rejects stays, with the reason, until it is sent again or discarded', async () => {
    const channelId = await crew.channel('customs', [crew.ann]);
    const page = await as('ann', '/crew/channels/customs');
    await page.route(
      '**/api/v4/posts',
      (route) => route.fulfill({status: 403, json: {message: 'Nothing passes here today.'}}),
      {times: 2},
    );
    for (const text of ['a crate of apples', 'a crate of plums']) {
      await page.getByRole('textbox', {name: 'Write to customs'}).fill(text);
      await page.keyboard.press('Enter');
      await message(page, text).getByText('Not sent. Nothing passes here today.').waitFor();
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await message(page, 'apples').getByRole('button', {name: 'Try again'}).click();
    await message(page, 'apples').getByText('Not sent.', {exact: false}).waitFor({state: 'detached'});
    await message(page, 'plums').getByRole('button', {name: 'Discard'}).click();
    await message(page, 'plums').waitFor({state: 'detached'});
    const {posts} = (await crew.ann.get(`/channels/${channelId}/posts`)).body;
    const said = Object.values<{message: string}>(posts).map((post) => post.message);
    expect(said).toContain('a crate of apples');
    expect(said).not.toContain('a crate of plums');
  });
});

/** A connection to a server that can be cut like a network cable. */
async function lineTo(address: string) {
  const {hostname, port} = new URL(address);
  const ends = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        ends.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const destroyAll = () => {
    for (const end of ends) end.destroy();
  };
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      destroyAll();
    },
    mend() {
      isCut = false;
    },
    async close() {
      destroyAll();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
