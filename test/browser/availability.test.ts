import type {Page, Route} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  accessibilityViolations,
  chooseOption,
  describeInBrowser,
  enterTime,
  testWindows,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {picture} from '../support/pictures.ts';

describeInBrowser('what others see of a person, and messages that are passed on', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const as = (username: string, path = '/crew/channels/town-square', options = {}) =>
    windows.openAs(address, username, path, options);
  const message = (page: Page, text: string) => page.getByRole('article').filter({hasText: text});
  const openMenu = (page: Page) => page.getByRole('button', {name: /^Your account/}).click();

  test('a custom status is set with an expiry, seen live by others, and cleared', async () => {
    await crew.post(crew.ann, 'Hello from ann');
    const [anns, bobs] = [await as('ann'), await as('bob')];
    await message(bobs, 'Hello from ann').waitFor();
    await openMenu(anns);
    await anns.getByRole('menuitem', {name: 'Set a status'}).click();
    const dialog = anns.getByRole('dialog', {name: 'Set a status'});
    // The button that changes the emoji shows it.
    await dialog
      .getByRole('button', {name: 'Choose an emoji'})
      .locator('[title=":speech_balloon:"]')
      .waitFor();
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.getByText('Enter a status.').waitFor();
    await dialog.getByRole('textbox', {name: 'Status'}).fill('On a boat');
    await chooseOption(dialog, 'Clear after', '1 hour');
    expect(await accessibilityViolations(anns)).toEqual([]);
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached'});
    await message(bobs, 'Hello from ann').getByText('On a boat').first().waitFor();
    const {props} = (await crew.bob.get(`/users/${crew.ann.id}`)).body;
    const end = Date.parse(JSON.parse(props.customStatus).expires_at);
    expect(Math.abs(end - Date.now() - 3_600_000)).toBeLessThan(120_000);
    await message(bobs, 'Hello from ann').getByRole('button', {name: 'ann', exact: true}).click();
    await bobs.getByRole('dialog', {name: 'Profile'}).getByText('On a boat (until').waitFor();

    await openMenu(anns);
    await anns.getByRole('menuitem', {name: 'Change status'}).click();
    await anns.getByRole('button', {name: 'Clear status'}).click();
    await message(anns, 'Hello from ann').getByText('On a boat').waitFor({state: 'detached'});
  });

  test('a suggested status has its usual duration, and ends at another time if the person chooses one', async () => {
    // Another time zone, because windows for the same options share a clock.
    const page = await as('bob', undefined, {timezoneId: 'UTC'});
    await page.clock.setFixedTime(new Date('2026-11-25T12:00Z'));
    await openMenu(page);
    await page.getByRole('menuitem', {name: 'Set a status'}).click();
    const dialog = page.getByRole('dialog', {name: 'Set a status'});
    await dialog.getByRole('button', {name: 'Out for lunch'}).click();
    expect(await dialog.getByRole('textbox', {name: 'Status'}).inputValue()).toBe('Out for lunch');
    expect(await dialog.getByRole('combobox', {name: 'Clear after'}).innerText()).toBe('30 minutes');
    await dialog.getByRole('button', {name: 'On vacation'}).click();
    const end = dialog.getByRole('combobox', {name: 'Clear after'});
    expect(await end.innerText()).toBe('This week (until Sat, Nov 28)');
    // On its last day, "this week" would be the same as "today".
    await page.clock.setFixedTime(new Date('2026-11-28T12:00Z'));
    await dialog.getByRole('button', {name: 'Out for lunch'}).click();
    await dialog.getByRole('button', {name: 'On vacation'}).click();
    expect(await end.innerText()).toBe("Don't clear");
    await chooseOption(dialog, 'Clear after', 'Choose a date and time');
    await enterTime(dialog, 'Date and time', '01052020', '0830A');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.getByText('Enter a time in the future.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await enterTime(dialog, 'Date and time', '01052099', '0830A');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached'});
    const {text, expires_at} = JSON.parse((await crew.bob.get('/users/me')).body.props.customStatus);
    expect(text).toBe('On vacation');
    expect(new Date(expires_at).getFullYear()).toBe(2099);
  });

  test('do not disturb ends at the chosen time', async () => {
    const page = await as('cat');
    await openMenu(page);
    await page.getByRole('menuitem', {name: 'Do not disturb until…'}).waitFor();
    const items = page.getByRole('menu').locator('[role^="menuitem"]');
    expect((await items.allInnerTexts()).slice(0, 5)).toEqual([
      'Online',
      'Away',
      'Offline',
      'Do not disturb',
      'Do not disturb until…',
    ]);
    await page.getByRole('menuitem', {name: 'Do not disturb until…'}).click();
    const dialog = page.getByRole('dialog', {name: 'Do not disturb'});
    await dialog.getByRole('radio', {name: /^Tomorrow at 8:00 AM \(\w{3}, \w{3} \d+\)$/}).waitFor();
    await dialog.getByRole('radio', {name: 'Choose a date and time'}).check();
    await dialog.getByRole('group', {name: 'Date and time'}).first().waitFor();
    await dialog.getByRole('radio', {name: '30 minutes'}).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', {name: 'Save'}).click();
    await dialog.waitFor({state: 'detached'});
    const {status, dnd_end_time} = (await crew.cat.get('/users/me/status')).body;
    expect(status).toBe('dnd');
    expect(Math.abs(dnd_end_time * 1000 - Date.now() - 1_800_000)).toBeLessThan(120_000);

    // The menu shows the end, also of a choice in another client.
    // Shortly before midnight, the end has a date.
    const quiet = page.getByRole('menuitemradio', {name: /^Do not disturb \(until .*\d/});
    await openMenu(page);
    await quiet.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const choose = (choice: object) => crew.cat.put('/users/me/status', {user_id: crew.cat.id, ...choice});
    const own = page.getByRole('button', {name: 'Your account: cat', includeHidden: true});
    await choose({status: 'away'});
    await own.getByText('Away').waitFor({state: 'attached'});
    await quiet.waitFor({state: 'detached'});
    await choose({status: 'dnd', dnd_end_time: Date.UTC(2099, 0, 5) / 1000});
    await page.getByRole('menuitemradio', {name: /^Do not disturb \(until Jan \d, 2099/}).waitFor();
    await own.getByText('Do not disturb').waitFor({state: 'attached'});
  });

  test("a direct message shows the other person's local time", async () => {
    const anns = await as('ann', '/crew/channels/town-square', {timezoneId: 'Asia/Tokyo'});
    await expect
      .poll(async () => (await crew.ann.get('/users/me')).body.timezone.automaticTimezone)
      .toBe('Asia/Tokyo');
    await anns.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();
    const bobs = await as('bob', '/crew/messages/@ann', {timezoneId: 'Europe/Berlin'});
    await bobs.getByText(/^Local time: \d/).waitFor();
    expect(await accessibilityViolations(bobs)).toEqual([]);
  });

  test('members open their profile, from which they are messaged, and people are offered before typing', async () => {
    await crew.post(crew.ann, 'Look at the members');
    const page = await as('bob');
    await page.getByRole('button', {name: '3 members'}).click();
    await page
      .getByRole('listitem')
      .getByRole('button', {name: /^(?:Offline|Online|Do not disturb) cat$/})
      .click();
    const card = page.getByRole('dialog', {name: 'Profile'});
    await card.getByRole('link', {name: 'cat@example.com'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await card.getByRole('button', {name: 'Message'}).click();
    await page.getByRole('heading', {name: 'cat', level: 1}).waitFor();
    await page.getByRole('button', {name: 'About this conversation'}).click();
    await page.getByRole('link', {name: 'cat@example.com'}).waitFor();

    await page.getByRole('button', {name: 'Add channels and people'}).click();
    await page.getByRole('menuitem', {name: 'New direct message'}).click();
    const dialog = page.getByRole('dialog', {name: 'New direct message'});
    await dialog.getByRole('option', {name: 'ann'}).click();
    await dialog.getByRole('button', {name: 'Start conversation'}).click();
    await page.getByRole('heading', {name: 'ann', level: 1}).waitFor();
  });

  test('the profile of a guest says so, and leads administrators to the account', async () => {
    const {server, teamId} = crew;
    const guest = await server.person('visitor');
    await server.platform.config.patch({GuestAccountsSettings: {Enable: true}});
    for (const {id} of [server.admin, guest]) {
      await server.admin.post(`/teams/${teamId}/members`, {team_id: teamId, user_id: id});
    }
    await crew.post(guest, 'I visit you');
    expect((await server.admin.post(`/users/${guest.id}/demote`)).status).toBe(200);
    const open = async (page: Page) => {
      await message(page, 'I visit you').getByRole('button', {name: 'visitor', exact: true}).last().click();
      return page.getByRole('dialog', {name: 'Profile'});
    };
    const card = await open(await as('bob', '/crew/channels/town-square'));
    await card.getByText('GUEST').waitFor();
    expect(await card.getByRole('button').allInnerTexts()).toEqual(['Message']);
    const admins = await as('admin', '/crew/channels/town-square');
    await (await open(admins)).getByRole('button', {name: 'Manage account'}).click();
    await admins.waitForURL(`${address}/_admin/users/${guest.id}`);
  });

  test('the notifications of a channel show the default, and are saved at once', async () => {
    await crew.channel('alerts', [crew.bob, crew.ann]);
    const page = await as('ann', '/crew/channels/alerts');
    // A right-click on a channel in the sidebar opens its menu.
    await page.getByRole('navigation').getByRole('link', {name: 'alerts'}).click({button: 'right'});
    await page.getByRole('menu', {name: 'Options for alerts'}).waitFor();
    await page.getByRole('menuitem', {name: 'Notifications'}).click();
    const dialog = page.getByRole('dialog', {name: 'Notifications for alerts'});
    const desktop = dialog.getByRole('combobox', {name: 'Desktop notifications'});
    expect(await desktop.innerText()).toBe('Use my default: Mentions and direct messages');
    await chooseOption(dialog, 'Desktop notifications', 'All messages');
    await dialog.getByRole('switch', {name: 'Follow all threads'}).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    const {id} = (await crew.ann.get(`/teams/${crew.teamId}/channels/name/alerts`)).body;
    await expect
      .poll(async () => (await crew.ann.get(`/channels/${id}/members/me`)).body.notify_props)
      .toMatchObject({desktop: 'all', channel_auto_follow_threads: 'on'});
    await dialog.getByRole('button', {name: 'Notification settings'}).click();
    await page.getByRole('heading', {name: 'Notifications', level: 1}).waitFor();
  });

  test('two quick changes of notifications are both shown, and a rejected one is changed back', async () => {
    const channelId = await crew.channel('sirens', [crew.bob, crew.ann]);
    const page = await as('ann', '/crew/channels/sirens');
    await page.getByRole('button', {name: 'sirens', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Notifications'}).click();
    const dialog = page.getByRole('dialog', {name: 'Notifications for sirens'});
    const [mute, follow, ignore] = ['Mute', 'Follow all threads', 'Ignore @channel, @here and @all'].map(
      (name) => dialog.getByRole('switch', {name}),
    );
    const calls: Route[] = [];
    await page.route('**/notify_props', (route) => void calls.push(route));
    for (const one of [mute, follow, ignore]) await one!.check();
    await expect.poll(() => calls.length).toBe(3);
    const states = () => Promise.all([mute, follow, ignore].map((one) => one!.isChecked()));

    // The event of the first change comes before that of the message.
    await calls[0]!.fulfill({response: await calls[0]!.fetch()});
    await crew.post(crew.bob, 'The siren is on', {channel_id: channelId});
    await page.getByText('The siren is on').waitFor();
    expect(await states()).toEqual([true, true, true]);
    await calls[1]!.fulfill({status: 500, json: {message: 'The siren is broken.'}});
    await page.getByText('The siren is broken.').waitFor();
    expect(await states()).toEqual([true, false, true]);
    await calls[2]!.continue();
    await expect
      .poll(async () => (await crew.ann.get(`/channels/${channelId}/members/me`)).body.notify_props)
      .toMatchObject({mark_unread: 'mention', ignore_channel_mentions: 'on'});
    expect(await states()).toEqual([true, false, true]);
  });

  test('the own profile leads to its settings', async () => {
    await crew.post(crew.cat, 'This is me');
    const page = await as('cat');
    await message(page, 'This is me').getByRole('button', {name: 'cat', exact: true}).click();
    await page.getByRole('dialog', {name: 'Profile'}).getByRole('button', {name: 'Edit profile'}).click();
    await page.getByRole('heading', {name: 'Profile', level: 1}).waitFor();
  });

  test('a message is forwarded to at most five places at once', async () => {
    const names = ['pier-one', 'pier-two', 'pier-three', 'pier-four', 'pier-five', 'pier-six'];
    for (const name of names) await crew.channel(name, [crew.ann, crew.bob]);
    await crew.post(crew.ann, 'For every pier');
    const page = await as('bob');
    await message(page, 'For every pier').hover();
    await message(page, 'For every pier').getByRole('button', {name: 'More actions'}).click();
    await page.getByRole('menuitem', {name: 'Forward message'}).click();
    const dialog = page.getByRole('dialog', {name: 'Forward message'});
    const chooser = dialog.getByRole('combobox', {name: 'Channel or person'});
    for (const name of names.slice(0, 5)) {
      // Typing opens the list, and the first character isn't lost.
      await chooser.and(page.locator('button:focus')).waitFor();
      await page.keyboard.type(name);
      await page.locator(`input:focus`).waitFor();
      expect(await page.locator(`input:focus`).inputValue()).toBe(name);
      expect(await page.getByRole('option').allInnerTexts()).toEqual([name]);
      await page.keyboard.press('Enter');
    }
    await chooser.click();
    await page.getByText('You can choose up to 5 channels and people.').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', {name: 'Forward', exact: true}).click();
    await page.getByText('Forwarded to 5 destinations').waitFor();
  });

  test('a message is forwarded with a comment to several places, and again where it failed', async () => {
    const elsewhere = await crew.channel('elsewhere', [crew.ann, crew.bob]);
    const group = await crew.bob.post('/channels/group', [crew.ann.id, crew.bob.id, crew.cat.id]);
    await crew.post(crew.bob, 'To both', {channel_id: group.body.id});
    const upload = async (name: string, content: Buffer) => {
      const path = `/files?channel_id=${crew.channelId}&filename=${name}`;
      return (await crew.ann.post(path, content)).body.file_infos[0].id;
    };
    const ids = [
      await upload('quay.png', await picture(160, 120)),
      await upload('plan.txt', Buffer.from('A plan')),
    ];
    const original = await crew.post(crew.ann, 'Worth passing on', {file_ids: ids});
    const page = await as('bob');
    await message(page, 'Worth passing on').hover();
    await message(page, 'Worth passing on').getByRole('button', {name: 'More actions'}).click();
    await page.getByRole('menuitem', {name: 'Forward message'}).click();
    const dialog = page.getByRole('dialog', {name: 'Forward message'});
    const quote = dialog.getByRole('blockquote');
    await quote.getByText('ann', {exact: true}).waitFor();
    await quote.getByText('Worth passing on').waitFor();
    await quote.getByRole('time').waitFor();
    await quote.getByRole('img', {name: 'quay.png'}).waitFor();
    await quote.getByText('plan.txt').waitFor();
    const forward = () => dialog.getByRole('button', {name: 'Forward', exact: true}).click();
    await forward();
    await dialog.getByText('Select a channel or a person.').waitFor();
    for (const name of ['elsewhere', 'Off-Topic']) {
      await dialog.getByRole('combobox', {name: 'Channel or person'}).click();
      await page.getByRole('option', {name}).click();
    }
    await dialog.getByRole('combobox', {name: 'Channel or person'}).click();
    await page.getByRole('option', {name: 'Town Square'}).waitFor();
    expect(await page.getByRole('option', {name: 'Off-Topic'}).count()).toBe(0);
    // A person comes before a group with the person, which has the latest message.
    await page.keyboard.type('cat');
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual([expect.stringMatching(/\ncat$/), expect.stringMatching(/\nann, cat$/)]);
    await page.keyboard.press('Enter');
    await dialog.getByRole('textbox', {name: 'Comment'}).fill('Look at this');
    expect(await accessibilityViolations(page)).toEqual([]);

    await crew.ann.delete(`/channels/${elsewhere}/members/${crew.bob.id}`);
    await forward();
    await page.getByText('Forwarded to Off-Topic and cat').waitFor();
    await dialog.getByRole('alert').filter({hasText: 'Not forwarded to elsewhere: '}).waitFor();
    const chosen = dialog.getByRole('list', {name: 'Selected in Channel or person'});
    expect(await chosen.getByRole('listitem').allTextContents()).toEqual(['elsewhere']);
    await crew.ann.post(`/channels/${elsewhere}/members`, {user_id: crew.bob.id});
    await forward();
    await dialog.waitFor({state: 'detached'});
    const offTopic = (await crew.bob.get(`/teams/${crew.teamId}/channels/name/off-topic`)).body.id;
    const direct = (await crew.bob.post('/channels/direct', [crew.bob.id, crew.cat.id])).body.id;
    for (const id of [elsewhere, offTopic, direct]) {
      const {posts} = (await crew.bob.get(`/channels/${id}/posts`)).body;
      const sent = Object.values<{message: string; user_id: string; type: string}>(posts);
      expect(
        sent.filter(({user_id, type}) => user_id === crew.bob.id && type === '').map((one) => one.message),
      ).toEqual([`Look at this\n${address}/crew/pl/${original.id}`]);
    }
  });
});
