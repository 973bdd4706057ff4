import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';

describeInBrowser('the keyboard', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
    await crew.server.features.teams.addMember(crew.teamId, crew.server.admin.id, crew.ann.id);
  });
  afterAll(() => crew.close());

  const as = (username: string, path = '/crew/channels/town-square') =>
    windows.openAs(address, username, path);
  const box = (page: Page, channel: string) => page.getByRole('textbox', {name: `Write to ${channel}`});
  const message = (page: Page | Locator, text: string) => page.getByRole('article').filter({hasText: text});
  const hasFocus = (locator: Locator) => locator.and(locator.page().locator(':focus')).waitFor();
  const title = (page: Page, name: string) => page.getByRole('heading', {name, level: 1}).waitFor();

  test('has a sheet that lists every shortcut, and a command that opens it', async () => {
    const page = await as('ann');
    await box(page, 'Town Square').waitFor();
    await page.keyboard.press('Control+/');
    const sheet = page.getByRole('dialog', {name: 'Keyboard shortcuts'});
    for (const group of [
      'Navigation',
      'Channels and teams',
      'In the message box',
      'On a message',
      'In search results and other lists',
    ]) {
      await sheet.getByRole('region', {name: group}).waitFor();
    }
    for (const name of ['Next unread channel', 'Go to the latest message', 'Reply in thread']) {
      await sheet.getByRole('term').filter({hasText: name}).waitFor();
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    // All of it is in view on a small laptop.
    await page.setViewportSize({width: 1280, height: 700});
    await expect
      .poll(() =>
        page.evaluate(`[...document.querySelectorAll('[role="dialog"] [data-scrolls]')].map(
          ({scrollHeight, clientHeight}) => scrollHeight - clientHeight,
        )`),
      )
      .toEqual([0]);
    await page.keyboard.press('Escape');
    await sheet.waitFor({state: 'detached'});
    await box(page, 'Town Square').fill('/shortcuts');
    await page.keyboard.press('Enter');
    await sheet.waitFor();
  });

  test('moves between channels, and between unread channels', async () => {
    for (const name of ['alpha', 'beta', 'gamma']) await crew.channel(name, [crew.cat, crew.bob]);
    const page = await as('cat');
    await box(page, 'Town Square').waitFor();
    const channels = page.getByRole('navigation', {name: 'Channels', exact: true});
    await channels.getByRole('link', {name: 'gamma'}).waitFor();
    // The order in the sidebar: alpha, beta, gamma, Off-Topic, Town Square.
    await page.keyboard.press('Alt+ArrowUp');
    await title(page, 'Off-Topic');
    await page.keyboard.press('Alt+ArrowDown');
    await title(page, 'Town Square');
    await page.keyboard.press('Alt+ArrowDown');
    await title(page, 'alpha');
    // A key that is held down repeats faster than channels are shown.
    await page.evaluate(`(async () => {
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) {
        window.dispatchEvent(new KeyboardEvent('keydown', {key, code: key, altKey: true, cancelable: true}));
        await undefined;
      }
    })()`);
    await title(page, 'beta');
    const {id} = (await crew.bob.get(`/teams/${crew.teamId}/channels/name/gamma`)).body;
    await crew.post(crew.bob, 'news', {channel_id: id});
    await channels.getByRole('link', {name: 'gamma unread'}).waitFor();
    await page.keyboard.press('Alt+Shift+ArrowDown');
    await title(page, 'gamma');
    // Also to what is above them.
    await page.keyboard.press('Control+Shift+s');
    await page.getByRole('heading', {name: 'Saved messages', exact: true}).waitFor();
    await page.keyboard.press('Control+Shift+h');
    await title(page, 'Threads');
    await page.keyboard.press('Control+Shift+e');
    await title(page, 'Drafts');
    await page.keyboard.press('Control+Shift+m');
    await page.getByRole('heading', {name: 'Recent mentions', exact: true}).waitFor();
    await page.keyboard.press('Control+Alt+i');
    await page.getByRole('heading', {name: 'About', exact: true}).waitFor();
    await page.keyboard.press('Control+Shift+k');
    await page.getByRole('dialog', {name: 'New direct message'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await crew.server.features.teams.create({name: 'other', display_name: 'Other', type: 'O'}, crew.cat.id);
    await page.getByRole('link', {name: 'Other', exact: true}).waitFor();
    const team = page.getByRole('navigation', {name: 'Teams'}).locator('[aria-current=page]');
    for (const [keys, name] of [
      ['ArrowDown', 'Other'],
      ['ArrowDown', 'Crew'],
      ['ArrowUp', 'Other'],
    ]) {
      await page.keyboard.press(`Control+Alt+${keys}`);
      await team.filter({hasText: name!}).waitFor();
    }
    await page.keyboard.press('Control+Shift+a');
    await title(page, 'Profile');
  });

  test('marks all channels as read after a question', async () => {
    const page = await as('bob');
    await box(page, 'Town Square').waitFor();
    const channels = page.getByRole('navigation', {name: 'Channels', exact: true});
    for (const name of ['north', 'south']) {
      const channelId = await crew.channel(name, [crew.bob, crew.ann]);
      await crew.post(crew.ann, 'news', {channel_id: channelId});
      await channels.getByRole('link', {name: `${name} unread`}).waitFor();
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mark all');
    await page.getByRole('option', {name: 'Mark all channels as read Actions'}).waitFor();
    await page.keyboard.press('Escape');
    await box(page, 'Town Square').focus();
    await page.keyboard.press('Shift+Escape');
    const question = page.getByRole('alertdialog', {name: 'Mark all channels as read'});
    await hasFocus(question.getByRole('button', {name: 'Mark all as read'}));
    await question.getByText(/^\d+ channels and conversations of this team/).waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({state: 'detached'});
    await hasFocus(box(page, 'Town Square'));
    for (const name of ['north', 'south']) await channels.getByRole('link', {name, exact: true}).waitFor();
    expect(await channels.getByRole('link', {name: /unread/}).count()).toBe(0);
    // There is nothing left to ask about.
    await page.keyboard.press('Shift+Escape');
    await hasFocus(box(page, 'Town Square'));
  });

  test('shows only unread channels and the open one', async () => {
    const {body: offTopic} = await crew.cat.get(`/teams/${crew.teamId}/channels/name/off-topic`);
    await crew.cat.post('/channels/members/me/view', {channel_id: offTopic.id});
    const page = await as('cat');
    const channels = page.getByRole('navigation', {name: 'Channels', exact: true});
    const channelId = await crew.channel('west', [crew.cat, crew.ann]);
    await channels.getByRole('link', {name: 'west', exact: true}).waitFor();
    const names = () => channels.locator('section').getByRole('link').allInnerTexts();
    await page.keyboard.press('Control+Shift+u');
    await channels.getByText('You have read all messages.').waitFor();
    expect(await names()).toEqual(['Town Square']);
    await crew.post(crew.ann, 'news', {channel_id: channelId});
    await expect.poll(names).toEqual(['Town Square', 'west\nunread']);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The channel that was open leaves when no row can move away from the pointer.
    await channels.getByRole('link', {name: 'west unread'}).click();
    await channels.getByRole('link', {name: 'west', exact: true}).waitFor();
    await page.getByRole('heading', {name: 'west', exact: true, level: 1}).waitFor();
    expect(await names()).toEqual(['Town Square', 'west']);
    await box(page, 'west').hover();
    await expect.poll(names).toEqual(['west']);
    await channels.getByRole('button', {name: 'Show all channels'}).click();
    await channels.getByRole('link', {name: 'Off-Topic'}).waitFor();
    // The palette does the same.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', {name: 'Channels, people, commands and pages'}).fill('only unread');
    await page.getByRole('option', {name: /^Show only unread channels/}).click();
    await channels.getByRole('button', {name: 'Show all channels'}).waitFor();
  });

  test('moves between the sections of the page', async () => {
    const channelId = await crew.channel('pier', [crew.ann, crew.bob]);
    const root = await crew.post(crew.bob, 'from bob', {channel_id: channelId});
    await crew.post(crew.ann, 'from ann', {channel_id: channelId, root_id: root.id});
    await crew.post(crew.ann, 'the latest', {channel_id: channelId});
    const page = await as('ann', '/crew/channels/pier');
    await message(page, 'the latest').waitFor();
    const team = page.getByRole('navigation', {name: 'Teams'}).getByRole('link', {name: 'Crew'});
    const channel = page
      .getByRole('navigation', {name: 'Channels', exact: true})
      .getByRole('link', {name: 'pier'});
    const header = page.getByRole('main').getByRole('button', {name: 'pier'});
    await box(page, 'pier').focus();
    for (const next of [team, channel, header, message(page, 'the latest'), box(page, 'pier')]) {
      await page.keyboard.press('F6');
      await hasFocus(next);
    }
    await page.keyboard.press('Shift+F6');
    await hasFocus(message(page, 'the latest'));
    // The arrow keys leave a message also from what is in it.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await hasFocus(message(page, 'from bob').getByRole('button', {name: 'bob', exact: true}));
    await page.keyboard.press('ArrowDown');
    await hasFocus(message(page, 'the latest'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('r');
    const reply = page.getByRole('textbox', {name: 'Reply'});
    await hasFocus(reply);
    // One returns to the message.
    await page.keyboard.press('Shift+F6');
    await page.keyboard.press('Shift+F6');
    await hasFocus(message(page, 'from bob').first());
    await page.keyboard.press('F6');
    await page.keyboard.press('F6');
    await hasFocus(reply);
    await page.keyboard.press('Control+k');
    await page.keyboard.press('F6');
    await hasFocus(page.getByRole('dialog').getByRole('combobox'));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+a');
    await title(page, 'Profile');
    // Until then, nothing in the content can take the focus.
    await page.getByRole('main').getByRole('textbox').first().waitFor();
    const sections = page.getByRole('navigation', {name: 'Settings'});
    for (const next of [team, sections.getByRole('link', {name: 'Profile'})]) {
      await page.keyboard.press('F6');
      await hasFocus(next);
    }
    await page.keyboard.press('F6');
    await page.getByRole('main').locator(':focus').waitFor();
  });

  test('formats what is typed next and the selected text, and chooses files', async () => {
    const page = await as('ann');
    const field = box(page, 'Town Square');
    await field.focus();
    await page.keyboard.press('Control+b');
    await expect.poll(() => field.inputValue()).toBe('****');
    await page.keyboard.type('on');
    await page.keyboard.press('Control+b');
    await page.keyboard.type(' and ');
    await page.keyboard.press('Control+i');
    await page.keyboard.type('off');
    await page.keyboard.press('Control+i');
    await page.keyboard.type('!');
    expect(await field.inputValue()).toBe('**on** and _off_!');
    for (const [keys, text] of [
      ['Control+b', '**lamp**'],
      ['Control+i', '_lamp_'],
      ['Control+Shift+x', '~~lamp~~'],
      ['Control+Alt+c', '`lamp`'],
      ['Control+Alt+k', /^\[lamp\]\(/],
      ['Control+Shift+Digit7', '1. lamp'],
      ['Control+Shift+Digit8', '- lamp'],
      ['Control+Shift+Digit9', '> lamp'],
    ] as const) {
      await field.fill('lamp');
      await field.press('Control+a');
      await field.press(keys);
      await expect
        .poll(() => field.inputValue())
        .toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
    }
    await field.fill('lamp\nlens');
    await field.press('Control+a');
    await page.getByRole('button', {name: 'Numbered list'}).click();
    await expect.poll(() => field.inputValue()).toBe('1. lamp\n2. lens');
    await field.press('Control+Shift+Digit8');
    await expect.poll(() => field.inputValue()).toBe('- lamp\n- lens');
    await field.press('Enter');
    await message(page, 'lens').and(page.locator('[data-post]')).waitFor();
    await page.keyboard.press('ArrowUp');
    const edited = page.getByRole('textbox', {name: 'Edit message'});
    await hasFocus(edited);
    await edited.press('Control+a');
    await edited.press('Control+Shift+Digit7');
    await expect.poll(() => edited.inputValue()).toBe('1. lamp\n2. lens');
    await edited.press('Enter');
    await message(page, 'lens').locator('ol').waitFor();
    await field.focus();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.press('Control+u')]);
    await chooser.setFiles([{name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan')}]);
    await page.getByText('plan.txt').waitFor();
  });

  test('finds channels, people, commands, settings and pages in one palette', async () => {
    await crew.channel('harbor', [crew.ann, crew.bob]);
    const {id} = (await crew.bob.get(`/teams/${crew.teamId}/channels/name/harbor`)).body;
    await crew.post(crew.bob, 'a ship, @ann', {channel_id: id});
    const page = await as('ann');
    await box(page, 'Town Square').waitFor();
    const find = page.getByRole('combobox', {name: 'Channels, people, commands and pages'});
    const options = page.getByRole('option');
    // What the person types while the palette loads, and until its field has the focus, is kept.
    const typed = Promise.withResolvers<void>();
    await page.route('**/assets/palette-*.js', (route) => typed.promise.then(() => route.continue()));
    const frames = await page.evaluateHandle<{show(): void}>(`(() => {
      const waiting = [];
      const {requestAnimationFrame} = window;
      window.requestAnimationFrame = (callback) => waiting.push(callback);
      const show = () => waiting.forEach((window.requestAnimationFrame = requestAnimationFrame));
      return {show};
    })()`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('bo');
    typed.resolve();
    await find.waitFor();
    await page.keyboard.type('w');
    await frames.evaluate(({show}) => show());
    await page.keyboard.type('ls');
    await expect.poll(() => find.inputValue()).toBe('bowls');
    await find.fill('');
    // Unread channels come first, and the open channel isn't selected.
    await page.getByRole('option', {selected: true}).filter({hasText: 'harbor'}).waitFor();
    // The field says what the palette is for. The title is only for screen readers.
    const palette = page.getByRole('dialog', {name: 'Find channels, people, commands and pages'});
    const [outer, field] = [await palette.boundingBox(), await find.boundingBox()];
    expect(field!.y - outer!.y).toBeLessThan(40);
    await palette.getByRole('button', {name: 'Close'}).click({trial: true});
    const height = (await page.getByRole('dialog').boundingBox())!.height;
    await find.fill('bo');
    await options.filter({hasText: 'bob'}).waitFor();
    expect((await page.getByRole('dialog').boundingBox())!.height).toBe(height);
    await find.fill('@no such thing anywhere');
    await page.getByText('No results').waitFor();
    expect((await page.getByRole('dialog').boundingBox())!.height).toBe(height);
    // A public channel, and what is in messages.
    await crew.channel('shipyard', [crew.bob]);
    await find.fill('shipy');
    await options.filter({hasText: 'shipyard'}).filter({hasText: 'Not a member'}).waitFor();
    await find.fill('a ship');
    await options.filter({hasText: 'Search messages for “a ship”'}).click();
    const found = page.getByRole('region', {name: 'Search results'});
    await message(found, 'a ship').waitFor();
    await page.keyboard.press('Control+k');
    await find.fill('notifications');
    await page.getByRole('option', {name: 'Notifications Settings'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await title(page, 'Notifications');
    await page.keyboard.press('Control+k');
    await find.fill('dark');
    await page.getByRole('option', {name: 'Dark Theme'}).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
    await page.keyboard.press('Control+k');
    await find.fill('create ch');
    await page.getByRole('option', {name: 'Create channel Actions'}).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', {name: 'Create channel'}).waitFor();
    await page.keyboard.press('Escape');
    await box(page, 'Town Square').waitFor();
    await page.getByRole('dialog', {name: 'Create channel'}).waitFor({state: 'detached'});
    // It works on every page.
    await page.keyboard.press('Control+k');
    await find.fill('harb');
    await page.keyboard.press('Enter');
    await title(page, 'harbor');
    // Pressed again, the shortcut closes it.
    await page.keyboard.press('Control+k');
    await find.waitFor();
    await page.keyboard.press('Control+k');
    await palette.waitFor({state: 'detached'});
    // What the menu of the open channel offers.
    await page.keyboard.press('Control+k');
    await find.fill('jump to');
    await page.getByRole('option', {name: 'Jump to a date harbor'}).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', {name: 'Jump to a date'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', {name: 'Jump to a date'}).waitFor({state: 'detached'});
    await page.keyboard.press('Control+k');
    await find.fill('star');
    await page.getByRole('option', {name: 'Add to favorites harbor'}).click();
    const favorites = page.getByRole('region', {name: 'Favorites'});
    await favorites.getByRole('link', {name: 'harbor'}).waitFor();
    await page.keyboard.press('Control+k');
    await find.fill('create section');
    await page.getByRole('option', {name: 'Create category Actions'}).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', {name: 'Create category'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', {name: 'Create category'}).waitFor({state: 'detached'});
    await page.keyboard.press('Control+k');
    await find.fill('/echo');
    await options.filter({hasText: '/echo'}).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => box(page, 'harbor').inputValue()).toBe('/echo ');
    await hasFocus(box(page, 'harbor'));
    // A draft isn't lost, and a command without arguments runs.
    await box(page, 'harbor').fill('a draft');
    await page.keyboard.press('Control+k');
    await find.fill('/echo');
    await options.filter({hasText: '/echo [message]'}).click();
    await page.getByText('To use /echo, send or delete your draft first.').waitFor();
    await page.keyboard.press('Control+k');
    await find.fill('/dnd');
    await options.filter({hasText: '/dnd'}).click();
    await message(page, 'Do Not Disturb').waitFor();
    expect(await box(page, 'harbor').inputValue()).toBe('a draft');
    await page.keyboard.press('Control+k');
    await find.fill('new channel');
    await page.getByRole('option', {name: 'Create channel Actions'}).waitFor();
    await page.keyboard.press('Escape');

    const admins = await as('admin');
    await box(admins, 'Town Square').waitFor();
    await admins.keyboard.press('Control+k');
    await admins.getByRole('combobox', {name: 'Channels, people, commands and pages'}).fill('audit');
    await admins.getByRole('option', {name: /^Audit log/}).waitFor();
    await admins.keyboard.press('Enter');
    await title(admins, 'Audit log');
  });

  test('after a message is deleted, the next one has the focus, or else the one before', async () => {
    const channelId = await crew.channel('shore', [crew.ann]);
    for (const text of ['first', 'second', 'third']) await crew.post(crew.ann, text, {channel_id: channelId});
    const page = await as('ann', '/crew/channels/shore');
    await message(page, 'third').waitFor();
    await box(page, 'shore').press('Shift+Tab');
    await hasFocus(message(page, 'third'));
    await page.keyboard.press('ArrowUp');
    await hasFocus(message(page, 'second'));
    const remove = async (text: string) => {
      await page.keyboard.press('Delete');
      await hasFocus(page.getByRole('alertdialog').getByRole('button', {name: 'Delete'}));
      await page.keyboard.press('Enter');
      await message(page, text).waitFor({state: 'detached'});
    };
    await remove('second');
    await hasFocus(message(page, 'third'));
    await remove('third');
    await hasFocus(message(page, 'first'));
  });

  test('the palette starts with the current team, and with people who wrote', async () => {
    const dan = await crew.server.person('dan');
    await crew.server.features.teams.addMember(crew.teamId, dan.id, crew.ann.id);
    await dan.post('/teams', {name: 'annex', display_name: 'Annex', type: 'I'});
    const page = await as('dan');
    await box(page, 'Town Square').waitFor();
    // The other tab opens a different team.
    const other = await page.context().newPage();
    await other.goto(`${address}/annex/channels/town-square`);
    await box(other, 'Town Square').waitFor();
    await other.close();
    const options = page.getByRole('option');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('town');
    await page.getByRole('option', {name: 'Town Square Annex'}).waitFor();
    expect(await options.nth(0).innerText()).toBe('Town Square');
    // Of the people that match equally well, those with direct messages come first.
    const [, wren] = await Promise.all(
      ['emil', 'wren'].map(async (name) => {
        const person = await crew.server.person(name);
        await person.put(`/users/${person.id}/patch`, {nickname: 'Emilia'});
        return person;
      }),
    );
    const direct = await wren!.post('/channels/direct', [wren!.id, dan.id]);
    await crew.post(wren!, 'hello', {channel_id: direct.body.id});
    // The dialog hides the sidebar from screen readers.
    await page.getByRole('link', {name: /wren/, includeHidden: true}).first().waitFor();
    await page.getByRole('dialog').getByRole('combobox').fill('emilia');
    await options.filter({hasText: 'emil'}).nth(1).waitFor();
    // They are listed with their other names, like people without direct messages.
    expect(await options.nth(0).innerText()).toContain('wren');
    expect(await options.nth(0).innerText()).toContain('Emilia');
  });

  test.each([
    ['a mouse and a keyboard', {viewport: {width: 800, height: 800}}],
    ['a phone', {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true}],
  ] as const)(
    'types into what was opened last, even before it is loaded, with %s',
    async (device, options) => {
      const isPhone = device === 'a phone';
      const page = await windows.openAs(address, 'ann', '/crew/channels/town-square', {...options});
      const press = (name: string | RegExp) => {
        const button = page.getByRole('button', {name}).first();
        return isPhone ? button.tap() : button.click();
      };
      const openDirect = async () => {
        if (isPhone) await press(/^Open navigation/);
        await press('Add channels and people');
        await page.getByRole('menuitem', {name: 'New direct message'}).press('Enter');
      };
      await box(page, 'Town Square').waitFor();
      for (const [code, open, field] of [
        [
          'side-panel',
          () => (isPhone ? press('Search messages') : page.keyboard.press('Control+Shift+f')),
          page.getByRole('combobox', {name: 'Search messages'}),
        ],
        ['emoji-picker', () => press('Insert emoji'), page.getByRole('searchbox', {name: 'Search emoji'})],
        ['new-direct', openDirect, page.getByRole('combobox', {name: 'To'})],
      ] as const) {
        const loaded = Promise.withResolvers<void>();
        await page.route(`**/assets/${code}-*.js`, (route) => loaded.promise.then(() => route.continue()));
        await box(page, 'Town Square').focus();
        await open();
        await page.keyboard.type('Bobx');
        await page.keyboard.press('Backspace');
        loaded.resolve();
        await expect.poll(() => field.inputValue()).toBe('Bob');
        await page.keyboard.type('by');
        await expect.poll(() => field.inputValue()).toBe('Bobby');
        await page.keyboard.press('Escape');
        if ((await field.count()) > 0) await page.keyboard.press('Escape');
        expect(await box(page, 'Town Square').inputValue()).toBe('');
      }
      if (isPhone) return;
      await press('Insert emoji');
      await page.keyboard.type('fire');
      await page.keyboard.press('Enter');
      await expect.poll(() => box(page, 'Town Square').inputValue()).toBe(':fire: ');
      await box(page, 'Town Square').fill('');
    },
  );

  test('Tab moves list items in the message box and the editor, and the keyboard leads out of both', async () => {
    await crew.channel('outline', [crew.ann]);
    const page = await as('ann', '/crew/channels/outline');
    const field = box(page, 'outline');
    // The code that formats is loaded when the person begins to write.
    await field.press('Control+b');
    await expect.poll(() => field.inputValue()).toBe('****');
    await field.fill('');
    await page.keyboard.type('- one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Tab');
    expect(await field.inputValue()).toBe('- one\n  - two');
    await page.keyboard.press('Shift+Tab');
    expect(await field.inputValue()).toBe('- one\n- two');
    await hasFocus(field);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await hasFocus(page.getByRole('button', {name: 'Attach files'}));
    await page.keyboard.press('Shift+Tab');
    // The first item is in no other one.
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Tab');
    await hasFocus(page.getByRole('button', {name: 'Attach files'}));
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    // Once it is sent, it can be edited.
    await message(page, 'one').and(page.locator('[data-post]')).waitFor();
    await page.keyboard.press('ArrowUp');
    const edited = page.getByRole('textbox', {name: 'Edit message'});
    await hasFocus(edited);
    await page.keyboard.press('Tab');
    await expect.poll(() => edited.inputValue()).toBe('- one\n  - two');
    await page.keyboard.press('Enter');
    await message(page, 'one').getByRole('list').getByRole('list').getByText('two').waitFor();
  });

  test('moves through messages and acts on them with single keys', async () => {
    const channelId = await crew.channel('walk', [crew.ann, crew.bob]);
    const bobs = await crew.post(crew.bob, 'from bob, @bob and `@bob`', {channel_id: channelId});
    const anns = await crew.post(crew.ann, 'from ann', {channel_id: channelId});
    const linkTo = ({id}: {id: string}) => `${address}/crew/pl/${id}`;
    const page = await as('ann', '/crew/channels/walk');
    await message(page, 'from ann').waitFor();
    await box(page, 'walk').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await hasFocus(message(page, 'from ann'));
    await page.keyboard.press('e');
    const edited = page.getByRole('textbox', {name: 'Edit message'});
    await edited.fill('from ann, edited');
    await page.keyboard.press('Enter');
    await message(page, 'from ann, edited').getByText('edited', {exact: true}).waitFor();
    await hasFocus(message(page, 'from ann'));
    await page.keyboard.press('ArrowUp');
    await hasFocus(message(page, 'from bob'));
    await page.keyboard.press('s');
    await message(page, 'from bob').getByText('Saved').waitFor();
    await page.keyboard.press('p');
    await message(page, 'from bob').getByText('Pinned').waitFor();
    // Bob's message can't be edited, and no shortcut is typed as text.
    await page.keyboard.press('e');
    expect(await edited.count()).toBe(0);
    await page.keyboard.press('Shift++');
    const picker = page.getByRole('dialog', {name: 'Emoji'});
    await picker.getByRole('searchbox').waitFor();
    await page.keyboard.press('Escape');
    await picker.waitFor({state: 'detached'});
    await message(page, 'from bob').and(page.locator(':focus-within')).waitFor();
    await box(page, 'walk').fill('Look:');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('q');
    await hasFocus(box(page, 'walk'));
    await page.keyboard.type('Yes');
    const quote = `Look:\n\n> **[bob](${linkTo(bobs)})**\n> from bob, @\u2060bob and \`@bob\`\n\nYes`;
    expect(await box(page, 'walk').inputValue()).toBe(quote);
    await box(page, 'walk').fill('');
    // The list stays at its end when the quote makes the message box taller.
    await page.setViewportSize({width: 1280, height: 420});
    const list = page.getByRole('region', {name: 'Messages in walk'});
    const isAtEnd = () =>
      list.evaluate(
        (one: {scrollHeight?: number; scrollTop?: number; clientHeight?: number}) =>
          one.scrollTop! > 0 && one.scrollHeight! - one.scrollTop! - one.clientHeight! < 1,
      );
    await expect.poll(isAtEnd).toBe(true);
    await page.keyboard.press('Shift+Tab');
    await hasFocus(message(page, 'from ann'));
    await page.keyboard.press('q');
    await hasFocus(box(page, 'walk'));
    await expect.poll(() => box(page, 'walk').inputValue()).toContain('> from ann');
    await expect.poll(isAtEnd).toBe(true);
    await page.setViewportSize({width: 1280, height: 800});
    // In a long text, a page is what is visible of it.
    const draft = box(page, 'walk');
    await draft.fill('Left, right\n'.repeat(60));
    await page.keyboard.press('Control+Home');
    const place = () =>
      draft.evaluate(
        (area: {value?: string; selectionStart?: number; parentElement?: {scrollTop: number}}) => ({
          line: area.value!.slice(0, area.selectionStart).split('\n').length - 1,
          top: area.parentElement!.scrollTop,
        }),
      );
    await page.keyboard.press('PageDown');
    const {line: pageful, top} = await place();
    expect(pageful).toBeGreaterThan(8);
    expect(pageful).toBeLessThan(18);
    expect(top).toBeGreaterThan(100);
    await page.keyboard.press('PageDown');
    expect((await place()).line).toBe(2 * pageful);
    expect((await place()).top).toBeGreaterThan(1.9 * top);
    await page.keyboard.press('Shift+PageUp');
    expect((await place()).line).toBe(pageful);
    expect(await page.evaluate('String(getSelection()).length')).toBe(pageful * 'Left, right\n'.length);
    await draft.fill('');
    await page.keyboard.press('Escape');
    await hasFocus(box(page, 'walk'));
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('m');
    // The menu shows these shortcuts.
    const keys = (item: string) => page.getByRole('menuitem', {name: item, exact: true}).locator('kbd kbd');
    await keys('Pin to channel').getByText('P', {exact: true}).waitFor();
    await keys('Delete').getByText('Del', {exact: true}).waitFor();
    expect(await keys('Remind me…').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await hasFocus(message(page, 'from ann'));
    // Shortly after the menu has closed, the actions disappear from messages without the focus.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');
    await page.keyboard.press('r');
    const reply = page.getByRole('textbox', {name: 'Reply'});
    await hasFocus(reply);
    await message(page.getByRole('complementary'), 'from ann').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('m');
    await page.getByRole('menuitem', {name: 'Quote message'}).press('Enter');
    await hasFocus(reply);
    const quoted = `> **[ann](${linkTo(anns)})**\n> from ann, edited\n\n`;
    expect(await reply.inputValue()).toBe(quoted);
    // Without the quote, no line breaks keep the box tall. All of it can be undone.
    for (const key of ['Control+End', 'ArrowUp', 'ArrowUp', 'End', 'Control+Shift+Home', 'Delete'])
      await page.keyboard.press(key);
    expect(await reply.inputValue()).toBe('');
    for (const key of ['Control+z', 'Control+z']) await page.keyboard.press(key);
    expect(await reply.inputValue()).toBe(quoted);
    await reply.fill('');
    await page.keyboard.press('Escape');
    // Also with a text, and nothing is between the box and the latest message.
    await box(page, 'walk').fill('not yet');
    await page.keyboard.press('Shift+Tab');
    await hasFocus(message(page, 'from ann'));
    await page.keyboard.press('Escape');
    await hasFocus(box(page, 'walk'));
    // Quoted mentions notify no one again.
    await crew.post(crew.ann, quote, {channel_id: channelId});
    const membership = await crew.bob.get(`/channels/${channelId}/members/${crew.bob.id}`);
    expect(membership.body.mention_count).toBe(0);
  });

  test('says so if the key to delete a message may not do it', async () => {
    const channelId = await crew.channel('quay', [crew.ann, crew.bob]);
    await crew.post(crew.ann, 'from ann', {channel_id: channelId});
    const page = await as('bob', '/crew/channels/quay');
    await message(page, 'from ann').waitFor();
    await box(page, 'quay').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Delete');
    await page.getByRole('alert').getByText("You can't delete this message.").waitFor();
  });

  test('a menu opens next to its button', async () => {
    const page = await as('bob', '/crew/channels/off-topic');
    const add = page.getByRole('button', {name: 'Add channels and people'});
    await add.click();
    const menu = (await page.getByRole('menu').boundingBox())!;
    const button = (await add.boundingBox())!;
    const gap = menu.y - (button.y + button.height);
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThan(20);
    expect(menu.x).toBeLessThan(button.x + button.width);
    expect(menu.x + menu.width).toBeGreaterThan(button.x);
  });

  test('a tooltip appears with the focus, but not when a menu returns it', async () => {
    const page = await as('bob', '/crew/channels/off-topic');
    const add = page.getByRole('button', {name: 'Add channels and people'});
    await add.press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({state: 'detached'});
    await hasFocus(add);
    expect(await page.getByRole('tooltip').count()).toBe(0);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip', {name: 'Add channels and people'}).waitFor();

    // It doesn't appear either if the pointer is still on the button.
    await page.clock.install();
    windows.discard(page);
    await page.keyboard.press('Tab');
    await page.mouse.move(0, 0);
    await add.click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({state: 'detached'});
    await add.hover({position: {x: 5, y: 5}});
    await page.clock.fastForward(2_000);
    expect(await page.getByRole('tooltip').count()).toBe(0);
    await page.mouse.move(0, 0);
    await add.hover();
    await page.getByRole('tooltip', {name: 'Add channels and people'}).waitFor();
  });

  test('a panel takes the focus when it opens, and returns it when it closes', async () => {
    const page = await as('ann', '/crew/channels/off-topic');
    await hasFocus(box(page, 'Off-Topic'));
    for (const name of ['Saved messages', 'Recent mentions']) {
      const opener = page.getByRole('button', {name});
      await opener.press('Enter');
      await hasFocus(page.getByRole('region', {name}));
      await page.keyboard.press('Escape');
      await hasFocus(opener);
    }
    // Also from the message box.
    await box(page, 'Off-Topic').focus();
    await page.keyboard.press('Control+Shift+s');
    await hasFocus(page.getByRole('region', {name: 'Saved messages'}));
    await page.keyboard.press('Escape');
    await hasFocus(box(page, 'Off-Topic'));
    await page.keyboard.press('Control+Alt+i');
    const info = page.getByRole('complementary', {name: 'Side panel'});
    await info.locator(':focus').waitFor();
    await page.keyboard.press('Control+Alt+i');
    await info.waitFor({state: 'detached'});
    await hasFocus(box(page, 'Off-Topic'));
    await page.getByRole('button', {name: 'Saved messages'}).press('Enter');
    await hasFocus(page.getByRole('region', {name: 'Saved messages'}));
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.type('hello');
    expect(await box(page, 'Off-Topic').inputValue()).toBe('hello');
  });

  test('the Tab key moves between the groups of the emoji picker, and the arrow keys within them', async () => {
    const page = await as('ann', '/crew/channels/off-topic');
    const opener = page.getByRole('button', {name: 'Insert emoji'});
    await opener.press('Enter');
    const picker = page.getByRole('dialog', {name: 'Emoji'});
    await hasFocus(picker.getByRole('searchbox'));
    const group = (name: string) => picker.getByRole('heading', {name, exact: true}).locator('..');
    const emoji = (name: string) => group('Smileys & emotion').getByRole('button', {name, exact: true});
    await emoji(':grinning:').waitFor();
    await group('Flags').waitFor();
    await group('Frequently used').getByRole('button').first().focus();
    await page.keyboard.press('Tab');
    await hasFocus(emoji(':grinning:'));
    await page.keyboard.press('ArrowRight');
    await hasFocus(emoji(':smiley:'));
    await page.keyboard.press('Tab');
    await hasFocus(group('People & body').getByRole('button').first());
    await page.keyboard.press('Escape');
    await picker.waitFor({state: 'detached'});
    await hasFocus(opener);
  });

  test('typing anywhere goes to the message box', async () => {
    const page = await as('bob', '/crew/channels/off-topic');
    await box(page, 'Off-Topic').waitFor();
    await page.getByRole('button', {name: 'Add channels and people'}).focus();
    await page.keyboard.type('hello');
    expect(await box(page, 'Off-Topic').inputValue()).toBe('hello');
    // Text typed into another field stays there.
    const search = page.getByRole('combobox', {name: 'Search messages'});
    await search.focus();
    await page.keyboard.type('x');
    expect([await search.inputValue(), await box(page, 'Off-Topic').inputValue()]).toEqual(['x', 'hello']);
  });
});
