import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import {afterAll, afterEach, beforeAll, describe, expect} from 'vitest';
import {projectRoot} from '../../scripts/bootstrap.js';
import {buildWebIfStale} from '../../scripts/build-web.ts';
import {chromiumLaunch, chromiumPath, completeChromiumPath} from './chromium.ts';
import {TEST_PASSWORD} from './test-server.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Chromium's options: no network requests by the browser itself, and fake devices. */
const OPTIONS = [
  // A page of a test lives for a few seconds. Optimizing its code takes more processor time than it saves.
  '--js-flags=--no-opt,--no-maglev,--always-sparkplug',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Make text look the same on every machine, regardless of its font settings, so that pictures can be compared.
  '--font-render-hinting=none',
  '--disable-lcd-text',
  // Host names that resolve to this machine, but that the browser doesn't trust like localhost.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
  // A microphone that beeps once a second.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** The options of every window, unless a test has others. */
const WINDOW: BrowserContextOptions = {
  // Tests can't intercept the requests of a service worker.
  serviceWorkers: 'block',
  // Drawing movements takes a tenth of the processor time. Tests of movements open a window that has them.
  reducedMotion: 'reduce',
};

/** The timeout of a browser test in milliseconds: many times the usual duration, for machines under load. */
export const BROWSER_TEST_TIMEOUT = 300_000;

/** The timeout of a single wait in milliseconds, lower than the test's so that the error shows where it failed. */
const DEFAULT_WAIT = 45_000;

/** Tests that require a browser. They are skipped if it isn't installed. */
export function describeInBrowser(name: string, tests: () => void): void {
  describe.skipIf(!chromiumPath)(name, {timeout: BROWSER_TEST_TIMEOUT}, tests);
}

/**
 * Tests that require service workers or notifications, which the headless shell lacks. Use `testWindows('complete')`.
 */
export function describeInCompleteBrowser(name: string, tests: () => void): void {
  describe.skipIf(!completeChromiumPath)(name, {timeout: BROWSER_TEST_TIMEOUT}, tests);
}

/** Builds the web client if its sources have changed, and starts the browser. Use it only in `describeInBrowser`. */
export function startBrowser(executable: string | undefined = chromiumPath): Promise<Browser> {
  if (!executable) throw new Error('There is no browser. Use describeInBrowser.');
  buildWebIfStale(projectRoot);
  return chromium.launch(chromiumLaunch(executable, OPTIONS));
}

/** A signed-in user's browser. `faults` has the errors that aren't visible on its pages. */
export interface BrowserSession {
  context: BrowserContext;
  page: Page;
  faults: string[];
}

/**
 * Opens a page of the server at `address` as a user, in a new browser context. By default, it has no service worker and
 * no movements.
 */
export async function openAs(
  browser: Browser,
  address: string,
  username: string,
  path = '/',
  options: BrowserContextOptions = {},
): Promise<BrowserSession> {
  const context = await browser.newContext({...WINDOW, ...options});
  context.setDefaultTimeout(DEFAULT_WAIT);
  await signIn(context, address, username);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(address + path);
  return {context, page, faults};
}

async function signIn(context: BrowserContext, address: string, username: string): Promise<void> {
  const answer = await context.request.post(`${address}/api/v4/users/login`, {
    data: {login_id: username, password: TEST_PASSWORD},
  });
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${await answer.text()}`);
}

/**
 * A browser for the tests of a `describe`. Closes its windows after each test. With `reuse`, it resets them instead,
 * for the next test that opens one for the same person with the same options: a page in a reused window takes half
 * the processor time. A test fails if there were errors that aren't visible on the pages.
 */
export function testWindows(kind: 'shell' | 'complete' = 'shell', {reuse = false} = {}) {
  let browser: Browser;
  const serviceWorkers = kind === 'complete' ? 'allow' : 'block';
  const open: TestWindow[] = [];
  const emptied: TestWindow[] = [];
  beforeAll(async () => {
    browser = await startBrowser(kind === 'complete' ? completeChromiumPath : chromiumPath);
  }, BROWSER_TEST_TIMEOUT);
  afterAll(() => browser.close());
  afterEach(async ({task}) => {
    const failed = task.result?.state === 'fail';
    const windows = open.splice(0);
    const faults = windows.flatMap((one) => one.faults.splice(0));
    const contents = failed ? await Promise.all(windows.map(({page}) => describePage(page))) : [];
    await Promise.all(
      windows.map(async (one) => {
        const isUsable = !failed && one.key && !one.page.isClosed() && one.page.url().startsWith('http');
        if (!isUsable) return one.context.close();
        await empty(one);
        emptied.push(one);
      }),
    );
    expect(faults).toEqual([]);
    if (contents.length > 0) throw new Error(contents.join('\n'));
  });
  return {
    /** For windows that the test closes itself. */
    browser: () => browser,

    /** Opens a page of the server at `address` as a user, in a window with separate cookies and storage. */
    async openAs(
      address: string,
      username: string,
      path: string,
      options: BrowserContextOptions = {},
    ): Promise<Page> {
      const key = JSON.stringify([address, username, options]);
      const known = emptied.findIndex((one) => one.key === key);
      if (known !== -1) {
        const [window] = emptied.splice(known, 1);
        open.push(window!);
        await signIn(window!.context, address, username);
        await window!.page.goto(address + path);
        return window!.page;
      }
      const opened = await openAs(browser, address, username, path, {serviceWorkers, ...options});
      open.push({...opened, ...(reuse && {key}), viewport: opened.page.viewportSize()});
      return opened.page;
    },

    /** Opens a page as a user who isn't signed in. */
    async openSignedOut(address: string): Promise<Page> {
      const context = await browser.newContext({...WINDOW, serviceWorkers});
      context.setDefaultTimeout(DEFAULT_WAIT);
      const page = await context.newPage();
      open.push({context, page, faults: collectPageErrors(page)});
      await page.goto(address);
      return page;
    },

    /**
     * Closes a window after the test instead of reusing it, because it can't be reset: it has a fake clock, or a
     * script added by the test.
     */
    discard(page: Page): void {
      delete open.find((one) => one.page === page)!.key;
    },
  };
}

interface TestWindow extends BrowserSession {
  /** The user and the options. Undefined if no other test can use the window. */
  key?: string;
  /** The size with which it was opened. */
  viewport?: ReturnType<Page['viewportSize']>;
}

/** What a page showed when a test failed, for failures that only happen on another machine. */
async function describePage(page: Page): Promise<string> {
  const shown = page
    .locator('body')
    .ariaSnapshot({timeout: 10_000})
    .then(
      (text) =>
        text
          .split('\n')
          .slice(-60)
          .map((line) => line.slice(0, 100))
          .join('\n'),
      String,
    );
  return `The page ${page.url()} ended with:\n${await shown}`;
}

/** Resets a window, so that the next page in it is not affected by the previous one. */
async function empty({context, page, viewport}: TestWindow): Promise<void> {
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await context.unrouteAll({behavior: 'ignoreErrors'});
  await page.unrouteAll({behavior: 'ignoreErrors'});
  const {origin} = new URL(page.url());
  await page.evaluate('sessionStorage.clear()');
  // Otherwise, the pointer could be over something on the next page.
  await page.mouse.move(0, 0);
  await page.goto('about:blank');
  if (viewport) await page.setViewportSize(viewport);
  const protocol = await context.newCDPSession(page);
  await protocol.send('Storage.clearDataForOrigin', {origin, storageTypes: 'all'});
  await protocol.detach();
  await context.clearCookies();
}

/** A path of the client that doesn't exist. */
const EMPTY_PAGE = '/_none';

/**
 * Opens another page of the client without loading the client again, which would take several times the processor
 * time. Use `goto` in tests of loading.
 */
export async function visit(page: Page, path: string): Promise<void> {
  // Open an empty page in between, so that no part of the previous page stays. If the empty page is already open, it
  // would stay too.
  const isEmpty = new URL(page.url()).pathname === EMPTY_PAGE;
  for (const next of isEmpty ? [path] : [EMPTY_PAGE, path]) {
    await page.evaluate(`{
      for (const heading of document.querySelectorAll('h1, h2')) heading.dataset.before = '';
      history.pushState(null, '', ${JSON.stringify(next)});
      dispatchEvent(new PopStateEvent('popstate'));
    }`);
    await page.locator('[data-before]').first().waitFor({state: 'detached'});
    await page.locator('h1, h2, article').filter({visible: true}).first().waitFor();
  }
}

/** Chooses an option of a select. */
export async function chooseOption(where: Page | Locator, select: string, option: string): Promise<void> {
  await where.getByRole('combobox', {name: select, exact: true}).click();
  const page = 'page' in where ? where.page() : where;
  await page.getByRole('option', {name: option, exact: true}).click();
}

/** Rests a finger on the middle of an element until a dialog or menu opens. */
export async function longPress(
  page: Page,
  element: Locator,
  opens: 'dialog' | 'menu' = 'dialog',
): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const {x, y, width, height} = (await element.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const touch = (type: string, touchPoints: object[]) =>
    session.send('Input.dispatchTouchEvent', {type, touchPoints} as never);
  await touch('touchStart', [{x: x + width / 2, y: y + height / 2}]);
  await page.getByRole(opens).waitFor();
  await touch('touchEnd', []);
  await session.detach();
}

/**
 * Moves a finger by this many pixels, starting in the middle of the page. With `meanwhile`, the finger rests before it
 * is lifted, so the swipe isn't quick.
 */
export async function swipe(
  page: Page,
  right: number,
  down = 0,
  from = {x: 195, y: 300},
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const begin = Date.now() / 1000;
  const touch = (type: string, touchPoints: object[], second = 0) =>
    session.send('Input.dispatchTouchEvent', {type, touchPoints, timestamp: begin + second} as never);
  await touch('touchStart', [from]);
  await touch('touchMove', [{x: from.x + right / 2, y: from.y + down / 2}], 0.05);
  await touch('touchMove', [{x: from.x + right, y: from.y + down}], 0.1);
  await meanwhile?.();
  await touch('touchEnd', [], meanwhile ? 1 : 0.1);
  await session.detach();
}

/** Types the parts of a date and time into a field of an English page, such as `01312026` and `0830A`. */
export async function enterTime(where: Locator, label: string, day: string, time: string): Promise<void> {
  const month = where.getByRole('spinbutton', {name: new RegExp(`^month.*${label}`)});
  await month.click();
  await month.page().keyboard.type(day + time);
}

/**
 * Collects errors that aren't visible on the page: exceptions and violations of the Content-Security-Policy. Ignores
 * the server's error responses and failed connections.
 */
export function collectPageErrors(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/^(?:Failed to load resource|WebSocket connection to)/.test(message.text())
    ) {
      faults.push(message.text());
    }
  });
  return faults;
}

// An element that is fading in would have less contrast. A movement that follows scrolling doesn't end.
const MOVEMENTS_END = `Promise.allSettled(
  document.getAnimations()
    .filter(({timeline}) => timeline === document.timeline)
    .filter((movement) => movement.effect.getComputedTiming().endTime !== Infinity)
    .map((movement) => movement.finished)
)`;

// Every violation of a rule has the impact of the rule.
const RULES_BELOW_SERIOUS = `Object.fromEntries(
  axe._audit.rules
    .filter(({impact}) => impact === 'minor' || impact === 'moderate')
    .map(({id}) => [id, {enabled: false}]),
)`;

/**
 * Serious and critical accessibility violations that axe finds on the current page, each as `rule: element`. Ignores
 * the message with which React Aria announces for a few seconds that a button is busy, because it references a button
 * that may no longer exist.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // Loaded only once per page, because it is half a megabyte.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  return page.evaluate<string[]>(`${MOVEMENTS_END}.then(async () => {
    const {violations} = await axe.run(
      {exclude: ['[data-live-announcer]']},
      {rules: ${RULES_BELOW_SERIOUS}, resultTypes: ['violations'], selectors: false},
    );
    return violations
      .filter(({impact}) => impact === 'serious' || impact === 'critical')
      .flatMap(({id, nodes}) => nodes.map(({html}) => id + ': ' + html));
  })`);
}
