import type {Page, Route} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  accessibilityViolations,
  BROWSER_TEST_TIMEOUT,
  chooseOption,
  describeInBrowser,
  testWindows,
  visit,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {picture} from '../support/pictures.ts';
import {TEST_PASSWORD} from '../support/test-server.ts';

describeInBrowser('the settings of an account on the page', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew({
      ServiceSettings: {EnableUserAccessTokens: true},
      EmailSettings: {
        SendEmailNotifications: true,
        EnableEmailBatching: true,
        SMTPServer: '127.0.0.1',
        FeedbackEmail: 'chat@example.com',
      },
    });
    address = await crew.server.listen();
  }, BROWSER_TEST_TIMEOUT);
  afterAll(() => crew.close());

  const as = (username: string, path: string) => windows.openAs(address, username, path);

  const field = (page: Page, name: string) => page.getByRole('textbox', {name});
  const inMessages = (page: Page) => page.getByRole('article').first().waitFor();

  test('the name, the picture and the email are changed', async () => {
    const page = await as('ann', '/crew/channels/town-square');
    await page.getByRole('button', {name: 'Your account: ann'}).click();
    await page.getByRole('menuitem', {name: 'Settings'}).click();
    await page.getByRole('heading', {name: 'Profile', level: 1}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await field(page, 'First name').fill('Ann');
    await field(page, 'Position').fill('Harbour pilot');
    await page.getByRole('region', {name: 'Name', exact: true}).getByRole('button', {name: 'Save'}).click();
    await page.getByText('Profile saved.').waitFor();
    await page
      .getByLabel('Profile picture')
      .and(page.locator('input'))
      .setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: await picture(600, 400),
      });
    await page.getByText('Picture saved.').waitFor();
    await page.getByRole('button', {name: 'Remove', exact: true}).waitFor();

    await field(page, 'Email').fill('ann.pilot@example.com');
    await page.getByRole('region', {name: 'Account'}).getByRole('button', {name: 'Save'}).click();
    await page.getByText('Enter your password to change your email address.').waitFor();
    await field(page, 'Current password').fill(TEST_PASSWORD);
    await page.getByRole('region', {name: 'Account'}).getByRole('button', {name: 'Save'}).click();
    await page.getByText('Account saved.').waitFor();
    expect((await crew.ann.get('/users/me')).body).toMatchObject({
      first_name: 'Ann',
      position: 'Harbour pilot',
      email: 'ann.pilot@example.com',
    });
  });

  test('people without a team see which ones they can join, and join one from its address', async () => {
    const team = (name: string, isOpen: boolean) =>
      crew.ann.post('/teams', {
        name,
        display_name: name,
        type: isOpen ? 'O' : 'I',
        allow_open_invite: isOpen,
      });
    await Promise.all([team('harbor', true), team('lighthouse', false)]);
    const join = (page: Page) => page.getByRole('region', {name: 'Teams you can join'}).getByRole('button');
    const townSquare = (page: Page) => page.getByRole('heading', {name: 'Town Square', level: 1});

    const strangers = await as('stranger', '/lighthouse/channels/town-square');
    await strangers.getByRole('heading', {name: 'Welcome, stranger'}).waitFor();
    await strangers.getByRole('button', {name: 'Create team'}).waitFor();
    await expect.poll(() => join(strangers).count()).toBe(1);
    expect(await accessibilityViolations(strangers)).toEqual([]);
    await strangers.getByRole('button', {name: 'Join harbor'}).click();
    await townSquare(strangers).waitFor();

    const admins = await as('admin', '/');
    await admins.getByRole('button', {name: 'Join lighthouse'}).waitFor();
    expect(await accessibilityViolations(admins)).toEqual([]);
    await admins.getByRole('button', {name: 'Administration'}).click();
    await admins.getByRole('heading', {name: 'Overview', level: 1}).waitFor();
    await visit(admins, '/lighthouse/channels/town-square');
    await admins.getByRole('heading', {name: 'Join lighthouse?'}).waitFor();
    expect(await accessibilityViolations(admins)).toEqual([]);
    await admins.getByRole('button', {name: 'Join team'}).click();
    await townSquare(admins).waitFor();

    await visit(strangers, '/lighthouse');
    await strangers.getByRole('heading', {name: 'Team not found'}).waitFor();
  });

  test('themes and new teams are offered only where the server allows them', async () => {
    const {config} = crew.server.platform;
    const theme = (page: Page) => page.getByRole('group', {name: 'Theme'});
    const create = (page: Page) => page.getByRole('button', {name: 'Create team'});
    const open = async (username: string, path: string, heading: string) => {
      const page = await as(username, path);
      await page.getByRole('heading', {name: heading}).first().waitFor();
      return page;
    };
    await theme(await open('ann', '/_settings/display', 'Time')).waitFor();
    const joined = await open('ann', '/_teams', 'Teams');
    await create(joined).waitFor();
    await joined.getByRole('region', {name: 'Your teams'}).getByRole('link', {name: 'Crew'}).click();
    await joined.getByRole('heading', {name: 'Town Square', level: 1}).waitFor();

    await config.patch({
      ThemeSettings: {EnableThemeSelection: false},
      TeamSettings: {EnableTeamCreation: false},
    });
    const display = await open('ann', '/_settings/display', 'Time');
    expect(await theme(display).count()).toBe(0);
    const teams = await open('ann', '/_teams', 'Teams');
    await teams.getByText('There are no more teams that you can join.').waitFor();
    expect(await create(teams).count()).toBe(0);
    await create(await open('admin', '/_teams', 'Teams')).waitFor();
    await config.patch({
      ThemeSettings: {EnableThemeSelection: true},
      TeamSettings: {EnableTeamCreation: true},
    });
  });

  test('content below something that never loads can be used', async () => {
    const {roles} = (await crew.cat.get('/users/me')).body;
    await crew.server.admin.put(`/users/${crew.cat.id}/roles`, {roles: `${roles} system_user_access_token`});
    const page = await as('cat', '/_settings/profile');
    await page.route('**/users/*/tokens*', () => {});
    await page.goto(`${address}/_settings/security`);
    await page.getByRole('status').getByText('Loading…').waitFor();
    await page.getByRole('heading', {name: 'Active sessions'}).waitFor();
    await page.getByRole('status').getByText('Loading…').waitFor();
  });

  test('a token is shown once and works until it is revoked; other sessions are revoked', async () => {
    const {roles} = (await crew.bob.get('/users/me')).body;
    await crew.server.admin.put(`/users/${crew.bob.id}/roles`, {
      roles: `${roles} system_user_access_token`,
    });
    const page = await as('bob', '/_settings/security');
    await page.getByText("You don't have any tokens yet.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Create token'}).click();
    // A choice counts as input.
    await chooseOption(page, 'Expires', 'In 30 days');
    // When the list is closed, the focus is in the dialog again.
    await page.getByRole('combobox', {name: 'Expires'}).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', {name: 'Discard'}).click();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await page.getByRole('button', {name: 'Create token'}).click();
    await field(page, 'Description').fill('Build server');
    await page.getByRole('dialog').getByRole('button', {name: 'Create', exact: true}).click();
    const secret = await page.getByRole('dialog').locator('code').first().innerText();
    const program = crew.server.withToken(secret);
    expect((await program.get('/users/me')).body.username).toBe('bob');
    // The browser of the tests denies access to the clipboard, as browsers do without HTTPS.
    const copy = page.getByRole('dialog').getByRole('button', {name: 'Copy: Token'});
    await copy.click();
    await copy.and(page.locator(':focus')).getByText('Copied').waitFor();
    await page.getByRole('button', {name: 'Done'}).click();
    await page.getByText('Build server').waitFor();
    const password = page.locator('input[autocomplete=current-password]').first();
    await password.focus();
    await page.keyboard.press('Control+v');
    expect(await password.inputValue()).toBe(secret);
    await password.fill('');
    expect(await page.getByText(secret).count()).toBe(0);
    await page.getByRole('button', {name: 'More actions for Build server'}).click();
    await page.getByRole('menuitem', {name: 'Revoke'}).click();
    await page.getByRole('button', {name: 'Revoke token'}).click();
    await page.getByText('Token revoked.').waitFor();
    expect((await program.get('/users/me')).status).toBe(401);

    await page.getByText('CURRENT', {exact: true}).waitFor();
    expect((await crew.bob.get('/users/me')).status).toBe(200);
    await page.getByRole('button', {name: 'Revoke Unknown device'}).click();
    await page.getByRole('button', {name: 'Revoke session'}).click();
    await page.getByText('Session revoked.').waitFor();
    expect((await crew.bob.get('/users/me')).status).toBe(401);

    await field(page, 'Current password').fill('not the password');
    await field(page, 'New password').fill('another long password');
    await page.getByRole('button', {name: 'Change password'}).click();
    await page.getByRole('alert').filter({hasText: 'password'}).waitFor();
    await field(page, 'Current password').fill(TEST_PASSWORD);
    await page.getByRole('button', {name: 'Change password'}).click();
    await page.getByText('Password changed.', {exact: false}).waitFor();
  });

  test('a select is used with the keyboard', async () => {
    const page = await as('cat', '/_settings/notifications');
    const mobile = page.getByRole('combobox', {name: 'Notify me about'}).last();
    const focused = mobile.and(page.locator(':focus'));
    const options = page.getByRole('listbox', {name: 'Notify me about'});
    await mobile.press('ArrowDown');
    await options.and(page.locator(':focus')).waitFor();
    await options.getByRole('option', {name: 'Mentions and direct messages', selected: true}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Home');
    await page.keyboard.press('Escape');
    await focused.filter({hasText: 'Mentions and direct messages'}).waitFor();
    await mobile.press('Enter');
    await options.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await focused.filter({hasText: 'Nothing'}).waitFor();
    await expect.poll(async () => (await crew.cat.get('/users/me')).body.notify_props.push).toBe('none');
    // Then the settings below have no effect.
    await page.getByRole('combobox', {name: 'When', exact: true}).waitFor({state: 'detached'});
    // A closed select finds options by their first characters.
    await mobile.press('m');
    await focused.filter({hasText: 'Mentions and direct messages'}).waitFor();
    await expect.poll(async () => (await crew.cat.get('/users/me')).body.notify_props.push).toBe('mention');
    const desktop = page.getByRole('region', {name: 'Desktop notifications'});
    const switches = desktop.getByRole('switch');
    expect(await switches.count()).toBe(2);
    await chooseOption(desktop, 'Notify me about', 'Nothing');
    await switches.first().waitFor({state: 'detached'});
    expect(await switches.count()).toBe(0);
    expect(await desktop.getByRole('combobox', {name: 'Sound'}).count()).toBe(0);
    await chooseOption(desktop, 'Notify me about', 'Mentions and direct messages');
    await switches.first().waitFor();
  });

  test('notification, display and sidebar settings take effect and are saved', async () => {
    const page = await as('cat', '/_settings/notifications');
    const keywords = field(page, 'Keywords');
    const saved = (keys: string) =>
      expect.poll(async () => (await crew.cat.get('/users/me')).body.notify_props.mention_keys).toBe(keys);
    await keywords.pressSequentially('harbour,tide');
    await keywords.press('Enter');
    await saved('harbour,tide');
    await keywords.fill(`high water, Tide, ${'x'.repeat(65)}`);
    await keywords.press('Enter');
    await page.getByText('A keyword can have at most 64 characters.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await saved('harbour,tide,high water');
    // The last one is added when the person leaves the field.
    await keywords.fill('ebb');
    await keywords.press('Tab');
    await saved('harbour,tide,high water,ebb');
    await keywords.press('Backspace');
    await page.getByRole('button', {name: 'Remove harbour'}).click();
    await saved('tide,high water');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate("navigator.clipboard.writeText('quay, pier')");
    await keywords.press('Control+v');
    await saved('tide,high water,quay,pier');
    await page.context().clearPermissions();
    await chooseOption(page, 'Send email notifications', 'Every hour');
    // Following a thread decides about its replies.
    await page.getByRole('region', {name: 'Mentions', exact: true}).waitFor();
    expect(await page.getByRole('combobox', {name: 'Replies'}).count()).toBe(0);
    const choose = (name: string, option: string) => chooseOption(page, name, option);
    await choose('Sound', 'Ripple');
    await expect
      .poll(async () => (await crew.cat.get('/users/me')).body.notify_props.desktop_notification_sound)
      .toBe('Ripple');
    const outside = page.getByText('emails wait');
    expect(await outside.count()).toBe(0);
    await choose('Allow notifications', 'Weekdays');
    await outside.waitFor();
    await choose('To', '5:30 PM');
    await choose('Allow notifications', 'Custom');
    await page.getByRole('checkbox', {name: 'Wednesday'}).uncheck();
    await choose('Friday, from', '10:00 PM');
    await choose('Friday, to', '6:00 AM (next day)');
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('link', {name: 'Display'}).click();
    await page.getByRole('radio', {name: 'Dark'}).check();
    await page.getByRole('radio', {name: '24-hour'}).check();
    await page.getByRole('radio', {name: 'Compact'}).check();
    await page.getByRole('radio', {name: 'Nickname, or full name'}).check();
    await page.getByRole('switch', {name: 'Set time zone automatically'}).uncheck();
    // A list with more options than fit has a search field.
    await page.getByRole('combobox', {name: 'Time zone'}).click();
    await page.getByRole('combobox', {name: 'Time zone'}).and(page.locator('input')).fill('auckl');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', {name: 'Time zone'}).filter({hasText: 'Pacific/Auckland'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', {name: 'Messages', exact: true}).click();
    await page.getByRole('switch', {name: 'Send with Ctrl+Enter', exact: true}).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', {name: 'Sidebar'}).click();
    await page.getByRole('switch', {name: 'Group unread channels'}).check();

    const preferences = async () =>
      Object.fromEntries(
        (await crew.cat.get('/users/me/preferences')).body.map(
          ({category, name, value}: {category: string; name: string; value: string}) => [
            `${category}/${name}`,
            value,
          ],
        ),
      );
    await expect.poll(preferences).toMatchObject({
      'notifications/email_interval': '3600',
      'notifications/schedule': JSON.stringify({
        monday: '09:00-17:30',
        tuesday: '09:00-17:30',
        thursday: '09:00-17:30',
        friday: '22:00-06:00',
      }),
      'display_settings/colour_scheme': 'dark',
      'display_settings/use_military_time': 'true',
      'display_settings/message_display': 'compact',
      'advanced_settings/send_on_ctrl_enter': 'true',
      'sidebar_settings/show_unread_section': 'true',
    });
    const {timezone} = (await crew.cat.get('/users/me')).body;
    expect(timezone).toMatchObject({useAutomaticTimezone: 'false', manualTimezone: 'Pacific/Auckland'});

    await crew.ann.put('/users/me/patch', {nickname: 'Annie'});
    const {body: group} = await crew.cat.post('/channels/group', [crew.cat.id, crew.ann.id, crew.bob.id]);
    await crew.post(crew.ann, 'just us', {channel_id: group.id});
    const {create_at} = await crew.post(crew.ann, 'when was that?');
    const time = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Pacific/Auckland',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(create_at);
    await page.goto(`${address}/crew/channels/town-square`);
    await page.getByRole('article').filter({hasText: 'when was that?'}).getByText(time).waitFor();
    // The name of a group message uses the name format that the user chose.
    await page.getByRole('navigation', {name: 'Channels'}).getByRole('link', {name: 'Annie, '}).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  test('a setting stays as it was just changed while earlier changes are saved', async () => {
    const page = await as('ann', '/_settings/notifications');
    const {body: direct} = await crew.cat.post('/channels/direct', [crew.ann.id, crew.cat.id]);
    const calls: Route[] = [];
    // The page also saves the time zone of the browser.
    const isSetting = (body: string | null) => /notify_props|send_on_ctrl_enter/.test(body ?? '');
    await page.route(/\/users\/me\/patch$|\/preferences$/, (route) =>
      isSetting(route.request().postData()) ? void calls.push(route) : route.continue(),
    );
    /** Lets the server save the first change, and waits until the page has got its event and that of a mention. */
    const saveFirst = async (unread: number) => {
      await expect.poll(() => calls.length).toBe(2);
      await calls[0]!.fulfill({response: await calls[0]!.fetch()});
      await crew.post(crew.cat, 'Have you seen this?', {channel_id: direct.id});
      await expect.poll(() => page.title()).toContain(`(${unread})`);
    };
    const sound = page.getByRole('switch', {name: 'Play a sound'});
    await page
      .getByRole('region', {name: 'Desktop notifications'})
      .getByRole('switch', {name: 'Include replies in threads I follow'})
      .uncheck();
    await sound.uncheck();
    await saveFirst(1);
    expect(await sound.isChecked()).toBe(false);
    for (const call of calls.splice(1)) await call.continue();
    calls.splice(0);

    await page.getByRole('link', {name: 'Messages', exact: true}).click();
    const sending = page.getByRole('switch', {name: 'Send with Ctrl+Enter', exact: true});
    await sending.check();
    await sending.uncheck();
    await saveFirst(2);
    expect(await sending.isChecked()).toBe(false);
    await calls[1]!.continue();
    await expect
      .poll(async () => (await crew.ann.get('/users/me')).body.notify_props)
      .toMatchObject({desktop_threads: 'mention', desktop_sound: 'false'});
    const preferences = async () => (await crew.ann.get('/users/me/preferences/advanced_settings')).body;
    await expect
      .poll(preferences)
      .toContainEqual(expect.objectContaining({name: 'send_on_ctrl_enter', value: 'false'}));
  });

  test('imported settings are applied', async () => {
    const ONYX = {sidebarBg: '#202228', centerChannelBg: '#191b1f', centerChannelColor: '#e3e4e8'};
    const set = (values: [string, string, string][]) =>
      crew.ann.put(
        '/users/me/preferences',
        values.map(([category, name, value]) => ({user_id: crew.ann.id, category, name, value})),
      );
    await set([
      ['theme', '', JSON.stringify(ONYX)],
      ['display_settings', 'collapse_consecutive_messages', 'false'],
      ['display_settings', 'collapse_previews', 'true'],
      ['advanced_settings', 'formatting', 'true'],
      ['advanced_settings', 'join_leave', 'false'],
      ['advanced_settings', 'feature_enabled_markdown_preview', 'false'],
      ['advanced_settings', 'code_block_ctrl_enter', 'true'],
      ['tutorial_step', crew.ann.id, '0'],
    ]);
    const channelId = await crew.channel('ashore', [crew.ann, crew.cat]);
    for (const name of ['alcove', 'inlet', 'jetty']) await crew.channel(name, [crew.cat]);
    await crew.channel('harbor', [crew.cat, crew.bob]);
    await crew.post(crew.cat, 'one', {channel_id: channelId});
    await crew.post(crew.cat, 'two ![a chart](/api/v4/nothing.png)', {channel_id: channelId});
    const page = await as('ann', '/crew/channels/ashore');
    await inMessages(page);
    const posts = page.getByRole('article');
    expect(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(25, 27, 31)',
    );
    await posts.filter({hasText: 'two'}).getByRole('button', {name: 'cat', exact: true}).waitFor();
    await posts.getByRole('button', {name: 'Show image: a chart'}).waitFor();
    expect(await page.getByText('joined').count()).toBe(0);
    const area = page.getByRole('textbox', {name: 'Write to ashore'});
    expect(await page.getByRole('button', {name: 'Preview'}).count()).toBe(0);
    await area.fill('```');
    await page.keyboard.press('Enter');
    await page.keyboard.type('let tide = 3;');
    expect(await area.inputValue()).toBe('```\nlet tide = 3;');
    await page.keyboard.press('Control+Enter');
    await posts.filter({hasText: 'let tide'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    // Mention keywords are highlighted. Channel-wide mentions are not, for users who turned them off.
    await crew.ann.put('/users/me/patch', {
      notify_props: {mention_keys: 'high water,tides', channel: 'false'},
    });
    await crew.post(crew.cat, 'High water at four @channel @tides', {channel_id: channelId});
    const ground = (words: string) =>
      page.evaluate<string>(`getComputedStyle(
        [...document.querySelectorAll('strong')].find(({textContent}) => textContent === '${words}'),
      ).backgroundColor`);
    await page.locator('strong', {hasText: 'High water'}).waitFor();
    expect(await ground('High water')).not.toBe('rgba(0, 0, 0, 0)');
    expect(await ground('@channel')).toBe('rgba(0, 0, 0, 0)');
    expect(await ground('tides')).not.toBe('rgba(0, 0, 0, 0)');

    // Without formatting, there is a summary, and buttons still work.
    await set([['advanced_settings', 'formatting', 'false']]);
    const action = {id: 'raise', name: 'Raise it', integration: {url: 'http://127.0.0.1:9/raise'}};
    await crew.post(crew.cat, '', {
      channel_id: channelId,
      props: {attachments: [{fallback: 'The gate is **shut**', text: 'not to be seen', actions: [action]}]},
    });
    await posts.filter({hasText: 'The gate is **shut**'}).getByRole('button', {name: 'Raise it'}).waitFor();
    expect(await page.getByText('not to be seen').count()).toBe(0);

    // The first steps continue where the user stopped.
    const steps = page.getByRole('region', {name: 'Getting started'});
    // Wait for the response, because the page shows the next step before the server has saved it.
    const isSaved = () => page.waitForResponse((response) => response.url().endsWith('/preferences'));
    const second = isSaved();
    await steps.getByRole('button', {name: 'Next'}).click();
    await steps.getByText('Step 2 of 3').waitFor();
    await second;
    // The second one suggests the channels with the most members.
    const suggested = steps.getByRole('list', {name: 'Channels that many people are in'});
    await expect
      .poll(() => suggested.getByRole('link').allTextContents())
      .toEqual(['harbor', 'alcove', 'inlet']);
    await suggested.getByRole('button', {name: 'Join harbor'}).click();
    await suggested
      .getByRole('listitem')
      .filter({hasText: /harbor.*Joined/})
      .waitFor();
    await page
      .getByRole('region', {name: 'Channels', exact: true})
      .getByRole('link', {name: 'harbor'})
      .waitFor();
    await set([['tutorial_step', crew.ann.id, '3']]);
    await steps.getByText('Step 3 of 3').waitFor();
    const last = isSaved();
    await steps.getByRole('button', {name: 'Done'}).click();
    await steps.waitFor({state: 'detached'});
    await last;
    // The copy in the browser may be older.
    const loaded = page.waitForResponse((response) => response.url().endsWith('/users/me/preferences'));
    await page.reload();
    await inMessages(page);
    await loaded;
    await steps.waitFor({state: 'detached'});
  });
});
