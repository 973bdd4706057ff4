import type {Locator, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {startTicketDesk} from '../../examples/ticket-desk/ticket-desk.js';
import {accessibilityViolations, chooseOption, describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {type Integration, json, startIntegration} from '../support/integration.ts';

describeInBrowser('dialogs of integrations on the page', () => {
  let crew: Crew;
  let address: string;
  let desk: Awaited<ReturnType<typeof startTicketDesk>>;
  let integration: Integration;
  const windows = testWindows();

  beforeAll(async () => {
    crew = await createCrew({
      ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'},
      TeamSettings: {TeammateNameDisplay: 'full_name'},
    });
    await crew.cat.put('/users/me/patch', {first_name: 'Catherine', last_name: 'Low'});
    address = await crew.server.listen();
    // The URL for delayed responses of integrations is based on it.
    await crew.server.platform.config.patch({ServiceSettings: {SiteURL: address}});
    desk = await startTicketDesk({patchbay: address});
    integration = await startIntegration();
    await command('ticket', `${desk.url}/command`);
    await command('ask', `${integration.url}/command`);
  });
  afterAll(async () => {
    await desk.close();
    await integration.close();
    await crew.close();
  });

  async function command(trigger: string, url: string): Promise<void> {
    const made = await crew.ann.post('/commands', {team_id: crew.teamId, trigger, url, method: 'P'});
    expect(made.status).toBe(201);
  }

  const as = (username: string, options: Parameters<typeof windows.openAs>[3] = {}) =>
    windows.openAs(address, username, '/crew/channels/town-square', options);

  async function write(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', {name: 'Write to Town Square'}).fill(text);
    await page.keyboard.press('Enter');
  }

  const message = (page: Page, text: string) => page.getByRole('article').filter({hasText: text});

  /** Presses the first key of a page, which loads the code that keeps the focus, and waits until that runs. */
  async function pressFirstKey(on: Locator, key: string): Promise<void> {
    const runs = on.page().evaluate(`new Promise((resolve) => {
      new MutationObserver((_changes, observer) => {
        const script = document.querySelector('script[src*="/first-key-"]');
        if (!script) return;
        observer.disconnect();
        // The client continues in the same task.
        script.addEventListener('load', () => setTimeout(resolve));
      }).observe(document.head, {childList: true});
    })`);
    await on.press(key);
    await runs;
  }

  /** Makes `/ask` open this dialog, and respond to its submissions with `answers` in order. */
  function asking(dialog: object, ...answers: object[]): void {
    integration.received.length = 0;
    integration.answer = async (request, response) => {
      if (request.url !== '/command') return json(answers.shift() ?? {})(request, response);
      const opened = await crew.server.anonymous.post('/actions/dialogs/open', {
        trigger_id: request.form.get('trigger_id'),
        url: `${integration.url}/submit`,
        dialog,
      });
      json({text: opened.status === 200 ? '' : JSON.stringify(opened.body)})(request, response);
    };
  }

  const submissions = () =>
    integration.received.filter(({url}) => url === '/submit').map(({body}) => JSON.parse(body));

  test('a command opens one with errors at fields, a submission, a confirmation, a menu, a second dialog and a button', async () => {
    const page = await as('bob');
    await write(page, '/ticket The lamp');
    const dialog = page.getByRole('dialog', {name: 'New ticket'});
    await dialog.getByText('Someone will look at it today.').waitFor();
    const title = dialog.getByRole('textbox', {name: 'Title'});
    expect(await title.inputValue()).toBe('The lamp');
    expect(await dialog.getByRole('combobox', {name: 'Urgency'}).innerText()).toBe('Normal');
    expect(await accessibilityViolations(page)).toEqual([]);

    // A click outside doesn't close it.
    await page.mouse.click(4, 4);
    await title.fill('');
    await dialog.getByRole('button', {name: 'File'}).click();
    // Both fields show errors of rules that the page shares with the server, and the first field has the focus.
    await expect.poll(() => dialog.getByText('This field is required.').count()).toBe(2);
    await title.and(page.locator(':focus')).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await title.fill('The lamp');
    const details = dialog.getByRole('textbox', {name: 'Details'});
    expect(await details.getAttribute('aria-describedby')).toContain('hint');
    await details.fill('dark');
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', {name: 'File'}).click();
    await dialog.getByText('Enter at least 10 characters.').waitFor();

    await details.fill('It has been dark since noon.');
    await dialog.getByRole('combobox', {name: 'For'}).click();
    await page.getByRole('combobox', {name: 'For'}).and(page.locator('input')).fill('cat');
    // People are shown like everywhere else, and can be found by any of their names.
    await page.getByRole('option', {name: 'Catherine Low (@cat)'}).click();
    await dialog.getByRole('combobox', {name: 'For'}).filter({hasText: 'Catherine Low (@cat)'}).waitFor();
    await dialog.getByRole('checkbox', {name: 'Keep my name out of it'}).check();
    await dialog.getByRole('button', {name: 'File'}).click();
    await dialog.waitFor({state: 'detached'});
    await message(page, 'Ticket 1 was filed. Thank you!').waitFor();

    const ticket = message(page, '1: The lamp');
    await ticket.getByText('normal', {exact: true}).waitFor();
    await ticket.getByRole('button', {name: 'Urgency'}).press('Enter');
    await page.getByRole('combobox', {name: 'Urgency'}).and(page.locator('input:focus')).waitFor();
    await page.keyboard.type('urg');
    await page.keyboard.press('Enter');
    await message(page, 'The urgency is now urgent.').waitFor();
    await ticket.getByText('urgent', {exact: true}).waitFor();

    await ticket.getByRole('button', {name: 'Plan …'}).click();
    const plan = page.getByRole('dialog', {name: 'Plan the work'});
    await plan.getByRole('textbox', {name: 'Hours'}).fill('two');
    await plan.getByRole('textbox', {name: 'Link'}).fill('example.com');
    await plan.getByRole('button', {name: 'Plan'}).click();
    await plan.getByText('Enter a number.').waitFor();
    await plan.getByText('Enter a URL that starts with http:// or https://.').waitFor();
    await plan.getByText('This field is required.').waitFor();
    await plan.getByRole('textbox', {name: 'Hours'}).fill('2');
    await plan.getByRole('textbox', {name: 'Link'}).fill('');
    await plan.getByRole('radio', {name: 'This week'}).check();
    await plan.getByRole('combobox', {name: 'Notify'}).click();
    await page.getByRole('option', {name: '~Off-Topic'}).click();
    await plan.getByRole('button', {name: 'Clear Notify'}).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await plan.getByRole('button', {name: 'Plan'}).click();
    await plan.waitFor({state: 'detached'});

    await ticket.getByRole('button', {name: 'Close'}).click();
    await ticket.getByText('Closed by bob').waitFor();
    expect(await ticket.getByRole('button', {name: 'Plan …'}).count()).toBe(0);
  });

  test('it opens only in the window that requested it', async () => {
    const here = await as('ann');
    const there = await as('ann');
    asking({title: 'Who asked?', submit_label: 'I did', callback_id: 'who', state: 's'});
    await there.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();
    await write(here, '/ask');
    const dialog = here.getByRole('dialog', {name: 'Who asked?'});
    await dialog.waitFor();
    // A message that was posted after the dialog has arrived, so the dialog would have arrived too.
    await crew.post(crew.bob, 'after the dialog');
    await message(there, 'after the dialog').waitFor();
    expect(await there.getByRole('dialog').count()).toBe(0);

    await dialog.getByRole('button', {name: 'I did'}).click();
    await dialog.waitFor({state: 'detached'});
    expect(submissions()).toMatchObject([{callback_id: 'who', state: 's', submission: {}, cancelled: false}]);
  });

  test('an error without a field is shown at the bottom, and canceling notifies the integration if it asked for that', async () => {
    const page = await as('cat', {viewport: {width: 390, height: 800}});
    const elements = [
      {display_name: 'Secret', name: 'secret', type: 'text', subtype: 'password', max_length: 8},
      {display_name: 'Sure', name: 'sure', type: 'bool', default: 'true'},
      {display_name: 'Owner', name: 'owner', type: 'select', data_source: 'users', default: crew.bob.id},
    ];
    asking(
      {title: 'Confirm', elements, notify_on_cancel: true, introduction_text: 'With **care**.'},
      {error: 'The vault is closed.'},
      {errors: {other: 'Nobody knows this field.'}},
    );
    await write(page, '/ask');
    const dialog = page.getByRole('dialog', {name: 'Confirm'});
    const secret = dialog.getByLabel('Secret');
    expect(await secret.getAttribute('type')).toBe('password');
    await dialog.getByRole('combobox', {name: 'Owner'}).filter({hasText: '@bob'}).waitFor();
    await secret.fill('0123456789');
    await dialog.getByText('2 characters too many.').waitFor();
    await secret.press('Enter');
    await dialog.getByText('Enter at most 8 characters. You entered 10.').waitFor();
    await secret.fill('01234567');
    await secret.press('Enter');
    await dialog.getByRole('alert').filter({hasText: 'The vault is closed.'}).waitFor();
    await secret.press('Enter');
    await dialog.getByRole('alert').filter({hasText: 'Nobody knows this field.'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    // Escape and the X ask before they discard the input. Cancel doesn't.
    const question = page.getByRole('alertdialog', {name: 'Discard changes?'});
    await page.keyboard.press('Escape');
    await question.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({state: 'detached'});
    await secret.and(page.locator(':focus')).waitFor();
    await dialog.getByRole('button', {name: 'Close'}).click();
    await question.getByRole('button', {name: 'Keep editing'}).click();
    await question.waitFor({state: 'detached'});

    // The values are kept if the integration fails.
    integration.answer = json({}, 500);
    await dialog.getByRole('button', {name: 'Submit'}).click();
    await dialog
      .getByRole('alert')
      .filter({hasText: 'The integration returned an error (HTTP 500).'})
      .waitFor();
    expect(await secret.inputValue()).toBe('01234567');

    await dialog.getByRole('button', {name: 'Cancel'}).click();
    await dialog.waitFor({state: 'detached'});
    await expect.poll(() => submissions().at(-1)).toMatchObject({cancelled: true, submission: {}});
    expect(submissions()[0].submission).toEqual({secret: '01234567', sure: true, owner: crew.bob.id});

    // Without changes, Escape closes it at once. With changes, after a confirmation. Both notify the integration.
    for (const isChanged of [false, true]) {
      asking({title: 'Confirm', elements, notify_on_cancel: true});
      await write(page, '/ask');
      await secret.and(page.locator(':focus')).waitFor();
      if (isChanged) await secret.fill('x');
      await page.keyboard.press('Escape');
      if (isChanged) await question.getByRole('button', {name: 'Discard'}).click();
      await dialog.waitFor({state: 'detached'});
      await expect.poll(() => submissions().at(-1)).toMatchObject({cancelled: true, submission: {}});
      await page.getByRole('textbox', {name: 'Write to Town Square'}).and(page.locator(':focus')).waitFor();
    }

    // The focus is on the first element, of any kind.
    const options = ['Fast', 'Slow'].map((text) => ({text, value: text.toLowerCase()}));
    asking({title: 'Which', elements: [{display_name: 'Way', name: 'way', type: 'radio', options}]});
    await write(page, '/ask');
    await page
      .locator('input:focus')
      .and(page.getByRole('radio', {name: 'Fast'}))
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => submissions().at(-1)?.submission).toEqual({way: 'slow'});
  });

  const element = (display_name: string, type: string, more: object = {}) => ({
    display_name,
    name: display_name.toLowerCase(),
    type,
    ...more,
  });

  test('several values, a date and a time are entered with the keyboard', async () => {
    const page = await as('bob');
    const options = ['Red', 'Green', 'Blue'].map((text) => ({text, value: text.toLowerCase()}));
    asking({
      title: 'Plan',
      elements: [
        element('Colors', 'select', {options, multiselect: true, default: 'red'}),
        element('People', 'select', {data_source: 'users', multiselect: true}),
        element('Day', 'date', {datetime_config: {min_date: 'today', max_date: '+1M'}}),
        element('Start', 'datetime', {datetime_config: {time_interval: 30, location_timezone: 'Asia/Tokyo'}}),
        element('End', 'datetime', {
          default: '2031-02-03T04:05:00Z',
          datetime_config: {location_timezone: 'Asia/Tokyo', manual_time_entry: true},
        }),
      ],
    });
    await write(page, '/ask');
    const dialog = page.getByRole('dialog', {name: 'Plan'});
    const colors = dialog.getByRole('combobox', {name: 'Colors'});
    await colors.and(page.locator(':focus')).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    // The list stays open to choose more.
    await page.keyboard.press('ArrowDown');
    await page.getByRole('combobox', {name: 'Colors'}).and(page.locator('input:focus')).waitFor();
    // A short list has no search field, so phones don't open a keyboard.
    expect(await page.locator('input:focus').isEditable()).toBe(false);
    await page.keyboard.type('gr');
    await page.getByRole('option', {name: 'Green', selected: true}).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('option', {name: /Green Selected/}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const chosen = dialog.getByRole('list', {name: 'Selected in Colors'});
    await chosen.getByText('Green').waitFor();
    await dialog.getByRole('button', {name: 'Remove Red'}).press('Enter');
    await chosen.getByText('Red').waitFor({state: 'detached'});

    await dialog.getByRole('combobox', {name: 'People'}).click();
    await page.getByRole('option', {name: '@ann'}).click();
    await page.getByRole('option', {name: '@cat'}).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('list', {name: 'Selected in People'}).getByText('@cat').waitFor();

    // The date is entered in parts: month, day and year.
    await dialog.getByRole('spinbutton', {name: /month.*Day/}).click();
    await page.keyboard.type('01022000');
    const start = dialog.getByRole('group', {name: 'Start'}).first();
    await start.getByText('Time zone: Asia/Tokyo').waitFor();
    await dialog.getByRole('spinbutton', {name: /month.*Start/}).click();
    await page.keyboard.type('03042031');
    await chooseOption(dialog, 'Start: time', '8:30 AM');
    await dialog.getByRole('button', {name: 'Submit'}).click();
    await dialog.getByText(/^Enter .* or a later date\.$/).waitFor();

    const today = await dialog.getByRole('group', {name: 'Day'}).getByRole('button', {name: /Calendar/});
    await today.click();
    const calendar = page.getByRole('application');
    await calendar.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await calendar.waitFor({state: 'detached'});
    await dialog.getByRole('button', {name: 'Submit'}).click();
    await dialog.waitFor({state: 'detached'});
    expect(submissions().at(-1).submission).toEqual({
      colors: ['green'],
      people: [crew.ann.id, crew.cat.id],
      day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      start: '2031-03-03T23:30:00Z',
      end: '2031-02-03T04:05:00Z',
    });
  });

  test('the arrow keys begin with today in the time zone of the person', async () => {
    const day = (timeZone?: string) => new Date().toLocaleDateString('en-CA', {timeZone});
    const timeZone = ['Pacific/Pago_Pago', 'Pacific/Kiritimati'].find((zone) => day(zone) !== day())!;
    const manual = {useAutomaticTimezone: 'false', automaticTimezone: '', manualTimezone: timeZone};
    await crew.cat.put('/users/me/patch', {timezone: manual});
    const page = await as('cat');
    asking({title: 'Tide', elements: [element('Day', 'date')]});
    await write(page, '/ask');
    const dialog = page.getByRole('dialog', {name: 'Tide'});
    const parts = dialog.getByRole('group', {name: 'Day'}).getByRole('spinbutton');
    for (const index of [0, 1, 2]) await parts.nth(index).press('ArrowUp');
    await dialog.getByRole('button', {name: 'Submit'}).click();
    await dialog.waitFor({state: 'detached'});
    expect(submissions().at(-1).submission).toEqual({day: day(timeZone)});
  });

  test('a date with missing parts, or without its time, is not sent as no date', async () => {
    const page = await as('bob');
    asking({
      title: 'Trip',
      elements: [
        element('Leave', 'date', {optional: true}),
        element('Return', 'datetime', {optional: true, datetime_config: {location_timezone: 'Asia/Tokyo'}}),
      ],
    });
    await write(page, '/ask');
    const dialog = page.getByRole('dialog', {name: 'Trip'});
    const month = (name: string) => dialog.getByRole('spinbutton', {name: new RegExp(`month.*${name}`)});
    const question = page.getByRole('alertdialog', {name: 'Discard changes?'});
    // Each of them counts as input.
    await month('Leave').press('5');
    await page.keyboard.press('Escape');
    await question.getByRole('button', {name: 'Keep editing'}).click();
    await question.waitFor({state: 'detached'});
    await month('Leave').press('Backspace');
    await month('Return').click();
    await page.keyboard.type('03042031');
    await page.keyboard.press('Escape');
    await question.getByRole('button', {name: 'Keep editing'}).click();
    await question.waitFor({state: 'detached'});
    await month('Leave').press('5');
    await dialog.getByRole('button', {name: 'Submit'}).click();
    const errors = dialog.getByRole('alert').filter({hasText: 'Enter all parts, or delete them.'});
    await expect.poll(() => errors.count()).toBe(2);
    await month('Leave').press('Backspace');
    await chooseOption(dialog, 'Return (optional): time', '8:00 AM');
    await expect.poll(() => errors.count()).toBe(0);
    await dialog.getByRole('button', {name: 'Submit'}).click();
    await dialog.waitFor({state: 'detached'});
    expect(submissions().at(-1).submission).toMatchObject({return: '2031-03-03T23:00:00Z'});

    // A part that was deleted again doesn't.
    asking({title: 'Trip', elements: [element('Leave', 'date', {optional: true})]});
    await write(page, '/ask');
    await month('Leave').press('5');
    await month('Leave').press('Backspace');
    await page.keyboard.press('Escape');
    await dialog.waitFor({state: 'detached'});
  });

  test('the focus stays near what disappears: a button, a chosen item, or the button that clears a field', async () => {
    const page = await as('bob');
    const hasFocus = (locator: Locator) => locator.and(page.locator(':focus-visible')).waitFor();
    const actions = (...names: string[]) =>
      names.map((name) => ({id: name.toLowerCase(), name, integration: {url: `${integration.url}/action`}}));
    const attachments = (...names: string[]) => [{text: 'The harbor crane', actions: actions(...names)}];
    const options = ['Red', 'Green', 'Blue'].map((text) => ({text, value: text.toLowerCase()}));
    const elements = [
      element('Owner', 'select', {data_source: 'users', optional: true, default: crew.cat.id}),
      element('Colors', 'select', {options, multiselect: true, default: 'red,blue'}),
    ];
    asking({title: 'Colors', elements}, {update: {message: '', props: {attachments: attachments('Stop')}}});
    await crew.post(crew.bob, '', {props: {attachments: attachments('Start', 'Inspect')}});
    const crane = message(page, 'The harbor crane');
    // Also for the button that the first key presses.
    const {promise: isRunning, resolve: runs} = Promise.withResolvers<void>();
    const {answer} = integration;
    integration.answer = (request, response) => void isRunning.then(() => answer(request, response));
    await pressFirstKey(crane.getByRole('button', {name: 'Start'}), 'Enter');
    runs();
    await crane.getByRole('button', {name: 'Stop'}).waitFor();
    await hasFocus(crane);

    await write(page, '/ask');
    const dialog = page.getByRole('dialog', {name: 'Colors'});
    await dialog.getByRole('button', {name: 'Clear Owner'}).press('Enter');
    await hasFocus(dialog.getByRole('combobox', {name: 'Owner'}));
    await dialog.getByRole('button', {name: 'Remove Red'}).press('Enter');
    await hasFocus(dialog.getByRole('button', {name: 'Remove Blue'}));
    await page.keyboard.press('Enter');
    await hasFocus(dialog.getByRole('combobox', {name: 'Colors'}));
    await dialog.getByRole('button', {name: 'Cancel'}).press('Enter');
    await dialog.waitFor({state: 'detached'});
  });

  test('the focus moves near the button that opened a dialog, if the button is gone when it closes', async () => {
    const page = await as('bob');
    const attachments = [
      {text: 'The tug', actions: [{id: 'tow', name: 'Tow', integration: {url: `${integration.url}/action`}}]},
    ];
    const post = await crew.post(crew.bob, '', {props: {attachments}});
    integration.answer = async (request, response) => {
      const {trigger_id} = JSON.parse(request.body);
      const dialog = {title: 'Tow', elements: [element('Rope', 'text')]};
      const url = `${integration.url}/submit`;
      await crew.server.anonymous.post('/actions/dialogs/open', {trigger_id, url, dialog});
      json({})(request, response);
    };
    const tug = message(page, 'The tug');
    await pressFirstKey(tug.getByRole('button', {name: 'Tow'}), 'Shift');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', {name: 'Tow'});
    await dialog.getByRole('textbox', {name: 'Rope'}).and(page.locator(':focus')).waitFor();
    await crew.bob.put(`/posts/${post.id}/patch`, {props: {attachments: [{text: 'The tug is towing'}]}});
    await tug.getByText('is towing').waitFor({state: 'attached'});
    await page.keyboard.press('Escape');
    await dialog.waitFor({state: 'detached'});
    await tug.and(page.locator(':focus')).waitFor();
  });

  test('options are looked up while typing, and an error of the lookup is shown', async () => {
    const page = await as('bob', {viewport: {width: 390, height: 800}});
    const city = element('City', 'select', {
      data_source: 'dynamic',
      data_source_url: `${integration.url}/cities`,
    });
    const tags = element('Tags', 'select', {
      data_source: 'dynamic',
      data_source_url: `${integration.url}/cities`,
      multiselect: true,
      optional: true,
    });
    asking({title: 'Trip', elements: [city, tags]});
    const command = integration.answer;
    let fails = false;
    integration.answer = (request, response) => {
      if (request.url !== '/cities') return command(request, response);
      if (fails) return json({}, 500)(request, response);
      const {query} = JSON.parse(request.body).submission;
      const items = ['Paris', 'Prague', 'Rome'].map((text) => ({
        text,
        value: text.slice(0, 3).toLowerCase(),
      }));
      return json({items: items.filter(({text}) => text.toLowerCase().includes(query))})(request, response);
    };
    await write(page, '/ask');
    const dialog = page.getByRole('dialog', {name: 'Trip'});
    await dialog.getByRole('combobox', {name: 'City'}).click();
    const input = page.getByRole('combobox', {name: 'City'}).and(page.locator('input'));
    await page.getByRole('option', {name: 'Rome'}).waitFor();
    await input.fill('par');
    await page.getByRole('option', {name: 'Rome'}).waitFor({state: 'detached'});
    await page.getByRole('option', {name: 'Paris'}).click();
    await dialog.getByRole('combobox', {name: 'City'}).filter({hasText: 'Paris'}).waitFor();

    fails = true;
    await dialog.getByRole('combobox', {name: 'Tags'}).click();
    await page
      .getByRole('alert')
      .filter({hasText: 'The integration returned an error (HTTP 500).'})
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    fails = false;
    await page.keyboard.type('pra');
    await page.getByRole('option', {name: 'Prague'}).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', {name: 'Submit'}).click();
    await dialog.waitFor({state: 'detached'});
    expect(submissions().at(-1).submission).toEqual({city: 'par', tags: ['pra']});
  });

  test('a form changes while it is filled in and keeps its input, and continues with a second step', async () => {
    const page = await as('bob');
    const kinds = ['Bug', 'Idea'].map((text) => ({text, value: text.toLowerCase()}));
    const kind = element('Kind', 'select', {options: kinds, refresh: true});
    const title = element('Title', 'text');
    asking({title: 'Report', source_url: `${integration.url}/refresh`, elements: [kind, title]});
    const command = integration.answer;
    integration.answer = (request, response) => {
      if (request.url !== '/refresh') return command(request, response);
      const {kind: chosen} = JSON.parse(request.body).submission;
      const more = chosen === 'bug' ? [element('Version', 'text')] : [];
      return json({type: 'form', form: {elements: [kind, title, ...more]}})(request, response);
    };
    await write(page, '/ask');
    const dialog = page.getByRole('dialog', {name: 'Report'});
    await dialog.getByRole('textbox', {name: 'Title'}).fill('It broke');
    await chooseOption(dialog, 'Kind', 'Bug');
    await dialog.getByRole('textbox', {name: 'Version'}).fill('1.2');
    expect(await dialog.getByRole('textbox', {name: 'Title'}).inputValue()).toBe('It broke');
    await chooseOption(dialog, 'Kind', 'Idea');
    await dialog.getByRole('textbox', {name: 'Version'}).waitFor({state: 'detached'});
    await chooseOption(dialog, 'Kind', 'Bug');
    await dialog.getByRole('textbox', {name: 'Version'}).fill('1.3');

    integration.answer = (request, response) => {
      const {submission} = JSON.parse(request.body);
      const step = {title: 'Details', elements: [element('Email', 'text', {subtype: 'email'})]};
      json(submission.email ? {} : {type: 'form', form: step})(request, response);
    };
    await dialog.getByRole('button', {name: 'Submit'}).click();
    const details = page.getByRole('dialog', {name: 'Details'});
    await details.getByRole('textbox', {name: 'Email'}).and(page.locator(':focus')).fill('bob@example.com');
    await details.getByRole('button', {name: 'Submit'}).click();
    await details.waitFor({state: 'detached'});
    expect(submissions().at(-1).submission).toEqual({
      kind: 'bug',
      title: 'It broke',
      version: '1.3',
      email: 'bob@example.com',
    });
  });
});
