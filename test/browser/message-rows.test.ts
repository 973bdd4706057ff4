import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, testWindows, visit} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {type Integration, json, startIntegration} from '../support/integration.ts';
import {htmlPage, openPictureSite} from '../support/picture-site.ts';
import {picture} from '../support/pictures.ts';

const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

describeInBrowser('the row of a message', () => {
  let crew: Crew;
  let address: string;
  let integration: Integration;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew({ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'}});
    address = await crew.server.listen();
    await crew.server.platform.config.patch({ServiceSettings: {SiteURL: address}});
    integration = await startIntegration();
    await crew.ann.post('/commands', {
      team_id: crew.teamId,
      trigger: 'deploy',
      url: integration.url,
      method: 'P',
      icon_url: `${address}/static/none.png`,
    });
  });
  afterAll(async () => {
    await integration.close();
    await crew.close();
  });

  const inChannel = (name: string, options: Parameters<typeof windows.openAs>[3] = {}) =>
    windows.openAs(address, 'ann', `/crew/channels/${name}`, options);
  const message = (page: Page, text: string) => page.getByRole('article').filter({hasText: text});

  function withButtons(title: string) {
    const action = (name: string) => ({
      id: name.toLowerCase(),
      name,
      type: 'button',
      integration: {url: integration.url, context: {}},
    });
    const actions = ['Approve', 'Reject', 'Ask for more time', 'Assign to me'].map(action);
    return {props: {attachments: [{title, text: 'A request that waits for an answer.', actions}]}};
  }

  async function expectSteadyRows(page: Page): Promise<void> {
    expect(await page.evaluate('window.covered')).toBeLessThan(1);
    const shifts = (await page.evaluate('window.shifts')) as number[];
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.05);
  }

  /** Records layout shifts after a reload with empty caches, and whether two rows in view ever overlap. */
  const watchRows = (page: Page) =>
    page.addInitScript(`
      window.shifts = [];
      window.covered = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry.value);
      }).observe({type: 'layout-shift', buffered: true});
      const look = () => {
        const rows = [...document.querySelectorAll('article[data-post]')]
          .map((row) => row.getBoundingClientRect())
          .filter(({top, bottom}) => bottom > 0 && top < innerHeight)
          .sort((a, b) => a.top - b.top);
        for (let at = 1; at < rows.length; at++) {
          window.covered = Math.max(window.covered, rows[at - 1].bottom - rows[at].top);
        }
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    `);

  test('starts below its author, also in a language that runs in the other direction', async () => {
    const channelId = await crew.channel('mixed', [crew.ann, crew.bob]);
    await crew.post(crew.bob, 'صباح الخير', {channel_id: channelId});
    await crew.post(crew.ann, 'Good morning', {channel_id: channelId});
    const page = await inChannel('mixed');
    const between = async (text: string, author: string) => {
      const [words, name] = await Promise.all(
        [
          page.getByText(text, {exact: true}),
          message(page, text).getByRole('button', {name: author, exact: true}),
        ].map(async (one) => (await one.first().boundingBox())!),
      );
      return Math.abs(words!.x - name!.x);
    };
    expect(await between('صباح الخير', 'bob')).toBeLessThan(2);
    expect((await page.getByText('صباح الخير', {exact: true}).boundingBox())!.width).toBeLessThan(200);
    expect(await between('Good morning', 'ann')).toBeLessThan(2);
  });

  test('has its final height in the first frame, with buttons, emoji and long texts', async () => {
    // On a phone, the first steps would take the space of the code.
    const {id} = crew.ann;
    await crew.ann.put('/users/me/preferences', [
      {user_id: id, category: 'tutorial_step', name: id, value: '999'},
    ]);
    const channelId = await crew.channel('rows', [crew.bob, crew.ann]);
    for (const number of [1, 2, 3]) {
      await crew.post(crew.bob, `Request :tada: 👍🏽 ${number}`, {
        channel_id: channelId,
        ...withButtons(`Request ${number}`),
      });
    }
    const lines = Array.from({length: 60}, (_, line) => `Line ${line}`);
    await crew.post(crew.bob, lines.join('\n\n'), {channel_id: channelId});
    await crew.post(crew.bob, ['```', `Code ${'and more '.repeat(20)}`, ...lines, '```'].join('\n'), {
      channel_id: channelId,
    });
    const page = await inChannel('rows', PHONE);
    await message(page, 'Request 3').getByRole('button', {name: 'Assign to me'}).waitFor();
    await watchRows(page);
    await page.reload();
    await message(page, 'Request 3').getByRole('button', {name: 'Assign to me'}).waitFor();
    await message(page, 'Line 0').first().getByRole('button', {name: 'Show more'}).waitFor();
    const code = message(page, 'Code');
    await code.getByRole('button', {name: 'Show more'}).waitFor();
    await expectSteadyRows(page);
    const overflow = () =>
      code
        .locator('[data-scrolls]')
        .evaluate(
          (area: {clientWidth?: number; scrollWidth?: number}) => area.scrollWidth! - area.clientWidth!,
        );
    expect(await overflow()).toBeGreaterThan(0);
    await code.getByText('Code').tap();
    await code.getByRole('button', {name: 'Wrap lines'}).tap();
    expect(await overflow()).toBe(0);
  });

  test('is not laid out again in each frame when the channel has only a few messages', async () => {
    const channelId = await crew.channel('calm', [crew.bob, crew.ann]);
    await crew.post(crew.bob, 'A short message', {channel_id: channelId});
    const page = await inChannel('calm');
    await message(page, 'A short message').waitFor();
    const requestedFrames = await page.evaluate(`(async () => {
      const nextFrame = requestAnimationFrame.bind(window);
      let requested = 0;
      window.requestAnimationFrame = (draw) => {
        requested++;
        return nextFrame(draw);
      };
      for (let frame = 0; frame < 40; frame++) await new Promise(nextFrame);
      window.requestAnimationFrame = nextFrame;
      return requested;
    })()`);
    // While the page opens, some parts wait for a frame.
    expect(requestedFrames).toBeLessThan(20);
  });

  test('is drawn near the end of a channel that opens, and no other row is', async () => {
    const channelId = await crew.channel('busy', [crew.bob, crew.ann]);
    const words = 'about the harbor and its cranes '.repeat(20);
    for (let number = 1; number <= 40; number++) {
      await crew.post(crew.bob, `News ${number} ${words}`, {channel_id: channelId});
    }
    await crew.ann.post('/channels/members/me/view', {channel_id: channelId});
    const page = await inChannel('off-topic');
    await page.evaluate(`{
      window.drawn = [];
      new MutationObserver((changes) => {
        const added = changes.flatMap(({addedNodes}) => [...addedNodes]).filter((node) => node instanceof Element);
        const articles = added.flatMap((element) => [element, ...element.querySelectorAll('article')]);
        for (const {textContent} of articles) window.drawn.push(Number(/News (\\d+)/.exec(textContent)?.[1] ?? 40));
      }).observe(document.body, {childList: true, subtree: true});
    }`);
    // Also when the page already knows the heights of the rows.
    for (const _ of ['first', 'second']) {
      await visit(page, '/crew/channels/busy');
      await message(page, 'News 40').waitFor();
      await message(page, 'News 32').waitFor({state: 'attached'});
      expect(await page.evaluate('Math.min(...window.drawn)')).toBeGreaterThan(20);
      await visit(page, '/crew/channels/off-topic');
      await message(page, 'News 40').waitFor({state: 'detached'});
    }
  });

  test('shows the page or message that a link points to, until someone removes the preview', async () => {
    const site = await openPictureSite();
    site.pictures['/lighthouse.png'] = await picture(640, 320);
    site.pages['/lighthouse'] = htmlPage(
      '<meta property="og:title" content="The lighthouse"><meta property="og:site_name" content="Harbor news">' +
        '<meta property="og:description" content="It is lit again after forty years.">' +
        '<meta property="og:image" content="/lighthouse.png">',
    );
    const channelId = await crew.channel('links', [crew.ann, crew.bob, crew.cat]);
    const secretId = await crew.channel('secret', [crew.ann, crew.bob], 'P');
    const post = (text: string) => crew.post(crew.bob, text, {channel_id: channelId});
    const quoted = await crew.post(crew.bob, 'The *harbor* plan', {channel_id: secretId});
    await post(`Quoting ${address}/crew/pl/${quoted.id}`);
    await post(`Have a look\n${address}/crew/pl/${quoted.id}`);

    const page = await inChannel('links', PHONE);
    await message(page, 'Quoting').waitFor();
    await post(`News: ${site.address}/lighthouse`);
    const card = message(page, 'News').getByRole('group', {name: 'Link preview: The lighthouse'});
    const link = card.getByRole('link', {name: 'The lighthouse'});
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`${site.address}/lighthouse`);
    const quote = message(page, 'Quoting').getByRole('group', {name: 'Quoted message by bob'});
    await quote.getByText('The harbor plan').waitFor();
    // The quote is in place of a link on a line of its own.
    await message(page, 'Have a look').getByText('The harbor plan').waitFor();
    const links = (page: Page, text: string) => message(page, text).getByText('/crew/pl/').count();
    expect([await links(page, 'Quoting'), await links(page, 'Have a look')]).toEqual([1, 0]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await watchRows(page);
    await page.reload();
    await link.waitFor();
    const width = () =>
      card.locator('img').evaluate((image) => (image as unknown as {naturalWidth: number}).naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    await quote.getByText('The harbor plan').waitFor();
    await expectSteadyRows(page);

    // The quote is updated with the message, and only people who have access to the message see it.
    await crew.bob.put(`/posts/${quoted.id}/patch`, {message: 'The new plan'});
    await quote.getByText('The new plan').waitFor();
    const cats = await windows.openAs(address, 'cat', '/crew/channels/links');
    await message(cats, 'News').getByRole('group', {name: 'Link preview: The lighthouse'}).waitFor();
    expect(await message(cats, 'Quoting').getByRole('group').count()).toBe(0);
    expect(await links(cats, 'Have a look')).toBe(1);
    const setPreviews = (value: string) =>
      crew.cat.put('/users/me/preferences', [{category: 'display_settings', name: 'link_previews', value}]);
    await setPreviews('false');
    await message(cats, 'News').getByRole('group').waitFor({state: 'detached'});
    await setPreviews('true');
    await message(cats, 'News').getByRole('group').waitFor();
    await crew.bob.delete(`/posts/${quoted.id}`);
    await quote.getByText('This message was deleted.').waitFor();

    await card.getByRole('button', {name: 'Hide preview'}).tap();
    await card.waitFor({state: 'detached'});
    const bobs = await windows.openAs(address, 'bob', '/crew/channels/links');
    const own = message(bobs, 'News').getByRole('group', {name: 'Link preview: The lighthouse'});
    await own.getByRole('button', {name: 'Remove preview for everyone'}).click();
    await own.waitFor({state: 'detached'});
    await message(cats, 'News').getByRole('group').waitFor({state: 'detached'});
    await site.close();
  });

  test('quotes messages with names, emoji and formatting', async () => {
    const channelId = await crew.channel('quoting', [crew.bob, crew.ann]);
    const post = (text: string, more: object = {}) =>
      crew.post(crew.bob, text, {channel_id: channelId, ...more});
    await crew.cat.put('/users/me/patch', {first_name: 'Cat', last_name: 'Stone'});
    await crew.ann.put('/users/me/preferences', [
      {category: 'display_settings', name: 'name_format', value: 'full_name'},
    ]);
    // Short, so that it has one line before the name is known too.
    const asked = await post('Ask @cat. :tada: **boat** 🚤');
    await post(`Remember ${address}/crew/pl/${asked.id}`);
    await post('I do', {root_id: asked.id, reply_broadcast: true});
    const page = await inChannel('quoting', PHONE);
    const quote = message(page, 'Remember').getByRole('group', {name: 'Quoted message by'});
    const line = page.getByRole('button', {name: 'Reply to'});
    const shows = async () => {
      for (const place of [quote, line]) {
        await place.getByRole('img', {name: ':tada:'}).waitFor();
        await place.getByRole('img', {name: ':speedboat:'}).waitFor();
        await expect.poll(() => place.innerText()).toContain('Ask @Cat Stone.');
        expect(await place.innerText()).not.toContain('**');
      }
    };
    await shows();
    await quote.locator('strong', {hasText: 'boat'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await watchRows(page);
    await page.reload();
    await shows();
    await expectSteadyRows(page);
    await line.tap();
    await page.getByRole('heading', {name: 'Thread'}).waitFor();
    await crew.cat.put('/users/me/patch', {first_name: '', last_name: ''});
    await crew.ann.put('/users/me/preferences', [
      {category: 'display_settings', name: 'name_format', value: 'username'},
    ]);
  });

  test('names the integration that responds, or the server', async () => {
    const {userid} = await crew.server.features.bots.create(
      {username: 'releases', display_name: 'Releases'},
      crew.ann.id,
    );
    await crew.server.features.teams.addMember(crew.teamId, userid, crew.ann.id);
    const channelId = await crew.channel('talk', [crew.ann, crew.bob]);
    await crew.server.features.channels.addMember(channelId, userid, crew.ann.id);
    await crew.server.features.posts.create({
      channelId,
      userId: userid,
      message: 'Release 5?',
      ...withButtons('Release'),
    });
    const page = await inChannel('talk');
    const box = page.getByRole('textbox', {name: 'Write to talk'});
    const say = async (text: string) => {
      await box.fill(text);
      await box.press('Enter');
    };
    integration.answer = json({text: 'Only for you', extra_responses: []});
    await say('/deploy now');
    await page
      .getByRole('article', {name: /^\/deploy,/})
      .filter({hasText: 'Only for you'})
      .waitFor();
    integration.answer = json({text: 'For everyone', response_type: 'in_channel'});
    await say('/deploy now');
    await page
      .getByRole('article', {name: /^\/deploy,/})
      .filter({hasText: 'For everyone'})
      .waitFor();
    integration.answer = json({ephemeral_text: 'Approved it'});
    await message(page, 'Release 5?').getByRole('button', {name: 'Approve'}).click();
    await page
      .getByRole('article', {name: /^releases,/})
      .filter({hasText: 'Approved it'})
      .waitFor();
    integration.answer = json({error: 'Only Ann can ship.'});
    await message(page, 'Release 5?').getByRole('button', {name: 'Reject'}).click();
    const failure = page.getByRole('article', {name: /^releases,/}).filter({hasText: 'Only Ann can ship.'});
    await failure.getByRole('img', {name: ':warning:'}).waitFor();
    await say('/away');
    const bySystem = page.getByRole('article', {name: /^System,/});
    await bySystem.filter({hasText: 'away'}).waitFor();
    expect(await bySystem.getByText('BOT').count()).toBe(0);
    expect(await page.getByRole('article', {name: /^ann,/}).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);

    // Others also see the name of the command.
    const bobs = await windows.openAs(address, 'bob', '/crew/channels/talk');
    await bobs
      .getByRole('article', {name: /^\/deploy,/})
      .filter({hasText: 'For everyone'})
      .waitFor();
  });

  test('has an author while it is being sent, also below a message from the server', async () => {
    await crew.channel('pending', [crew.ann]);
    const page = await inChannel('pending');
    const box = page.getByRole('textbox', {name: 'Write to pending'});
    // The notice that ann joined doesn't mention her.
    await page.getByText('joined the channel.').waitFor();
    expect(
      await page.evaluate(
        `getComputedStyle(document.querySelector('[data-mention="ann"]').parentElement).backgroundColor`,
      ),
    ).toBe('rgba(0, 0, 0, 0)');
    await box.fill('/away');
    await box.press('Enter');
    await page.getByRole('article', {name: /^System,/}).waitFor();
    await page.route(/\/api\/v4\/posts$/, () => {});
    await box.fill('On its way');
    await box.press('Enter');
    await page.getByRole('article', {name: 'ann, sending'}).getByText('ann', {exact: true}).waitFor();
  });

  test('stays the same when it has been sent, in the compact display too, and so does its open file', async () => {
    await crew.channel('sent', [crew.ann]);
    const setDisplay = (value: string) =>
      crew.ann.put('/users/me/preferences', [{category: 'display_settings', name: 'message_display', value}]);
    await setDisplay('compact');
    const page = await inChannel('sent');
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/v4\/posts$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const buffer = await picture(400, 300);
    await page.locator('input[type=file]').setInputFiles({name: 'boat.png', mimeType: 'image/png', buffer});
    await page.getByRole('button', {name: 'Remove boat.png'}).waitFor();
    const box = page.getByRole('textbox', {name: 'Write to sent'});
    await box.fill('A boat');
    await box.press('Enter');
    const sending = page.getByRole('article', {name: 'ann, sending'});
    const places = async () => {
      const row = message(page, 'A boat');
      const parts = [row, row.getByText('ann', {exact: true}), row.getByText('A boat')];
      return Promise.all(parts.map((part) => part.boundingBox()));
    };
    await sending.getByRole('button', {name: 'Show boat.png'}).waitFor();
    const before = await places();
    await sending.getByRole('button', {name: 'Show boat.png'}).click();
    const viewer = page.getByRole('dialog', {name: 'boat.png'});
    await viewer.getByRole('button', {name: 'Zoom in'}).click();
    const mark = await viewer.evaluateHandle((element) => element);
    held.resolve();
    await page.locator('[data-post]').filter({hasText: 'A boat'}).waitFor({state: 'attached'});
    // The same window is still open, and not one that was opened again.
    expect(await mark.evaluate((element: {isConnected: boolean}) => element.isConnected)).toBe(true);
    await page.keyboard.press('Escape');
    await viewer.waitFor({state: 'detached'});
    expect(await places()).toEqual(before);
    expect(await accessibilityViolations(page)).toEqual([]);

    // In lists, the time is next to the author, so its column isn't there.
    await message(page, 'A boat').focus();
    await page.keyboard.press('s');
    await page.getByRole('button', {name: 'Saved messages', exact: true}).click();
    const saved = page.getByRole('region', {name: 'Saved messages'});
    const [place, author] = [saved.getByText('sent', {exact: true}), saved.getByText('ann', {exact: true})];
    const channelIcon = 14 + 8;
    expect((await author.boundingBox())!.x).toBeCloseTo((await place.boundingBox())!.x - channelIcon, 0);

    // A message that begins with code shows its author above it.
    await visit(page, '/crew/channels/off-topic');
    const {id: offTopic} = (await crew.ann.get(`/teams/${crew.teamId}/channels/name/off-topic`)).body;
    await crew.post(crew.bob, '```\nlet knots = 12;\n```', {channel_id: offTopic});
    const coded = message(page, 'let knots');
    const [name, code] = [coded.getByText('bob', {exact: true}), coded.locator('[data-whole-line]')];
    const [above, below] = [(await name.boundingBox())!, (await code.boundingBox())!];
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height - 1);
    // The next message of the same author has its time too, which a touch screen couldn't show otherwise.
    await crew.post(crew.bob, 'Steady as she goes', {channel_id: offTopic});
    await message(page, 'Steady')
      .getByRole('link', {name: /\d:\d\d/})
      .waitFor();

    // So do the field to edit a message, and the button of a message that only this person sees, whose time is said once.
    await visit(page, '/crew/channels/sent');
    await box.fill('Look, @cat: a note');
    await box.press('Enter');
    const notice = page.getByRole('article').filter({hasText: 'Only visible to you'});
    expect((await notice.innerText()).match(/\d:\d\d/g)).toHaveLength(1);
    const start = (await notice.locator('header').boundingBox())!.x;
    expect((await notice.getByRole('button', {name: 'Add to channel'}).boundingBox())!.x).toBe(start);
    await message(page, 'A boat').focus();
    await page.keyboard.press('e');
    const field = page.getByRole('textbox', {name: 'Edit message'});
    await field.waitFor();
    const edited = page.getByRole('article').filter({has: field});
    const frame = field.locator('xpath=../..');
    const [head, editor] = [(await edited.locator('header').boundingBox())!, (await frame.boundingBox())!];
    expect(editor.y).toBeGreaterThanOrEqual(head.y + head.height);
    expect(editor.x).toBe(head.x);
    await setDisplay('clean');
  });

  test('shows emoji characters with a picture and a name, and images in the given size', async () => {
    await crew.post(crew.bob, 'Well done 👍🏽 👍, all of you 👨‍👩‍👧 ❤️');
    await crew.post(crew.bob, '👋🏿');
    await crew.post(crew.bob, ':wave_dark_skin_tone: by name');
    const site = await openPictureSite();
    site.pictures['/pier.png'] = await picture(300, 200);
    for (const size of ['120x60', '120', 'x50']) {
      await crew.post(crew.bob, `![sized ${size}](${site.address}/pier.png =${size})`);
    }
    const page = await inChannel('town-square');
    const emoji = (text: string, name: string) => message(page, text).getByRole('img', {name, exact: true});
    await emoji('Well done', ':+1_medium_skin_tone:').waitFor();
    await emoji('Well done', ':man-woman-girl:').waitFor();
    await emoji('Well done', ':heart:').waitFor();
    await emoji('by name', ':wave_dark_skin_tone:').waitFor();
    const large = page.getByRole('img', {name: ':wave_dark_skin_tone:'}).first();
    const small = emoji('by name', ':wave_dark_skin_tone:');
    expect((await large.boundingBox())!.height).toBeGreaterThan((await small.boundingBox())!.height);
    // The browsers of the tests have no font with emoji, so they show pictures. Each skin tone has its own.
    const drawn = (locator: Locator) =>
      locator.evaluate((node) => {
        const {backgroundImage, backgroundPosition} = node.ownerDocument.defaultView!.getComputedStyle(node);
        return [backgroundImage.startsWith('url('), backgroundPosition];
      });
    const thumb = await drawn(emoji('Well done', ':+1_medium_skin_tone:'));
    const plainThumb = await drawn(emoji('Well done', ':+1:'));
    expect([thumb[0], plainThumb[0]]).toEqual([true, true]);
    expect(thumb[1]).not.toBe(plainThumb[1]);

    const sizeOf = async (size: string) => {
      const image = page.getByRole('img', {name: `sized ${size}`, exact: true});
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((node: {naturalWidth: number}) => node.naturalWidth))
        .toBeGreaterThan(0);
      const {width, height} = (await image.boundingBox())!;
      return [Math.round(width), Math.round(height)];
    };
    expect(await sizeOf('120x60')).toEqual([120, 60]);
    expect(await sizeOf('120')).toEqual([120, 80]);
    expect(await sizeOf('x50')).toEqual([75, 50]);
    await site.close();
  });

  test("marks the person's own votes in a poll, which no one else sees", async () => {
    const channelId = await crew.channel('polls', [crew.ann, crew.bob]);
    await crew.bob.post('/commands/execute', {
      channel_id: channelId,
      command: '/poll "Where do we moor?" "North pier" "South pier" --anonymous',
    });
    const page = await inChannel('polls');
    const bobs = await windows.openAs(address, 'bob', '/crew/channels/polls');
    const option = (where: Page, name: string, pressed: boolean) =>
      message(where, 'Where do we moor?').getByRole('button', {name, exact: true, pressed});
    await option(page, 'North pier', false).press('Enter');
    await option(page, 'North pier', true).waitFor();
    await option(page, 'South pier', false).press('Enter');
    await option(page, 'South pier', true).waitFor();
    await option(page, 'North pier', false).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // Another window of the same person, and after a reload.
    const other = await inChannel('polls');
    await option(other, 'South pier', true).waitFor();
    await option(other, 'South pier', true).press('Enter');
    await option(page, 'South pier', false).waitFor();
    await option(other, 'South pier', false).press('Enter');
    await option(page, 'South pier', true).waitFor();

    await message(bobs, 'Where do we moor?').getByText('1 vote (100%)').waitFor();
    await option(bobs, 'South pier', false).waitFor();
    // Each option has a bar with its share of the votes.
    const bars = message(bobs, 'Where do we moor?').locator('dd [style]');
    const widths = () =>
      bars.evaluateAll((all: {offsetWidth: number; parentElement: {offsetWidth: number}}[]) =>
        all.map((bar) => bar.offsetWidth / bar.parentElement.offsetWidth),
      );
    await expect.poll(widths).toEqual([0, 1]);
    await option(bobs, 'North pier', false).press('Enter');
    await expect.poll(widths).toEqual([0.5, 0.5]);
    await option(bobs, 'North pier', true).press('Enter');
    await expect.poll(widths).toEqual([0, 1]);
    await bobs.getByRole('button', {name: 'End poll'}).click();
    await message(page, 'Where do we moor?').getByText('1 vote (100%) · your vote').waitFor();
    await message(bobs, 'Poll ended').getByText('1 vote (100%)', {exact: true}).waitFor();
    // Bob can't end another person's poll.
    const command = '/poll "Which sail?" "Red" "Blue"';
    await crew.ann.post('/commands/execute', {channel_id: channelId, command});
    const sails = (where: Page) => message(where, 'Which sail?').getByRole('button').allInnerTexts();
    await expect.poll(() => sails(page)).toEqual(expect.arrayContaining(['Red', 'Blue', 'End poll']));
    await expect.poll(() => sails(bobs)).toEqual(expect.arrayContaining(['Red', 'Blue']));
    expect(await sails(bobs)).not.toContain('End poll');
  });

  test('the tooltip of a reaction names who reacted, also as it changes, and Escape closes it', async () => {
    const {id} = await crew.post(crew.ann, 'Lunch?');
    const react = (who: 'ann' | 'bob', emoji_name = 'pizza') =>
      crew[who].post('/reactions', {user_id: crew[who].id, post_id: id, emoji_name});
    await react('bob');
    const page = await inChannel('town-square');
    const reaction = message(page, 'Lunch?').getByRole('button', {name: /^:pizza:/});
    await reaction.hover();
    const tooltip = page.getByRole('tooltip');
    await tooltip.getByText('bob reacted with :pizza:').waitFor();
    expect(await reaction.getAttribute('aria-describedby')).toBe(await tooltip.getAttribute('id'));
    await react('ann');
    await tooltip.getByText('bob and You reacted with :pizza:').waitFor();
    await page.keyboard.press('Escape');
    await tooltip.waitFor({state: 'detached'});
    expect(await reaction.getAttribute('aria-describedby')).toBeNull();
    // Skin tones of one emoji are one reaction.
    await react('bob', 'wave');
    await react('ann', 'wave_dark_skin_tone');
    const waves = message(page, 'Lunch?').getByRole('button', {name: /^:wave/});
    const both = page.getByRole('button', {name: ':wave_dark_skin_tone:, 2 reactions', pressed: true});
    await both.hover();
    await tooltip.getByText('bob and You reacted with :wave:').waitFor();
    await both.click();
    await waves.and(page.getByRole('button', {name: ':wave:, 1 reaction', pressed: false})).waitFor();
    expect(await waves.count()).toBe(1);
    await page.getByRole('button', {name: 'Saved messages'}).hover();
    await page.getByRole('tooltip', {name: 'Saved messages'}).waitFor();
  });

  test('a draft marks its channel, and a cut-off name has a tooltip', async () => {
    const name = 'A channel whose name is much too long for the sidebar';
    await crew.ann.post('/channels', {team_id: crew.teamId, name: 'long', display_name: name, type: 'O'});
    const page = await inChannel('off-topic');
    await page.getByRole('textbox', {name: 'Write to Off-Topic'}).fill('unsent');
    const channels = page.getByRole('navigation', {name: 'Channels', exact: true});
    await channels.getByRole('link', {name: 'Town Square'}).click();
    await channels.getByRole('link', {name: 'Off-Topic draft'}).waitFor();
    await channels.getByText(name).hover();
    await channels.getByTitle(name).waitFor();
    await channels.getByText('Town Square').hover();
    expect(await channels.getByTitle('Town Square').count()).toBe(0);
  });

  test("the browser's own report of an outage is shown", async () => {
    const page = await inChannel('town-square');
    await page.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();
    const banner = page.getByText("You're offline. Reconnecting…");
    const header = page.getByRole('main').locator('header').first();
    const before = await header.boundingBox();
    await page.context().setOffline(true);
    await banner.waitFor();
    // It is over the page, which doesn't move, and below its header.
    expect(await header.boundingBox()).toEqual(before);
    expect((await banner.boundingBox())!.y).toBeGreaterThanOrEqual(before!.y + before!.height);
    await page.context().setOffline(false);
    await banner.waitFor({state: 'detached'});
  });
});
