import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {startTicketDesk} from '../../examples/ticket-desk/ticket-desk.js';
import {accessibilityViolations, describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {type Integration, json, startIntegration} from '../support/integration.ts';

describeInBrowser('dialogs of integrations on the page', () => {
  let crew: Crew;
  let address: string;
  let desk: Awaited<ReturnType<typeof startTicketDesk>>;
  let integration: Integration;
  const windows = testWindows();

  beforeAll(async () => {
    crew = await createCrew({ServiceSettings: {AllowedUntrustedInternalConnections: '127.0.0.1'}});
    address = await crew.server.listen();
    // Integrations answer later at an address that derives from it.
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

  /** Has `/ask` answered with this dialog, and its submissions with `answers`, one after the other. */
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

  test('a command, errors at fields, a submission, a confirmation, a menu, a second dialog, a button', async () => {
    const page = await as('bob');
    await write(page, '/ticket The lamp');
    const dialog = page.getByRole('dialog', {name: 'New ticket'});
    await dialog.getByText('Someone will look at it today.').waitFor();
    const title = dialog.getByRole('textbox', {name: 'Title'});
    expect(await title.inputValue()).toBe('The lamp');
    expect(await dialog.getByRole('combobox', {name: 'Urgency'}).inputValue()).toBe('normal');
    expect(await accessibilityViolations(page)).toEqual([]);

    // Nothing outside closes it.
    await page.mouse.click(4, 4);
    await title.fill('');
    await dialog.getByRole('button', {name: 'File'}).click();
    // The rules that are shared with the server, at both fields, and the first of them has the focus.
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
    await page.getByRole('option', {name: '@cat'}).click();
    await dialog.getByRole('combobox', {name: 'For'}).filter({hasText: '@cat'}).waitFor();
    await dialog.getByRole('checkbox', {name: 'Keep my name out of it'}).check();
    await dialog.getByRole('button', {name: 'File'}).click();
    await dialog.waitFor({state: 'detached'});
    await message(page, 'Ticket 1 was filed. Thank you!').waitFor();

    const ticket = message(page, '1: The lamp');
    await ticket.getByText('normal', {exact: true}).waitFor();
    await ticket.getByRole('button', {name: 'Urgency'}).click();
    await page.getByRole('combobox', {name: 'Urgency'}).fill('urg');
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
    // A message that was posted after it has arrived, so the dialog would have.
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

    // An integration that fails leaves what was entered.
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

    // Whatever it begins with, the focus is there.
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
});
