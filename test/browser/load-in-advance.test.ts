import type {Page, Request} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';

/** The maximum number of channels that the client loads in advance. */
const MAX_UNREAD = 15;

describeInBrowser('channels that are loaded in advance', () => {
  const windows = testWindows();
  let crew: Crew;
  let address: string;
  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const message = (page: Page, text: string) => page.getByRole('article').filter({hasText: text});
  const link = (page: Page, name: string | RegExp) =>
    page.getByRole('navigation', {name: 'Channels'}).getByRole('link', {name});

  /** Requests that load a channel where the person starts to read. Returns the ids of the channels so far. */
  function followRequests(page: Page) {
    const read: string[] = [];
    const underWay = new Set<Request>();
    let most = 0;
    const channelOf = (request: Request) => /channels\/(\w+)\/posts\/unread/.exec(request.url())?.[1];
    page.on('request', (request) => {
      const id = channelOf(request);
      if (!id) return;
      read.push(id);
      underWay.add(request);
      most = Math.max(most, underWay.size);
    });
    const end = (request: Request) => underWay.delete(request);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    return {read, isQuiet: () => underWay.size === 0, mostAtOnce: () => most};
  }

  const blockMessages = (page: Page) => page.route(/\/posts/, (route) => route.abort());

  /** Opens a page as a person, and follows its requests from the beginning. */
  async function open(username: string, path: string, prepare?: (page: Page) => Promise<unknown>) {
    const page = await windows.openAs(address, username, '/api/v4/system/ping');
    await prepare?.(page);
    const requests = followRequests(page);
    await page.goto(address + path);
    return {page, requests};
  }

  test('unread channels appear without a request, and stay unread until they are opened', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= MAX_UNREAD + 3; number++) {
      const id = await crew.channel(`queue-${number}`, [crew.bob, crew.ann]);
      const text = number === 2 ? '@ann, this one first' : `Ticket ${number}`;
      await crew.ann.post('/channels/members/me/view', {channel_id: id});
      await crew.post(crew.bob, text, {channel_id: id});
      ids.push(id);
    }
    const unread = async (id: string) => {
      const {body} = await crew.ann.get(`/users/me/channels/${id}/unread`);
      return body.msg_count;
    };
    const before = await unread(ids[1]!);
    const {page, requests} = await open('ann', '/crew/channels/off-topic');
    await expect.poll(() => requests.read.length).toBe(1 + MAX_UNREAD);
    await expect.poll(requests.isQuiet).toBe(true);
    await page.waitForLoadState('networkidle');
    // First the one with a mention, then the newest.
    const newest = ids.toReversed().filter((id) => id !== ids[1]);
    expect(requests.read.slice(1)).toEqual([ids[1], ...newest].slice(0, MAX_UNREAD));
    expect(requests.mostAtOnce()).toBe(1);

    await crew.post(crew.bob, 'And one more', {channel_id: ids[1]});
    await link(page, 'queue-2 1 mention').waitFor();
    expect(await unread(ids[1]!)).toBe(before + 1);
    await blockMessages(page);
    await link(page, 'queue-2 1 mention').click();
    await message(page, 'this one first').waitFor();
    await message(page, 'And one more').waitFor();
    await page.getByRole('separator', {name: 'New messages'}).waitFor();
    await link(page, 'queue-2 1 mention').waitFor({state: 'detached'});
    await expect.poll(() => unread(ids[1]!)).toBe(0);
    expect(requests.read).toHaveLength(1 + MAX_UNREAD);
  });

  test('a channel is loaded when the pointer or the focus stays on it', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['harbor', 'lighthouse']) {
      ids[name] = await crew.channel(name, [crew.cat]);
      await crew.post(crew.cat, `Notes about the ${name}`, {channel_id: ids[name]});
    }
    const {page} = await open('cat', '/crew/channels/off-topic');
    for (const [name, approach] of [
      ['harbor', () => link(page, 'harbor').hover()],
      ['lighthouse', () => link(page, 'lighthouse').focus()],
    ] as const) {
      const loaded = page.waitForResponse(new RegExp(`${ids[name]}/posts/unread`));
      await approach();
      await loaded;
      await blockMessages(page);
      await link(page, name).click();
      await message(page, `Notes about the ${name}`).waitFor();
      await page.unroute(/\/posts/);
    }
  });

  test('a channel that the person left is drawn again, hidden, without anything of the visit', async () => {
    const channel = {channel_id: await crew.channel('workshop', [crew.bob, crew.cat])};
    await crew.post(crew.bob, 'The saw is dull', channel);
    const {page} = await open('cat', '/crew/channels/workshop');
    const hidden = page.getByRole('article', {includeHidden: true}).filter({hasText: 'The saw is dull'});
    const leave = async () => {
      await link(page, 'Off-Topic').click();
      await page.getByRole('heading', {name: 'Off-Topic', level: 1}).waitFor();
      await hidden.waitFor({state: 'attached'});
      expect(await hidden.isVisible()).toBe(false);
    };
    const unread = async () => (await crew.cat.get(`/users/me/channels/${channel.channel_id}/unread`)).body;
    await page.getByRole('button', {name: 'workshop', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Leave channel'}).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await page.evaluate(
      'history.pushState({}, "", "/crew/channels/off-topic"); dispatchEvent(new PopStateEvent("popstate"))',
    );
    await dialog.waitFor({state: 'detached'});
    await hidden.waitFor({state: 'attached'});
    expect(await hidden.isVisible()).toBe(false);

    // A hidden channel is not read, and follows what happens.
    await crew.post(crew.bob, 'A new one is ordered', channel);
    await link(page, 'workshop unread').waitFor();
    expect((await unread()).msg_count).toBe(1);
    await link(page, 'workshop unread').click();
    await message(page, 'The saw is dull').waitFor();
    await page.getByRole('separator', {name: 'New messages'}).waitFor();
    await message(page, 'A new one is ordered').waitFor();
    expect(await dialog.count()).toBe(0);
    await link(page, 'workshop unread').waitFor({state: 'detached'});

    // What was read elsewhere since then isn't new.
    await leave();
    await crew.post(crew.bob, 'It has arrived', channel);
    await link(page, 'workshop unread').waitFor();
    await crew.cat.post('/channels/members/me/view', channel);
    await link(page, 'workshop unread').waitFor({state: 'detached'});
    await link(page, 'workshop').click();
    await message(page, 'It has arrived').waitFor();
    expect(await page.getByRole('separator', {name: 'New messages'}).count()).toBe(0);

    // Typing goes into the message box of the open channel.
    await leave();
    await page.locator('body').press('h');
    await expect.poll(() => page.getByRole('textbox', {name: 'Write to Off-Topic'}).inputValue()).toBe('h');
  });

  test('nothing is loaded in advance if the browser saves data', async () => {
    const id = await crew.channel('island', [crew.bob, crew.cat]);
    await crew.post(crew.bob, 'No signal here', {channel_id: id});
    const {page, requests} = await open('cat', '/crew/channels/town-square', (page) =>
      page.addInitScript('Object.defineProperty(navigator, "connection", {value: {saveData: true}})'),
    );
    await page.waitForResponse(/load-in-advance/);
    await link(page, 'island unread').hover();
    await page.waitForLoadState('networkidle');
    expect(requests.read).toHaveLength(1);
  });

  test('a thread is loaded once, when the pointer stays on it, and is complete when it is opened again', async () => {
    const channel = {channel_id: await crew.channel('ferry', [crew.bob, crew.cat])};
    const {id: root} = await crew.post(crew.cat, 'When does it leave?', channel);
    await crew.post(crew.bob, 'At noon.', {...channel, root_id: root});
    const {page} = await open('cat', '/crew/channels/ferry');
    let loaded = 0;
    page.on('request', (request) => {
      if (request.url().includes(`${root}/thread`)) loaded++;
    });
    const panel = page.getByRole('complementary', {name: 'Side panel'});
    const responses = [`posts/${root}/thread`, `threads/${root}`].map((path) =>
      page.waitForResponse(new RegExp(path)),
    );
    await page.getByRole('button', {name: /^1 reply/}).hover();
    await Promise.all(responses);
    const ofThread = /\/(?:posts|threads)\//;
    await page.route(ofThread, (route) => route.abort());
    await page.getByRole('button', {name: /^1 reply/}).click();
    await panel.getByText('At noon.').waitFor();
    await page.unroute(ofThread);
    await panel.getByRole('button', {name: 'Close panel'}).click();
    await panel.waitFor({state: 'detached'});
    await crew.post(crew.bob, 'From the second pier.', {...channel, root_id: root});
    await page.getByRole('button', {name: /^2 replies/}).click();
    await panel.getByRole('separator', {name: 'New messages'}).waitFor();
    await panel.getByText('From the second pier.').waitFor();
    expect(await panel.getByRole('article').count()).toBe(3);
    expect(loaded).toBe(1);
  });

  test('a part of a channel that was read elsewhere is replaced by the end of the channel', async () => {
    const id = await crew.channel('archive', [crew.bob, crew.cat]);
    for (let number = 1; number <= 70; number++) {
      await crew.post(crew.bob, `Record ${number}.`, {channel_id: id});
    }
    const {page, requests} = await open('cat', '/crew/channels/town-square');
    await expect.poll(() => requests.read.includes(id) && requests.isQuiet()).toBe(true);
    await crew.cat.post('/channels/members/me/view', {channel_id: id});
    await link(page, 'archive unread').waitFor({state: 'detached'});
    await link(page, 'archive').click();
    await message(page, 'Record 70.').waitFor();
  });
});
