import {readFile} from 'node:fs/promises';
import type {Locator, Page, Route} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {
  accessibilityViolations,
  chooseOption,
  describeInBrowser,
  testWindows,
  visit,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {ALLOW_LOOPBACK} from '../support/picture-site.ts';
import {startPushService} from '../support/push-service.ts';
import {runJobs} from '../support/running-jobs.ts';
import {startS3Server} from '../support/s3-server.ts';

describeInBrowser('administration on the page', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const as = (username: string, path: string) => windows.openAs(address, username, path);

  const administration = (path = '') => as('admin', `/_admin${path}`);
  const onPhone = (path: string) =>
    windows.openAs(address, 'admin', `/_admin${path}`, {viewport: {width: 390, height: 844}});
  const row = (page: Page, name: string) => page.getByRole('row').filter({hasText: name});
  const heading = (page: Page, name: string) => page.getByRole('heading', {name, level: 1}).waitFor();

  async function choose(page: Page, button: string, item: string): Promise<void> {
    await page.getByRole('button', {name: button}).click();
    await page.getByRole('menuitem', {name: item}).click();
  }

  async function confirm(page: Page, button: string): Promise<void> {
    await page.getByRole('alertdialog').getByRole('button', {name: button}).click();
    await page.getByRole('alertdialog').waitFor({state: 'detached'});
  }

  test('opens from the account menu, and links to all of its pages', async () => {
    const page = await as('admin', '/');
    await choose(page, 'Your account: admin', 'Administration');
    await heading(page, 'Overview');
    await page.getByRole('definition').filter({hasText: 'deactivated'}).waitFor();
    // The links in the tiles are above the link of their tile, also between their lines. One of them has two lines.
    const links = page.getByRole('definition').getByRole('link');
    expect(await links.count()).toBe(3);
    const isOnTop = await links.evaluateAll((all) =>
      all.map((link) => {
        const {left, top, width, height} = link.getBoundingClientRect();
        return link === link.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
      }),
    );
    expect(isOnTop).toEqual([true, true, true]);
    await page.getByText('Messages per day, past 31 days').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const navigation = page.getByRole('navigation', {name: 'Administration'});
    for (const name of [
      'Users',
      'Teams',
      'Channels',
      'Groups',
      'Integrations',
      'Settings',
      'Jobs',
      'Audit log',
      'Nodes',
      'Health',
    ]) {
      await navigation.getByRole('link', {name, exact: true}).click();
      await heading(page, name);
    }
    const find = navigation.getByRole('searchbox', {name: 'Find a page or setting'});
    await find.fill('roles');
    await navigation.getByRole('list', {name: 'Search results'}).getByRole('link').first().waitFor();
    await find.press('Enter');
    await heading(page, 'Roles and permissions');
    await find.fill('file size');
    const first = navigation.getByRole('list', {name: 'Search results'}).getByRole('link').first();
    await first.filter({hasText: 'Maximum file size'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await first.click();
    await page.getByRole('textbox', {name: 'Maximum file size', exact: true}).waitFor();
    await find.fill('audit');
    await find.press('Enter');
    await heading(page, 'Audit log');
    const icons = await navigation
      .locator('a path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')));
    expect(icons.length).toBe(new Set(icons).size);

    // The list of pages can be hidden to have space for the page.
    await page.setViewportSize({width: 1024, height: 768});
    const hide = page.getByRole('button', {name: 'Hide sidebar'});
    const show = page.getByRole('button', {name: 'Show sidebar'});
    await hide.press('Enter');
    await page.locator(':focus').and(show).waitFor();
    expect(await navigation.isVisible()).toBe(false);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto(`${address}/_settings/notifications`);
    await show.waitFor();
    await page.goto(`${address}/_admin/audits`);
    await show.press('Enter');
    await navigation.waitFor();
    await page.locator(':focus').and(hide).waitFor();
    // On tablets, the list is in the drawer, and rows show their buttons.
    await page.setViewportSize({width: 768, height: 1024});
    await page.getByRole('button', {name: 'Open navigation'}).click();
    await navigation.getByRole('link', {name: 'Users', exact: true}).click();
    await navigation.waitFor({state: 'hidden'});
    const options = await page.getByRole('button', {name: 'Options for ann'}).boundingBox();
    expect(options!.x + options!.width).toBeLessThan(768);
  });

  test('rows are cards only where the columns of their table do not fit', async () => {
    const column = (name: string) => page.getByRole('columnheader', {name, exact: true});
    const sortBy = () => page.getByRole('combobox', {name: 'Sort by'});
    const page = await administration('/teams');
    const errors = await page.evaluateHandle(`(() => {
      const errors = [];
      addEventListener('error', ({message}) => errors.push(message));
      return errors;
    })()`);
    await row(page, 'Crew').waitFor();
    await column('Created').waitFor();
    // The least important column goes first, and comes back.
    await page.setViewportSize({width: 1024, height: 768});
    await column('Created').waitFor({state: 'hidden'});
    expect(await column('Members').isVisible()).toBe(true);
    expect(await sortBy().count()).toBe(0);
    // A column is not left out while the rows are sorted by it.
    await page.setViewportSize({width: 1280, height: 768});
    await column('Created').getByRole('button').click();
    const sorted = column('Created').and(page.locator('[aria-sort="ascending"]'));
    await sorted.waitFor();
    await page.setViewportSize({width: 768, height: 1024});
    await sorted.waitFor();
    expect(await column('Members').isVisible()).toBe(true);
    // On tablets, the list of pages is in the drawer to have space for the table.
    await page.setViewportSize({width: 390, height: 844});
    await sortBy().waitFor();
    expect(await errors.jsonValue()).toEqual([]);
    // The columns that matter less go in turn.
    await page.goto(`${address}/_admin/teams`);
    await page.setViewportSize({width: 600, height: 1024});
    await row(page, 'Crew').waitFor();
    await column('Who can join').waitFor({state: 'hidden'});
    expect(await sortBy().isVisible()).toBe(false);
    await page.setViewportSize({width: 768, height: 1024});
    await column('Who can join').waitFor();
    // The list with the most columns is a table too, with those that matter most.
    await page.goto(`${address}/_admin/users`);
    await column('Messages').waitFor();
    expect(await column('Last active').isVisible()).toBe(true);
    expect(await column('Created').isVisible()).toBe(false);
    expect(await sortBy().isVisible()).toBe(false);
    // Other columns are left out before an address has less than 12 rem.
    const email = row(page, 'stranger').getByText('stranger@');
    for (const width of [768, 1024, 1100, 1280]) {
      await page.setViewportSize({width, height: 768});
      expect((await email.boundingBox())!.width).toBeGreaterThanOrEqual(192);
    }
    await page.setViewportSize({width: 768, height: 1024});
    // A message is wide enough to read. If there is no space for that, it is a card.
    await crew.ann.post('/posts', {channel_id: crew.channelId, message: 'several words '.repeat(20)});
    await page.goto(`${address}/_admin/post-report?channel=${crew.channelId}`);
    await page.getByRole('button', {name: 'Show report'}).click();
    const message = page.getByText('several words');
    await message.waitFor();
    await page.setViewportSize({width: 390, height: 844});
    await expect.poll(async () => (await message.boundingBox())!.width).toBeGreaterThan(150);
    await page.goto(`${address}/_admin/teams`);
    // A very long name is broken, and the table remains one.
    const rename = (name: string) =>
      crew.server.admin.put(`/teams/${crew.teamId}/patch`, {display_name: name});
    await page.setViewportSize({width: 1024, height: 768});
    await rename('Rindfleischetikettierungsgesetz'.repeat(2));
    await page.reload();
    await row(page, 'Rindfleisch').waitFor();
    expect(await sortBy().isVisible()).toBe(false);
    await rename('Crew');
    // Two columns have space in a panel, even on a phone.
    await page.setViewportSize({width: 390, height: 844});
    await page.goto(`${address}/_admin/roles`);
    await column('Permissions').first().waitFor();
    const outside = await page.evaluate(
      `[...document.querySelectorAll('td')].filter((cell) => cell.getBoundingClientRect().right > innerWidth).length`,
    );
    expect(outside).toBe(0);
  });

  test('is not available to other people', async () => {
    const page = await as('ann', '/_admin/users');
    await page.getByRole('heading', {name: 'Administrators only'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('a page that cannot be loaded says why, and still leads to the other pages', async () => {
    const page = await onPhone('/users');
    await page.route(/\/api\/v4\/(?:roles|teams\/|config\/schema)/, (route) => route.abort());
    for (const [path, back] of [
      [`/teams/${crew.teamId}`, 'Back to teams'],
      ['/roles/system_manager', 'Back to roles'],
      ['/settings', 'Back to administration'],
    ]) {
      await visit(page, `/_admin${path}`);
      await page.getByText("Can't reach the server.").waitFor();
      await page.getByRole('button', {name: back}).press('Enter');
      await page.getByRole('button', {name: back}).waitFor({state: 'detached'});
    }
  });

  test('an unknown id in an address shows that the page does not exist', async () => {
    const page = await as('admin', `/_admin/users/${'y'.repeat(26)}`);
    await page.getByRole('heading', {name: 'Person not found'}).waitFor();
    await page.goto(`${address}/_admin/teams/${'y'.repeat(26)}`);
    await page.getByRole('heading', {name: 'Team not found'}).waitFor();
    await page.goto(`${address}/_admin/channels/${'y'.repeat(26)}`);
    await page.getByRole('heading', {name: 'Channel not found'}).waitFor();
    await visit(page, '/_admin/import/invalid');
    await page.getByRole('heading', {name: 'Page not found'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Back to import'}).click();
    await page.waitForURL(`${address}/_admin/import`);
    await visit(page, '/_admin/invalid');
    await page.getByRole('button', {name: 'Back to administration'}).click();
    await page.waitForURL(`${address}/_admin/overview`);
  });

  test('finds a user, revokes a session, resets the password, and deactivates and activates the account', async () => {
    await crew.server.person('dora');
    await crew.bob.put('/users/me/status', {user_id: crew.bob.id, status: 'away'});
    const page = await administration('/users');
    // Activity is written later.
    await crew.server.features.statuses.flush();
    await page.reload();
    await row(page, 'bob')
      .locator('[data-label="Last active"]')
      .getByText(/now|min/)
      .waitFor();
    await page.getByRole('searchbox', {name: 'Find a user'}).fill('dor');
    await row(page, 'bob').waitFor({state: 'detached'});
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', {name: 'dora'}).click();
    await heading(page, 'dora');
    await page.getByRole('button', {name: 'Revoke', exact: true}).click();
    await page.getByText('No active sessions.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await choose(page, 'Manage', 'Reset password');
    await page.getByRole('textbox', {name: 'New password'}).fill('secret');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', {name: 'Discard'}).click();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await choose(page, 'Manage', 'Reset password');
    expect(await page.getByRole('textbox', {name: 'New password'}).inputValue()).toBe('');
    await page.getByRole('textbox', {name: 'New password'}).fill('short');
    await page.getByRole('button', {name: 'Reset password'}).click();
    await page.getByRole('alert').filter({hasText: 'at least'}).waitFor();
    await page.getByRole('textbox', {name: 'New password'}).fill('another long password');
    await page.getByRole('button', {name: 'Reset password'}).click();
    await page.getByText('The password of dora was reset.').waitFor();
    await choose(page, 'Manage', 'Reset password');
    await page.getByRole('button', {name: 'Reset password'}).click();
    const reset = page.getByRole('dialog', {name: 'New password for dora'});
    const generated = await reset.locator('code').innerText();
    expect(await accessibilityViolations(page)).toEqual([]);
    await reset.getByRole('button', {name: 'Done'}).click();
    const signIn = {login_id: 'dora', password: generated};
    expect((await crew.server.anonymous.post('/users/login', signIn)).status).toBe(200);

    await choose(page, 'Manage', 'Make administrator');
    await confirm(page, 'Make administrator');
    await page.getByText('dora is now an administrator.').waitFor();
    await choose(page, 'Manage', 'Deactivate');
    await confirm(page, 'Deactivate');
    await page.getByText('Deactivated', {exact: true}).first().waitFor();
    await choose(page, 'Manage', 'Activate');
    await page.getByText('dora was activated.').waitFor();

    // The same actions are in the list, and deactivation can be undone.
    await page.getByRole('button', {name: 'Back to users'}).click();
    await choose(page, 'Options for dora', 'Deactivate');
    await confirm(page, 'Deactivate');
    await row(page, 'dora').getByText('Deactivated').waitFor();
    await page.getByRole('button', {name: 'Undo'}).click();
    await row(page, 'dora').getByText('Deactivated').waitFor({state: 'detached'});
    await choose(page, 'Options for dora', 'Edit user');
    await page.getByRole('dialog', {name: 'Edit dora'}).getByLabel('Nickname').fill('Dodo');
    await page.getByRole('dialog').getByRole('button', {name: 'Save'}).click();
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await page.getByRole('link', {name: 'dora'}).click();
    await page.getByRole('region', {name: 'Account'}).getByText('Dodo').waitFor();
    await choose(page, 'Manage', 'Convert to bot');
    await confirm(page, 'Convert to bot');
    await page.getByText('dora is now a bot.').waitFor();

    await page.getByRole('button', {name: 'Back to users'}).click();
    await chooseOption(page, 'Filter users', 'Bots');
    await row(page, 'bob').waitFor({state: 'detached'});
    await row(page, 'dora').waitFor();
  });

  test('shows what the server rejects at its field, and other errors above the buttons', async () => {
    const page = await administration(`/users/${crew.bob.id}`);
    await page.route(/\/patch$/, (route) =>
      route.fulfill({status: 400, json: {message: 'This name is too long.', path: 'last_name'}}),
    );
    await choose(page, 'Manage', 'Edit user');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('textbox', {name: 'Last name'});
    await field.fill('Long');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await page.locator(':focus[aria-invalid="true"]').and(field).waitFor();
    await dialog.getByRole('alert').filter({hasText: 'This name is too long.'}).waitFor();
    await dialog.getByRole('button', {name: 'Cancel'}).click();
    await dialog.waitFor({state: 'detached'});
    await page.route(/\/password$/, (route) => route.fulfill({status: 503, json: {message: 'Down.'}}));
    await choose(page, 'Manage', 'Reset password');
    await dialog.getByLabel('New password').fill('a long password');
    await dialog.getByRole('button', {name: 'Reset password'}).click();
    await dialog.getByRole('alert').filter({hasText: 'Down.'}).waitFor();
    expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(0);
  });

  test('sends a form once, even if Enter is pressed again before the server responds', async () => {
    const page = await administration('/roles');
    let sent = 0;
    let respond = () => {};
    await page.route(/\/schemes$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      sent++;
      await new Promise<void>((resolve) => {
        respond = resolve;
      });
      await route.fulfill({status: 503, json: {message: 'Down.'}});
    });
    await page.getByRole('button', {name: 'Create scheme'}).click();
    const name = page.getByRole('dialog').getByRole('textbox', {name: 'Name'});
    await name.fill('Twice');
    await name.press('Enter');
    await page.getByRole('dialog').locator('[aria-disabled="true"]').waitFor();
    await name.press('Enter');
    respond();
    await page.getByRole('dialog').getByRole('alert').filter({hasText: 'Down.'}).waitFor();
    expect(sent).toBe(1);
  });

  test('on a phone, long names widen neither a header nor a dialog', async () => {
    const long = await crew.server.person(`m${'aximilian'.repeat(6)}`);
    const page = await onPhone(`/users/${long.id}`);
    await heading(page, long.username);
    const back = await page.getByRole('button', {name: 'Back to users'}).boundingBox();
    const title = await page.getByRole('heading', {level: 1}).boundingBox();
    expect(back!.x).toBeLessThan(title!.x);
    // The name has two lines, and the action is beside them.
    const manage = (await page.getByRole('button', {name: 'Manage', exact: true}).boundingBox())!;
    expect(manage.y + manage.height / 2).toBeCloseTo(title!.y + title!.height / 2, 0);
    await visit(page, '/_admin/groups');
    await page.getByRole('button', {name: 'Create group'}).click();
    const option = page.getByRole('dialog').getByRole('option').filter({hasText: 'maximilian'});
    await option.waitFor();
    const {x, width} = (await option.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
    // A card shows the names of a person in full, on several lines.
    await visit(page, `/_admin/users?find=${long.username}`);
    const email = row(page, long.username).getByText('example.com');
    await email.waitFor();
    const card = (await email.boundingBox())!;
    expect(card.x + card.width).toBeLessThanOrEqual(390);
    expect(card.height).toBeGreaterThan(30);
    // So does a table.
    await page.setViewportSize({width: 768, height: 1024});
    await page.getByRole('columnheader', {name: 'Messages', exact: true}).waitFor();
    expect(await email.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
  });

  test('creates a user, adds them to a team and edits their profile, with errors at the fields', async () => {
    const page = await administration('/users');
    await page.getByRole('button', {name: 'Create user'}).click();
    const create = page.getByRole('dialog').getByRole('button', {name: 'Create user'});
    const errors = () => page.getByRole('dialog').getByRole('alert').allInnerTexts();
    await page
      .getByRole('dialog')
      .getByText('Use at least 8 characters. If you leave it empty, a password is generated.')
      .waitFor();
    await create.click();
    await expect.poll(errors).toEqual(['Enter a username.', 'Enter an email address.']);
    await page.getByLabel('Username').fill('ann');
    await page.getByLabel('Email').fill('erin');
    await page.getByLabel('Password').fill('short');
    await create.click();
    await expect
      .poll(errors)
      .toEqual([
        'This username is already taken.',
        'Enter a valid email address.',
        'Use at least 8 characters.',
      ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Email').fill('Bob@example.com');
    await page.getByLabel('Password').fill('a long enough password');
    await create.click();
    await expect
      .poll(errors)
      .toEqual(['This username is already taken.', 'An account with this email address already exists.']);
    await page.getByLabel('Username').fill('Erin the cook');
    await page.getByLabel('Email').fill('erin@example.com');
    await expect
      .poll(errors)
      .toEqual([
        'The username can have up to 64 lowercase letters, digits, periods, hyphens and underscores.',
      ]);
    await page.getByLabel('Username').fill('erin');
    await create.click();
    await heading(page, 'erin');
    await page.getByText('Not a member of any team.').waitFor();

    await page.getByRole('button', {name: 'Add to team'}).click();
    await page.getByRole('combobox', {name: 'Team', exact: true}).click();
    await page.getByRole('option', {name: 'Crew /crew'}).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', {name: 'Add to team'}).click();
    await row(page, 'Crew').getByRole('button', {name: 'Remove from Crew'}).waitFor();

    await choose(page, 'Manage', 'Edit user');
    const dialog = page.getByRole('dialog', {name: 'Edit erin'});
    await dialog.getByLabel('Username').fill('ann');
    await dialog.getByLabel('First name').fill('Erin');
    await dialog.getByLabel('Position').fill('Cook');
    await dialog.getByLabel('Email').fill('Erin@kitchen.example');
    await dialog.getByText("The new address isn't verified.").waitFor();
    await dialog.getByRole('button', {name: 'Save'}).click();
    await expect.poll(() => dialog.getByLabel('Username').getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel('Username').fill('erin.cook');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await heading(page, 'erin.cook');
    for (const text of ['Erin', 'erin@kitchen.example', 'Cook']) {
      await page.getByRole('region', {name: 'Account'}).getByText(text, {exact: true}).waitFor();
    }
    await row(page, 'Crew').getByRole('button', {name: 'Remove from Crew'}).click();
    await confirm(page, 'Remove');
    await page.getByText('Not a member of any team.').waitFor();

    // A team can be chosen at once. A generated password is shown to the administrator.
    await visit(page, '/_admin/users');
    await page.getByRole('button', {name: 'Create user'}).click();
    await page.getByLabel('Username').fill('fay');
    await page.getByLabel('Email').fill('fay@example.com');
    await page.getByLabel('First name').fill('Fay');
    await page.getByLabel('Last name').fill('Sailor');
    await page.getByRole('combobox', {name: 'Team', exact: true}).click();
    await page.getByRole('option', {name: 'Crew /crew'}).click();
    await create.click();
    const made = page.getByRole('dialog', {name: 'fay was created'});
    const password = await made.locator('code').innerText();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await made.getByRole('button', {name: 'Copy username and password'}).click();
    await page.getByText('The username and the password were copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `Username: fay\nPassword: ${password}`,
    );
    expect(await accessibilityViolations(page)).toEqual([]);
    await made.getByRole('button', {name: 'Done'}).click();
    await heading(page, 'fay');
    await page.getByRole('region', {name: 'Account'}).getByText('Sailor').waitFor();
    const signIn = await fetch(`${address}/api/v4/users/login`, {
      method: 'POST',
      body: JSON.stringify({login_id: 'fay', password}),
    });
    expect(signIn.status).toBe(200);
    await row(page, 'Crew').getByRole('button', {name: 'Remove from Crew'}).click();
    await confirm(page, 'Remove');
    await page.getByText('Not a member of any team.').waitFor();
  });

  test('manages teams: members, who can join, archive and unarchive', async () => {
    const page = await administration('/teams');
    await row(page, 'Crew').getByRole('cell', {name: '3', exact: true}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await choose(page, 'Options for Crew', 'Members');
    const members = page.getByRole('dialog', {name: 'Members of Crew'});
    await members.getByText('cat', {exact: true}).waitFor();
    await page.keyboard.press('Escape');
    await members.waitFor({state: 'detached'});
    await choose(page, 'Options for Crew', 'Invite people');
    await page.getByRole('dialog').getByRole('link', {name: 'turn on email invitations'}).click();
    await page.getByRole('heading', {name: 'Server', level: 2}).waitFor();
    await page.goBack();
    await choose(page, 'Options for Crew', 'Let anyone join');
    await row(page, 'Crew').getByText('Anyone').waitFor();
    await page.getByRole('button', {name: 'Create team'}).click();
    await page.getByRole('textbox', {name: 'Name'}).fill('Short lived');
    await page.getByRole('dialog').getByRole('button', {name: 'Create team'}).click();
    await choose(page, 'Options for Short lived', 'Archive');
    await confirm(page, 'Archive team');
    await row(page, 'Short lived').getByText('Archived').waitFor();
    await choose(page, 'Options for Short lived', 'Unarchive');
    await row(page, 'Short lived').getByText('Active').waitFor();

    // The administrator isn't a member of this team, but can manage its integrations and join it.
    await crew.ann.post('/teams', {name: 'annex', display_name: 'Annex', type: 'I'});
    await page.reload();
    await choose(page, 'Options for Annex', 'Integrations');
    await heading(page, 'Integrations in Annex');
    await page.goBack();
    await row(page, 'Annex').getByRole('link', {name: 'Annex'}).click();
    await heading(page, 'Annex');
    const about = page.getByRole('region', {name: 'Team', exact: true});
    await about.getByText('/annex').waitFor();
    expect(await about.getByRole('link', {name: 'Open team'}).count()).toBe(0);
    await choose(page, 'Manage', 'Join team');
    await page.getByText('You joined Annex.').waitFor();
    await choose(page, 'Manage', 'Edit team');
    await page.getByRole('textbox', {name: 'Description'}).fill('The rooms next door');
    await page.getByRole('dialog').getByRole('button', {name: 'Save'}).click();
    await about.getByText('The rooms next door').waitFor();
    // Its members, with their roles, and its channels.
    const inTeam = page.getByRole('region', {name: 'Members', exact: true});
    await inTeam.getByRole('row').filter({hasText: 'ann'}).getByText('Team administrator').waitFor();
    await inTeam.getByRole('button', {name: 'Add people'}).click();
    await page.getByRole('dialog').getByRole('combobox').fill('bob');
    await page.getByRole('option', {name: 'bob'}).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Add', exact: true}).click();
    const bobs = inTeam.getByRole('row').filter({hasText: 'bob'});
    await bobs.getByText('Member', {exact: true}).waitFor();
    await choose(page, 'More actions for bob', 'Make team administrator');
    await bobs.getByText('Team administrator').waitFor();
    await choose(page, 'More actions for bob', 'Remove from team');
    await bobs.waitFor({state: 'detached'});
    await choose(page, 'Manage', 'Create channel');
    await page.getByRole('dialog', {name: 'Create channel'}).waitFor();
    await page.keyboard.press('Escape');
    const channels = page.getByRole('region', {name: 'Channels', exact: true});
    await channels.getByRole('link', {name: 'Off-Topic'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await about.getByRole('link', {name: 'Open team'}).click();
    await page.getByRole('heading', {name: 'Town Square', level: 1}).waitFor();
    await visit(page, '/_admin/teams');
    await choose(page, 'Options for Annex', 'Archive');
    await confirm(page, 'Archive team');
    await visit(page, '/_admin/teams?show=active');

    const names = () => page.locator('tbody th bdi:first-child').allInnerTexts();
    await page.getByRole('columnheader', {name: 'Members'}).getByRole('button').click();
    await expect.poll(names).toEqual(['Short lived', '/short-lived', 'Crew', '/crew']);
    await page.getByRole('columnheader', {name: 'Members'}).getByRole('button').click();
    await expect.poll(names).toEqual(['Crew', '/crew', 'Short lived', '/short-lived']);
  });

  test('defines attributes, which people fill in and see on profiles immediately', async () => {
    const page = await administration('/attributes');
    await heading(page, 'Attributes');
    await page.getByText('No attributes yet').waitFor();
    for (const name of ['Phone', 'Pronouns']) {
      await page.getByRole('button', {name, exact: true}).click();
      await row(page, name).waitFor();
    }
    await page.getByRole('button', {name: 'Create attribute'}).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', {name: 'Name'}).fill('Office');
    await chooseOption(dialog, 'Type', 'One of several options');
    await dialog.getByRole('button', {name: 'Create', exact: true}).click();
    await dialog.getByText('Enter an option.').waitFor();
    const first = dialog.getByRole('textbox', {name: 'Option 1'});
    await first.and(page.locator(':focus')).fill('Lisbon');
    await dialog.getByText('Enter an option.').waitFor({state: 'detached'});
    await dialog.getByRole('button', {name: 'Add option'}).click();
    await dialog.getByRole('textbox', {name: 'Option 2'}).fill('Oslo');
    await dialog.getByRole('checkbox', {name: 'Only administrators can fill it in'}).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', {name: 'Create', exact: true}).click();
    await row(page, 'Office').getByText('Lisbon and Oslo').waitFor();
    await page.getByRole('button', {name: 'Create attribute'}).click();
    await dialog.getByRole('textbox', {name: 'Name'}).fill('Birthday');
    await chooseOption(dialog, 'Type', 'Date');
    await dialog.getByRole('button', {name: 'Create', exact: true}).click();
    await row(page, 'Birthday').waitFor();
    await choose(page, 'Options for Office', 'Move up');
    await expect
      .poll(() => page.getByRole('rowheader').allInnerTexts())
      .toEqual([
        'Phone\nPhone number',
        'Office\nOne of several options: Lisbon and Oslo',
        'Pronouns\nText',
        'Birthday\nDate',
      ]);

    const annsPage = await as('ann', '/_settings/profile');
    const about = annsPage.getByRole('region', {name: 'About you'});
    await about.getByText('Set by an administrator.').waitFor();
    // A date with missing parts can be saved, so that the person sees what is missing.
    const save = about.getByRole('button', {name: 'Save'});
    await expect.poll(() => save.isDisabled()).toBe(true);
    const day = about.getByRole('spinbutton', {name: /^day.*Birthday/});
    await day.press('7');
    await save.click();
    const incomplete = about.getByText('Enter all parts, or delete them.');
    await incomplete.waitFor();
    await day.press('Backspace');
    await incomplete.waitFor({state: 'detached'});
    await expect.poll(() => save.isDisabled()).toBe(true);
    await about.getByRole('textbox', {name: 'Phone'}).fill('+351 (21) 123-456');
    await about.getByRole('textbox', {name: 'Pronouns'}).fill('she/her');
    expect(await accessibilityViolations(annsPage)).toEqual([]);
    await save.click();
    await annsPage.getByText('Profile saved.').waitFor();

    await crew.post(crew.ann, 'Who am I?');
    await crew.ann.put('/users/me/status', {user_id: crew.ann.id, status: 'away'});
    const bobsPage = await as('bob', '/crew/channels/town-square');
    await bobsPage.getByRole('article').getByRole('button', {name: 'ann', exact: true}).last().click();
    const card = bobsPage.getByRole('dialog', {name: 'Profile'});
    const phone = card.getByRole('link', {name: '+351 (21) 123-456'});
    expect(await phone.getAttribute('href')).toBe('tel:+35121123456');
    await card.getByText('she/her').waitFor();
    await card.getByText(/^Active /).waitFor();
    expect(await card.getByText('Oslo').count()).toBe(0);
    expect(await accessibilityViolations(bobsPage)).toEqual([]);

    await page.goto(`${address}/_admin/users/${crew.ann.id}`);
    const attributes = page.getByRole('region', {name: 'Attributes', exact: true});
    await chooseOption(attributes, 'Office', 'Oslo');
    await attributes.getByRole('button', {name: 'Save'}).click();
    await card.getByText('Oslo').waitFor();

    await page.goto(`${address}/_admin/attributes`);
    await choose(page, 'Options for Pronouns', 'Edit');
    await chooseOption(dialog, 'Show on profiles', 'Never');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await card.getByText('she/her').waitFor({state: 'detached'});
    await choose(page, 'Options for Phone', 'Delete');
    await confirm(page, 'Delete attribute');
    await phone.waitFor({state: 'detached'});
  });

  test('manages channels: privacy, archive and unarchive', async () => {
    await crew.channel('workbench', [crew.ann, crew.bob]);
    const page = await administration('/channels');
    await page.getByRole('searchbox', {name: 'Find a channel'}).fill('workbench');
    await row(page, 'Town Square').first().waitFor({state: 'detached'});
    await row(page, 'workbench').getByRole('cell', {name: '2', exact: true}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await choose(page, 'Options for workbench', 'Members');
    const members = page.getByRole('dialog', {name: 'Members of workbench'});
    await members.getByText('ann').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await choose(page, 'More actions for bob', 'Remove from channel');
    await members.getByRole('button', {name: 'More actions for bob'}).waitFor({state: 'detached'});
    await members.getByRole('button', {name: 'Close'}).last().click();
    await row(page, 'workbench').getByRole('cell', {name: '1', exact: true}).waitFor();
    await choose(page, 'Options for workbench', 'Make private');
    await confirm(page, 'Make private');
    await row(page, 'workbench').getByText('Private').waitFor();
    await choose(page, 'Options for workbench', 'Archive');
    await confirm(page, 'Archive channel');
    await row(page, 'workbench').getByText('Archived').waitFor();
    await choose(page, 'Options for workbench', 'Unarchive');
    await row(page, 'workbench').getByText('Active').waitFor();

    await row(page, 'workbench').getByRole('link', {name: 'workbench'}).click();
    await heading(page, 'workbench');
    const about = page.getByRole('region', {name: 'Channel', exact: true});
    await about.getByText('Private', {exact: true}).waitFor();
    await choose(page, 'Manage', 'Edit channel');
    await page.getByRole('textbox', {name: 'Purpose'}).fill('Tools and glue');
    await page.getByRole('dialog').getByRole('button', {name: 'Save'}).click();
    await about.getByText('Tools and glue').waitFor();
    await row(page, 'ann').getByText('Channel administrator').waitFor();
    await page
      .getByRole('term')
      .filter({hasText: 'Files'})
      .and(page.locator(':has(+ dd:text-is("0"))'))
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await crew.ann.post('/teams', {name: 'yard', display_name: 'Yard', type: 'I'});
    await choose(page, 'Manage', 'Move to another team');
    await page.getByRole('combobox', {name: 'Team', exact: true}).click();
    await page.getByRole('option', {name: 'Yard /yard'}).click();
    await page.getByRole('button', {name: 'Move', exact: true}).click();
    await about.getByRole('link', {name: 'Yard'}).waitFor();
    // The pages about it have its name, which leads back to it.
    await about.getByRole('link', {name: 'Audit log'}).click();
    await row(page, 'admin moved the channel workbench').getByRole('link', {name: 'workbench'}).click();
    await about.getByRole('link', {name: 'Message report'}).click();
    await page.getByRole('combobox', {name: 'Channel'}).getByText('workbench · Yard').waitFor();
    await page.getByRole('button', {name: 'Show report'}).click();
    await page.getByRole('heading', {name: 'workbench · Yard'}).getByRole('link').click();
    await about.getByRole('link', {name: 'Yard'}).click();
    await heading(page, 'Yard');
    await visit(page, '/_admin/channels');
    const header = page.getByRole('columnheader', {name: 'Members'});
    await header.getByRole('button').click();
    await page.locator('th[aria-sort="ascending"]').and(header).waitFor();
    await header.getByRole('button').click();
    await page.locator('th[aria-sort="descending"]').and(header).waitFor();
    const counts = () => page.locator('tbody [data-label="Members"]').allInnerTexts();
    await expect.poll(async () => (await counts()).every((text) => text !== '')).toBe(true);
    await expect.poll(async () => (await counts()).at(0)).toBe('3');
    const numbers = (await counts()).map(Number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    expect(numbers.at(-1)).toBeLessThan(3);
  });

  test('shows what each role may do, and changes it, except for administrators', async () => {
    const page = await administration('/roles');
    await heading(page, 'Roles and permissions');
    const inChannels = page.getByRole('region', {name: 'In channels'});
    await inChannels.getByRole('link', {name: 'Channel member'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await inChannels.getByRole('link', {name: 'Channel member'}).click();
    await heading(page, 'Channel member');
    const own = page.getByRole('switch', {name: 'Delete own messages'});
    expect(await own.isChecked()).toBe(true);
    expect(await page.getByRole('switch', {name: 'Administer the whole server'}).count()).toBe(0);
    const {id} = await crew.post(crew.cat, 'a message to delete');
    await own.click();
    await page.getByText('1 unsaved change').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Discard'}).click();
    expect(await own.isChecked()).toBe(true);
    await own.click();
    await page.getByRole('button', {name: 'Save'}).click();
    await page.getByText('Permissions saved.').waitFor();
    expect((await crew.cat.delete(`/posts/${id}`)).status).toBe(403);
    await page.getByRole('link', {name: 'Audit log'}).last().click();
    await row(page, 'admin changed the permissions of the role channel_user')
      .getByRole('link', {name: 'channel_user'})
      .click();
    await own.click();
    await page.getByRole('button', {name: 'Save'}).click();
    // The confirmation of the first change may still be shown.
    await expect.poll(async () => (await crew.cat.delete(`/posts/${id}`)).status).toBe(200);

    await page.getByRole('button', {name: 'Back to roles'}).click();
    await page.getByRole('link', {name: 'System administrator'}).click();
    await page.getByText("This can't be changed").waitFor();
    const switches = page.getByRole('switch');
    await switches.first().waitFor();
    expect(await page.locator('[role=switch]:is(:enabled, :not(:checked))').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('creates a scheme, whose roles apply in its teams, and deletes it', async () => {
    const page = await administration('/roles');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', {name: 'Create scheme'}).click();
    await dialog.getByLabel('Name').fill('Strict');
    await dialog.getByLabel('Description').fill('Few may create channels');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', {name: 'Create scheme'}).click();
    await heading(page, 'Strict');
    await page.getByText('No team uses this scheme.').waitFor();
    await page.getByRole('button', {name: 'Add team'}).click();
    await dialog.getByRole('option', {name: /^Crew/}).click();
    await row(page, 'Crew').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('link', {name: 'Team member'}).click();
    await heading(page, 'Team member · Strict');
    await page.getByRole('switch', {name: 'Create public channels'}).click();
    await page.getByRole('button', {name: 'Save'}).click();
    await page.getByText('Permissions saved.').waitFor();
    const create = () =>
      crew.cat.post('/channels', {team_id: crew.teamId, name: 'strict', display_name: 'Strict', type: 'O'});
    expect((await create()).status).toBe(403);

    await page.getByRole('button', {name: 'Back to scheme'}).click();
    await page.getByRole('button', {name: 'Remove Crew'}).click();
    await page.getByText('No team uses this scheme.').waitFor();
    expect((await create()).status).toBe(201);
    await choose(page, 'Manage', 'Edit scheme');
    await dialog.getByLabel('Name').fill('Stricter');
    await dialog.getByRole('button', {name: 'Save'}).click();
    await heading(page, 'Stricter');
    await choose(page, 'Manage', 'Delete scheme');
    await confirm(page, 'Delete scheme');
    await page.getByRole('button', {name: 'Create scheme'}).waitFor();
    await expect.poll(() => row(page, 'Stricter').count()).toBe(0);
  });

  test('lists the open invitations to all teams, and revokes them', async () => {
    const {ann, server, teamId, channelId} = crew;
    const {config} = server.platform;
    await config.patch({
      ServiceSettings: {EnableEmailInvitations: true},
      EmailSettings: {SMTPServer: '127.0.0.1', FeedbackEmail: 'chat@example.com'},
      GuestAccountsSettings: {Enable: true},
    });
    await ann.post(`/teams/${teamId}/invite/email`, [
      'one@example.com',
      'two@example.com',
      'six@example.com',
    ]);
    await server.admin.post(`/teams/${teamId}/invite-guests/email`, {
      emails: ['guest@example.com'],
      channels: [channelId],
    });
    const page = await administration('/invitations');
    await row(page, 'one@example.com').getByText('Crew').waitFor();
    await row(page, 'one@example.com').getByRole('link', {name: 'ann'}).waitFor();
    await row(page, 'guest@example.com').getByText('GUEST').waitFor();
    // Not as the time at which it expires.
    const invited = row(page, 'one@example.com');
    await invited.getByRole('rowheader').getByText('Waiting to be sent').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Revoke the invitation for six@example.com'}).click();
    await row(page, 'six@example.com').waitFor({state: 'detached'});
    await chooseOption(page, 'Filter invitations', 'Members');
    await row(page, 'guest@example.com').waitFor({state: 'detached'});
    await page.getByRole('checkbox', {name: 'Select all rows'}).check();
    await page
      .getByRole('region', {name: 'Actions for selected rows'})
      .getByRole('button', {name: 'Revoke'})
      .click();
    await page.getByRole('alertdialog', {name: 'Revoke 2 invitations?'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await confirm(page, 'Revoke');
    await page.getByText('2 invitations were revoked.').waitFor();
    await page.getByRole('heading', {name: 'No invitations found'}).waitFor();
    await chooseOption(page, 'Filter invitations', 'All invitations');
    await page.getByRole('searchbox', {name: 'Find an email address'}).fill('UEST@');
    await row(page, 'guest@example.com').waitFor();
    await page.getByRole('button', {name: 'Revoke all'}).click();
    await confirm(page, 'Revoke invitations');
    await page.getByRole('searchbox', {name: 'Find an email address'}).fill('');
    await page.getByRole('heading', {name: 'No open invitations'}).waitFor();
    await page.goto(`${address}/_admin/audits?find=invites`);
    await row(page, 'admin revoked an invitation to the team Crew').first().waitFor();
    await config.patch({
      ServiceSettings: {EnableEmailInvitations: false},
      EmailSettings: {SMTPServer: '', FeedbackEmail: ''},
      GuestAccountsSettings: {Enable: false},
    });
  });

  test('lists the browsers with push notifications, and removes them', async () => {
    const {ann, bob, server} = crew;
    const service = await startPushService();
    service.senderKey = (await ann.get('/web_push/key')).body.public_key;
    const before = server.platform.config.get().ServiceSettings.AllowedUntrustedInternalConnections;
    await server.platform.config.patch(ALLOW_LOOPBACK);
    for (const person of [ann, bob]) {
      await person.put('/web_push/subscription', service.browser().subscription);
    }
    await ann.post('/web_push/test');
    service.status = 500;
    await bob.post('/web_push/test');
    const page = await administration('/push');
    await row(page, 'bob').getByText('HTTP 500').waitFor();
    expect(await row(page, 'ann').getByText('FAILING').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    // Also with long names and reasons, it is a table next to the sidebar.
    const size = page.viewportSize()!;
    await page.setViewportSize({width: 1024, height: 768});
    await page.route(/web_push\/subscriptions/, async (route) => {
      const response = await route.fetch();
      const username = 'konstantinos-alexandros.papadopoulos';
      const long = {username, host: 'updates.push.services.mozilla.com', sent_at: Date.now()};
      await route.fulfill({json: (await response.json()).map((one: object) => ({...one, ...long}))});
    });
    await page.reload();
    await row(page, 'HTTP 500').getByText('konstantinos').waitFor();
    expect(
      (await page.getByRole('columnheader', {name: 'Last failed'}).boundingBox())!.width,
    ).toBeGreaterThan(100);
    await page.unroute(/web_push\/subscriptions/);
    await page.setViewportSize(size);
    await page.reload();
    await row(page, 'bob').waitFor();
    await chooseOption(page, 'Filter browsers', 'Failing');
    await row(page, 'ann').waitFor({state: 'detached'});
    await page.getByRole('checkbox', {name: /^Select bob/}).check();
    await page.getByRole('button', {name: 'Remove', exact: true}).click();
    await confirm(page, 'Remove');
    await page.getByText('1 browser was removed.').waitFor();
    await chooseOption(page, 'Filter browsers', 'All browsers');
    await row(page, 'ann').waitFor();
    await expect.poll(() => row(page, 'bob').count()).toBe(0);
    await page.goto(`${address}/_admin/audits?find=web_push`);
    await row(page, 'admin removed a browser from push notifications').waitFor();
    await server.platform.config.patch({ServiceSettings: {AllowedUntrustedInternalConnections: before}});
    await service.close();
  });

  test('shows which keys encrypt secrets, and when to finish a rotation', async () => {
    const {keys} = crew.server.platform.sealing;
    const page = await administration('/secret-keys');
    await page.getByText(/^All \d+ secrets are encrypted with the current key\.$/).waitFor();
    const {id, bytes} = keys.current();
    await row(page, id).getByText('CURRENT').waitFor();
    await page.getByText('npx patchbay secrets rotate').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.content()).not.toContain(bytes.toString('base64').slice(0, 16));
    const next = keys.addKey();
    await page.reload();
    await page.getByText(/^\d+ secrets are still encrypted with older keys\./).waitFor();
    await row(page, next.id).getByText('Encrypts new secrets').waitFor();
    await row(page, id).getByText('Decrypts older secrets').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('manages groups: members, archive and unarchive', async () => {
    const sent = {display_name: 'On call', source: 'custom', allow_reference: true};
    await crew.ann.post('/groups', {...sent, name: 'on-call', user_ids: [crew.bob.id]});
    const page = await administration('/groups');
    await row(page, 'On call').getByText('@on-call').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Members of On call'}).click();
    await page.getByRole('button', {name: 'Remove bob'}).click();
    await page.getByText('No members yet.').waitFor();
    // People are added in another dialog, so that a phone shows the members without its keyboard.
    expect(await page.getByRole('dialog').getByRole('combobox').count()).toBe(0);
    await page.getByRole('dialog').getByText('Close', {exact: true}).click();
    await page.getByRole('button', {name: 'Create group'}).first().click();
    const form = page.getByRole('dialog', {name: 'Create group'});
    // The first field has the focus, not the search for members.
    await form.getByRole('textbox', {name: 'Name'}).and(page.locator(':focus')).waitFor();
    await form.getByRole('textbox', {name: 'Name'}).fill('Drivers');
    await form.getByRole('button', {name: 'Create group'}).click();
    await row(page, 'Drivers').waitFor();

    await page.getByRole('dialog').waitFor({state: 'detached'});
    const names = () => page.locator('tbody th bdi:first-child').allInnerTexts();
    const header = (name: string) => page.getByRole('columnheader', {name, exact: true});
    await header('Group').getByRole('button').click();
    await page.locator('th[aria-sort="ascending"]').waitFor();
    expect(await names()).toEqual(['Drivers', 'On call']);
    await header('Group').getByRole('button').press('Enter');
    await page.locator('th[aria-sort="descending"]').and(header('Group')).waitFor();
    expect(await names()).toEqual(['On call', 'Drivers']);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('checkbox', {name: 'Select On call'}).check();
    await page.getByRole('button', {name: 'Archive', exact: true}).click();
    await row(page, 'On call').getByText('Archived').waitFor();
    await page.getByRole('button', {name: 'Undo'}).click();
    await row(page, 'On call').getByText('Active').waitFor();
    await chooseOption(page, 'Filter groups', 'Archived');
    await page.getByRole('heading', {name: 'No groups found'}).waitFor();

    await crew.server.platform.config.patch({ServiceSettings: {EnableCustomGroups: false}});
    await page.getByRole('heading', {name: 'Groups are turned off'}).waitFor();
    await page.getByRole('link', {name: 'Enable custom groups'}).click();
    await page.getByText('ServiceSettings.EnableCustomGroups', {exact: true}).waitFor();
    await crew.server.platform.config.patch({ServiceSettings: {EnableCustomGroups: true}});
  });

  test('acts on all selected rows, names those that fail, and undoes the rest', async () => {
    await Promise.all(['bulk1', 'bulk2'].map((name) => crew.server.person(name)));
    const page = await administration('/users?find=bulk');
    const select = (name: string) => page.getByRole('checkbox', {name: `Select ${name}`}).check();
    const act = (name: string) =>
      page.getByRole('region', {name: 'Actions for selected rows'}).getByRole('button', {name}).click();
    await page.getByRole('checkbox', {name: 'Select all rows'}).check();
    await page.getByText('2 selected').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await act('Make administrator');
    await page.getByText('The roles of 2 users were changed.').waitFor();
    await row(page, 'bulk2').getByText('Administrator').waitFor();
    await page.getByRole('button', {name: 'Undo'}).click();
    await page.getByText('The roles of 2 users were restored.').waitFor();
    await row(page, 'bulk2').getByText('Administrator').waitFor({state: 'detached'});

    // Also in a narrow window, where rows are cards.
    await page.setViewportSize({width: 390, height: 844});
    await page.getByRole('checkbox', {name: 'Select all rows'}).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    // The bar has one line, so several actions are in a menu.
    const bar = page.getByRole('region', {name: 'Actions for selected rows'});
    expect((await bar.boundingBox())!.height).toBeLessThan(70);
    await bar.getByRole('button', {name: 'Clear selection'}).click();
    await bar.waitFor({state: 'detached'});
    await page.getByRole('checkbox', {name: 'Select all rows'}).check();
    await bar.getByRole('button', {name: 'Actions'}).press('Enter');
    await page.getByRole('menuitem', {name: 'Deactivate'}).press('Enter');
    await page.getByText('2 accounts were deactivated.').waitFor();
    await page.getByRole('button', {name: 'Undo'}).click();
    await page.getByText('2 accounts were activated.').waitFor();

    await crew.channel('attic', [crew.ann]);
    await page.goto(`${address}/_admin/channels`);
    await select('attic (Crew)');
    await select('Town Square (Crew)');
    await act('Archive');
    await page.getByText('1 channel was archived.').waitFor();
    await page.getByRole('alert').filter({hasText: 'Town Square (Crew): '}).waitFor();
    // Those that failed stay selected, to try again or to do something else with them.
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('checkbox', {name: 'Select Town Square (Crew)'}).isChecked()).toBe(true);
    await page.getByRole('button', {name: 'Undo'}).click();
    await page.getByText('1 channel was unarchived.').waitFor();
    await row(page, 'attic').getByText('Archived').waitFor({state: 'detached'});
    // A card doesn't say that a channel is active, and its type is the name of its icon.
    expect(await row(page, 'attic').getByText('Active').isVisible()).toBe(false);
    expect(await row(page, 'attic').getByText('Public').isVisible()).toBe(false);
    expect(await row(page, 'attic').getByRole('img', {name: 'Public'}).isVisible()).toBe(true);
    // The same reason is written once.
    await page.route(/\/channels\/\w+$/, (route) =>
      route.fulfill({status: 503, json: {message: 'Try later.'}}),
    );
    await select('attic (Crew)');
    await act('Archive');
    const failure = page.getByRole('alert').filter({hasText: 'Try later.'});
    await failure
      .filter({hasText: /(attic|Town Square) \(Crew\) and (attic|Town Square) \(Crew\): /})
      .waitFor();
    await page.getByText('2 selected').waitFor();
  });

  test('keeps rows that are selected while an action runs', async () => {
    await Promise.all(['slow1', 'slow2'].map((name) => crew.server.person(name)));
    const page = await administration('/users?find=slow');
    const select = (name: string) => page.getByRole('checkbox', {name: `Select ${name}`});
    await select('slow1').check();
    const {promise: released, resolve: release} = Promise.withResolvers<void>();
    await page.route('**/api/v4/users/*/roles', async (route) => {
      await released;
      await route.continue();
    });
    const bar = page.getByRole('region', {name: 'Actions for selected rows'});
    await bar.getByRole('button', {name: 'Make administrator'}).click();
    await select('slow2').check();
    release();
    await page.getByText('The role of 1 user was changed.').waitFor();
    await page.getByText('1 selected').waitFor();
    expect(await select('slow2').isChecked()).toBe(true);
    expect(await select('slow1').isChecked()).toBe(false);
  });

  test('shows the steps to set up the server until they are done', async () => {
    const {config} = crew.server.platform;
    const page = await administration();
    const steps = page.getByRole('region', {name: 'Set up your server'});
    await steps.getByText(/^\d of 5 steps are done\.$/).waitFor();
    const done = (step: string) => steps.getByRole('listitem').filter({hasText: step}).getByText('Done');
    await done('Invite people').waitFor();
    await expect.poll(() => done('Set up email').count()).toBe(0);
    await steps.getByRole('link', {name: 'Set up email'}).click();
    await page.getByRole('heading', {name: 'Settings', level: 1}).waitFor();
    await page.getByRole('textbox', {name: 'SMTP server', exact: true}).waitFor();
    await page.goBack();
    await steps.getByRole('button', {name: 'Hide'}).click();
    await steps.waitFor({state: 'detached'});
    await page.getByRole('button', {name: 'Undo'}).click();
    await steps.waitFor();
    await config.patch({
      ServiceSettings: {SiteURL: address},
      EmailSettings: {SMTPServer: '127.0.0.1', FeedbackEmail: 'chat@example.com'},
      BackupSettings: {Enable: true},
    });
    await crew.ann.post('/hooks/incoming', {channel_id: crew.channelId});
    await page.reload();
    await page.getByText('Messages per day, past 31 days').first().waitFor();
    await expect.poll(() => steps.count()).toBe(0);
    await config.patch({
      ServiceSettings: {SiteURL: ''},
      EmailSettings: {SMTPServer: '', FeedbackEmail: ''},
      BackupSettings: {Enable: false},
    });
  });

  test('figures match the lists that they link to', async () => {
    const {statuses} = crew.server.features;
    const page = await administration();
    // Activity is written later.
    await statuses.flush();
    await page.reload();
    const figure = async (name: string) =>
      page
        .getByRole('definition')
        .filter({has: page.locator(`xpath=preceding-sibling::dt[.="${name}"]`)})
        .first()
        .innerText();
    await page.getByRole('term').filter({hasText: 'Channels'}).waitFor();
    const [users, active, channels, teams, messages] = await Promise.all(
      ['Users', 'Daily active', 'Channels', 'Teams', 'Messages'].map(figure),
    );
    expect(Number(active)).toBeGreaterThan(0);
    const {rows} = crew.server.platform.database;
    const [counted] = await rows<Record<string, number>>({
      text: `select
        (select count(*) from Users u where DeleteAt = 0 and not exists (select from Bots b where b.UserId = u.Id)) as users,
        (select count(*) from Channels where DeleteAt = 0 and Type in ('O', 'P')) as channels,
        (select count(*) from Teams where DeleteAt = 0) as teams,
        (select sum(TotalMsgCount) from Channels) as messages`,
    });
    expect({users, channels, teams, messages}).toEqual(
      Object.fromEntries(Object.entries(counted!).map(([name, value]) => [name, String(value)])),
    );
    for (const [name, expected] of [
      ['Users', `${users} user`],
      ['Daily active', `${active} user`],
      ['Messages', undefined],
      ['Teams', undefined],
      ['Channels', undefined],
    ] as const) {
      await page.goto(`${address}/_admin`);
      await page.getByRole('term').getByRole('link', {name, exact: true}).click();
      if (expected) await page.getByRole('status').filter({hasText: expected}).waitFor();
      else if (name === 'Messages') {
        await page.getByRole('region', {name: 'All messages'}).waitFor();
        expect(await figure('Messages')).toBe(messages);
        expect(await accessibilityViolations(page)).toEqual([]);
      } else {
        const total = name === 'Teams' ? teams : channels;
        await expect.poll(() => page.getByRole('row').count()).toBe(Number(total) + 1);
      }
    }
  });

  test('sorts and filters users by their activity, and sends the list as a file', async () => {
    const jobs = await runJobs(crew.server);
    await crew.post(crew.bob, 'the only message of these weeks');
    // The address of the former report.
    const page = await administration('/user-report?show=active');
    await page.waitForURL(`${address}/_admin/users?show=active`);
    await row(page, 'ann').waitFor();
    // Each date is in one line, and the table fits next to the sidebar on a small laptop.
    const layout = await page.evaluate(`(() => {
      const {scrollWidth, clientWidth} = document.querySelector('table').parentElement;
      const dates = [...document.querySelectorAll('tbody [data-kind="short"]')];
      const wrapping = new Set(dates.map((cell) => getComputedStyle(cell).whiteSpace));
      return {hidden: scrollWidth - clientWidth, wrapping: [...wrapping]};
    })()`);
    expect(layout).toEqual({hidden: 0, wrapping: ['nowrap']});
    const header = page.getByRole('columnheader', {name: 'User', exact: true});
    expect(await header.getAttribute('aria-sort')).toBe('ascending');
    const descending = page.waitForResponse(/sort_column=Username&sort_direction=desc/);
    await header.getByRole('button').press('Enter');
    await descending;
    // The header keeps the focus, to sort in the other direction again.
    await page.locator('th[aria-sort="descending"] button:focus').waitFor();
    const messages = page.getByRole('columnheader', {name: 'Messages', exact: true});
    await messages.getByRole('button').click();
    await messages.getByRole('button').click();
    await page.locator('th[aria-sort="descending"]').and(messages).waitFor();
    const counts = async () =>
      (await page.locator('tbody [data-label="Messages"]').allInnerTexts()).map(Number);
    await expect.poll(async () => (await counts())[0]).toBeGreaterThan(0);
    expect(await counts()).toEqual((await counts()).toSorted((a, b) => b - a));
    await chooseOption(page, 'Filter users', 'Administrators');
    await row(page, 'bob').waitFor({state: 'detached'});
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Export as CSV'}).click();
    await page.getByText('The export has started.').waitFor();
    // On a phone, rows are cards, which leave out what is unknown.
    await page.setViewportSize({width: 390, height: 844});
    await chooseOption(page, 'Filter users', 'All users');
    await chooseOption(page, 'Sort by', 'User');
    await page.getByRole('button', {name: 'Descending'}).click();
    await page.waitForURL(/sort=Username$/);
    const card = row(page, 'stranger');
    await card.getByRole('cell', {name: '0'}).first().waitFor();
    expect(await card.getByText('–').filter({visible: true}).count()).toBe(0);
    await expect
      .poll(async () => (await crew.server.admin.get('/jobs/type/export_users_to_csv')).body[0]?.status)
      .toBe('success');
    // The Overview doesn't count bots, such as the one that has sent the file.
    await page.goto(`${address}/_admin/users?show=active`);
    await page
      .getByRole('status')
      .filter({hasText: /^\d+ users$/})
      .waitFor();
    await page.goto(`${address}/_admin/users`);
    await page
      .getByRole('status')
      .filter({hasText: /^\d+ users, including \d bots?$/})
      .waitFor();
    await jobs.stop();
  });

  test('reports the messages of a channel in a period, and exports them', async () => {
    const {server, ann} = crew;
    const day = 24 * 60 * 60 * 1000;
    const channelId = await crew.channel('ledger', [ann], 'P');
    const old = (message: string, days: number) =>
      server.features.posts.create({channelId, userId: ann.id, message, createAt: Date.now() - days * day});
    await old('too old', 40);
    await old('=cmd, "quoted"', 3);
    await ann.delete(`/posts/${(await old('taken **back** :tada:', 2)).id}`);
    for (let number = 1; number <= 50; number++) await old(`entry ${number}`, 2);
    await crew.post(ann, 'from today', {channel_id: channelId});

    const page = await administration('/post-report');
    await page.getByRole('button', {name: 'Show report'}).click();
    await page.getByText('Select a channel.').waitFor();
    // The channel of a link may load longer than it takes to press the button.
    const held: Route[] = [];
    await page.route(`**/channels/${channelId}`, (route) => void held.push(route));
    await page.goto(`${address}/_admin/post-report?channel=${channelId}`);
    await page.getByRole('button', {name: 'Show report'}).click();
    await expect.poll(() => held.length).toBe(1);
    await held[0]!.continue();
    await row(page, 'quoted').waitFor();
    await page.unroute(`**/channels/${channelId}`);
    await page.goto(`${address}/_admin/post-report`);
    await page.getByRole('combobox', {name: 'Channel'}).click();
    await page.getByRole('option', {name: 'ledger'}).click();
    await page.getByRole('combobox', {name: 'Channel'}).filter({hasText: 'ledger · Crew'}).waitFor();
    await page.getByRole('checkbox', {name: 'Include deleted messages'}).check();
    await page.getByRole('button', {name: 'Show report'}).click();
    await page.getByRole('button', {name: 'Past 30 days', pressed: true}).waitFor();
    await row(page, 'taken back').getByText('DELETED').waitFor();
    await row(page, 'taken back').getByRole('img', {name: ':tada:'}).waitFor();
    // Each time is in one line, also next to the sidebar.
    const size = page.viewportSize()!;
    await page.setViewportSize({...size, width: 768});
    const countLines = `document.querySelector('tbody th span').getClientRects().length`;
    expect(await page.evaluate(countLines)).toBe(1);
    await page.setViewportSize(size);
    await expect.poll(() => row(page, 'too old').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', {name: 'Next'}).click();
    await row(page, 'entry 50').waitFor();
    // Today is one of the past 30 days.
    await row(page, 'from today').waitFor();

    const download = page.waitForEvent('download');
    await page.getByRole('button', {name: 'Export as CSV'}).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect((await download).suggestedFilename()).toBe('ledger.csv');
    const lines = text.trimEnd().split('\n');
    // With the notice of today that the channel was joined.
    expect(lines).toHaveLength(1 + 54);
    expect(lines[0]).toBe('Time,Username,Message,Files,Type,Edited,Deleted,Thread,Id');
    expect(lines[1]).toMatch(/^\d{4}-\S+Z,ann,"'=cmd, ""quoted""",,,,,,[a-z0-9]{26}$/);
    await page.setViewportSize({width: 390, height: 844});
    await page.getByRole('button', {name: 'Previous'}).click();
    await row(page, 'taken back').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.goto(`${address}/_admin/audits`);
    await page.getByText('exported the messages of the channel ledger · Crew').first().waitFor();
  });

  test('on a phone, pages use the width of the screen, and lists begin near its top', async () => {
    const {admin} = crew.server;
    const {id} = (await admin.get('/users/username/stranger')).body;
    await admin.put(`/users/${id}/patch`, {first_name: 'Konstantinos', last_name: 'Papadopoulos'});
    const page = await windows.openAs(address, 'admin', '/_admin/users', {
      viewport: {width: 390, height: 844},
      isMobile: true,
    });
    const box = async (locator: Locator) => (await locator.boundingBox())!;
    const top = async (locator: Locator) => (await box(locator)).y;
    const middle = async (locator: Locator) => {
      const {y, height} = await box(locator);
      return y + height / 2;
    };
    // Names and addresses are not cut off.
    const card = row(page, 'stranger');
    const name = await box(card.getByText('Konstantinos Papadopoulos'));
    expect(await top(card.getByText('stranger@example.com'))).toBeGreaterThanOrEqual(name.y + name.height);
    // The filter is beside the search, and the order beside the checkbox of all rows.
    const find = page.getByRole('searchbox', {name: 'Find a user'});
    expect(await top(page.getByRole('combobox', {name: 'Filter users'}))).toBeCloseTo(await top(find), 0);
    const all = await middle(page.getByRole('checkbox', {name: 'Select all rows'}));
    expect(Math.abs((await middle(page.getByRole('combobox', {name: 'Sort by'}))) - all)).toBeLessThan(8);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The button of a page with a long title is beside it.
    await page.goto(`${address}/_admin/compliance`);
    const title = await middle(page.getByRole('heading', {name: 'Compliance reports', level: 1}));
    expect(await middle(page.getByRole('button', {name: 'Create report'}).first())).toBeCloseTo(title, 0);
    // On a narrow one too, two buttons are beside a title with two lines.
    await page.setViewportSize({width: 360, height: 844});
    await page.goto(`${address}/_admin/retention`);
    const twoLines = await middle(page.getByRole('heading', {name: 'Data retention', level: 1}));
    expect(await middle(page.getByRole('button', {name: 'Run now'}))).toBeCloseTo(twoLines, 0);
    await page.setViewportSize({width: 390, height: 844});
    // The list of integrations begins on the upper half of the screen, below the figures.
    await crew.ann.post('/hooks/incoming', {channel_id: crew.channelId, display_name: 'Doorbell'});
    await page.goto(`${address}/_admin/all-integrations`);
    expect(await top(page.getByRole('table', {name: 'Integrations'}))).toBeLessThan(844 / 2);
    // The filters of the audit log are behind a button beside its search.
    await page.goto(`${address}/_admin/audits`);
    const filters = page.getByRole('button', {name: 'Filters', exact: true});
    const search = page.getByRole('searchbox', {name: 'Find a username'});
    expect(await top(filters)).toBeCloseTo(await top(search), 0);
    expect(await page.getByRole('combobox', {name: 'Kind of action'}).isVisible()).toBe(false);
    await filters.click();
    await chooseOption(page, 'Kind of action', 'Users');
    await page.getByRole('button', {name: 'Filters (1)', expanded: true}).click();
    await page.getByRole('combobox', {name: 'Kind of action'}).waitFor({state: 'hidden'});
    expect((await box(search)).width).toBeGreaterThan(390 / 3);
    expect(await accessibilityViolations(page)).toEqual([]);
    // No place is empty below an odd number of figures.
    await page.goto(`${address}/_admin/post-report`);
    const figures = page.getByRole('region', {name: 'All messages'}).getByRole('term');
    await figures.last().waitFor();
    expect(await figures.allInnerTexts()).toContain('In public channels');
    expect((await box(figures.last())).width).toBeGreaterThan(2 * (await box(figures.first())).width);
  });

  test('manages data retention: policies, a dry run, a run, a legal hold and records', async () => {
    const {server, ann, channelId} = crew;
    const day = 24 * 60 * 60 * 1000;
    const old = (message: string) =>
      server.features.posts.create({channelId, userId: ann.id, message, createAt: Date.now() - 400 * day});
    await old('one');
    const page = await administration('/retention');
    await page.getByRole('button', {name: 'Create policy'}).click();
    const dialog = page.getByRole('dialog', {name: 'Create policy'});
    await dialog.getByRole('textbox', {name: 'Name'}).fill('A year');
    await dialog.getByRole('spinbutton', {name: 'Delete messages after (days)'}).fill('365');
    await dialog.getByRole('combobox', {name: 'Teams'}).click();
    await page.getByRole('option', {name: 'Crew'}).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', {name: 'Remove Crew'}).waitFor();
    const jobs = await runJobs(server);
    await dialog.getByRole('button', {name: 'Count what would be deleted'}).click();
    await dialog.getByText('Would be deleted: 1 message').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // Saving asks for confirmation, with what would be deleted.
    await dialog.getByRole('button', {name: 'Create policy'}).click();
    await page.getByRole('alertdialog').getByText('Would be deleted: 1 message').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await confirm(page, 'Save policy');
    await page.getByText('Messages are deleted after 365 days.').waitFor();
    // The dialog has the same title while the teams of the policy are loading, and afterwards.
    const {promise: mayLoad, resolve: load} = Promise.withResolvers<void>();
    await page.route(/retention\/policies\/\w+\/teams/, async (route) => {
      await mayLoad;
      await route.continue();
    });
    await choose(page, 'Options for A year', 'Edit');
    const edited = page.getByRole('dialog', {name: 'Edit policy'});
    await edited.waitFor();
    expect(await edited.getByRole('button', {name: 'Save'}).count()).toBe(0);
    load();
    await edited.getByRole('button', {name: 'Save'}).waitFor();
    await edited.getByRole('button', {name: 'Cancel'}).click();
    await edited.waitFor({state: 'detached'});
    const {body: empty} = await server.admin.post('/data_retention/policies', {
      display_name: 'For later',
      post_duration: 30,
      team_ids: [],
      channel_ids: [],
    });
    await page.reload();
    await page.getByText('It has no effect until you add teams or channels.').waitFor();
    await server.admin.delete(`/data_retention/policies/${empty.id}`);
    await page.reload();

    // The global policy does too, and not if it keeps messages longer.
    const setGlobal = async (days: string) => {
      await page.getByRole('button', {name: 'Edit', exact: true}).first().click();
      const form = page.getByRole('dialog', {name: 'Global policy'});
      const deletes = form.getByRole('switch', {name: 'Delete messages'});
      if (!(await deletes.isChecked())) await deletes.click();
      await form.getByRole('spinbutton', {name: 'Days'}).first().fill(days);
      await form.getByRole('button', {name: 'Save'}).click();
    };
    await setGlobal('800');
    await page.getByRole('alertdialog').getByText('after 800 days').waitFor();
    await page.getByRole('alertdialog').getByText('Would be deleted: 0 messages').waitFor();
    await confirm(page, 'Save policy');
    await page.getByText('The global policy is off').waitFor({state: 'detached'});
    await setGlobal('900');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await server.platform.config.patch({DataRetentionSettings: {EnableMessageDeletion: false}});

    await page.getByRole('button', {name: 'Create legal hold'}).click();
    const hold = page.getByRole('dialog', {name: 'Create legal hold'});
    await hold.getByRole('button', {name: 'Create legal hold'}).click();
    await hold.getByRole('alert').filter({hasText: 'Enter a reason.'}).waitFor();
    await hold.getByRole('textbox', {name: 'Reason'}).fill('Case 17');
    // The error goes with what it is about.
    await hold.getByRole('alert').waitFor({state: 'detached'});
    // A date with missing parts isn't sent as no date.
    const parts = hold.getByRole('group', {name: 'From'}).getByRole('spinbutton');
    await parts.nth(1).press('2');
    const incomplete = hold.getByRole('alert').filter({hasText: 'Enter all parts, or delete them.'});
    expect(await incomplete.count()).toBe(0);
    await hold.getByRole('button', {name: 'Create legal hold'}).click();
    await incomplete.waitFor();
    expect(await parts.first().evaluate((part) => part === part.ownerDocument.activeElement)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The field beside it doesn't move.
    const top = async (name: string) => (await hold.getByRole('group', {name}).first().boundingBox())!.y;
    expect(await top('Until')).toBe(await top('From'));
    // Other fields can still be changed.
    const reason = hold.getByRole('textbox', {name: 'Reason'});
    await reason.fill('Case 1');
    await page.keyboard.type('7');
    expect(await reason.inputValue()).toBe('Case 17');
    await parts.nth(1).press('Backspace');
    await incomplete.waitFor({state: 'detached'});
    await hold.getByRole('combobox', {name: 'Posted by'}).click();
    await page.getByRole('option', {name: 'ann'}).click();
    await page.keyboard.press('Escape');
    await hold.getByRole('button', {name: 'Create legal hold'}).click();
    await page.getByRole('button', {name: 'Dry run'}).click();
    await page.getByText('1 message is under a legal hold.').waitFor();
    await page.getByRole('button', {name: 'Release Case 17'}).click();
    await confirm(page, 'Release');
    await page.getByText('Released', {exact: true}).waitFor();

    await page.getByRole('button', {name: 'Run now'}).click();
    await confirm(page, 'Delete now');
    const records = page.getByRole('list', {name: 'Records of deletions'});
    await records.getByRole('button', {name: /Verify the record/}).click();
    await records.getByText('The record is intact.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await jobs.stop();

    await server.platform.config.patch({MessageExportSettings: {EnableExport: true}});
    await page.reload();
    await page.getByText('Nothing is deleted until the first scheduled export has finished.').waitFor();
    await choose(page, 'Options for A year', 'Delete');
    await confirm(page, 'Delete policy');
    await page.getByText('No policies yet').waitFor();
    await server.platform.config.patch({MessageExportSettings: {EnableExport: false}});
  });

  test('other roles see only the pages that they have permission for', async () => {
    const person = await crew.server.person('auditor');
    await crew.server.admin.put(`/users/${person.id}/roles`, {roles: 'system_user system_read_only_admin'});
    const page = await as('auditor', '/_admin');
    await heading(page, 'Data retention');
    await page.getByText('The global policy is off').waitFor();
    expect(await page.getByRole('button', {name: 'Run now'}).count()).toBe(0);
    expect(await page.getByRole('heading', {name: 'Legal holds'}).count()).toBe(0);
  });

  test('saves settings, shows errors at their fields, and never shows secrets', async () => {
    await crew.server.platform.config.patch({
      MessageExportSettings: {GlobalRelaySettings: {SMTPPassword: 'canary-smtp'}},
    });
    const page = await administration('/settings');
    await page.getByRole('heading', {name: 'Server', level: 2}).waitFor();
    await page.getByText('Users can invite people by email').waitFor();
    expect(await page.getByText('docs/').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    const find = page.getByRole('searchbox', {name: 'Find a setting'});
    await find.fill('SiteURL');
    const siteUrl = page.getByRole('textbox', {name: 'Site URL'});
    await siteUrl.fill('chat.example.org');
    await find.fill('maximum login attempts');
    await page.getByRole('textbox', {name: 'Maximum sign-in attempts'}).fill('7');
    await page.getByText('2 unsaved changes').waitFor();
    await page.getByRole('button', {name: 'Save'}).click();
    await page.getByRole('alert').filter({hasText: 'It must be a URL that begins with http'}).waitFor();
    expect(crew.server.platform.config.get().ServiceSettings.MaximumLoginAttempts).toBe(10);
    await siteUrl.fill('https://chat.example.org');
    await page.getByRole('button', {name: 'Save'}).click();
    await page.getByText('Settings saved.').waitFor();
    expect(crew.server.platform.config.get().ServiceSettings).toMatchObject({
      MaximumLoginAttempts: 7,
      SiteURL: 'https://chat.example.org',
    });
    await siteUrl.fill('');
    await page.getByRole('button', {name: 'Save'}).click();
    await page.getByRole('button', {name: 'Save'}).waitFor({state: 'detached'});
    await find.fill('MessageExportSettings.GlobalRelaySettings.SMTPPassword');
    await page.getByRole('textbox', {name: 'SMTP password'}).waitFor();
    expect(await page.content()).not.toContain('canary-smtp');
  });

  test('presses the period that the person chose, not another one with the same days', async () => {
    // Another time zone, because windows for the same options share a clock.
    const page = await windows.openAs(address, 'admin', '/_admin/post-report', {
      timezoneId: 'Asia/Tokyo',
    });
    await page.clock.setFixedTime(new Date('2026-11-30T03:00Z'));
    await page.reload();
    const period = page.getByRole('group', {name: 'Messages posted'});
    const pressed = period.getByRole('button', {pressed: true});
    await pressed.first().waitFor();
    expect(await pressed.allInnerTexts()).toEqual(['Past 30 days']);
    await period.getByRole('button', {name: 'This month'}).click();
    expect(await pressed.allInnerTexts()).toEqual(['This month']);
    await period.getByRole('button', {name: 'Past 7 days'}).click();
    expect(await pressed.allInnerTexts()).toEqual(['Past 7 days']);
  });

  test('shows who changed which settings, and restores an earlier version', async () => {
    const {config} = crew.server.platform;
    const attempts = () => config.get().ServiceSettings.MaximumLoginAttempts;
    const [version, before] = [config.version(), attempts()];
    const {status} = await crew.server.admin.put('/config/patch', {
      ServiceSettings: {MaximumLoginAttempts: before + 5},
      FileSettings: {AmazonS3SecretAccessKey: 'canary-key'},
    });
    expect(status).toBe(200);
    const page = await administration('/settings');
    await page.getByRole('button', {name: 'History'}).click();
    await heading(page, 'Settings history');
    const row = (number: number) =>
      page.getByRole('listitem').filter({has: page.getByText(`Version ${number}`, {exact: true})});
    const changed = row(version + 1);
    await changed.getByRole('link', {name: 'admin'}).waitFor();
    await changed.getByText('ServiceSettings.MaximumLoginAttempts').waitFor();
    expect(await changed.getByRole('deletion').innerText()).toBe(`${before}`);
    expect(await changed.getByRole('insertion').innerText()).toBe(`${before + 5}`);
    await changed.getByText('Secret set').waitFor();
    expect(await page.content()).not.toContain('canary');
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', {name: `Restore version ${version}`, exact: true}).click();
    await page.getByRole('alertdialog', {name: `Restore version ${version}?`}).waitFor();
    expect(attempts()).toBe(before + 5);
    await confirm(page, 'Restore');
    const restored = row(version + 2);
    await restored.getByText(`Restored version ${version}`).waitFor();
    await restored.getByText('Current', {exact: true}).waitFor();
    await restored.getByText('Secret removed').waitFor();
    expect(attempts()).toBe(before);

    await page.route(/\/config\/history\?/, (route) => route.fulfill({json: []}));
    await page.reload();
    await page.getByText('No changes yet').waitFor();
  });

  test('has titles above their content', async () => {
    const page = await administration('/teams');
    const x = async (element: Locator) => Math.round((await element.boundingBox())!.x);
    const title = page.getByRole('heading', {level: 1});
    await row(page, 'Crew').waitFor();
    expect(await x(title)).toBe(await x(page.getByText('Each team has its own channels')));
    await visit(page, '/_settings/display');
    expect(await x(title)).toBe(await x(page.getByRole('region', {name: 'Theme'})));
  });

  test('offers the test of a service only next to its settings', async () => {
    const page = await administration('/settings?section=ServiceSettings');
    const check = page.getByRole('button', {name: 'Test GIPHY key'});
    await check.waitFor();
    const find = page.getByRole('searchbox', {name: 'Find a setting'});
    await find.fill('site url');
    await page.getByRole('textbox', {name: 'Site URL'}).waitFor();
    expect(await check.count()).toBe(0);
    await find.fill('giphy');
    await check.waitFor();
  });

  test('tests the bucket for files before the settings are saved', async () => {
    const s3 = await startS3Server();
    try {
      const page = await administration('/settings?section=FileSettings');
      const field = (name: string) => page.getByRole('textbox', {name, exact: true});
      const {connection} = s3;
      // Sizes have a unit.
      const size = field('Maximum file size');
      const unit = page.getByRole('combobox', {name: 'Unit of Maximum file size'});
      const isEdited = page.getByText('Edited', {exact: true});
      await size.fill('1.5');
      await chooseOption(page, 'Unit of Maximum file size', 'GB');
      await isEdited.waitFor();
      await page.getByRole('button', {name: 'Save'}).click();
      await isEdited.waitFor({state: 'detached'});
      expect(crew.server.platform.config.get().FileSettings.MaxFileSize).toBe(1536 * 1024 ** 2);
      await page.reload();
      await expect.poll(() => size.inputValue()).toBe('1536');
      await unit.filter({hasText: 'MB'}).waitFor();
      await size.fill('many');
      await page.getByRole('button', {name: 'Save'}).click();
      await page.getByRole('alert').filter({hasText: 'whole number'}).first().waitFor();
      await page
        .locator('div')
        .filter({has: page.getByText('FileSettings.MaxFileSize', {exact: true})})
        .getByRole('button', {name: 'Reset to default'})
        .last()
        .click();
      await expect.poll(() => size.inputValue()).toBe('100');
      await page.getByRole('button', {name: 'Save'}).click();
      await isEdited.waitFor({state: 'detached'});
      await field('Amazon S3 access key ID').fill(connection.accessKeyId);
      await field('Amazon S3 secret access key').fill(connection.secretAccessKey);
      await field('Amazon S3 endpoint').fill(connection.endpoint);
      await page.getByRole('switch', {name: 'Amazon S3 over HTTPS'}).click();
      await field('Amazon S3 bucket').fill('nowhere');
      const check = page.getByRole('button', {name: 'Test connection'});
      await check.click();
      await page.getByRole('alert').filter({hasText: 'There is no bucket "nowhere".'}).waitFor();
      await field('Amazon S3 bucket').fill(connection.bucket);
      await check.click();
      await page.getByRole('status').filter({hasText: 'The connection works.'}).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole('button', {name: 'Discard'}).click();
      expect(crew.server.platform.config.get().FileSettings.AmazonS3Bucket).toBe('');
    } finally {
      await s3.close();
    }
  });

  test('on a phone, begins with the list of pages, and goes back to it, as do the settings', async () => {
    const page = await onPhone('');
    await heading(page, 'Administration');
    expect(await accessibilityViolations(page)).toEqual([]);
    const main = page.getByRole('main');
    const find = main.getByRole('searchbox', {name: 'Find a page or setting'});
    await find.fill('file size');
    await main.getByRole('list', {name: 'Search results'}).getByText('Maximum file size').click();
    await page.getByRole('textbox', {name: 'Maximum file size', exact: true}).waitFor();
    await page.getByRole('button', {name: 'Back to administration'}).click();
    await main.getByRole('region', {name: 'Users and teams'}).getByRole('link', {name: 'Teams'}).click();
    await heading(page, 'Teams');
    // A page of a list leads back to the list.
    await main.getByRole('link', {name: 'Crew', exact: true}).click();
    await heading(page, 'Crew');
    expect(await page.getByRole('button', {name: 'Open navigation'}).count()).toBe(0);
    await page.getByRole('button', {name: 'Back to teams'}).click();
    await page.getByRole('button', {name: 'Back to administration'}).click();
    await main.getByRole('link', {name: 'Overview'}).click();
    await page.getByRole('term').filter({hasText: 'Channels'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await visit(page, '/_settings');
    await main.getByRole('link', {name: 'Display'}).click();
    await heading(page, 'Display');
    await page.getByRole('button', {name: 'Back to settings'}).click();
    await heading(page, 'Settings');
    expect(await accessibilityViolations(page)).toEqual([]);
    // In a wide window, the sidebar has the list.
    await page.setViewportSize({width: 1280, height: 844});
    await heading(page, 'Profile');
  });

  test('on a phone, focuses the setting with the error, in any section', async () => {
    const page = await onPhone('/settings');
    const section = page.getByRole('combobox', {name: 'Section'});
    const limit = page.getByRole('textbox', {name: 'Time limit for editing messages (seconds)'});
    await limit.fill('an hour');
    await chooseOption(page, 'Section', 'Users and teams');
    await page.getByRole('button', {name: 'Save'}).click();
    const error = page.getByRole('alert').filter({hasText: '"an hour"'});
    await error.waitFor();
    await limit.and(page.locator(':focus')).waitFor();
    // The bar with the buttons doesn't cover it.
    const {y, height} = (await error.boundingBox())!;
    const bar = (await page.getByRole('button', {name: 'Save'}).boundingBox())!;
    expect(y + height).toBeLessThan(bar.y - 12);

    await section.focus();
    await page.getByRole('button', {name: 'Save'}).click();
    await limit.and(page.locator(':focus')).waitFor();

    // If the person has left the page in the meantime, a notice shows the error, and their page stays as it is.
    await chooseOption(page, 'Section', 'Users and teams');
    let leave = () => {};
    const hasLeft = new Promise<void>((resolve) => {
      leave = resolve;
    });
    await page.route('**/api/v4/config/patch', async (route) => {
      await hasLeft;
      await route.continue();
    });
    await page.getByRole('button', {name: 'Save'}).click();
    await page.getByRole('button', {name: 'Back to administration'}).click();
    await heading(page, 'Administration');
    leave();
    await page.getByRole('alert').filter({hasText: '"an hour"'}).getByRole('button', {name: 'Close'}).click();
    expect(new URL(page.url()).search).toBe('');
    await page.goBack();
    await page.getByRole('button', {name: 'Discard'}).click();
  });

  test('on a phone, hidden elements take no space next to or below the charts', async () => {
    const page = await onPhone('/health');
    const region = (name: string) => page.getByRole('region', {name, exact: true});
    await region('Health').getByRole('figure').first().waitFor();
    const sideways = await region('Health').evaluate((area) => area.scrollWidth - area.clientWidth);
    expect(sideways).toBe(0);
    await page.goto(`${address}/_admin/overview`);
    const chart = region('Overview').getByRole('figure').last();
    await chart.waitFor();
    await region('Overview').evaluate((area) => area.scrollTo(0, area.scrollHeight));
    const end = await chart.evaluate((figure) => figure.getBoundingClientRect().bottom);
    expect(end).toBeGreaterThan(page.viewportSize()!.height / 2);
  });

  test('links from a bot account to its tokens', async () => {
    const {admin, features} = crew.server;
    await features.teams.addMember(crew.teamId, admin.id, crew.ann.id);
    const {body: bot} = await admin.post('/bots', {username: 'crane'});
    const page = await administration(`/users/${bot.user_id}`);
    await page.getByRole('button', {name: 'Tokens and permissions'}).click();
    await heading(page, 'crane');
    await page.getByRole('region', {name: 'Access tokens', exact: true}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('shows jobs, by type and status', async () => {
    const job = await crew.server.features.jobs.create('message_export', {});
    const page = await administration('/jobs');
    await row(page, job.id).or(row(page, 'Scheduled export')).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await chooseOption(page, 'Status', 'Canceling');
    await page.getByRole('heading', {name: 'No matching jobs'}).waitFor();
    // A job leads to the page with its result.
    await chooseOption(page, 'Status', 'Any status');
    await page.getByRole('table').getByRole('link', {name: 'Scheduled export'}).first().click();
    await heading(page, 'Scheduled exports');
  });

  test('shows audits, and the state of the server', async () => {
    await crew.server.admin.post('/caches/invalidate');
    const page = await administration('/audits');
    await row(page, '/caches/invalidate').getByRole('link', {name: 'admin'}).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await crew.server.anonymous.post('/users/login', {login_id: 'bob', password: 'not his'});
    await crew.server.features.audits.record(undefined, 'patchbay import bulk', 'file=old chat.zip', '');
    await chooseOption(page, 'Kind of action', 'Imports, exports and backups');
    await row(page, 'The command line started an import of old chat.zip').waitFor();
    await row(page, '/caches/invalidate').first().waitFor({state: 'detached'});
    await chooseOption(page, 'Kind of action', 'All actions');
    await row(page, '/caches/invalidate').first().waitFor();
    await chooseOption(page, 'Result', 'Failed');
    await row(page, '/caches/invalidate').first().waitFor({state: 'detached'});
    await page.getByRole('searchbox', {name: 'Find a username'}).fill('BOB');
    await chooseOption(page, 'Time', 'Past 24 hours');
    await row(page, '/users/login').getByRole('link', {name: 'bob'}).waitFor();
    const find = page.getByRole('searchbox', {name: 'Find a username'});
    await find.fill('bobsled');
    await page.getByRole('heading', {name: 'No matching actions'}).waitFor();

    await page.goto(`${address}/_admin/audits`);
    await row(page, '/caches/invalidate').first().waitFor();
    // Sign-ins would fill the log. Failed attempts are shown.
    const signedIn = row(page, 'admin signed in');
    await row(page, 'bob failed to sign in').first().waitFor();
    expect(await signedIn.count()).toBe(0);
    await page.getByRole('switch', {name: 'Hide sign-ins'}).click();
    await signedIn.first().waitFor();
    // The search knows the sentences.
    await find.fill('started import');
    const suggestions = page.getByRole('list', {name: 'Matching actions'});
    await suggestions.getByRole('button', {name: '… started an import of …'}).waitFor();
    // Until the result is there, the table is pale.
    await page.getByRole('heading', {name: 'No matching actions'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await find.fill('cleared');
    await suggestions.getByRole('button', {name: '… cleared the caches'}).click();
    await row(page, 'admin cleared the caches').first().waitFor();
    await signedIn.first().waitFor({state: 'detached'});
    expect(await find.inputValue()).toBe('');
    await page.getByRole('button', {name: 'Remove … cleared the caches'}).click();
    await signedIn.first().waitFor();
    await page.getByRole('switch', {name: 'Hide sign-ins'}).click();
    await signedIn.first().waitFor({state: 'detached'});
    const who = page.getByRole('combobox', {name: 'User'});
    await who.click();
    await who.and(page.locator('input')).fill('bo');
    await page.getByRole('option', {name: 'bob'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('option', {name: 'bob'}).click();
    await row(page, '/caches/invalidate').first().waitFor({state: 'detached'});
    await row(page, '/users/login').first().waitFor();
    // The filter is part of the URL.
    await page.reload();
    await who.filter({hasText: 'bob'}).waitFor();
    await row(page, '/users/login').first().waitFor();
    await expect.poll(() => row(page, '/caches/invalidate').count()).toBe(0);
    await page.getByRole('button', {name: 'Clear User'}).click();
    await row(page, '/caches/invalidate').first().waitFor();
    await page.goto(`${address}/_admin/health`);
    await page.getByText('Free disk space').waitFor();
    // The sidebar shows the page.
    const own = page.getByRole('navigation').getByRole('link', {name: 'Health', exact: true});
    const {y, height} = (await own.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
    await page.getByText(crew.server.platform.config.dataDirectory).waitFor();
    await page.getByText('Recorded since').waitFor();
    await page.getByRole('figure').filter({hasText: 'Failed calls'}).waitFor();
    const history = page.getByRole('table', {name: 'Past 24 hours'});
    await history.getByRole('columnheader', {name: 'Memory (MB)'}).waitFor();
    const requests = await history.getByRole('row').locator('td:first-of-type').allInnerTexts();
    expect(requests.map(Number).reduce((sum, one) => sum + one)).toBeGreaterThan(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The values stay if they can't be updated, and the page says so.
    const failure = {id: 'api.system.health', message: 'The pulse is weak.', status_code: 500};
    await page.route('**/api/v4/system/health', (route) => route.fulfill({status: 500, json: failure}));
    await page.evaluate("for (const type of ['offline', 'online']) dispatchEvent(new Event(type))");
    await page.getByRole('alert').filter({hasText: 'The pulse is weak.'}).waitFor();
    await page.getByText('Free disk space').waitFor();
    await page.unroute('**/api/v4/system/health');
  });

  test('shows integrations and their activity, and tests whether an integration may be called', async () => {
    const {body: hook} = await crew.ann.post('/hooks/incoming', {
      channel_id: crew.channelId,
      display_name: 'Build server',
    });
    await crew.server.anonymous.post(`/hooks/${hook.id}`, {text: 'built'});
    await crew.server.features.deliveries.flush();
    await crew.server.admin.post('/commands', {
      team_id: crew.teamId,
      trigger: 'deploy',
      method: 'P',
      url: 'http://127.0.0.1:9/',
    });
    // More than the API returns at once.
    for (let sent = 0; sent < 200; sent++) {
      const sensor = {channel_id: crew.channelId, display_name: `Sensor ${sent}`};
      expect((await crew.ann.post('/hooks/incoming', sensor)).status).toBe(201);
    }
    const {rows} = crew.server.platform.database;
    const [hooks] = await rows<{count: number}>({
      text: 'select count(*) as count from IncomingWebhooks where DeleteAt = 0',
    });
    const page = await administration('/all-integrations?find=deploy');
    await row(page, '/deploy').waitFor();
    await page.goto(`${address}/_admin/all-integrations?show=incoming&find=Build`);
    await row(page, 'Build server').waitFor();
    await expect.poll(() => row(page, '/deploy').count()).toBe(0);
    await page
      .getByRole('definition')
      .filter({hasText: String(hooks!.count)})
      .waitFor();
    await page.getByRole('link', {name: 'Slash commands'}).click();
    await row(page, '/deploy').waitFor();
    await page.goBack();
    await page.getByText('accepted 1').waitFor();
    const url = page.getByLabel('Integration URL');
    await page.getByRole('button', {name: 'Test', exact: true}).click();
    await page.getByText('Enter the URL of an integration').waitFor();
    await url.fill('http://127.0.0.1:9000/hook');
    await page.getByText('Enter the URL of an integration').waitFor({state: 'detached'});
    await page.getByRole('button', {name: 'Test', exact: true}).click();
    const explanation = page.getByRole('status').filter({hasText: 'AllowedUntrustedInternalConnections'});
    await explanation.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // It isn't about another URL.
    await url.fill('https://example.com/hook');
    await explanation.waitFor({state: 'detached'});
    await row(page, 'Build server').getByRole('link', {name: 'Build server'}).press('Enter');
    await page.getByRole('heading', {name: 'Build server', level: 1}).waitFor();
    // The focused link disappeared with its page, so the Tab key continues in the new page.
    await page.locator('main:focus').waitFor();
  });
});
