import type {Page} from 'playwright-core';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, swipe, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {pdfOfPages} from '../support/pdf.ts';
import {picture} from '../support/pictures.ts';

describeInBrowser('files in messages', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew({ServiceSettings: {EnableLatex: true}});
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());
  // The list opens at its end. It would open at the first message that the test before left unread.
  beforeEach(() => crew.ann.post('/channels/members/me/view', {channel_id: crew.channelId}));

  const viewer = (page: Page, name: string) => page.getByRole('dialog', {name});
  const message = (page: Pick<Page, 'getByRole'>, text: string) =>
    page.getByRole('article').filter({hasText: text});

  /** Posts a message with these files. */
  async function share(
    text: string,
    files: Record<string, string | Buffer>,
    {author = crew.bob, channelId = crew.channelId} = {},
  ) {
    const ids: string[] = [];
    for (const [name, content] of Object.entries(files)) {
      const path = `/files?channel_id=${channelId}&filename=${encodeURIComponent(name)}`;
      ids.push((await author.post(path, Buffer.from(content))).body.file_infos[0].id);
    }
    return crew.post(author, text, {channel_id: channelId, file_ids: ids});
  }

  test('a picture that is being sent is shown where it stays, from the device of the person', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answers = [first, second];
    await page.route(/\/api\/v4\/posts$/, async (route) => {
      await answers.shift()!.promise;
      await route.continue();
    });
    const previews: string[] = [];
    page.on('request', (request) => {
      if (/files\/\w+\/preview/.test(request.url())) previews.push(request.url());
    });
    const places = async (text: string) => {
      const row = page.getByRole('article').filter({hasText: text});
      const shown = row.getByRole('img', {name: 'dock.png'});
      await expect
        .poll(() => shown.evaluate((image: {naturalWidth?: number}) => image.naturalWidth))
        .toBe(700);
      return [await row.boundingBox(), await shown.boundingBox()];
    };
    const write = async (text: string) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'dock.png',
        mimeType: 'image/png',
        buffer: await picture(700, 500),
      });
      await page.getByRole('button', {name: 'Remove dock.png'}).waitFor();
      await page.getByRole('textbox', {name: 'Write to Town Square'}).fill(text);
      await page.keyboard.press('Enter');
    };
    // The second one follows the first, without a header.
    for (const [text, answer] of [
      ['The new dock', first],
      ['From the other side', second],
    ] as const) {
      await write(text);
      await page.getByRole('article', {name: /, sending$/}).waitFor();
      const before = await places(text);
      answer.resolve();
      await page.getByRole('article', {name: /, sending$/}).waitFor({state: 'detached'});
      expect(await places(text)).toEqual(before);
    }
    expect(previews).toEqual([]);
  });

  test('files are removed from a message and added to it while it is edited', async () => {
    const {id} = await share('Notes', {'old.txt': 'old', 'kept.txt': 'kept'}, {author: crew.ann});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    const row = page.locator(`[data-post="${id}"]`);
    const text = row.getByRole('textbox', {name: 'Edit message'});
    const attached = row.getByRole('list', {name: 'Files'});
    const edit = async () => {
      await row.focus();
      await page.keyboard.press('e');
      await text.waitFor();
    };
    /** Pastes a file into the text, or drops it there. */
    const give = (event: 'paste' | 'drop', name: string) =>
      page.evaluate(`(() => {
        const data = new DataTransfer();
        data.items.add(new File(['text'], '${name}', {type: 'text/plain'}));
        const init = {bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data};
        const Event = ${event === 'paste' ? 'ClipboardEvent' : 'DragEvent'};
        document.activeElement.dispatchEvent(new Event('${event}', init));
      })()`);

    // With a key, because the list can still be moving to the editor that has opened, so that a click would miss.
    const remove = async (name: string) => {
      const button = attached.getByRole('button', {name: `Remove ${name}`});
      await button.press('Enter');
      await button.waitFor({state: 'detached'});
    };

    await edit();
    await remove('old.txt');
    await text.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', {name: 'Show old.txt'}).waitFor();

    await edit();
    await remove('old.txt');
    await row
      .getByLabel('Files to attach')
      .setInputFiles({name: 'chosen.txt', mimeType: 'text/plain', buffer: Buffer.from('chosen')});
    await attached.getByRole('button', {name: 'Remove chosen.txt'}).waitFor();
    await text.focus();
    for (const event of ['paste', 'drop'] as const) {
      await give(event, `${event}.txt`);
      await attached.getByRole('button', {name: `Remove ${event}.txt`}).waitFor();
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await text.fill('');
    await page.keyboard.press('Enter');
    await text.waitFor({state: 'detached'});
    const names = ['kept.txt', 'chosen.txt', 'paste.txt', 'drop.txt'];
    const shown = async () =>
      (await row.getByRole('button', {name: /^Show .*\.txt/}).allTextContents()).map(
        (one) => /\w+\.txt/.exec(one)?.[0],
      );
    await expect.poll(shown).toEqual(names);
    // They are in no draft.
    expect(await page.getByRole('button', {name: 'Remove drop.txt'}).count()).toBe(0);
    expect(await page.evaluate<string[]>('Object.keys(localStorage)')).not.toContainEqual(
      expect.stringContaining('draft:'),
    );

    await edit();
    for (const name of names) await remove(name);
    await page.keyboard.press('Enter');
    await row.getByText('Enter a message, or delete it instead.').waitFor();
    await page.keyboard.press('Escape');
    const {body} = await crew.bob.get(`/posts/${id}`);
    expect(body.metadata.files.map(({name}: {name: string}) => name)).toEqual(names);
    expect((await crew.ann.get(`/posts/${id}/edit_history`)).body).toMatchObject([
      {message: 'Notes', metadata: {files: [{name: 'old.txt'}, {name: 'kept.txt'}]}},
    ]);
  });

  test('without the permission to upload, nothing offers to attach files', async () => {
    const {admin} = crew.server;
    const {body: role} = await admin.get('/roles/name/channel_user');
    const setPermissions = (permissions: string[]) => admin.put(`/roles/${role.id}/patch`, {permissions});
    await setPermissions(role.permissions.filter((one: string) => one !== 'upload_file'));
    const {id} = await crew.post(crew.bob, 'Only words');
    const page = await windows.openAs(address, 'bob', '/crew/channels/town-square');
    const row = page.locator(`[data-post="${id}"]`);
    await row.focus();
    await page.keyboard.press('e');
    await row.getByRole('textbox', {name: 'Edit message'}).waitFor();
    await expect.poll(() => page.getByRole('button', {name: 'Attach files'}).count()).toBe(0);
    await setPermissions(role.permissions);
    await expect.poll(() => page.getByRole('button', {name: 'Attach files'}).count()).toBe(2);
  });

  test('a file whose preview shows nothing is shown again in its thread', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await page.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();
    const loaded = page.waitForResponse(/api\/v4\/files\/\w+$/);
    await share('An empty log', {'blank.txt': '\n\n'});
    await (await loaded).finished();
    // Its preview is gone.
    await expect
      .poll(async () => (await message(page, 'An empty log').boundingBox())?.height)
      .toBeLessThan(140);
    await message(page, 'An empty log').hover();
    await message(page, 'An empty log').getByRole('button', {name: 'Reply'}).click();
    const thread = page.getByRole('complementary', {name: 'Side panel'});
    await message(thread, 'An empty log').getByText('blank.txt').waitFor();
    await message(page.getByRole('main'), 'An empty log').first().waitFor();
  });

  test('pictures are a grid, and are viewed with the mouse, keys and fingers', async () => {
    const names = ['quay', 'boat', 'crane', 'gull', 'net', 'rope'].map((name) => `${name}.png`);
    const images = await Promise.all(names.map((_, index) => picture(300 + index * 40, 240)));
    await share('The harbor', Object.fromEntries(names.map((name, index) => [name, images[index]!])));
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square', {hasTouch: true});
    const row = message(page, 'The harbor');
    await row.getByRole('button', {name: 'Show gull.png +2'}).waitFor();
    // Other files of the message are below its pictures.
    await share('And a list', {'pier.png': images[0]!, 'list.txt': 'nets, ropes'}, {author: crew.ann});
    const list = message(page, 'And a list');
    // Repeated, because the list may scroll between the two measurements.
    const gap = async () => {
      const pier = (await list.getByRole('button', {name: 'Show pier.png'}).boundingBox())!;
      const card = (await list.getByText('list.txt').boundingBox())!;
      return card.y - (pier.y + pier.height);
    };
    await expect.poll(gap).toBeGreaterThan(0);
    // The card of a single file is wide enough for its name.
    const longName = 'The inventory of the lighthouse and the boat house, autumn.txt';
    await share('Everything', {[longName]: 'nets, ropes'});
    const name = message(page, 'Everything').getByText(longName);
    const [wide, needed] = await name.evaluate((one: {clientWidth?: number; scrollWidth?: number}) => [
      one.clientWidth!,
      one.scrollWidth!,
    ]);
    expect(wide).toBe(needed);
    // A part of a very tall picture is shown, because all of it would be a thin line.
    await share('The mast', {'mast.png': await picture(300, 4000)});
    const mast = await message(page, 'The mast').getByRole('img', {name: 'mast.png'}).boundingBox();
    expect([mast!.width, mast!.height]).toEqual([160, 320]);
    expect(await row.getByRole('button', {name: /^Show .*\.png/}).count()).toBe(4);
    await row.getByRole('button', {name: 'Show gull.png +2'}).click();
    await viewer(page, 'gull.png').getByText('4 of 6').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await viewer(page, 'gull.png').getByRole('button', {name: 'Copy link'}).click();
    await viewer(page, 'gull.png').getByRole('button', {name: 'Copied'}).waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toBe(`${address}/crew/pl/${await row.getAttribute('data-post')}`);
    const facts = await viewer(page, 'gull.png').getByRole('banner').innerText();
    expect(facts).toMatch(/^gull.png\s+bob\s+Town Square\s+\w{3} \d+, \d{4}, \d+:\d\d [AP]M\s/);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.keyboard.press('ArrowRight');
    await viewer(page, 'net.png').waitFor();
    await viewer(page, 'net.png').getByRole('button', {name: 'quay.png'}).click();
    const box = () => viewer(page, 'quay.png').getByRole('img', {name: 'quay.png'}).boundingBox();
    const fitted = (await box())!;
    await page.getByRole('button', {name: 'Zoom in'}).click();
    await expect.poll(async () => (await box())!.width).toBeCloseTo(fitted.width * 1.5, 0);
    await page.keyboard.press('0');
    await expect.poll(async () => (await box())!.width).toBeCloseTo(fitted.width, 0);

    // The picture follows the finger, and goes back if the finger is slow and doesn't move far enough.
    const center = {x: 640, y: 300};
    const left = async () => Math.round((await box())!.x);
    const before = await left();
    const next = page.getByRole('img', {name: 'boat.png', includeHidden: true}).last();
    await next.waitFor({state: 'hidden'});
    await swipe(page, -150, 0, center, async () => {
      await expect.poll(left).toBe(before - 150);
      // It reveals the next one.
      const {x, width} = (await box())!;
      await next.waitFor();
      expect((await next.boundingBox())!.x).toBeGreaterThan(x + width);
    });
    await expect.poll(left).toBe(before);
    await next.waitFor({state: 'hidden'});
    await swipe(page, -150, 10, center);
    await viewer(page, 'boat.png').waitFor();
    await swipe(page, 150, 10, center);
    await viewer(page, 'quay.png').waitFor();
    await expect.poll(left).toBe(before);
    // A finger moves a zoomed picture.
    await page.keyboard.press('+');
    await viewer(page, 'quay.png').getByRole('button', {name: /^150%/}).waitFor();
    await swipe(page, -150, 10, center);
    await page.keyboard.press('0');
    await viewer(page, 'quay.png').getByRole('button', {name: /^100%/}).waitFor();
    const top = async () => Math.round((await box())!.y);
    await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);
    const atTop = await top();
    await swipe(page, 5, 100, center, async () => expect.poll(top).toBe(atTop + 100));
    await expect.poll(top).toBe(atTop);
    // On a slow device, React makes the page usable again only after the frame in which the library returns the focus.
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', {rate: 12});
    await swipe(page, 5, 150, center);
    await viewer(page, 'quay.png').waitFor({state: 'detached'});
    await page
      .locator(':focus')
      .and(row.getByRole('button', {name: 'Show gull.png +2'}))
      .waitFor();
    await session.send('Emulation.setCPUThrottlingRate', {rate: 1});
  });

  test('a large picture shows the share of its own size', async () => {
    await share('The whole harbor', {'harbor.png': await picture(2400, 900)});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await message(page, 'The whole harbor').getByRole('button', {name: 'Show harbor.png'}).click();
    const shown = viewer(page, 'harbor.png');
    const {width} = (await shown.getByRole('img', {name: 'harbor.png'}).boundingBox())!;
    expect(width).toBeLessThan(1280);
    await shown.getByRole('button', {name: `${Math.round((100 * width) / 2400)}%`}).waitFor();
    await shown.getByRole('button', {name: 'Zoom in'}).click();
    await shown.getByRole('button', {name: `${Math.round((150 * width) / 2400)}%`}).waitFor();
  });

  test('documents, code and tables are shown, and large files only in part', async () => {
    const lines = Array.from({length: 9000}, (_, index) => `${index} bottles of beer on the wall`);
    await share('The papers', {
      'plan.pdf': pdfOfPages(['First page', 'Second page', 'Third page']),
      'broken.pdf': '%PDF-1.7 nothing',
      'server.ts': "const port = 8065; // the usual one\nexport const name = 'Patchbay';\n",
      'fleet.csv': 'Boat;Length\nMarie;12\n"Anna; Sophie";9\n',
      'notes.md': '# Notes\n\nSee **the plan**.\n\n<script>alert(1)</script>\n',
      'long.log': lines.join('\n'),
    });
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    const papers = message(page, 'The papers');
    await papers.getByRole('button', {name: 'Show plan.pdf'}).click();
    const pdf = viewer(page, 'plan.pdf');
    await pdf.getByText('Page 1 of 3').waitFor();
    await pdf.getByRole('region', {name: 'Page 1', exact: true}).getByText('First page').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await pdf.getByRole('document').press('End');
    await pdf.getByText('Page 3 of 3').waitFor();
    await pdf.getByRole('button', {name: 'Next page', disabled: true}).waitFor();
    await pdf.getByRole('button', {name: 'Previous page'}).click();
    await pdf.getByText('Page 2 of 3').waitFor();
    const field = pdf.getByRole('textbox', {name: 'Page'});
    await field.fill('1');
    await field.press('Enter');
    await pdf.getByText('Page 1 of 3').waitFor();
    await field.fill('none');
    await field.press('Enter');
    expect(await field.inputValue()).toBe('1');
    await field.fill('99');
    await field.press('Enter');
    await pdf.getByText('Page 3 of 3').waitFor();
    await pdf.getByText('Third page').waitFor();
    await pdf.getByRole('button', {name: 'Zoom in'}).click();
    await pdf.getByText('Page 3 of 3').waitFor();
    await pdf.getByRole('button', {name: 'Next file'}).click();
    await viewer(page, 'broken.pdf').getByRole('alert').filter({hasText: "can't be shown"}).waitFor();

    await page.keyboard.press('ArrowRight');
    const code = viewer(page, 'server.ts');
    await code.locator('[data-token="keyword"]', {hasText: 'const'}).first().waitFor();
    await code.getByRole('button', {name: 'Wrap lines', pressed: true}).click();
    await code.getByRole('button', {name: 'Wrap lines', pressed: false}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.keyboard.press('ArrowRight');
    const table = viewer(page, 'fleet.csv');
    await table.getByRole('columnheader', {name: 'Length'}).waitFor();
    await table.getByRole('cell', {name: 'Anna; Sophie'}).waitFor();
    const alignments = await page.evaluate(
      "[...document.querySelectorAll('[role=dialog] tr:last-child td')].map((cell) => getComputedStyle(cell).textAlign)",
    );
    expect(alignments).toEqual(['start', 'end']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await table.getByRole('button', {name: 'Show as table'}).click();
    await table.getByText('"Anna; Sophie";9').waitFor();

    await page.keyboard.press('ArrowRight');
    const notes = viewer(page, 'notes.md');
    await notes.getByRole('heading', {name: 'Notes', exact: true}).waitFor();
    await notes.locator('strong', {hasText: 'the plan'}).waitFor();
    await notes.getByText('<script>alert(1)</script>').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await notes.getByRole('button', {name: 'Show formatting', pressed: true}).click();
    await notes.getByText('# Notes').waitFor();

    await page.keyboard.press('ArrowRight');
    const log = viewer(page, 'long.log');
    await log.getByText('These are the first 195 kB of').waitFor();
    const shown = await log.getByRole('document').innerText();
    expect([shown.length, shown.startsWith(lines[0]!)]).toEqual([200_000, true]);
  });

  test('a message with one document shows the beginning of it', async () => {
    const lines = Array.from({length: 100}, (_, index) => `${index} bottles of beer on the wall`);
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    const shared = async (text: string, name: string, content: string | Buffer) => {
      await share(text, {[name]: content});
      return message(page, text);
    };
    const log = await shared('The log', 'long.log', lines.join('\n'));
    await log.getByRole('button', {name: 'Show more'}).click();
    await log.getByText(lines[59]!).waitFor();
    expect(await log.getByText(lines[60]!).count()).toBe(0);
    await log.getByRole('button', {name: 'Show less'}).click();
    await log.getByRole('button', {name: 'Show more'}).waitFor();
    const fleet = await shared('The fleet', 'boats.csv', 'Boat;Length\nMarie;12\n');
    await fleet.getByRole('columnheader', {name: 'Length'}).waitFor();
    const notes = await shared('The notes', 'notes.md', 'See **the plan**.');
    await notes.locator('strong', {hasText: 'the plan'}).waitFor();
    const code = await shared('The code', 'server.ts', 'const port = 8065; // the usual one\n');
    await code.locator('[data-token="keyword"]', {hasText: 'const'}).first().waitFor();
    // A PDF that can't be drawn has no picture, and the next one has.
    const broken = await shared('The broken one', 'broken.pdf', '%PDF-1.7 nothing');
    const plan = await shared('The schedule', 'plan.pdf', pdfOfPages(['First page', 'Second page']));
    const drawing = plan.locator('img[src^="data:image/webp"]');
    await drawing.waitFor();
    expect(await broken.locator('img[src^="data:"]').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    const {height} = (await plan.boundingBox())!;
    expect((await broken.boundingBox())!.height).toBeLessThan(height / 2);
    await drawing.click();
    await viewer(page, 'plan.pdf').getByText('Page 1 of 2').waitFor();
    // Several documents are a list, with pictures of the PDFs.
    await page.keyboard.press('Escape');
    await share('Both', {'a.pdf': pdfOfPages(['A']), 'b.txt': 'nets, ropes'});
    const [first, second] = [
      await message(page, 'Both').getByRole('button', {name: 'Show a.pdf'}).boundingBox(),
      await message(page, 'Both').getByRole('button', {name: 'Show b.txt'}).boundingBox(),
    ];
    expect([first!.y, first!.height]).toEqual([second!.y, second!.height]);
    expect(await message(page, 'Both').getByText('nets, ropes').count()).toBe(0);
    await message(page, 'Both').locator('img[src^="data:image/webp"]').waitFor();
  });

  test('a voice message is recorded, sent and played, and a video that cannot be played is offered for download', async () => {
    await share('The film', {
      'film.mp4': Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42 no video', 'latin1'),
    });
    await share('The noise', {'pier-noise.wav': silence(8000)});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square', {
      permissions: ['microphone'],
    });
    await message(page, 'The film').getByText("Your browser can't play film.mp4").waitFor();
    // The link is above the player, also if the file can be played.
    expect(await message(page, 'The film').getByRole('link', {name: 'Download'}).count()).toBe(1);
    const noise = message(page, 'The noise');
    await noise.getByRole('group', {name: 'pier-noise.wav'}).waitFor();
    await noise.getByText('pier-noise.wav', {exact: true}).waitFor();
    const download = noise.getByRole('link', {name: 'Download pier-noise.wav'});
    expect(await download.getAttribute('href')).toMatch(/\?download=1$/);

    await page.getByRole('button', {name: 'Record voice message'}).click();
    const recorder = page.getByRole('group', {name: 'Voice message', exact: true});
    await recorder.getByRole('meter', {name: 'Loudness'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // The fake microphone beeps once a second. On a busy machine, the recording is already longer.
    await recorder.getByText(/^0:(0[2-9]|[1-5]\d)$/).waitFor();
    await recorder.getByRole('button', {name: 'Stop recording'}).click();
    await recorder.getByRole('button', {name: 'Play', exact: true}).click();
    await recorder.getByRole('button', {name: 'Pause'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await recorder.getByRole('button', {name: 'Add to message'}).click();
    await page.getByRole('button', {name: /^Remove Voice message/}).waitFor();
    await page.getByRole('textbox', {name: 'Write to Town Square'}).fill('Listen');
    await page.keyboard.press('Enter');

    const bobs = await windows.openAs(address, 'bob', '/crew/channels/town-square');
    const player = message(bobs, 'Listen').getByRole('group', {name: /^Voice message .*\.weba$/});
    expect(
      await message(bobs, 'Listen')
        .getByRole('link', {name: /^Download/})
        .count(),
    ).toBe(0);
    await player.getByText(/^0:(0[2-9]|[1-5]\d)$/).waitFor();
    expect(await player.locator('rect').count()).toBeGreaterThan(3);
    await player.getByRole('button', {name: 'Play', exact: true}).click();
    const position = player.getByRole('slider', {name: 'Position'});
    await expect.poll(() => position.inputValue().then(Number)).toBeGreaterThan(0.5);
    expect(await accessibilityViolations(bobs)).toEqual([]);

    // While it is edited, its length is shown.
    await page.getByRole('textbox', {name: 'Write to Town Square'}).focus();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('textbox', {name: 'Edit message'}).waitFor();
    const edited = page.getByRole('list', {name: 'Files'}).getByRole('listitem');
    await edited.filter({hasText: /^Voice message .*0:(0[2-9]|[1-5]\d)$/}).waitFor();
  });

  test('a rejected microphone shows an error, and hostile formulas are shown as code', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    );
    await page.getByRole('button', {name: 'Record voice message'}).click();
    await page
      .getByRole('alert')
      .filter({hasText: "doesn't allow this site to use the microphone"})
      .waitFor();
    await page.keyboard.press('Escape');
    await page
      .locator(':focus')
      .and(page.getByRole('textbox', {name: 'Write to Town Square'}))
      .waitFor();

    const post = (text: string) => crew.post(crew.bob, text);
    await post('Area: $A = \\pi r^2$, for $5 or $6.');
    await message(page, 'Area').locator('math').waitFor();
    expect(await message(page, 'Area').locator('math').count()).toBe(1);
    await message(page, 'Area').getByText('for $5 or $6.').waitFor();
    await post('```latex\n\\vec{v} = \\frac{1}{\\sqrt{2}}\\color{red}{x}\n```');
    await page.locator('math[display="block"]').waitFor();
    // A blocked style would be reported as an error of the page.
    expect(await page.locator('.katex [data-style], .katex [style*="javascript"]').count()).toBe(0);
    const hostileFormulas = [
      ['\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a', '\\def\\c'],
      ['\\frac{1}{', '\\frac{1}{'],
      [`${'{'.repeat(2000)}x${'}'.repeat(2000)}y`, '}}}y'],
      [`${'x+'.repeat(3000)}y`, 'x+y'],
      // KaTeX needs minutes for these macros, and 580,000 characters of HTML for this matrix.
      [`\\def\\a{${'z'.repeat(4500)}}${'\\a'.repeat(190)}`, 'zzz'],
      [`\\begin{matrix}${'&'.repeat(1000)}\\end{matrix}`, '&&&'],
    ] as const;
    for (const [hostile, text] of hostileFormulas) {
      await post(`\`\`\`latex\n${hostile}\n\`\`\``);
      await page.locator('code').filter({hasText: text}).waitFor();
    }
    await post(
      '```latex\n\\href{javascript:alert(1)}{x} \\htmlClass{y}{z} \\includegraphics{https://a.example/b.png}\n```',
    );
    await page.getByText('includegraphics').first().waitFor();
    expect(await page.locator('.katex :is(a, img)').count()).toBe(0);
    await post('Before $\\rule{900em}{900em}\\kern{-900em}\\raisebox{-90em}{over}$ after');
    await message(page, 'Before').locator('.katex').waitFor({state: 'attached'});
    // They are typeset in order.
    for (const [, text] of hostileFormulas) {
      expect(await page.locator('code').filter({hasText: text}).count(), text).toBe(1);
    }
    expect((await message(page, 'Before').boundingBox())!.height).toBeLessThan(700);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('a long formula does not make its message wider than a phone', async () => {
    const channelId = await crew.channel('formulas', [crew.ann]);
    const formula = `${'a + \\frac{1}{2} = '.repeat(12)}b`;
    await crew.post(crew.ann, `The sum:\n\`\`\`latex\n${formula}\n\`\`\``, {channel_id: channelId});
    const viewport = {width: 390, height: 844};
    const page = await windows.openAs(address, 'ann', '/crew/channels/formulas', {viewport});
    await page.locator('math[display="block"]').waitFor({state: 'attached'});
    const words = (await page.getByText('The sum:').boundingBox())!;
    expect(words.x + words.width).toBeLessThanOrEqual(viewport.width);
  });

  test('code that takes minutes to highlight does not block the page', async () => {
    const channelId = await crew.channel('code', [crew.ann, crew.bob]);
    const page = await windows.openAs(address, 'ann', '/crew/channels/code');
    // The time grows quadratically with the length.
    await share('Minified', {'all.ts': `const ${'a_'.repeat(99_000)} = 1;`}, {channelId});
    await message(page, 'Minified').getByRole('button', {name: 'Show all.ts'}).click();
    await viewer(page, 'all.ts').locator('code').filter({hasText: 'const a_a_'}).waitFor();
    await viewer(page, 'all.ts').getByRole('button', {name: 'Wrap lines', pressed: true}).click();
    await viewer(page, 'all.ts').getByRole('button', {name: 'Wrap lines', pressed: false}).click();
    await page.keyboard.press('Escape');
    await viewer(page, 'all.ts').waitFor({state: 'detached'});
    await crew.post(crew.bob, 'Short\n```java\nclass A {}\n```', {channel_id: channelId});
    const keyword = message(page, 'Short').locator('code [data-token="keyword"]');
    expect(await keyword.first().innerText()).toBe('class');
  });
});

/** A WAV file with this many samples of silence, 8,000 per second. */
function silence(samples: number): Buffer {
  const file = Buffer.alloc(44 + samples, 128);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  // PCM, one channel, one byte per sample.
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const) {
    file.writeUInt16LE(value, at);
  }
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(8000, 28);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  return file;
}
