import {chromium, type Page, type Response} from 'playwright-core';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {describeInBrowser, testWindows} from '../support/browser.ts';
import {chromiumLaunch, chromiumPath} from '../support/chromium.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {TEST_PASSWORD} from '../support/test-server.ts';

/** Loaded after the first page, or a second after it. On a slow machine, the network isn't idle before that. */
const LOADED_LATER = /\/(?:after-first-page|load-in-advance|save-copy|service-worker)-[^/]+\.js$/;

interface TraceEvent {
  name: string;
  args: {data?: {url: string; consumedCacheSize?: number}};
}

describeInBrowser('the first page', () => {
  const windows = testWindows();
  let crew: Crew;
  let address: string;
  beforeAll(async () => {
    crew = await createCrew();
    await crew.post(crew.bob, 'Hello **Ann** :wave:');
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  /** Reloads the page until it shows that field and has no pending requests. Returns each requested URL once. */
  async function reload(page: Page, field: string) {
    const answers = {script: new Map<string, Response>(), stylesheet: new Map<string, Response>()};
    page.on('response', (answer) => {
      const type = answer.request().resourceType();
      if (LOADED_LATER.test(answer.url())) return;
      if (type === 'script' || type === 'stylesheet') answers[type].set(answer.url(), answer);
    });
    await page.reload();
    await page.getByRole('textbox', {name: field}).waitFor();
    await page.waitForLoadState('networkidle');
    const scripts = [...answers.script.values()];
    const styles = [...answers.stylesheet.values()];
    for (const answer of [...scripts, ...styles]) {
      expect(answer.headers()['content-encoding'], answer.url()).toMatch(/^(?:br|gzip)$/);
    }
    return {scripts, styles, bytes: await sumOfBytes(page, scripts)};
  }

  /**
   * The number of transferred bytes. The browser doesn't report it for cached responses, so each URL is requested
   * again.
   */
  async function sumOfBytes(page: Page, answers: Response[]): Promise<number> {
    const lengths = answers.map(async (answer) => {
      const again = await page.request.get(answer.url(), {headers: {'accept-encoding': 'gzip'}});
      return Number(again.headers()['content-length']);
    });
    return (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
  }

  test('needs little script in few files, and no inline script', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/off-topic');
    const {scripts, styles, bytes} = await reload(page, 'Write to Off-Topic');
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(250_000);
    // Over HTTP/1.1, a browser sends at most six requests at the same time.
    expect(scripts.length).toBeLessThanOrEqual(12);
    expect(styles.length).toBeLessThanOrEqual(4);
    expect(await page.locator('script:not([src]), [onclick], [onload]').count()).toBe(0);
  });

  test('shows its texts in its font from the beginning, and in another one if it cannot be loaded', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/off-topic');
    await page.addInitScript(`new MutationObserver((_changes, observer) => {
      if (!document.querySelector('#root > *')) return;
      observer.disconnect();
      document.body.dataset.hadFont = document.fonts.check('1em "Inter Variable"');
    }).observe(document, {childList: true, subtree: true})`);
    const field = page.getByRole('textbox', {name: 'Write to Off-Topic'});
    // The font arrives after the scripts.
    let scripts = 0;
    await page.route(/\.woff2$/, async (route) => {
      await expect.poll(() => scripts).toBeGreaterThan(2);
      await route.continue();
    });
    page.on('response', (answer) => (scripts += Number(answer.request().resourceType() === 'script')));
    await page.reload();
    await field.waitFor();
    expect(await page.locator('body').getAttribute('data-had-font')).toBe('true');
    await page.unroute(/\.woff2$/);
    await page.route(/\.woff2$/, (route) => route.abort());
    await page.reload();
    await field.waitFor();
    expect(await page.locator('body').getAttribute('data-had-font')).toBe('false');
  });

  test('requests each role once', async () => {
    const page = await windows.openAs(address, 'ann', '/api/v4/system/ping');
    const names: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/roles/names')) names.push(...(request.postDataJSON() as string[]));
    });
    await page.goto(`${address}/crew/channels/off-topic`);
    await page.getByRole('textbox', {name: 'Write to Off-Topic'}).waitFor();
    await page.waitForLoadState('networkidle');
    expect(names.toSorted()).toEqual([...new Set(names)].sort());
    expect(names).toEqual(expect.arrayContaining(['system_user', 'team_user', 'channel_user']));
  });

  test('starts if the code behind the sign-in is there before the script of the page', async () => {
    const page = await windows.openAs(address, 'ann', '/api/v4/system/ping');
    const [signedIn] = await Promise.all([
      page.waitForResponse(/\/signed-in-[^/]+\.js$/),
      page.route(/\/start-[^/]+\.js$/, async (route) => {
        await (await page.waitForResponse(/\/signed-in-[^/]+\.js$/)).finished();
        await route.continue();
      }),
      page.goto(`${address}/crew/channels/off-topic`),
    ]);
    expect(signedIn.ok()).toBe(true);
    await page.getByRole('textbox', {name: 'Write to Off-Topic'}).waitFor();
  });

  test('requests what it needed last time before the script of the page is there', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/off-topic');
    const field = page.getByRole('textbox', {name: 'Write to Off-Topic'});
    await field.waitFor();
    await page.waitForFunction("localStorage.getItem('patchbay:first-files') !== null");
    await page.route(/\/start-[^/]+\.js$/, async (route) => {
      await texts;
      await route.continue();
    });
    const texts = page.waitForRequest(/\/main-[^/]+\.js$/);
    await page.reload();
    await field.waitFor();
  });

  test('requests no files of another build', async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/off-topic');
    const field = page.getByRole('textbox', {name: 'Write to Off-Topic'});
    await field.waitFor();
    const old = `${address}/assets/start-0ldBu1d.js`;
    await page.waitForFunction("localStorage.getItem('patchbay:first-files') !== null");
    await page.evaluate(`localStorage.setItem('patchbay:first-files', '${old}')`);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.reload();
    await field.waitFor();
    expect(requested).not.toContain(old);
  });

  test('is not compiled again by a browser that knows it', async () => {
    // In private windows, such as those of other tests, Chromium stores nothing.
    const context = await chromium.launchPersistentContext('', chromiumLaunch(chromiumPath!, []));
    try {
      await context.request.post(`${address}/api/v4/users/login`, {
        data: {login_id: 'ann', password: TEST_PASSWORD},
      });
      const browser = context.browser()!;
      // Chromium stores what it has compiled in a later start than the first one.
      await expect
        .poll(
          async () => {
            const page = await context.newPage();
            await browser.startTracing(page, {categories: ['v8', 'disabled-by-default-v8.compile']});
            await page.goto(`${address}/crew/channels/off-topic`);
            await page.getByRole('textbox', {name: 'Write to Off-Topic'}).waitFor();
            const {traceEvents} = JSON.parse(String(await browser.stopTracing())) as {
              traceEvents: TraceEvent[];
            };
            await page.close();
            return traceEvents.flatMap(({name, args}) =>
              name === 'v8.compile' && args.data?.consumedCacheSize
                ? [/\/([\w-]+)-[\w-]{7}\.js$/.exec(args.data.url)?.[1]]
                : [],
            );
          },
          {timeout: 200_000},
        )
        .toEqual(expect.arrayContaining(['start', 'signed-in']));
    } finally {
      await context.close();
    }
  });

  test('needs no code of other pages before signing in', async () => {
    const page = await windows.openSignedOut(address);
    const {scripts, styles, bytes} = await reload(page, 'Password');
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(170_000);
    expect(scripts.length).toBeLessThanOrEqual(12);
    expect(styles.length).toBeLessThanOrEqual(4);
  });
});

describeInBrowser('a part of the client that cannot be loaded', () => {
  const windows = testWindows();
  let crew: Crew;
  let address: string;
  beforeAll(async () => {
    crew = await createCrew();
    const {id} = await crew.post(crew.bob, 'Who is there?');
    await crew.post(crew.bob, 'Nobody', {root_id: id});
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  const title = (page: Page) => page.getByRole('heading', {name: 'Thread'});
  const openThread = async () => {
    const page = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await page.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();
    return {page, open: () => page.getByRole('button', {name: '1 reply'}).click()};
  };

  test('works with its styles when the connection is back', async () => {
    const {page, open} = await openThread();
    await page.context().setOffline(true);
    await open();
    await page.getByText("Can't reach the server.", {exact: false}).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', {name: 'Try again'}).click();
    await title(page).waitFor();
    const place = await title(page).boundingBox();
    await page.reload();
    await title(page).waitFor();
    expect(await title(page).boundingBox()).toEqual(place);
  });

  test('the page says so if its first files cannot be loaded', async () => {
    const {page} = await openThread();
    const failed = page.getByText("Patchbay couldn't be loaded.", {exact: false});
    const reloadWithout = async (files: string) => {
      await page.route(files, (route) => route.abort());
      await page.reload();
      await failed.waitFor();
      await page.unroute(files);
    };
    await reloadWithout('**/assets/main-*.js');
    expect((await failed.boundingBox())!.y).toBeLessThan(page.viewportSize()!.height);
    await reloadWithout('**/assets/*.{js,css}');
    // With styles, it appears after ten seconds, because the scripts may only be slow.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload();
    const delay = await failed.evaluate((element) => {
      const [appearing] = element.getAnimations();
      appearing!.finish();
      return appearing!.effect!.getTiming().delay;
    });
    expect(delay).toBe(10_000);
    await failed.waitFor();
    await page.unroute('**/assets/*.js');
    await page.reload();
    await page.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();
    expect(await failed.isVisible()).toBe(false);
  });

  test('reloads if the server has another version', async () => {
    const {page, open} = await openThread();
    await page.route('**/assets/**', (route) => route.fulfill({status: 404, json: {}}));
    await open();
    const notice = page.getByText('Patchbay was updated.', {exact: false});
    await notice.waitFor();
    await page.unroute('**/assets/**');
    await page.getByRole('button', {name: 'Reload'}).click();
    await title(page).waitFor();

    // What opens in a small place says so in a toast, whose button keeps the draft.
    const box = page.getByRole('textbox', {name: 'Write to Town Square'});
    await box.fill('A draft');
    await page.route('**/assets/**', (route) => route.fulfill({status: 404, json: {}}));
    await page.getByRole('button', {name: 'Crew', exact: true}).click();
    await page.getByRole('alert').and(page.locator(':has-text("Patchbay was updated.")')).waitFor();
    expect(await notice.count()).toBe(1);
    await page.unroute('**/assets/**');
    await page.getByRole('button', {name: 'Reload'}).click();
    await notice.waitFor({state: 'detached'});
    await expect.poll(() => box.inputValue()).toBe('A draft');
  });
});
