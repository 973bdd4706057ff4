import type {CDPSession, Page} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInCompleteBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {ALLOW_LOOPBACK} from '../support/picture-site.ts';
import {type PushedBrowser, type PushService, startPushService} from '../support/push-service.ts';

describeInCompleteBrowser('push notifications', () => {
  let crew: Crew;
  let service: PushService;
  let address: string;
  const windows = testWindows('complete');

  beforeAll(async () => {
    service = await startPushService();
    crew = await createCrew(ALLOW_LOOPBACK);
    service.senderKey = (await crew.ann.get('/web_push/key')).body.public_key;
    address = await crew.server.listen();
  });
  afterAll(async () => {
    await crew.close();
    await service.close();
  });

  /** Opens a page whose browser uses our push service instead of the vendor's. */
  async function openWithPush(path: string): Promise<{page: Page; browser: PushedBrowser}> {
    const page = await windows.openAs(address, 'ann', '/');
    await page.context().grantPermissions(['notifications'], {origin: address});
    const browser = service.browser();
    await page.addInitScript(`{
      const json = ${JSON.stringify(browser.subscription)};
      let current = null;
      Object.assign(PushManager.prototype, {
        async subscribe({applicationServerKey}) {
          const text = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'));
          const key = Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer;
          current = {
            options: {applicationServerKey: key},
            toJSON: () => json,
            unsubscribe: async () => (current = null),
          };
          return current;
        },
        getSubscription: async () => current,
      });
    }`);
    await page.goto(address + path);
    return {page, browser};
  }

  /** Simulates the browser's side of a push. Returns a function that delivers a message to the service worker. */
  async function deliverTo(page: Page): Promise<(notice: object) => Promise<void>> {
    const session: CDPSession = await page.context().newCDPSession(page);
    const registrationId = new Promise<string>((resolve) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({registrations}) => {
        if (registrations[0]) resolve(registrations[0].registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const id = await registrationId;
    return async (notice) => {
      const data = JSON.stringify(notice);
      await session.send('ServiceWorker.deliverPushMessage', {origin: address, registrationId: id, data});
    };
  }

  const shownBy = (page: Page) =>
    page.evaluate<{title: string; tag: string}[]>(`navigator.serviceWorker.ready
      .then((registration) => registration.getNotifications())
      .then((all) => all.map(({title, tag}) => ({title, tag})))`);

  test('a person turns them on, receives one, and turns them off', async () => {
    const {page, browser} = await openWithPush('/_settings/notifications');
    const option = page.getByRole('switch', {name: 'Send push notifications to this browser'});
    await expect.poll(() => option.isChecked()).toBe(false);
    await option.click();
    await expect.poll(() => option.isChecked()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    const deliver = await deliverTo(page);
    await page.getByRole('button', {name: 'Send test notification'}).click();
    await page.getByText('Test notification sent.').waitFor();
    expect(browser.received).toMatchObject([{title: 'Push notifications work'}]);
    await deliver(browser.received[0]!);
    await expect.poll(() => shownBy(page)).toMatchObject([{title: 'Push notifications work', tag: 'test'}]);

    // People see a message in a visible window.
    await deliver({title: 'Town Square', body: '@bob: hello', tag: crew.channelId, path: '/'});
    await crew.server.features.statuses.choose(crew.ann.id, 'offline');
    await crew.post(crew.bob, '@ann are you there?');
    await expect.poll(() => browser.received.length).toBe(2);
    expect(browser.received[1]).toMatchObject({title: 'Town Square', body: '@bob: @ann are you there?'});
    expect(await shownBy(page)).toHaveLength(1);

    await option.click();
    await expect.poll(() => option.isChecked()).toBe(false);
    expect((await crew.ann.post('/web_push/test')).status).toBe(404);
  });

  test('the switch says why it is disabled', async () => {
    const {page} = await openWithPush('/_settings/notifications');
    const option = page.getByRole('switch', {name: 'Send push notifications to this browser'});
    const reason = () =>
      option.evaluate((box) => {
        const id = box.getAttribute('aria-describedby') ?? '';
        return box.ownerDocument.getElementById(id)?.textContent;
      });
    await expect.poll(() => option.isEnabled()).toBe(true);
    const {config} = crew.server.platform;
    const {Enable} = config.get().WebPushSettings;
    await config.patch({WebPushSettings: {Enable: false}});
    await page.reload();
    await expect.poll(reason).toBe('Push notifications are turned off on this server.');
    expect(await option.isEnabled()).toBe(false);
    await config.patch({WebPushSettings: {Enable}});
    await page.addInitScript(`Object.defineProperty(Notification, 'permission', {value: 'denied'})`);
    await page.reload();
    await expect.poll(reason).toMatch(/^This browser blocks notifications, see above/);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('the next session of the account in the browser is subscribed again', async () => {
    const {page, browser} = await openWithPush('/_settings/notifications');
    const option = page.getByRole('switch', {name: 'Send push notifications to this browser'});
    await option.click();
    await expect.poll(() => option.isChecked()).toBe(true);
    await crew.server.platform.database.execute({text: 'delete from WebPushSubscriptions'});
    await page.reload();
    const subscriptions = () =>
      crew.server.platform.database.rows({text: 'select Endpoint from WebPushSubscriptions'});
    await expect.poll(subscriptions).toEqual([{endpoint: browser.subscription.endpoint}]);
    await expect.poll(() => option.isChecked()).toBe(true);
  });

  /** Sends the request that a browser sends when the person chooses the app to share with. */
  async function share(page: Page): Promise<void> {
    const {share_target} = await (await page.request.get(`${address}/manifest.webmanifest`)).json();
    const {action, method, enctype, params} = share_target;
    await page.evaluate(`{
      const form = document.createElement('form');
      Object.assign(form, ${JSON.stringify({action, method, enctype})});
      const values = {
        ${params.title}: 'A boat',
        ${params.text}: 'A boat for sale, nearly new',
        ${params.url}: 'https://example.com/boat',
      };
      for (const [name, value] of Object.entries(values)) {
        const field = document.createElement('input');
        Object.assign(field, {name, value});
        form.append(field);
      }
      const files = document.createElement('input');
      Object.assign(files, {type: 'file', name: ${JSON.stringify(params.files[0].name)}});
      const chosen = new DataTransfer();
      chosen.items.add(new File(['three masts'], 'boat.txt', {type: 'text/plain'}));
      files.files = chosen.files;
      form.append(files);
      document.body.append(form);
      form.submit();
    }`);
  }

  test('the client can be installed as an app', async () => {
    const page = await windows.openAs(address, 'ann', '/');
    const href = await page.locator('link[rel=manifest]').getAttribute('href');
    const manifest = await (await page.request.get(address + href)).json();
    expect(manifest).toMatchObject({name: 'Patchbay', display: 'standalone', start_url: '/'});
    const icon = await page.locator('link[rel=icon]').getAttribute('href');
    for (const src of [icon, ...manifest.icons.map((one: {src: string}) => one.src)]) {
      const response = await page.request.get(address + src);
      expect([src, response.status(), response.headers()['content-type']]).toEqual([
        src,
        200,
        expect.stringMatching(/^image\//),
      ]);
    }
  });

  test('another app shares a text, a link and a file with a channel', async () => {
    const page = await windows.openAs(address, 'bob', '/');
    await page.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();
    await page.getByRole('textbox', {name: 'Write to Town Square'}).fill('Look:');
    await expect.poll(() => page.evaluate<boolean>('!!navigator.serviceWorker.controller')).toBe(true);
    await share(page);
    await page.getByRole('heading', {name: 'Share', level: 1}).waitFor();
    const content = page.getByRole('region', {name: 'Shared content'});
    await content.getByText('A boat for sale, nearly new\nhttps://example.com/boat').waitFor();
    await content.getByText('boat.txt').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('combobox', {name: 'Channel or person'}).fill('town');
    await page.getByRole('option', {name: 'Town Square'}).click();
    const box = page.getByRole('textbox', {name: 'Write to Town Square'});
    await box.waitFor();
    expect(await box.inputValue()).toBe('Look:\n\nA boat for sale, nearly new\nhttps://example.com/boat');
    await page.getByRole('button', {name: 'Remove boat.txt'}).waitFor();
    await page.getByRole('button', {name: 'Send', exact: true}).click();
    await page.getByRole('article').filter({hasText: 'A boat for sale'}).getByText('boat.txt').waitFor();

    // It is only shared once.
    await page.goto(`${address}/_share`);
    await page.getByText('Nothing to share').waitFor();
  });

  test('what another app shares before the client is ready must be shared again', async () => {
    const page = await windows.openAs(address, 'bob', '/', {serviceWorkers: 'block'});
    await page.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();
    await share(page);
    await page.getByRole('heading', {name: "The content didn't arrive"}).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
