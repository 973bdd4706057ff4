import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, testWindows} from '../support/browser.ts';
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
    expect(await filters.getByRole('listitem').allTextContents()).toEqual(['from:bob', 'in:town-square']);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', {name: 'Remove filter from:bob'}).click();
    await page.getByRole('button', {name: 'Remove filter in:town-square'}).click();
    await results(page).getByRole('article').filter({hasText: 'A lighthouse keeper'}).waitFor();
    await results(page).getByRole('link', {name: 'Jump'}).first().click();
    await page.getByRole('heading', {name: 'harbor', level: 1}).waitFor();
    await page.getByRole('article').filter({hasText: 'A lighthouse keeper'}).first().waitFor();
  });

  test('buttons add filters, and a word leads to people, channels and past searches', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await field(page).fill('lighthouse');
    await field(page).press('Enter');
    await results(page).getByRole('article').first().waitFor();
    const filters = page.getByRole('group', {name: 'Add a filter'});
    await filters.getByRole('button', {name: 'Has'}).click();
    await option(page, /link/).waitFor();
    expect(await field(page).inputValue()).toBe('lighthouse has:');
    // A filter without a value makes way for another one.
    await filters.getByRole('button', {name: 'From'}).click();
    await option(page, /bob/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await field(page).pressSequentially('bo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const result = results(page).getByRole('listitem').filter({hasText: 'The lighthouse of the café'});
    await result.waitFor();
    await expect.poll(() => field(page).inputValue()).toBe('lighthouse from:bob');
    await result.getByRole('time').waitFor();
    // Its time is not shown again next to the author.
    expect(
      await result
        .getByRole('article')
        .getByText(/\d:\d\d/)
        .count(),
    ).toBe(0);

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
    await crew.post(crew.bob, 'A periscope at the pier', {channel_id: channelId});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=periscope');
    await page.getByRole('status').filter({hasText: '1 result'}).waitFor();
    const result = results(page).getByRole('article').filter({hasText: 'A periscope'});
    await result.getByText('A periscope').click();
    await page.waitForURL('**/crew/channels/pier?post=*');
    await page.getByRole('heading', {name: 'pier', level: 1}).waitFor();

    const again = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=periscope');
    await results(again).getByRole('article').filter({hasText: 'A periscope'}).press('Enter');
    await again.waitForURL('**/crew/channels/pier?post=*');
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
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/crew/channels/quay?post=*');
    await page.getByRole('heading', {name: 'quay', level: 1}).waitFor();
  });

  test('days come from a list or a calendar', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await field(page).fill('after:');
    await option(page, /Yesterday/).click();
    expect(await field(page).inputValue()).toMatch(/^after:\d{4}-\d\d-\d\d $/);
    await field(page).fill('lighthouse before:');
    const calendar = page.getByRole('application', {name: /^Another day/});
    const today = calendar.getByRole('button', {name: /^Today, /});
    await today.waitFor();
    const frame = (day: Locator) =>
      day.evaluate((node) => node.ownerDocument.defaultView!.getComputedStyle(node).boxShadow);
    const otherDay = calendar
      .getByRole('button', {name: /^\w+day, /})
      .and(page.locator(':not([data-today])'));
    expect(await frame(today)).not.toBe(await frame(otherDay.first()));
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
    // The query is in one field at a time.
    expect(await page.getByRole('combobox', {name: 'Search messages'}).count()).toBe(1);
    await results(page).press('Escape');
    await results(page).waitFor({state: 'detached'});
    expect(await field(page).inputValue()).toBe('lighthouse');
    // The field that had the focus is gone.
    await page.getByRole('textbox', {name: 'Write to Town Square'}).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+Shift+F');
    await field(page).and(page.locator(':focus')).waitFor();

    await field(page).fill('');
    await option(page, /Recent search: *lighthouse/).click();
    await results(page).getByRole('article').first().waitFor();
  });

  test('files are found by name and content, and shown with their thumbnails', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square?search=lighthouse');
    await results(page).getByRole('article').first().waitFor();
    await page.getByRole('button', {name: 'Files', exact: true}).click();
    await results(page).getByRole('button', {name: 'Show plan.txt'}).waitFor();
    const picture = results(page).getByRole('button', {name: 'Show lighthouse.png'});
    expect(await picture.locator('img').getAttribute('src')).toContain('/thumbnail');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Messages', exact: true}).click();
    await results(page).getByRole('article').first().waitFor();
    await page.goto(`${address}/crew/channels/town-square?search=xylophone&of=files`);
    await page.getByText('No files match “xylophone”').waitFor();
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
