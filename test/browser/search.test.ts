import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  accessibilityViolations,
  chooseOption,
  describeInBrowser,
  testWindows,
  visit,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {picture} from '../support/pictures.ts';

describeInBrowser('searching on the page', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew();
    const {ann, bob} = crew;
    const harborId = await crew.channel('harbor', [ann, bob]);
    await crew.post(bob, 'The lighthouse of the **café** is at https://lighthouse.example.com');
    await crew.post(ann, 'A lighthouse keeper', {channel_id: harborId});
    await crew.post(bob, 'Nothing else');
    const upload = async (name: string, content: string | Buffer) => {
      const path = `/files?channel_id=${harborId}&filename=${name}`;
      return (await bob.post(path, Buffer.from(content))).body.file_infos[0].id as string;
    };
    const fileIds = [
      await upload('plan.txt', 'The lighthouse needs paint'),
      await upload('lighthouse.png', await picture(300, 200)),
    ];
    await crew.post(bob, 'See the files', {channel_id: harborId, file_ids: fileIds});
    await crew.server.features.fileContent.extractNew(60_000);
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const field = (page: Page) =>
    page.getByRole('combobox', {name: 'Search messages'}).filter({visible: true}).last();
  const option = (page: Page, name: string | RegExp) => page.getByRole('option', {name});
  const results = (page: Page) => page.getByRole('region', {name: 'Search results'});
  const highlighted = (page: Page) =>
    page.evaluate<string[]>(
      `[...(CSS.highlights.get('search') ?? [])].map((range) => range.toString().toLowerCase())`,
    );

  test('filters are suggested, chosen with the keyboard, shown and removed', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await field(page).fill('lighthouse ');
    await field(page).pressSequentially('fr');
    await option(page, /from: Messages from a person/).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('bo');
    await option(page, /bob/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await field(page).inputValue()).toBe('lighthouse from:bob ');
    await page.keyboard.type('in:tow');
    await option(page, /Town Square/).click();
    await page.keyboard.press('Enter');

    await results(page).getByRole('article').filter({hasText: 'The lighthouse of the café'}).waitFor();
    expect(await results(page).getByRole('article').count()).toBe(1);
    await expect.poll(() => highlighted(page)).toEqual(['lighthouse', 'lighthouse']);
    const filters = page.getByRole('list', {name: 'Filters'});
    expect(await filters.getByRole('listitem').allTextContents()).toEqual(['From bob', 'In Town Square']);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', {name: 'Remove filter from:bob'}).click();
    await page.getByRole('button', {name: 'Remove filter in:town-square'}).click();
    await results(page).getByRole('article').filter({hasText: 'A lighthouse keeper'}).waitFor();
    await results(page).getByRole('link', {name: 'Jump'}).first().click();
    await page.getByRole('heading', {name: 'harbor', level: 1}).waitFor();
    await page.getByRole('article').filter({hasText: 'A lighthouse keeper'}).first().waitFor();

    // A filter without a value is not a search yet.
    await visit(page, '/crew/channels/town-square?search=from:');
    await page.getByText('Narrow your search').waitFor();
  });

  test('direct and group messages are suggested for in:, and named in the filter', async () => {
    const {ann, bob, cat} = crew;
    const direct = (await ann.post('/channels/direct', [ann.id, bob.id])).body;
    const group = (await ann.post('/channels/group', [ann.id, bob.id, cat.id])).body;
    await crew.post(bob, 'A beacon for you', {channel_id: direct.id});
    await crew.post(bob, 'A beacon for all of us', {channel_id: group.id});
    const page = await windows.openAs(address, 'ann', `/crew/messages/${group.name}`);
    await field(page).fill('beacon in:bo');
    await option(page, /bob$/).waitFor();
    // A channel that only contains the text comes after people.
    await option(page, 'harbor').waitFor();
    expect(await page.getByRole('option').first().textContent()).toContain('bob');
    await option(page, /bob, cat/).click();
    expect(await field(page).inputValue()).toBe('beacon in:@bob,cat ');
    await field(page).press('Enter');
    const filters = page.getByRole('list', {name: 'Filters'});
    await filters.getByText('In bob, cat').waitFor();
    await results(page).getByRole('article').filter({hasText: 'A beacon for all of us'}).waitFor();
    expect(await results(page).getByRole('article').count()).toBe(1);
    // The suggestion for the open channel finds the same messages.
    await field(page).fill('');
    await option(page, /in this channel/).click();
    await field(page).pressSequentially('beacon');
    await field(page).press('Enter');
    await filters.getByText('In bob, cat').waitFor();
    await results(page).getByRole('article').filter({hasText: 'A beacon for all of us'}).waitFor();
  });

  test('buttons add filters, and a word leads to people, channels and past searches', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await field(page).fill('lighthouse');
    await field(page).press('Enter');
    await results(page).getByRole('article').first().waitFor();
    // The arrow keys scroll the results. A ring shows that only when the person moves the focus there.
    const focus = () =>
      page.evaluate<
        string[]
      >(`(({ariaLabel}, {outlineStyle, boxShadow}) => [ariaLabel, outlineStyle, boxShadow])(
        document.activeElement, getComputedStyle(document.activeElement))`);
    await expect.poll(focus).toEqual(['Search results', 'none', 'none']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(focus).toEqual(['Search results', 'solid', 'none']);
    const filters = page.getByRole('group', {name: 'Add a filter'});
    await filters.getByRole('button', {name: 'Has'}).click();
    await option(page, /link/).waitFor();
    expect(await field(page).inputValue()).toBe('lighthouse has:');
    // Without a value it goes away with the suggestions, or makes way for another filter.
    await page.keyboard.press('Escape');
    await expect.poll(() => field(page).inputValue()).toBe('lighthouse');
    await filters.getByRole('button', {name: 'Date'}).click();
    // A filter of a button searches when it has its value.
    await option(page, /^Last month after:\d{4}-\d\d-\d\d before:\d{4}-\d\d-01$/).waitFor();
    await option(page, /^Last 7 days/).click();
    await expect.poll(() => field(page).inputValue()).toMatch(/^lighthouse after:\d{4}-\d\d-\d\d$/);
    await page.getByRole('list', {name: 'Filters'}).getByText('After').waitFor();
    await option(page, /./).first().waitFor({state: 'detached'});
    await field(page).fill('lighthouse');
    await filters.getByRole('button', {name: 'Has'}).click();
    await filters.getByRole('button', {name: 'From'}).click();
    await option(page, /bob/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await field(page).pressSequentially('bo');
    // As in the message box, Tab takes the first suggestion. What is typed next to the field isn't a message.
    await option(page, /bob/).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', {name: 'Clear search'}).focus();
    await page.keyboard.type('x');
    expect(await page.getByRole('textbox', {name: 'Write to Town Square'}).inputValue()).toBe('');
    const result = results(page).getByRole('listitem').filter({hasText: 'The lighthouse of the café'});
    await result.waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('lighthouse from:bob');
    await result.getByText('Today', {exact: true}).waitFor();
    // The time of day is next to the author, with the full date in its tooltip.
    const time = result.getByRole('article').getByTitle(/^\w{3} \d+, \d{4}, \d+:\d\d [AP]M$/);
    expect(await time.textContent()).toMatch(/^\d+:\d\d [AP]M$/);

    await field(page).fill('bo');
    await option(page, /from: .*bob/).click();
    expect(await field(page).inputValue()).toBe('from:bob ');
    await field(page).fill('har');
    await option(page, /in: .*harbor/).click();
    expect(await field(page).inputValue()).toBe('in:harbor ');
    await field(page).fill('Light');
    await option(page, /Recent search: *lighthouse from:bob/).waitFor();
    // The word itself is what Enter searches for.
    await field(page).press('Enter');
    await page.waitForURL('**/town-square?search=Light');
  });

  test('results are counted, and open in their channel by a click or with Enter', async () => {
    const channelId = await crew.channel('pier', [crew.ann, crew.bob]);
    const root = await crew.post(crew.bob, 'A periscope at the pier', {channel_id: channelId});
    await crew.post(crew.bob, 'Aye', {channel_id: channelId, root_id: root.id});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=periscope');
    await page.getByRole('status').filter({hasText: '1 result'}).waitFor();
    const result = results(page).getByRole('article').filter({hasText: 'A periscope'});
    await result.getByText('A periscope').click();
    await page.waitForURL('**/crew/channels/pier?*post=*');
    await page.getByRole('heading', {name: 'pier', level: 1}).waitFor();

    const again = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=periscope');
    await results(again).getByRole('article').filter({hasText: 'A periscope'}).press('Enter');
    await again.waitForURL('**/crew/channels/pier?*post=*');

    // The people in a thread stay when a search loads its message without them.
    const replies = again.getByRole('main').getByRole('button', {name: '1 reply'});
    const withoutPeople = replies.locator('svg');
    await replies.first().waitFor();
    await expect.poll(() => withoutPeople.count()).toBe(0);
    await field(again).fill('pier');
    await field(again).press('Enter');
    await again.waitForURL('**search=pier*');
    await again.getByRole('status').filter({hasText: '1 result'}).waitFor();
    expect(await withoutPeople.count()).toBe(0);

    // Longer words, and the order.
    await crew.post(crew.bob, 'Periscopes are long', {channel_id: channelId});
    await again.goto(`${address}/crew/channels/town-square?search=periscopes+from:me`);
    await again.getByText('No results for').waitFor();
    await again.goto(`${address}/crew/channels/town-square?search=periscopes`);
    await expect
      .poll(async () => [...new Set(await highlighted(again))].sort())
      .toEqual(['periscope', 'periscopes']);
    const first = results(again).getByRole('article').first();
    await first.filter({hasText: 'Periscopes are long'}).waitFor();
    await again.getByRole('button', {name: 'Newest first'}).click();
    await first.filter({hasText: 'A periscope'}).waitFor();
    await again.getByRole('button', {name: 'Oldest first'}).waitFor();
    await again.reload();
    await first.filter({hasText: 'A periscope'}).waitFor();

    // A typo.
    await again.goto(`${address}/crew/channels/town-square?search=perisocpe`);
    await again.getByText('No results for “perisocpe”').waitFor();
    await results(again).getByRole('button', {name: 'periscope'}).click();
    await results(again).getByRole('article').filter({hasText: 'A periscope'}).waitFor();
    expect(await field(again).inputValue()).toBe('periscope');
  });

  test('the results stay open next to the channels that they lead to', async () => {
    const ids = [];
    for (const name of ['dock', 'slip']) {
      const channelId = await crew.channel(name, [crew.ann, crew.bob]);
      ids.push(channelId);
      for (let n = 1; n <= 15; n++)
        await crew.post(crew.bob, `Barnacle ${n} in ${name}`, {channel_id: channelId});
    }
    for (let n = 1; n <= 40; n++) await crew.post(crew.bob, `Line ${n}`, {channel_id: ids[0]!});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=barnacle');
    const result = (text: string) => results(page).getByRole('article').filter({hasText: text});
    const message = (text: string) =>
      page
        .getByRole('region', {name: /^Messages in /})
        .getByRole('article')
        .filter({hasText: text, visible: true});
    const current = results(page).locator('[aria-current]');
    const scrolled = () => results(page).evaluate((list) => Math.round(list.scrollTop));
    const length = () => page.evaluate<number>('history.length');
    const start = await length();

    await result('Barnacle 3 in dock').scrollIntoViewIfNeeded();
    let searches = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/posts/search')) searches += 1;
    });
    const top = await scrolled();
    expect(top).toBeGreaterThan(0);
    await results(page)
      .getByRole('listitem')
      .filter({hasText: 'Barnacle 3 in dock'})
      .getByRole('link', {name: 'Jump'})
      .click();
    await page.getByRole('heading', {name: 'dock', level: 1}).waitFor();
    await message('Barnacle 3 in dock').waitFor();
    await current.filter({hasText: 'Barnacle 3 in dock'}).waitFor();
    expect(await current.count()).toBe(1);
    expect(await scrolled()).toBe(top);
    expect(await field(page).inputValue()).toBe('barnacle');
    expect(await accessibilityViolations(page)).toEqual([]);

    // Another message of the same channel, with the keyboard: one step, and the focus stays.
    await result('Barnacle 3 in dock').click({position: {x: 200, y: 5}});
    await page.keyboard.press('ArrowUp');
    const focused = page.locator(':focus-visible');
    await result('Barnacle 4 in dock').and(focused).waitFor();
    const before = await length();
    expect(before).toBe(start + 1);
    await page.keyboard.press('Enter');
    await current.filter({hasText: 'Barnacle 4 in dock'}).waitFor();
    await result('Barnacle 4 in dock').and(focused).waitFor();
    expect(await length()).toBe(before + 1);
    expect(await page.getByRole('region', {name: 'Search results'}).count()).toBe(1);

    // The same message again, after the person has scrolled away.
    const inView = (text: string) =>
      message(text).evaluate((node) => {
        const {top, bottom} = node.getBoundingClientRect();
        return top > 0 && bottom < node.ownerDocument.defaultView!.innerHeight;
      });
    await expect.poll(() => inView('Barnacle 4 in dock')).toBe(true);
    await page.getByRole('button', {name: 'Jump to latest'}).waitFor();
    await page.getByRole('region', {name: 'Messages in dock'}).evaluate((list) => list.scrollTo(0, 1e6));
    await message('Line 40').waitFor();
    await expect.poll(() => message('Line 40').count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => inView('Barnacle 4 in dock')).toBe(true);
    expect(await length()).toBe(before + 1);

    // Back leads to the earlier result, and closing the panel stays in the channel.
    await page.goBack();
    await current.filter({hasText: 'Barnacle 3 in dock'}).waitFor();
    await page.goBack();
    await page.getByRole('heading', {name: 'Town Square', level: 1}).waitFor();
    expect(await current.count()).toBe(0);
    await result('in slip').first().press('Enter');
    await page.getByRole('heading', {name: 'slip', level: 1}).waitFor();
    await message('in slip').first().waitFor();
    await current.filter({hasText: 'in slip'}).waitFor();
    await result('in slip').first().and(focused).waitFor();
    await page.getByRole('button', {name: 'Close panel'}).click();
    await results(page).waitFor({state: 'detached'});
    expect(new URL(page.url()).pathname).toBe('/crew/channels/slip');
    expect(searches).toBe(0);
  });

  test('in a window that the panel covers, a jump closes the results and Back returns to them', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=keeper', {
      viewport: {width: 700, height: 700},
    });
    const start = await page.evaluate<number>('history.length');
    const result = results(page).getByRole('article').filter({hasText: 'A lighthouse keeper'});
    await result.waitFor();
    await results(page).focus();
    await page.keyboard.press('ArrowDown');
    await result.and(page.locator(':focus-visible')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/crew/channels/harbor?post=*');
    await results(page).waitFor({state: 'detached'});
    expect(await page.evaluate('history.length')).toBe(start + 1);
    await page.goBack();
    await result.waitFor();
    await page.getByRole('heading', {name: 'Town Square', level: 1}).waitFor();
  });

  test('in a window that the panel covers, Back restores the scroll position, the text and the filter', async () => {
    const channelId = await crew.channel('wharf', [crew.ann, crew.bob]);
    for (let n = 1; n <= 25; n++) await crew.post(crew.bob, `Bollard ${n}`, {channel_id: channelId});
    const phone = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=bollard', {
      viewport: {width: 390, height: 844},
      hasTouch: true,
    });
    const result = results(phone).getByRole('listitem').filter({hasText: 'Bollard 5'});
    // Messages have the same margin as what is above them.
    const left = async (locator: Locator) => Math.round((await locator.first().boundingBox())!.x);
    const edge = await left(result.locator('svg'));
    expect([
      await left(result.getByRole('button', {name: /^Profile of /})),
      await left(phone.getByRole('button', {name: /^Messages/})),
    ]).toEqual([edge, edge]);
    await result.scrollIntoViewIfNeeded();
    const scrolled = () => results(phone).evaluate((list) => Math.round(list.scrollTop));
    const top = await scrolled();
    expect(top).toBeGreaterThan(0);
    await result.getByRole('link', {name: 'Jump'}).tap();
    await results(phone).waitFor({state: 'detached'});
    await phone.goBack();
    await result.waitFor();
    expect(await scrolled()).toBe(top);

    const page = await windows.openAs(address, 'ann', '/crew/channels/harbor?panel=files', {
      viewport: {width: 700, height: 700},
    });
    const files = page.getByRole('region', {name: 'Files in this channel'});
    const text = page.getByRole('searchbox', {name: 'Find files'});
    await text.fill('lighthouse');
    await chooseOption(page, 'File type', 'Images');
    await files.getByRole('button', {name: 'Show plan.txt'}).waitFor({state: 'detached'});
    await files.getByRole('link', {name: 'Jump'}).click();
    await files.waitFor({state: 'detached'});
    await page.goBack();
    await files.getByRole('button', {name: 'Show lighthouse.png'}).waitFor();
    expect(await text.inputValue()).toBe('lighthouse');
    await page.getByRole('combobox', {name: 'File type'}).filter({hasText: 'Images'}).waitFor();
    expect(await files.getByRole('button', {name: 'Show plan.txt'}).count()).toBe(0);
  });

  test('a result that is a reply opens its thread, and Back returns to the results', async () => {
    const root = await crew.post(crew.bob, 'About instruments');
    await crew.post(crew.bob, 'Sextant reply', {root_id: root.id});
    for (let n = 1; n <= 20; n++) await crew.post(crew.bob, `Other reply ${n}`, {root_id: root.id});
    for (let n = 1; n <= 20; n++) await crew.post(crew.bob, `Sextant ${n}`);
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=sextant');
    const result = results(page).getByRole('listitem').filter({hasText: 'Sextant reply'});
    const thread = page.getByRole('region', {name: 'Messages in this thread'});
    const scrolled = () => results(page).evaluate((list) => Math.round(list.scrollTop));
    const current = results(page).locator('[aria-current]');
    await result.getByRole('button', {name: 'Reply to bob: About instruments'}).waitFor();
    await result.scrollIntoViewIfNeeded();
    const top = await scrolled();
    expect(top).toBeGreaterThan(0);
    const ways = [() => page.getByRole('button', {name: 'Back', exact: true}).click(), () => page.goBack()];
    for (const goBack of ways) {
      await result.getByRole('link', {name: 'Jump'}).click();
      await thread.getByText('Sextant reply').waitFor();
      // The thread starts there, not at its end.
      await expect
        .poll(() =>
          thread.getByText('Sextant reply').evaluate((text) => {
            const {top, bottom} = text.closest('[data-scrolls]')!.getBoundingClientRect();
            const {y} = text.getBoundingClientRect();
            return y > top && y < bottom;
          }),
        )
        .toBe(true);
      await thread.locator('[data-highlighted]').filter({hasText: 'Sextant reply'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await goBack();
      await current.filter({hasText: 'Sextant reply'}).waitFor();
      expect(await scrolled()).toBe(top);
    }
    await result.hover();
    await result.getByRole('button', {name: 'Reply in thread'}).click();
    await thread.getByText('Sextant reply').waitFor();
    await page.getByRole('button', {name: 'Back', exact: true}).click();
    await result.waitFor();
    // The list that a button of the header opens in place of another one isn't part of it.
    await page.getByRole('button', {name: 'Saved messages'}).click();
    await page.getByRole('heading', {name: 'Saved messages', exact: true}).waitFor();
    expect(await page.getByRole('button', {name: 'Back', exact: true}).count()).toBe(0);
    await page.goBack();
    await result.getByRole('link', {name: 'Jump'}).click();
    await thread.getByText('Sextant reply').waitFor();
    // Another way to the thread doesn't lead back.
    await page.getByRole('button', {name: 'Close panel'}).click();
    await page.goto(`${address}/crew/channels/town-square?thread=${root.id}`);
    await thread.getByText('Sextant reply').waitFor();
    expect(await page.getByRole('button', {name: 'Back', exact: true}).count()).toBe(0);
  });

  test('a long result is cut, and shows what was found', async () => {
    const lines = (text: string) => Array.from({length: 60}, (_, n) => `${text} ${n}`).join('\n');
    const channel_id = await crew.channel('workshop', [crew.bob, crew.ann]);
    await crew.post(crew.bob, `${lines('Before')}\na dividing engine\n${lines('After')}`, {channel_id});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=dividing');
    const result = results(page).getByRole('listitem').filter({hasText: 'dividing engine'});
    const button = result.getByRole('button', {name: 'Show more'});
    await button.waitFor();
    const isShown = async () => {
      const frame = await button.evaluate((more) => {
        const {top, bottom} = more.previousElementSibling!.getBoundingClientRect();
        return {top, bottom};
      });
      const match = await page.evaluate<{top: number; bottom: number}>(
        `[...CSS.highlights.get('search')][0].getBoundingClientRect().toJSON()`,
      );
      return frame.bottom - frame.top < 400 && match.top > frame.top && match.bottom < frame.bottom;
    };
    await expect.poll(isShown).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await button.click();
    await result.getByRole('button', {name: 'Show less'}).click();
    await expect.poll(isShown).toBe(true);
  });

  test('the files of a channel stay open, with their filter, next to the message of one', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/harbor?panel=files');
    const files = page.getByRole('region', {name: 'Files in this channel'});
    await files.getByRole('button', {name: 'Show plan.txt'}).waitFor();
    await chooseOption(page, 'File type', 'Images');
    await files.getByRole('button', {name: 'Show plan.txt'}).waitFor({state: 'detached'});
    await files.getByRole('link', {name: 'Jump'}).click();
    await page.waitForURL('**/harbor?*post=*');
    await files.locator('[aria-current]').getByRole('button', {name: 'Show lighthouse.png'}).waitFor();
    expect(await files.getByRole('button', {name: 'Show plan.txt'}).count()).toBe(0);
  });

  test('the viewer says who posted a file and where, and leads to its message', async () => {
    const page = await windows.openAs(
      address,
      'ann',
      '/crew/channels/town-square?search=lighthouse&of=files',
    );
    await results(page).getByRole('button', {name: 'Show lighthouse.png'}).click();
    const viewer = page.getByRole('dialog', {name: 'lighthouse.png'});
    await viewer.getByText('harbor', {exact: true}).waitFor();
    await viewer.getByText('bob', {exact: true}).waitFor();
    await viewer.getByRole('link', {name: 'Show message'}).click();
    await page.waitForURL('**/harbor?*post=*');
    await viewer.waitFor({state: 'detached'});
    await page.locator('[data-highlighted]').getByRole('button', {name: 'Show lighthouse.png'}).waitFor();
    await results(page)
      .locator('[aria-current]')
      .getByRole('button', {name: 'Show lighthouse.png'})
      .waitFor();
    // The message is highlighted for some seconds. The result stays marked.
    await page.locator('[data-highlighted]').waitFor({state: 'detached'});
    expect(await results(page).locator('[aria-current]').count()).toBeGreaterThan(0);
  });

  test('a jump to a message that is taller than the list shows its beginning', async () => {
    const channelId = await crew.channel('chart', [crew.ann, crew.bob]);
    const lines = Array.from({length: 80}, (_, n) => `Bearing ${n}`).join('\n');
    for (const text of ['Before', 'Before too', `Astrolabe\n${lines}`, 'After']) {
      await crew.post(crew.bob, text, {channel_id: channelId});
    }
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=astrolabe');
    await results(page).getByRole('link', {name: 'Jump'}).click();
    const list = page.getByRole('region', {name: 'Messages in chart'});
    const message = list.getByRole('article').filter({hasText: 'Astrolabe'});
    await message.waitFor();
    const distance = async () => (await message.boundingBox())!.y - (await list.boundingBox())!.y;
    // Below the button with the day.
    await expect.poll(distance).toBeGreaterThan(40);
    await expect.poll(distance).toBeLessThan(100);
  });

  test('the keyboard moves through results and acts on them like on the messages of a channel', async () => {
    const channelId = await crew.channel('quay', [crew.ann, crew.bob]);
    const posts = ['first', 'second', 'third'];
    for (const name of posts) {
      await crew.post(crew.bob, `The ${name} capstan`, {channel_id: channelId});
    }
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    const hasFocus = (locator: Locator) => locator.and(page.locator(':focus-visible')).waitFor();
    const result = (name: string) =>
      results(page)
        .getByRole('article')
        .filter({hasText: `${name} capstan`});
    await field(page).fill('capstan');
    await page.keyboard.press('Enter');
    await result('first').waitFor();
    // The ring is around the result that a key moves to, not around all of them.
    await hasFocus(results(page));
    const ring = (locator: Locator) =>
      locator.evaluate((node) => node.ownerDocument.defaultView!.getComputedStyle(node).outlineStyle);
    expect(await ring(results(page))).toBe('none');
    await page.keyboard.press('ArrowDown');
    await hasFocus(result('third'));
    expect(await ring(result('third'))).not.toBe('none');
    await page.keyboard.press('ArrowUp');
    await hasFocus(result('third'));
    await page.keyboard.press('ArrowDown');
    await hasFocus(result('second'));
    await page.keyboard.press('s');
    await result('second').getByText('Saved').waitFor();
    await page.keyboard.press('m');
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await hasFocus(result('second'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await hasFocus(result('first'));
    // A search in the panel leads to its results too.
    await page.keyboard.press('Control+Shift+F');
    await page.keyboard.type('capstan from:bob');
    await option(page, /bob/).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', {name: 'Remove filter from:bob'}).waitFor();
    await result('first').waitFor();
    await hasFocus(results(page));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await hasFocus(result('first'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/crew/channels/quay?*post=*');
    await page.getByRole('heading', {name: 'quay', level: 1}).waitFor();
  });

  test('days come from a list or a calendar', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await field(page).fill('after:');
    await option(page, /Yesterday/).click();
    expect(await field(page).inputValue()).toMatch(/^after:\d{4}-\d\d-\d\d $/);
    await field(page).fill('lighthouse on:');
    await page.getByRole('button', {name: 'Before', exact: true}).click();
    expect(await field(page).inputValue()).toBe('lighthouse before:');
    const calendar = page.getByRole('application', {name: /^Another day/});
    const today = calendar.getByRole('button', {name: /^Today, /});
    await today.waitFor();
    const frame = (day: Locator) =>
      day.evaluate((node) => node.ownerDocument.defaultView!.getComputedStyle(node).boxShadow);
    const otherDay = calendar
      .getByRole('button', {name: /^\w+day, /})
      .and(page.locator(':not([data-today])'));
    expect(await frame(today)).not.toBe(await frame(otherDay.first()));
    // No message is from the future.
    await calendar.getByRole('button', {name: 'Next', disabled: true}).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await calendar.getByRole('button', {name: 'Previous'}).press('Enter');
    const last = new Date();
    last.setDate(15);
    last.setMonth(last.getMonth() - 1);
    const month = last.toLocaleString('en', {month: 'long', year: 'numeric'});
    await calendar.getByRole('button', {name: new RegExp(`${month.replace(' ', ' 15, ')}`)}).click();
    const day = `${last.getFullYear()}-${String(last.getMonth() + 1).padStart(2, '0')}-15`;
    expect(await field(page).inputValue()).toBe(`lighthouse before:${day} `);
    await field(page).press('Enter');
    await page.getByText(`No results for “lighthouse before:${day}”`).waitFor();
    expect(await highlighted(page)).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Search without filters'}).click();
    await results(page).getByRole('article').first().waitFor();
    expect(await field(page).inputValue()).toBe('lighthouse');
    // Without words, the advice is about the filters.
    await field(page).fill('before:2001-01-01');
    await field(page).press('Enter');
    await page.getByText('Try fewer or other filters.').waitFor();
    await field(page).fill('lighthouse');
    await field(page).press('Enter');
    await results(page).getByRole('article').first().waitFor();

    // A range includes both days, and is one filter. The filters don't include their day.
    const dayOf = (date: Date, by: number) =>
      new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate() + by)).toISOString().slice(0, 10);
    const addDate = page.getByRole('group', {name: 'Add a filter'}).getByRole('button', {name: 'Date'});
    await addDate.click();
    await page.getByRole('button', {name: 'Range', exact: true}).click();
    const range = page.getByRole('application', {name: /^First and last day/});
    // All days have room.
    await page.setViewportSize({width: 1280, height: 800});
    const hidden = range.evaluate((node) => {
      const popup = node.closest('search')!.lastElementChild!;
      return popup.scrollHeight - popup.clientHeight;
    });
    expect(await hidden).toBe(0);
    await range.getByRole('button', {name: 'Previous'}).click();
    await range.getByRole('button', {name: new RegExp(month.replace(' ', ' 12, '))}).click();
    expect(await field(page).inputValue()).toBe('lighthouse on:');
    expect(await accessibilityViolations(page)).toEqual([]);
    await range.getByRole('button', {name: new RegExp(month.replace(' ', ' 15, '))}).click();
    await page.waitForURL(/search=lighthouse/);
    last.setDate(12);
    const terms = `lighthouse after:${dayOf(last, -1)} before:${dayOf(last, 4)}`;
    await expect.poll(() => field(page).inputValue()).toBe(terms);
    const filters = page.getByRole('list', {name: 'Filters'}).getByRole('listitem');
    await filters.filter({hasText: /^Date \w{3} 12 – 15, \d{4}$/}).waitFor();
    // Other days replace it, and it comes back if none are chosen.
    await addDate.click();
    expect(await field(page).inputValue()).toBe('lighthouse on:');
    await page.keyboard.press('Escape');
    await expect.poll(() => field(page).inputValue()).toBe(terms);
    await filters.getByRole('button', {name: /^Remove filter/}).click();
    await results(page).getByRole('article').first().waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('lighthouse');
    expect(await filters.count()).toBe(0);
  });

  test('Escape closes the suggestions and the panel, but keeps the text; recent searches are offered', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await field(page).fill('lighthouse');
    await field(page).press('Enter');
    await results(page).getByRole('article').first().waitFor();
    await field(page).fill('lighthouse has:');
    await option(page, /link/).waitFor();
    await page.keyboard.press('Escape');
    await option(page, /link/).waitFor({state: 'detached'});
    expect(await field(page).inputValue()).toBe('lighthouse has:');
    // Then it brings back the text of the results.
    await page.keyboard.press('Escape');
    expect(await field(page).inputValue()).toBe('lighthouse');
    // The query is in one field at a time.
    expect(await page.getByRole('combobox', {name: 'Search messages'}).count()).toBe(1);
    await results(page).press('Escape');
    await results(page).waitFor({state: 'detached'});
    expect(await field(page).inputValue()).toBe('lighthouse');
    await page.getByRole('button', {name: 'Clear search'}).waitFor();
    // The field that had the focus is gone.
    await page.getByRole('textbox', {name: 'Write to Town Square'}).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+Shift+F');
    await field(page).and(page.locator(':focus')).waitFor();

    await field(page).fill('');
    await option(page, /Recent search: *lighthouse/).click();
    await results(page).getByRole('article').first().waitFor();

    // Words inside of them match too. They are removed with a button or with Shift+Delete.
    for (const terms of ['lantern oil', 'oil price']) {
      await field(page).fill(terms);
      await field(page).press('Enter');
      await page.getByText(`No results for “${terms}”`).waitFor();
    }
    await field(page).fill('oil');
    await option(page, /Recent search: *oil price/).waitFor();
    await option(page, /Recent search: *lantern oil/)
      .getByTitle('Remove this search')
      .click();
    await option(page, /lantern oil/).waitFor({state: 'detached'});
    await field(page).press('ArrowDown');
    const selected = page.getByRole('option', {selected: true}).filter({hasText: 'oil price'});
    await selected.locator('kbd').filter({hasText: 'Del', visible: true}).waitFor();
    const about = (await selected.getAttribute('aria-describedby'))!;
    expect(await page.locator(`[id="${about}"]`).textContent()).toContain('Shift+Delete');
    await field(page).press('Shift+Delete');
    await option(page, /oil price/).waitFor({state: 'detached'});
    expect(await field(page).inputValue()).toBe('oil');
    await field(page).fill('');
    await option(page, /Recent search: *lighthouse/).waitFor();
    expect(await option(page, /oil/).count()).toBe(0);
    // Those of the palette are recent searches too.
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').fill('heliograph');
    await option(page, 'Search messages for “heliograph”').click();
    await page.getByText('No results for “heliograph”').waitFor();
    await field(page).fill('');
    await option(page, /Recent search: *heliograph/).waitFor();
  });

  test('recent searches come before filters, and people and channels that arrive late before both', async () => {
    await crew.channel('exhibit', [crew.ann]);
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=', {
      viewport: {width: 1280, height: 300},
    });
    const shown = () => page.getByRole('option').allTextContents();
    const selected = page.getByRole('option', {selected: true});
    await field(page).fill('exodus');
    await field(page).press('Enter');
    await page.getByText('No results for “exodus”').waitFor();
    await field(page).fill('');
    await option(page, /Recent search: *exodus/).waitFor();
    expect((await shown())[0]).toContain('exodus');
    expect((await shown())[1]).toContain('in this channel');
    expect((await shown())[2]).toContain('from:');
    // The last one is below the visible part of the list.
    await field(page).press('ArrowUp');
    await selected.filter({hasText: 'ext:'}).waitFor();
    const [list, last] = [page.getByRole('listbox').locator('..'), selected];
    const end = async (part: Locator) => {
      const {y, height} = (await part.boundingBox())!;
      return y + height;
    };
    await expect.poll(async () => (await end(last)) <= (await end(list))).toBe(true);

    const held = Promise.withResolvers<void>();
    await page.route('**/channels/autocomplete?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await field(page).fill('ex');
    await option(page, /^ext:/).waitFor();
    await field(page).press('ArrowDown');
    await selected.filter({hasText: 'exodus'}).waitFor();
    held.resolve();
    await option(page, /^in: .*exhibit/).waitFor();
    expect((await shown()).map((text) => /exhibit|exodus|ext:/.exec(text)?.[0])).toEqual([
      'exhibit',
      'exodus',
      'ext:',
    ]);
    expect(await selected.textContent()).toContain('exodus');
    await field(page).press('ArrowUp');
    await field(page).press('Enter');
    expect(await field(page).inputValue()).toBe('in:exhibit ');
  });

  test('people with direct messages or messages in the open channel are suggested first', async () => {
    const {body: direct} = await crew.ann.post('/channels/direct', [crew.ann.id, crew.cat.id]);
    await crew.post(crew.ann, 'Hello Cat', {channel_id: direct.id});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await page.getByRole('article').filter({hasText: 'Nothing else'}).waitFor();
    await field(page).fill('from:');
    await option(page, /bob/).waitFor();
    const shown = (await page.getByRole('option').allTextContents()).map((text) => /\w+/.exec(text)![0]);
    expect(shown.map((text) => text.slice(-3))).toEqual(['cat', 'bob', 'ann', 'me']);
    await field(page).pressSequentially('m');
    await page.keyboard.press('Tab');
    expect(await field(page).inputValue()).toBe('from:me ');
  });

  test('a button clears the field, which keeps the focus and the results', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=keeper');
    await results(page).getByRole('article').first().waitFor();
    const clear = page.getByRole('button', {name: 'Clear search'});
    const focusedField = field(page).and(page.locator(':focus'));
    await clear.click();
    await focusedField.waitFor();
    expect(await field(page).inputValue()).toBe('');
    expect(await clear.count()).toBe(0);
    await results(page).getByRole('article').first().waitFor();
    // A search for nothing shows no results, and the field still gets what the person types.
    await page.keyboard.press('Enter');
    await page.getByText('Narrow your search').waitFor();
    await page.keyboard.type('lamp');
    expect(await field(page).inputValue()).toBe('lamp');
    await page.keyboard.press('Tab');
    await clear.and(page.locator(':focus-visible')).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await focusedField.waitFor();
    expect(await field(page).inputValue()).toBe('');
    await option(page, /^from:/).waitFor();
  });

  test('suggestions are open only while the field has the focus', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    // Without a text, the open channel is suggested.
    await field(page).click();
    await option(page, 'Town Square in this channel').click();
    expect(await field(page).inputValue()).toBe('in:town-square ');
    // The value has a space after it, and the cursor is there, also within the text.
    await page.keyboard.type(' keeper  has:l', {delay: 1});
    expect(await field(page).inputValue()).toBe('in:town-square keeper  has:l');
    await field(page).fill('keeper ');
    await page.keyboard.press('Home');
    await page.keyboard.type('has:l');
    await option(page, /link/).waitFor();
    await page.keyboard.press('Tab');
    expect(await field(page).inputValue()).toBe('has:link keeper ');
    await page.keyboard.type(' lamp');
    expect(await field(page).inputValue()).toBe('has:link lampkeeper ');
    await field(page).fill('has:');
    await option(page, /link/).waitFor();
    await field(page).hover();
    await page.mouse.down();
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').waitFor();
    await option(page, /link/).waitFor({state: 'detached'});
    // The click ends in the field, which no longer has the focus.
    const hidden = page.locator('search input').first();
    await hidden.dispatchEvent('click');
    expect(await hidden.getAttribute('aria-expanded')).toBe('false');
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
  });

  test('files are found by name and content, and shown with their thumbnails', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=lighthouse');
    await results(page).getByRole('article').first().waitFor();
    await page.getByRole('button', {name: 'Files 2', exact: true}).click();
    await results(page).getByRole('button', {name: 'Show plan.txt'}).waitFor();
    // Where the word is in the text.
    await results(page)
      .getByRole('listitem')
      .filter({hasText: 'plan.txt'})
      .getByText(/lighthouse/)
      .waitFor();
    const picture = results(page).getByRole('button', {name: 'Show lighthouse.png'});
    const shown = results(page).getByRole('listitem').filter({hasText: 'lighthouse.png'});
    await shown.getByText('harbor', {exact: true}).waitFor();
    expect(await picture.locator('img').getAttribute('src')).toContain('/thumbnail');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: /^Messages/}).click();
    await results(page).getByRole('article').first().waitFor();
    // Its text has another form of the word.
    await page.goto(`${address}/crew/channels/town-square?search=painting&of=files`);
    await results(page).getByRole('button', {name: 'Show plan.txt'}).waitFor();
    await expect.poll(() => highlighted(page)).toEqual(['paint']);
    await page.goto(`${address}/crew/channels/town-square?search=xylophone&of=files`);
    await page.getByText('No files match “xylophone”').waitFor();
    await page.goto(`${address}/crew/channels/town-square?search=paint`);
    await page.getByRole('button', {name: 'Show matching files'}).click();
    await results(page).getByRole('button', {name: 'Show plan.txt'}).waitFor();
    await page.goto(`${address}/crew/channels/town-square?search=keeper&of=files`);
    await page.getByRole('button', {name: 'Show matching messages'}).click();
    await results(page).getByRole('article').filter({hasText: 'A lighthouse keeper'}).waitFor();
  });

  test('people in several teams can search in one or all of them', async () => {
    const {bob, cat, stranger} = crew;
    const {teams, channels} = crew.server.features;
    const second = await teams.create({name: 'second', display_name: 'Second Crew', type: 'O'}, cat.id);
    await teams.addMember(second.id, bob.id, cat.id);
    const home = await channels.byName(second.id, 'town-square');
    const closed = await channels.create({team_id: second.id, name: 'closed', type: 'P'}, bob.id);
    const path = `/files?channel_id=${home.id}&filename=gyroscope.txt`;
    const {file_infos: files} = (await bob.post(path, Buffer.from('x'))).body;
    const shared = await crew.post(bob, 'A gyroscope for all in ~town-square', {
      channel_id: home.id,
      file_ids: [files[0].id],
    });
    await crew.post(bob, 'Thanks', {channel_id: home.id, root_id: shared.id});
    await teams.addMember(crew.teamId, stranger.id, crew.ann.id);
    await crew.post(stranger, 'Not in the second team');
    // The server only knows its own links by this setting.
    await crew.server.platform.config.patch({ServiceSettings: {SiteURL: address}});
    const quote = await crew.post(bob, `See ${address}/second/pl/${shared.id}`);
    await crew.post(bob, 'A gyroscope for me', {channel_id: closed.id});
    await crew.channel('tugboats', [cat]);
    await crew.post(cat, 'Newer', {channel_id: await crew.channel('harbor-tug', [cat])});
    const page = await windows.openAs(address, 'cat', '/crew/channels/town-square');
    const searched = page.getByRole('combobox', {name: 'Teams'});
    /** The name of the searched teams in the field of the header. */
    const scope = () =>
      field(page).evaluate((input) => {
        const id = input.getAttribute('aria-describedby');
        return id && input.ownerDocument.getElementById(id)!.textContent;
      });
    const closePanel = async () => {
      await page.getByRole('button', {name: 'Close panel'}).click();
      await page.getByRole('complementary', {name: 'Side panel'}).waitFor({state: 'detached'});
    };
    const result = results(page).getByRole('listitem').filter({hasText: 'A gyroscope'});
    await field(page).fill('gyroscope');
    await option(page, 'Search in all teams for “gyroscope”').waitFor();
    // There is nothing to complete, so Tab moves the focus.
    await page.keyboard.press('Tab');
    await page.getByRole('button', {name: 'Clear search'}).and(page.locator(':focus')).waitFor();
    await field(page).press('Enter');
    await page.getByText('No results for “gyroscope”').waitFor();
    expect(await searched.textContent()).toBe('Crew');
    await page.getByRole('button', {name: 'Search in all teams'}).click();
    await result.getByText('Second Crew').waitFor();
    expect(await result.count()).toBe(1);
    expect(await searched.textContent()).toBe('All teams');
    expect(await accessibilityViolations(page)).toEqual([]);
    // A channel that a message mentions is one of its team.
    const mention = result.getByRole('link', {name: '~Town Square'});
    expect(await mention.getAttribute('href')).toBe('/second/channels/town-square');
    expect(await result.getByRole('link', {name: 'Jump'}).getAttribute('href')).toMatch(/^\/second\/pl\//);
    // This is also true in its thread.
    const thread = page
      .getByRole('complementary')
      .getByRole('article')
      .filter({hasText: 'A gyroscope for all'});
    await result.getByRole('button', {name: '1 reply'}).click();
    await page.waitForURL('**/crew/**thread=*');
    await thread.getByRole('link', {name: '~Town Square'}).waitFor();
    expect(await thread.getByRole('link', {name: '~Town Square'}).getAttribute('href')).toBe(
      '/second/channels/town-square',
    );
    await page.goBack();
    await page.getByRole('button', {name: 'Files 1', exact: true}).click();
    const file = results(page).getByRole('listitem').filter({hasText: 'Second Crew'});
    expect(await file.getByRole('link', {name: 'Jump'}).getAttribute('href')).toMatch(/^\/second\/pl\//);
    await file.getByRole('button', {name: 'Show gyroscope.txt'}).click();
    const leading = page.getByRole('dialog').getByRole('link', {name: 'Show message'});
    expect(await leading.getAttribute('href')).toMatch(/^\/second\/pl\//);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await page.goBack();
    // The channels of the other team are suggested, and named in the filter. Equal names are told apart by their teams.
    await field(page).fill('gyroscope in:clo');
    expect(await option(page, /closed/).count()).toBe(0);
    await field(page).fill('gyroscope in:tow');
    await option(page, /Town Square *Crew$/).waitFor();
    expect(await page.getByRole('option').first().textContent()).toMatch(/Town Square *Crew$/);
    // The best match comes before those with newer messages.
    await field(page).fill('gyroscope in:tug');
    await option(page, /harbor-tug/).waitFor();
    expect(await page.getByRole('option').first().textContent()).toMatch(/^tugboats/);
    await field(page).fill('gyroscope in:second/tow');
    await option(page, /Town Square *Second Crew$/).waitFor();
    await option(page, /Town Square *Crew$/).waitFor({state: 'detached'});
    await field(page).fill('gyroscope in:tow');
    await option(page, /Town Square *Second Crew$/).click();
    expect(await field(page).inputValue()).toBe('gyroscope in:second/town-square ');
    await field(page).press('Enter');
    await page.getByRole('list', {name: 'Filters'}).getByText('In Town Square Second Crew').waitFor();
    await result.getByText('A gyroscope for all').click();
    await page.waitForURL('**/second/channels/town-square?*post=*');
    await result.and(page.locator('[aria-current]')).waitFor();
    expect(await searched.textContent()).toBe('All teams');
    await chooseOption(page, 'Teams', 'Second Crew');
    await page.waitForURL((url) => !url.searchParams.has('teams'));
    await page.getByRole('button', {name: 'Messages 1', exact: true}).waitFor();

    // A recent search covers the same teams again.
    await visit(page, '/crew/channels/town-square');
    await field(page).fill('gyro');
    await option(page, /Recent search: *gyroscope All teams/).click();
    await page.waitForURL('**search=gyroscope&teams=all');
    await result.getByText('Second Crew').waitFor();
    await chooseOption(page, 'Teams', 'Crew');
    await page.waitForURL((url) => !url.searchParams.has('teams'));
    await visit(page, '/crew/channels/town-square');
    await field(page).fill('');
    await field(page).pressSequentially('all gyroscope');
    await field(page).press('ArrowUp');
    await page.getByRole('option', {selected: true}).filter({hasText: 'Search in all teams'}).waitFor();
    await field(page).press('Enter');
    await result.getByText('Second Crew').waitFor();

    // The next search begins with the open team, and can cover others from the start.
    await closePanel();
    expect(await scope()).toBeNull();
    await field(page).fill('gyroscope');
    await option(page, 'Search in all teams for “gyroscope”').waitFor();
    await chooseOption(page, 'Teams', 'All teams');
    await expect.poll(scope).toBe('All teams');
    await field(page).press('Enter');
    await result.getByText('Second Crew').waitFor();
    // One click leads back to the open team.
    await closePanel();
    await field(page).fill('gyroscope for');
    await chooseOption(page, 'Teams', 'All teams');
    await option(page, 'Search only in Crew for “gyroscope for”').click();
    await page.getByText('No results for “gyroscope for”').waitFor();
    await closePanel();
    expect(await scope()).toBeNull();
    // Recent searches are those of all teams, and each covers the same teams again.
    await visit(page, '/second/channels/town-square');
    await field(page).fill('');
    await option(page, /Recent search: *all gyroscope All teams/).waitFor();
    await option(page, /Recent search: *gyroscope for Crew$/).click();
    await page.getByText('No results for “gyroscope for”').waitFor();
    expect(await searched.textContent()).toBe('Crew');
    await closePanel();
    expect(await scope()).toBeNull();

    await visit(page, `/crew/pl/${quote.id}`);
    const quoted = page
      .getByRole('article')
      .filter({hasText: 'See http'})
      .getByRole('link', {name: '~Town Square'});
    expect(await quoted.getAttribute('href')).toBe('/second/channels/town-square');

    // From one team, a person can search only another one. Its channels and the people in it are suggested.
    await visit(page, '/crew/channels/town-square?search=gyroscope');
    await chooseOption(page, 'Teams', 'Second Crew');
    await result.getByText('Second Crew').waitFor();
    await page.waitForURL(`**search=gyroscope&teams=${second.id}`);
    await field(page).fill('gyroscope in:tow');
    await option(page, /Town Square$/).waitFor();
    await field(page).fill('gyroscope from:');
    await option(page, /bob/).waitFor();
    expect(await option(page, /stranger/).count()).toBe(0);
    await closePanel();
    await field(page).fill('gyroscope');
    await chooseOption(page, 'Teams', 'Second Crew');
    await expect.poll(scope).toBe('Second Crew');
    await field(page).press('Enter');
    await result.getByText('Second Crew').waitFor();
    // Once the person has left it, the open team is searched instead.
    await teams.removeMember(second.id, cat.id, cat.id);
    await page.getByText('No results for “gyroscope”').waitFor();
    expect(await searched.count()).toBe(0);

    const single = await windows.openAs(
      address,
      'ann',
      '/crew/channels/town-square?search=gyroscope&teams=all',
    );
    await single.getByText('No results for “gyroscope”').waitFor();
    expect(await single.getByRole('button', {name: /all teams/i}).count()).toBe(0);
    expect(await single.getByRole('combobox', {name: 'Teams'}).count()).toBe(0);
  });

  test('the header chooses and names the teams of the next search', async () => {
    const {cat} = crew;
    const {teams, channels} = crew.server.features;
    const third = await teams.create({name: 'third', display_name: 'Third Crew', type: 'O'}, cat.id);
    const home = await channels.byName(third.id, 'town-square');
    await crew.post(cat, 'An alidade', {channel_id: home.id});
    const page = await windows.openAs(address, 'cat', '/crew/channels/town-square');
    const searched = page.getByRole('combobox', {name: 'Teams'});
    const remove = page.getByRole('button', {name: 'Search only in Crew'});
    const focusedField = field(page).and(page.locator(':focus'));
    const noPanel = () => page.getByRole('complementary', {name: 'Side panel'}).waitFor({state: 'detached'});
    const closePanel = async () => {
      await page.getByRole('button', {name: 'Close panel'}).click();
      await noPanel();
    };
    // The field keeps the focus for the text.
    await field(page).click();
    await chooseOption(page, 'Teams', 'Third Crew');
    await focusedField.waitFor();
    await remove.waitFor();
    expect(await searched.textContent()).toBe('Third Crew');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.type('alidade');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**search=alidade&teams=${third.id}`);
    await results(page).getByRole('article').waitFor();
    // A reload and Back keep the teams, before a search and after it.
    await page.goBack();
    await noPanel();
    await remove.waitFor();
    expect(await field(page).inputValue()).toBe('alidade');
    await page.reload();
    await remove.waitFor();
    await page.getByRole('link', {name: 'Off-Topic'}).click();
    await page.getByRole('heading', {name: 'Off-Topic', level: 1}).waitFor();
    await page.goBack();
    await page.getByRole('heading', {name: 'Town Square', level: 1}).waitFor();
    await remove.waitFor();
    await field(page).fill('alidade');
    await field(page).press('Enter');
    await page.waitForURL(`**search=alidade&teams=${third.id}`);
    await results(page).getByRole('article').waitFor();
    // Closing the panel leads back to the open team, also that of a link, and of searches before it.
    await closePanel();
    await remove.waitFor({state: 'detached'});
    await visit(page, `/crew/channels/town-square?search=alidade&teams=${third.id}`);
    await results(page).getByRole('article').waitFor();
    await chooseOption(page, 'Teams', 'All teams');
    await page.waitForURL('**teams=all');
    await page.goBack();
    await page.waitForURL(`**teams=${third.id}`);
    await closePanel();
    await field(page).fill('alidade');
    await option(page, 'Search in all teams for “alidade”').waitFor();
    expect(await searched.textContent()).toBe('Crew');
    expect(await remove.count()).toBe(0);
    await field(page).press('Enter');
    await page.getByText('No results for “alidade”').waitFor();
    expect(await searched.textContent()).toBe('Crew');
    // The same words in two teams are two searches, and each can be removed.
    await closePanel();
    await field(page).fill('');
    const recent = (team: string) => option(page, new RegExp(`Recent search: *alidade${team}$`));
    await recent('').waitFor();
    await recent(' Third Crew').click();
    await results(page).getByRole('article').waitFor();
    await page.goBack();
    await noPanel();
    // With the keyboard. Escape leads back to the field, and then closes the suggestions.
    await field(page).fill('');
    await searched.waitFor();
    await page.keyboard.press('Tab');
    await searched.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await focusedField.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const choices = page.getByRole('listbox', {name: 'Teams'});
    await choices.waitFor();
    await page.keyboard.press('Escape');
    await choices.waitFor({state: 'detached'});
    await searched.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('T');
    await remove.waitFor();
    await focusedField.waitFor();
    await page.keyboard.press('Backspace');
    await remove.waitFor({state: 'detached'});
    // Its button leads back too.
    await chooseOption(page, 'Teams', 'Third Crew');
    await page.getByRole('search').locator('label').getByText('Third Crew', {exact: true}).click();
    await focusedField.waitFor();
    await remove.click();
    await focusedField.waitFor();
    await remove.waitFor({state: 'detached'});
    await recent(' Third Crew').getByTitle('Remove this search').click();
    await recent(' Third Crew').waitFor({state: 'detached'});
    await recent('').waitFor();
    // Filters have their own suggestions.
    await field(page).fill('alidade has:');
    await option(page, /A link/).waitFor();
    await searched.waitFor({state: 'detached'});
    // Once the person has left the team, the open one is searched instead, also if there are others.
    await teams.create({name: 'fourth', display_name: 'Fourth Crew', type: 'O'}, cat.id);
    await visit(page, `/crew/channels/town-square?search=alidade&teams=${third.id}`);
    await results(page).getByRole('article').waitFor();
    await teams.removeMember(third.id, cat.id, cat.id);
    await page.getByText('No results for “alidade”').waitFor();
    expect(await searched.textContent()).toBe('Crew');
  });

  test('a long name of a team leaves room for the text', async () => {
    const name = 'International Customer Success and Partnerships';
    await crew.server.features.teams.create(
      {name: 'international', display_name: name, type: 'O'},
      crew.bob.id,
    );
    const page = await windows.openAs(address, 'bob', '/crew/channels/town-square');
    await field(page).click();
    await chooseOption(page, 'Teams', name);
    await page.getByRole('search').locator('label').getByText(name).waitFor();
    await field(page).fill('a search of twenty l');
    for (const width of [1280, 1024]) {
      await page.setViewportSize({width, height: 800});
      expect(await field(page).evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
      expect(await field(page).evaluate((input) => input.clientWidth)).toBeGreaterThan(140);
    }
  });

  test('a failed search can be tried again', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await page.route('**/posts/search', (route) =>
      route.fulfill({status: 503, json: {message: 'It took too long.'}}),
    );
    await field(page).fill('lighthouse');
    await field(page).press('Enter');
    await page.getByText('It took too long.').waitFor();
    await page.unroute('**/posts/search');
    await results(page)
      .getByRole('button', {name: /Try again|Retry/})
      .click();
    await results(page).getByRole('article').first().waitFor();
  });

  test('on a phone, the panel contains the field', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square', {
      viewport: {width: 390, height: 844},
      hasTouch: true,
    });
    await page.getByRole('button', {name: 'Search messages'}).click();
    await field(page).fill('lighthouse fr');
    await option(page, /from:/).tap();
    await option(page, /bob/).tap();
    await field(page).press('Enter');
    await results(page).getByRole('article').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
