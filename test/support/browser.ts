import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {type Browser, type BrowserContext, chromium, type Page} from 'playwright-core';
import {afterAll, afterEach, beforeAll, describe, expect} from 'vitest';
import {projectRoot} from '../../scripts/bootstrap.js';
import {buildWebIfStale} from '../../scripts/build-web.ts';
import {chromiumPath} from './chromium.ts';
import {TEST_PASSWORD} from './test-server.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a browser under test does not need: it calls nobody by itself. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Names under which a server is elsewhere than on this machine: pages from there are not trusted as those of localhost are.
  '--host-resolver-rules=MAP *.test 127.0.0.1',
];

/** Milliseconds after which a browser test has failed: many times what it takes, for machines under load. */
export const BROWSER_TEST_TIMEOUT = 300_000;

/** What is waited for longer, in milliseconds, has failed; so the failure says where. */
const DEFAULT_WAIT = 45_000;

/** Tests that need a browser; skipped where there is none. */
export function describeInBrowser(name: string, tests: () => void): void {
  describe.skipIf(!chromiumPath)(name, {timeout: BROWSER_TEST_TIMEOUT}, tests);
}

/** Builds the web client if its sources have changed, and starts the browser. Only in tests of `describeInBrowser`. */
export function startBrowser(): Promise<Browser> {
  if (!chromiumPath) throw new Error('There is no browser here: use describeInBrowser.');
  buildWebIfStale(projectRoot);
  // Chromium's sandbox refuses to run as root, and CI is root in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...QUIET] : QUIET;
  return chromium.launch({
    executablePath: join(projectRoot, 'test/support/chromium.sh'),
    args,
    env: {...process.env, CHROMIUM: chromiumPath},
  });
}

/** Somebody's browser: its windows are signed in, and what went wrong in them unseen is in `faults`. */
export interface BrowserSession {
  context: BrowserContext;
  page: Page;
  faults: string[];
}

/** Opens a page of the server at `address` as somebody, in a browser of their own. */
export async function openAs(
  browser: Browser,
  address: string,
  username: string,
  path = '/',
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserSession> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(DEFAULT_WAIT);
  const answer = await context.request.post(`${address}/api/v4/users/login`, {
    data: {login_id: username, password: TEST_PASSWORD},
  });
  if (!answer.ok()) throw new Error(`${username} cannot sign in: ${await answer.text()}`);
  const page = await context.newPage();
  const faults = collectPageErrors(page);
  await page.goto(address + path);
  return {context, page, faults};
}

/**
 * A browser for the tests of a `describe`. The windows that people open in it are closed after each test, which fails
 * if something went wrong in one of them unseen.
 */
export function testWindows() {
  let browser: Browser;
  const open: BrowserSession[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
  }, BROWSER_TEST_TIMEOUT);
  afterAll(() => browser.close());
  afterEach(async () => {
    const faults = open.flatMap((one) => one.faults);
    await Promise.all(open.splice(0).map(({context}) => context.close()));
    expect(faults).toEqual([]);
  });
  return {
    /** For windows that a test looks after itself. */
    browser: () => browser,

    /** Opens a page of the server at `address` as somebody, in a browser of their own. */
    async openAs(
      address: string,
      username: string,
      path: string,
      options: Parameters<Browser['newContext']>[0] = {},
    ): Promise<Page> {
      const opened = await openAs(browser, address, username, path, options);
      open.push(opened);
      return opened.page;
    },

    /** Opens a page in the browser of somebody who is not signed in. */
    async openSignedOut(address: string): Promise<Page> {
      const context = await browser.newContext();
      context.setDefaultTimeout(DEFAULT_WAIT);
      const page = await context.newPage();
      open.push({context, page, faults: collectPageErrors(page)});
      await page.goto(address);
      return page;
    },
  };
}

/**
 * Collects what goes wrong unseen: exceptions, and what the Content-Security-Policy refused. Answers of the server
 * that are errors are not among it.
 */
export function collectPageErrors(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) {
      faults.push(message.text());
    }
  });
  return faults;
}

// What is half faded in has half its contrast.
const MOVEMENTS_END = `Promise.allSettled(
  document.getAnimations()
    .filter((movement) => movement.effect.getComputedTiming().endTime !== Infinity)
    .map((movement) => movement.finished)
)`;

/**
 * Serious and critical faults that axe finds in the page as it is now, each as `rule: element`. Left out is where
 * React Aria says for a few seconds that a button is busy: it names the button, which may be gone by then.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const {violations} = await page.evaluate<{
    violations: {id: string; impact: string; nodes: {html: string}[]}[];
  }>(`${axeSource}; ${MOVEMENTS_END}.then(() => axe.run({exclude: ['[data-live-announcer]']}))`);
  return violations
    .filter(({impact}) => impact === 'serious' || impact === 'critical')
    .flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html}`));
}
