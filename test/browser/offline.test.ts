import type {Page, Route} from 'playwright-core';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {accessibilityViolations, describeInCompleteBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';

/** Runs in the page, before its scripts: lists what it does with `Intl` until it shows messages. */
const noteIntl = `
  globalThis.usedIntl = [];
  const note = (use) => {
    if (!document.querySelector('article')) usedIntl.push(use + ': ' + new Error().stack);
  };
  for (const name of ['Collator', 'DateTimeFormat', 'ListFormat', 'Locale', 'NumberFormat', 'RelativeTimeFormat']) {
    Intl[name] = new Proxy(Intl[name], {
      construct: (target, args) => (note(name), new target(...args)),
      apply: (target, _this, args) => (note(name), target(...args)),
      get: (target, key) => (key === 'supportedLocalesOf' && note(name), target[key]),
    });
  }
  for (const {prototype} of [Date, Number, String]) {
    for (const name of ['localeCompare', 'toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
      const use = prototype[name];
      if (use) prototype[name] = function (...args) {
        note(name);
        return use.apply(this, args);
      };
    }
  }
`;

describeInCompleteBrowser('without a connection', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows('complete');

  beforeAll(async () => {
    crew = await createCrew();
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const as = (username: string, name: string) => windows.openAs(address, username, `/crew/channels/${name}`);
  const message = (page: Page, text: string) => page.getByRole('article').filter({hasText: text});
  const channelLink = (page: Page, name: string) =>
    page.getByRole('navigation', {name: 'Channels', exact: true}).getByRole('link', {name});
  const offlineBanner = (page: Page) =>
    page.getByText("You're offline. Showing messages saved", {exact: false});

  /** The keys of the data stored in the browser. */
  const storedKeys = (page: Page) =>
    page.evaluate<string[]>(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('patchbay');
      opening.onupgradeneeded = () => opening.result.createObjectStore('offline');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const keys = opening.result.transaction('offline').objectStore('offline').getAllKeys();
        keys.onsuccess = () => {
          opening.result.close();
          resolve(keys.result);
        };
      };
    })`);

  /** The parts of the sidebar that are stored in the copy. */
  const storedData = (page: Page) =>
    page.evaluate<string[]>(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('patchbay');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const copy = opening.result.transaction('offline').objectStore('offline').get('copy');
        copy.onsuccess = () => {
          opening.result.close();
          resolve(Object.values(copy.result?.queries ?? {}).map(({key}) => key[0]));
        };
      };
    })`);

  /** Waits until the client can start without a connection and has stored the messages of these channels. */
  async function untilStored(page: Page, ...channelIds: string[]): Promise<void> {
    const wanted = ['copy', ...channelIds.map((id) => `channel:${id}`)];
    await expect.poll(() => storedKeys(page)).toEqual(expect.arrayContaining(wanted));
    const data = ['my-teams', 'my-channels', 'my-memberships', 'categories', 'preferences', 'roles'];
    await expect.poll(() => storedData(page)).toEqual(expect.arrayContaining(data));
    const isSaved = () =>
      page.evaluate<boolean>(`(async () => {
        const urls = performance
          .getEntriesByType('resource')
          .map(({name}) => name)
          .filter((name) => name.includes('/assets/'));
        const found = await Promise.all(urls.map((url) => caches.match(url)));
        return urls.length > 0 && found.every(Boolean) && (await caches.match('/')) !== undefined;
      })()`);
    await expect.poll(isSaved).toBe(true);
  }

  test('the page shows its copy without Intl, which is slow when it is used first', async () => {
    const {channel_id} = await crew.post(crew.bob, 'When was this?');
    const page = await as('ann', 'town-square');
    const said = message(page, 'When was this?');
    const time = said.getByText(/^\d+:\d+ [AP]M$/);
    const before = await time.textContent();
    await untilStored(page, channel_id);
    await page.addInitScript(noteIntl);
    await page.reload();
    await said.waitFor();
    expect(await page.evaluate('usedIntl')).toEqual([]);
    expect(await time.textContent()).toBe(before);
  });

  test('the channels that were opened last are shown, and loaded when the connection is back', async () => {
    const harborId = await crew.channel('harbor', [crew.bob, crew.ann]);
    await crew.channel('unopened', [crew.bob, crew.ann]);
    const inHarbor = {channel_id: harborId};
    await crew.post(crew.bob, 'Said in the square');
    const edited = await crew.post(crew.bob, 'First words', inHarbor);
    const deleted = await crew.post(crew.bob, 'Not for long', inHarbor);
    const page = await as('ann', 'town-square');
    await message(page, 'Said in the square').waitFor();
    await channelLink(page, 'harbor').click();
    await message(page, 'First words').waitFor();
    await untilStored(page, crew.channelId, harborId);

    await page.context().setOffline(true);
    await page.reload();
    await message(page, 'First words').getByText('bob', {exact: true}).waitFor();
    await message(page, 'Not for long').waitFor();
    await offlineBanner(page).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await channelLink(page, 'Town Square').click();
    await message(page, 'Said in the square').waitFor();
    await channelLink(page, 'unopened').click();
    await page.getByText("Can't reach the server.", {exact: false}).waitFor();
    await channelLink(page, 'harbor').click();
    await message(page, 'First words').waitFor();

    await crew.bob.put(`/posts/${edited.id}/patch`, {message: 'Better words'});
    await crew.bob.delete(`/posts/${deleted.id}`);
    await crew.post(crew.bob, 'Said meanwhile', inHarbor);
    await page.context().setOffline(false);
    await message(page, 'Said meanwhile').waitFor();
    await message(page, 'Better words').waitFor();
    await message(page, 'Not for long').waitFor({state: 'detached'});
    await offlineBanner(page).waitFor({state: 'detached'});
  });

  test('channels that were left before the code that stores them was loaded are stored too', async () => {
    const dockId = await crew.channel('dock', [crew.bob, crew.ann]);
    await crew.post(crew.bob, 'Said in the square');
    await crew.post(crew.bob, 'Said at the dock', {channel_id: dockId});
    const page = await windows.openAs(address, 'ann', '/api/v4/system/ping', {serviceWorkers: 'block'});
    const {promise: mayLoad, resolve: load} = Promise.withResolvers<void>();
    await page.route('**/assets/save-copy-*.js', async (route) => {
      await mayLoad;
      await route.continue();
    });
    await page.goto(`${address}/crew/channels/town-square`);
    await message(page, 'Said in the square').first().waitFor();
    await channelLink(page, 'dock').click();
    await message(page, 'Said at the dock').waitFor();
    load();
    const wanted = [crew.channelId, dockId].map((id) => `channel:${id}`);
    await expect.poll(() => storedKeys(page)).toEqual(expect.arrayContaining(wanted));
  });

  test('files that are still loading when the service worker starts are stored too', async () => {
    const page = await windows.openAs(address, 'ann', '/api/v4/system/ping');
    const isControlled = () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null');
    await page.route('**/assets/conversation-*.js', async (route) => {
      await expect.poll(isControlled).toBe(true);
      await route.continue();
    });
    await page.goto(`${address}/crew/channels/town-square`);
    await page.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();
    await untilStored(page);
  });

  test('messages are shown before the server responds, and unread ones afterwards', async () => {
    const channelId = await crew.channel('dawn', [crew.bob, crew.ann]);
    await crew.post(crew.bob, 'Said yesterday', {channel_id: channelId});
    const page = await as('ann', 'dawn');
    await message(page, 'Said yesterday').waitFor();
    await untilStored(page, channelId);
    const held: Route[] = [];
    let isHeld = true;
    await page.route('**/api/v4/**', (route) => (isHeld ? void held.push(route) : route.continue()));
    await page.addInitScript(`
      const send = fetch;
      window.sentBefore = [];
      window.fetch = (url, ...options) => {
        if (!document.querySelector('article')) window.sentBefore.push(new URL(url, origin).pathname);
        return send(url, ...options);
      };
    `);
    await page.reload();
    await message(page, 'Said yesterday').waitFor();
    await expect.poll(() => held.length).toBeGreaterThan(5);
    // Only what decides whether the person is signed in is requested before.
    const sentBefore = await page.evaluate<string[]>('window.sentBefore');
    expect(sentBefore.toSorted()).toEqual(['/api/v4/config/client', '/api/v4/users/me']);
    await page.getByRole('textbox', {name: 'Write to dawn'}).waitFor();
    await crew.post(crew.bob, 'Said today', {channel_id: channelId});
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
    await message(page, 'Said today').waitFor();

    // A fault of the server says nothing about what is stored.
    const first = Promise.withResolvers<Route>();
    let isFirst = true;
    await page.route('**/api/v4/users/me', (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      first.resolve(route);
    });
    await page.reload();
    await message(page, 'Said today').waitFor();
    await (await first.promise).fulfill({status: 500, json: {id: 'fault', message: '', status_code: 500}});
    await crew.post(crew.bob, 'Said later', {channel_id: channelId});
    await message(page, 'Said later').waitFor();

    // After a start on a page without channels, which doesn't need what is stored about them.
    await page.goto(`${address}/_teams`);
    await page.getByRole('heading', {name: 'Teams', level: 1}).waitFor();
    await page.getByRole('navigation', {name: 'Teams'}).getByRole('link', {name: 'Crew'}).click();
    await channelLink(page, 'dawn').waitFor();
    await channelLink(page, 'Off-Topic').click();
    await page.getByRole('textbox', {name: 'Write to Off-Topic'}).waitFor();
    await crew.post(crew.bob, '@ann said at last', {channel_id: channelId});
    await channelLink(page, 'dawn').getByText('1 mention').waitFor();
  });

  test('a channel that the person was removed from is no longer shown or stored', async () => {
    const coveId = await crew.channel('cove', [crew.bob, crew.ann], 'P');
    await crew.post(crew.bob, 'Between us', {channel_id: coveId});
    const page = await as('ann', 'cove');
    await message(page, 'Between us').waitFor();
    await untilStored(page, coveId);
    await page.context().setOffline(true);
    await page.reload();
    await message(page, 'Between us').waitFor();
    await crew.bob.delete(`/channels/${coveId}/members/${crew.ann.id}`);
    await page.context().setOffline(false);
    await message(page, 'Between us').waitFor({state: 'detached'});
    await expect.poll(() => channelLink(page, 'cove').count()).toBe(0);
    await expect.poll(() => storedKeys(page)).not.toContain(`channel:${coveId}`);
  });

  test('nothing is stored after signing out, or for another account', async () => {
    await crew.post(crew.bob, 'Said in the square');
    const page = await as('ann', 'town-square');
    await message(page, 'Said in the square').first().waitFor();
    await untilStored(page, crew.channelId);
    const signInAs = async (username: string) => {
      await page.context().clearCookies();
      const data = {login_id: username, password: 'a long enough password'};
      await page.request.post(`${address}/api/v4/users/login`, {data});
    };
    await page.goto('about:blank');
    await signInAs('stranger');
    await page.goto(address);
    await page.getByRole('button', {name: 'Your account: stranger'}).waitFor();
    await expect.poll(() => storedKeys(page)).not.toContain(`channel:${crew.channelId}`);

    await page.goto('about:blank');
    await signInAs('ann');
    await page.goto(`${address}/crew/channels/town-square`);
    await untilStored(page, crew.channelId);
    await page.getByRole('button', {name: /^Your account/}).click();
    await page.getByRole('menuitem', {name: 'Sign out'}).click();
    await page.getByRole('textbox', {name: 'Password'}).waitFor();
    expect(await storedKeys(page)).toEqual([]);
  });

  test.each([
    ['was revoked', (_: Page) => crew.server.admin.post(`/users/${crew.cat.id}/sessions/revoke/all`)],
    ['was ended in another tab', (page: Page) => page.context().clearCookies()],
  ])('nothing is stored after the session %s', async (_how, end) => {
    await crew.post(crew.bob, 'Said in the square');
    const page = await as('cat', 'town-square');
    await message(page, 'Said in the square').first().waitFor();
    await untilStored(page, crew.channelId);
    await page.context().setOffline(true);
    await page.reload();
    await message(page, 'Said in the square').first().waitFor();
    await end(page);
    await page.context().setOffline(false);
    await page.getByRole('textbox', {name: 'Password'}).waitFor();
    await expect.poll(() => storedKeys(page)).toEqual([]);
    expect(await page.getByText('Said in the square').count()).toBe(0);
  });

  test('nothing is stored if the administrators turn it off', async () => {
    await crew.post(crew.bob, 'Said in the square');
    const page = await as('bob', 'town-square');
    await message(page, 'Said in the square').first().waitFor();
    await untilStored(page, crew.channelId);
    await crew.server.platform.config.patch({ServiceSettings: {EnableOfflineMessages: false}});
    await expect.poll(() => storedKeys(page)).toEqual([]);
    await crew.server.platform.config.patch({ServiceSettings: {EnableOfflineMessages: true}});
  });

  describe('messages', () => {
    const waiting = (page: Page, text: string) =>
      message(page, text).filter({hasText: 'Not sent yet. Waiting for a connection.'});
    const rejected = (page: Page, text: string) => message(page, text).filter({hasText: 'Not sent. '});

    async function write(page: Page, name: string, text: string): Promise<void> {
      await page.getByRole('textbox', {name: `Write to ${name}`}).fill(text);
      await page.keyboard.press('Enter');
      await message(page, text).waitFor();
    }

    /** The messages that ann posted in a channel, in order. */
    async function written(channelId: string): Promise<string[]> {
      const {posts} = (await crew.bob.get(`/channels/${channelId}/posts`)).body;
      return Object.values<{message: string; create_at: number; user_id: string; type: string}>(posts)
        .filter((post) => post.user_id === crew.ann.id && post.type === '')
        .sort((a, b) => a.create_at - b.create_at)
        .map((post) => post.message);
    }

    test('wait for the connection, also across a reload, and are sent once and in order by one tab', async () => {
      const channelId = await crew.channel('queue', [crew.bob, crew.ann]);
      const page = await as('ann', 'queue');
      await page.getByRole('textbox', {name: 'Write to queue'}).waitFor();
      await untilStored(page, channelId);
      await page.context().setOffline(true);
      for (const text of ['one', 'tow', 'three', 'four']) await write(page, 'queue', text);
      await waiting(page, 'four').waitFor();
      await waiting(page, 'three').getByRole('button', {name: 'Discard'}).click();
      await message(page, 'three').waitFor({state: 'detached'});
      await waiting(page, 'tow').getByRole('button', {name: 'Edit'}).click();
      const box = page.getByRole('textbox', {name: 'Write to queue'});
      expect(await box.inputValue()).toBe('tow');
      await write(page, 'queue', 'two');
      await waiting(page, 'two').waitFor();

      await page.reload();
      for (const text of ['one', 'four', 'two']) await waiting(page, text).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      const other = await page.context().newPage();
      await other.goto(`${address}/crew/channels/queue`);
      await waiting(other, 'two').waitFor();
      await channelLink(other, 'Town Square').click();
      await channelLink(other, 'queue message not sent').waitFor();
      const sent: string[] = [];
      page.context().on('request', (request) => {
        const isPost = request.method() === 'POST' && request.url().endsWith('/api/v4/posts');
        if (isPost)
          request.response().then(
            (response) => sent.push(String(response?.status())),
            () => {},
          );
      });
      await page.context().setOffline(false);
      await expect.poll(() => page.getByText('Not sent yet.').count()).toBe(0);
      await channelLink(other, 'queue message not sent').waitFor({state: 'detached'});
      expect(await written(channelId)).toEqual(['one', 'four', 'two']);
      expect(sent.filter((status) => status === '201')).toHaveLength(3);
    });

    test('of a closed window are sent by the next window', async () => {
      const channelId = await crew.channel('closed', [crew.bob, crew.ann]);
      const page = await as('ann', 'closed');
      await page.getByRole('textbox', {name: 'Write to closed'}).waitFor();
      await page.context().setOffline(true);
      await write(page, 'closed', 'before I left');
      await waiting(page, 'before I left').waitFor();
      await page.close();
      await page.context().setOffline(false);
      const next = await page.context().newPage();
      await next.goto(`${address}/crew/channels/town-square`);
      await expect.poll(() => written(channelId)).toEqual(['before I left']);
    });

    test('of a window that is closed while sending are sent by another window', async () => {
      const channelId = await crew.channel('handover', [crew.bob, crew.ann]);
      const page = await as('ann', 'handover');
      const other = await page.context().newPage();
      await other.goto(`${address}/crew/channels/handover`);
      await other.getByRole('textbox', {name: 'Write to handover'}).waitFor();
      // Either window may be the one that sends messages.
      const sender = Promise.withResolvers<Page>();
      let isHeld = false;
      await page.context().route('**/api/v4/posts', (route) => {
        if (isHeld) return route.continue();
        isHeld = true;
        sender.resolve(route.request().frame().page());
      });
      await write(page, 'handover', 'to be continued');
      const closed = await sender.promise;
      await closed.close();
      await expect.poll(() => written(channelId)).toEqual(['to be continued']);
      await message(closed === page ? other : page, 'to be continued').waitFor();
    });

    test('that the server rejects stay with the reason, also across a reload', async () => {
      const channelId = await crew.channel('closing', [crew.bob, crew.ann]);
      const page = await as('ann', 'closing');
      await page.getByRole('textbox', {name: 'Write to closing'}).waitFor();
      await page.context().setOffline(true);
      await write(page, 'closing', 'too late');
      await waiting(page, 'too late').waitFor();
      await crew.bob.delete(`/channels/${channelId}`);
      await page.context().setOffline(false);
      await rejected(page, 'too late').waitFor();
      await page.reload();
      await rejected(page, 'too late').getByRole('button', {name: 'Try again'}).waitFor();
      await rejected(page, 'too late').getByRole('button', {name: 'Discard'}).click();
      await message(page, 'too late').waitFor({state: 'detached'});
      await page.reload();
      await page.getByText('This channel is archived.', {exact: false}).waitFor();
      expect(await message(page, 'too late').count()).toBe(0);
    });

    test('that are more than a day old are only sent on request', async () => {
      const channelId = await crew.channel('stale', [crew.bob, crew.ann]);
      const page = await as('ann', 'stale');
      await page.getByRole('textbox', {name: 'Write to stale'}).waitFor();
      await page.context().setOffline(true);
      await write(page, 'stale', 'Lunch in five minutes?');
      await waiting(page, 'Lunch').waitFor();
      await page.goto('about:blank');
      await page.context().setOffline(false);
      await page.clock.setFixedTime(Date.now() + 25 * 60 * 60 * 1000);
      await page.goto(`${address}/crew/channels/stale`);
      await rejected(page, 'Lunch').getByText('It was written more than a day ago.').waitFor();
      await rejected(page, 'Lunch').getByRole('button', {name: 'Try again'}).click();
      await expect.poll(() => written(channelId)).toEqual(['Lunch in five minutes?']);
    });
  });
});
