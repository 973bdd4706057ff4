import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';

const ARABIC = 'مرحبا بالجميع';
/** Blocks with their own text direction. */
const MIXED = [
  ARABIC,
  'Good morning',
  `- ${ARABIC}\n- Node.js 24`,
  `> ${ARABIC}`,
  '```\nconst answer = 42;\n```',
  `\`npm start\` ${ARABIC}`,
].join('\n\n');

describeInBrowser('the direction of texts and the format of times', () => {
  const windows = testWindows('shell', {reuse: true});
  let crew: Crew;
  let address: string;
  beforeAll(async () => {
    crew = await createCrew();
    await crew.ann.put('/users/me/patch', {locale: 'ar'});
    await crew.bob.put('/users/me/patch', {nickname: 'أحمد (2)'});
    for (const person of [crew.ann, crew.cat]) {
      const value = 'nickname_full_name';
      await person.put('/users/me/preferences', [
        {user_id: person.id, category: 'display_settings', name: 'name_format', value},
      ]);
    }
    await crew.ann.put(`/channels/${crew.channelId}/patch`, {header: 'News of **the week**'});
    // Its notice comes before the messages, not between them.
    await crew.server.features.systemMessages.idle();
    await crew.post(crew.bob, MIXED);
    await crew.post(crew.bob, ':tada: 12');
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const directionOf = (element: Locator) =>
    element.evaluate((node) => node.ownerDocument.defaultView!.getComputedStyle(node).direction);
  /** The horizontal positions of the first and last characters of an element that contains only text. */
  const endsOf = (element: Locator) =>
    element.evaluate((node) => {
      const text = node.firstChild!;
      const range = node.ownerDocument.createRange();
      return [0, text.textContent!.length - 1].map((start) => {
        range.setStart(text, start);
        range.setEnd(text, start + 1);
        return range.getBoundingClientRect().left;
      }) as [number, number];
    });
  /** The direction of the element that cuts off the text of this one at its end. */
  const directionOfCutOff = (element: Locator) =>
    element.evaluate((node) => {
      const styleOf = (one: typeof node) => node.ownerDocument.defaultView!.getComputedStyle(one);
      let around = node;
      while (styleOf(around).textOverflow !== 'ellipsis') around = around.parentElement!;
      return styleOf(around).direction;
    });
  const lastMessages = async (page: Page) => {
    const messages = page.getByRole('article').filter({hasText: 'const answer'});
    await messages.waitFor();
    return messages;
  };

  test.each([
    ['cat', 'ltr'],
    ['ann', 'rtl'],
  ])('are those of each block in a message, for %s with a page that is %s', async (name, page) => {
    const window = await windows.openAs(address, name, '/crew/channels/town-square');
    await window.locator(`html[dir=${page}]`).waitFor();
    const message = await lastMessages(window);
    const paragraph = (text: string) => message.getByRole('paragraph').filter({hasText: text});
    expect(await directionOf(paragraph('Good morning'))).toBe('ltr');
    expect(await directionOf(paragraph(ARABIC).first())).toBe('rtl');
    expect(await directionOf(message.getByRole('list'))).toBe('rtl');
    expect(await directionOf(message.getByRole('blockquote'))).toBe('rtl');
    expect(await directionOf(message.getByText('const answer'))).toBe('ltr');
    // Code doesn't affect the direction of its line.
    expect(await directionOf(paragraph('npm start'))).toBe('rtl');
    expect(await directionOf(message.getByText('npm start', {exact: true}))).toBe('ltr');
    for (const name of ['Crew', 'Town Square']) {
      const heading = window.getByRole('heading', {level: 1, name}).filter({visible: true});
      expect(await directionOfCutOff(heading.locator('bdi'))).toBe('ltr');
    }
    expect(await directionOfCutOff(window.locator('header').getByText('News of'))).toBe('ltr');
    // A message without words has the direction of the page.
    expect(await directionOf(window.getByRole('paragraph').filter({hasText: /12$/}))).toBe(page);
  });

  test('keep names together with their numbers and brackets', async () => {
    const page = await windows.openAs(address, 'cat', '/crew/channels/town-square');
    const name = (await lastMessages(page)).getByText('أحمد (2)', {exact: true}).first();
    const [first, last] = await endsOf(name);
    expect(last).toBeLessThan(first);
    // Also within a text of the page.
    await page.getByRole('button', {name: 'Profile of \u2068أحمد (2)\u2069', includeHidden: true}).waitFor();
  });

  test('open the drawer on the side of its button', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square', {
      viewport: {width: 390, height: 800},
    });
    await page.getByRole('button', {name: 'فتح قائمة التنقل'}).click();
    const town = page.getByRole('link', {name: 'Town Square'});
    await expect.poll(async () => (await town.boundingBox())!.x > 39).toBe(true);
    const box = (await town.boundingBox())!;
    expect(box.x + box.width).toBeGreaterThan(250);
  });

  test('show the time of a date field from left to right', async () => {
    const window = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await window.getByRole('textbox').last().fill('later');
    await window.getByRole('button', {name: 'جدولة الرسالة'}).click();
    await window.getByRole('menuitem', {name: 'وقت مخصص…'}).click();
    const part = async (type: string) =>
      (await window.locator(`[role="spinbutton"][data-type="${type}"]`).boundingBox())!.x;
    expect(await part('hour')).toBeLessThan(await part('minute'));
    expect(await part('minute')).toBeLessThan(await part('day'));
  });

  test('use a 24-hour clock if it is common in the language, unless the person chose otherwise', async () => {
    const bob = await windows.openAs(address, 'bob', '/crew/channels/town-square');
    const time = bob.getByRole('article').filter({hasText: 'const answer'}).getByRole('link').first();
    expect(await time.textContent()).toMatch(/^\d+:\d\d (AM|PM)$/);
    await crew.bob.put('/users/me/patch', {locale: 'de'});
    await expect.poll(() => time.textContent()).toMatch(/^\d\d:\d\d$/);
    await crew.bob.put('/users/me/preferences', [
      {user_id: crew.bob.id, category: 'display_settings', name: 'use_military_time', value: 'false'},
    ]);
    await expect.poll(() => time.textContent()).toMatch(/^\d+:\d\d (AM|PM)$/);
  });
});
