import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';

describeInBrowser('groups on the page', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const as = (username: string) => windows.openAs(address, username, '/crew/channels/town-square');
  const dialog = (page: Page, name: string) => page.getByRole('dialog', {name});

  async function openGroups(page: Page): Promise<void> {
    await page.getByRole('button', {name: 'Crew'}).click();
    await page.getByRole('menuitem', {name: 'Groups'}).click();
    await dialog(page, 'Groups').waitFor();
  }

  test('a group is created, joined and mentioned', async () => {
    const [anns, bobs] = [await as('ann'), await as('bob')];
    await openGroups(anns);
    await anns.getByText('There are no groups yet.').waitFor();
    await anns.getByRole('button', {name: 'Create group'}).click();
    const form = dialog(anns, 'Create group');
    await form.getByRole('textbox', {name: 'Name'}).fill('Design Team');
    expect(await form.getByRole('textbox', {name: 'Mention'}).inputValue()).toBe('design-team');
    await form.getByRole('textbox', {name: 'Mention'}).fill('bob');
    await form.getByRole('button', {name: 'Create group'}).click();
    await form.getByText('There is a user with the name "bob"').waitFor();
    expect(await accessibilityViolations(anns)).toEqual([]);
    await form.getByRole('textbox', {name: 'Mention'}).fill('design');
    await form.getByRole('button', {name: 'Create group'}).click();
    await dialog(anns, 'Groups').getByRole('button', {name: 'Design Team'}).waitFor();
    expect(await accessibilityViolations(anns)).toEqual([]);

    await openGroups(bobs);
    await bobs.getByRole('button', {name: 'Join', exact: true}).click();
    await bobs.getByRole('button', {name: 'Leave', exact: true}).waitFor();
    await bobs.getByRole('button', {name: 'Close'}).first().click();
    await dialog(anns, 'Groups').getByText('1 member').waitFor();
    await anns.getByRole('button', {name: 'Close'}).first().click();

    const field = anns.getByRole('textbox', {name: 'Write to Town Square'});
    await field.pressSequentially('Hello @desi');
    await anns.getByRole('option', {name: '@design Design Team'}).click();
    await field.press('Enter');
    const message = bobs.getByRole('article').filter({hasText: 'Hello @design'});
    await message.getByText('@design', {exact: true}).waitFor();
    const cats = await as('cat');
    await anns.getByRole('article').filter({hasText: 'Hello @design'}).waitFor();
    await cats.getByRole('textbox', {name: 'Write to Town Square'}).fill('@bob');
    await cats.getByRole('option', {name: 'bob'}).first().waitFor();
    await cats.keyboard.press('Enter');
    await cats.keyboard.press('Enter');
    await cats.getByRole('article').filter({hasText: '@bob'}).getByRole('button', {name: '@bob'}).click();
    await dialog(cats, 'Profile').getByText('Design Team').waitFor();
  });

  test('members are added and removed, and the group is renamed and archived', async () => {
    const {ann, bob} = crew;
    const sent = {name: 'ops', display_name: 'Operations', source: 'custom', allow_reference: true};
    await ann.post('/groups', {...sent, user_ids: [bob.id]});
    const anns = await as('ann');
    await openGroups(anns);
    await dialog(anns, 'Groups').getByRole('button', {name: 'Operations'}).click();
    const members = dialog(anns, 'Operations (@ops)');
    await members.getByRole('button', {name: 'Remove bob'}).click();
    await members.getByText('No members yet.').waitFor();
    await members.getByRole('button', {name: 'Add people'}).click();
    const adding = dialog(anns, 'Add people to Operations');
    await adding.getByRole('combobox', {name: 'People'}).fill('cat');
    await anns.getByRole('option', {name: 'cat'}).click();
    await adding.getByRole('button', {name: 'Add', exact: true}).click();
    await members.getByRole('button', {name: 'Remove cat'}).waitFor();
    expect(await accessibilityViolations(anns)).toEqual([]);
    await members.getByRole('button', {name: 'Edit'}).click();
    await dialog(anns, 'Edit group').getByRole('textbox', {name: 'Name'}).fill('On call');
    await dialog(anns, 'Edit group').getByRole('button', {name: 'Save'}).click();
    await dialog(anns, 'On call (@ops)').getByRole('button', {name: 'Archive'}).click();
    await anns.getByRole('alertdialog').getByRole('button', {name: 'Archive'}).click();
    await dialog(anns, 'Groups').waitFor();
    await anns.getByRole('button', {name: 'On call'}).waitFor({state: 'detached'});

    // It can be unarchived and then mentioned again.
    const groups = dialog(anns, 'Groups');
    await groups.getByRole('checkbox', {name: 'Show archived groups'}).check();
    await groups.getByText('On call').waitFor();
    expect(await accessibilityViolations(anns)).toEqual([]);
    await groups.getByRole('button', {name: 'Unarchive'}).click();
    await groups.getByText('There are no archived groups.').waitFor();
    await groups.getByRole('checkbox', {name: 'Show archived groups'}).uncheck();
    await groups.getByRole('button', {name: 'On call'}).waitFor();
    await groups.getByRole('button', {name: 'Close'}).first().click();

    // Members of a mentioned group who are not in the channel can be added.
    const channelId = await crew.channel('watch', [ann, bob]);
    await anns.getByRole('link', {name: 'watch'}).click();
    await anns.getByRole('textbox', {name: 'Write to watch'}).fill('Who takes over, @ops ?');
    await anns.keyboard.press('Enter');
    const prompt = anns.getByRole('article').filter({hasText: 'not in this channel'});
    await prompt.getByText('@cat').waitFor();
    expect(await accessibilityViolations(anns)).toEqual([]);
    await prompt.getByRole('button', {name: 'Add to channel'}).click();
    await anns.getByText('1 person was added to the channel.').waitFor();
    await prompt.waitFor({state: 'detached'});
    expect((await ann.get(`/channels/${channelId}/members/${crew.cat.id}`)).status).toBe(200);
  });
});
