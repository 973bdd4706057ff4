import type {Locator, Page, Request, Route} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {
  accessibilityViolations,
  chooseOption,
  describeInBrowser,
  enterTime,
  longPress,
  openAs,
  startBrowser,
  testWindows,
} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {OVERNIGHT, scheduleNotifications} from '../support/notification-hours.ts';
import {picture} from '../support/pictures.ts';
import {openSocket} from '../support/socket-client.ts';
import {type Person, TEST_PASSWORD} from '../support/test-server.ts';

describeInBrowser('messaging on the page', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('shell', {reuse: true});

  beforeAll(async () => {
    crew = await createCrew({ServiceSettings: {CollapsedThreads: 'default_on'}});
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const as = (username: string, path: string) => windows.openAs(address, username, path);

  const message = (page: Pick<Page, 'getByRole'>, text: string) =>
    page.getByRole('article').filter({hasText: text});
  const field = (page: Page, name: string) => page.getByRole('textbox', {name});
  /** The requests that return names: of the users in a list, and of those mentioned in a text. */
  const whoIsWho = /\/api\/v4\/users\/(ids|usernames)$/;

  async function write(page: Page, place: string, text: string): Promise<void> {
    await field(page, place).fill(text);
    await page.keyboard.press('Enter');
  }

  test('full names and the arguments of commands are completed, and the usage of a command stays visible', async () => {
    const {first_name, last_name} = (await crew.bob.get('/users/me')).body;
    await crew.bob.put('/users/me/patch', {first_name: 'Robert', last_name: 'Stone'});
    const page = await as('ann', '/crew/channels/town-square');
    const box = field(page, 'Write to Town Square');
    const option = (name: string | RegExp) => page.getByRole('option', {name});
    await box.pressSequentially('Thanks @robert st');
    await option(/Robert Stone/).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => box.inputValue()).toBe('Thanks @bob ');
    // What follows a mention isn't a part of the name.
    await page.keyboard.type('st');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);

    await box.fill('');
    await box.pressSequentially('/msg ');
    await option(/@\[username\] \[message\]/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // Escape closes it until another command is written.
    await page.keyboard.press('Escape');
    await option(/@\[username\]/).waitFor({state: 'detached'});
    await box.pressSequentially('Hello');
    expect(await page.getByRole('option').count()).toBe(0);
    await box.pressSequentially(' @bo');
    await option(/bob/).waitFor();
    await box.fill('');
    await box.pressSequentially('/msg ');
    await option(/@\[username\] \[message\]/).waitFor();
    await box.pressSequentially('@bo');
    await option(/bob/).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => box.inputValue()).toBe('/msg @bob ');
    await box.pressSequentially('Hello');
    await option(/@\[username\] \[message\]/).waitFor();
    await page.keyboard.press('Enter');
    await message(page, 'Hello').waitFor();
    await page.waitForURL('**/messages/@bob');
    await crew.bob.put('/users/me/patch', {first_name, last_name});
  });

  test('a message that is too long becomes a file', async () => {
    const page = await as('ann', '/crew/channels/town-square');
    const box = field(page, 'Write to Town Square');
    await box.fill('word '.repeat(4000));
    const excess = page.getByRole('status').filter({hasText: 'too long'});
    await excess.filter({hasText: 'The message is 3,617 characters too long.'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // Screen readers are told at pauses, not at each key.
    await page.evaluate(`{
      const all = [...document.querySelectorAll('[role=status]')];
      const status = all.find(({textContent}) => textContent.includes('too long'));
      new MutationObserver(() => (status.title += '.'))
        .observe(status, {characterData: true, childList: true, subtree: true});
    }`);
    await box.press('End');
    await box.pressSequentially('x'.repeat(30));
    await excess.filter({hasText: 'The message is 3,647 characters too long.'}).waitFor();
    expect((await excess.getAttribute('title'))!.length).toBeLessThan(30);
    await box.fill('word '.repeat(4000));
    // The text stays if it can't be uploaded.
    await page.route('**/api/v4/files*', (route) => route.abort(), {times: 1});
    const attach = page.getByRole('button', {name: 'Attach as a text file'});
    await attach.click();
    await page.getByRole('listitem').filter({hasText: 'Message.txt'}).getByRole('alert').waitFor();
    expect(await box.inputValue()).not.toBe('');
    await page.getByRole('button', {name: 'Remove Message.txt'}).click();
    await attach.click();
    await page.getByRole('button', {name: 'Remove Message.txt'}).waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
    await page.keyboard.type('The log');
    await page.keyboard.press('Enter');
    await message(page, 'The log').getByRole('button', {name: 'Show Message.txt'}).waitFor();
  });

  test('the menu of a message opens above it where there is more space', async () => {
    const channelId = await crew.channel('menus', [crew.ann]);
    for (let number = 0; number < 14; number++) {
      await crew.post(crew.ann, `Line ${number}.`, {channel_id: channelId});
    }
    const page = await windows.openAs(address, 'ann', '/crew/channels/menus', {
      viewport: {width: 1280, height: 800},
    });
    const line = message(page, 'Line 8.');
    await line.hover();
    const {y} = (await line.boundingBox())!;
    // In the middle: the menu fits above it, but not below.
    expect(y).toBeGreaterThan(410);
    await line.getByRole('button', {name: 'More actions'}).click();
    const menu = page.getByRole('menu', {name: 'More actions'});
    await menu.waitFor();
    const ends = async () => {
      const box = (await menu.boundingBox())!;
      return [box.y > 0, box.y + box.height < y + 20];
    };
    await expect.poll(ends).toEqual([true, true]);
  });

  test('a message that notifies many people is sent after a question', async () => {
    const crowd = await Promise.all(['dot', 'eve', 'fay', 'gus'].map((name) => crew.server.person(name)));
    for (const {id} of crowd) await crew.server.features.teams.addMember(crew.teamId, id, crew.ann.id);
    await crew.channel('crowd', [crew.ann, crew.bob, crew.cat, ...crowd]);
    const fewId = await crew.channel('few', [crew.ann, crew.bob]);
    const page = await as('ann', '/crew/channels/crowd');
    const box = field(page, 'Write to crowd');
    const question = page.getByRole('alertdialog', {name: 'Notify 6 people?'});
    // The text after the mention closes its suggestions, which would use Enter.
    await write(page, 'Write to crowd', 'Lunch, @channel?');
    await question.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({state: 'detached'});
    expect(await box.inputValue()).toBe('Lunch, @channel?');
    expect(await message(page, 'Lunch').count()).toBe(0);
    await box.press('Enter');
    await question.getByRole('button', {name: 'Send'}).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await message(page, 'Lunch, @channel?').waitFor();
    await expect.poll(() => box.inputValue()).toBe('');
    await box.fill('Dinner, @all?');
    await page.getByRole('button', {name: 'Schedule message'}).filter({visible: true}).click();
    await page.getByRole('menuitem', {name: 'Tomorrow'}).click();
    await question.getByRole('button', {name: 'Schedule'}).click();
    await page.getByText(/^1 message scheduled for/).waitFor();
    // Code doesn't notify, and neither does it matter among few.
    await write(page, 'Write to crowd', 'Type `@all`');
    await message(page, 'Type @all').waitFor();
    await page.getByRole('link', {name: 'few'}).click();
    await write(page, 'Write to few', '@all at lunch');
    // Others are mentioned, and not the person who writes.
    await crew.post(crew.bob, '@all thanks', {channel_id: fewId});
    await message(page, '@all thanks').waitFor();
    const color = (text: string) =>
      page.evaluate(`{
        const row = [...document.querySelectorAll('article')].find((one) => one.textContent.includes('${text}'));
        getComputedStyle(row.querySelector('strong:has(bdi)')).backgroundColor;
      }`);
    expect(await color('@all at lunch')).toBe('rgba(0, 0, 0, 0)');
    expect(await color('@all thanks')).not.toBe('rgba(0, 0, 0, 0)');
  });

  test('two people chat live: messages, typing, reactions, edits, deletions', async () => {
    const [anns, bobs] = [
      await as('ann', '/crew/channels/town-square'),
      await as('bob', '/crew/channels/town-square'),
    ];
    await write(anns, 'Write to Town Square', 'Hello **Bob**, @bob, are you there?');
    await message(bobs, 'Hello Bob').getByText('Bob', {exact: true}).waitFor();
    expect(await accessibilityViolations(bobs)).toEqual([]);

    await field(bobs, 'Write to Town Square').pressSequentially('I a');
    await anns.getByText('bob is typing…').waitFor();
    await field(bobs, 'Write to Town Square').fill('I am here');
    await bobs.keyboard.press('Enter');
    await message(anns, 'I am here').waitFor();
    await anns.getByRole('log').filter({hasText: 'bob: I am here'}).waitFor();
    // A reaction to the last message.
    await write(anns, 'Write to Town Square', '+:wave:');
    await message(bobs, 'I am here').getByRole('button', {name: ':wave:, 1 reaction'}).waitFor();
    expect(await field(anns, 'Write to Town Square').inputValue()).toBe('');
    expect(await message(anns, ':wave:').count()).toBe(0);

    await message(bobs, 'Hello Bob').hover();
    await message(bobs, 'Hello Bob').getByRole('button', {name: 'Add reaction'}).click();
    const search = bobs.getByRole('searchbox', {name: 'Search emoji'});
    const picked = (name: string) => bobs.getByRole('dialog', {name: 'Emoji'}).getByText(name, {exact: true});
    await search.fill('thumbs up');
    // What Enter picks.
    await picked(':+1:').waitFor();
    await search.fill('sad');
    await picked(':cry:').waitFor();
    await search.fill('party');
    await picked(':tada:').waitFor();
    await bobs.keyboard.press('Enter');
    await message(anns, 'Hello Bob').getByRole('button', {name: ':tada:, 1 reaction'}).waitFor();

    await field(anns, 'Write to Town Square').focus();
    await anns.keyboard.press('ArrowUp');
    await field(anns, 'Edit message').fill('Hello Bob, again');
    await anns.keyboard.press('Enter');
    await message(bobs, 'Hello Bob, again').getByText('edited').waitFor();

    await message(anns, 'Hello Bob, again').hover();
    await message(anns, 'Hello Bob, again').getByRole('button', {name: 'More actions'}).click();
    await anns.getByRole('menuitem', {name: 'Delete'}).click();
    await anns.getByRole('button', {name: 'Delete'}).click();
    await message(bobs, 'Hello Bob, again').waitFor({state: 'detached'});
  });

  test('the author of an edited message sees its history and restores a version', async () => {
    const post = await crew.post(crew.bob, 'The meeting is on **Monday**.');
    await crew.bob.put(`/posts/${post.id}/patch`, {message: 'The meeting is on **Tuesday**.'});
    const page = await as('bob', '/crew/channels/town-square');
    await message(page, 'on Tuesday').getByRole('button', {name: 'edited'}).press('Enter');
    const history = page.getByRole('dialog', {name: 'Edit history'});
    await history.getByText('Monday').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await history.getByRole('button', {name: /^Restore the version from/}).click();
    await page.getByRole('alertdialog').getByRole('button', {name: 'Restore'}).click();
    await expect.poll(() => history.getByRole('listitem').count()).toBe(3);
    await history.getByRole('button', {name: 'Close'}).last().click();
    await message(page, 'on Monday').waitFor();

    // Other people only see that it was edited.
    const cats = await as('cat', '/crew/channels/town-square');
    await message(cats, 'on Monday').getByText('edited').waitFor();
    expect(await message(cats, 'on Monday').getByRole('button', {name: 'edited'}).count()).toBe(0);
  });

  test('a message that arrives while the channel loads is not lost', async () => {
    const page = await as('bob', '/crew/channels/off-topic');
    const heard = Promise.withResolvers<void>();
    // On either page, because the first one may connect only now.
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({payload}) => {
        if (String(payload).includes('In the meantime')) heard.resolve();
      }),
    );
    // Only the first response is older than the message.
    await page.route(
      new RegExp(`channels/${crew.channelId}/posts/unread`),
      async (route) => {
        const answer = await route.fetch();
        await crew.post(crew.ann, 'In the meantime');
        await heard.promise;
        await route.fulfill({response: answer});
      },
      {times: 1},
    );
    await page.goto(`${address}/crew/channels/town-square`);
    await message(page, 'In the meantime').waitFor();
  });

  /**
   * Holds the first responses to these requests, from before `change`, until the page has received these events, which
   * `change` causes.
   */
  async function holdDuring(
    page: Page,
    requests: RegExp[],
    events: string[],
    change: () => Promise<unknown>,
    isWanted: (request: Request) => boolean = () => true,
  ) {
    const heard = new Map(['hello', ...events].map((event) => [event, Promise.withResolvers<void>()]));
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({payload}) => heard.get(JSON.parse(String(payload)).event)?.resolve()),
    );
    const asked = requests.map(() => Promise.withResolvers<void>());
    const changed = Promise.all([heard.get('hello')!.promise, ...asked.map(({promise}) => promise)]).then(
      change,
    );
    for (const [index, request] of requests.entries()) {
      let isHeld = false;
      const hold = async (route: Route) => {
        if (isHeld || !isWanted(route.request())) return route.fallback();
        isHeld = true;
        const response = await route.fetch();
        asked[index]!.resolve();
        await changed;
        await Promise.all(events.map((event) => heard.get(event)!.promise));
        await route.fulfill({response});
      };
      await page.route(request, hold);
    }
    return changed;
  }

  test('changes that arrive while the page loads are not lost', async () => {
    const channelId = await crew.channel('quarry', [crew.ann, crew.bob]);
    await crew.post(crew.ann, 'What time is it?', {channel_id: channelId});
    const clock = (value: string) =>
      crew.bob.put('/users/me/preferences', [
        {user_id: crew.bob.id, category: 'display_settings', name: 'use_military_time', value},
      ]);
    await clock('false');
    const page = await as('bob', '/crew/channels/off-topic');
    await page.goto('about:blank');
    const requests = [
      /users\/me\/preferences$/,
      /users\/me\/channels\?/,
      /channel_members\?/,
      /users\/me\/teams$/,
    ];
    const events = ['preferences_changed', 'channel_updated', 'update_team', 'posted'];
    const changed = holdDuring(page, requests, events, async () => {
      await clock('true');
      await crew.ann.put(`/channels/${channelId}/patch`, {display_name: 'Gravel'});
      await crew.ann.put(`/teams/${crew.teamId}/patch`, {display_name: 'Crew of the year'});
      await crew.post(crew.ann, '@bob, hello?', {channel_id: crew.channelId});
    });
    await page.goto(`${address}/crew/channels/quarry`);
    await changed;
    await page.getByRole('heading', {name: 'Gravel'}).waitFor();
    await page.getByRole('button', {name: 'Crew of the year'}).waitFor();
    await page.getByRole('link', {name: 'Town Square 1 mention'}).waitFor();
    const time = message(page, 'What time is it?').getByRole('link').first();
    await expect.poll(() => time.textContent()).toMatch(/^\d\d:\d\d$/);
    await clock('false');
    await crew.ann.put(`/teams/${crew.teamId}/patch`, {display_name: 'Crew'});
  });

  test('changes of people, statuses and drafts that arrive while they load are not lost', async () => {
    const channelId = await crew.channel('orchard', [crew.ann, crew.bob]);
    await crew.post(crew.ann, 'The apples are ripe', {channel_id: channelId});
    const saveDraft = (text: string) =>
      crew.bob.post('/drafts', {channel_id: channelId, root_id: '', message: text});
    const setStatus = (status: string) =>
      crew.bob.put('/users/me/status', {user_id: crew.bob.id, status, dnd_end_time: 0});
    await saveDraft('Pick them on Monday');
    const page = await as('bob', '/crew/channels/off-topic');
    await page.goto('about:blank');
    await setStatus('away');
    // The list of drafts is a GET request. The others name the people whose data they load.
    const isAboutShown = (request: Request) => {
      const {id} = request.url().endsWith('/status/ids') ? crew.bob : crew.ann;
      return request.method() === 'GET' || request.postData()?.includes(id) === true;
    };
    const changed = holdDuring(
      page,
      [/users\/ids$/, /users\/status\/ids$/, /teams\/\w+\/drafts$/],
      ['user_updated', 'status_change', 'draft_created'],
      async () => {
        await crew.ann.put('/users/me/patch', {username: 'annabel'});
        await setStatus('dnd');
        await saveDraft('Pick them today');
      },
      isAboutShown,
    );
    await page.goto(`${address}/crew/channels/orchard`);
    await changed;
    await message(page, 'The apples are ripe').getByText('annabel', {exact: true}).waitFor();
    const presence = page.getByRole('button', {name: 'Your account: bob'}).locator('[data-presence]');
    await expect.poll(() => presence.getAttribute('data-presence')).toBe('dnd');
    await expect.poll(() => field(page, 'Write to orchard').inputValue()).toBe('Pick them today');
    await page.waitForLoadState('networkidle');
    expect(await message(page, 'The apples are ripe').getByText('annabel', {exact: true}).count()).toBe(1);
    expect(await presence.getAttribute('data-presence')).toBe('dnd');
    expect(await field(page, 'Write to orchard').inputValue()).toBe('Pick them today');
    await crew.ann.put('/users/me/patch', {username: 'ann'});
    await setStatus('online');
  });

  test("messages appear even if their authors can't be loaded", async () => {
    // In a separate channel, because it would have no header and no name below another message by the same author.
    const channelId = await crew.channel('riddles', [crew.ann, crew.bob]);
    await crew.post(crew.ann, 'Guess who', {channel_id: channelId});
    const page = await as('bob', '/crew/channels/off-topic');
    const answered = Promise.withResolvers<void>();
    await page.route(whoIsWho, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.goto(`${address}/crew/channels/riddles`);
    await message(page, 'Guess who').waitFor();
    answered.resolve();
    await message(page, 'Guess who').getByText('ann', {exact: true}).waitFor();
  });

  test('names appear when the server is available again', async () => {
    const channelId = await crew.channel('outage', [crew.ann, crew.bob]);
    await crew.post(crew.ann, 'Is anything down?', {channel_id: channelId});
    const page = await as('bob', '/crew/channels/off-topic');
    let isAway = true;
    await page.route(whoIsWho, (route) =>
      isAway
        ? route.fulfill({status: 503, json: {id: 'away', message: 'Come back later.'}})
        : route.continue(),
    );
    await page.goto(`${address}/crew/channels/outage`);
    await message(page, 'Is anything down?').waitFor();
    await page.waitForResponse(whoIsWho);
    isAway = false;
    await message(page, 'Is anything down?').getByText('ann', {exact: true}).waitFor();
  });

  describe('changes between loading the page and the live connection', () => {
    /** The server knows the events since it started. */
    async function serverKnowsEnough(): Promise<boolean> {
      const socket = await openSocket(address, {token: crew.bob.token, query: '?recent_ms=10000'});
      const {data} = await socket.next('hello');
      await socket.cut();
      return data.recent_event_ages !== null;
    }

    /** Reloads the page. Runs `change` when it has loaded everything, and connects it then. Returns later requests. */
    async function changeBeforeConnecting(
      page: Page,
      channel: string,
      change: () => Promise<unknown>,
      complete: boolean,
    ) {
      await expect.poll(serverKnowsEnough, {timeout: 30_000, interval: 500}).toBe(true);
      const released = Promise.withResolvers<void>();
      await page.routeWebSocket(/websocket/, async (socket) => {
        await released.promise;
        const server = socket.connectToServer();
        server.onMessage((frame) => {
          const event = JSON.parse(String(frame));
          if (event.event === 'hello' && !complete) event.data.recent_event_ages = null;
          socket.send(JSON.stringify(event));
        });
      });
      await page.goto(`${address}/crew/channels/${channel}`);
      await message(page, 'Is anyone here?').waitFor();
      await page.waitForLoadState('networkidle');
      await change();
      const later: string[] = [];
      page.on('request', (request) => later.push(new URL(request.url()).pathname));
      released.resolve();
      return later;
    }

    for (const complete of [true, false]) {
      test(`${complete ? 'arrive as events' : 'are loaded if the server no longer knows the events'}`, async () => {
        const channel = `canteen-${complete}`;
        const channelId = await crew.channel(channel, [crew.ann, crew.bob]);
        await crew.post(crew.ann, 'Is anyone here?', {channel_id: channelId});
        const page = await as('bob', '/crew/channels/off-topic');
        windows.discard(page);
        const team = `Crew ${complete}`;
        const text = `Before anyone listened: ${complete}`;
        const change = async () => {
          await crew.post(crew.ann, text, {channel_id: channelId});
          await crew.ann.put(`/teams/${crew.teamId}/patch`, {display_name: team});
          await crew.bob.put('/users/me/preferences', [
            {
              user_id: crew.bob.id,
              category: 'display_settings',
              name: 'use_military_time',
              value: String(complete),
            },
          ]);
        };
        const later = await changeBeforeConnecting(page, channel, change, complete);
        await message(page, text).waitFor();
        await page.getByRole('button', {name: team}).waitFor();
        const time = message(page, 'Is anyone here?').getByRole('link').first();
        await expect.poll(() => time.textContent()).toMatch(complete ? /^\d\d:\d\d$/ : /[AP]M$/);
        // The events of the seconds before the page was opened can make it load the channels again.
        const isRepeated = later.some((path) => path.endsWith('/users/me/preferences'));
        expect(isRepeated).toBe(!complete);
        await crew.ann.put(`/teams/${crew.teamId}/patch`, {display_name: 'Crew'});
      });
    }
  });

  test('events that are older than the loaded data change nothing after a reload', async () => {
    const members = [crew.bob, crew.ann];
    const [attic, cellar, loft, shed] = await Promise.all(
      ['attic', 'cellar', 'loft', 'shed'].map((name) => crew.channel(name, members)),
    );
    const root = await crew.post(crew.ann, 'Old boxes of @cat', {channel_id: attic});
    const setNames = (value: string) =>
      crew.bob.put('/users/me/preferences', [
        {user_id: crew.bob.id, category: 'display_settings', name: 'name_format', value},
      ]);
    await setNames('full_name');
    const reply = (text: string) => crew.post(crew.ann, text, {channel_id: attic, root_id: root.id});
    await reply('Two of them');
    const third = await reply('Or three');
    const page = await as('bob', '/_none');
    windows.discard(page);
    await page.addInitScript(`
      window.notices = [];
      window.Notification = class {
        static permission = 'granted';
        constructor(title, options) {
          window.notices.push(options.body);
        }
      };
      window.seen = new Set();
      const earlier = ['Never mind', 'Shed two', ':boat:', '/>(?:[01][0-9]|2[0-3]):[0-5][0-9]</', 'Half a thought', 'Early'];
      new MutationObserver(() => {
        const boxes = [...document.querySelectorAll('textarea')].map(({value}) => value);
        const html = document.documentElement.outerHTML + boxes;
        for (const text of earlier) {
          if (text[0] === '/' ? new RegExp(text.slice(1, -1)).test(html) : html.includes(text)) seen.add(text);
        }
      }).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
    `);
    let mayConnect = Promise.resolve();
    let startedAt = performance.now();
    // Connects when the test wants it, and asks for all events since then, no matter how long the page took to load.
    await page.routeWebSocket(/websocket/, async (socket) => {
      await mayConnect;
      const query = `?recent_ms=${Math.ceil(performance.now() - startedAt)}`;
      const connection = await openSocket(address, {token: crew.bob.token, query});
      for (const event of connection.heard) socket.send(JSON.stringify(event));
      connection.socket.on('message', (data) => socket.send(String(data)));
      socket.onMessage((data) => connection.socket.send(data));
      socket.onClose(() => connection.socket.close());
    });
    const channels = page.getByRole('navigation', {name: 'Channels', exact: true});
    const notices = () => page.evaluate<string[]>('notices');
    await page.goto(`${address}/crew/channels/attic`);
    await message(page, 'Old boxes').getByRole('button', {name: '2 replies'}).waitFor();

    startedAt = performance.now();
    const setFormat = (value: string) =>
      crew.bob.put('/users/me/preferences', [
        {user_id: crew.bob.id, category: 'display_settings', name: 'use_military_time', value},
      ]);
    const place = {user_id: crew.bob.id, channel_id: attic};
    await crew.bob.post('/channels/members/me/view', {channel_id: cellar});
    await crew.post(crew.ann, 'Mind the stairs', {channel_id: cellar});
    await crew.post(crew.ann, '@bob, and the ladder', {channel_id: loft});
    await setFormat('true');
    await setFormat('false');
    for (const name of ['Shed two', 'Shed three']) {
      await crew.ann.put(`/channels/${shed}/patch`, {display_name: name});
    }
    for (const first_name of ['Early', 'Late']) await crew.cat.put('/users/me/patch', {first_name});
    const reaction = {user_id: crew.ann.id, post_id: root.id, emoji_name: 'boat'};
    await crew.ann.post('/reactions', reaction);
    await crew.ann.delete(`/users/me/posts/${root.id}/reactions/boat`);
    await crew.ann.delete(`/posts/${(await crew.post(crew.ann, 'Never mind', {channel_id: attic})).id}`);
    await crew.ann.delete(`/posts/${third.id}`);
    await crew.bob.post('/drafts', {...place, message: 'Half a thought', root_id: ''});
    await crew.bob.delete(`/users/me/channels/${attic}/drafts`);
    await expect.poll(notices).toEqual(['@bob, and the ladder']);
    // The last event, so that the page knows all of them before it is reloaded.
    await crew.post(crew.ann, 'Nothing else', {channel_id: attic});
    await message(page, 'Nothing else').waitFor();

    const connect = Promise.withResolvers<void>();
    mayConnect = connect.promise;
    await page.reload();
    const first = message(page, 'Old boxes');
    await first.getByRole('button', {name: '1 reply'}).waitFor();
    await first.getByText('@Late').waitFor();
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      // Unread channels are loaded in advance.
      const isData = path.startsWith('/api/') && !path.endsWith('/posts/unread');
      if (isData && request.method() === 'GET') requests.push(path);
    });
    // The copy in the browser, which the page showed first, is up to a second older than the data.
    await page.evaluate('seen.clear()');
    connect.resolve();
    await crew.post(crew.ann, 'That was all', {channel_id: attic});
    await message(page, 'That was all').waitFor();
    expect({seen: await page.evaluate('[...seen]'), notices: await notices(), requests}).toEqual({
      seen: [],
      notices: [],
      requests: [],
    });
    await channels.getByRole('link', {name: 'cellar unread'}).waitFor();
    await channels.getByRole('link', {name: 'loft 1 mention'}).waitFor();
    await channels.getByRole('link', {name: 'Shed three'}).waitFor();
    await first.getByRole('button', {name: '1 reply'}).waitFor();
    await crew.post(crew.ann, '@bob, and the hatch', {channel_id: loft});
    await expect.poll(notices).toEqual(['@bob, and the hatch']);
    await setNames('username');
  });

  test('many messages that arrive at the same time are all shown', async () => {
    const channelId = await crew.channel('flood', [crew.ann, crew.bob]);
    await crew.post(crew.ann, 'The sluice is closed', {channel_id: channelId});
    const page = await as('bob', '/_none');
    windows.discard(page);
    const held: (string | Buffer)[] = [];
    let isHolding = false;
    let send: (message: string | Buffer) => void;
    await page.routeWebSocket(/websocket/, (socket) => {
      const connection = socket.connectToServer();
      send = (message) => socket.send(message);
      connection.onMessage((message) => (isHolding ? held.push(message) : socket.send(message)));
    });
    await page.goto(`${address}/crew/channels/flood`);
    await message(page, 'The sluice is closed').waitFor();
    await page.waitForLoadState('networkidle');
    isHolding = true;
    for (let n = 1; n <= 120; n++) await crew.post(crew.ann, `Drop ${n}`, {channel_id: channelId});
    await expect.poll(() => held.filter((one) => String(one).includes('"posted"')).length).toBe(120);
    for (const one of held) send!(one);
    await message(page, 'Drop 120').waitFor();
  });

  test('a thread opens next to the channel, and its replies are counted under its first message', async () => {
    await crew.post(crew.bob, 'It is my birthday');
    await crew.post(crew.ann, 'Who brings the cake?');
    const page = await as('bob', '/crew/channels/town-square');
    const root = message(page, 'Who brings the cake?').first();
    await root.hover();
    await root.getByRole('button', {name: 'Reply in thread'}).click();
    await write(page, 'Reply', 'I do');
    const panel = page.getByRole('complementary');
    await message(page, 'I do').waitFor();
    await page.getByRole('button', {name: '1 reply'}).waitFor();
    // Replying follows the thread.
    await panel.getByRole('button', {name: 'Following'}).waitFor();
    // The reply isn't in the channel.
    await field(page, 'Write to Town Square').press('ArrowUp');
    expect(await field(page, 'Edit message').inputValue()).toBe('It is my birthday');
    await page.keyboard.press('Escape');
    const [send, box] = [
      await panel.getByRole('button', {name: 'Send', exact: true}).boundingBox(),
      await field(page, 'Reply').boundingBox(),
    ];
    expect(send!.x + send!.width).toBeLessThanOrEqual(box!.x + box!.width);
    await panel.getByRole('checkbox', {name: 'Also send to channel'}).check();
    await write(page, 'Reply', 'With cherries');
    const inChannel = page.getByRole('main').getByRole('region', {name: 'Messages in Town Square'});
    await message(inChannel, 'Reply to ann: Who brings the cake?').getByText('With cherries').waitFor();
    expect(await panel.getByRole('checkbox', {name: 'Also send to channel'}).isChecked()).toBe(false);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The panel starts with the first message.
    const list = panel.getByRole('region', {name: 'Messages in this thread'});
    const [first, frame] = [await message(panel, 'Who brings').boundingBox(), await list.boundingBox()];
    expect(first!.y - frame!.y).toBeLessThan(80);
    await list.getByText('2 replies', {exact: true}).waitFor();
    const files = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File(['two eggs'], 'recipe.txt', {type: 'text/plain'}));
      return dropped;
    })()`);
    await list.dispatchEvent('dragover', {dataTransfer: files});
    await list.dispatchEvent('drop', {dataTransfer: files});
    await panel.getByRole('button', {name: 'Remove recipe.txt'}).click();
    await panel.getByRole('button', {name: 'Close panel'}).click();
    await panel.waitFor({state: 'detached'});

    // Closing it in the list of all threads also returns the focus to where it was opened.
    await page.getByRole('link', {name: 'Threads'}).click();
    const line = page.getByRole('button', {name: 'Who brings the cake?'});
    await line.press('Enter');
    await page.locator('textarea:focus').and(field(page, 'Reply')).waitFor();
    for (const [label, isMuted] of [
      ['Mute thread', true],
      ['Unmute thread', false],
    ] as const) {
      await message(panel, 'Who brings').hover();
      await message(panel, 'Who brings').getByRole('button', {name: 'More actions'}).click();
      await page.getByRole('menuitem', {name: label}).click();
      await line.getByRole('img', {name: 'Muted'}).waitFor({state: isMuted ? 'visible' : 'detached'});
    }
    await panel.getByRole('button', {name: 'Close panel'}).click();
    await page.locator(':focus').and(line).waitFor();
  });

  test('the browser releases the memory of closed panels', async () => {
    const root = await crew.post(crew.ann, 'A thread that is opened often');
    await crew.post(crew.bob, 'The only reply', {root_id: root.id});
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square', {
      reducedMotion: 'no-preference',
    });
    // The button that closes the panel always changes its colors while it is removed.
    await page.evaluate(`{
      const slow = new CSSStyleSheet();
      slow.replaceSync('button { transition-duration: 20s !important; }');
      document.adoptedStyleSheets.push(slow);
    }`);
    const protocol = await page.context().newCDPSession(page);
    const nodesAfterOpening = async (times: number) => {
      const panel = page.getByRole('complementary');
      for (let time = 0; time < times; time++) {
        await message(page, 'A thread that is opened often').getByRole('button', {name: '1 reply'}).click();
        await message(panel, 'The only reply').waitFor();
        await panel.getByRole('button', {name: 'Close panel'}).click();
        await panel.waitFor({state: 'detached'});
      }
      await page.requestGC();
      return (await protocol.send('Memory.getDOMCounters')).nodes;
    };
    const before = await nodesAfterOpening(2);
    // Each panel has about 160.
    expect((await nodesAfterOpening(6)) - before).toBeLessThan(300);
  });

  test('the replies to a thread that are new are below a line, which stays while they are read', async () => {
    const root = await crew.post(crew.ann, 'Where do we land?');
    const reply = (author: Person, text: string) => crew.post(author, text, {root_id: root.id});
    await reply(crew.bob, 'At the pier');
    await crew.ann.put(`/users/me/teams/${crew.teamId}/threads/${root.id}/read/${Date.now()}`);
    await reply(crew.ann, 'Which one?');
    await reply(crew.bob, 'The long one');
    const page = await as('ann', '/crew/channels/town-square');
    const panel = page.getByRole('complementary');
    const line = panel.getByRole('separator', {name: 'New messages'});
    const top = async (place: Locator) => (await place.boundingBox())!.y;
    const openPanel = () =>
      message(page, 'Where do we land?').getByRole('button', {name: /repl/}).first().click();
    await openPanel();
    await line.waitFor();
    expect(await top(line)).toBeGreaterThan(await top(message(panel, 'Which one?')));
    expect(await top(line)).toBeLessThan(await top(message(panel, 'The long one')));
    await reply(crew.bob, 'With the flag');
    await message(panel, 'With the flag').waitFor();
    expect(await line.count()).toBe(1);
    expect(await top(line)).toBeLessThan(await top(message(panel, 'The long one')));
    expect(await accessibilityViolations(page)).toEqual([]);
    const unread = async () =>
      (await crew.ann.get(`/users/me/teams/${crew.teamId}/threads/${root.id}`)).body.unread_replies;
    await expect.poll(unread).toBe(0);
    await message(panel, 'With the flag').hover();
    await panel
      .getByRole('button', {name: /^React with/})
      .first()
      .waitFor();
    // A person who replies has read the others.
    await write(page, 'Reply', 'On my way');
    await message(panel, 'On my way').waitFor();
    expect(await line.count()).toBe(0);
    await panel.getByRole('button', {name: 'Close panel'}).click();

    // In the list of threads, after everything was read.
    await page.getByRole('link', {name: 'Threads'}).click();
    const onlyUnread = page.getByRole('button', {name: 'Unread only'});
    await onlyUnread.click();
    await page.getByRole('button', {name: 'Where do we land?'}).waitFor({state: 'detached'});
    await onlyUnread.and(page.locator('[aria-pressed=true]')).click();
    let reads = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT' && /\/threads\/.*\/read\//.test(request.url())) reads++;
    });
    await page.getByRole('button', {name: 'Where do we land?'}).click();
    await message(panel, 'With the flag').waitFor();
    expect(await line.count()).toBe(0);
    // Only a reply is something to mark as read, when the person looks at the page.
    const look = (isActive: boolean) =>
      page.evaluate(`document.hasFocus = () => ${isActive};
        window.dispatchEvent(new Event('${isActive ? 'focus' : 'blur'}'))`);
    await look(false);
    await reply(crew.bob, 'Watch the rocks');
    await message(panel, 'Watch the rocks').waitFor();
    await line.waitFor();
    await expect.poll(unread).toBe(1);
    expect(reads).toBe(0);
    await look(true);
    await expect.poll(unread).toBe(0);
    expect(reads).toBe(1);
  });

  test('the list of threads shows emoji and names, and a wide window has a place for a thread', async () => {
    for (const message of ['Who pays?', 'Who sings?']) {
      const other = await crew.post(crew.ann, message);
      await crew.post(crew.bob, 'Not me', {root_id: other.id});
    }
    const root = await crew.post(crew.ann, 'Ask @bob. about the :tada: **party**');
    await crew.post(crew.bob, 'Soon', {root_id: root.id});
    const {first_name, last_name, nickname} = (await crew.bob.get('/users/me')).body;
    await crew.bob.put('/users/me/patch', {first_name: 'Robert', last_name: 'Stone'});
    await crew.ann.put(`/users/${crew.ann.id}/preferences`, [
      {user_id: crew.ann.id, category: 'display_settings', name: 'name_format', value: 'full_name'},
    ]);
    const page = await as('ann', '/crew/threads');
    windows.discard(page);
    await page.setViewportSize({width: 1440, height: 900});
    const line = page.getByRole('button', {name: 'party'});
    await expect.poll(() => line.innerText()).toContain('Ask @Robert Stone. about the');
    await line.getByRole('img', {name: ':tada:'}).waitFor();
    // With the last reply.
    await line.getByText('Robert Stone Soon').waitFor();
    await crew.post(crew.bob, 'Today, ~off-topic', {root_id: root.id});
    await line.getByText('Robert Stone Today').waitFor();
    await page.getByRole('heading', {name: 'No thread selected'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // The newest thread is the first one.
    const focused = page.locator(':focus');
    const lines = page.getByRole('listitem').getByRole('button', {name: /repl/});
    await line.focus();
    await page.keyboard.press('ArrowDown');
    await lines.nth(1).and(focused).waitFor();
    await page.keyboard.press('ArrowUp');
    await line.and(focused).waitFor();
    await page.keyboard.press('End');
    await lines.last().and(focused).waitFor();
    await page.keyboard.press('Home');
    await line.and(focused).waitFor();
    await page.getByRole('button', {name: 'Open first unread thread'}).click();
    await page.locator('[data-thread][aria-current]').filter({hasText: 'party'}).waitFor();
    await page.getByRole('heading', {name: 'No thread selected'}).waitFor({state: 'hidden'});
    await page.setViewportSize({width: 1280, height: 800});
    await page.getByRole('button', {name: 'Close panel'}).click();
    await line.waitFor();
    expect(await page.getByRole('heading', {name: 'No thread selected'}).count()).toBe(0);
    await crew.bob.put('/users/me/patch', {first_name, last_name, nickname});
    await crew.ann.put(`/users/${crew.ann.id}/preferences`, [
      {user_id: crew.ann.id, category: 'display_settings', name: 'name_format', value: 'username'},
    ]);
  });

  test('a reply in a thread leaves the mentions in its channel unread', async () => {
    const channel_id = await crew.channel('slipway', [crew.ann, crew.bob]);
    const root = await crew.post(crew.ann, 'Who paints the hull?', {channel_id});
    await crew.post(crew.bob, 'Cat does', {channel_id, root_id: root.id});
    await crew.post(crew.bob, '@ann the paint is here', {channel_id});
    const page = await as('ann', '/crew/threads');
    const link = (name: string) => page.getByRole('link', {name});
    await link('slipway 1 mention').waitFor();
    await page.getByRole('button', {name: 'Who paints the hull?'}).click();
    await write(page, 'Reply', 'Thanks, Cat');
    await message(page, 'Thanks, Cat').waitFor();
    await crew.post(crew.bob, '@ann and the brushes', {channel_id});
    await link('slipway 2 mentions').waitFor();
    await link('slipway 2 mentions').click();
    await message(page, 'and the brushes').waitFor();
  });

  test("the time of a thread's last reply is short and stays current", async () => {
    const asked = await crew.post(crew.ann, 'Which pier is ours?');
    const {create_at: repliedAt} = await crew.post(crew.bob, 'The third one', {root_id: asked.id});
    const page = await as('ann', '/crew/threads');
    windows.discard(page);
    // The page's clock starts before the reply, so that the reply is new even if the page takes long to load.
    await page.clock.install({time: repliedAt - 60 * 60_000});
    await page.reload();
    const line = page.getByRole('button', {name: 'Which pier is ours?'});
    await line.getByText('just now').waitFor();
    await page.clock.pauseAt(repliedAt + 5.5 * 60_000);
    await line.getByText('5 min. ago').waitFor();
    expect(await line.getByRole('time').getAttribute('datetime')).toMatch(/^\d{4}-\d{2}-\d{2}T/);
    await page.clock.fastForward('48:00:00');
    await line.getByText(/^\p{Lu}\p{Ll}+day$/u).waitFor();
  });

  test('all actions of a message work with the keyboard, and the focus returns', async () => {
    await crew.post(crew.ann, 'Before it');
    const page = await as('ann', '/crew/channels/town-square');
    await field(page, 'Write to Town Square').fill('By keys alone');
    // The first file takes longer to upload, but is still shown first.
    let letFirstThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letFirstThrough = resolve;
    });
    await page.route('**/api/v4/files', async (route) => {
      if (route.request().postData()?.includes('one.txt')) await held;
      await route.continue();
    });
    await page
      .getByLabel('Files to attach')
      .setInputFiles(
        ['one.txt', 'two.txt'].map((name) => ({name, mimeType: 'text/plain', buffer: Buffer.from(name)})),
      );
    await page.getByRole('button', {name: 'Remove two.txt'}).waitFor();
    letFirstThrough();
    await page.getByRole('button', {name: 'Remove one.txt'}).waitFor();
    const chosen = await page.getByRole('list', {name: 'Files'}).getByRole('listitem').allInnerTexts();
    expect(chosen.map((text) => text.slice(0, 7))).toEqual(['one.txt', 'two.txt']);
    await field(page, 'Write to Town Square').press('Enter');
    const list = page.getByRole('region', {name: 'Messages in Town Square'});
    const own = message(list, 'By keys alone');
    await page.getByRole('article', {name: 'ann, sending'}).waitFor({state: 'detached'});
    await own.getByRole('button', {name: 'Show one.txt'}).press('Enter');
    await page.getByRole('dialog', {name: 'one.txt'}).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('dialog', {name: 'two.txt'}).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button:focus', {hasText: 'one.txt'}).waitFor();

    await list.focus();
    await page.keyboard.press('ArrowUp');
    const focused = page.locator('article:focus').filter({hasText: 'By keys alone'});
    await focused.waitFor();
    const more = own.getByRole('button', {name: 'More actions'});
    await own.hover();
    await more.click();
    await page.getByRole('menuitem', {name: 'Copy link'}).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(':focus').and(more).waitFor();
    await more.press('Enter');
    await page.getByRole('menuitem', {name: 'Edit'}).press('Enter');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await focused.filter({hasText: 'edited'}).waitFor();
    await own.getByRole('button', {name: 'Reply in thread'}).press('Enter');
    await page.locator('textarea:focus').and(field(page, 'Reply')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({state: 'detached'});
    await focused.waitFor();
    await more.press('Enter');
    await page.getByRole('menuitem', {name: 'Delete'}).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', {name: 'Delete'}).press('Enter');
    await own.waitFor({state: 'detached'});
    await page.locator('article:focus').filter({hasText: 'Before it'}).waitFor();

    await page.setViewportSize({width: 390, height: 700});
    const opener = page.getByRole('button', {name: 'Open navigation'});
    await opener.press('Enter');
    await page.keyboard.press('Tab');
    await page.locator('a:focus', {hasText: 'Crew'}).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(':focus').and(opener).waitFor();
    // A tablet has space for the sidebar.
    await page.setViewportSize({width: 768, height: 1024});
    await opener.waitFor({state: 'hidden'});
  });

  test('the sidebar can be hidden on this device, and the button that shows it says what is unread', async () => {
    const page = await as('cat', '/crew/channels/off-topic');
    await page.setViewportSize({width: 768, height: 1024});
    const box = field(page, 'Write to Off-Topic');
    const link = page.getByRole('link', {name: 'Off-Topic'});
    const hide = page.getByRole('button', {name: 'Hide sidebar', expanded: true});
    const show = page.getByRole('button', {name: 'Show sidebar', expanded: false});
    const left = async () => (await box.boundingBox())!.x;
    await box.waitFor();
    const before = await left();
    await hide.press('Enter');
    await page.locator(':focus').and(show).waitFor();
    expect(await link.isVisible()).toBe(false);
    expect(await left()).toBeLessThan(before - 200);
    const badge = page.locator(`[id="${await show.getAttribute('aria-describedby')}"]`);
    const mentions = async () => Number.parseInt(await badge.innerText(), 10) || 0;
    const mentionsBefore = await mentions();
    await crew.post(crew.bob, 'Are you there, @cat?');
    await expect.poll(mentions).toBe(mentionsBefore + 1);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The list of settings is hidden on its own.
    await page.goto(`${address}/_settings/notifications`);
    await page.getByRole('navigation', {name: 'Settings'}).waitFor();
    await page.goBack();
    await show.waitFor();
    expect(await link.isVisible()).toBe(false);
    await show.press('Enter');
    await page.locator(':focus').and(hide).waitFor();
    // The shortcut doesn't take the focus from what the person writes.
    await box.fill('A draft');
    await page.keyboard.press('Control+Shift+d');
    await show.waitFor();
    await page.locator(':focus').and(box).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', {name: /^Channels, people/}).fill('show side');
    await page.getByRole('option', {name: 'Show sidebar'}).click();
    await link.waitFor();
    await box.fill('');
    await crew.cat.post('/channels/members/me/view', {channel_id: crew.channelId});
  });

  test('desktop notifications show unseen messages as plain text and open them', async () => {
    const page = await as('cat', '/crew/channels/off-topic');
    windows.discard(page);
    // Replaces the system's notifications, which need a screen.
    await page.addInitScript(`
      window.notices = [];
      window.Notification = class {
        static permission = 'granted';
        constructor(title, options) {
          window.notices.push({title, body: options.body, notice: this});
        }
        close() {}
      };
      window.tones = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (time) {
        window.tones.push(this.frequency.value);
        start.call(this, time);
      };
    `);
    await crew.cat.put('/users/me/patch', {
      notify_props: {
        ...(await crew.cat.get('/users/me')).body.notify_props,
        desktop_notification_sound: 'Down',
      },
    });
    await page.reload();
    await field(page, 'Write to Off-Topic').click();
    const told = () => page.evaluate<string[]>('notices.map(({title, body}) => [title, body].join(": "))');
    const off = (await crew.bob.get(`/teams/${crew.teamId}/channels/name/off-topic`)).body.id;
    await crew.post(crew.bob, '@cat here you look', {channel_id: off});
    await message(page, 'here you look').waitFor();
    await crew.post(crew.bob, 'nothing for her');
    const alarm = {fallback: 'The pump stands still', text: '@cat _the pump_'};
    await crew.post(crew.bob, '', {props: {attachments: [alarm]}});
    await expect.poll(told).toEqual(['bob in Town Square: The pump stands still']);
    await expect.poll(() => page.evaluate('tones')).toEqual([784, 587]);

    await scheduleNotifications(crew.cat, OVERNIGHT.withoutNoon);
    await crew.post(crew.bob, '@cat after hours');
    const channels = page.getByRole('navigation', {name: 'Channels', exact: true});
    await channels.getByRole('link', {name: 'Town Square 2 mentions'}).waitFor();
    expect(await told()).toHaveLength(1);
    await scheduleNotifications(crew.cat, OVERNIGHT.withNoon);

    const chosen = page.waitForResponse(/users\/[a-z0-9]+\/status$/);
    await page.getByRole('button', {name: 'Your account: cat'}).click();
    await page.getByRole('menuitemradio', {name: 'Do not disturb', exact: true}).click();
    await chosen;
    await crew.post(crew.bob, '@cat not now');
    await channels.getByRole('link', {name: 'Town Square 3 mentions'}).waitFor();
    expect(await told()).toHaveLength(1);
    await page.evaluate('notices[0].notice.onclick()');
    await message(page, 'the pump').waitFor();

    await page.getByRole('button', {name: 'Your account: cat'}).click();
    await page.getByRole('menuitemradio', {name: 'Online', exact: true}).click();
    await expect.poll(async () => (await crew.cat.get('/users/me/status')).body.status).toBe('online');
    await crew.post(crew.bob, '@cat **all** [done](https://example.com) :tada:', {channel_id: off});
    await expect.poll(told).toHaveLength(2);
    // Without formatting. The emoji are loaded, because the page has shown some.
    expect((await told())[1]).toBe('bob in Off-Topic: @cat all done 🎉');
    expect(new URL(page.url()).pathname).toBe('/crew/channels/town-square');
  });

  test('reminders are set from the menu of a message, and other windows follow', async () => {
    await crew.post(crew.bob, 'water the plants');
    const list = await as('ann', '/crew/channels/town-square');
    await list.getByRole('button', {name: 'Saved messages'}).click();
    await list.getByRole('heading', {name: 'No saved messages'}).waitFor();
    const phone = await windows.openAs(address, 'ann', '/crew/channels/town-square', {
      viewport: {width: 390, height: 700},
      hasTouch: true,
      isMobile: true,
    });
    // Wait, because a list that is still loading moves the message away from the finger.
    await phone.waitForLoadState('networkidle');
    const dialog = phone.getByRole('dialog', {name: 'Remind me'});
    const openDialog = async () => {
      const one = message(phone, 'water the plants');
      await longPress(phone, one.getByText('water the plants'));
      await phone.getByRole('button', {name: 'Remind me…'}).tap();
      await dialog.waitFor();
    };
    await openDialog();
    expect(await accessibilityViolations(phone)).toEqual([]);
    await dialog.getByRole('radio', {name: 'Tomorrow'}).check();
    await dialog.getByRole('button', {name: 'Set reminder'}).tap();
    await dialog.waitFor({state: 'hidden'});
    const line = list.getByRole('listitem').filter({hasText: 'water the plants'}).filter({hasText: 'Jump'});
    await line.getByText(/Reminder: .*9:00\sAM/).waitFor();
    const toast = phone
      .getByRole('region', {name: 'Notifications'})
      .getByText("We'll remind you tomorrow at 9:00");
    const {y, height} = (await toast.boundingBox())!;
    expect(y + height).toBeLessThan((await field(phone, 'Write to Town Square').boundingBox())!.y);
    await phone.getByRole('button', {name: 'Undo'}).tap();
    await line.waitFor({state: 'detached'});

    await openDialog();
    await dialog.getByRole('radio', {name: 'Custom time…'}).check();
    await enterTime(dialog, 'Date and time', '01012020', '0800A');
    await dialog.getByRole('button', {name: 'Set reminder'}).tap();
    await dialog.getByText('Enter a time in the future.').waitFor();
    const year = new Date().getUTCFullYear() + 1;
    await enterTime(dialog, 'Date and time', `0203${year}`, '0830A');
    await dialog.getByRole('button', {name: 'Set reminder'}).tap();
    await line.getByText(new RegExp(`Reminder: .*${year}.*8:30\\sAM`)).waitFor();

    await line.getByRole('button', {name: 'Done'}).click();
    await line.waitFor({state: 'detached'});
    await list.getByRole('button', {name: 'Undo'}).click();
    await line.getByText(new RegExp(`Reminder: .*${year}.*8:30\\sAM`)).waitFor();
    await line.getByRole('button', {name: 'Change reminder'}).click();
    await list.getByRole('button', {name: 'Remove reminder'}).click();
    await line.getByRole('button', {name: 'Remind me'}).waitFor();
    await openDialog();
    // This window may learn only now that the reminder was removed.
    await dialog.getByText('Reminder:').waitFor({state: 'detached'});
  });

  test.each([
    ['next to the name', {viewport: {width: 1280, height: 520}}],
    ['in a dialog on a phone', {viewport: {width: 390, height: 560}, hasTouch: true, isMobile: true}],
  ])('the profile of the author of the last message is complete, %s', async (_where, options) => {
    await crew.bob.put('/users/me/patch', {first_name: 'Robert', last_name: 'Hook', position: 'Pilot'});
    await crew.post(crew.bob, 'who am I?');
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square', options);
    const name = message(page, 'who am I?').getByRole('button', {name: 'bob', exact: true}).last();
    await ('hasTouch' in options ? name.tap() : name.click());
    const card = page.getByRole('dialog', {name: 'Profile'});
    const button = card.getByRole('button', {name: 'Message'});
    await card.getByText('Local time').or(card.getByText('Email')).first().waitFor();
    await expect
      .poll(async () => {
        const box = (await button.boundingBox())!;
        return box.y + box.height;
      })
      .toBeLessThan(options.viewport.height);
    // Its button is not cut off either.
    await button.click({trial: true});
    await card.getByText('Pilot').click({trial: true});
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('on a small phone, menus and panels are usable', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square', {
      viewport: {width: 320, height: 640},
      hasTouch: true,
      isMobile: true,
    });
    await page.getByRole('heading', {name: 'Town Square', level: 1}).tap();
    await page.getByRole('menuitem', {name: 'About this channel'}).tap();
    await page.getByRole('heading', {name: 'About'}).waitFor();
    await page.getByRole('button', {name: 'Back'}).tap();
    await page.getByRole('button', {name: 'Open navigation'}).tap();
    const channels = page.getByRole('navigation', {name: 'Channels', exact: true});
    await channels.getByRole('button', {name: 'Options for Off-Topic'}).tap();
    await page.getByRole('menuitem', {name: 'Add to favorites'}).tap();
    await channels.getByRole('region', {name: 'Favorites'}).getByRole('link', {name: 'Off-Topic'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await channels.getByRole('button', {name: 'Options for Off-Topic'}).tap();
    await page.getByRole('menuitem', {name: 'Remove from favorites'}).tap();
    await channels.getByRole('region', {name: 'Favorites'}).waitFor({state: 'detached'});
    // It can also be moved to a category of the person, and back.
    const targets = page.getByRole('group', {name: 'Move to'}).getByRole('menuitem');
    await channels.getByRole('button', {name: 'Options for Off-Topic'}).tap();
    await page.getByRole('menuitem', {name: 'Move', exact: true}).tap();
    await expect.poll(() => targets.allInnerTexts()).toEqual(['Create category']);
    await targets.tap();
    const dialog = page.getByRole('dialog', {name: 'Create category'});
    await dialog.getByRole('textbox', {name: 'Name'}).fill('Coffee');
    await dialog.getByRole('button', {name: 'Create'}).tap();
    await channels.getByRole('region', {name: 'Coffee'}).getByRole('link', {name: 'Off-Topic'}).waitFor();
    await channels.getByRole('button', {name: 'Options for Off-Topic'}).tap();
    await page.getByRole('menuitem', {name: 'Move', exact: true}).tap();
    await expect.poll(() => targets.allInnerTexts()).toEqual(['Channels', 'Create category']);
    await targets.filter({hasText: 'Channels'}).tap();
    await channels.getByRole('region', {name: 'Channels'}).getByRole('link', {name: 'Off-Topic'}).waitFor();
  });

  test("a direct message shows the other person's status and name", async () => {
    const page = await as('ann', '/crew/channels/town-square');
    await page.getByRole('button', {name: 'Add channels and people'}).click();
    await page.getByRole('menuitem', {name: 'New direct message'}).click();
    await page.getByRole('combobox', {name: 'To', exact: true}).fill('cat');
    await page.getByRole('option', {name: 'cat'}).click();
    await page.getByRole('button', {name: 'Start conversation'}).click();
    await page.getByRole('heading', {name: 'cat', level: 1}).waitFor();
    await write(page, 'Write to cat', 'Only for you');
    await message(page, 'Only for you').waitFor();
    const hers = await as('cat', '/crew/messages/@ann');
    await message(hers, 'Only for you').waitFor();
  });

  test('a group message has the names of all members, even if they are long', async () => {
    const names = ['emmeline', 'florentina', 'guadalupe'].map((name) => `${name}-of-the-upper-valley`);
    const people = await Promise.all(names.map((name) => crew.server.person(name)));
    const {body: group} = await crew.ann.post(
      '/channels/group',
      [crew.ann, ...people].map(({id}) => id),
    );
    const page = await as('ann', `/crew/messages/${group.name}`);
    await page.getByRole('heading', {name: names.join(', '), level: 1}).waitFor();
    await page
      .getByRole('link', {name: names.join(', ')})
      .getByText('3', {exact: true})
      .waitFor();
    // In the palette, the end of the name is cut off with an ellipsis.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('emmeline');
    // The actions of the open channel have its name, too.
    const option = page.getByRole('option', {name: names.join(', ')}).first();
    const [outer, inner] = [await option.boundingBox(), await option.getByText('emmeline').boundingBox()];
    expect(inner!.x + inner!.width).toBeLessThan(outer!.x + outer!.width);
  });

  test('right-to-left text starts at the right, and code in it at the left', async () => {
    await crew.post(crew.ann, 'مرحبا @bob، اكتب `--force` ثم\n\nEnglish again');
    const page = await as('bob', '/crew/channels/town-square');
    const text = message(page, 'مرحبا');
    await text.waitFor();
    // The positions of the first letters.
    const beginnings = await text.evaluate((article) => {
      const page = article.ownerDocument;
      const start = (element: typeof article) => {
        const range = page.createRange();
        range.setStart(element.firstChild!, 0);
        range.setEnd(element.firstChild!, 1);
        const all = page.createRange();
        all.selectNodeContents(element);
        const [letter, whole] = [range.getBoundingClientRect(), all.getBoundingClientRect()];
        return letter.left - whole.left < whole.right - letter.right ? 'left' : 'right';
      };
      return ['p:first-of-type', 'p:last-of-type', 'code'].map((what) => start(article.querySelector(what)!));
    });
    expect(beginnings).toEqual(['right', 'left', 'left']);
    await field(page, 'Write to Town Square').fill('شكرا');
    await field(page, 'Write to Town Square').and(page.locator(':dir(rtl)')).waitFor();
    await field(page, 'Write to Town Square').fill('');
  });

  test('a deleted reply reduces the reply count once', async () => {
    const root = await crew.post(crew.bob, 'Three answers, please');
    for (const number of ['one', 'two', 'three']) {
      await crew.post(crew.ann, `Number ${number}`, {root_id: root.id});
    }
    const page = await as('ann', `/crew/channels/town-square?thread=${root.id}`);
    const answer = message(page.getByRole('complementary'), 'Number two');
    await answer.hover();
    await answer.getByRole('button', {name: 'More actions'}).click();
    await page.getByRole('menuitem', {name: 'Delete'}).click();
    const question = page.getByRole('alertdialog', {name: 'Delete this message?'});
    await question.getByRole('button', {name: 'Delete'}).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await question.waitFor({state: 'detached'});
    await answer.waitFor({state: 'detached'});
    // The event for the deletion arrived before this message.
    await crew.post(crew.bob, 'Thank you for two of them');
    await message(page, 'Thank you for two').waitFor();
    const replies = message(page, 'Three answers').getByRole('button', {name: /repl(?:y|ies)/});
    expect(await replies.first().textContent()).toContain('2 replies');
  });

  test('deleting the first message removes the thread, and tells people who are writing a reply', async () => {
    const root = await crew.post(crew.ann, 'Shall we move the desks?');
    await crew.post(crew.bob, 'We shall', {root_id: root.id});
    // Cat has read the channel, so it opens at its end, and she sees replies in it.
    await crew.cat.post('/channels/members/me/view', {channel_id: crew.channelId});
    await crew.cat.put(`/users/${crew.cat.id}/preferences`, [
      {
        user_id: crew.cat.id,
        category: 'display_settings',
        name: 'collapsed_reply_threads',
        value: 'off',
      },
    ]);
    const [anns, bobs, cats] = [
      await as('ann', '/crew/channels/town-square'),
      await as('bob', '/crew/channels/town-square'),
      await as('cat', '/crew/channels/town-square'),
    ];
    await message(cats, 'We shall').waitFor();
    await message(bobs, 'Shall we move').getByRole('button', {name: '1 reply'}).click();
    await field(bobs, 'Reply').fill('But not before');
    await message(anns, 'Shall we move').hover();
    await message(anns, 'Shall we move').getByRole('button', {name: 'More actions'}).click();
    await anns.getByRole('menuitem', {name: 'Delete'}).click();
    const question = anns.getByRole('alertdialog', {name: 'Delete this message?'});
    await question.getByText('It is deleted for everyone, with 1 reply.').waitFor();
    await question.getByRole('button', {name: 'Delete'}).click();

    await expect.poll(() => message(cats, 'Shall we move').count()).toBe(0);
    await expect.poll(() => message(cats, 'We shall').count()).toBe(0);
    const panel = bobs.getByRole('complementary');
    await panel.getByText('This message was deleted.').waitFor();
    await message(panel, 'We shall').waitFor({state: 'detached'});
    await panel.getByRole('status').filter({hasText: 'You can no longer reply.'}).waitFor();
    await panel.getByText('But not before').waitFor();
    await field(bobs, 'Reply').waitFor({state: 'detached'});
    expect(await accessibilityViolations(bobs)).toEqual([]);
  });

  test('a file is uploaded with progress, shown as an image, and opened', async () => {
    const page = await as('ann', '/crew/channels/off-topic');
    await page.getByLabel('Files to attach').setInputFiles({
      name: 'plan.png',
      mimeType: 'image/png',
      buffer: await picture(600, 1400),
    });
    await page.getByRole('button', {name: 'Remove plan.png'}).waitFor();
    await write(page, 'Write to Off-Topic', 'The plan');
    await message(page, 'The plan').getByRole('button', {name: 'Show plan.png'}).click();
    const viewer = page.getByRole('dialog', {name: 'plan.png'});
    await viewer.getByRole('link', {name: 'Download'}).waitFor();
    const whole = () => viewer.getByRole('img', {name: 'plan.png'}).boundingBox();
    await expect.poll(async () => (await whole())?.height).toBeGreaterThan(300);
    expect((await whole())!.y + (await whole())!.height).toBeLessThanOrEqual(page.viewportSize()!.height);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await viewer.waitFor({state: 'detached'});
    // The message stays in view when the message box grows.
    const list = page.getByRole('region', {name: 'Messages in Off-Topic'});
    const belowView = () =>
      list.evaluate((one: {scrollHeight?: number; scrollTop?: number; clientHeight?: number}) =>
        Math.round(one.scrollHeight! - one.scrollTop! - one.clientHeight!),
      );
    await field(page, 'Write to Off-Topic').fill('1\n2\n3\n4\n5\n6\n7');
    await expect.poll(belowView).toBe(0);
    await field(page, 'Write to Off-Topic').fill('');

    const notes = {name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('by the door')};
    await page.getByLabel('Files to attach').setInputFiles(notes);
    await page.getByRole('button', {name: 'Remove notes.txt'}).waitFor();
    await write(page, 'Write to Off-Topic', '/shrug at them');
    await page.getByRole('alert').filter({hasText: "Commands can't have files."}).waitFor();
    // With a space before the slash, it is a message.
    await write(page, 'Write to Off-Topic', ' /shrug at them');
    await message(page, '/shrug at them').getByRole('button', {name: 'Show notes.txt'}).waitFor();
    // Without a text, the file is quoted.
    await page.getByLabel('Files to attach').setInputFiles({...notes, name: 'only.txt'});
    await page.getByRole('button', {name: 'Remove only.txt'}).waitFor();
    await page.getByRole('button', {name: 'Send', exact: true}).click();
    const only = page.getByRole('article').filter({has: page.getByRole('button', {name: 'Show only.txt'})});
    await only.hover();
    await only.getByRole('button', {name: 'More actions'}).click();
    await page.getByRole('menuitem', {name: 'Quote message'}).click();
    const box = field(page, 'Write to Off-Topic');
    await expect
      .poll(() => box.inputValue())
      .toMatch(/^> \*\*\[ann\]\(.+\)\*\*\n> \[only\.txt\]\(.+\/pl\/\w+\)\n\n$/);
    await box.fill('');

    await page.getByRole('heading', {name: 'Off-Topic', level: 1}).click();
    await page.getByRole('menuitem', {name: 'Files'}).click();
    const files = page.getByRole('region', {name: 'Files in this channel'});
    await files.getByRole('button', {name: 'Show plan.png'}).waitFor();
    await files.getByRole('button', {name: 'Show notes.txt'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const find = page.getByRole('searchbox', {name: 'Find files'});
    await find.fill('pla');
    await files.getByRole('button', {name: 'Show notes.txt'}).waitFor({state: 'detached'});
    await files.getByRole('button', {name: 'Show plan.png'}).click();
    await viewer.waitFor();
    await page.keyboard.press('Escape');
    await find.fill('zeppelin');
    await page.getByRole('heading', {name: 'No files match “zeppelin”'}).waitFor();
    await find.fill('');
    await chooseOption(page, 'File type', 'Documents');
    await files.getByRole('button', {name: 'Show plan.png'}).waitFor({state: 'detached'});
    await files.getByRole('button', {name: 'Show notes.txt'}).waitFor();
    await chooseOption(page, 'File type', 'Videos');
    await page.getByRole('heading', {name: 'No files of this type'}).waitFor();
    await chooseOption(page, 'File type', 'All types');
    await message(page, 'The plan').hover();
    await message(page, 'The plan').getByRole('button', {name: 'More actions'}).click();
    await page.getByRole('menuitem', {name: 'Delete'}).click();
    await page.getByRole('alertdialog').getByRole('button', {name: 'Delete'}).click();
    await files.getByRole('button', {name: 'Show plan.png'}).waitFor({state: 'detached'});
    await files.getByRole('button', {name: 'Show notes.txt'}).waitFor();
  });

  test('messages and files can be sent without HTTPS, at a network address', async () => {
    const {port} = new URL(address);
    const page = await windows.openSignedOut(`http://office.test:${port}/crew/channels/off-topic`);
    expect(await page.evaluate('isSecureContext')).toBe(false);
    await page.getByLabel('Email or username').fill('bob');
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByLabel('Files to attach').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('open at nine'),
    });
    await page.getByRole('button', {name: 'Remove notes.txt'}).waitFor();
    await write(page, 'Write to Off-Topic', 'From the office');
    await message(page, 'From the office').getByRole('button', {name: 'Show notes.txt'}).waitFor();
    expect(await page.getByText('Not sent.', {exact: false}).count()).toBe(0);
  });

  test('an image that was shown before keeps its space while it loads again', async () => {
    await crew.post(crew.bob, `Here she is: ![Cat](/api/v4/users/${crew.cat.id}/image?at=the-quay)`);
    const page = await as('ann', '/crew/channels/town-square');
    const shown = page.getByRole('img', {name: 'Cat', exact: true});
    const box = async () => {
      const {width, height} = (await shown.boundingBox())!;
      return {width, height};
    };
    await expect.poll(async () => (await box()).height).toBeGreaterThan(60);
    const size = await box();
    await page.route(/the-quay/, () => {});
    await page.reload();
    await shown.waitFor();
    expect(await box()).toEqual(size);
  });

  test('the field to edit a message is in view at the top of a list that follows its end', async () => {
    const channel_id = await crew.channel('lines', [crew.ann]);
    const post = (text: string) => crew.post(crew.ann, text, {channel_id});
    await post('First');
    const page = await as('ann', '/crew/channels/lines');
    const list = page.getByRole('region', {name: 'Messages in lines'});
    const first = message(page, 'First');
    await first.waitFor();
    const place = async (one: Locator) => (await one.boundingBox())!.y - (await list.boundingBox())!.y;
    // Moves the message near the top of the list.
    const lines = Math.floor((await place(first)) / 22) - 2;
    await post(Array.from({length: lines}, (_, line) => `Line ${line}`).join('\n'));
    await message(page, 'Line 0').waitFor();
    await page.mouse.move(0, 0);
    await first.hover({position: {x: 300, y: 30}});
    await first.getByRole('button', {name: 'More actions'}).click();
    await page.getByRole('menuitem', {name: 'Edit'}).click();
    await field(page, 'Edit message').and(page.locator(':focus')).waitFor();
    // The field is taller than the text, and the list has moved for it by then.
    for (let frame = 0; frame < 10; frame++) await page.evaluate('new Promise(requestAnimationFrame)');
    await expect.poll(() => place(field(page, 'Edit message'))).toBeGreaterThanOrEqual(0);
    // The list moves back when the field has closed, and the buttons are above the text again.
    await page.keyboard.press('Escape');
    const overlap = async () => {
      const {y, height} = (await first.getByRole('button', {name: 'More actions'}).boundingBox())!;
      return y + height - (await first.getByText('First').boundingBox())!.y;
    };
    await expect.poll(overlap).toBeLessThan(0);
  });

  test('a long word wraps in the field to edit a message', async () => {
    const channel_id = await crew.channel('long-words', [crew.ann]);
    await crew.post(crew.ann, `Here is ${'a_very_long_'.repeat(10)}identifier`, {channel_id});
    const page = await as('ann', '/crew/channels/long-words');
    await message(page, 'Here is').press('e');
    const [list, box] = [
      await page.getByRole('region', {name: 'Messages in long-words'}).boundingBox(),
      await field(page, 'Edit message').boundingBox(),
    ];
    expect(box!.x + box!.width).toBeLessThanOrEqual(list!.x + list!.width);
  });

  test('a draft is kept across a reload', async () => {
    const page = await as('bob', '/crew/channels/off-topic');
    await field(page, 'Write to Off-Topic').fill('half a thought');
    const loaded = page.waitForResponse(/teams\/\w+\/drafts$/);
    await page.reload();
    await loaded;
    await expect.poll(() => field(page, 'Write to Off-Topic').inputValue()).toBe('half a thought');
    // What the person is writing doesn't move the sidebar.
    const count = async () => {
      const texts = await page.getByRole('link', {name: /^Drafts/}).allInnerTexts();
      return Number(/\d+/.exec(texts.join()) ?? 0);
    };
    const others = await count();
    expect(await page.getByRole('link', {name: /^Drafts/}).count()).toBe(1);
    await page.getByRole('link', {name: 'Town Square'}).click();
    await expect.poll(count).toBe(others + 1);
    await page.getByRole('link', {name: 'Off-Topic'}).click();
    await expect.poll(count).toBe(others);
    await expect.poll(() => field(page, 'Write to Off-Topic').inputValue()).toBe('half a thought');

    // An unsent message stays in the channel, and doesn't mix with the draft.
    await page.route('**/api/v4/posts', (route) => route.abort());
    await field(page, 'Write to Off-Topic').press('Enter');
    await message(page, 'half a thought').getByText('Not sent yet.', {exact: false}).waitFor();
    await field(page, 'Write to Off-Topic').fill('and more');
    await page.reload();
    await expect.poll(() => field(page, 'Write to Off-Topic').inputValue()).toBe('and more');
    await message(page, 'half a thought').getByText('Not sent yet.', {exact: false}).waitFor();
    await page.unroute('**/api/v4/posts');
    await field(page, 'Write to Off-Topic').press('Enter');
    await message(page, 'and more').waitFor();
    await expect.poll(() => page.getByRole('article', {name: 'Sending'}).count()).toBe(0);
  });

  test('what is damaged in the browser is ignored: drafts, unsent messages, searches, sizes of pictures', async () => {
    const channelId = await crew.channel('shelf', [crew.bob]);
    const page = await as('bob', '/crew/channels/shelf');
    await field(page, 'Write to shelf').waitFor();
    // Without its files.
    const unsent = JSON.stringify({id: 'c', channelId, rootId: '', message: 'Half of it', createAt: 1});
    await page.evaluate(`
      localStorage.setItem('draft:${crew.bob.id}:${channelId}', '{"message": 5}');
      localStorage.setItem('unsent:${crew.bob.id}:a', 'null');
      localStorage.setItem('unsent:${crew.bob.id}:b', '{"createAt": 1}');
      localStorage.setItem('unsent:${crew.bob.id}:c', '${unsent}');
      localStorage.setItem('search-history', '[{"terms": 5}]');`);
    await page.addInitScript("sessionStorage.setItem('picture-sizes', '5')");
    await page.reload();
    await write(page, 'Write to shelf', 'It still works');
    await message(page, 'It still works').waitFor();
    await expect.poll(() => page.getByRole('article', {name: 'Sending'}).count()).toBe(0);
    expect(await page.getByText('Half of it').count()).toBe(0);
    await write(page, 'Write to shelf', `![Cat](/api/v4/users/${crew.cat.id}/image)`);
    await page.getByRole('img', {name: 'Cat', exact: true}).waitFor();
    await page.keyboard.press('Control+Shift+F');
    await page.getByRole('combobox', {name: 'Search messages'}).fill('shelf');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('option', {name: /Recent search/}).count()).toBe(0);
    await page.evaluate(`for (const id of ['a', 'b', 'c']) localStorage.removeItem('unsent:${crew.bob.id}:' + id);
      localStorage.removeItem('search-history');`);
  });

  test('a draft appears in another browser until it is sent', async () => {
    const here = await as('cat', '/crew/channels/off-topic');
    const kept = here.waitForResponse((answer) => answer.url().endsWith('/api/v4/drafts'));
    await field(here, 'Write to Off-Topic').fill('begun here');
    await kept;
    const there = await as('cat', '/crew/channels/off-topic');
    await expect.poll(() => field(there, 'Write to Off-Topic').inputValue()).toBe('begun here');
    await field(there, 'Write to Off-Topic').press('Enter');
    await message(here, 'begun here').waitFor();
    await expect.poll(() => field(here, 'Write to Off-Topic').inputValue()).toBe('');
    await expect
      .poll(async () => (await crew.cat.get(`/users/me/teams/${crew.teamId}/drafts`)).body)
      .toEqual([]);
  });

  test('names, channels and emoji are suggested while typing', async () => {
    const direct = await crew.ann.post('/channels/direct', [crew.ann.id, crew.cat.id]);
    await crew.post(crew.ann, 'Only for cat', {channel_id: direct.body.id});
    const page = await as('ann', '/crew/channels/off-topic');
    const area = field(page, 'Write to Off-Topic');
    // People with direct messages come first, and the person comes last.
    await area.pressSequentially('@');
    await page.getByRole('option').first().filter({hasText: 'cat'}).waitFor();
    const names = await page.getByRole('option').allInnerTexts();
    expect(names[names.findIndex((name) => name.includes('@here')) - 1]).toContain('ann');
    await area.fill('');
    await area.pressSequentially('@bo');
    await page.getByRole('option', {name: 'bob'}).waitFor();
    await page.keyboard.press('Enter');
    await area.pressSequentially('~town');
    await page.getByRole('option', {name: 'Town Square'}).waitFor();
    await page.keyboard.press('Tab');
    await area.pressSequentially(':tad');
    await page.getByRole('option', {name: ':tada:'}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await area.inputValue()).toBe('@bob ~town-square :tada: ');
    // The person can undo what a suggestion or a button changed.
    await page.keyboard.press('Control+z');
    expect(await area.inputValue()).toBe('@bob ~town-square :tad');
    // Emoji are found by what they mean, and popular ones come first.
    const firstEmoji = page.getByRole('option', {name: /^:/}).first();
    for (const [term, name] of [
      [':sad', ':cry:'],
      [':thumbs_up', ':+1:'],
      [':roc', ':rocket:'],
    ]) {
      await area.fill(term!);
      await expect.poll(() => firstEmoji.textContent()).toBe(name);
      await page.keyboard.press('Enter');
      expect(await area.inputValue()).toBe(`${name} `);
    }
    await area.fill('bold');
    await area.selectText();
    await page.keyboard.press('Control+b');
    expect(await area.inputValue()).toBe('**bold**');
    await page.keyboard.press('Control+z');
    expect(await area.inputValue()).toBe('bold');

    // The space after a completed name makes room for punctuation, and isn't typed twice.
    await area.fill('');
    await area.pressSequentially('@bo');
    await page.getByRole('option', {name: 'bob'}).waitFor();
    await page.keyboard.press('Enter');
    await area.pressSequentially(', see ~town');
    await page.getByRole('option', {name: 'Town Square'}).waitFor();
    await page.keyboard.press('Tab');
    await area.pressSequentially(' now!');
    expect(await area.inputValue()).toBe('@bob, see ~town-square now!');
    // A new line continues a list, and ends it if the item is empty.
    await area.fill('');
    await area.pressSequentially('1. one');
    await page.keyboard.press('Shift+Enter');
    await area.pressSequentially('two');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await area.pressSequentially('done');
    expect(await area.inputValue()).toBe('1. one\n2. two\ndone');
    await area.fill('');
  });

  test('emoji that the person uses come first, in their skin tone', async () => {
    const page = await as('cat', '/crew/channels/off-topic');
    const area = field(page, 'Write to Off-Topic');
    const names = () => page.getByRole('option').allTextContents();
    await area.fill(':smi');
    await expect.poll(names).toEqual(expect.arrayContaining([':smile:', ':smiley:']));
    expect((await names())[0]).toBe(':smile:');
    // An emoji that is inserted counts when the message is sent.
    await page.getByRole('option', {name: ':smiley_cat:'}).click();
    expect(await area.inputValue()).toBe(':smiley_cat: ');
    await area.fill(':smi');
    await expect.poll(names).toEqual(expect.arrayContaining([':smile:', ':smiley:']));
    expect((await names())[0]).toBe(':smile:');
    await area.fill('Meow :smiley_cat: `:smile:` :no_such_emoji:');
    await page.keyboard.press('Enter');
    await area.fill(':smi');
    await expect.poll(async () => (await names())[0]).toBe(':smiley_cat:');
    // Coarse names come last.
    await area.fill(':sh');
    await expect.poll(names).toContain(':ship:');
    expect(await names()).not.toContain(':shit:');
    await area.fill(':shit');
    await expect.poll(names).toContain(':shit:');
    await area.fill('');

    await page.getByRole('button', {name: 'Insert emoji'}).click();
    const picker = page.getByRole('dialog', {name: 'Emoji'});
    const width = async () => (await picker.getByRole('searchbox').boundingBox())!.width;
    const widthBefore = await width();
    await picker.getByRole('button', {name: 'Choose a skin tone'}).click();
    expect(await width()).toBe(widthBefore);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picker.getByRole('radio', {name: 'Dark skin tone', exact: true}).click();
    await picker
      .getByRole('toolbar', {name: 'Categories'})
      .getByRole('button', {name: 'People & body'})
      .click();
    await picker.getByRole('button', {name: ':wave_dark_skin_tone:', exact: true}).click();
    expect(await area.inputValue()).toBe(':wave_dark_skin_tone: ');
    await area.pressSequentially('Hello');
    await page.keyboard.press('Enter');
    // The emoji to react with keep their places on this page.
    const offered = (text: string) => message(page, text).getByRole('button', {name: /^React with/});
    const labels = (text: string) =>
      offered(text).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    await message(page, 'Hello').first().hover();
    await offered('Hello').nth(2).waitFor();
    const before = await labels('Hello');
    expect(before).toEqual(['React with :+1:', 'React with :heart:', 'React with :tada:']);
    await offered('Hello').nth(2).click();
    await page.getByRole('button', {name: /, 1 reaction$/}).waitFor();
    await message(page, 'Meow').first().hover();
    await offered('Meow').nth(2).waitFor();
    expect(await labels('Meow')).toEqual(before);

    // People click the first reactions blind, so a few uses of others don't move them.
    const other = await as('cat', '/crew/channels/off-topic');
    await message(other, 'Hello').first().hover();
    const ofOther = () =>
      message(other, 'Hello')
        .getByRole('button', {name: /^React with/})
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    await expect.poll(ofOther).toEqual(before);
    const {category, name, value} = (await crew.cat.get('/users/me/preferences/recent_emojis')).body[0];
    const counts = JSON.parse(value) as {name: string; usageCount: number}[];
    expect(counts).toContainEqual({name: 'wave_dark_skin_tone', usageCount: 1});
    const often = counts.map((one) => (one.name === 'wave_dark_skin_tone' ? {...one, usageCount: 20} : one));
    await crew.cat.put('/users/me/preferences', [
      {user_id: crew.cat.id, category, name, value: JSON.stringify(often)},
    ]);
    await other.reload();
    await message(other, 'Hello').first().hover();
    await message(other, 'Hello').getByRole('button', {name: 'React with :wave_dark_skin_tone:'}).click();
    await message(page, 'Hello').getByRole('button', {name: ':wave_dark_skin_tone:, 1 reaction'}).waitFor();
    await field(other, 'Write to Off-Topic').pressSequentially(':rais');
    await other.getByRole('option', {name: ':raised_hand_dark_skin_tone:'}).waitFor();
  });

  test('suggestions and formatting work while editing, and a pasted address becomes a link', async () => {
    const channelId = await crew.channel('edits', [crew.ann, crew.bob]);
    for (const number of Array.from({length: 30}, (_, index) => index)) {
      await crew.post(crew.ann, `Line ${number}`, {channel_id: channelId});
    }
    const page = await as('ann', '/crew/channels/edits');
    await message(page, 'Line 29').waitFor();
    const list = page.getByRole('region', {name: 'Messages in edits'});
    await list.focus();
    await page.keyboard.press('ArrowUp');
    for (let step = 0; step < 25; step++) await page.keyboard.press('ArrowUp');
    await page.getByRole('button', {name: 'Jump to latest'}).waitFor();
    await page.keyboard.press('e');
    const editor = field(page, 'Edit message');
    const row = page.getByRole('article').filter({has: editor});
    await editor.press('ControlOrMeta+a');
    await row.getByRole('button', {name: 'Bold'}).click();
    await expect.poll(() => editor.inputValue()).toMatch(/^\*\*Line \d+\*\*$/);
    // The picker doesn't cover what it writes to.
    const boxes = [
      [row, editor],
      [page, field(page, 'Write to edits')],
    ] as const;
    for (const [place, box] of boxes) {
      await place.getByRole('button', {name: 'Insert emoji'}).last().click();
      const picker = page.getByRole('dialog', {name: 'Emoji'});
      await picker.getByRole('button', {name: ':tada:'}).first().waitFor();
      const [window, text] = [(await picker.boundingBox())!, (await box.boundingBox())!];
      expect(window.y + window.height <= text.y || window.y >= text.y + text.height).toBe(true);
      await page.keyboard.press('Escape');
      await picker.waitFor({state: 'detached'});
    }
    await editor.fill('See docs ');
    await editor.pressSequentially('@bo');
    const option = page.getByRole('option', {name: 'bob'});
    // The whole list is in view, although the message is at the top.
    const [above, frame] = [await option.boundingBox(), await list.boundingBox()];
    expect(above!.y).toBeGreaterThan(frame!.y);
    await page.keyboard.press('Enter');
    expect(await editor.inputValue()).toBe('See docs @bob ');
    await page.evaluate(`{
      const area = document.activeElement;
      area.setSelectionRange(4, 8);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'https://docs.example.com/a_(b)');
      area.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));
    }`);
    const linked = 'See [docs](https://docs.example.com/a_%28b%29) @bob ';
    await expect.poll(() => editor.inputValue()).toBe(linked);
    await page.keyboard.press('Enter');
    await message(page, 'See docs').getByRole('link', {name: 'docs'}).waitFor();
    await page.getByRole('button', {name: 'Jump to latest'}).waitFor();
  });

  /**
   * What is wrong with the formatted text of the text area that has the focus: characters that aren't where a click places the cursor, and
   * lines of another height. Only letters and digits are checked. All that has a style comes with it.
   */
  const styledText = (page: Page): Promise<{wrong: string[]; styled: string[]}> =>
    page.evaluate(`(() => {
      const element = document.activeElement;
      const shown = element.previousElementSibling;
      const wrong = shown.scrollHeight === element.scrollHeight ? [] : ['height'];
      const range = document.createRange();
      let offset = 0;
      for (const line of shown.children) {
        const text = line.textContent;
        for (const {index} of text.matchAll(/[a-z0-9]/gi)) {
          range.setStart(line.firstChild, index);
          range.setEnd(line.firstChild, index + 1);
          const {left, right, top, height} = range.getBoundingClientRect();
          const ends = [left + 0.5, right - 0.5].map(
            (x) => document.caretPositionFromPoint(x, top + height / 2).offset - offset - index,
          );
          if (ends.join() !== '0,1') wrong.push(text[index] + ' in ' + text);
        }
        offset += text.length + 1;
      }
      const styled = [...CSS.highlights].flatMap(([name, ranges]) =>
        [...ranges].map(({startContainer, startOffset, endOffset}) =>
          name + ': ' + startContainer.textContent.slice(startOffset, endOffset),
        ),
      );
      return {wrong, styled};
    })()`);

  test('text is formatted while it is written, where the cursor is', async () => {
    const page = await as('ann', '/crew/channels/off-topic');
    const box = field(page, 'Write to Off-Topic');
    await box.fill(
      `# Plan _B_\nSo **very bold** @bob, \`code\` and ${'WAVe To. '.repeat(40)}\n\n> _quoted_\n${'long'.repeat(80)}`,
    );
    await page.locator('[aria-hidden] + textarea').waitFor();
    const {wrong, styled} = await styledText(page);
    expect(wrong).toEqual([]);
    expect(styled).toEqual(
      expect.arrayContaining(['source-strong: very bold', 'source-mention: @bob', 'source-emphasis: quoted']),
    );
    // The marks in a heading aren't bold.
    expect(styled).toContain('source-strong: B');
    // A line without letters runs in the direction of the text.
    await box.fill('مرحبا **بكم**\n12 (34)\nthen ~~left~~\n');
    const mixed = await styledText(page);
    expect(mixed.wrong).toEqual([]);
    expect(mixed.styled).toContain('source-strike: left');
    expect(mixed.styled).not.toContain('source-mention: @bob');
    await box.fill('so **sent**');
    await box.press('Enter');
    await message(page, 'so sent').and(page.locator('[data-post]')).press('e');
    await page.locator('article [aria-hidden] + textarea:focus').waitFor();
    expect(await styledText(page)).toMatchObject({
      wrong: [],
      styled: expect.arrayContaining(['source-strong: sent']),
    });
    expect(await page.locator('[aria-hidden] + textarea').count()).toBe(1);
    await page.keyboard.press('Escape');
  });

  test('formatted text is pasted as Markdown, and without formatting on request', async () => {
    const channelId = await crew.channel('pasting', [crew.ann, crew.bob]);
    const page = await as('ann', '/crew/channels/pasting');
    const box = field(page, 'Write to pasting');
    await box.waitFor();
    /** Pastes into the focused field what a program has copied. */
    const pasteFormats = (formats: Record<string, string>) =>
      page.evaluate(
        `{
          const clipboardData = new DataTransfer();
          for (const [type, text] of Object.entries(${JSON.stringify(formats)})) clipboardData.setData(type, text);
          document.activeElement.dispatchEvent(
            new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}),
          );
        }`,
      );
    const paste = async (formats: Record<string, string>, expected: string) => {
      await box.fill('');
      await pasteFormats(formats);
      await expect.poll(() => box.inputValue(), {timeout: 5000}).toBe(expected);
    };
    const html = (text: string, plain = 'plain') => ({'text/html': text, 'text/plain': plain});

    // A web page.
    await paste(
      html(
        '<h2>Plan</h2><p>A <b>bold</b>, <em>slanted</em> and <s>old</s> <a href="https://a.example/x_(y)">link</a>,' +
          ' <code>a_b</code>, 2 * 3 and snake_case.</p><blockquote>Quoted</blockquote><hr>',
      ),
      '## Plan\n\nA **bold**, _slanted_ and ~~old~~ [link](https://a.example/x_%28y%29), `a_b`, 2 * 3 and snake_case.\n\n' +
        '> Quoted\n\n---\n',
    );
    await paste(
      html('<p>Not *bold*, not _slanted_, not ~~old~~, but <b>bold</b></p>'),
      'Not \\*bold\\*, not \\_slanted\\_, not \\~\\~old\\~\\~, but **bold**',
    );
    await paste(html('<p>1. No list, <i>only a number</i></p>'), '1\\. No list, _only a number_');
    // Lists, with tasks and in other lists.
    await paste(
      html(
        '<ol start="3"><li>Three<ul><li>Inner</li></ul></li><li>Four</li></ol>' +
          '<ul><li><input type="checkbox" checked> Done</li><li><input type="checkbox"> Open</li></ul>',
      ),
      '3. Three\n   - Inner\n4. Four\n\n- [x] Done\n- [ ] Open\n',
    );
    // Google Docs: styles, a bold element that isn't, and lists directly in lists.
    await paste(
      html(
        '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Bold</span>' +
          '<span style="font-weight:400"> and </span><span style="font-style:italic">slanted</span></p>' +
          '<ul><li><p>One</p></li><ul><li><p>Two</p></li></ul></ul></b>',
      ),
      '**Bold** and _slanted_\n\n- One\n  - Two\n',
    );
    // Word: list items are paragraphs.
    await paste(
      html(
        '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·  </span>One</p>' +
          '<p class="MsoListParagraph" style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o  </span>Two</p>' +
          '<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·  </span>Three</p>',
      ),
      '- One\n  - Two\n- Three\n',
    );
    // A spreadsheet.
    await paste(
      html(
        '<table><tr><td>Name</td><td>Price</td></tr><tr><td>A | B<br>C</td><td>2 *</td></tr><tr><td></td><td>3</td></tr></table>',
        'Name\tPrice',
      ),
      '| Name | Price |\n| --- | --- |\n| A \\| B C | 2 * |\n|  | 3 |\n',
    );
    // Code editors.
    const code = 'function a() {\n  return `b`;\n}';
    await paste(
      {...html('<div>code</div>', code), 'vscode-editor-data': '{"mode":"typescript"}'},
      `\`\`\`typescript\n${code}\n\`\`\`\n`,
    );
    await paste(
      html('<pre style="font-family:\'JetBrains Mono\',monospace">code</pre>', code),
      `\`\`\`\n${code}\n\`\`\`\n`,
    );
    await paste(
      html(
        '<div style="font-family: Consolas, \'Courier New\', monospace;white-space: pre;"><div>x</div></div>',
        'x = 1',
      ),
      '`x = 1`',
    );
    await paste(html('<pre>a\n  b</pre>'), '```\na\n  b\n```\n');
    // Patchbay: the names of emoji and of people.
    await paste(
      html(
        '<b>Hi</b> <bdi data-mention="bob">@Bob Stone</bdi> <span role="img" aria-label=":tada:">🎉</span>',
      ),
      '**Hi** @bob :tada:',
    );
    // Hostile content: only its text arrives.
    await paste(
      html(
        '<p onclick="alert(1)"><script>alert(1)</script><style>p{}</style><b>Text</b> <a href="javascript:alert(1)">link</a>' +
          '<img src="https://tracker.example/x.png" alt="picture"><iframe src="https://tracker.example"></iframe>' +
          '<span style="display:none">hidden</span></p>',
      ),
      '**Text** linkpicture',
    );
    // Nothing is lost in what is too large.
    await paste(html(`<b>${'x'.repeat(1_000_001)}</b>`, 'too large'), 'too large');

    // Undo brings back the text before.
    await box.fill('Before ');
    await pasteFormats(html('<b>bold</b>', 'bold'));
    expect(await box.inputValue()).toBe('Before **bold**');
    await page.keyboard.press('Control+z');
    expect(await box.inputValue()).toBe('Before ');
    // The real clipboard: a message, with and without its formatting.
    await crew.post(crew.bob, 'Ship it **today**, @ann :tada:', {channel_id: channelId});
    const source = message(page, 'Ship it').getByText('Ship it');
    await source.click({clickCount: 3});
    await page.keyboard.press('Control+c');
    await box.fill('');
    await page.keyboard.press('Control+v');
    await expect.poll(() => box.inputValue()).toBe('Ship it **today**, @ann :tada:');
    await box.fill('');
    await page.keyboard.press('Control+Shift+v');
    await expect.poll(() => box.inputValue()).toMatch(/^Ship it today, @ann/);
    const copyText = async () => {
      await message(page, 'Ship it').hover();
      await message(page, 'Ship it').getByRole('button', {name: 'More actions'}).click();
      await page.getByRole('menuitem', {name: 'Copy text'}).click();
    };
    await copyText();
    await page.getByText('Text copied').waitFor();
    await page.evaluate('document.execCommand = () => false');
    await copyText();
    await page.getByText("Couldn't copy: your browser doesn't allow it").waitFor();

    // Editing a message pastes the same way.
    await crew.post(crew.ann, 'Draft', {channel_id: channelId});
    await message(page, 'Draft').waitFor();
    await box.fill('');
    await page.keyboard.press('ArrowUp');
    const editor = field(page, 'Edit message');
    await editor.fill('');
    await pasteFormats(html('<b>bold</b>', 'bold'));
    await expect.poll(() => editor.inputValue()).toBe('**bold**');
  });

  test('the marks of edited and saved messages are on a line of the text, or next to other content', async () => {
    const channelId = await crew.channel('corrections', [crew.ann, crew.bob]);
    const edited = async (message: string) => {
      const post = await crew.post(crew.bob, 'as first written', {channel_id: channelId});
      await crew.bob.put(`/posts/${post.id}/patch`, {message});
      return post.id;
    };
    await edited('Two paragraphs.\n\nThe last one.');
    await edited('And then code:\n```\nthe last line\n```');
    const last = await edited('Saved for later reading');
    const page = await as('ann', '/crew/channels/corrections');
    const isInLine = async (text: string, words: string, name = 'edited') => {
      const mark = (await message(page, text).getByText(name, {exact: true}).boundingBox())!;
      const line = (await message(page, text).getByText(words).boundingBox())!;
      return mark.y < line.y + line.height && line.y < mark.y + mark.height;
    };
    await message(page, 'And then code').waitFor();
    expect(await isInLine('Two paragraphs.', 'The last one.')).toBe(true);
    expect(await isInLine('And then code', 'the last line')).toBe(false);
    const setDisplay = (value: string) => ({category: 'display_settings', name: 'message_display', value});
    await crew.ann.put('/users/me/preferences', [
      {category: 'flagged_post', name: last, value: 'true'},
      setDisplay('compact'),
    ]);
    await page.locator('[data-display=compact]').first().waitFor();
    await message(page, 'for later').getByText('Saved', {exact: true}).waitFor();
    expect(await isInLine('for later', 'for later', 'Saved')).toBe(true);
    expect(await isInLine('for later', 'for later')).toBe(true);
    // The texts of the server are in the column of the others.
    await crew.ann.put(`/channels/${channelId}/patch`, {header: 'Errata'});
    const notice = page.getByRole('article', {name: /^System message/}).getByText('Errata');
    const author = message(page, 'Two paragraphs.').getByText('bob', {exact: true});
    const start = async (place: Locator) => (await place.boundingBox())!.x;
    expect(await start(notice)).toBe(await start(author));
    await crew.ann.put('/users/me/preferences', [setDisplay('clean')]);
  });

  test('headings in a message are below those of the page, without skipping a level', async () => {
    const channelId = await crew.channel('minutes', [crew.ann, crew.bob]);
    await crew.post(crew.bob, '### Small\n# Large\n#### Tiny\n## Middle', {channel_id: channelId});
    const page = await as('ann', '/crew/channels/minutes');
    for (const [name, level] of [
      ['minutes', 1],
      ['Messages', 2],
      ['Small', 3],
      ['Large', 3],
      ['Tiny', 4],
      ['Middle', 4],
    ] as const) {
      await page.getByRole('heading', {name, exact: true, level}).waitFor();
    }
  });

  test('a task list shows completed tasks', async () => {
    await crew.post(crew.bob, 'For today:\n- [x] open the gate\n- [ ] feed the **gulls**');
    const page = await as('ann', '/crew/channels/town-square');
    const items = message(page, 'For today:').getByRole('listitem');
    await items.filter({hasText: 'open the gate'}).getByRole('img', {name: 'Done:'}).waitFor();
    await items.filter({hasText: 'feed the gulls'}).getByRole('img', {name: 'To do:'}).waitFor();
  });

  test('no script in a message runs', async () => {
    await crew.post(
      crew.bob,
      '[a](javascript:alert(1)) <img src=x onerror=alert(1)> [b](data:text/html,x) ![c](javascript:alert(1)) [d](https://example.com)',
      {channel_id: (await crew.server.features.channels.byName(crew.teamId, 'off-topic')).id},
    );
    const page = await as('ann', '/crew/channels/off-topic');
    const post = message(page, 'onerror=alert(1)');
    await post.waitFor();
    const links = await post
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
    expect(links.filter(([href]) => !href!.startsWith('/crew'))).toEqual([
      ['https://example.com', 'noopener noreferrer nofollow'],
    ]);
    expect(await post.locator('img[src^="javascript"], img[onerror]').count()).toBe(0);
  });
});

describeInBrowser('a session', () => {
  test('that has ended leads back to the same page after signing in', async () => {
    const browser = await startBrowser();
    const crew = await createCrew();
    const address = await crew.server.listen();
    const {page, context} = await openAs(browser, address, 'ann', '/crew/channels/off-topic');
    await page.getByRole('textbox', {name: 'Write to Off-Topic'}).fill('not lost');
    await crew.server.admin.post(`/users/${crew.ann.id}/sessions/revoke/all`);
    // The notice appears without any action.
    await page.getByText('Your session expired.', {exact: false}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // The page still knows the username.
    expect(await page.getByLabel('Email or username').inputValue()).toBe('ann');
    await page.getByLabel('Password').and(page.locator(':focus')).fill('a long enough password');
    await page.keyboard.press('Enter');
    const area = page.getByRole('textbox', {name: 'Write to Off-Topic'});
    await area.waitFor();
    expect(await area.inputValue()).toBe('not lost');

    // Signing out in another window deletes the cookie.
    const other = await context.newPage();
    await other.goto(address);
    await other.getByRole('button', {name: 'Your account: ann'}).click();
    await other.getByRole('menuitem', {name: 'Sign out'}).click();
    await other.getByRole('heading', {name: 'Sign in to Patchbay'}).waitFor();
    expect(await other.getByText('Your session expired.', {exact: false}).count()).toBe(0);
    await page.getByText('Your session expired.', {exact: false}).waitFor();
    await browser.close();
    await crew.close();
  });
});
