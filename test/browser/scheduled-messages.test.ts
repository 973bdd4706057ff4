import type {Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, enterTime, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';

describeInBrowser('unsent messages', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const as = (username: string, path: string) => windows.openAs(address, username, path);
  const message = (page: Page, text: string) => page.getByRole('article').filter({hasText: text});
  const field = (page: Page) => page.getByRole('textbox', {name: 'Write to Town Square'});

  async function schedule(page: Page, text: string, choice: string | RegExp): Promise<void> {
    await field(page).fill(text);
    await page.getByRole('button', {name: 'Schedule message'}).click();
    await page.getByRole('menuitem', {name: choice}).click();
  }

  test('a message is scheduled, edited, rescheduled, sent and deleted', async () => {
    const anns = await as('ann', '/crew/channels/town-square');
    await schedule(anns, 'Good **morning**', /^Tomorrow \w{3}, \w{3} \d+, 9:00 AM$/);
    await expect.poll(() => field(anns).inputValue()).toBe('');
    await anns.getByText('1 message scheduled for').waitFor();
    await schedule(anns, 'Good evening', 'Custom time…');
    const dialog = anns.getByRole('dialog', {name: 'Schedule message'});
    await enterTime(dialog, 'Date and time', '01012020', '0900A');
    await dialog.getByRole('button', {name: 'Schedule'}).click();
    await dialog.getByText('Enter a time in the future.').waitFor();
    expect(await accessibilityViolations(anns)).toEqual([]);
    // On a phone, its sheet is not higher than its field.
    const size = anns.viewportSize()!;
    await anns.setViewportSize({width: 390, height: 844});
    await expect.poll(async () => (await dialog.boundingBox())!.width).toBe(390);
    expect((await dialog.boundingBox())!.height).toBeLessThan(400);
    await anns.setViewportSize(size);
    await enterTime(dialog, 'Date and time', '01012096', '0941A');
    await dialog.getByRole('button', {name: 'Schedule'}).click();
    await anns.getByText('2 messages scheduled, the next one for').waitFor();
    await anns.getByRole('link', {name: 'Drafts and scheduled 2'}).waitFor();
    // The time of day is suggested from now on.
    await field(anns).fill('A thought');
    await anns.getByRole('button', {name: 'Schedule message'}).click();
    await anns.getByRole('menuitem', {name: /^Last custom time .*, 9:41 AM$/}).waitFor();
    await anns.keyboard.press('Escape');
    await anns.getByRole('link', {name: 'Off-Topic'}).click();
    await anns.getByRole('link', {name: 'Drafts and scheduled 3'}).waitFor();
    await anns.getByRole('link', {name: 'Town Square'}).click();
    await field(anns).fill('');
    await anns.getByRole('link', {name: 'Drafts and scheduled 2'}).waitFor();

    // The notice stays closed until its messages change.
    const notice = anns.getByText('2 messages scheduled, the next one for');
    await notice.locator('xpath=..').getByRole('button', {name: 'Close'}).click();
    await notice.waitFor({state: 'detached'});
    await anns.goto(`${address}/crew/drafts`);
    await anns.getByRole('heading', {name: 'No drafts'}).waitFor();
    await anns.getByRole('main').getByRole('link', {name: 'See scheduled messages'}).click();
    const list = anns.getByRole('list', {name: 'Scheduled messages'});
    await message(anns, 'Good evening').getByText('Sends Jan 1, 2096').waitFor();
    expect(await accessibilityViolations(anns)).toEqual([]);

    await message(anns, 'Good evening').getByRole('button', {name: 'Edit'}).click();
    await anns.getByRole('textbox', {name: 'Message'}).fill('Good night');
    await anns.getByRole('button', {name: 'Save'}).click();
    await message(anns, 'Good night').getByRole('button', {name: 'Reschedule'}).click();
    await enterTime(dialog, 'Date and time', '02022097', '1000A');
    await anns.getByRole('button', {name: 'Schedule', exact: true}).click();
    await message(anns, 'Good night').getByText('Sends Feb 2, 2097').waitFor();

    await message(anns, 'Good morning').getByRole('button', {name: 'Send now'}).click();
    await message(anns, 'Good morning').waitFor({state: 'detached'});
    const bobs = await as('bob', '/crew/channels/town-square');
    await message(bobs, 'Good morning').waitFor();

    await list.getByRole('button', {name: 'Delete'}).click();
    await anns.getByRole('alertdialog').getByRole('button', {name: 'Delete'}).click();
    await anns.getByRole('heading', {name: 'No scheduled messages'}).waitFor();
  });

  test('a message that fails while the list loads shows the reason', async () => {
    const {bob, cat} = crew;
    const channelId = await crew.channel('private', [bob, cat], 'P');
    const cats = await as('cat', '/api/v4/system/ping');
    const connected = Promise.withResolvers<void>();
    const failed = Promise.withResolvers<void>();
    cats.on('websocket', (socket) =>
      socket.on('framereceived', ({payload}) => {
        if (/"event":\s*"hello"/.test(String(payload))) connected.resolve();
        if (/scheduled_post_updated.*no_channel_member/.test(String(payload))) failed.resolve();
      }),
    );
    // The first response is older than the message.
    await cats.route(
      /posts\/scheduled\/team/,
      async (route) => {
        const answer = await route.fetch();
        await connected.promise;
        // Long enough to remove the person before, on a busy machine too.
        const sent = {channel_id: channelId, message: 'too late', scheduled_at: Date.now() + 2_000};
        expect((await cat.post('/posts/schedule', sent)).status).toBe(201);
        await bob.delete(`/channels/${channelId}/members/${cat.id}`);
        await failed.promise;
        await route.fulfill({response: answer});
      },
      {times: 1},
    );
    await cats.goto(`${address}/crew/channels/town-square`);
    await cats.getByRole('link', {name: 'Drafts and scheduled Not sent'}).click();
    await message(cats, 'too late').getByText("Not sent: you aren't a member of the channel.").waitFor();
  });

  test('drafts are listed with their context, scheduled, sent and deleted', async () => {
    const root = await crew.post(crew.bob, 'What do you think?');
    await crew.ann.post('/drafts', {
      channel_id: crew.channelId,
      root_id: root.id,
      message: 'A draft of a reply',
    });
    const ideas = await crew.channel('ideas', [crew.ann]);
    await crew.ann.post('/drafts', {channel_id: ideas, root_id: '', message: 'An old idea'});
    const anns = await as('ann', '/crew/channels/town-square');
    await field(anns).fill('A draft');
    await anns.getByRole('link', {name: /^Drafts/}).click();
    await anns
      .getByRole('article', {name: 'Thread in Town Square'})
      .getByText('A draft of a reply')
      .waitFor();
    await anns.getByRole('article', {name: 'Town Square', exact: true}).getByText('A draft').waitFor();
    // The one that was changed last comes first.
    const changed = await anns.getByRole('article').getByRole('time').allInnerTexts();
    expect(changed).toEqual(Array.from({length: 3}, () => expect.stringMatching(/now|min/)));
    expect(await anns.getByRole('article').first().innerText()).toMatch(/^A draft$/m);
    await message(anns, 'A draft of a reply').getByText('Reply to bob: What do you think?').waitFor();
    const tabs = anns.getByRole('navigation', {name: 'Drafts and scheduled'});
    await tabs.getByRole('link', {name: 'Drafts 3'}).waitFor();
    expect(await accessibilityViolations(anns)).toEqual([]);
    await message(anns, 'A draft of a reply').getByRole('button', {name: 'Schedule'}).click();
    await anns.getByRole('menuitem', {name: 'Tomorrow'}).click();
    await message(anns, 'A draft of a reply').waitFor({state: 'detached'});
    await tabs.getByRole('link', {name: 'Drafts 2'}).waitFor();
    await tabs.getByRole('link', {name: 'Scheduled 1'}).click();
    await message(anns, 'A draft of a reply').getByText('Reply to bob: What do you think?').waitFor();
    await tabs.getByRole('link', {name: /^Drafts/}).click();
    const ideasOnServer = async () =>
      (await crew.ann.get(`/users/me/teams/${crew.teamId}/drafts`)).body.filter(
        (one: {channel_id: string}) => one.channel_id === ideas,
      ).length;
    for (const text of ['An old idea', 'A draft']) {
      await message(anns, text).getByRole('button', {name: 'Delete'}).click();
      await message(anns, text).waitFor({state: 'detached'});
    }
    await expect.poll(ideasOnServer).toBe(0);
    // Each deletion can be undone.
    const undo = anns.getByRole('button', {name: 'Undo'});
    expect(await undo.count()).toBe(2);
    await undo.first().click();
    await expect.poll(ideasOnServer).toBe(1);
    await undo.click();
    await message(anns, 'A draft').waitFor();
    await anns.clock.install();
    windows.discard(anns);
    await message(anns, 'An old idea').getByRole('button', {name: 'Delete'}).click();
    await message(anns, 'An old idea').waitFor({state: 'detached'});
    // A toast doesn't disappear from under the pointer.
    await undo.hover();
    await anns.clock.fastForward(15_000);
    expect(await undo.count()).toBe(1);
    await anns.mouse.move(0, 0);
    await undo.waitFor({state: 'detached'});
    await message(anns, 'A draft').getByRole('button', {name: 'Send now'}).click();
    await message(anns, 'A draft').waitFor();
    await expect.poll(() => field(anns).inputValue()).toBe('');
  });
});
